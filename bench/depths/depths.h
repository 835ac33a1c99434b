// depths.h - what the files of the verb "depth" share: pairs of real models, what is asked of each, rows, and a rival.
#ifndef ABUT_BENCH_DEPTHS_DEPTHS_H
#define ABUT_BENCH_DEPTHS_DEPTHS_H
#include "bench.h"
#include "common/options.h"
#include "peers/peers.h"

#include "abut/depth.h"
#include "abut/overlap.h"

typedef struct depths_request {
    bench_names scenes, questions;  // texts in their names
    const char *table, *out;
    int runs;
    uint64_t budget;  // of a least depth
    bool is_quick, json, no_bars;
} depths_request;

// ------------------------------------------------------------------------------ scenes (scenes.c)

// A model, its coordinates rounded to floats where a rival has no others.
typedef struct depths_part {
    char* name;
    mesh mesh;
    abut_model* model;
    abut_solid* solid;  // checked
} depths_part;

typedef struct depths_pair {
    size_t a, b;     // parts
    double move[3];  // of b
} depths_pair;

typedef struct depths_scene {
    const char* name;
    depths_part* parts;
    size_t part_count, part_room;
    depths_pair* pairs;
    size_t pair_count, pair_room;
    double solid_seconds;  // that the solids took, of the processor
} depths_scene;

// What is asked about a scene.
enum {
    DEPTHS_CURVES = 1,
    DEPTHS_VOLUME = 2,
    DEPTHS_ALONG = 4,
    DEPTHS_REACH = 8,
    DEPTHS_LEAST = 16,
    DEPTHS_MANIFOLD = 32,  // the same volumes by it: coordinates must be floats
    DEPTHS_ALL = 63,
};

typedef struct depths_kind {
    const char* name;
    int questions;
    bool is_quick;
    // Returns 1; 0 where its data are not there, told; -1 on an error, told.
    int (*make)(depths_scene* out, const struct depths_kind* kind);
    const char* files[2];  // below ABUT_DATA
    double move[3];        // of b, in sizes of a's box
    double reach_bar;      // seconds that all pairs may take; 0: none
    double manifold_bar;   // of Manifold's time; 0: none
} depths_kind;

const depths_kind* depths_kinds(size_t* count);
// Make it, its models and solids, and keep the pairs that are blocked or in contact. The scene is freed by the caller in each
// case. Returns as make.
int depths_scene_make(depths_scene* out, const depths_kind* kind);
void depths_scene_free(depths_scene* s);
// Both models of a pair, in place.
void depths_place(const depths_scene* s, size_t pair, abut_instance at[2]);

// ------------------------------------------------------------------------------------------ rows

// A question about all pairs of a scene, and what the same run asks beside it.
typedef struct depths_row {
    const char *scene, *question, *beside;  // beside NULL: nothing
    size_t pairs;                           // that both answered
    size_t differ;                          // answers that contradict each other
    int runs;
    double ours_us, beside_us;  // of all pairs, medians of the runs
    double most;                // times beside, or with none: microseconds; 0: no bar
    double worst;               // the greatest relative difference of volumes; below 0: not asked
    char note[160];             // for people
} depths_row;

typedef struct depths_run {
    const depths_request* request;
    peer_run place;
    abut_query* query;
    FILE* table;  // NULL: nowhere
    depths_row* rows;
    size_t row_count, row_room;
    size_t missed, wrong;
} depths_run;

// Add a row, and show it.
void depths_add(depths_run* run, const depths_row* row);
bool depths_row_is_missed(const depths_row* row);
void depths_write_head(FILE* out);
void depths_write_json(const depths_run* run, FILE* out);

// The questions of a scene (ask.c, solid.c, manifold.c). They end the program where abut fails.
void depths_curves(depths_run* run, const depths_scene* s);
void depths_volume(depths_run* run, const depths_scene* s);
void depths_along(depths_run* run, const depths_scene* s);
void depths_reach(depths_run* run, const depths_scene* s, double bar);
void depths_least(depths_run* run, const depths_scene* s);
// Returns a BENCH_ status, told; what is not there is no error.
int depths_manifold(depths_run* run, const depths_scene* s, double bar);

// Ask about all pairs of a scene. Returns the seconds of the processor.
typedef double depths_asker(depths_run* run, const depths_scene* s);
// Take turns, fill the row's runs and times, and add it.
void depths_time(depths_run* run, const depths_scene* s, depths_asker* ours, depths_asker* beside,
                 depths_row* row);
// Ends the program where a call failed.
void depths_must(const depths_scene* s, abut_status status);

// ------------------------------------------------------------------------------- table (table.c)

// How deep each pair of a scene is, the deepest first: a table of Markdown, or JSON. Returns a BENCH_ status, told.
int depths_table(depths_run* run);

#endif

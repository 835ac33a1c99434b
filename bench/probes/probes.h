// probes.h - what the files of the verb "probes" share: models with points about them, rivals, and rows.
#ifndef ABUT_BENCH_PROBES_PROBES_H
#define ABUT_BENCH_PROBES_PROBES_H
#include "bench.h"
#include "common/options.h"
#include "mesh/mesh.h"
#include "random.h"

#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct probes_request {
    bench_names scenes, peers, questions;  // scenes: texts in their names
    size_t points;
    int runs, workers;
    bool is_quick, json;
    const char *python, *out;
} probes_request;

// ------------------------------------------------------------------------------ scenes (scenes.c)

typedef struct probes_kind {
    const char* name;
    bool is_quick;
    const char* file;    // below ABUT_DATA; NULL: a torus
    uint64_t triangles;  // about so many, of a torus
    double
        near;  // points so near to the surface, in sizes; 0: all through the box about it, and half as far out
} probes_kind;

typedef struct probes_scene {
    const char* name;
    mesh mesh;
    double* points;
    size_t point_count;
    double low[3], high[3];  // the model's box
    double size;             // its longest side
} probes_scene;

// Models with points, which are asked about them; and models that are asked otherwise.
const probes_kind* probes_kinds(size_t* count);
const probes_kind* probes_models(size_t* count);
// Returns 1; 0 where its data are not there, told; -1 on an error, told. The scene is freed by the caller in each case.
int probes_scene_make(probes_scene* out, const probes_kind* kind, size_t points);
void probes_scene_free(probes_scene* s);
abut_soup probes_soup(const mesh* m);
// From -1 to 1.
double probes_random_signed(random_source* r);
// A point of a triangle, moved by up to so much along each axis.
void probes_point_near(const mesh* m, random_source* r, double most, double out[3]);

// -------------------------------------------------------------------------------- rows (report.c)

// One question of one scene, asked of abut and of a rival; or of abut alone.
typedef struct probes_row {
    const char *scene, *question, *peer;  // peer NULL: none
    size_t probes;                        // points, or shapes
    int runs;
    double ours_us, peer_us;  // medians of the runs, of one probe
    double worst, precision;  // the greatest difference of two answers, and what is allowed
    size_t differ;            // answers that differ by more, or are others
    size_t others;   // of them, where it is told: rays that meet something else, not only elsewhere
    bool is_double;  // of a peer that reckons in doubles
    bool is_untold;  // nothing is compared but times
    double work;     // our tests, by those of the peer; 0: not counted
    double bar;      // peer_us / ours_us is at least so much, in the full form; 0: no bar
    double bar_us;   // ours_us is at most so much, likewise
} probes_row;

typedef struct probes_run {
    const probes_request* request;
    char machine[200], folder[4096];
    double load;
    probes_row* rows;
    size_t row_count, row_room;
    FILE* table;  // NULL: nowhere
} probes_run;

// Add a row, and show it.
void probes_add(probes_run* run, const probes_row* row);
// Whether it meets its bars.
bool probes_is_met(const probes_row* row);
void probes_write_json(const probes_run* run, FILE* out);
// The median of some numbers, which are sorted.
double probes_median(double* seconds, int count);
// How many runs there are of what takes so many seconds: as many as were asked for, or fewer where it takes long.
int probes_runs(const probes_run* run, double seconds);
// Whether one of some questions is asked.
bool probes_asks_any(const probes_run* run, const char* const* questions, size_t count);
// Of the processor, since other programs run too; or of the clock, where several threads work.
double probes_seconds(bool by_clock);

// ------------------------------------------------------------------------------ rivals (rival.c)

// A program that was started on a scene, or has ended.
typedef struct probes_rival {
    char name[128];
    int process;
    FILE *to, *from;
} probes_rival;

typedef struct probes_rival_kind {
    const char* name;  // as --peer takes it
    const char*
        program;  // beside abut-bench; NULL: the file of Python that probes_python writes, with the name
    const char* how;  // to get it
    bool is_double;   // it reckons in doubles: then another answer is not its rounding
} probes_rival_kind;
#define PROBES_HOW "tools/install bench, tools/build release peers"
// Those that are asked about points and shapes.
const probes_rival_kind* probes_rival_kinds(size_t* count);

// Start one on what was written for a scene. Returns false after telling that it is not there.
bool probes_rival_open(probes_rival* r, const probes_run* run, const probes_rival_kind* kind);
// Ask about all points: "nearest", "knearest K", "side", "winding". Seconds; below 0: it has no such answer.
double probes_rival_ask(probes_rival* r, const char* question);
// Whether it answered each time. If not it has died, which is told.
bool probes_rival_stayed(const char* peer, const double* seconds, int count);
// Its last answers: count numbers. Returns false where they are not there.
bool probes_rival_answers(probes_rival* r, const probes_run* run, double* out, size_t count);
void probes_rival_close(probes_rival* r);
// Write a scene for rivals, and remove it. Returns a BENCH_ status, told.
int probes_write_scene(const probes_run* run, const probes_scene* s);
void probes_remove_scene(const probes_run* run);
// Of probes/programs/rivals.py.
extern const char probes_python_text[];
extern const size_t probes_python_text_size;

// --------------------------------------------------------------------------- what is asked

// Points: the nearest, the nearest eight, sides, winding numbers (points.c). Returns a BENCH_ status, told.
int probes_points(probes_run* run, const probes_scene* s);
// Robots of spheres, and other shapes, beside the model of a scene (shapes.c). Returns a BENCH_ status, told.
int probes_shapes(probes_run* run, const probes_scene* s);
// Rays that go anywhere (rays.c), boxes and frusta (ranges.c), models that change (changes.c).
int probes_rays(probes_run* run, const probes_scene* s);
int probes_ranges(probes_run* run, const probes_scene* s);
int probes_changes(probes_run* run, const probes_scene* s);

#endif

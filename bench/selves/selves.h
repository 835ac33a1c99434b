// selves.h - what the files of the verb "self" share: the models, the rows, and the report.
#ifndef ABUT_BENCH_SELVES_SELVES_H
#define ABUT_BENCH_SELVES_SELVES_H
#include "common/options.h"
#include "peers/peers.h"

// ------------------------------------------------------------------------------ models (models.c)

// Vertices that are equal bit by bit are one vertex in it, as all who are asked want it.
typedef struct self_model {
    char* name;  // its path, below the folder that was named
    mesh mesh;
} self_model;

typedef struct self_models {
    self_model* list;
    size_t count, room;
    size_t refused, empty;  // files that the readers refuse, or that have no triangles
} self_models;

// Add models made by formula: they need no files.
int self_models_make(self_models* m);
// Add all files below a folder that look like models and whose name has one of the texts. Returns a BENCH_ status, told.
int self_models_read(self_models* m, const char* folder, const bench_names* texts);
void self_models_free(self_models* m);

// --------------------------------------------------------------------------------- rows (rows.c)

typedef struct self_rival {
    peer_kind kind;
    double bar;         // how many times as long as abut it is to take; 0: no matter
    char version[128];  // "" if not there
    bool wants_real;    // nothing that is only a segment or a point, by its contract
    size_t most;        // triangles of a model that it is asked about; 0: any
} self_rival;
// All rivals, in a fixed order; the versions are empty.
self_rival* self_rivals(size_t* count);

// Where abut's pairs and a rival's differ, and who is right, in rational numbers.
typedef struct self_differences {
    size_t degenerate;                  // the rival lacks: a triangle is only a segment or a point
    size_t missed, invented;            // the rival is wrong
    size_t ours_missed, ours_invented;  // abut is
    size_t undecided;                   // there is no judge
} self_differences;

typedef struct self_row {
    const self_rival* rival;
    const char* model;
    size_t triangles, pairs, rival_pairs;
    self_differences differences;
    peer_times times;  // ours: from vertices and triangles on, build and search
    double again_us;   // ours, of a model that is built
} self_row;

// Who is asked about a batch of models: a scene, a query for each.
typedef struct self_match {
    const peer_scene* scene;
    side *ours, *other, *judge;  // judge NULL: there is none
    const self_rival* rival;
    const peer_limits* limits;
} self_match;

// Compare the pairs of a model, then take times. row: zeroed.
side_status self_measure(const self_match* m, size_t index, self_row* row);

// ----------------------------------------------------------------------------- report (report.c)

// Models of at least so many triangles count for the bars: the others measure how long a call takes.
enum { SELF_COUNTS_FROM = 1000 };

typedef struct self_results {
    peer_run run;
    self_rival* rivals;
    size_t rival_count;
    self_row* rows;
    size_t row_count;
    size_t model_count, refused, empty;
    bool has_judge;
} self_results;

void self_report_head(const self_results* r, FILE* out);
void self_report_row(const self_row* row, FILE* out);
// The means, and the bars where they count. Returns BENCH_OK or BENCH_SLOW.
int self_report_sums(const self_results* r, FILE* out);
peer_run_writer self_report_json;  // of self_results

#endif

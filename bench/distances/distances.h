// distances.h - what the files of the verb "distance" share: its scenes, its rows, and the report.
#ifndef ABUT_BENCH_DISTANCES_DISTANCES_H
#define ABUT_BENCH_DISTANCES_DISTANCES_H
#include "peers/peers.h"

// ------------------------------------------------------------------------------ scenes (scenes.c)

typedef struct distance_kind {
    const char* name;
    const char* base;  // the scene of "peers" with its meshes
    bool is_quick;
    bool is_separated;  // its poses are made here; else those of the scene that are not in contact
    double shrink;      // the second mesh, to this part of its size; 0: not
} distance_kind;

// All scenes, in a fixed order.
const distance_kind* distance_kinds(size_t* count);
// Returns as peer_scene_kind.make. Of out->queries none is in contact.
int distance_scene_make(peer_scene* out, const distance_kind* kind, const peer_setup* setup);

// --------------------------------------------------------------------------------- rows (rows.c)

// What is asked of whom.
typedef struct distance_mode {
    const char* name;
    const char* peer;  // as --peer takes it
    peer_question ours, other;
    double factor;       // of within: the bound, as a multiple of the distance
    int workers;         // ours has so many threads
    double least_us;     // asked only where a distance takes so long, in the mean
    double mean, least;  // bars for peer / ours: the geometric mean, and each scene; 0: none
} distance_mode;

// All modes; those of one peer follow each other.
const distance_mode* distance_modes(size_t* count);

typedef struct distance_row {
    const char* scene;
    const distance_mode* mode;
    size_t used, queries;
    peer_times times;
    double precision;  // by which an answer of the peer may differ, at most
    double worst;      // by which one does: the greatest difference
    uint64_t peer_nearer,
        peer_farther;  // answers of the peer that differ by more; within: yes and no
    uint64_t ours_wrong;
    uint64_t allocations;  // of ours, while times were taken
} distance_row;

// abut's exact answers to all queries of a scene.
typedef struct distance_truth {
    const peer_scene* scene;
    side_measure* answers;
    double* precision;  // of doubles, in the scene's size, of each query
    double* bounds;     // room for as many
} distance_truth;

// Microseconds that an answer took, in the mean.
double distance_truth_us(const distance_truth* t);
side_status distance_truth_find(side* ours, const peer_scene* scene, distance_truth* out);
void distance_truth_free(distance_truth* t);

// Compare the answers in a mode, then take times. The match says who; its truth is not read. row: zeroed.
side_status distance_measure(const distance_truth* truth, const distance_mode* mode, peer_match* m,
                             distance_row* row);

// The same of PEER_CLEARANCE against PEER_ALL (clearance.c). row->used 0: no query has an equal number of pairs.
side_status distance_measure_clearance(const distance_truth* truth, side* ours,
                                       const peer_limits* limits, distance_row* row);

// ----------------------------------------------------------------------------- report (report.c)

typedef struct distance_results {
    peer_run run;
    distance_row* rows;
    size_t row_count;
    struct distance_rival {
        const char* name;
        char version[128];  // "" if not there
    } rivals[8];
    size_t rival_count;
} distance_results;

void distance_report_scene(const peer_scene* s, const side* ours, FILE* out);
void distance_report_row(const distance_row* row, FILE* out);
// The means, and the bars where they count. Returns BENCH_OK or BENCH_SLOW.
int distance_report_sums(const distance_results* results, FILE* out);
peer_run_writer distance_report_json;  // of distance_results

#endif

// sweeps.h - what the files of the verb "sweep" share: models with motions, who is asked when they first touch, and rows.
#ifndef ABUT_BENCH_SWEEPS_SWEEPS_H
#define ABUT_BENCH_SWEEPS_SWEEPS_H
#include "bench.h"
#include "common/options.h"
#include "mesh/mesh.h"

#include "abut/abut.h"
#include "abut/motion.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct sweeps_request {
    bench_names scenes, peers;  // scenes: texts in their names
    size_t edges;
    int runs;
    bool is_quick, json;
    const char *out, *path, *python;
} sweeps_request;

// ------------------------------------------------------------------------------ scenes (scenes.c)

enum { SWEEPS_PIECES_MOST = 2 };

// One motion of both models. The pieces of a body that rests are zeroed.
typedef struct sweeps_way {
    abut_pose start[2];
    abut_motion pieces[2];
    abut_pose ends[2];  // what `to` of a piece names
} sweeps_way;

typedef struct sweeps_scene {
    const char* name;
    mesh meshes[2];
    abut_model* models[2];
    sweeps_way* ways;
    size_t way_count, way_room;
    bool is_straight;  // nothing turns
} sweeps_scene;

typedef struct sweeps_kind {
    const char* name;
    bool is_quick;
    // Fill a scene whose name is set. Returns 1; 0 where its data are not there, told; -1 on an error, told.
    int (*make)(sweeps_scene* out, const struct sweeps_kind* kind, bool is_quick);
    const char* files[3];  // below ABUT_DATA
    double value, second;
    double bar_us;           // ours must not take longer; 0: none
    bool beats_advancement;  // nor longer than advancement on our own distance
} sweeps_kind;

const sweeps_kind* sweeps_kinds(size_t* count);
int sweeps_scene_make(sweeps_scene* out, const sweeps_kind* kind, bool is_quick);
abut_status sweeps_scene_build(sweeps_scene* s);  // the models of its meshes
void sweeps_scene_free(sweeps_scene* s);

// What scenes are made of, for recorded paths and edges too.
int sweeps_read_mesh(const char* scene, const char* file, mesh* out);
int sweeps_data_path(const char* scene, const char* file, char* out, size_t size);
sweeps_way* sweeps_add_way(sweeps_scene* s);
int sweeps_make_recorded(sweeps_scene* s, const sweeps_kind* kind, bool is_quick);  // recorded.c

// -------------------------------------------------------------------------------- legs (legs.c)

// A part of a way in which a body turns by less than a half turn, as others take motions: from one pose to the other, a
// point of the body going straight.
typedef struct sweeps_leg {
    abut_pose from, to;
    double pivot[3], axis[3];  // of the model
    double angle;              // in radians
} sweeps_leg;

enum { SWEEPS_LEGS_MOST = 16 };
// Both bodies have as many legs, and each takes as long.
typedef struct sweeps_legs {
    size_t count;
    sweeps_leg legs[2][SWEEPS_LEGS_MOST];
} sweeps_legs;
abut_status sweeps_legs_find(const sweeps_way* way, sweeps_legs* out);
// Where a body is at a time of its leg, from 0 to 1: quickly, by doubles, as one would who samples.
void sweeps_leg_pose(const sweeps_leg* leg, double time, abut_pose* out);
// How far a point of the mesh goes at most in a leg.
double sweeps_leg_length(const sweeps_leg* leg, const mesh* m);

// ------------------------------------------------------------------------- who answers, and rows

// When two models first touch, as somebody says. Three doubles, as programs write them.
typedef struct sweeps_answer {
    double contact;  // 1; 0: free
    double time;     // of contact
    double seconds;  // that it took
} sweeps_answer;

// abut's own, of each way.
typedef struct sweeps_truth {
    abut_first* first;
    sweeps_answer* answers;
    size_t contacts, frees, others;
    size_t unproved;  // CONTACT, and abut_collide finds none in the rounded poses at t_hi
} sweeps_truth;

typedef enum sweeps_tells {
    SWEEPS_TIMES,   // the first time: a later one is wrong
    SWEEPS_STATES,  // whether there is contact, and some time of contact
} sweeps_tells;

typedef struct sweeps_rival_kind {
    const char* name;
    const char* question;  // of its program; NULL: it is abut, asked otherwise
    sweeps_tells tells;
    bool is_straight;  // it answers about straight ways only
    bool is_exact;     // a contact that it tells is one
    double bar;        // its time must be so many times ours; 0: none
} sweeps_rival_kind;

typedef struct sweeps_row {
    const char *scene, *peer;
    size_t ways;              // that abut decided
    size_t right;             // of them those that the peer has right: they alone are timed
    size_t missed;            // it says free, or a later time, where there is contact
    size_t invented;          // it says contact where the whole way is free
    double early;             // by how much of the way it is early, at most
    double ours_us, peer_us;  // means
    double bar;
} sweeps_row;

typedef struct sweeps_run {
    const sweeps_request* request;
    char machine[200], folder[4096];
    double load;
    sweeps_row* rows;
    size_t row_count, row_room;
    FILE* table;  // NULL: nowhere
    size_t ours_wrong, missed_bars;
    bool is_whole;
} sweeps_run;

double sweeps_median(double* numbers, int count);  // they are sorted

// Ask somebody of one way.
typedef abut_status sweeps_asker(void* of, const sweeps_scene* s, size_t way, sweeps_answer* out);
// Each way again and again, until it took long enough for a clock; the medians of the runs.
abut_status sweeps_time(sweeps_asker* ask, void* of, const sweeps_scene* s, int runs,
                        sweeps_answer* out);

// Ask abut_first_contact about all ways (own.c). The truth is freed by the caller in each case.
abut_status sweeps_truth_find(const sweeps_run* run, const sweeps_scene* s, sweeps_truth* out);
void sweeps_truth_free(sweeps_truth* t);
// Whether abut_collide finds a contact in the poses at a time, which are rounded.
abut_status sweeps_touches(abut_query* query, const sweeps_scene* s, size_t way, double time,
                           bool* out);
// Rivals made of abut itself: advancement on abut_distance, and sampling (advance.c).
abut_status sweeps_advance(sweeps_run* run, const sweeps_kind* kind, const sweeps_scene* s,
                           const sweeps_truth* truth);
abut_status sweeps_sample(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth);
// A planner's edges beside sampling (edges.c). Returns a BENCH_ status, told.
int sweeps_edges(sweeps_run* run);
// Queries of vertices that move linearly (vertices.c). Returns a BENCH_ status, told.
int sweeps_vertices(sweeps_run* run);
// Of programs/tight.py.
extern const char sweeps_python_text[];
extern const size_t sweeps_python_text_size;
// Programs beside this one (rival.c). Returns a BENCH_ status, told.
int sweeps_rivals(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth);

// -------------------------------------------------------------------------------- report (report.c)

// Compare a rival's answers with ours, and add the row.
void sweeps_judge(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth,
                  const sweeps_rival_kind* kind, const sweeps_answer* answers);
void sweeps_add(sweeps_run* run, const sweeps_row* row);
void sweeps_write_scene(sweeps_run* run, const sweeps_kind* kind, const sweeps_scene* s,
                        const sweeps_truth* t);
void sweeps_write_json(const sweeps_run* run, FILE* out);

#endif

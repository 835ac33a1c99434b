// batch.h - many questions, shared by the workers of a host: one question on one worker at a time, which is how many
// small ones are answered soonest.
#ifndef ABUT_QUERY_BATCH_H
#define ABUT_QUERY_BATCH_H
#include "exec/crew.h"
#include "query/clearance.h"
#include "query/crowd.h"
#include "query/distance.h"
#include "query/first_contact.h"
#include "query/shape.h"

// What a worker has of its own.
typedef struct batch_worker {
    abut_query* query;  // NULL: not needed yet
    crowd crowd;        // of first contacts
    // The pairs that it found, of all its questions, and one of these for each.
    abut_pair* pairs;
    abut_contact* contacts;
    abut_approach* approaches;
    size_t count, pair_capacity, contact_capacity, approach_capacity;
    // Of shapes: triangles, and t of each.
    uint32_t* triangles;
    double (*at)[2];
    size_t at_count, triangle_capacity, at_capacity;
} batch_worker;

// Ask a question, and put the answer where it belongs.
typedef abut_status batch_turn(abut_batch* b, batch_worker* w, size_t question);

// Where the pairs of an answer are.
typedef struct batch_place {
    size_t first, first_at;
    const batch_worker* worker;
} batch_place;

struct abut_batch {
    crew crew;
    batch_worker* workers;  // one for each of the host's
    // Of the last call.
    abut_hits* hits;
    abut_distance_answer* distances;
    abut_clearance_answer* clearances;
    abut_shape_hits* probes;
    abut_first* firsts;
    batch_place* places;  // of hits, clearances or probes
    size_t hits_capacity, distance_capacity, clearance_capacity, probe_capacity, first_capacity,
        place_capacity;
    struct points_kept* points;  // of abut_points; NULL: it was not asked yet
    struct rays_kept* rays;      // of abut_rays, likewise
    // Of these two, if they are there: so who never asks for them does not link them.
    void (*points_free)(struct points_kept* kept, const abut_host* host);
    void (*rays_free)(struct rays_kept* kept, const abut_host* host);
    front_table fronts;           // of the pairs of the last coherent call
    pair_front** question_front;  // of each question of the call; NULL: none
    size_t front_capacity;
    // The call that runs.
    const abut_question* questions;
    const abut_shape* shapes;             // of probes
    const abut_motion_question* motions;  // of first contacts
    placed_model probed;                  // likewise
    affine probed_frame;                  // about it, if there is one
    core_place place;                     // where it is, if has_place
    int has_place;
    batch_turn* ask;
    const void* options;  // of ask
    int coherent;
    size_t count, per_turn;
};

// For arguments that the api has checked.
abut_status batch_create(abut_batch** out, const abut_host* host);
void batch_free(abut_batch* b);
abut_status batch_collide(abut_batch* b, const abut_question* questions, size_t count,
                          const abut_ask* ask, const abut_hits** out);
abut_status batch_distance(abut_batch* b, const abut_question* questions, size_t count,
                           const abut_distance_ask* ask, const abut_distance_answer** out);
abut_status batch_clearance(abut_batch* b, const abut_question* questions, size_t count,
                            const abut_clearance_ask* ask, const abut_clearance_answer** out);
// motion_batch.c
abut_status batch_first_contact(abut_batch* b, const abut_motion_question* questions, size_t count,
                                const abut_motion_ask* ask, const abut_first** out);
// shape_batch.c
abut_status batch_probe(abut_batch* b, const abut_instance* instance, const abut_shape* shapes,
                        size_t count, const abut_shape_ask* ask, const abut_shape_hits** out);

// Of the call that runs: ask all its questions. per_turn_least: so many are worth a turn.
abut_status batch_ask_all(abut_batch* b, size_t per_turn_least);
// Prepare a place for each answer.
abut_status batch_make_places(abut_batch* b, size_t count);
// Keep a detail of each of count things that a query found, of size bytes, behind those used.
abut_status batch_keep(abut_batch* b, size_t used, void** kept, size_t* capacity, const void* found,
                       size_t count, size_t size);

#endif

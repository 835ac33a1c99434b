// hybrid.h - what the parts of the experiment "hybrid" share (Wan, Fan, Gao 2001): its crowd of objects, its hand and
// car, and the rivals of its table.
#ifndef ABUT_BENCH_HYBRID_H
#define ABUT_BENCH_HYBRID_H
#include "papers/paper.h"
#include "papers/run.h"

#include <abut/methods.h>

enum { OBJECTS = 31, PAIRS = OBJECTS * (OBJECTS - 1) / 2 };

// ------------------------------------------------------------------------- case 1 (hybrid_crowd.c)

typedef struct crowd {
    mesh shapes[OBJECTS];
    abut_pose (*poses)[OBJECTS];  // of each step
    // Of each step, for each pair: whether triangles touch, whether one is in the other, whether the boxes about them,
    // along the axes of the world, touch. Found by the engine.
    unsigned char (*touching)[PAIRS], (*inside)[PAIRS], (*near)[PAIRS];
    size_t steps, triangles;
    size_t touching_count, inside_count, near_count, asked_inside, bounces, renewals;
} crowd;

typedef struct outcome {
    time_rounds seconds;                  // of all iterations: steps of all pairs, or queries
    double volume_tests, triangle_tests;  // an iteration
    double copies;                        // of a triangle, in the leaves
    size_t asked, all;                    // iterations: that were asked; that seconds are for
} outcome;

typedef struct crowd_question {
    const abut_tree_walk* walk;  // NULL: the method has none
    size_t stride;               // of the steps that are asked
    bool only_near;              // only pairs whose boxes touch
} crowd_question;

int crowd_make(crowd* c, bool quick);
void crowd_free(crowd* c);
// A model of each object. Unless BENCH_OK, there are none.
int crowd_models(const crowd* c, const abut_build* build, abut_model** models);
void crowd_models_free(abut_model** models);
// Ask once more whether there is contact: a round is added to out's, in seconds for all steps. Other answers than the
// engine's are an error.
int crowd_ask(const crowd* c, const crowd_question* q, abut_model* const models[OBJECTS],
              outcome* out);

// -------------------------------------------------------------------------- case 2 (hybrid_hand.c)

typedef struct hand_case {
    bench_scene scene;        // a: the car, b: the hand
    unsigned char* touching;  // of each pose
    size_t touching_count, inside_count, asked_inside, first_contact;
} hand_case;

int hand_make(hand_case* h, bool quick);
void hand_free(hand_case* h);

typedef struct inside_answer {
    bool is_inside;
    bool is_asked;  // the boxes about them leave it open
} inside_answer;

// Whether one of two that have no contact is in the other.
int inside_of(abut_query* query, const abut_instance of[2], const mesh* const meshes[2],
              inside_answer* out);

// ------------------------------------------------------------------------ rivals (hybrid_table.c)

enum {
    BRUTE,
    SAME_BOXES,
    SAME_SPHERES,
    HYBRID,
    FAST_BOXES,
    FAST_SPHERES,
    FAST,
    OWN_BOXES,
    OWN_SPHERES,
    AT_MEAN,
    WIDE,
    RIVALS
};

typedef struct contender {
    const char *name, *his[2];  // his: the paper's seconds
    abut_build build;
    bool is_walked;    // breadth first or depth first; else as it is
    bool has_threads;  // is in the table of threads
} contender;

extern const contender hybrid_rivals[RIVALS];

// --------------------------------------------------------------------------- parts of the section

// How often the leaves of a model hold a triangle, in the mean.
double tree_copies(const abut_model* model);
// Figure 1, what ends the leaves, and the rules that the paper leaves open (hybrid_tree.c).
int hybrid_trees(paper* p, const crowd* c, const hand_case* h);
// RAPID itself, if it is given (hybrid_rapid.c).
int hybrid_rapid(paper* p, const crowd* c, const hand_case* h, int rounds);
// What several threads are worth (hybrid_threads.c).
int hybrid_threads(paper* p, const crowd* c, const hand_case* h);

#endif

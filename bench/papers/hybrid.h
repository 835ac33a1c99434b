// hybrid.h - what the two halves of the experiment "hybrid" share: its crowd of objects.
#ifndef ABUT_BENCH_HYBRID_H
#define ABUT_BENCH_HYBRID_H
#include "papers/paper.h"
#include "papers/run.h"

enum { OBJECTS = 31, PAIRS = OBJECTS * (OBJECTS - 1) / 2 };

typedef struct crowd {
    mesh shapes[OBJECTS];
    abut_pose (*poses)[OBJECTS];  // of each step
    size_t steps, triangles;
} crowd;

// A model of each object. Unless BENCH_OK, there are none.
int crowd_models(const crowd* c, const abut_build* build, abut_model** models);
void crowd_models_free(abut_model** models);

// What several threads are worth, in the crowd and for the hand.
int hybrid_threads(paper* p, const crowd* c, const bench_scene* hand);

#endif

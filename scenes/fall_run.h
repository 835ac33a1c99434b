// fall_run.h - a whole fall: its path written, and the figures by which it is judged.
#ifndef ABUT_SCENES_FALL_RUN_H
#define ABUT_SCENES_FALL_RUN_H
#include "fall.h"

typedef struct fall_order {
    const fall_scene* scene;
    int small;
    size_t steps;           // 0: the scene's own number
    double (*clock)(void);  // NULL: nothing is measured
    FILE* path;             // NULL: none. A line is a step: 12 numbers a body that moves
    size_t body;            // write only this one; 0: all
} fall_order;

typedef struct fall_report {
    size_t steps, bodies, triangles[2];  // of the fixed body, and of all others together
    // Of the energy above its least so far, at most; in parts of what there was at first, above the lowest place
    // that was reached.
    double growth;
    double depth;  // greatest bound of a penetration, in shortest sides of the smaller part's box
    double depth_long;                // in longest ones
    double pairs, regions, points;    // means of a step in the last quarter of the steps
    size_t contact_steps, all_pairs;  // steps with contact, and the pairs of all steps
    size_t held_steps;                // in which a body kept its place because no step was accepted
    double seconds, query_seconds;    // by the order's clock, without building the models
    size_t queries;
    uint64_t hash;  // of all poses: the same on every machine
} fall_report;

// SCENE_BAD_VALUE also if the path could not be written.
scene_status fall_run(const fall_order* order, fall_report* out);

#endif

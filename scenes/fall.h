// fall.h - rigid bodies that fall, hit, slide and come to rest, with abut as the judge of what touches: the
// motions of the papers' experiments (Gottschalk, Lin and Manocha 1996, section 7.2; Wan, Fan and Gao
// 2001), made anew, with the same bits on every machine.
//
// A world is one fixed body and some that move. A step: gravity; impulses with friction at all contacts, so that
// nothing approaches there any more; then everything moves, and abut tells what touches.
//
// Where two surfaces cross, their triangles' common segments close to loops. A loop is a contact: its
// normal is its vector area, which is how fast the shared volume grows when a body is moved; impulses act
// at up to four of its outermost points.
//
// Penetration. For every pair that touches after a step a proof is kept: a translation after which abut
// finds no contact. Its length bounds the penetration depth from above (the depth is the least such length).
// Where no such translation within the bound is found, the step is not taken: new impulses are found with
// the contacts it would have had, and if that does not help the two bodies keep their places for a step.
//
// Energy. Impulses and damping only take energy. What numbers might add (the first step away from a contact,
// restitution at several contacts at once) is taken back at once, by slowing all down.
#ifndef ABUT_SCENES_FALL_H
#define ABUT_SCENES_FALL_H
#include "scenes.h"

#include <stddef.h>
#include <stdint.h>

typedef struct fall_world fall_world;

// What a scene is, by name.
typedef struct fall_scene {
    const char* name;
    const char* summary;
    size_t steps;     // so many show the fall, and the rest after it
    double contacts;  // at least so many regions a step, in the mean of the last quarter
} fall_scene;

const fall_scene* fall_scene_list(size_t* count);
const fall_scene* fall_scene_find(const char* name);

// Build a scene. small: the same in small, for tests: models of some hundred to some thousand triangles.
// clock: the seconds that queries take are measured with it; NULL: they are not.
scene_status fall_create(fall_world** out, const fall_scene* scene, int small,
                         double (*clock)(void));
void fall_free(fall_world* w);

// Do one step. SCENE_OUT_OF_MEMORY or SCENE_BAD_VALUE (the library refused something) end the fall.
scene_status fall_step(fall_world* w);

// Bodies: 0 is the fixed one.
size_t fall_body_count(const fall_world* w);
const mesh* fall_body_mesh(const fall_world* w, size_t body);
// Where a body is: three rows of a rotation and a translation, [R | t], exactly as abut was asked.
void fall_body_pose(const fall_world* w, size_t body, double rows[12]);

// How the world is after a step. Lengths in units of the smaller part are those of its box's shortest side.
typedef struct fall_state {
    double kinetic, potential;  // potential: 0 at height 0
    double depth;               // greatest bound of a penetration, in units of the smaller part
    double depth_long;          // the same, in units of its box's longest side
    size_t pairs;               // of triangles that share a point
    size_t regions;             // loops of them
    size_t points;              // at which impulses act
    size_t held;                // bodies that had to keep their places in this step
    double slowed;              // share of kinetic energy that was taken back in this step
    double query_seconds;       // in abut since the world was made
    size_t queries;             // asked since then
} fall_state;

const fall_state* fall_now(const fall_world* w);

#endif

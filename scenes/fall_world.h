// fall_world.h - what the parts of the rigid-body engine share: bodies, contacts, and the world of a fall.
#ifndef ABUT_SCENES_FALL_WORLD_H
#define ABUT_SCENES_FALL_WORLD_H
#include "fall.h"
#include "fall_vector.h"

#include "abut/abut.h"

typedef struct fall_body {
    mesh shape;
    abut_model* model;
    vec centre;                // of mass, in the model's frame
    double mass;               // of density 1; 0: it is fixed
    matrix inertia;            // about the centre, along the model's axes
    matrix inverse;            // of that; all zero: it is fixed
    double radius;             // of a ball about the centre that holds it
    double shortest, longest;  // sides of its box
    vec position;              // of the centre, in the world
    quaternion turn;
    matrix rotation;  // of turn
    matrix answer;    // inverse, along the world's axes
    vec velocity, spin;
} fall_body;

typedef struct fall_contact {
    uint32_t a, b;  // bodies
    vec point;
    vec normal;       // pushes b
    double recovery;  // speed at which they should part here, because they are too deep
    // For the solver: arms, directions along the surface, masses felt, speeds wanted, impulses so far.
    vec arm_a, arm_b, along[2];
    double mass, along_mass[2], wanted, push, rub[2];
} fall_contact;

// Two bodies that may touch, and what is remembered of them.
typedef struct fall_pair {
    uint32_t a, b;
    vec way;    // of the last proof: a unit vector along which b was moved away
    int level;  // of that: the length was the bound / 2^level
    int bad;    // no proof was found
    int kept;   // as it was before the step: its contacts are in the world's list now
    double depth;
    size_t pairs, regions;
    size_t first, count;  // its contacts, in the list trial
} fall_pair;

typedef struct fall_list {
    fall_contact* items;
    size_t count, capacity;
} fall_list;

// Two ends of a common segment of two triangles, for joining segments to loops.
typedef struct fall_end {
    vec at;
    uint32_t segment;
} fall_end;

typedef struct fall_segment {
    vec from, to;   // along normal a x normal b
    vec outward;    // normal of a less normal of b
    uint32_t root;  // of its loop
} fall_segment;

typedef struct fall_place {
    vec position;
    quaternion turn;
    vec velocity, spin;
} fall_place;

struct fall_world {
    fall_body* bodies;
    size_t body_count;
    fall_pair* pairs;
    size_t pair_count;
    fall_list now, trial;   // contacts of the last step that was taken, and of the one being tried
    fall_list solve;        // what impulses are found for
    fall_place* old;        // where bodies were before the step
    fall_place* pushed;     // what gravity made of them
    fall_pair* was;         // the pairs before the step
    double* part;           // of the step that they move
    unsigned char* held;    // they keep their places
    unsigned char* struck;  // impulses acted on them
    fall_segment* segments;
    fall_end* ends;
    size_t segment_capacity;
    abut_query* query;
    double step, gravity, bounce, friction, drag;
    double centre;  // 0: gravity is down; else to the origin, and fades within this distance of it
    double depth_share;  // the bound of penetrations, in shortest sides of the smaller body
    fall_state state;
    double (*clock)(void);
};

// fall_body.c: mass, centre and inertia of the solid that a closed mesh bounds, by the signed tetrahedra
// of its triangles; and the abut model. Takes the mesh. SCENE_BAD_VALUE if it is not closed, or its triangles do not all
// face outward.
scene_status fall_body_make(fall_body* body, mesh* shape, int is_fixed);
void fall_body_set(fall_body* body, vec position, quaternion turn);
vec fall_body_inertia(const fall_body* body, vec spin);  // angular momentum
double fall_body_kinetic(const fall_body* body);
abut_pose fall_body_abut_pose(const fall_body* body);

// fall_contact.c: ask abut, and count it.
scene_status fall_ask(fall_world* w, const abut_instance* a, const abut_instance* b,
                      const abut_ask* ask, abut_hits* hits);
// Ask about a pair in the bodies' present places, and append the contacts to list.
scene_status fall_contacts(fall_world* w, fall_pair* p, fall_list* list);
scene_status fall_append(fall_list* list, const fall_contact* more, size_t count);

// fall_depth.c: find a translation of at most the bound after which the pair does not touch. Sets depth (0 without
// contact) and bad.
scene_status fall_prove(fall_world* w, fall_pair* p, const fall_contact* contacts, size_t count);
// Append what the pair would touch where the proof was looked for in vain.
scene_status fall_walls(fall_world* w, const fall_pair* p, fall_list* list);
double fall_bound(const fall_world* w, const fall_pair* p);

// fall_solve.c: change the velocities so that nothing approaches at the contacts.
void fall_solve(fall_world* w, fall_list* list);

// fall_step.c: ask about all pairs for the first time.
scene_status fall_begin(fall_world* w);

// fall_models.c: closed models of the scenes.
typedef struct pipework_shape {
    int grid[3];              // corners along each axis, a sixth apart, about the origin
    uint32_t pipes, corners;  // so many pipes, each through so many corners
    uint32_t sides;           // a pipe is round on so many sides
    uint32_t fine;            // and a bend is cut into so many pieces
    uint64_t seed;
} pipework_shape;
scene_status pipework_make(const pipework_shape* shape, mesh* out);
scene_status wrinkled_make(uint32_t rings, uint32_t sides, double radius, double tube, mesh* out);
scene_status teeth_make(uint32_t cells, double side, mesh* out);
scene_status torpedo_make(uint32_t rows, uint32_t sides, mesh* out);
scene_status pivot_make(uint32_t rows, uint32_t sides, mesh* out);
scene_status rollers_make(uint32_t rows, uint32_t sides, mesh* out);
scene_status tray_make(double side, double wall, mesh* out);

#endif

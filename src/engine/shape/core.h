// core.h - one of the engine's trees walked by a simple shape: which triangles it may touch, or which may be the nearest to it.
//
// To the engine a shape is a core, placed in the tree's frame, and how far about it is looked. A core is a point, a box that
// holds whatever else there is, or a plane. What floats leave open is told to who asks, who decides it exactly
// (docs/proofs/distance.md, "Cores").
#ifndef ABUT_ENGINE_SHAPE_CORE_H
#define ABUT_ENGINE_SHAPE_CORE_H
#include "base/simd_set.h"
#include "engine/box/pose.h"
#include "engine/tree/node.h"
#include "search/near.h"

// How the world stands to a tree's frame: of all shapes that are asked of an instance.
typedef struct core_place {
    const wide_tree* tree;
    const soup_mesh* mesh;
    const frame* frame;
    // A point x of the world goes, as from (x - origin) / 2^exponent, through r, to the frame's coordinates times r.a_scale.
    relative_pose r;
    double origin[3];
    int exponent;
    double per_length, fixed;  // a placed point errs by per_length |.|_1 + fixed in each coordinate
    wide_pose pose;
    near_unit unit;   // of lengths
    int is_plain;     // nothing is out of the range of floats
    affine model;     // the model's pose
    double shift[3];  // its translation less the world's
    // Without shifting exponents: a point, and a length, rounded up; 0: exponents are too large.
    double point_factor, length_factor;
    double to_unit;  // 1 / r.a_scale
    // The box about the model, and what its faces are moved out by.
    double root_axis[3][3], root_centre[3], root_half[3], root_margin;
} core_place;

// model: the instance. world: the identity about p->origin, which is set, as a side of its own kind; its frame is left out.
void core_place_make(core_place* p, const wide_tree* tree, const soup_mesh* mesh,
                     const relative_side* model, const relative_side* world);

typedef enum core_form {
    CORE_POINT,
    CORE_BOX,
    CORE_RAY,  // the box about the part of it that may meet the model; its first axis points along it
    CORE_PLANE,       // on either side is outside
    CORE_HALF_SPACE,  // what is behind the plane is within
} core_form;

// How far a point y of the frame is above a plane, in units of core_place: normal . y + offset, within
// per_place |y|_1 + fixed.
typedef struct core_plane {
    float normal[3], offset, fixed;
} core_plane;

typedef struct core {
    core_form form;
    int is_walkable;         // floats hold it, however far it is
    double point[3], error;  // POINT: each coordinate errs by so much
    placed_box box;          // BOX, RAY
    core_plane plane;        // PLANE, HALF_SPACE
} core;

// Place a plane of the world through x, with a normal: both err by error in each coordinate, the normal's largest one is about 1.
// Returns 0 where floats cannot hold it.
int core_place_plane(core_plane* out, const core_place* p, const double x[3],
                     const double normal[3], double error, double normal_error);

// A length of the world in the tree's frame, rounded up.
double core_length(const core_place* p, double length);
// A point of the world such that all of the model is within what is returned.
double core_middle(const core_place* p, double middle[3]);

typedef enum core_state {
    CORE_IS_FAR,  // all of the model is certainly farther than length
    CORE_IS_PLACED,
    CORE_IS_LARGE,  // beyond what floats hold: all triangles must be asked
} core_state;

// Place a point of the world whose coordinates err by error. length: how far about it is looked, in the world.
core_state core_place_point(core* out, const core_place* p, const double x[3], double error,
                            double length);
// A box in the world: centre + sum of x[i] axis[i], |x[i]| <= half[i], of axes that are orthonormal within 2^-40.
core_state core_place_box(core* out, const core_place* p, const double centre[3],
                          const double axis[3][3], const double half[3], double length);

// ---------------------------------------------------------------------------------------------------- walk

typedef struct core_walk core_walk;
// Up to eight triangles: certain: those that certainly are in contact; open: those of which floats do not tell. lo, hi: each is
// at least and at most so far from the core, in units; hi is infinite but of a point. Returns 0 if the walk must end.
typedef int core_look(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                      const float lo[8], const float hi[8]);

struct core_walk {
    search* s;
    const core_place* place;
    core core;
    float hi;  // in units: what is farther is left out. Of a search for the nearest, look lowers it
    float inner;  // in units: what is nearer is in contact; 0: nothing is certain
    int is_nearest;  // what is nearest comes first; of a ray, what it meets first: hi is a length along it then
    int is_first;  // one contact is enough
    float
        floor;  // of a walk that was stopped: what it did not look at is at least so far, in units
    core_look* look;
    void* user;
};

// Walk a tree that has nodes. Counts, and asks whether it may go on. The same in every form.
typedef void core_walk_kernel(core_walk* w);
core_walk_kernel ISA(core_walk);

#endif

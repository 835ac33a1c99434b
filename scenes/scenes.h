// scenes.h - models and motions made by formula, for tests, benchmarks, samples and docs alike.
//
// Every scene has the same bits on every machine: only + - * / and sqrt of doubles, integers, and
// sine and cosine of our own (angle.h). So a hash of a scene may be written into a test. This needs
// the default rounding mode while a scene is made.
//
// Lengths are in any unit (threads: millimetres). Closed surfaces are watertight in their indices (each
// directed edge has its opposite exactly once) and turn their triangles counter-clockwise to the
// outside. Each function fills a mesh that mesh_free releases, or leaves it untouched on failure.
#ifndef ABUT_SCENES_H
#define ABUT_SCENES_H
#include "mesh/mesh.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum scene_status {
    SCENE_OK = 0,
    SCENE_OUT_OF_MEMORY,
    SCENE_TOO_LARGE,     // more than 2^32 - 2 vertices or 2^31 - 1 triangles
    SCENE_BAD_VALUE,     // out of range, or values that do not fit together
    SCENE_UNKNOWN_NAME,  // no such scene, or no such key
    SCENE_WRONG_SORT,    // a motion where a model was asked for, or the like
} scene_status;

// ------------------------------------------------------------------------------------ round things

// A torus around the z axis: 2 * rings * sides triangles. radius: of the circle in the tube's middle.
// At least 3 rings and 3 sides; 0 < tube < radius.
scene_status torus_make(uint32_t rings, uint32_t sides, double radius, double tube, mesh* out);
// Choose rings and sides for about so many triangles: rings = 2 * sides, at least 3. This gives the
// tori of the DOP-tree paper exactly (12544, 53824 and 73984 triangles).
void torus_divide(uint64_t triangles, uint32_t* rings, uint32_t* sides);

// A sphere of meridians and parallels, poles on the z axis: 2 * slices * (stacks - 1) triangles.
// At least 2 stacks and 3 slices. (The paper's 22952 and 97032: 152 x 76 and 312 x 156.)
scene_status sphere_make(uint32_t stacks, uint32_t slices, double radius, mesh* out);

// An icosahedron whose triangles are split in four, level times: 20 * 4^level triangles; level <= 12.
scene_status icosphere_make(uint32_t level, double radius, mesh* out);

// A closed cylinder around the z axis, of radius 1 from z = -1 to 1, of about so many triangles: lids are fans. At least
// 16 of them.
scene_status cylinder_make(uint32_t triangles, mesh* out);

// ------------------------------------------------------------------------------------------ blocks

// A box around the origin whose faces are grids: 12 * segments^2 triangles, coordinates up to exactly
// half of size.
scene_status box_make(const double size[3], uint32_t segments, mesh* out);

typedef struct bricks_shape {
    uint32_t nx, ny, nz;  // bricks in the layer
    uint32_t size;        // edge of a brick, in steps of the grid
    uint32_t shift;       // layer b is displaced by so many steps along x and along y
    double grid;          // length of a step
    int layer;            // 0: a, from z = 0 up; 1: b, which stands on a
} bricks_shape;
// One of two layers of separate bricks, 12 triangles each, that touch their neighbours and the other
// layer. Every coordinate is an integer times grid, rounded once: planes that should coincide have equal
// bits, also for a grid of 0.1, which no double is.
scene_status bricks_make(const bricks_shape* shape, mesh* out);

// ----------------------------------------------------------------------------------------- threads

// Bolt and nut have a right-handed ISO metric thread (profile of ISO 68-1) around the z axis, with
// equal phase: made for one diameter, pitch and number of segments, the nut sits on the middle of the
// bolt without touching it, if clearance is above 0. Towards its ends the thread fades out over half a
// pitch, to the minor diameter (bolt) or the major one (nut). 0 in a field other than clearance and
// flat_root means the value in brackets.
typedef struct bolt_shape {
    double diameter;    // major diameter of the basic profile (10)
    double pitch;       // (the coarse pitch of ISO 261; of other diameters, 0.15 of it)
    double length;      // of the thread, from z = -length / 2 to z = length / 2 (3 diameters)
    double head;        // height of the hexagonal head, which follows (0.64 diameters, as ISO 4017)
    double flats;       // its width across flats (1.6 diameters, as ISO 4017 for M10)
    double clearance;   // how much smaller all diameters of the thread are than the basic ones: the
                        // fundamental deviation of ISO 965
    uint32_t segments;  // per turn (48)
    int flat_root;  // 0: root rounded with H/6, down to d3; 1: flat, at the basic minor diameter
} bolt_shape;
// length at least 2 pitches; flats at least 1.2 diameters; pitch at most 0.4 diameters; clearance from
// 0 to a quarter of the pitch; 12 or more segments.
scene_status bolt_make(const bolt_shape* shape, mesh* out);

typedef struct nut_shape {
    double diameter, pitch, flats;  // as the bolt's
    double height;                  // from z = -height / 2 to z = height / 2 (0.8 diameters)
    uint32_t segments;
} nut_shape;
// height at least 2 pitches; otherwise as bolt_make.
scene_status nut_make(const nut_shape* shape, mesh* out);

// ------------------------------------------------------------------------------------ random things

// Triangles in and about the unit cube: each has a random centre in it, and its vertices in a cube of
// edge size around that.
scene_status soup_make(uint32_t count, double size, uint64_t seed, mesh* out);
// Tetrahedra, placed likewise: 4 triangles each.
scene_status tetra_make(uint32_t count, double size, uint64_t seed, mesh* out);
// Closed pipes along random coordinate axes, centres in the unit cube, between half of length and
// length long: 4 * sides - 4 triangles each, those along the pipe as long as it.
scene_status pipes_make(uint32_t count, uint32_t sides, double length, double radius, uint64_t seed,
                        mesh* out);

// ----------------------------------------------------------------------------------------- machines

// Of about so many triangles, lengths about 1: stand-ins for the models of Zachmann 1998, figure 2.
scene_status door_make(uint32_t triangles,
                       mesh* out);  // the skin of a car door, with a window; open; 100 or more
scene_status lock_make(uint32_t triangles,
                       mesh* out);  // the lock of a car door, open; closed parts; 8000 or more
scene_status car_make(uint32_t triangles,
                      mesh* out);  // a skin with seats in it; closed parts; 1000 or more

// One of two combs of so many teeth, triangles, each of which is beside each tooth of the other, at a distance of 0 to a
// quarter along y. Exact: with 0 each tooth touches each.
scene_status combs_make(uint32_t teeth, double gap, int is_b, mesh* out);

// A plant of so many objects, each a group of the mesh: racks, pipes along them, and two supports under each pipe. A
// support touches its rack and its pipe, in whole faces, and nothing else touches. The first supports of so many pipes,
// spread evenly, are too tall: by turns they end a sixteenth within the pipe, or go through it. All coordinates are
// sixteenths. count from 1; clashes at most the number of first supports.
scene_status plant_make(uint32_t count, uint32_t clashes, mesh* out);
typedef struct plant_pairs {
    uint64_t touch, cross;           // pairs of objects
    uint64_t pipes, first_supports;  // objects
} plant_pairs;
void plant_count(uint32_t count, uint32_t clashes, plant_pairs* out);

// A mechanism, each part a group of the mesh: a plate; twelve gears, about the z axis each, which its frames put in a row on
// the plate; a cap on each gear, a slider and a post on the plate. So 26 pairs touch in every frame, in planes across the z
// axis. In frame i of n the slider has gone min(i, n - 1 - i) sixteenths towards the post, which is 64 away: it touches it,
// then overlaps it by as much as it goes on. Nothing else is in contact. teeth: of each gear, 6 to 1000.
enum { MECHANISM_PARTS = 27 };
scene_status mechanism_make(uint32_t teeth, mesh* out);
// Write the frames, as "abut clash --frames" reads them. Returns 0 if the stream failed.
int mechanism_write_frames(uint32_t count, FILE* out);

// Scale the axes of a mesh, then move it.
void mesh_place(mesh* m, double sx, double sy, double sz, double x, double y, double z);
// Add a mesh to another, and empty it. On failure both are as they were.
scene_status mesh_join(mesh* to, mesh* part);
// ------------------------------------------------------------------------------------------ moulds

typedef enum mould_shape { MOULD_TRAY, MOULD_BOTTLE } mould_shape;
#define MOULD_FINEST 0.1
// The upper side of a mould of 120 by 80, mm, with its parting plane at z = 0: an open surface, which three axes can mill.
// fine: how close its vertices are where it is round; elsewhere they are 8 times as far apart. From MOULD_FINEST to 10.
scene_status mould_make(mould_shape shape, double fine, mesh* out);

// ----------------------------------------------------------------------------------------- motions

typedef struct scene_frame {  // of two bodies: world = rotation * point + position
    double position[2][3];
    double rotation[2][3][3];  // row-major
} scene_frame;

typedef struct motion {
    scene_frame* frames;
    size_t frame_count;
} motion;
void motion_free(motion* m);  // a zeroed motion is fine; leaves it zeroed

// Write one frame a line: position (3) and rotation (9) of body 1, then of body 2, with 17 significant
// digits. Returns 0 if the stream failed.
int motion_write(const motion* m, FILE* stream);

// The turn of Zachmann's benchmark (Rapid collision detection by dynamically aligned DOP-trees, 1998,
// section 5): body 1 rests at the origin, body 2 stands at (distance, 0, 0) and makes a full turn about
// its own z axis, frame i being i / steps of a turn. Both bodies are meant to be one mesh that went
// through mesh_fit_cube with side 2, so that distance is between the centres of their bounding boxes.
scene_status turn_make(double distance, uint32_t steps, motion* out);

typedef struct billiard_rules {
    uint32_t steps;
    double step;    // length of a step, in halves of the diagonal of the box around b
    double turn;    // most degrees that b turns in a step, up to 180
    double stir;    // how much a step may differ from the one before it, 0 to 1
    uint64_t seed;  // of the random numbers
    double inward;  // how much narrower the room is, in halves of that diagonal, 0 to 1
} billiard_rules;
// A billiard path (Klosowski 1998, chapter 2): a rests in place, b begins at a random place where it does not touch a,
// and flies on step by step, each a little different from the one before. A step after which it touches a is in the
// path; then b goes back to where it was, and on from there in the other direction. The centre of the box
// around b stays in the box around a, made wider by half the diagonal of the box around b on all sides, less inward:
// its walls mirror the steps. SCENE_BAD_VALUE also if a or b is empty, b is a point, or no free place is found.
scene_status billiard_make(const billiard_rules* rules, const mesh* a, const mesh* b, motion* out);

// Scale and move a mesh so that the longest side of its bounding box becomes side, and the centre of the
// box the origin (both but for rounding). SCENE_BAD_VALUE, with the mesh untouched, if it has no extent.
scene_status mesh_fit_cube(mesh* m, double side);

// ------------------------------------------------------------------------------------ scenes by name

typedef enum scene_key_kind {
    SCENE_INTEGER,
    SCENE_REAL,
    SCENE_CHOICE,  // a word of choices; its value is its place there
} scene_key_kind;

typedef struct scene_key {
    const char* name;
    scene_key_kind kind;
    double fallback, least, most;  // value if not given; range of values, ends included
    const char* choices;           // "a b"; NULL unless SCENE_CHOICE
    const char* help;              // with the unit
} scene_key;

enum { SCENE_MOST_KEYS = 8 };

typedef struct scene_values {  // parallel to the keys of a scene
    double value[SCENE_MOST_KEYS];
    unsigned char given[SCENE_MOST_KEYS];
} scene_values;

// Exactly one of make, move and fly is set: a model, a motion, or a motion of one model among another.
typedef struct scene_info {
    const char* name;
    const char* summary;
    const char* rules;  // what the values must fulfil together; NULL if nothing
    const scene_key* keys;
    size_t key_count;
    scene_status (*make)(const scene_values* values, mesh* out);
    scene_status (*move)(const scene_values* values, motion* out);
    scene_status (*fly)(const scene_values* values, const mesh* a, const mesh* b, motion* out);
    // Of a model that moves: its frames are written instead. NULL: it does not. Returns 0 if the stream failed.
    int (*write_frames)(const scene_values* values, FILE* out);
} scene_info;

// All scenes, in a fixed order.
const scene_info* scene_list(size_t* count);
// The scene of that name, or NULL.
const scene_info* scene_find(const char* name);

typedef struct scene_arguments {
    const char* name;
    const char* const* settings;  // "key=value" each; decimal numbers, whatever the locale
    size_t setting_count;
} scene_arguments;

typedef struct scene_error {
    scene_status status;
    char text[480];  // one line that says what is wrong and what would be right
} scene_error;

// Make a model or a motion by name. error may be NULL.
scene_status scene_make(const scene_arguments* arguments, mesh* out, scene_error* error);
scene_status scene_move(const scene_arguments* arguments, motion* out, scene_error* error);
// Write the frames of a model by name, which must have some.
scene_status scene_write_frames(const scene_arguments* arguments, FILE* out, scene_error* error);
// The same for a motion of model b among model a.
scene_status scene_fly(const scene_arguments* arguments, const mesh* a, const mesh* b, motion* out,
                       scene_error* error);

#endif

// volume.h - what a tree needs to know of a kind of volume, whatever it is. Nothing here is called
// while two trees are walked: that is compiled for each kind (methods/walk/walk_body.inl).
//
// A volume stands in a node as plain memory of a fixed size. It is the real point set that its stored
// numbers describe, in the coordinates of the model's frame (soup/frame.h), and holds every vertex of
// the node's triangles, rounding included.
#ifndef ABUT_METHODS_BOUND_VOLUME_H
#define ABUT_METHODS_BOUND_VOLUME_H
#include "geom/vector.h"

#include "abut/methods.h"

#include <stdatomic.h>

// Triangles order[0 .. count - 1] of a mesh whose vertices lie in [-1, 1]^3 (frame.h).
typedef struct triangle_set {
    const double* points;
    const uint32_t* triangles;
    const uint32_t* order;
    size_t count;
} triangle_set;

typedef struct volume_options {
    unsigned fits;         // ABUT_FIT_*; for kinds that choose among axes
    double widen;          // every volume grows by so much in every direction; at least 0
    abut_volumes volumes;  // hybrid: which of both are tested
    double sphere_ratio;   // of both: from where on a level's boxes are tested; above 0
    // For kinds that are k-DOPs: of each triangle, what kdop_measure found; NULL: fits look at the points.
    const double* offsets;
    // Where a fit stores the abut_status of its failure, from any thread; NULL: nowhere. The volume is
    // sound all the same. Only hull fits can fail.
    atomic_int* failure;
} volume_options;

#define VOLUME_DIRECTIONS_MAX 13
#define VOLUME_BYTES_MAX      256
#define VOLUME_EXTRA_MAX      192

typedef struct range3 {  // an axis-parallel box
    double low[3], high[3];
} range3;

struct kdop_set;  // kdop.h

typedef struct volume_class {
    size_t size;                 // bytes: a multiple of 4, of 8 if it holds doubles
    const struct kdop_set* dop;  // the directions of a k-DOP; NULL: another kind
    // Fit a volume about a set that is not empty. parent: the parent's volume, or NULL.
    // The same result on every machine and thread.
    void (*fit)(void* out, const triangle_set* set, const volume_options* options,
                const void* parent);
    // Fit a volume about the part of a set that lies in a cell, which may be empty. NULL: the kind has
    // no such fit.
    void (*fit_part)(void* out, const triangle_set* set, const range3* cell,
                     const volume_options* options);
    // Called with all volumes of a level, count ones at a distance of stride bytes, when they are
    // fitted. NULL: the kind compares no volumes.
    void (*finish_level)(void* first, size_t stride, size_t count, const volume_options* options);
    // List directions across which a node can be cut, the longest side first; unit vectors, nearly.
    // all: every direction of the kind, else three. Returns how many.
    int (*directions)(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3]);
    double (*content)(const void* volume);    // the volume as a number, rounded; 0 if it is flat
    double (*half_area)(const void* volume);  // half the surface, or a measure that grows with it
    // A bound on how far the stored numbers are from an ideal volume of the kind; NULL: 0.
    double (*defect)(const void* volume);
    // Numbers that are kept beside the node, in the tree's extra array: list them, at most
    // VOLUME_EXTRA_MAX, and return how many. Then place_extra tells a volume where its own begin. NULL:
    // the kind has none. Called when the tree is built, from any thread.
    size_t (*extra)(const void* volume, float out[VOLUME_EXTRA_MAX]);
    void (*place_extra)(void* volume, size_t first, size_t count);
    // Tell what place_extra told. NULL: the kind has none.
    void (*find_extra)(const void* volume, size_t* first, size_t* count);
    // For tests, without slack: whether a point of the frame is inside.
    int (*holds)(const void* volume, const long double point[3]);
    // For tests: a claim about the numbers themselves that is broken, or NULL.
    const char* (*check)(const void* volume, double defect);
} volume_class;

// ------------------------------------------------------------------------------- measuring a set

// The smallest one about a set.
range3 range_of_set(const triangle_set* set);

// Half the surface of a box with these edge lengths.
static inline double half_area_of_box(const double edge[3])
{
    return edge[0] * edge[1] + edge[1] * edge[2] + edge[2] * edge[0];
}

// More than the rounding of all coordinates and extents of a model of size 1 (docs/proofs/boxes.md,
// "Boxes"). A slab is widened by half * VOLUME_INFLATION + VOLUME_SLACK.
#define VOLUME_INFLATION (1 + 0x1p-40)
#define VOLUME_SLACK     0x1p-44

#endif

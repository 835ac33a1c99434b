// walk.h - two of the engine's trees walked together.
#ifndef ABUT_ENGINE_WALK_WALK_H
#define ABUT_ENGINE_WALK_WALK_H
#include "base/simd_set.h"
#include "engine/box/whole.h"
#include "engine/tree/node.h"
#include "search/relative_pose.h"
#include "search/search.h"

typedef struct wide_side {
    const wide_tree* tree;
    relative_side side;
    // Of both, or neither: of a walk for contacts between poses that are what they say, which may be told by it that the
    // models are apart. NULL: none
    const whole_box* whole;
} wide_side;

// Search two trees, neither of them empty; s->mesh are their meshes. The outcome is in s; s->status may also
// be ABUT_OUT_OF_MEMORY. The same tests in the same order for every instruction set.
typedef void wide_walk_kernel(search* s, const wide_side* a, const wide_side* b);
wide_walk_kernel ISA(wide_walk);

// Many searches for one contact each, several of them under way at once: what one waits for, the others fill. Each makes the
// tests that wide_walk would make, in that order. Both trees of a search have nodes and leaves as they are used (node.h).
#ifndef WIDE_CROWD
#define WIDE_CROWD 8  // searches at once
#endif

typedef struct wide_asked {
    search* s;
    wide_side side[2];
} wide_asked;

typedef struct wide_crowd {
    void* user;
    void* room;  // WIDE_CROWD_BYTES, at a multiple of 64
    // Give slot a search that is to be made, which stays until it is done. Returns 0 if there are no more.
    int (*next)(void* user, size_t slot, wide_asked* out);
    // The search of slot is over.
    void (*done)(void* user, size_t slot);
} wide_crowd;
#define WIDE_CROWD_BYTES ((size_t)WIDE_CROWD * 16384)

typedef void wide_crowd_kernel(const wide_crowd* crowd);
wide_crowd_kernel ISA(wide_walk_crowd);

// The same as wide_walk for the nearest pair of triangles: s->near says what is known. Its list has all pairs that may be the nearest.
wide_walk_kernel ISA(wide_nearest);
// What it does with the rest of a long walk.
void ISA(wide_nearest_long)(void* rest);
// The same for the first pair that meets: s->near is of such a search (search/straight.h).
wide_walk_kernel ISA(wide_straight);
void ISA(wide_straight_long)(void* rest);
// The same for all pairs that are close: s->close is the question.
wide_walk_kernel ISA(wide_close);
// The same for a tree and itself, and all pairs that share more than neighbours do (search/self.h): both sides are one.
wide_walk_kernel ISA(wide_self);
// The same for two that move, in one interval of time (search/sweep.h): what may meet is kept.
wide_walk_kernel ISA(wide_sweep);
// What they do with the rest of a long walk, which is a walker of its own.
void ISA(wide_walk_long)(void* rest);
void ISA(wide_close_long)(void* rest);
void ISA(wide_self_long)(void* rest);

#endif

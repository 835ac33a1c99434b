// scalar.h - what walks of one pair of volumes at a time keep with a search, and the triangle stage that they and brute
// force end in.
#ifndef ABUT_METHODS_WALK_SCALAR_H
#define ABUT_METHODS_WALK_SCALAR_H
#include "base/base.h"
#include "methods/tree/tree.h"
#include "methods/walk/environment_front.h"
#include "search/search.h"

typedef struct placed_ball {  // a sphere about a placed triangle, the error of its points included
    double centre[3], radius;
} placed_ball;

typedef struct placed_range {  // of the coordinates of placed points
    double low[3], high[3];
} placed_range;

// A triangle of a leaf in its pose.
typedef struct placed_triangle {
    posed_triangle posed;
    corners reduced;
    placed_range range;
    placed_ball ball;  // if cull_spheres
} placed_triangle;

// The triangles of a leaf. One leaf meets several of the other side's, most of them soon after each
// other: so the leaves placed last are kept.
typedef struct placed_leaf {
    const uint32_t* ids;  // whose these are; NULL: nobody's
    size_t count;
    uint32_t first_id;
    placed_range all;  // of all triangles
    double error_max;  // of all triangles
    placed_triangle* triangles;
} placed_leaf;

#define LEAF_LINE  4                            // room for so many triangles at least
#define LEAF_LINES (TREE_LEAF_MAX / LEAF_LINE)  // a power of two

// Leaves of one side, each in a place that its address tells.
typedef struct placed_leaves {
    size_t line;  // room for so many triangles each: a power of two
    placed_leaf leaf[LEAF_LINES];
    placed_triangle triangles[TREE_LEAF_MAX];
} placed_leaves;

// What is asked beside what every search is asked.
typedef struct scalar_question {
    int cull_triangles;  // let ranges of coordinates decide; brute force, the oracle, does not
    int cull_spheres;    // and before them spheres about the triangles
    abut_descent descent;
    abut_traversal traversal;
    abut_intervals intervals;  // of k-DOPs
    int interval_count;        // 0: all
} scalar_question;

typedef struct scalar_search {
    search_wing wing;
    scalar_question asked;
    // Where walks begin, and what they leave; NULL: at the roots, and nothing.
    environment_front* front;

    placed_leaves leaves[2];  // of each side, those placed last

    // For kinds that place a volume of b once a query: as the walk of the kind keeps them, by node, and
    // the number of the query in which each was placed last.
    void* placed;
    uint32_t* stamps;
    size_t placed_bytes, stamp_capacity;
    uint32_t stamp;  // this query's
    // Where the last climbs to the farthest points of b ended; any numbers will do.
    uint32_t climbed[2 * VOLUME_DIRECTIONS_MAX];
} scalar_search;

// Make the part that belongs to a search, unless it has one: what is asked is the caller's to set after. s->host
// is set. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status scalar_open(search* s);
// Make it the same question as another's, for a member of a team.
abut_status scalar_share(search* to, const search* from);

static inline scalar_search* scalar_of(const search* s)
{
    ASSERT(s->wing);  // scalar_open was asked
    return (scalar_search*)(void*)s->wing;
}

// Make room for count placed volumes of size bytes each, none of them placed yet.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: nothing, once there is room.
abut_status scalar_place_none(search* s, size_t count, size_t size);

// Test all triangles a_ids x b_ids. Returns 0 if the search must end. An address is taken to hold the same
// ids as before in this search if their number and the first are the same.
int scalar_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                     size_t b_count);

// To be called where ids were overwritten at the same address.
void scalar_forget_leaves(search* s);

#endif

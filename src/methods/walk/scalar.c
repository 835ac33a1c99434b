// scalar.c - see scalar.h.
#include "methods/walk/scalar.h"

#include "base/base.h"
#include "base/host.h"

#include <math.h>
#include <string.h>

static void forget_leaves(placed_leaves* leaves, size_t line)
{
    leaves->line = line;
    for (size_t i = 0; i < LEAF_LINES; i++)
        leaves->leaf[i].ids = NULL;
}

static void begin(search_wing* wing)
{
    scalar_search* q = (scalar_search*)(void*)wing;
    forget_leaves(&q->leaves[0], LEAF_LINE);
    forget_leaves(&q->leaves[1], LEAF_LINE);
}

void scalar_forget_leaves(search* s)
{
    begin(s->wing);
}

static void release(search_wing* wing, const abut_host* host)
{
    scalar_search* q = (scalar_search*)(void*)wing;
    host_release(host, q->placed, q->placed_bytes, 1);
    host_release(host, q->stamps, q->stamp_capacity, sizeof *q->stamps);
    host_release(host, q, 1, sizeof *q);
}

abut_status scalar_open(search* s)
{
    if (s->wing) return ABUT_OK;
    scalar_search* q = host_allocate(s->host, 1, sizeof *q);
    if (!q) return ABUT_OUT_OF_MEMORY;
    memset(q, 0, sizeof *q);
    q->wing = (search_wing){begin, release};
    begin(&q->wing);
    s->wing = &q->wing;
    return ABUT_OK;
}

abut_status scalar_share(search* to, const search* from)
{
    if (to == from) return ABUT_OK;  // the first member, whose question others read meanwhile
    TRY(scalar_open(to));
    scalar_of(to)->asked = scalar_of(from)->asked;
    return ABUT_OK;
}

abut_status scalar_place_none(search* s, size_t count, size_t size)
{
    ASSERT(count && size);
    scalar_search* q = scalar_of(s);
    void *placed = q->placed, *stamps = q->stamps;
    if (count > SIZE_MAX / size) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(s->host, &placed, &q->placed_bytes, 0, count * size, 1));
    q->placed = placed;
    const size_t before = q->stamp_capacity;
    TRY(host_grow(s->host, &stamps, &q->stamp_capacity, 0, count, sizeof *q->stamps));
    q->stamps = stamps;
    // No query has the number 0.
    if (q->stamp_capacity != before || ++q->stamp == 0) {
        memset(q->stamps, 0, q->stamp_capacity * sizeof *q->stamps);
        q->stamp = 1;
    }
    return ABUT_OK;
}

static double squared_distance(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

// fmin and fmax are calls where the compiler must mind NaN.
static double smaller(double x, double y)
{
    return x < y ? x : y;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static placed_range range_of_triangle(const posed_triangle* t)
{
    placed_range range;
    for (int k = 0; k < 3; k++) {
        const double x = t->point[0][k], y = t->point[1][k], z = t->point[2][k];
        range.low[k] = smaller(smaller(x, y), z);
        range.high[k] = larger(larger(x, y), z);
    }
    return range;
}

// Whether the points' ranges prove two triangles apart: a gap larger than both errors. Half of the
// pairs in leaves that meet are; this costs a tenth of a full test. Where a point is infinite or NaN,
// the error is infinite: that proves nothing.
static int ranges_apart(const placed_range* a, const placed_range* b, double errors)
{
    double gap[3];
    for (int k = 0; k < 3; k++)
        gap[k] = larger(a->low[k] - b->high[k], b->low[k] - a->high[k]);
    return larger(larger(gap[0], gap[1]), gap[2]) > 1.01 * errors;
}

// The ball of a triangle by Ritter (Graphics Gems 1990): about its longest edge, grown for the third
// point. The radius is found last, so that how the centre was rounded does not matter.
static placed_ball ball_of_triangle(const posed_triangle* t)
{
    placed_ball ball = {{0, 0, 0}, 0};
    double longest = -1, squared = 0;
    int third = 0;
    for (int v = 0; v < 3; v++) {
        const double length = squared_distance(t->point[(v + 1) % 3], t->point[(v + 2) % 3]);
        if (length > longest) {
            longest = length;
            third = v;
        }
    }
    for (int k = 0; k < 3; k++)
        ball.centre[k] = t->point[(third + 1) % 3][k] / 2 + t->point[(third + 2) % 3][k] / 2;
    const double beyond = squared_distance(t->point[third], ball.centre);
    if (beyond > longest / 4) {
        const double distance = sqrt(beyond), move = (distance - sqrt(longest) / 2) / 2 / distance;
        for (int k = 0; k < 3; k++)
            ball.centre[k] += move * (t->point[third][k] - ball.centre[k]);
    }
    for (int v = 0; v < 3; v++) {
        const double length = squared_distance(t->point[v], ball.centre);
        if (length > squared) squared = length;
    }
    ball.radius = sqrt(squared) * (1 + 0x1p-46) + 1.75 * t->error + 0x1p-400;
    return ball;
}

// Whether the balls prove two triangles apart. 2^-400 in each radius is above the square root of all
// that underflows here. Points beyond the filter's range have an infinite error, so nothing overflows.
// NaN and infinity prove nothing.
static int balls_apart(const placed_ball* a, const placed_ball* b)
{
    const double reach = (a->radius + b->radius) * (1 + 0x1p-46);
    return squared_distance(a->centre, b->centre) > reach * reach;
}

static void place_leaf(placed_leaf* out, const search* s, int side, const uint32_t* ids,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        placed_triangle* t = &out->triangles[i];
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], ids[i], vertex);
        posed_triangle_place(&t->posed, &s->poses, side, vertex);
        t->reduced = soup_mesh_corners(s->mesh[side], ids[i]);
        t->range = range_of_triangle(&t->posed);
        if (scalar_of(s)->asked.cull_spheres) t->ball = ball_of_triangle(&t->posed);
    }
    out->all = out->triangles[0].range;
    out->error_max = out->triangles[0].posed.error;
    for (size_t i = 1; i < count; i++) {
        const placed_range* range = &out->triangles[i].range;
        for (int k = 0; k < 3; k++) {
            out->all.low[k] = smaller(out->all.low[k], range->low[k]);
            out->all.high[k] = larger(out->all.high[k], range->high[k]);
        }
        out->error_max = larger(out->error_max, out->triangles[i].posed.error);
    }
}

// Brute force asks for other triangles at the same place: their first tells.
static placed_leaf* find_leaf(search* s, int side, const uint32_t* ids, size_t count)
{
    ASSERT(count >= 1 && count <= TREE_LEAF_MAX);
    placed_leaves* leaves = &scalar_of(s)->leaves[side];
    size_t line = leaves->line;
    while (line < count)
        line *= 2;
    if (line != leaves->line) forget_leaves(leaves, line);
    const uint32_t mixed = (uint32_t)((uintptr_t)ids / sizeof *ids) * 0x9E3779B1u;
    const size_t place = (mixed >> 16) & (TREE_LEAF_MAX / line - 1);
    placed_leaf* leaf = &leaves->leaf[place];
    if (leaf->ids == ids && leaf->count == count && leaf->first_id == ids[0]) return leaf;
    leaf->triangles = leaves->triangles + place * line;
    place_leaf(leaf, s, side, ids, count);
    leaf->ids = ids;
    leaf->count = count;
    leaf->first_id = ids[0];
    return leaf;
}

static abut_kind test_pair(search* s, placed_triangle* a, placed_triangle* b)
{
    posed_pair pair;
    if (!a->posed.has_plane) posed_triangle_find_plane(&a->posed);
    if (!b->posed.has_plane) posed_triangle_find_plane(&b->posed);
    posed_pair_prepare(&pair, &s->poses, &a->posed, &b->posed);
    const abut_kind kind = tri_tri(&pair, &a->reduced, &b->reduced);
    s->work.exact_tests += (uint64_t)posed_pair_was_exact(&pair);
    return kind;
}

// Test one triangle of a and all of a leaf of b.
static int test_row(search* s, uint32_t a_id, placed_triangle* a, const uint32_t* b_ids,
                    const placed_leaf* b)
{
    const scalar_search* q = scalar_of(s);
    const double error = a->posed.error;
    const int is_beyond =
        q->asked.cull_triangles && PRUNE(ranges_apart(&a->range, &b->all, error + b->error_max));
    if (is_beyond && !s->considered && work_tests(&s->work) + b->count <= s->next_event) {
        s->work.triangle_tests += b->count;  // no event before the last of them
        return 1;
    }
    for (size_t k = 0; k < b->count; k++) {
        placed_triangle* other = &b->triangles[k];
        if (!search_may_test(s)) return 0;
        s->work.triangle_tests++;
        if (s->considered) s->considered(s->considered_user, a_id, b_ids[k]);
        if (is_beyond) continue;
        if (q->asked.cull_spheres && PRUNE(balls_apart(&a->ball, &other->ball))) continue;
        if (q->asked.cull_triangles &&
            PRUNE(ranges_apart(&a->range, &other->range, error + other->posed.error)))
            continue;
        const abut_kind kind = test_pair(s, a, other);
        if (kind != ABUT_KIND_APART) search_record(s, a_id, b_ids[k], kind);
    }
    return 1;
}

// At most TREE_LEAF_MAX of each side.
static int test_block(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                      size_t b_count)
{
    const placed_leaf *a = find_leaf(s, 0, a_ids, a_count), *b = find_leaf(s, 1, b_ids, b_count);
    for (size_t i = 0; i < a_count; i++) {
        if (!test_row(s, a_ids[i], &a->triangles[i], b_ids, b)) return 0;
    }
    return 1;
}

int scalar_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                     size_t b_count)
{
    for (size_t i = 0; i < a_count; i += TREE_LEAF_MAX) {
        const size_t a_left = a_count - i, a_size = a_left < TREE_LEAF_MAX ? a_left : TREE_LEAF_MAX;
        for (size_t k = 0; k < b_count; k += TREE_LEAF_MAX) {
            const size_t b_left = b_count - k;
            const size_t b_size = b_left < TREE_LEAF_MAX ? b_left : TREE_LEAF_MAX;
            if (!test_block(s, a_ids + i, a_size, b_ids + k, b_size)) return 0;
        }
    }
    return 1;
}

// search.c - limits, progress, and pairs of triangles.
#include "walk/search.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"

#include <math.h>
#include <string.h>

#define PROGRESS_TESTS 65536
#define PART_TESTS     4096  // after so many others are asked whether a part must be done still
#define TIMED_TESTS    64  // with a deadline the clock is looked at so often: every few microseconds

static void forget_leaves(placed_leaves* leaves, size_t line)
{
    leaves->line = line;
    for (size_t i = 0; i < LEAF_LINES; i++)
        leaves->leaf[i].ids = NULL;
}

void search_forget_leaves(search* s)
{
    forget_leaves(&s->leaves[0], LEAF_LINE);
    forget_leaves(&s->leaves[1], LEAF_LINE);
}

void search_begin(search* s)
{
    s->searches++;
    s->last_count = s->found_count;
    s->found_count = 0;
    s->is_sorted = 0;
    s->found_stop = s->limit;
    s->status = ABUT_OK;
    s->stopped = 0;
    s->volume_tests = s->triangle_tests = s->node_updates = s->exact_tests = 0;
    s->next_event = 0;
    s->next_progress = PROGRESS_TESTS;
    s->done = 0;
    search_forget_leaves(s);
}

void search_free(search* s, const abut_host* host)
{
    host_release(host, s->found, s->found_capacity, sizeof *s->found);
    host_release(host, s->stack, s->stack_bytes, 1);
    host_release(host, s->placed, s->placed_bytes, 1);
    host_release(host, s->stamps, s->stamp_capacity, sizeof *s->stamps);
    host_release(host, s->scratch, s->scratch_capacity, sizeof *s->scratch);
}

// Sort what was found and drop repetitions.
static abut_status sort_found(search* s)
{
    void* scratch = s->scratch;
    const abut_status status =
        host_grow(s->host, &scratch, &s->scratch_capacity, 0, s->found_count, sizeof *s->scratch);
    s->scratch = scratch;
    if (status != ABUT_OK) return status;
    sort_records(s->found, s->scratch, s->found_count);
    if (!s->may_repeat || !s->found_count) return ABUT_OK;
    size_t kept = 1;
    for (size_t i = 1; i < s->found_count; i++) {
        if (s->found[i].key != s->found[kept - 1].key) s->found[kept++] = s->found[i];
    }
    s->found_count = kept;
    return ABUT_OK;
}

// Whether as many pairs are found as were asked for. Sorting costs as much as finding, so where pairs
// repeat it is done only when enough have come since the last time; search_end drops the surplus.
static int limit_is_reached(search* s)
{
    if (!s->found_stop || s->found_count < s->found_stop) return 0;
    if (s->may_repeat) s->status = sort_found(s);
    if (s->status != ABUT_OK || s->found_count >= s->limit) return 1;
    const size_t missing = s->limit - s->found_count, half = s->found_count / 2;
    s->found_stop = s->found_count + (missing > half ? missing : half);
    return 0;
}

void search_end(search* s)
{
    if (s->status == ABUT_OK && !s->is_sorted) s->status = sort_found(s);
    if (s->status != ABUT_OK || !s->limit || s->found_count <= s->limit) return;
    s->found_count = s->limit;
    s->stopped = 1;
}

int search_ends(search* s)
{
    if (s->status == ABUT_OK && !limit_is_reached(s)) return 0;
    s->stopped = 1;
    return 1;
}

int search_clock_is_late(search* s)
{
    if (clock_now() + s->found_count * s->pair_time < s->stop_time) return 0;
    s->stopped = 1;
    return 1;
}

int search_event(search* s)
{
    ASSERT(!s->stopped);  // the search ended when it was told so
    if (s->status != ABUT_OK) return 0;
    const uint64_t tests = s->volume_tests + s->triangle_tests;
    if (limit_is_reached(s) || (s->budget && tests >= s->budget)) {
        s->stopped = 1;
        return 0;
    }
    if (s->best && atomic_load_explicit(s->best, memory_order_relaxed) < s->beaten_below) {
        s->stopped = 1;
        return 0;
    }
    // However short the time: so that who asks again comes to an end.
    if (tests && search_is_late(s)) return 0;
    if (tests >= s->next_progress) {
        s->next_progress = tests + PROGRESS_TESTS;
        s->status = host_progress(s->host, fmin(s->done, 1));
        if (s->status != ABUT_OK) return 0;
    }
    s->next_event = s->next_progress;
    if (s->budget && s->budget < s->next_event) s->next_event = s->budget;
    if (s->best && tests + PART_TESTS < s->next_event) s->next_event = tests + PART_TESTS;
    if (s->stop_time && tests + TIMED_TESTS < s->next_event) s->next_event = tests + TIMED_TESTS;
    return 1;
}

abut_status search_place_none(search* s, size_t count, size_t size)
{
    void *placed = s->placed, *stamps = s->stamps;
    if (count > SIZE_MAX / size) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(s->host, &placed, &s->placed_bytes, 0, count * size, 1));
    s->placed = placed;
    const size_t before = s->stamp_capacity;
    TRY(host_grow(s->host, &stamps, &s->stamp_capacity, 0, count, sizeof *s->stamps));
    s->stamps = stamps;
    // No query has the number 0.
    if (s->stamp_capacity != before || ++s->stamp == 0) {
        memset(s->stamps, 0, s->stamp_capacity * sizeof *s->stamps);
        s->stamp = 1;
    }
    return ABUT_OK;
}

// Make room for one more pair. Where pairs repeat, memory grows only if half of it holds different ones.
static abut_status reserve_pair(search* s)
{
    if (s->may_repeat && s->found_count == s->found_capacity) {
        TRY(sort_found(s));
        if (s->found_count < s->found_capacity / 2) return ABUT_OK;
    }
    void* found = s->found;
    const abut_status status = host_grow(s->host, &found, &s->found_capacity, s->found_count,
                                         s->found_count + 1, sizeof *s->found);
    s->found = found;
    return status;
}

int search_make_room(search* s)
{
    s->status = reserve_pair(s);
    if (s->status == ABUT_OK) return 1;
    s->next_event = 0;
    return 0;
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
        if (s->cull_spheres) t->ball = ball_of_triangle(&t->posed);
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
    placed_leaves* leaves = &s->leaves[side];
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
    s->exact_tests += (uint64_t)posed_pair_was_exact(&pair);
    return kind;
}

void search_place_pair(const search* s, uint32_t a, uint32_t b, placed_pair* out)
{
    const uint32_t id[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const double* vertex[3];
        soup_mesh_vertices(s->mesh[side], id[side], vertex);
        posed_triangle_place(&out->triangle[side], &s->poses, side, vertex);
        out->reduced[side] = soup_mesh_corners(s->mesh[side], id[side]);
    }
    posed_pair_prepare(&out->pair, &s->poses, &out->triangle[0], &out->triangle[1]);
}

// Test one triangle of a and all of a leaf of b.
static int test_row(search* s, uint32_t a_id, placed_triangle* a, const uint32_t* b_ids,
                    const placed_leaf* b)
{
    const double error = a->posed.error;
    const int is_beyond =
        s->cull_triangles && PRUNE(ranges_apart(&a->range, &b->all, error + b->error_max));
    if (is_beyond && s->volume_tests + s->triangle_tests + b->count <= s->next_event) {
        s->triangle_tests += b->count;  // no event before the last of them
        return 1;
    }
    for (size_t k = 0; k < b->count; k++) {
        placed_triangle* other = &b->triangles[k];
        if (!search_may_test(s)) return 0;
        s->triangle_tests++;
        if (is_beyond) continue;
        if (s->cull_spheres && PRUNE(balls_apart(&a->ball, &other->ball))) continue;
        if (s->cull_triangles &&
            PRUNE(ranges_apart(&a->range, &other->range, error + other->posed.error)))
            continue;
        const abut_kind kind = test_pair(s, a, other);
        if (kind != ABUT_APART) search_record(s, a_id, b_ids[k], kind);
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

int search_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
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

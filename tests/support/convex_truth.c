// convex_truth.c - see convex_truth.h.
#include "support/convex_truth.h"

#include <math.h>
#include <stdlib.h>

typedef mpq_t vector[3];

static void vector_init(vector v)
{
    for (int k = 0; k < 3; k++)
        mpq_init(v[k]);
}

static void vector_clear(vector v)
{
    for (int k = 0; k < 3; k++)
        mpq_clear(v[k]);
}

static void dot(mpq_t out, vector x, vector y)
{
    mpq_t product, sum;
    mpq_inits(product, sum, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, x[k], y[k]);
        mpq_add(sum, sum, product);
    }
    mpq_set(out, sum);
    mpq_clears(product, sum, NULL);
}

// Returns 0 if they are parallel.
static int cross(vector out, vector x, vector y)
{
    mpq_t left, right;
    int any = 0;
    mpq_inits(left, right, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_mul(left, x[(k + 1) % 3], y[(k + 2) % 3]);
        mpq_mul(right, x[(k + 2) % 3], y[(k + 1) % 3]);
        mpq_sub(out[k], left, right);
        any |= mpq_sgn(out[k]) != 0;
    }
    mpq_clears(left, right, NULL);
    return any;
}

static void difference(vector out, vector x, vector y)
{
    for (int k = 0; k < 3; k++)
        mpq_sub(out[k], x[k], y[k]);
}

// -------------------------------------------------------------------------------------------- cells

static void place(vector out, const double x[3], const affine* pose)
{
    mpq_t factor, entry;
    mpq_inits(factor, entry, NULL);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(out[k], pose->translation[k]);
        for (int i = 0; i < 3; i++) {
            mpq_set_d(factor, pose->matrix[k][i]);
            mpq_set_d(entry, x[i]);
            mpq_mul(factor, factor, entry);
            mpq_add(out[k], out[k], factor);
        }
    }
    mpq_clears(factor, entry, NULL);
}

static convex* next_cell(convex_set* s)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 8;
        s->cells = realloc(s->cells, s->room * sizeof *s->cells);
        if (!s->cells) abort();
    }
    convex* const c = &s->cells[s->count++];
    for (int i = 0; i < CONVEX_CORNERS; i++)
        vector_init(c->corner[i]);
    for (int i = 0; i < CONVEX_NORMALS; i++)
        vector_init(c->normal[i]);
    for (int i = 0; i < CONVEX_EDGES; i++)
        vector_init(c->edge[i]);
    return c;
}

void convex_add_box(convex_set* s, const double low[3], const double high[3], const affine* pose)
{
    convex* const c = next_cell(s);
    c->corner_count = 8;
    c->normal_count = c->edge_count = 3;
    for (int i = 0; i < 8; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = i >> k & 1 ? high[k] : low[k];
        place(c->corner[i], x, pose);
    }
    for (int k = 0; k < 3; k++)
        difference(c->edge[k], c->corner[1 << k], c->corner[0]);
    for (int k = 0; k < 3; k++)
        if (!cross(c->normal[k], c->edge[(k + 1) % 3], c->edge[(k + 2) % 3])) abort();
}

void convex_add_tetrahedron(convex_set* s, const double corner[4][3], const affine* pose)
{
    convex* const c = next_cell(s);
    c->corner_count = 4;
    c->normal_count = 0;
    c->edge_count = 0;
    for (int i = 0; i < 4; i++)
        place(c->corner[i], corner[i], pose);
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            difference(c->edge[c->edge_count++], c->corner[j], c->corner[i]);
    static const int faces[4][2] = {{0, 1}, {0, 2}, {1, 2}, {3, 4}};  // by two edges
    for (int i = 0; i < 4; i++)
        if (!cross(c->normal[c->normal_count++], c->edge[faces[i][0]], c->edge[faces[i][1]]))
            abort();
}

void convex_free(convex_set* s)
{
    for (size_t n = 0; n < s->count; n++) {
        convex* const c = &s->cells[n];
        for (int i = 0; i < CONVEX_CORNERS; i++)
            vector_clear(c->corner[i]);
        for (int i = 0; i < CONVEX_NORMALS; i++)
            vector_clear(c->normal[i]);
        for (int i = 0; i < CONVEX_EDGES; i++)
            vector_clear(c->edge[i]);
    }
    free(s->cells);
    *s = (convex_set){0};
}

// --------------------------------------------------------------------------------------------- axes

static void extent(mpq_t low, mpq_t high, convex* c, vector axis)
{
    mpq_t at;
    mpq_init(at);
    for (int i = 0; i < c->corner_count; i++) {
        dot(at, c->corner[i], axis);
        if (i == 0 || mpq_cmp(at, low) < 0) mpq_set(low, at);
        if (i == 0 || mpq_cmp(at, high) > 0) mpq_set(high, at);
    }
    mpq_clear(at);
}

// All axes that may separate them, one after the other. Returns 0 after the last.
static int next_axis(convex* a, convex* b, int* at, vector axis)
{
    const int normals = a->normal_count + b->normal_count;
    for (; *at < normals + a->edge_count * b->edge_count; ++*at) {
        const int i = *at;
        if (i >= normals) {
            const int edge = i - normals;
            if (!cross(axis, a->edge[edge / b->edge_count], b->edge[edge % b->edge_count]))
                continue;
        } else {
            vector* const n = i < a->normal_count ? &a->normal[i] : &b->normal[i - a->normal_count];
            for (int k = 0; k < 3; k++)
                mpq_set(axis[k], (*n)[k]);
        }
        ++*at;
        return 1;
    }
    return 0;
}

// How far b may go along an axis while it overlaps a: gap[0] < way < gap[1].
static void gaps(mpq_t gap[2], convex* a, convex* b, vector axis)
{
    mpq_t x[4];
    for (int i = 0; i < 4; i++)
        mpq_init(x[i]);
    extent(x[0], x[1], a, axis);
    extent(x[2], x[3], b, axis);
    mpq_sub(gap[0], x[0], x[3]);
    mpq_sub(gap[1], x[1], x[2]);
    for (int i = 0; i < 4; i++)
        mpq_clear(x[i]);
}

typedef struct interval {
    mpq_t from, to;  // open
} interval;

static void interval_init(interval* i)
{
    mpq_inits(i->from, i->to, NULL);
}

static void interval_clear(interval* i)
{
    mpq_clears(i->from, i->to, NULL);
}

// The s at which b, moved by s * direction, shares an inside with a. Returns 0 if there are none.
static int blocked_interval(interval* out, convex* a, convex* b, vector direction)
{
    vector axis;
    mpq_t gap[2], slope;
    int is_some = 1, is_bound = 0;
    vector_init(axis);
    mpq_inits(gap[0], gap[1], slope, NULL);
    for (int at = 0; is_some && next_axis(a, b, &at, axis);) {
        gaps(gap, a, b, axis);
        dot(slope, axis, direction);
        if (mpq_sgn(slope) == 0) {
            is_some = mpq_sgn(gap[0]) < 0 && mpq_sgn(gap[1]) > 0;
            continue;
        }
        for (int i = 0; i < 2; i++)
            mpq_div(gap[i], gap[i], slope);
        if (mpq_sgn(slope) < 0) mpq_swap(gap[0], gap[1]);
        if (!is_bound || mpq_cmp(gap[0], out->from) > 0) mpq_set(out->from, gap[0]);
        if (!is_bound || mpq_cmp(gap[1], out->to) < 0) mpq_set(out->to, gap[1]);
        is_bound = 1;
        is_some = mpq_cmp(out->from, out->to) < 0;
    }
    vector_clear(axis);
    mpq_clears(gap[0], gap[1], slope, NULL);
    return is_some;
}

// ------------------------------------------------------------------------------------------- answers

static void sweep(const interval* all, size_t count, mpq_t depth, mpq_t clear)
{
    mpq_t next;
    mpq_init(next);
    mpq_set_ui(depth, 0, 1);
    mpq_set_ui(clear, 0, 1);
    for (int is_blocked = 1; is_blocked;) {
        is_blocked = 0;
        mpq_set(next, depth);
        for (size_t i = 0; i < count; i++) {
            if (mpq_cmp(all[i].to, clear) > 0) mpq_set(clear, all[i].to);
            if (mpq_cmp(all[i].from, depth) >= 0 || mpq_cmp(all[i].to, depth) <= 0) continue;
            is_blocked = 1;
            if (mpq_cmp(all[i].to, next) > 0) mpq_set(next, all[i].to);
        }
        mpq_set(depth, next);
    }
    mpq_clear(next);
}

void convex_along(const convex_set* a, const convex_set* b, const double direction[3], mpq_t depth,
                  mpq_t clear)
{
    interval* const all = calloc(a->count * b->count + 1, sizeof *all);
    size_t count = 0;
    vector way;
    if (!all) abort();
    vector_init(way);
    for (int k = 0; k < 3; k++)
        mpq_set_d(way[k], direction[k]);
    for (size_t i = 0; i < a->count * b->count; i++) {
        interval_init(&all[count]);
        if (blocked_interval(&all[count], &a->cells[i / b->count], &b->cells[i % b->count], way))
            count++;
        else
            interval_clear(&all[count]);
    }
    sweep(all, count, depth, clear);
    for (size_t i = 0; i < count; i++)
        interval_clear(&all[i]);
    vector_clear(way);
    free(all);
}

int convex_blocked(const convex_set* a, const convex_set* b, const double translation[3])
{
    vector way;
    interval in;
    mpq_t one;
    int is_blocked = 0;
    vector_init(way);
    interval_init(&in);
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    int moves = 0;
    for (int k = 0; k < 3; k++) {
        mpq_set_d(way[k], translation[k]);
        moves |= mpq_sgn(way[k]) != 0;
    }
    for (size_t i = 0; !is_blocked && i < a->count * b->count; i++)
        is_blocked = blocked_interval(&in, &a->cells[i / b->count], &b->cells[i % b->count], way) &&
                     (!moves || (mpq_cmp(in.from, one) < 0 && mpq_cmp(in.to, one) > 0));
    vector_clear(way);
    interval_clear(&in);
    mpq_clear(one);
    return is_blocked;
}

void convex_least_square(convex* a, convex* b, mpq_t square)
{
    vector axis;
    mpq_t gap[2], length;
    int is_first = 1;
    vector_init(axis);
    mpq_inits(gap[0], gap[1], length, NULL);
    for (int at = 0; next_axis(a, b, &at, axis);) {
        gaps(gap, a, b, axis);
        if (mpq_sgn(gap[0]) >= 0 || mpq_sgn(gap[1]) <= 0) {
            mpq_set_ui(square, 0, 1);
            break;
        }
        dot(length, axis, axis);
        for (int i = 0; i < 2; i++) {
            mpq_mul(gap[i], gap[i], gap[i]);
            mpq_div(gap[i], gap[i], length);
            if (is_first || mpq_cmp(gap[i], square) < 0) mpq_set(square, gap[i]);
            is_first = 0;
        }
    }
    vector_clear(axis);
    mpq_clears(gap[0], gap[1], length, NULL);
}

// ------------------------------------------------------------------------------------------- volumes

typedef struct half_space {
    vector normal;
    mpq_t offset;  // normal . x - offset >= 0
} half_space;

static void add_tetrahedron(mpq_t sum, vector corner[4])
{
    vector edge[3], normal;
    mpq_t volume;
    mpq_init(volume);
    vector_init(normal);
    for (int i = 0; i < 3; i++) {
        vector_init(edge[i]);
        difference(edge[i], corner[i + 1], corner[0]);
    }
    cross(normal, edge[0], edge[1]);
    dot(volume, normal, edge[2]);
    mpq_abs(volume, volume);
    mpq_add(sum, sum, volume);
    for (int i = 0; i < 3; i++)
        vector_clear(edge[i]);
    vector_clear(normal);
    mpq_clear(volume);
}

// Cut a tetrahedron by the planes that are left, and add six volumes of what is within: an edge that passes the
// plane is cut in two, and so is the tetrahedron.
// NOLINTNEXTLINE(misc-no-recursion): as deep as there are planes
static void add_within(mpq_t sum, vector corner[4], half_space* planes, int count)
{
    if (count == 0) {
        add_tetrahedron(sum, corner);
        return;
    }
    mpq_t height[4];
    int in = -1, out = -1;
    for (int i = 0; i < 4; i++) {
        mpq_init(height[i]);
        dot(height[i], planes->normal, corner[i]);
        mpq_sub(height[i], height[i], planes->offset);
        if (mpq_sgn(height[i]) > 0) in = i;
        if (mpq_sgn(height[i]) < 0) out = i;
    }
    if (in >= 0 && out < 0) add_within(sum, corner, planes + 1, count - 1);
    if (in >= 0 && out >= 0) {
        vector middle, kept;
        vector_init(middle);
        vector_init(kept);
        mpq_sub(height[out], height[in], height[out]);
        mpq_div(height[in], height[in], height[out]);
        for (int k = 0; k < 3; k++) {
            mpq_sub(middle[k], corner[out][k], corner[in][k]);
            mpq_mul(middle[k], middle[k], height[in]);
            mpq_add(middle[k], middle[k], corner[in][k]);
        }
        const int ends[2] = {in, out};
        for (int e = 0; e < 2; e++) {
            for (int k = 0; k < 3; k++) {
                mpq_set(kept[k], corner[ends[e]][k]);
                mpq_set(corner[ends[e]][k], middle[k]);
            }
            add_within(sum, corner, planes, count);
            for (int k = 0; k < 3; k++)
                mpq_set(corner[ends[e]][k], kept[k]);
        }
        vector_clear(middle);
        vector_clear(kept);
    }
    for (int i = 0; i < 4; i++)
        mpq_clear(height[i]);
}

static int planes_of(half_space* out, convex* c)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    for (int i = 0; i < 2 * c->normal_count; i++) {
        vector_init(out[i].normal);
        mpq_init(out[i].offset);
        extent(low, high, c, c->normal[i / 2]);
        for (int k = 0; k < 3; k++) {
            mpq_set(out[i].normal[k], c->normal[i / 2][k]);
            if (i % 2) mpq_neg(out[i].normal[k], out[i].normal[k]);
        }
        mpq_set(out[i].offset, i % 2 ? high : low);
        if (i % 2) mpq_neg(out[i].offset, out[i].offset);
    }
    mpq_clears(low, high, NULL);
    return 2 * c->normal_count;
}

static void add_pair(mpq_t sum, convex* a, convex* b)
{
    static const int ways[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                   {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};  // of a box
    half_space planes[2 * CONVEX_NORMALS];
    const int count = planes_of(planes, b);
    vector corner[4];
    for (int i = 0; i < 4; i++)
        vector_init(corner[i]);
    for (int t = 0; t < (a->corner_count == 8 ? 6 : 1); t++) {
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                mpq_set(corner[i][k], a->corner[a->corner_count == 8 ? ways[t][i] : i][k]);
        add_within(sum, corner, planes, count);
    }
    for (int i = 0; i < 4; i++)
        vector_clear(corner[i]);
    for (int i = 0; i < count; i++) {
        vector_clear(planes[i].normal);
        mpq_clear(planes[i].offset);
    }
}

void convex_volume(const convex_set* a, const convex_set* b, mpq_t volume)
{
    interval in;
    vector still;
    vector_init(still);
    interval_init(&in);
    mpq_set_ui(volume, 0, 1);
    for (size_t i = 0; i < a->count * b->count; i++) {
        convex *x = &a->cells[i / b->count], *y = &b->cells[i % b->count];
        if (blocked_interval(&in, x, y, still)) add_pair(volume, x, y);
    }
    mpq_set_ui(in.from, 6, 1);
    mpq_div(volume, volume, in.from);
    vector_clear(still);
    interval_clear(&in);
}

// -------------------------------------------------------------------------------------------- doubles

static int compare(double x, const mpq_t truth, int is_square)
{
    mpq_t value;
    if (isinf(x)) return x > 0 ? 1 : -1;
    mpq_init(value);
    mpq_set_d(value, x);
    const int is_negative = mpq_sgn(value) < 0;
    if (is_square) mpq_mul(value, value, value);
    const int order = is_square && is_negative ? -1 : mpq_cmp(value, truth);
    mpq_clear(value);
    return order;
}

int convex_holds(double lo, double hi, const mpq_t truth, int is_square)
{
    if (isnan(lo) || isnan(hi)) return 0;
    return compare(lo, truth, is_square) <= 0 && compare(hi, truth, is_square) >= 0;
}

int convex_is_next(double lo, double hi, const mpq_t truth, int is_square)
{
    if (!convex_holds(lo, hi, truth, is_square)) return 0;
    if (compare(lo, truth, is_square) == 0 || compare(hi, truth, is_square) == 0) return !(lo < hi);
    return !(nextafter(lo, (double)INFINITY) < hi);
}

// convex.c - see convex.h. Any direction n tells a depth that is not too small: how far b has to go along it, D / |n|, where
// D is the greatest n.a less the least n.b. So directions may be tried that no face has, and none may be left out. Doubles leave few;
// these are compared as D^2 / n.n in integers.
#include "query/depths/convex.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "geom/vector.h"
#include "query/depths/convex_shape.h"

#include <math.h>
#include <string.h>

#define EDGES_MOST      ((size_t)1 << 25)
#define CANDIDATES_MOST ((size_t)1 << 16)
#define TRIES           128  // for a translation whose length is no more than hi

// Coordinates in doubles are scaled, so that all are below 1; each errs by 2^-48 at most.
#define VALUE_ERROR(length)     (0x1p-40 / (length) + 0x1p-44)
#define DIRECTION_ERROR(length) (0x1p-42 / (length) + 0x1p-50)
#define LENGTH_LEAST            0x1p-38  // of a direction about which anything is known
#define DOT_ERROR               0x1p-41  // of a direction and a corner

typedef struct candidate {
    double low;  // its value is not less
    int kind;    // a face of side 0, of side 1, or an edge of each
    int sign;
    uint32_t index[2];
} candidate;
enum { EDGE_PAIR = 2 };

// An edge, or a face, in doubles.
typedef struct arc {
    double along[3],
        end[2][3];  // unit: the edge, and the outward normals at both sides; b's are turned
    double error;   // of a product of two of these
} arc;

typedef struct convex_pair {
    const least_search* search;
    const abut_host* host;
    real_stack* stack;
    convex_shape shape[2];
    double (*place[2])[3];  // of corners
    double scale;
    int exponent;
    arc* arcs[2];
    candidate* list;
    size_t count, capacity;
    double most;  // no candidate above it matters
} convex_pair;

// ------------------------------------------------------------------------------------------ doubles

static const affine* pose_of(const convex_pair* c, int side)
{
    return &c->search->pair->pair.placed[side].pose;
}

static int is_late(const convex_pair* c)
{
    return c->search->stop_time && clock_now() >= c->search->stop_time;
}

// Relative to a's translation, scaled.
static void place_vertex(const convex_pair* c, int side, uint32_t vertex, double out[3])
{
    const affine *pose = pose_of(c, side), *a = pose_of(c, 0);
    const double* const v = c->shape[side].mesh->vertices + 3 * (size_t)vertex;
    for (int k = 0; k < 3; k++)
        out[k] = (dot3(pose->matrix[k], v) + (pose->translation[k] - a->translation[k])) * c->scale;
}

// The scale that makes all coordinates less than 1, and the sums on the way. Returns 0 where there is none.
static int find_scale(convex_pair* c)
{
    double most = 0;
    for (int side = 0; side < 2; side++) {
        const affine *pose = pose_of(c, side), *a = pose_of(c, 0);
        const soup_mesh* const m = c->shape[side].mesh;
        for (size_t i = 0; i < m->vertex_count; i++) {
            const double size = absolute_max3(m->vertices + 3 * i);
            for (int k = 0; k < 3; k++) {
                const double sum = absolute_sum3(pose->matrix[k]) * size +
                                   fabs(pose->translation[k] - a->translation[k]);
                if (!(sum < 0x1p500)) return 0;
                if (sum > most) most = sum;
            }
        }
    }
    if (!(most > 0x1p-500)) return 0;
    c->exponent = double_top(most) + 1;
    c->scale = double_scale(1, -c->exponent);
    return 1;
}

static void edge_in_doubles(const convex_pair* c, int side, uint32_t from, uint32_t to,
                            double out[3])
{
    double p[3], q[3];
    place_vertex(c, side, from, p);
    place_vertex(c, side, to, q);
    subtract3(out, q, p);
}

static void normal_in_doubles(const convex_pair* c, int side, uint32_t face, double out[3])
{
    const convex_shape* const s = &c->shape[side];
    const uint32_t* const v = s->mesh->triangles + 3 * (size_t)s->faces[face].triangle;
    double edge[2][3];
    edge_in_doubles(c, side, v[0], v[1], edge[0]);
    edge_in_doubles(c, side, v[0], v[2], edge[1]);
    cross3(out, edge[0], edge[1]);
}

static void direction_in_doubles(const convex_pair* c, const candidate* at, double out[3])
{
    if (at->kind != EDGE_PAIR) {
        normal_in_doubles(c, at->kind, at->index[0], out);
    } else {
        double edge[2][3];
        for (int side = 0; side < 2; side++) {
            const convex_edge* const e = &c->shape[side].edges[at->index[side]];
            edge_in_doubles(c, side, e->vertex[0], e->vertex[1], edge[side]);
        }
        cross3(out, edge[0], edge[1]);
    }
    for (int k = 0; k < 3; k++)
        out[k] *= at->sign;
}

// The greatest product with a corner, or the least.
static double support_of(const convex_pair* c, int side, const double n[3], int sign)
{
    double most = -(double)INFINITY;
    for (size_t i = 0; i < c->shape[side].corner_count; i++)
        most = double_larger(sign * dot3(n, c->place[side][i]), most);
    return sign * most;
}

static abut_status add_candidate(convex_pair* c, int kind, uint32_t x, uint32_t y)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        candidate now = {.kind = kind, .sign = sign, .index = {x, y}, .low = -1};
        double n[3];
        direction_in_doubles(c, &now, n);
        const double length = length3(n);
        if (length > LENGTH_LEAST) {
            const double value = (support_of(c, 0, n, 1) - support_of(c, 1, n, -1)) / length;
            const double error = VALUE_ERROR(length);
            now.low = value - error;
            if (value + error < c->most) c->most = value + error;
        }
        if (PRUNE(now.low > c->most)) continue;
        void* list = c->list;
        const abut_status status =
            host_grow(c->host, &list, &c->capacity, c->count, c->count + 1, sizeof *c->list);
        c->list = list;
        if (status != ABUT_OK) return status;
        c->list[c->count++] = now;
    }
    return ABUT_OK;
}

// What is above the least by now is dropped.
static void drop_candidates(convex_pair* c)
{
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (!PRUNE(c->list[i].low > c->most)) c->list[kept++] = c->list[i];
    c->count = kept;
}

// ---------------------------------------------------------------------------------------- edge pairs

static void make_arc(const convex_pair* c, int side, const convex_edge* e, arc* out)
{
    const affine* const pose = pose_of(c, side);
    const matrix3 m = {{{pose->matrix[0][0], pose->matrix[0][1], pose->matrix[0][2]},
                        {pose->matrix[1][0], pose->matrix[1][1], pose->matrix[1][2]},
                        {pose->matrix[2][0], pose->matrix[2][1], pose->matrix[2][2]}}};
    double across[3];
    cross3(across, m.row[0], m.row[1]);
    const int is_mirrored = dot3(across, m.row[2]) < 0;
    edge_in_doubles(c, side, e->vertex[0], e->vertex[1], out->along);
    double least = length3(out->along);
    int is_known = normalise3(out->along);
    for (int i = 0; i < 2; i++) {
        int sign = c->shape[side].faces[e->face[i]].sign;
        if (is_mirrored) sign = -sign;
        if (side) sign = -sign;
        normal_in_doubles(c, side, e->face[i], out->end[i]);
        const double length = length3(out->end[i]);
        if (length < least) least = length;
        is_known &= normalise3(out->end[i]);
        for (int k = 0; k < 3; k++)
            out->end[i][k] *= sign;
    }
    out->error = is_known && least > LENGTH_LEAST ? DIRECTION_ERROR(least) : 4;
}

// Whether both are certainly on one side.
static inline int are_beside(double x, double y, double error)
{
    return (x > error && y > error) || (x < -error && y < -error);
}

// Whether an edge of each makes no face, certainly: the arcs of their normals do not cross.
static inline int arcs_miss(const arc* a, const arc* b)
{
    const double error = a->error + b->error;
    if (are_beside(dot3(b->along, a->end[0]), dot3(b->along, a->end[1]), error)) return 1;
    return are_beside(dot3(a->along, b->end[0]), dot3(a->along, b->end[1]), error);
}

static abut_status make_arcs(convex_pair* c)
{
    for (int side = 0; side < 2; side++) {
        const convex_shape* const s = &c->shape[side];
        c->arcs[side] = host_allocate(c->host, s->edge_count, sizeof *c->arcs[side]);
        if (!c->arcs[side]) return ABUT_OUT_OF_MEMORY;
        for (size_t i = 0; i < s->edge_count; i++)
            make_arc(c, side, &s->edges[i], &c->arcs[side][i]);
    }
    return ABUT_OK;
}

static abut_status add_edge_pairs(convex_pair* c)
{
    TRY(make_arcs(c));
    for (size_t i = 0; i < c->shape[0].edge_count; i++) {
        for (size_t k = 0; k < c->shape[1].edge_count; k++)
            if (!PRUNE(arcs_miss(&c->arcs[0][i], &c->arcs[1][k])))
                TRY(add_candidate(c, EDGE_PAIR, (uint32_t)i, (uint32_t)k));
        if (c->count > CANDIDATES_MOST) drop_candidates(c);
        TRY(host_progress(c->host, 0));
        if (is_late(c)) break;
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------ integers

// D, n and n.n of a candidate.
typedef struct exact_value {
    real depth, square;
    real3 normal;
} exact_value;

// Relative to a's translation.
static real3 exact_vertex_of(const convex_pair* c, int side, uint32_t vertex)
{
    real_stack* const s = c->stack;
    const affine *pose = pose_of(c, side), *a = pose_of(c, 0);
    const double* const v = c->shape[side].mesh->vertices + 3 * (size_t)vertex;
    const size_t mark = real_mark(s);
    real3 out;
    for (int k = 0; k < 3; k++) {
        out.x[k] =
            real_subtract(s, real_of(s, pose->translation[k]), real_of(s, a->translation[k]));
        for (int i = 0; i < 3; i++)
            out.x[k] = real_add(s, out.x[k],
                                real_multiply(s, real_of(s, pose->matrix[k][i]), real_of(s, v[i])));
    }
    return real3_keep(s, mark, out);
}

static real3 exact_edge(const convex_pair* c, int side, uint32_t from, uint32_t to)
{
    return real3_subtract(c->stack, exact_vertex_of(c, side, to), exact_vertex_of(c, side, from));
}

static real3 exact_direction(const convex_pair* c, const candidate* at)
{
    real3 edge[2];
    if (at->kind != EDGE_PAIR) {
        const convex_shape* const s = &c->shape[at->kind];
        const uint32_t* const v = s->mesh->triangles + 3 * (size_t)s->faces[at->index[0]].triangle;
        edge[0] = exact_edge(c, at->kind, v[0], v[1]);
        edge[1] = exact_edge(c, at->kind, v[0], v[2]);
    } else {
        for (int side = 0; side < 2; side++) {
            const convex_edge* const e = &c->shape[side].edges[at->index[side]];
            edge[side] = exact_edge(c, side, e->vertex[0], e->vertex[1]);
        }
    }
    return at->sign > 0 ? real3_cross(c->stack, edge[0], edge[1])
                        : real3_cross(c->stack, edge[1], edge[0]);
}

static real exact_support(const convex_pair* c, int side, real3 normal, const double about[3],
                          int sign)
{
    real_stack* const s = c->stack;
    const double most = sign * support_of(c, side, about, sign);
    real best = {0, 0, NULL};
    int is_found = 0;
    for (size_t i = 0; i < c->shape[side].corner_count; i++) {
        if (PRUNE(sign * dot3(about, c->place[side][i]) < most - 2 * DOT_ERROR)) continue;
        const real now = real3_dot(s, normal, exact_vertex_of(c, side, c->shape[side].corners[i]));
        if (!is_found || real_compare(s, now, best) == sign) best = now;
        is_found = 1;
    }
    return best;
}

// In doubles, of a length between 1 and 4: edges that are all but parallel have a direction that only integers know.
static void direction_of_exact(real3 n, double out[3])
{
    const int top = real3_top(n);
    for (int k = 0; k < 3; k++)
        out[k] = real_about(real_scale(n.x[k], 1 - top));
}

// Returns 0 for a direction of length 0.
static int evaluate(const convex_pair* c, const candidate* at, exact_value* out)
{
    real_stack* const s = c->stack;
    double about[3];
    out->normal = exact_direction(c, at);
    if (real3_is_zero(out->normal)) return 0;
    direction_of_exact(out->normal, about);
    out->square = real3_dot(s, out->normal, out->normal);
    out->depth = real_subtract(s, exact_support(c, 0, out->normal, about, 1),
                               exact_support(c, 1, out->normal, about, -1));
    return 1;
}

// Whether one is less than another: depths are positive, for the solids overlap.
static int is_less(const convex_pair* c, const exact_value* x, const exact_value* y)
{
    real_stack* const s = c->stack;
    const size_t mark = real_mark(s);
    const real left = real_multiply(s, real_multiply(s, x->depth, x->depth), y->square),
               right = real_multiply(s, real_multiply(s, y->depth, y->depth), x->square);
    const int sign = real_compare(s, left, right);
    real_release(s, mark);
    return sign < 0;
}

// The index of the least; count: there is none, or no time for it.
static size_t find_least(const convex_pair* c, abut_status* status)
{
    real_stack* const s = c->stack;
    size_t best_index = c->count;
    for (size_t i = 0; i < c->count; i++) {
        exact_value now, best = {.depth = {0, 0, NULL}};
        real_release(s, 0);
        *status = host_progress(c->host, 0);
        if (*status != ABUT_OK || is_late(c)) return c->count;
        if (!evaluate(c, &c->list[i], &now)) continue;
        if (best_index < c->count) (void)evaluate(c, &c->list[best_index], &best);
        if (best_index == c->count || is_less(c, &now, &best)) best_index = i;
    }
    real_release(s, 0);
    return best_index;
}

// ------------------------------------------------------------------------------------------- answer

typedef struct root {  // sqrt(square / divisor)
    real_stack* stack;
    real square, divisor;
} root;

static int compare_root(const void* number, double x)
{
    const root* const r = number;
    const size_t mark = real_mark(r->stack);
    const real given = real_of(r->stack, x);
    const int sign =
        real_compare(r->stack, r->square,
                     real_multiply(r->stack, r->divisor, real_multiply(r->stack, given, given)));
    real_release(r->stack, mark);
    return sign;
}

static void enclose_root(real_stack* s, real square, real divisor, double* lo, double* hi)
{
    const root r = {s, square, divisor};
    double_enclose(compare_root, &r, real_root_about(square, divisor), lo, hi);
}

double vector_length_up(real_stack* s, const double x[3])
{
    const size_t mark = real_mark(s);
    real square = {0, 0, NULL};
    double lo, hi;
    for (int k = 0; k < 3; k++)
        square = real_add(s, square, real_multiply(s, real_of(s, x[k]), real_of(s, x[k])));
    if (!square.limbs) return 0;
    enclose_root(s, square, real_of(s, 1), &lo, &hi);
    real_release(s, mark);
    return hi;
}

// Whether a translation is beyond the face.
static int is_beyond(const convex_pair* c, const exact_value* v, const double shift[3])
{
    real_stack* const s = c->stack;
    const size_t mark = real_mark(s);
    real sum = {0, 0, NULL};
    for (int k = 0; k < 3; k++)
        sum = real_add(s, sum, real_multiply(s, v->normal.x[k], real_of(s, shift[k])));
    const int sign = real_compare(s, sum, v->depth);
    real_release(s, mark);
    return sign >= 0;
}

static double next_from_zero(double x)
{
    return double_from_bits(double_bits(x) + 1);
}

// A number from -1 to 1, and the next state.
static double spread(uint64_t* state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int32_t)(*state >> 32) * 0x1p-31;
}

// The least double along the longest axis that takes a translation beyond the face.
static void complete_shift(const convex_pair* c, const exact_value* v, int axis, double shift[3])
{
    real_stack* const s = c->stack;
    const size_t mark = real_mark(s);
    real rest = v->depth, by = v->normal.x[axis];
    for (int k = 0; k < 3; k++)
        if (k != axis)
            rest = real_subtract(s, rest, real_multiply(s, v->normal.x[k], real_of(s, shift[k])));
    if (real_sign(by) < 0) {
        by = real_negate(s, by);
        rest = real_negate(s, rest);
    }
    shift[axis] = real_quotient(s, rest, by);
    real_release(s, mark);
    if (!is_beyond(c, v, shift)) shift[axis] = next_from_zero(shift[axis]);
}

// A translation of doubles that frees b and is no longer than hi: the foot on the face is all but never one, and points
// beside it are hardly farther. Where none is found, the shortest, the length of which is the double above hi.
// Returns 0 where there is none, as among the least of all doubles.
static int find_shift(const convex_pair* c, const exact_value* v, double hi, double out[3])
{
    real_stack* const s = c->stack;
    double foot[3], best = (double)INFINITY;
    uint64_t state = 1;
    int axis = 0;
    for (int k = 0; k < 3; k++)
        foot[k] = real_quotient(s, real_multiply(s, v->depth, v->normal.x[k]), v->square);
    for (int k = 1; k < 3; k++)
        if (fabs(foot[k]) > fabs(foot[axis])) axis = k;
    for (int i = 0; i < TRIES && best > hi; i++) {
        double shift[3] = {foot[0], foot[1], foot[2]};
        for (int k = 0; i && k < 3; k++)
            if (k != axis) shift[k] += 0x1p-28 * spread(&state) * foot[axis];
        complete_shift(c, v, axis, shift);
        const double length =
            is_beyond(c, v, shift) ? vector_length_up(s, shift) : (double)INFINITY;
        if (!(length < best)) continue;
        best = length;
        memcpy(out, shift, sizeof shift);
    }
    return double_bits(best) <= double_bits(hi) + 1;
}

static abut_status search_candidates(convex_pair* c)
{
    abut_depth_least_answer* const out = c->search->out;
    abut_status status = ABUT_OK;
    exact_value v;
    double lo, hi, shift[3];
    for (int side = 0; side < 2; side++) {
        const convex_shape* const s = &c->shape[side];
        c->place[side] = host_allocate(c->host, s->corner_count, sizeof *c->place[side]);
        if (!c->place[side]) return ABUT_OUT_OF_MEMORY;
        for (size_t i = 0; i < s->corner_count; i++)
            place_vertex(c, side, s->corners[i], c->place[side][i]);
    }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < c->shape[side].face_count; i++)
            TRY(add_candidate(c, side, (uint32_t)i, 0));
    TRY(add_edge_pairs(c));
    drop_candidates(c);
    if (c->count > CANDIDATES_MOST) return ABUT_OK;
    const size_t least = find_least(c, &status);
    TRY(status);
    if (least == c->count || !evaluate(c, &c->list[least], &v) || real_sign(v.depth) <= 0)
        return ABUT_OK;
    enclose_root(c->stack, real_multiply(c->stack, v.depth, v.depth), v.square, &lo, &hi);
    if (!find_shift(c, &v, hi, shift)) return ABUT_OK;
    memcpy(out->translation, shift, sizeof shift);
    out->lo = lo;
    out->hi = hi;
    out->is_convex = out->complete = 1;
    return ABUT_OK;
}

static abut_status find(convex_pair* c)
{
    for (int side = 0; side < 2; side++) {
        TRY(convex_shape_find(&c->shape[side], c->search->pair->pair.solid[side], c->stack,
                              c->host));
        if (!c->shape[side].is_convex) return ABUT_OK;
    }
    if (c->shape[0].edge_count > EDGES_MOST / c->shape[1].edge_count || !find_scale(c))
        return ABUT_OK;
    return search_candidates(c);
}

abut_status convex_depth(least_search* s)
{
    convex_pair c = {.search = s, .host = &s->pair->pair.query->host, .most = (double)INFINITY};
    c.stack = host_allocate(c.host, 1, sizeof *c.stack);
    if (!c.stack) return ABUT_OUT_OF_MEMORY;
    c.stack->used = c.stack->peak = 0;
    const abut_status status = find(&c);
    for (int side = 0; side < 2; side++) {
        host_release(c.host, c.place[side], c.shape[side].corner_count, sizeof *c.place[side]);
        host_release(c.host, c.arcs[side], c.shape[side].edge_count, sizeof *c.arcs[side]);
        convex_shape_free(&c.shape[side], c.host);
    }
    host_release(c.host, c.list, c.capacity, sizeof *c.list);
    host_release(c.host, c.stack, 1, sizeof *c.stack);
    return status;
}

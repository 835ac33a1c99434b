// straight_corner.c - where two triangles first share a point that go straight: the features that meet there, and the point
// (straight.h). As geom/contact.c has it, but at a time that is a quotient.
#include "base/base.h"
#include "geom/straight.h"

#include <math.h>

// Corners in the world at that time, times its denominator.
typedef struct posed {
    real_stack* stack;
    real3 corner[2][3];
    const corners* of[2];
    const double* const* vertex;
} posed;

// Where a vertex is, times the denominator.
static real3 place(const straight_course* s, int side, const double v[3], const straight_time* t)
{
    real_stack* const stack = s->stack;
    real3 out, x;
    for (int k = 0; k < 3; k++)
        x.x[k] = real_of(stack, v[k]);
    for (int i = 0; i < 3; i++) {
        const double* const row = s->side[side].matrix[i];
        const real3 of_row = {
            {real_of(stack, row[0]), real_of(stack, row[1]), real_of(stack, row[2])}};
        const real at = real_add(stack, real3_dot(stack, of_row, x), s->place[side].x[i]);
        out.x[i] = real_add(stack, real_multiply(stack, at, t->denominator),
                            real_multiply(stack, s->go[side].x[i], t->numerator));
    }
    return out;
}

// ------------------------------------------------------------------------------------------------ features

// An edge by the names of its ends. A segment has one, which the lowest of its names names.
typedef struct edge {
    int is_there, from, to;
} edge;

static edge edge_of(const posed* p, int side, int number)
{
    const corners* const c = p->of[side];
    if (c->count == 3) return (edge){1, number, (number + 1) % 3};
    if (c->count == 1) return (edge){0, 0, 0};
    const int i = c->index[0], j = c->index[1];
    int name = (i + 1) % 3 == j ? i : j;
    if (i + j == 2 && !compare_vertices(p->vertex[3 * side], p->vertex[3 * side + 1])) name = 1;
    return (edge){name == number, i, j};
}

static int has_vertex(const posed* p, int side, int number)
{
    const corners* const c = p->of[side];
    for (int i = 0; i < c->count; i++)
        if (c->index[i] == number) return 1;
    return 0;
}

static real3 way_to(const posed* p, real3 from, real3 to)
{
    return real3_subtract(p->stack, to, from);
}

static int is_zero(real x)
{
    return !x.limbs;
}

static int on_open_edge(const posed* p, real3 x, int side, const edge* e)
{
    const real3 u = way_to(p, p->corner[side][e->from], p->corner[side][e->to]),
                w = way_to(p, p->corner[side][e->from], x);
    if (!real3_is_zero(real3_cross(p->stack, u, w))) return 0;
    const real along = real3_dot(p->stack, u, w), whole = real3_dot(p->stack, u, u);
    return real_sign(along) > 0 && real_compare(p->stack, along, whole) < 0;
}

static real3 normal_of(const posed* p, int side)
{
    const real3* const c = p->corner[side];
    return real3_cross(p->stack, way_to(p, c[0], c[1]), way_to(p, c[0], c[2]));
}

// How far over the plane of a face.
static real height_of(const posed* p, int side, real3 normal, real3 x)
{
    return real3_dot(p->stack, normal, way_to(p, p->corner[side][0], x));
}

static int in_open_face(const posed* p, real3 x, int side)
{
    const real3 n = normal_of(p, side);
    if (!is_zero(height_of(p, side, n, x))) return 0;
    for (int i = 0; i < 3; i++) {
        const real3 c = p->corner[side][i], d = p->corner[side][(i + 1) % 3];
        const real3 across = real3_cross(p->stack, way_to(p, c, d), way_to(p, c, x));
        if (real_sign(real3_dot(p->stack, n, across)) <= 0) return 0;
    }
    return 1;
}

// Two edges that cross in one point inside both: from the first, u * along / whole.
static int edges_cross(const posed* p, const edge* e, const edge* f, real* along, real* whole)
{
    real_stack* const stack = p->stack;
    const real3 from = p->corner[0][e->from], other = p->corner[1][f->from];
    const real3 u = way_to(p, from, p->corner[0][e->to]), v = way_to(p, other, p->corner[1][f->to]),
                w = way_to(p, from, other);
    const real3 n = real3_cross(stack, u, v);
    if (real3_is_zero(n) || !is_zero(real3_dot(stack, n, w))) return 0;
    *whole = real3_dot(stack, n, n);
    *along = real3_dot(stack, n, real3_cross(stack, w, v));
    const real second = real3_dot(stack, n, real3_cross(stack, w, u));
    return real_sign(*along) > 0 && real_compare(stack, *along, *whole) < 0 &&
           real_sign(second) > 0 && real_compare(stack, second, *whole) < 0;
}

// An edge that goes through the open face of the other side: likewise.
static int edge_through_face(const posed* p, int side, const edge* e, real* along, real* whole)
{
    real_stack* const stack = p->stack;
    const int other = !side;
    const real3 from = p->corner[side][e->from], to = p->corner[side][e->to];
    const real3 n = normal_of(p, other), u = way_to(p, from, to);
    real first = height_of(p, other, n, from), last = height_of(p, other, n, to);
    if (real_sign(first) * real_sign(last) >= 0) return 0;
    int sign = 0;
    for (int i = 0; i < 3; i++) {
        const real3 c = way_to(p, from, p->corner[other][i]),
                    d = way_to(p, from, p->corner[other][(i + 1) % 3]);
        const int now = real_sign(real3_dot(stack, u, real3_cross(stack, c, d)));
        if (!now || (i && now != sign)) return 0;
        sign = now;
    }
    if (real_sign(first) < 0) first = real_negate(stack, first);
    if (real_sign(last) < 0) last = real_negate(stack, last);
    *along = first;
    *whole = real_add(stack, first, last);
    return 1;
}

// ------------------------------------------------------------------------------------------------ the corner

// Whether two open features share one point only: a corner is at + way * along / whole.
typedef struct corner_point {
    real3 at, way;
    real along, whole;
} corner_point;

// A vertex of a side, and an open feature of the other.
static int vertex_is_in(const posed* p, int side, int vertex, int feature, corner_point* out)
{
    if (!has_vertex(p, side, vertex)) return 0;
    const real3 x = p->corner[side][vertex];
    const real zero = {0, 0, p->stack->words};
    *out = (corner_point){x, {{zero, zero, zero}}, zero, real_of(p->stack, 1)};
    if (feature < ABUT_FEATURE_EDGE_0)
        return has_vertex(p, !side, feature) &&
               real3_is_zero(way_to(p, x, p->corner[!side][feature]));
    if (feature == ABUT_FEATURE_FACE) return p->of[!side]->count == 3 && in_open_face(p, x, !side);
    const edge e = edge_of(p, !side, feature - ABUT_FEATURE_EDGE_0);
    return e.is_there && on_open_edge(p, x, !side, &e);
}

static int edge_is_in(const posed* p, int side, int number, int feature, corner_point* out)
{
    const edge e = edge_of(p, side, number);
    if (!e.is_there) return 0;
    out->at = p->corner[side][e.from];
    out->way = way_to(p, out->at, p->corner[side][e.to]);
    if (feature == ABUT_FEATURE_FACE)
        return p->of[!side]->count == 3 && edge_through_face(p, side, &e, &out->along, &out->whole);
    ASSERT(!side);
    const edge f = edge_of(p, 1, feature - ABUT_FEATURE_EDGE_0);
    return f.is_there && edges_cross(p, &e, &f, &out->along, &out->whole);
}

static int features_meet(const posed* p, int a, int b, corner_point* out)
{
    if (a < ABUT_FEATURE_EDGE_0) return vertex_is_in(p, 0, a, b, out);
    if (b < ABUT_FEATURE_EDGE_0) return vertex_is_in(p, 1, b, a, out);
    if (a < ABUT_FEATURE_FACE) return edge_is_in(p, 0, a - ABUT_FEATURE_EDGE_0, b, out);
    return b < ABUT_FEATURE_FACE && edge_is_in(p, 1, b - ABUT_FEATURE_EDGE_0, a, out);
}

// (at + way along / whole) / denominator, and that in the frame.
static void write_point(const posed* p, const corner_point* c, const straight_time* time,
                        const affine* frame, double out[3])
{
    real_stack* const stack = p->stack;
    const real below = real_multiply(stack, c->whole, time->denominator);
    const real3 above = real3_add(stack, real3_multiply(stack, c->at, c->whole),
                                  real3_multiply(stack, c->way, c->along));
    for (int i = 0; i < 3; i++) {
        real x = above.x[i];
        if (frame) {
            const double* const m = frame->matrix[i];
            const real3 row = {{real_of(stack, m[0]), real_of(stack, m[1]), real_of(stack, m[2])}};
            const real moved = real_multiply(stack, real_of(stack, frame->translation[i]), below);
            x = real_add(stack, real3_dot(stack, row, above), moved);
        }
        out[i] = real_quotient(stack, x, below);
    }
}

// Whether all corners of a feature are among some.
static int is_among(const double* const vertex[3], int feature, const double* const on[3])
{
    for (int i = 0; i < 3; i++) {
        const int is_end =
            feature < ABUT_FEATURE_EDGE_0 ? i == feature
            : feature < ABUT_FEATURE_FACE
                ? i == feature - ABUT_FEATURE_EDGE_0 || i == (feature - ABUT_FEATURE_EDGE_0 + 1) % 3
                : 1;
        if (is_end && vertex[i] != on[0] && vertex[i] != on[1] && vertex[i] != on[2]) return 0;
    }
    return 1;
}

// NOLINTNEXTLINE(readability-function-size): two triangles, how they go, and what is told of them
void straight_corner(const straight_course* s, const double* const vertex[6],
                     const corners reduced[2], const straight_time* time,
                     const straight_plane* plane, const affine* frame, abut_event* features,
                     double point[3])
{
    const size_t mark = real_mark(s->stack);
    posed p = {.stack = s->stack, .of = {&reduced[0], &reduced[1]}, .vertex = vertex};
    for (int i = 0; i < 6; i++)
        p.corner[i / 3][i % 3] = place(s, i / 3, vertex[i], time);
    for (int at = 0; at < 49; at++) {
        corner_point c;
        if (plane &&
            !(is_among(vertex, at / 7, plane->on[0]) && is_among(vertex + 3, at % 7, plane->on[1])))
            continue;
        const size_t here = real_mark(s->stack);
        if (features_meet(&p, at / 7, at % 7, &c)) {
            *features = (abut_event){(uint8_t)(at / 7), (uint8_t)(at % 7)};
            write_point(&p, &c, time, frame, point);
            break;
        }
        real_release(s->stack, here);
    }
    real_release(s->stack, mark);
}

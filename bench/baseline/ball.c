// ball.c - see ball.h. A distance to a triangle is one to a corner, an edge or the face. Each has a polynomial that tells
// whether it is at most the radius, and others that tell whether the foot of the perpendicular is on it; where a
// foot is not, what it lies beyond is nearer, and is tried by itself.
#include "baseline/ball.h"

#include "base/bits.h"
#include "methods/bound/kdop.h"
#include "nc/prism.h"
#include "query/model.h"

#include <math.h>

// Widens the ball where it is compared with slabs: roundings of a point in the frame and of sums of three.
#define SLAB_SLACK 0x1p-45

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

// ----------------------------------------------------------------------------------------- sphere

// The point at w from the start of an edge: whether the inner part of the edge is so near.
static int near_edge(const double w[3], const double edge[3], double r2)
{
    const double along = dot(w, edge), square = dot(edge, edge);
    if (along <= 0 || along >= square) return 0;
    return dot(w, w) * square - along * along <= r2 * square;
}

// w: from the three corners. Whether the inner part of the face is so near.
static int near_face(double w[3][3], double edge[3][3], double r2)
{
    double n[3];
    cross(edge[0], edge[1], n);
    const double square = dot(n, n);
    if (square == 0) return 0;
    for (int i = 0; i < 3; i++) {
        double side[3];
        cross(edge[i], w[i], side);
        if (dot(side, n) < 0) return 0;
    }
    const double height = dot(w[0], n);
    return height * height <= r2 * square;
}

static int sphere_touches(const double triangle[9], double edge[3][3], const double middle[3],
                          double r2)
{
    double w[3][3];
    for (size_t i = 0; i < 3; i++) {
        subtract(middle, triangle + 3 * i, w[i]);
        if (dot(w[i], w[i]) <= r2) return 1;
    }
    for (int i = 0; i < 3; i++)
        if (near_edge(w[i], edge[i], r2)) return 1;
    return near_face(w, edge, r2);
}

// --------------------------------------------------------------------------------------- cylinder

// Two segments that are not parallel, w from the start of a to that of b: whether their inner parts are so near.
static int near_edges(const double w[3], const double a[3], const double b[3], double r2)
{
    double n[3], side[3];
    cross(a, b, n);
    const double square = dot(n, n);
    if (square == 0) return 0;
    cross(w, b, side);
    const double s = dot(side, n);
    cross(w, a, side);
    const double t = dot(side, n);
    if (s < 0 || s > square || t < 0 || t > square) return 0;
    const double height = dot(w, n);
    return height * height <= r2 * square;
}

// Whether the way goes through the face. w: from the way's start to the corners.
static int pierces(double w[3][3], double edge[3][3], const double way[3])
{
    double n[3], side[3];
    int left = 0, right = 0;
    cross(edge[0], edge[1], n);
    const double begin = dot(n, w[0]), end = begin - dot(n, way);
    if ((begin > 0 && end > 0) || (begin < 0 && end < 0)) return 0;
    for (int i = 0; i < 3; i++) {
        cross(w[i], w[(i + 1) % 3], side);
        const double volume = dot(way, side);
        left += volume > 0;
        right += volume < 0;
    }
    return (left > 0) != (right > 0);
}

static int cylinder_touches(const double triangle[9], double edge[3][3], const ball_move* b,
                            double r2)
{
    double way[3], w[3][3];
    subtract(b->to, b->from, way);
    for (size_t i = 0; i < 3; i++) {
        subtract(triangle + 3 * i, b->from, w[i]);
        if (near_edge(w[i], way, r2)) return 1;
    }
    for (int i = 0; i < 3; i++)
        if (near_edges(w[i], way, edge[i], r2)) return 1;
    return pierces(w, edge, way);
}

int ball_touches(const double triangle[9], const ball_move* b)
{
    const double r2 = b->radius * b->radius;
    double edge[3][3];
    for (size_t i = 0; i < 3; i++)
        subtract(triangle + 3 * ((i + 1) % 3), triangle + 3 * i, edge[i]);
    if (sphere_touches(triangle, edge, b->from, r2)) return 1;
    if (b->from[0] == b->to[0] && b->from[1] == b->to[1] && b->from[2] == b->to[2]) return 0;
    return sphere_touches(triangle, edge, b->to, r2) || cylinder_touches(triangle, edge, b, r2);
}

// ------------------------------------------------------------------------------------------- trees

// Something that moves: how far it gets along a direction from where its place is, and whether it touches a triangle.
typedef struct mover {
    const void* what;
    const double *from, *to;
    double size;  // no point of it is farther from its place
    double (*reach)(const void* what, const signed char direction[3], int sign);
    int (*touches)(const void* what, const double triangle[9]);
} mover;

// It in the coordinates of a model's frame: its interval along each direction of a set.
typedef struct mover_slabs {
    double low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
    int half;
} mover_slabs;

static mover_slabs slabs_of(const kdop_set* set, const frame* f, const mover* m)
{
    mover_slabs s = {.half = set->half};
    double from[3], to[3];
    frame_place(f, m->from, from);
    frame_place(f, m->to, to);
    const double unit = double_scale(1, -f->exponent);
    double size = m->size * unit;
    for (int k = 0; k < 3; k++)
        size += fabs(from[k]) + fabs(to[k]) + fabs(f->origin[k]);
    for (int i = 0; i < s.half; i++) {
        const double one = kdop_along(set->direction[i], from),
                     other = kdop_along(set->direction[i], to);
        const double slack = SLAB_SLACK * size;
        s.low[i] = fmin(one, other) - unit * m->reach(m->what, set->direction[i], -1) - slack;
        s.high[i] = fmax(one, other) + unit * m->reach(m->what, set->direction[i], 1) + slack;
    }
    return s;
}

// A volume of a k-DOP begins with its low offsets, then the high ones.
static int meets(const mover_slabs* s, const float* low)
{
    const float* high = low + s->half;
    for (int i = 0; i < s->half; i++)
        if (s->low[i] > (double)high[i] || s->high[i] < (double)low[i]) return 0;
    return 1;
}

// Count the triangles that it touches, up to a limit (0: none).
static abut_status count_touched(const abut_model* model, const mover* m, uint64_t limit,
                                 ball_counts* c)
{
    const tree* t = &model->tree;
    *c = (ball_counts){.contacts = 0};
    if (model->mesh.triangle_count == 0) return ABUT_OK;
    if (!t->nodes || !t->kind->dop) return ABUT_BAD_COMBINATION;
    const mover_slabs s = slabs_of(t->kind->dop, &model->frame, m);
    uint32_t stack[TREE_DEPTH_MAX * TREE_DEGREE_MAX];
    int waiting = 1;
    stack[0] = 0;
    while (waiting > 0 && (!limit || c->contacts < limit)) {
        const uint32_t node = stack[--waiting];
        const node_link link = tree_link(t, node);
        c->volume_tests++;
        if (!meets(&s, tree_volume(t, node))) continue;
        for (uint32_t i = link_is_leaf(link) ? 0 : link_children(link); i-- > 0;)
            stack[waiting++] = link.first + i;
        for (int32_t i = 0; i < link.count && (!limit || c->contacts < limit); i++) {
            double triangle[9];
            model_triangles(model, t->order[link.first + (uint32_t)i], 1, triangle);
            c->triangle_tests++;
            c->contacts += (uint64_t)m->touches(m->what, triangle);
        }
    }
    return ABUT_OK;
}

static void add_counts(ball_counts* to, const ball_counts* c)
{
    to->volume_tests += c->volume_tests;
    to->triangle_tests += c->triangle_tests;
    to->contacts += c->contacts;
}

static double ball_reach(const void* what, const signed char direction[3], int sign)
{
    (void)sign;
    return ((const ball_move*)what)->radius * kdop_length(direction);
}

static int touches_ball(const void* what, const double triangle[9])
{
    return ball_touches(triangle, what);
}

static mover mover_of_ball(const ball_move* b)
{
    return (mover){.what = b,
                   .from = b->from,
                   .to = b->to,
                   .size = b->radius,
                   .reach = ball_reach,
                   .touches = touches_ball};
}

abut_status ball_hits(const abut_model* model, const ball_move* b, int* hit, ball_counts* counts)
{
    const mover m = mover_of_ball(b);
    ball_counts c;
    const abut_status status = count_touched(model, &m, 1, &c);
    *hit = c.contacts > 0;
    if (counts) add_counts(counts, &c);
    return status;
}

abut_status ball_contacts(const abut_model* model, const ball_move* b, ball_counts* counts)
{
    const mover m = mover_of_ball(b);
    ball_counts c;
    const abut_status status = count_touched(model, &m, 0, &c);
    add_counts(counts, &c);
    return status;
}

typedef struct solid_move {
    turned t;
    const double *from, *to;
} solid_move;

static double solid_reach(const void* what, const signed char direction[3], int sign)
{
    const abut_turned* shape = &((const solid_move*)what)->t.shape;
    const double up = sign * direction[2], length = kdop_length(direction);
    const double flat = sqrt(direction[0] * direction[0] + direction[1] * direction[1]);
    double most = -HUGE_VAL;
    for (int i = 0; i < shape->ring_count; i++) {
        const abut_ring* r = &shape->rings[i];
        most = fmax(most, r->radius * flat + r->height * up + r->corner * length);
    }
    return shape->endless && up > 0 ? HUGE_VAL : most;
}

static int touches_solid(const void* what, const double triangle[9])
{
    const solid_move* s = what;
    const prism_ends ends = {
        .corner = {triangle, triangle + 3, triangle + 6}, .from = s->from, .to = s->to};
    const prism_ask only_whether = {.enough = 0, .resolution = HUGE_VAL, .must_decide = 1};
    prism_depth d;
    prism_deepest(&s->t, &ends, &only_whether, &d);
    return d.lo > 0;
}

abut_status solid_contacts(const abut_model* model, const abut_turned* solid, const double from[3],
                           const double to[3], ball_counts* counts)
{
    solid_move s = {.from = from, .to = to};
    ball_counts c;
    abut_status status = turned_prepare(&s.t, solid);
    for (int k = 0; k < 3; k++)
        if (!isfinite(from[k]) || !isfinite(to[k])) status = ABUT_NOT_FINITE;
    if (status != ABUT_OK) return status;
    const mover m = {.what = &s,
                     .from = from,
                     .to = to,
                     .size = s.t.size,
                     .reach = solid_reach,
                     .touches = touches_solid};
    status = count_touched(model, &m, 0, &c);
    add_counts(counts, &c);
    return status;
}

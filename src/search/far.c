// far.c - see far.h. EPS bounds what an operation errs by, in any rounding mode.
#include "search/far.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/vector.h"

#define EPS     0x1p-52
#define TINY    0x1p-1000  // above what underflows
#define TURNS   4          // directions that are tried
#define AT_ONCE 1024       // triangles between two looks at budget and clock

// A model, measured by itself: its translation is left out.
typedef struct far_side {
    const soup_mesh* mesh;
    const affine* pose;
    double largest[3];  // >= |coordinates| of its corners
    double sign;        // 1: a, whose end along the direction is wanted; -1: b, whose beginning is
    double toward[3];   // the direction, turned into its own coordinates
    double error;       // what a product with that errs by
    double end;         // the greatest product, times sign
    const double* at;   // the corner that it is of
} far_side;

static double product(const far_side* f, const double x[3])
{
    return f->sign * dot3(f->toward, x);
}

// Of a triangle: how far it reaches.
static double reach_of(const far_side* f, uint32_t id, const double** at)
{
    const double* vertex[3];
    soup_mesh_vertices(f->mesh, id, vertex);
    double best = product(f, vertex[0]);
    *at = vertex[0];
    for (int i = 1; i < 3; i++) {
        const double x = product(f, vertex[i]);
        if (!(x > best)) continue;
        best = x;
        *at = vertex[i];
    }
    return best;
}

// Whether so many triangles may be looked at.
static int may_look(search* s, size_t count)
{
    if (!search_may_cost(s, count) || search_is_late(s)) return 0;
    s->work.volume_tests += count;
    return 1;
}

// direction: from a to b, its largest coordinate about 1. Returns 0 if the search must end.
static int find_end(search* s, far_side* f, const double direction[3])
{
    double span = 0;  // >= every |product|
    f->error = TINY;
    for (int k = 0; k < 3; k++) {
        double size = 0;
        f->toward[k] = 0;
        for (int i = 0; i < 3; i++) {
            f->toward[k] += f->pose->matrix[i][k] * direction[i];
            size += fabs(f->pose->matrix[i][k] * direction[i]);
        }
        span += size * f->largest[k];
        f->error += 0x1p-1015 * f->largest[k];  // of what underflows in toward
    }
    f->error = span < 0x1p1000 ? f->error + 8 * EPS * span : (double)INFINITY;
    f->end = -(double)INFINITY;
    const size_t count = f->mesh->triangle_count;
    for (size_t i = 0; i < count; i++) {
        if (i % AT_ONCE == 0 && !may_look(s, count - i < AT_ONCE ? count - i : AT_ONCE)) return 0;
        const double* at;
        const double reach = reach_of(f, (uint32_t)i, &at);
        if (!(reach > f->end)) continue;
        f->end = reach;
        f->at = at;
    }
    return 1;
}

static void far_side_make(far_side* f, const soup_mesh* mesh, const affine* pose, double sign)
{
    ASSERT(mesh->triangle_count);
    *f = (far_side){.mesh = mesh, .pose = pose, .sign = sign};
    f->at = mesh->vertices + 3 * (size_t)mesh->triangles[0];
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const double* x = mesh->vertices + 3 * (size_t)mesh->triangles[i];
        for (int k = 0; k < 3; k++)
            f->largest[k] = fabs(x[k]) > f->largest[k] ? fabs(x[k]) : f->largest[k];
    }
}

// The way between two corners.
typedef struct far_way {
    double direction[3];  // that way, its largest coordinate about 1
    double
        lost;  // how much less than its length the way is along the direction, which is off by roundings
} far_way;

static void far_way_make(far_way* out, const far_side side[2])
{
    double way[3], error = TINY, largest = 0;
    for (int i = 0; i < 3; i++) {
        double place[2], size = 0;
        for (int k = 0; k < 2; k++) {
            const double* row = side[k].pose->matrix[i];
            place[k] = dot3(row, side[k].at);
            for (int j = 0; j < 3; j++)
                size += (fabs(row[j]) + 0x1p-950) * side[k].largest[j];  // and what underflows
            size += fabs(side[k].pose->translation[i]);
        }
        way[i] =
            (side[1].pose->translation[i] - side[0].pose->translation[i]) + (place[1] - place[0]);
        error = 8 * EPS * size > error ? 8 * EPS * size : error;
        largest = fabs(way[i]) > largest ? fabs(way[i]) : largest;
    }
    const int is_known = largest > 4 * error && largest < 0x1p1000;
    for (int i = 0; i < 3; i++)
        out->direction[i] = is_known ? double_scale(way[i], -double_top(largest)) : 0;
    // |u||w| - u.w = |u x w|^2 / (|u||w| + u.w), and u x w is that of the errors.
    out->lost = is_known ? 8 * error * (error / largest) : (double)INFINITY;
}

// Find a direction along which two corners are the nearest, or nearly. *gap: what the reach of two triangles must have for
// them to be as near as two corners are. Returns 0 if the search must end.
static int find_direction(search* s, far_side side[2], double* gap)
{
    for (int turn = 0;; turn++) {
        const double* const from[2] = {side[0].at, side[1].at};
        far_way way;
        far_way_make(&way, side);
        if (!find_end(s, &side[0], way.direction) || !find_end(s, &side[1], way.direction))
            return 0;
        const double reach = product(&side[0], from[0]) + product(&side[1], from[1]);
        const double error = side[0].error + side[1].error;
        *gap = reach - (way.lost + 3 * error) * (1 + 4 * EPS) - 4 * EPS * fabs(reach);
        if (turn + 1 == TURNS || (side[0].at == from[0] && side[1].at == from[1])) return 1;
    }
}

// Keep those triangles that may be in a pair with enough reach, as candidates of their own. Returns the number.
static size_t list_side(search* s, const far_side* f, double others_end, double gap, size_t first)
{
    near_search* n = s->near;
    for (size_t i = 0; i < f->mesh->triangle_count && s->status == ABUT_OK; i++) {
        const double* at;
        const double reach = reach_of(f, (uint32_t)i, &at);
        if (PRUNE(reach + others_end < gap)) continue;
        void* list = n->far;
        s->status = host_grow(s->host, &list, &n->far_capacity, first, first + 1, sizeof *n->far);
        n->far = list;
        if (s->status == ABUT_OK) n->far[first++] = (near_far){reach, (uint32_t)i};
    }
    return first;
}

void far_nearest(search* s, const affine* a, const affine* b)
{
    near_search* n = s->near;
    far_side side[2];
    double gap;
    far_side_make(&side[0], s->mesh[0], a, 1);
    far_side_make(&side[1], s->mesh[1], b, -1);
    if (!find_direction(s, side, &gap)) {
        near_stop(n, 0);
        return;
    }
    const size_t a_count = list_side(s, &side[0], side[1].end, gap, 0);
    const size_t count = list_side(s, &side[1], side[0].end, gap, a_count);
    for (size_t i = 0; i < a_count && s->status == ABUT_OK; i++) {
        for (size_t k = a_count; k < count; k++) {
            if (PRUNE(n->far[i].reach + n->far[k].reach < gap)) continue;
            if (near_triangles(s, &n->far[i].id, 1, &n->far[k].id, 1)) continue;
            near_stop(n, 0);
            return;
        }
    }
}

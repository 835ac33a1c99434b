// far.c - see far.h. EPS bounds what an operation errs by, in any rounding mode.
#include "search/far.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/vector.h"

#define EPS     0x1p-52
#define TINY    0x1p-1000  // above what underflows
#define UNSEEN  0x1p-970   // EPS of it is above the coordinates that may be read as 0
#define TURNS   4          // directions that are tried
#define AT_ONCE 1024       // triangles between two looks at budget and clock

// A model, measured by itself: its translation is left out.
typedef struct far_side {
    const soup_mesh* mesh;
    const affine* pose;
    const double *low, *high;  // its box
    double middle[3];          // of that
    double largest[3];         // >= |coordinates| of its corners
    double sign;       // 1: a, whose end along the direction is wanted; -1: b, whose beginning is
    double toward[3];  // the direction, turned into its own coordinates
    double error;      // what a product with that errs by
    double end;        // the greatest product, times sign
    const double* at;  // the corner that it is of; at first the middle
} far_side;

static inline double product(const far_side* f, const double x[3])
{
    return f->sign * dot3(f->toward, x);
}

// Of a triangle: how far it reaches. Inline, since all the time is spent here.
static inline double reach_of(const far_side* f, uint32_t id, const double** at)
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

// Of the box.
static double reach_of_box(const far_side* f)
{
    double reach = 0;
    for (int k = 0; k < 3; k++) {
        const double toward = f->sign * f->toward[k];
        const double x = toward * f->low[k], y = toward * f->high[k];
        reach += x > y ? x : y;
    }
    return reach;
}

// Whether number i of so many may be looked at. If not, the search must end.
static int may_look(search* s, size_t i, size_t count)
{
    if (i % AT_ONCE) return 1;
    const size_t next = count - i < AT_ONCE ? count - i : AT_ONCE;
    if (!search_may_cost(s, next) || search_is_late(s)) return 0;
    s->work.volume_tests += next;
    return 1;
}

// direction: from a to b, its largest coordinate about 1.
static void look_toward(far_side* f, const double direction[3])
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
}

// Find the end along a direction. Returns 0 if the search must end.
static int find_end(search* s, far_side* f, const double direction[3])
{
    look_toward(f, direction);
    f->end = -(double)INFINITY;
    const size_t count = f->mesh->triangle_count;
    for (size_t i = 0; i < count; i++) {
        if (!may_look(s, i, count)) return 0;
        if (!soup_mesh_has(f->mesh, i)) continue;
        const double* at;
        const double reach = reach_of(f, (uint32_t)i, &at);
        if (!(reach > f->end)) continue;
        f->end = reach;
        f->at = at;
    }
    return 1;
}

static void far_side_make(far_side* f, const soup_mesh* mesh, const far_model* model, double sign)
{
    ASSERT(soup_mesh_present(mesh));
    *f = (far_side){
        .mesh = mesh, .pose = model->pose, .low = model->low, .high = model->high, .sign = sign};
    f->at = f->middle;
    for (int k = 0; k < 3; k++) {
        const double low = fabs(f->low[k]), high = fabs(f->high[k]);
        f->middle[k] = f->low[k] / 2 + f->high[k] / 2;
        f->largest[k] = (low > high ? low : high) + UNSEEN;
    }
}

// The way between two corners, or middles.
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

// Bound the distance from below, by the boxes: along the way between their middles. 0 if nothing is known.
static double least_distance(far_side side[2])
{
    far_way way;
    far_way_make(&way, side);
    double between = 0, span = 0;
    for (int i = 0; i < 3; i++) {
        const double x = side[1].pose->translation[i] - side[0].pose->translation[i];
        if (!(fabs(x) < 0x1p1000)) return 0;
        between += way.direction[i] * x;
        span += fabs(way.direction[i] * x);
    }
    for (int k = 0; k < 2; k++)
        look_toward(&side[k], way.direction);
    const double gap = between - (reach_of_box(&side[0]) + reach_of_box(&side[1]));
    const double error = 2 * (side[0].error + side[1].error) + 8 * EPS * span;
    if (!(gap > error)) return 0;  // as where there is no direction
    return (gap - error) / sqrt(dot3(way.direction, way.direction)) * (1 - 0x1p-48);
}

// Find a direction along which two corners are the nearest, or nearly. *gap: what the reach of two triangles must have for
// them to be as near as two corners are. The first turn is from middles, which are no corners: it is never the last.
// Returns 0 if the search must end.
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

// Keep those triangles that may be in a pair with enough reach, as candidates of their own. *end: of what is kept. Returns 0
// if the search must end.
static int list_side(search* s, const far_side* f, double others_end, double gap, size_t* end)
{
    near_search* n = s->near;
    const size_t count = f->mesh->triangle_count;
    for (size_t i = 0; i < count; i++) {
        if (!may_look(s, i, count)) return 0;
        if (!soup_mesh_has(f->mesh, i)) continue;
        const double* at;
        const double reach = reach_of(f, (uint32_t)i, &at);
        if (PRUNE(reach + others_end < gap)) continue;
        void* list = n->far;
        s->status = host_grow(s->host, &list, &n->far_capacity, *end, *end + 1, sizeof *n->far);
        n->far = list;
        if (s->status != ABUT_OK) return 0;
        n->far[(*end)++] = (near_far){reach, (uint32_t)i};
    }
    return 1;
}

// Returns 0 if the search must end.
static int look_at_all(search* s, far_side side[2])
{
    near_search* n = s->near;
    double gap;
    size_t a_count = 0;
    if (!find_direction(s, side, &gap)) return 0;
    if (!list_side(s, &side[0], side[1].end, gap, &a_count)) return 0;
    size_t end = a_count;
    if (!list_side(s, &side[1], side[0].end, gap, &end)) return 0;
    const near_far* const b = n->far + a_count;
    const size_t b_count = end - a_count;
    for (size_t i = 0; i < a_count; i++) {
        for (size_t k = 0; k < b_count; k++) {
            if (!may_look(s, k, b_count)) return 0;
            if (PRUNE(n->far[i].reach + b[k].reach < gap)) continue;
            if (!near_triangles(s, &n->far[i].id, 1, &b[k].id, 1)) return 0;
        }
    }
    return 1;
}

void far_nearest(search* s, const far_model* a, const far_model* b)
{
    near_search* n = s->near;
    far_side side[2];
    far_side_make(&side[0], s->mesh[0], a, 1);
    far_side_make(&side[1], s->mesh[1], b, -1);
    const double least = least_distance(side);
    s->work.volume_tests++;  // the first: it is made however little time there is
    if (PRUNE(least > n->cut)) return;
    if (!look_at_all(s, side)) near_stop(n, least);
}

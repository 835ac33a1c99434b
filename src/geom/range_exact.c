// range_exact.c - see posed_range.h; in exact numbers.
#include "base/base.h"
#include "geom/range_parts.h"

// ------------------------------------------------------------------------------------------------- planes

static real3 vector_of(real_stack* s, const double x[3])
{
    return (real3){{real_of(s, x[0]), real_of(s, x[1]), real_of(s, x[2])}};
}

static real3 place(real_stack* s, const affine* m, real3 v)
{
    real3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] =
            real_add(s, real3_dot(s, vector_of(s, m->matrix[k]), v), real_of(s, m->translation[k]));
    return out;
}

static real negated_if(real_stack* s, int is_so, real x)
{
    return is_so ? real_negate(s, x) : x;
}

// The image of n . x <= d: of M y + t it is (C n) . x <= D d + (C n) . t for D > 0, C the cofactors of M, D its determinant; for
// D < 0 with all signs turned.
static void make_plane(posed_range* r, size_t i, const real3 cofactor[3], real determinant,
                       real_stack* s)
{
    const range_plane* const p = &r->plane[i];
    const size_t mark = real_mark(s);
    const int is_mirrored = real_sign(determinant) < 0;
    const real3 n = vector_of(s, p->given);
    real3 turned;
    for (int k = 0; k < 3; k++)
        turned.x[k] = negated_if(s, is_mirrored, real3_dot(s, cofactor[k], n));
    r->normal[i] = real3_keep(s, mark, turned);
    const size_t behind = real_mark(s);
    const real size = negated_if(s, is_mirrored, determinant);
    const real offset = real_multiply(s, size, real_of(s, p->given[3]));
    const real moved = real3_dot(s, r->normal[i], vector_of(s, r->pose.translation));
    r->height[i] = real_keep(s, behind, real_add(s, offset, moved));
}

static void make_planes(posed_range* r, real_stack* s)
{
    real3 row[3], cofactor[3];
    s->used = 0;
    for (int i = 0; i < 3; i++)
        row[i] = vector_of(s, r->pose.matrix[i]);
    for (int i = 0; i < 3; i++)
        cofactor[i] = real3_cross(s, row[(i + 1) % 3], row[(i + 2) % 3]);
    const real determinant = real3_dot(s, row[0], cofactor[0]);
    for (size_t i = 0; i < r->count; i++)
        make_plane(r, i, cofactor, determinant, s);
    r->mark = real_mark(s);
    r->is_exact = 1;
}

// ------------------------------------------------------------------------------------------------- cutting

typedef struct exact_corner {
    real3 at;  // none is negative, some are not 0
    int row;   // of the edge to the next corner
} exact_corner;

typedef struct exact_cut {
    real_stack* stack;
    real3 row
        [CUT_CORNERS_MOST];  // of edges, then how far the corners of the triangle are above planes, not all of them above
    int row_count;
    int count;
    exact_corner corner[CUT_CORNERS_MOST];
} exact_cut;

static void begin_cut(exact_cut* c)
{
    const real one = real_of(c->stack, 1), minus = real_of(c->stack, -1),
               zero = real_of(c->stack, 0);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            c->row[i].x[k] = i == k ? minus : zero;
            c->corner[i].at.x[k] = i == k ? one : zero;
        }
        c->corner[i].row = cut_edge_row(i);
    }
    c->row_count = CUT_EDGES;
    c->count = 3;
}

// Where a row meets the edge of another one, of which one end is above it and one below: so the two are independent, and the
// point is unique but for its sign.
static exact_corner meet(const exact_cut* c, int edge, int row, int next_row)
{
    real_stack* const s = c->stack;
    const size_t mark = real_mark(s);
    exact_corner out = {real3_cross(s, c->row[edge], c->row[row]), next_row};
    int sign = 0;
    for (int k = 0; k < 3; k++)
        sign = sign ? sign : real_sign(out.at.x[k]);
    ASSERT(sign);
    for (int k = 0; k < 3 && sign < 0; k++)
        out.at.x[k] = real_negate(s, out.at.x[k]);
    out.at = real3_keep(s, mark, out.at);
    return out;
}

// Cut away what is above a row. Returns 0 if nothing is left.
static int cut(exact_cut* c, int row)
{
    exact_corner out[CUT_CORNERS_MOST];
    int sign[CUT_CORNERS_MOST], count = 0;
    for (int i = 0; i < c->count; i++) {
        const size_t mark = real_mark(c->stack);
        sign[i] = real_sign(real3_dot(c->stack, c->row[row], c->corner[i].at));
        real_release(c->stack, mark);
    }
    for (int i = 0; i < c->count; i++) {
        const int next = i + 1 < c->count ? i + 1 : 0, edge = c->corner[i].row;
        if (sign[i] <= 0) out[count++] = c->corner[i];
        if (sign[i] == 0 && sign[next] > 0) out[count - 1].row = row;
        if (sign[i] * sign[next] < 0) out[count++] = meet(c, edge, row, sign[i] < 0 ? row : edge);
        ASSERT(count < CUT_CORNERS_MOST);
    }
    for (int i = 0; i < count; i++)
        c->corner[i] = out[i];
    c->count = count;
    return count > 0;
}

// ------------------------------------------------------------------------------------------------ deciding

static range_side decide(posed_range* r, uint64_t planes, const double* const vertex[3],
                         real_stack* s)
{
    exact_cut c = {.stack = s};
    real3 corner[3];
    unsigned above = 0, within = 7;
    for (int i = 0; i < 3; i++) {
        const size_t mark = real_mark(s);
        real3 v = place(s, &r->model, vector_of(s, vertex[i]));
        if (r->frame) v = place(s, r->frame, v);
        corner[i] = real3_keep(s, mark, v);
    }
    begin_cut(&c);
    for (uint64_t left = planes; left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        real3* const row = &c.row[c.row_count];
        unsigned over = 0;
        for (int k = 0; k < 3; k++) {
            const size_t mark = real_mark(s);
            const real along = real3_dot(s, r->normal[i], corner[k]);
            row->x[k] = real_keep(s, mark, real_subtract(s, along, r->height[i]));
            over |= (unsigned)(real_sign(row->x[k]) > 0) << k;
        }
        if (over == 7) return RANGE_OUTSIDE;
        above |= over;
        within &= ~over;
        c.row_count += over != 0;
    }
    if (!above) return RANGE_INSIDE;
    if (within) return RANGE_CROSSING;
    for (int row = CUT_EDGES; row < c.row_count; row++)
        if (!cut(&c, row)) return RANGE_OUTSIDE;
    return RANGE_CROSSING;
}

range_side posed_range_decide(posed_range* r, uint64_t planes, const double* const vertex[3],
                              real_stack* scratch)
{
    if (!r->is_exact) make_planes(r, scratch);
    real_release(scratch, r->mark);
    return decide(r, planes, vertex, scratch);
}

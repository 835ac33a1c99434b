// straight_small.c - see straight_small.h. Coordinates are below 2^18, so edges are below 2^19, and axes, divided by what their
// coordinates have in common, below 2^40; no sum of three products is beyond 2^61, and quotients are compared in 128 bits.
#include "geom/straight_small.h"

#include "base/bits.h"
#include "geom/limbs.h"

#define SMALL 18  // bits of a coordinate
#define PLANE 20  // of the normal of a plane that has all edges

typedef struct vector {
    int64_t x[3];
} vector;

typedef struct small {
    vector corner[2][3], edge[2][3], way;
    int up;  // a time counts in units of 2^up
} small;

// top / size, size > 0.
typedef struct quotient {
    int64_t top, size;
} quotient;

typedef struct meeting {
    int has_enter, has_leave, is_open;
    quotient enter, leave;
} meeting;

// ------------------------------------------------------------------------------------------------ numbers

// A number as x * 2^exponent.
typedef struct number {
    int64_t x;
    int exponent;
} number;

static int number_of_double(double x, number* out)
{
    const dyadic d = dyadic_from_double(x);
    *out = (number){d.negative ? -(int64_t)d.mantissa : (int64_t)d.mantissa, d.exponent};
    return d.mantissa >> SMALL == 0;
}

static int number_of_real(real x, number* out)
{
    *out = (number){0, 0};
    if (!x.limbs) return 1;
    const int64_t word = (int64_t)x.x[0];
    const int zeros = word ? __builtin_ctzll((uint64_t)word) : 63;
    *out = (number){word / ((int64_t)1 << (zeros < 62 ? zeros : 62)), x.exponent + zeros};
    return x.limbs == 1 && zeros < 62 && out->x > -(1 << SMALL) && out->x < 1 << SMALL;
}

// Bring numbers to one unit. Returns 0 if some are too large in it.
static int bring_together(const number* in, int count, int64_t* const* out, int* exponent)
{
    int low = INT32_MAX;
    for (int i = 0; i < count; i++)
        if (in[i].x && in[i].exponent < low) low = in[i].exponent;
    *exponent = low == INT32_MAX ? 0 : low;
    for (int i = 0; i < count; i++) {
        const int shift = in[i].x ? in[i].exponent - low : 0;
        if (shift >= SMALL) return 0;
        const int64_t x = in[i].x * ((int64_t)1 << shift);
        if (x <= -(1 << SMALL) || x >= 1 << SMALL) return 0;
        *out[i] = x;
    }
    return 1;
}

// Which coordinate of the file a row takes, times what power of two. Returns 0 if it takes more.
static int find_exchange(const double row[3], int* axis, number* factor)
{
    int count = 0;
    for (int j = 0; j < 3; j++) {
        if (double_is_zero(row[j])) continue;
        const dyadic d = dyadic_from_double(row[j]);
        if (d.mantissa != 1 || count++) return 0;
        *axis = j;
        *factor = (number){d.negative ? -1 : 1, d.exponent};
    }
    return count == 1;
}

static int load(const straight_course* s, const double* const vertex[6], small* out)
{
    number in[21], way[3];
    int64_t place[3], *to[21], *way_to[3];
    int exponent, way_exponent;
    for (int k = 0; k < 3; k++) {
        if (!number_of_real(s->relative.x[k], &way[k]) ||
            !number_of_real(s->between.x[k], &in[18 + k]))
            return 0;
        to[18 + k] = &place[k];
        way_to[k] = &out->way.x[k];
    }
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            int axis = 0;
            number factor = {1, 0};
            if (!find_exchange(s->side[side].matrix[k], &axis, &factor)) return 0;
            for (int i = 0; i < 3; i++) {
                const int at = 9 * side + 3 * i + k;
                if (!number_of_double(vertex[3 * side + i][axis], &in[at])) return 0;
                in[at].x *= factor.x;
                in[at].exponent += factor.exponent;
                to[at] = &out->corner[side][i].x[k];
            }
        }
    if (!bring_together(in, 21, to, &exponent) || !bring_together(way, 3, way_to, &way_exponent))
        return 0;
    out->up = exponent - way_exponent;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int64_t* const x = &out->corner[1][i].x[k];
            *x += place[k];
            if (*x <= -(1 << SMALL) || *x >= 1 << SMALL) return 0;
        }
    return 1;
}

static vector difference(vector p, vector q)
{
    return (vector){{p.x[0] - q.x[0], p.x[1] - q.x[1], p.x[2] - q.x[2]}};
}

static vector cross(vector u, vector v)
{
    return (vector){{u.x[1] * v.x[2] - u.x[2] * v.x[1], u.x[2] * v.x[0] - u.x[0] * v.x[2],
                     u.x[0] * v.x[1] - u.x[1] * v.x[0]}};
}

static int64_t dot(vector u, vector v)
{
    return u.x[0] * v.x[0] + u.x[1] * v.x[1] + u.x[2] * v.x[2];
}

static int is_zero(vector v)
{
    return !(v.x[0] | v.x[1] | v.x[2]);
}

static int64_t common(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int compare(quotient p, quotient q)
{
    const int128 left = (int128)p.top * q.size, right = (int128)q.top * p.size;
    return (left > right) - (left < right);
}

// ------------------------------------------------------------------------------------------------ axes

static void range(const vector corner[3], vector axis, int64_t* least, int64_t* most)
{
    for (int i = 0; i < 3; i++) {
        const int64_t x = dot(axis, corner[i]);
        if (!i || x < *least) *least = x;
        if (!i || x > *most) *most = x;
    }
}

// As take_axis in straight_exact.c.
static int take_axis(const small* p, vector axis, meeting* m)
{
    int64_t a_least = 0, a_most = 0, b_least = 0, b_most = 0;
    if (is_zero(axis)) return 1;
    range(p->corner[0], axis, &a_least, &a_most);
    range(p->corner[1], axis, &b_least, &b_most);
    const int64_t beyond = b_least - a_most, behind = a_least - b_most, speed = dot(axis, p->way);
    if (!speed) {
        m->is_open &= beyond < 0 && behind < 0;
        return beyond <= 0 && behind <= 0;
    }
    const int64_t size = speed < 0 ? -speed : speed;
    const quotient enter = {speed > 0 ? behind : beyond, size},
                   leave = {speed > 0 ? -beyond : -behind, size};
    if (!m->has_enter || compare(enter, m->enter) > 0) m->enter = enter;
    if (!m->has_leave || compare(leave, m->leave) < 0) m->leave = leave;
    m->has_enter = m->has_leave = 1;
    return 1;
}

static int take_space(const small* p, meeting* m)
{
    for (int side = 0; side < 2; side++)
        if (!take_axis(p, cross(p->edge[side][0], p->edge[side][1]), m)) return 0;
    for (int i = 0; i < 9; i++)
        if (!take_axis(p, cross(p->edge[0][i / 3], p->edge[1][i % 3]), m)) return 0;
    return 1;
}

static int take_plane(const small* p, vector normal, meeting* m)
{
    if (!take_axis(p, normal, m)) return 0;
    for (int e = 0; e < 6; e++)
        if (!take_axis(p, cross(normal, p->edge[e / 3][e % 3]), m)) return 0;
    return 1;
}

// The rank of all edges, and where it is 2 their normal.
static int rank_of(const small* p, vector* normal)
{
    const vector* first = NULL;
    int rank = 0;
    for (int e = 0; e < 6 && rank < 3; e++) {
        const vector* const edge = &p->edge[e / 3][e % 3];
        if (is_zero(*edge)) continue;
        if (rank == 0) {
            first = edge;
            rank = 1;
        } else if (rank == 1) {
            *normal = cross(*first, *edge);
            if (!is_zero(*normal)) rank = 2;
        } else if (dot(*normal, *edge)) {
            rank = 3;
        }
    }
    return rank;
}

static int shorten(vector* v)
{
    const int64_t factor = common(common(v->x[0], v->x[1]), v->x[2]);
    int is_short = 1;
    for (int k = 0; k < 3; k++) {
        v->x[k] /= factor;
        is_short &= v->x[k] > -(1 << PLANE) && v->x[k] < 1 << PLANE;
    }
    return is_short;
}

// ------------------------------------------------------------------------------------------------ answer

static real real_of_word(real_stack* stack, int64_t x)
{
    const real high = real_scale(real_of(stack, (double)(x >> 32)), 32);
    return real_add(stack, high, real_of(stack, (double)(uint32_t)x));
}

static straight_time time_of(real_stack* stack, quotient q, int up)
{
    const int64_t factor = common(q.top, q.size);
    return (straight_time){real_scale(real_of_word(stack, q.top / factor), up),
                           real_of_word(stack, q.size / factor)};
}

int straight_meet_small(const straight_course* s, const double* const vertex[6],
                        straight_meeting* out)
{
    small p = {.up = 0};
    vector normal = {{0, 0, 0}};
    meeting m = {.is_open = 1};
    if (!load(s, vertex, &p)) return -1;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            p.edge[side][i] = difference(p.corner[side][(i + 1) % 3], p.corner[side][i]);
    const int rank = rank_of(&p, &normal);
    if (rank < 2 || (rank == 2 && !shorten(&normal))) return -1;
    const int may_meet = rank == 3 ? take_space(&p, &m) : take_plane(&p, normal, &m);
    *out = (straight_meeting){.axis = -1, .has_enter = m.has_enter, .has_leave = m.has_leave};
    const int order = m.has_enter ? compare(m.enter, m.leave) : -1;
    if (!may_meet || order > 0) return 0;
    if (m.has_enter) {
        out->enter = time_of(s->stack, m.enter, p.up);
        out->leave = time_of(s->stack, m.leave, p.up);
    }
    out->is_open = m.is_open && order < 0 && rank == 3 &&
                   !is_zero(cross(p.edge[0][0], p.edge[0][1])) &&
                   !is_zero(cross(p.edge[1][0], p.edge[1][1]));
    return 1;
}

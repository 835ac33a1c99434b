// oracle_ray.cpp - see oracle_ray.h.
#include "support/oracle_ray.h"

#include <cfloat>
#include <cmath>
#include <cstring>
#include <gmpxx.h>
#include <vector>

namespace
{

typedef mpq_class rational;
struct
    point3 {  // NOLINT(readability-identifier-naming): a name in the copy that the compiler makes
    rational x[3];
};

point3 operator-(const point3& a, const point3& b)
{
    return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
point3 operator+(const point3& a, const point3& b)
{
    return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
point3 operator*(const rational& t, const point3& a)
{
    return {{t * a.x[0], t * a.x[1], t * a.x[2]}};
}
rational dot(const point3& a, const point3& b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
point3 cross(const point3& a, const point3& b)
{
    point3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = a.x[(k + 1) % 3] * b.x[(k + 2) % 3] - a.x[(k + 2) % 3] * b.x[(k + 1) % 3];
    return out;
}
bool is_zero(const point3& a)
{
    return a.x[0] == 0 && a.x[1] == 0 && a.x[2] == 0;
}

point3 point_of(const double x[3])
{
    return {{rational(x[0]), rational(x[1]), rational(x[2])}};
}
point3 place(const oracle_ray_map& m, const point3& v)
{
    point3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = rational(m.translation[k]) + dot(point_of(m.matrix[k]), v);
    return out;
}

struct scene3 {  // NOLINT(readability-identifier-naming): as above
    point3 v[3], origin, way, normal;
    rational least, most;
    bool is_limited;
};

bool is_between(const scene3& s, const rational& t)
{
    return t >= s.least && (!s.is_limited || t <= s.most);
}

// Cramer's rule: where the line meets the plane, and the weights of the corners there. Returns false if it is parallel.
bool solve(const scene3& s, const point3& origin, rational& t, rational w[3])
{
    const point3 a = s.v[1] - s.v[0], b = s.v[2] - s.v[0], from = origin - s.v[0];
    const point3 p = cross(s.way, b), q = cross(from, a);
    const rational whole = dot(p, a);
    if (whole == 0) return false;
    t = dot(q, b) / whole;
    w[1] = dot(p, from) / whole;
    w[2] = dot(q, s.way) / whole;
    w[0] = 1 - w[1] - w[2];
    return true;
}

bool edge_holds(const point3& p, const point3& q, const point3& x)
{
    const point3 edge = q - p, arm = x - p;
    if (!is_zero(cross(edge, arm))) return false;
    const rational along = dot(arm, edge);
    return is_zero(edge) ? is_zero(arm) : along >= 0 && along <= dot(edge, edge);
}

// The feature that holds a point; -1: none.
int feature_of(const scene3& s, const point3& x)
{
    for (int i = 0; i < 3; i++)
        if (is_zero(x - s.v[i])) return ABUT_FEATURE_VERTEX_0 + i;
    for (int i = 0; i < 3; i++)
        if (edge_holds(s.v[i], s.v[(i + 1) % 3], x)) return ABUT_FEATURE_EDGE_0 + i;
    if (is_zero(s.normal) || dot(s.normal, x - s.v[0]) != 0) return -1;
    for (int i = 0; i < 3; i++)
        if (dot(s.normal, cross(s.v[(i + 1) % 3] - s.v[i], x - s.v[i])) < 0) return -1;
    return ABUT_FEATURE_FACE;
}

// All t at which what is shared may begin, if the ray is parallel to the plane.
std::vector<rational> begins(const scene3& s)
{
    std::vector<rational> all = {s.least};
    const rational square = dot(s.way, s.way);
    if (square == 0) return all;
    for (int i = 0; i < 3; i++) {
        const point3 p = s.v[i], edge = s.v[(i + 1) % 3] - p;
        all.push_back(dot(p - s.origin, s.way) / square);
        // Where the line and the edge's line are nearest.
        const point3 n = cross(s.way, edge);
        if (!is_zero(n)) all.push_back(dot(cross(p - s.origin, edge), n) / dot(n, n));
    }
    return all;
}

bool find_first(const scene3& s, rational& t, int& feature)
{
    bool is_found = false;
    for (const rational& at : begins(s)) {
        if (!is_between(s, at) || (is_found && at >= t)) continue;
        const int f = feature_of(s, s.origin + at * s.way);
        if (f < 0) continue;
        t = at;
        feature = f;
        is_found = true;
    }
    return is_found;
}

// Whether the moved ray meets the triangle.
bool crosses(const scene3& s, int bits)
{
    rational t, w[3], e = 1;
    mpq_div_2exp(e.get_mpq_t(), e.get_mpq_t(), (mp_bitcnt_t)bits);
    const point3 moved = s.origin + point3{{e, e * e, e * e * e}};
    return solve(s, moved, t, w) && w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && is_between(s, t);
}

}  // namespace

void oracle_ray_hit_init(oracle_ray_hit* h)
{
    mpq_init(h->t);
    for (int k = 0; k < 3; k++)
        mpq_init(h->point[k]);
}

void oracle_ray_hit_clear(oracle_ray_hit* h)
{
    mpq_clear(h->t);
    for (int k = 0; k < 3; k++)
        mpq_clear(h->point[k]);
}

void oracle_ray_meet(const oracle_ray* ray, const double v[3][3], oracle_ray_hit* out)
{
    scene3 s;
    for (int i = 0; i < 3; i++) {
        s.v[i] = place(ray->pose, point_of(v[i]));
        if (ray->has_frame) s.v[i] = place(ray->frame, s.v[i]);
    }
    s.origin = point_of(ray->origin);
    s.way = point_of(ray->given);
    if (ray->is_segment) s.way = s.way - s.origin;
    s.normal = cross(s.v[1] - s.v[0], s.v[2] - s.v[0]);
    s.least = rational(ray->t_least);
    s.is_limited = ray->is_segment || (ray->t_most > 0 && ray->t_most <= DBL_MAX);
    s.most = ray->is_segment ? 1 : 0;
    if (ray->t_most > 0 && (!ray->is_segment || ray->t_most < 1) && ray->t_most <= DBL_MAX)
        s.most = rational(ray->t_most);
    rational t, w[3];
    int feature = -1;
    out->crosses = 0;
    out->facing = ABUT_FACING_NONE;
    if (solve(s, s.origin, t, w)) {
        out->touches = w[0] >= 0 && w[1] >= 0 && w[2] >= 0 && is_between(s, t);
        if (out->touches) feature = feature_of(s, s.origin + t * s.way);
        out->facing = dot(s.normal, s.way) < 0 ? ABUT_FACING_FRONT : ABUT_FACING_BACK;
        if (out->touches || ray->moves_all) out->crosses = crosses(s, ray->moved_bits);
    } else {
        out->touches = find_first(s, t, feature);
    }
    if (!out->touches) return;
    out->feature = (abut_feature)feature;
    mpq_set(out->t, t.get_mpq_t());
    const point3 x = s.origin + t * s.way;
    for (int k = 0; k < 3; k++)
        mpq_set(out->point[k], x.x[k].get_mpq_t());
}

int oracle_ray_encloses(const mpq_t t, double lo, double hi)
{
    const rational x(t);
    if (x == rational(lo)) return !std::memcmp(&lo, &hi, sizeof lo);
    if (!(x > rational(lo))) return 0;
    const double next = std::nextafter(lo, (double)INFINITY);
    if (std::memcmp(&next, &hi, sizeof hi) != 0) return 0;
    return std::isinf(hi) || x < rational(hi);
}

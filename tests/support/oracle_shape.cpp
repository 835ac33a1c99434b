// oracle_shape.cpp - see oracle_shape.h.
#include "support/oracle_shape.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gmpxx.h>
#include <memory>
#include <vector>

namespace
{

typedef mpq_class rational;
struct vec3 {  // NOLINT(readability-identifier-naming): a name in the copy that the compiler makes
    rational x[3];
};

vec3 operator-(const vec3& a, const vec3& b)
{
    return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
vec3 operator+(const vec3& a, const vec3& b)
{
    return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
vec3 operator*(const rational& t, const vec3& a)
{
    return {{t * a.x[0], t * a.x[1], t * a.x[2]}};
}
rational dot(const vec3& a, const vec3& b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
vec3 cross(const vec3& a, const vec3& b)
{
    vec3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = a.x[(k + 1) % 3] * b.x[(k + 2) % 3] - a.x[(k + 2) % 3] * b.x[(k + 1) % 3];
    return out;
}
bool equal(const vec3& a, const vec3& b)
{
    return a.x[0] == b.x[0] && a.x[1] == b.x[1] && a.x[2] == b.x[2];
}

int sign_of(const rational& x)
{
    return sgn(x) > 0 ? 1 : sgn(x) < 0 ? -1 : 0;
}

vec3 vector_of(const double x[3])
{
    return {{rational(x[0]), rational(x[1]), rational(x[2])}};
}
vec3 turn(const oracle_map& m, const vec3& v)
{
    vec3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = rational(m.matrix[k][0]) * v.x[0] + rational(m.matrix[k][1]) * v.x[1] +
                   rational(m.matrix[k][2]) * v.x[2];
    return out;
}
vec3 place(const oracle_map& m, const vec3& v)
{
    return turn(m, v) + vector_of(m.translation);
}

struct nearest_pairs {  // the least so far
    rational square = -1;
    std::vector<vec3> p, q;  // all pairs of points as near that were met
};

void take(nearest_pairs* near, const vec3& a, const vec3& b)
{
    const vec3 r = a - b;
    const rational s = dot(r, r);
    if (near->square >= 0 && s > near->square) return;
    if (near->square < 0 || s < near->square) {
        near->p.clear();
        near->q.clear();
        near->square = s;
    }
    near->p.push_back(a);
    near->q.push_back(b);
}

// The foot of p on the line a b, strictly between; on a ray from a on: unbounded.
bool foot_on_edge(const vec3& p, const vec3& a, const vec3& b, vec3* out, bool unbounded = false)
{
    const vec3 u = b - a;
    const rational uu = dot(u, u), t = dot(u, p - a);
    if (uu == 0 || t <= 0 || (!unbounded && t >= uu)) return false;
    *out = a + rational(t / uu) * u;
    return true;
}

bool foot_on_face(const vec3& p, const vec3& a, const vec3& b, const vec3& c, vec3* out)
{
    const vec3 u = b - a, v = c - a, r = p - a;
    const rational uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const rational whole = uu * vv - uv * uv;
    if (whole == 0) return false;
    const rational s = (ur * vv - vr * uv) / whole, t = (vr * uu - ur * uv) / whole;
    if (s < 0 || t < 0 || s + t > 1) return false;
    *out = a + s * u + t * v;
    return true;
}

void edges(const vec3& a, const vec3& b, const vec3& c, const vec3& d, bool unbounded,
           nearest_pairs* near)
{
    const vec3 u = b - a, v = d - c, r = c - a;
    const rational uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const rational whole = uu * vv - uv * uv;
    if (whole == 0) return;
    const rational s = (ur * vv - vr * uv) / whole, t = (ur * uv - vr * uu) / whole;
    if (s < 0 || s > 1 || t < 0 || (!unbounded && t > 1)) return;
    take(near, a + s * u, c + t * v);
}

// Where the line a b goes through a triangle, if its plane is not along it.
void pierce(const vec3& a, const vec3& b, const vec3 tri[3], bool unbounded, nearest_pairs* near)
{
    const vec3 n = cross(tri[1] - tri[0], tri[2] - tri[0]);
    const rational down = dot(n, b - a);
    if (down == 0) return;
    const rational t = dot(n, tri[0] - a) / down;
    if (t < 0 || (!unbounded && t > 1)) return;
    const vec3 at = a + t * (b - a);
    for (int i = 0; i < 3; i++)
        if (dot(n, cross(tri[(i + 1) % 3] - tri[i], at - tri[i])) < 0) return;
    take(near, at, at);
}

bool in_tetrahedron(const vec3& p, const vec3 y[4])
{
    const vec3 u = y[1] - y[0], v = y[2] - y[0], w = y[3] - y[0], r = p - y[0];
    const rational whole = dot(u, cross(v, w));
    if (whole == 0) return false;
    const rational a = dot(r, cross(v, w)) / whole, b = dot(r, cross(w, u)) / whole,
                   c = dot(r, cross(u, v)) / whole;
    return a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1;
}

typedef std::vector<std::vector<int>> index_sets;

// All sets of so many of n corners.
index_sets sets_of(int n, int size)
{
    index_sets out;
    for (int set = 0; set < 1 << n; set++) {
        std::vector<int> of;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) of.push_back(i);
        if ((int)of.size() == size) out.push_back(of);
    }
    return out;
}

// Edges, faces and cells that hold all of a hull; of a box (bit k of a corner: along axis k) no more than are needed.
struct simplices {
    index_sets edges, faces, cells;
};

simplices simplices_of_box()
{
    simplices out;
    for (const std::vector<int>& e : sets_of(8, 2)) {
        const int change = e[0] ^ e[1];
        if (!(change & (change - 1))) out.edges.push_back(e);
    }
    for (int axis = 0; axis < 3; axis++)
        for (int side = 0; side < 2; side++) {
            const int a = side << axis, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
            out.faces.push_back({a, a + u, a + u + v});
            out.faces.push_back({a, a + v, a + u + v});
        }
    out.cells = {{0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}, {1, 2, 4, 7}};
    return out;
}

const simplices& simplices_of(int n, bool box)
{
    static const simplices of_box = simplices_of_box();
    static std::unique_ptr<simplices> others[16];
    if (box) return of_box;
    if (!others[n])
        others[n] =
            std::make_unique<simplices>(simplices{sets_of(n, 2), sets_of(n, 3), sets_of(n, 4)});
    return *others[n];
}

enum hull_kind { ANY, RAY, BOX };

// A feature (1 to 3 corners) and the convex hull of some corners, or a ray: c[0], and from it through c[1].
nearest_pairs nearest(const std::vector<vec3>& t, const std::vector<vec3>& c, hull_kind kind)
{
    nearest_pairs near;
    vec3 foot;
    const bool ray = kind == RAY;
    const size_t points = ray ? 1 : c.size();
    const simplices& parts = simplices_of((int)c.size(), kind == BOX);
    const size_t t_edges = t.size() == 3 ? 3 : t.size() - 1;
    for (size_t i = 0; i < points; i++) {
        for (const vec3& v : t)
            take(&near, v, c[i]);
        for (size_t k = 0; k < t_edges; k++)
            if (foot_on_edge(c[i], t[k], t[(k + 1) % t.size()], &foot)) take(&near, foot, c[i]);
        if (t.size() == 3 && foot_on_face(c[i], t[0], t[1], t[2], &foot)) take(&near, foot, c[i]);
    }
    for (const std::vector<int>& e : parts.edges) {
        const vec3 &a = c[(size_t)e[0]], &b = c[(size_t)e[1]];
        for (const vec3& v : t)
            if (foot_on_edge(v, a, b, &foot, ray)) take(&near, v, foot);
        for (size_t k = 0; k < t_edges; k++)
            edges(t[k], t[(k + 1) % t.size()], a, b, ray, &near);
        if (t.size() == 3) pierce(a, b, t.data(), ray, &near);
    }
    for (const std::vector<int>& f : parts.faces) {
        const vec3 face[3] = {c[(size_t)f[0]], c[(size_t)f[1]], c[(size_t)f[2]]};
        for (const vec3& v : t)
            if (foot_on_face(v, face[0], face[1], face[2], &foot)) take(&near, v, foot);
        for (size_t k = 0; k < t_edges; k++)
            pierce(t[k], t[(k + 1) % t.size()], face, false, &near);
    }
    for (const std::vector<int>& f : parts.cells) {
        const vec3 y[4] = {c[(size_t)f[0]], c[(size_t)f[1]], c[(size_t)f[2]], c[(size_t)f[3]]};
        for (const vec3& v : t)
            if (in_tetrahedron(v, y)) take(&near, v, v);
    }
    return near;
}

std::vector<vec3> feature_of(const vec3 t[3], int feature)
{
    if (feature < 3) return {t[feature]};
    if (feature == 6) return {t[0], t[1], t[2]};
    return {t[feature - 3], t[(feature - 2) % 3]};
}

}  // namespace

struct shape_truth {
    shape_question asked;
    vec3 t[3];
    std::vector<vec3> c;
    vec3 normal;
    rational square, radius, at;  // of the core; t of a ray
    bool touches, holds, has_at;
    int feature;
    bool unique;
    vec3 p, q;
};

namespace
{

bool is_turned(const shape_truth* t)
{
    return t->asked.form == ORACLE_CYLINDER || t->asked.form == ORACLE_CONE;
}
bool is_flat(const shape_truth* t)
{
    return t->asked.form == ORACLE_PLANE || t->asked.form == ORACLE_HALF_SPACE;
}

hull_kind kind_of(const shape_truth* t)
{
    return t->asked.form == ORACLE_RAY ? RAY : t->asked.form == ORACLE_BOX ? BOX : ANY;
}

void find_hull(shape_truth* t)
{
    const hull_kind kind = kind_of(t);
    const nearest_pairs whole = nearest({t->t[0], t->t[1], t->t[2]}, t->c, kind);
    t->square = whole.square;
    t->touches = whole.square <= t->radius * t->radius;
    t->holds = true;
    for (int i = 0; i < 3; i++) {
        const nearest_pairs one = nearest({t->t[i]}, t->c, kind);
        if (one.square > t->radius * t->radius) t->holds = false;
    }
    nearest_pairs at = whole;
    for (t->feature = 0; t->feature < 6; t->feature++) {
        at = nearest(feature_of(t->t, t->feature), t->c, kind);
        if (at.square == whole.square) break;
    }
    if (t->feature == 6) at = whole;
    t->p = at.p[0];
    t->q = at.q[0];
    t->unique = true;
    for (size_t i = 1; i < at.p.size(); i++)
        if (!equal(at.p[i], at.p[0]) || !equal(at.q[i], at.q[0])) t->unique = false;
    t->has_at = false;
    if (kind != RAY || !t->touches) return;
    const vec3 way = t->c[1] - t->c[0];
    for (const vec3& q : whole.q) {
        const rational s = dot(q - t->c[0], way) / dot(way, way);
        if (!t->has_at || s < t->at) t->at = s;
        t->has_at = true;
    }
}

void find_plane(shape_truth* t)
{
    const bool plane = t->asked.form == ORACLE_PLANE;
    rational h[3];
    int up = 0, down = 0;
    for (int i = 0; i < 3; i++) {
        h[i] = dot(t->normal, t->t[i] - t->c[0]);
        up += h[i] > 0;
        down += h[i] < 0;
    }
    t->touches = plane ? up < 3 && down < 3 : up < 3;
    t->holds = plane ? !up && !down : !up;
    rational least = -1;
    t->feature = 0;
    for (int i = 0; i < 3; i++)
        if (least < 0 || abs(h[i]) < least) {
            least = abs(h[i]);
            t->feature = i;
        }
    const rational nn = dot(t->normal, t->normal);
    t->square = t->touches ? rational(0) : rational(least * least / nn);
    t->unique = true;
    if (t->touches) {
        for (t->feature = 0; t->feature < 3; t->feature++)
            if (plane ? h[t->feature] == 0 : h[t->feature] <= 0) break;
        for (int i = 0; i < 3 && t->feature == 3; i++) {
            const int j = (i + 1) % 3;
            if (h[i] * h[j] >= 0) continue;
            t->feature = 3 + i;
            t->p = t->q = t->t[i] + rational(h[i] / (h[i] - h[j])) * (t->t[j] - t->t[i]);
            return;
        }
        t->p = t->q = t->t[t->feature];
        return;
    }
    t->p = t->t[t->feature];
    t->q = t->p - rational(h[t->feature] / nn) * t->normal;
}

// The part of a convex polygon where way . p >= level.
std::vector<vec3> clip(const std::vector<vec3>& in, const vec3& way, const rational& level)
{
    std::vector<vec3> out;
    for (size_t i = 0; i < in.size(); i++) {
        const vec3 &a = in[i], &b = in[(i + 1) % in.size()];
        const rational x = dot(way, a) - level, y = dot(way, b) - level;
        if (x >= 0) out.push_back(a);
        if ((x > 0 && y < 0) || (x < 0 && y > 0))
            out.push_back(a + rational(x / (x - y)) * (b - a));
    }
    return out;
}

// Whether a form, which is convex along lines but for a part that is out of the way, is at most 0 somewhere between two points.
bool cone_meets_edge(const shape_truth* t, const vec3& a, const vec3& b)
{
    const vec3 axis = t->c[1] - t->c[0], p = a - t->c[0], u = b - a;
    const rational aa = dot(axis, axis), rr = t->radius * t->radius;
    const vec3 po = cross(p, axis), uo = cross(u, axis);
    const rational ps = dot(p, axis), us = dot(u, axis);
    const rational c0 = aa * dot(po, po) - rr * ps * ps, c1 = 2 * (aa * dot(po, uo) - rr * ps * us),
                   c2 = aa * dot(uo, uo) - rr * us * us;
    const rational end = c0 + c1 + c2;
    if (sgn(c0) <= 0 || sgn(end) <= 0) return true;
    if (sgn(c2) <= 0) return false;
    const rational best = -c1 / (2 * c2);
    const rational least = c0 - c1 * c1 / (4 * c2);
    if (best <= 0) return false;
    return best < 1 ? least <= 0 : false;
}

bool turned_touches(const shape_truth* t, const std::vector<vec3>& part)
{
    const vec3 a = t->c[0], axis = t->c[1] - a;
    const rational base = dot(axis, a), aa = dot(axis, axis);
    std::vector<vec3> cut = clip(part, axis, base);
    const vec3 back = rational(-1) * axis;
    cut = clip(cut, back, -base - aa);
    if (cut.empty()) return false;
    if (t->asked.form == ORACLE_CYLINDER) {
        // Where the ends' planes enclose it, its distance from the axis is that from the segment.
        rational least = -1;
        for (size_t i = 0; i < cut.size(); i++) {
            const std::vector<vec3> fan = {cut[0], cut[i], cut[(i + 1) % cut.size()]};
            const rational s = nearest(fan, t->c, ANY).square;
            if (least < 0 || s < least) least = s;
        }
        return least <= t->radius * t->radius;
    }
    for (size_t i = 0; i < cut.size(); i++)
        if (cone_meets_edge(t, cut[i], cut[(i + 1) % cut.size()])) return true;
    nearest_pairs through;
    if (part.size() == 3) pierce(t->c[0], t->c[1], part.data(), false, &through);
    return through.square >= 0;
}

void find_turned(shape_truth* t)
{
    t->touches = turned_touches(t, {t->t[0], t->t[1], t->t[2]});
    t->holds = true;
    for (int i = 0; i < 3; i++)
        if (!turned_touches(t, {t->t[i]})) t->holds = false;
    for (t->feature = 0; t->touches && t->feature < 6; t->feature++)
        if (turned_touches(t, feature_of(t->t, t->feature))) break;
    t->unique = false;
}

}  // namespace

shape_truth* shape_truth_find(const shape_question* q)
{
    shape_truth* const t = new shape_truth;
    t->asked = *q;
    t->radius = rational(q->radius);
    for (int i = 0; i < 3; i++) {
        t->t[i] = place(q->model, vector_of(q->vertex[i]));
        if (q->has_frame) t->t[i] = place(q->frame, t->t[i]);
    }
    if (q->form == ORACLE_BOX) {
        for (int i = 0; i < 8; i++) {
            vec3 corner = vector_of(q->points[0]);
            for (int k = 0; k < 3; k++)
                corner.x[k] += (i >> k & 1 ? 1 : -1) * rational(q->points[1][k]);
            t->c.push_back(place(q->pose, corner));
        }
    } else {
        for (int i = 0; i < q->count; i++)
            t->c.push_back(place(q->pose, vector_of(q->points[i])));
        if (q->form == ORACLE_RAY) t->c[1] = t->c[0] + turn(q->pose, vector_of(q->points[1]));
    }
    t->normal = turn(q->pose, vector_of(q->points[1]));
    if (is_turned(t))
        find_turned(t);
    else if (is_flat(t))
        find_plane(t);
    else
        find_hull(t);
    return t;
}

void shape_truth_free(shape_truth* t)
{
    delete t;
}
int shape_truth_touches(const shape_truth* t)
{
    return t->touches;
}
int shape_truth_holds(const shape_truth* t)
{
    return t->holds;
}
int shape_truth_is_unique(const shape_truth* t)
{
    return t->unique;
}

int shape_truth_compare(const shape_truth* t, double x)
{
    if (!std::isfinite(x)) return -1;
    if (t->touches) return x > 0 ? -1 : 0;
    const rational sum = t->radius + rational(x);
    return sign_of(t->square - sum * sum);
}

int shape_truth_order(const shape_truth* t, const shape_truth* other)
{
    if (t->touches || other->touches) return other->touches - t->touches;
    return sign_of(t->square - other->square);
}

int shape_truth_encloses(const shape_truth* t, double lo, double hi)
{
    if (std::memcmp(&lo, &hi, sizeof lo) == 0) return shape_truth_compare(t, lo) == 0;
    return std::nextafter(lo, INFINITY) == hi && shape_truth_compare(t, lo) > 0 &&
           shape_truth_compare(t, hi) < 0;
}

int shape_truth_ray_encloses(const shape_truth* t, double lo, double hi)
{
    if (!t->has_at) return 0;
    if (std::memcmp(&lo, &hi, sizeof lo) == 0) return t->at == rational(lo);
    return std::nextafter(lo, INFINITY) == hi && rational(lo) < t->at &&
           (std::isinf(hi) || t->at < rational(hi));
}

int shape_truth_ray_order(const shape_truth* t, const shape_truth* other)
{
    return sign_of(t->at - other->at);
}

// Whether x rounds to a double.
static bool rounds_to(const rational& x, double y)
{
    if (!std::isfinite(y)) return abs(x) > rational(1.7e308);
    const rational error = abs(x - rational(y));
    const double next[2] = {std::nextafter(y, INFINITY), std::nextafter(y, -INFINITY)};
    return std::all_of(next, next + 2, [&](double other) {
        return !std::isfinite(other) || abs(x - rational(other)) >= error;
    });
}

const char* shape_truth_points_fault(const shape_truth* t, int feature, const double p[3],
                                     const double q[3])
{
    if (feature != t->feature) return "the feature";
    if (is_turned(t)) return nullptr;
    rational size = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            size = abs(t->t[i].x[k]) > size ? rational(abs(t->t[i].x[k])) : size;
    const size_t points = t->asked.form == ORACLE_RAY ? 1 : t->c.size();
    for (size_t i = 0; i < points; i++)
        for (int k = 0; k < 3; k++)
            size = abs(t->c[i].x[k]) > size ? rational(abs(t->c[i].x[k])) : size;
    if (t->unique) {
        for (int k = 0; k < 3; k++) {
            if (!rounds_to(t->p.x[k], p[k])) return "the triangle's point";
            if (t->radius == 0 && !rounds_to(t->q.x[k], q[k])) return "the shape's point";
        }
    }
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::all_of(p, p + 3, finite) || !std::all_of(q, q + 3, finite)) return nullptr;
    // Both on what they should be on, and as far as they should be, within some roundings.
    const vec3 a = vector_of(p), b = vector_of(q);
    const rational slack =
        (size + t->radius) * rational(std::ldexp(1, -48)) + rational(std::ldexp(1, -1070));
    const nearest_pairs on = nearest(feature_of(t->t, feature), {a}, ANY);
    if (on.square > slack * slack) return "the triangle's point is off its feature";
    if (!is_flat(t)) {
        const nearest_pairs core = nearest({b}, t->c, kind_of(t));
        const rational reach = t->radius + slack;
        if (core.square > reach * reach) return "the shape's point is off it";
    }
    const vec3 r = a - b;
    const rational rr = dot(r, r), far = shape_truth_compare(t, 0) ? rational(1) : rational(0);
    // |p - q| - slack <= d, where d + radius is the root.
    if (far == 0) return rr > slack * slack ? "points of contact differ" : nullptr;
    mpf_class d(t->square, 4096), length(rr, 4096);
    d = sqrt(d) - mpf_class(t->radius, 4096);
    length = sqrt(length);
    if (abs(length - d) > 4 * mpf_class(slack, 4096)) return "points are not as near";
    return nullptr;
}

double shape_truth_turned_fault(const shape_truth* t, double lo, double hi, const double p[3],
                                const double q[3])
{
    const mp_bitcnt_t bits = 8192;
    const vec3 a = vector_of(p), b = vector_of(q), n = a - b, axis = t->c[1] - t->c[0];
    const mpf_class length = sqrt(mpf_class(dot(n, n), bits));
    if (length == 0) return lo > 0 ? lo : 0;
    const vec3 out = cross(n, axis);
    const mpf_class radial = sqrt(mpf_class(rational(dot(out, out) / dot(axis, axis)), bits)) *
                             mpf_class(t->radius, bits);
    const bool cone = t->asked.form == ORACLE_CONE;
    mpf_class first(dot(n, t->c[0]), bits), second(dot(n, t->c[1]), bits),
        low(dot(n, t->t[0]), bits);
    if (!cone) first += radial;
    second += radial;
    for (int i = 1; i < 3; i++)
        if (dot(n, t->t[i]) < low) low = mpf_class(dot(n, t->t[i]), bits);
    const mpf_class proved = (low - (first > second ? first : second)) / length;
    double fault = 0;
    if (proved > hi) fault += mpf_class(proved - hi).get_d();
    if (length < lo) fault += mpf_class(lo - length).get_d();
    return fault;
}

// How far a shape goes along a vector, from a point on: the square of what the radius adds, and the corners' part.
static rational reach_of(const shape_truth* t, const vec3& from, const vec3& way, size_t i,
                         rational* added)
{
    const vec3 axis =
        t->c.size() > 1 ? t->c[1] - t->c[0] : vec3{{rational(0), rational(0), rational(0)}};
    rational across = dot(way, way);
    if (is_turned(t)) across -= dot(way, axis) * dot(way, axis) / dot(axis, axis);
    *added = t->radius * t->radius * across;
    if (t->asked.form == ORACLE_CONE && i == 0) *added = 0;
    return dot(way, t->c[i] - from);
}

int shape_truth_room(const shape_truth* t, const double centre[3], double axis[3][3],
                     const double half[3])
{
    const vec3 a[3] = {vector_of(axis[0]), vector_of(axis[1]), vector_of(axis[2])};
    const vec3 from = vector_of(centre);
    const rational volume = dot(a[0], cross(a[1], a[2]));
    int is_snug = 0;
    if (volume == 0) return 0;
    for (int k = 0; k < 3; k++) {
        const vec3 way = rational(1 / volume) * cross(a[(k + 1) % 3], a[(k + 2) % 3]);
        for (int sign = -1; sign <= 1; sign += 2)
            for (size_t i = 0; i < t->c.size(); i++) {
                rational added;
                const rational reach = reach_of(t, from, rational(sign) * way, i, &added);
                const rational left = rational(half[k]) - reach;
                if (left < 0 || left * left < added) return 0;
                const rational most = left - rational(half[k]) / 10;
                is_snug |= most <= 0 || most * most <= added;
            }
    }
    return 1 + is_snug;
}

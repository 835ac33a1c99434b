// oracle_shape.cpp - see oracle_shape.h.
#include "support/oracle_shape.h"

#include <cmath>
#include <cstring>
#include <gmpxx.h>
#include <memory>
#include <vector>

namespace
{

typedef mpq_class Q;
struct V {
    Q x[3];
};

V operator-(const V& a, const V& b)
{
    return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
V operator+(const V& a, const V& b)
{
    return {{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
V operator*(const Q& t, const V& a)
{
    return {{t * a.x[0], t * a.x[1], t * a.x[2]}};
}
Q dot(const V& a, const V& b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}
V cross(const V& a, const V& b)
{
    V out;
    for (int k = 0; k < 3; k++)
        out.x[k] = a.x[(k + 1) % 3] * b.x[(k + 2) % 3] - a.x[(k + 2) % 3] * b.x[(k + 1) % 3];
    return out;
}
bool equal(const V& a, const V& b)
{
    return a.x[0] == b.x[0] && a.x[1] == b.x[1] && a.x[2] == b.x[2];
}

int sign_of(const Q& x)
{
    return sgn(x) > 0 ? 1 : sgn(x) < 0 ? -1 : 0;
}

V vector_of(const double x[3])
{
    return {{Q(x[0]), Q(x[1]), Q(x[2])}};
}
V turn(const oracle_map& m, const V& v)
{
    V out;
    for (int k = 0; k < 3; k++)
        out.x[k] =
            Q(m.matrix[k][0]) * v.x[0] + Q(m.matrix[k][1]) * v.x[1] + Q(m.matrix[k][2]) * v.x[2];
    return out;
}
V place(const oracle_map& m, const V& v)
{
    return turn(m, v) + vector_of(m.translation);
}

struct Near {  // the least so far
    Q square = -1;
    std::vector<V> p, q;  // all pairs of points as near that were met
    void take(const V& a, const V& b)
    {
        const V r = a - b;
        const Q s = dot(r, r);
        if (square >= 0 && s > square) return;
        if (square < 0 || s < square) {
            p.clear();
            q.clear();
            square = s;
        }
        p.push_back(a);
        q.push_back(b);
    }
};

// The foot of p on the line a b, strictly between; on a ray from a on: unbounded.
bool foot_on_edge(const V& p, const V& a, const V& b, V* out, bool unbounded = false)
{
    const V u = b - a;
    const Q uu = dot(u, u), t = dot(u, p - a);
    if (uu == 0 || t <= 0 || (!unbounded && t >= uu)) return false;
    *out = a + Q(t / uu) * u;
    return true;
}

bool foot_on_face(const V& p, const V& a, const V& b, const V& c, V* out)
{
    const V u = b - a, v = c - a, r = p - a;
    const Q uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const Q whole = uu * vv - uv * uv;
    if (whole == 0) return false;
    const Q s = (ur * vv - vr * uv) / whole, t = (vr * uu - ur * uv) / whole;
    if (s < 0 || t < 0 || s + t > 1) return false;
    *out = a + s * u + t * v;
    return true;
}

void edges(const V& a, const V& b, const V& c, const V& d, bool unbounded, Near* near)
{
    const V u = b - a, v = d - c, r = c - a;
    const Q uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const Q whole = uu * vv - uv * uv;
    if (whole == 0) return;
    const Q s = (ur * vv - vr * uv) / whole, t = (ur * uv - vr * uu) / whole;
    if (s < 0 || s > 1 || t < 0 || (!unbounded && t > 1)) return;
    near->take(a + s * u, c + t * v);
}

// Where the line a b goes through a triangle, if its plane is not along it.
void pierce(const V& a, const V& b, const V tri[3], bool unbounded, Near* near)
{
    const V n = cross(tri[1] - tri[0], tri[2] - tri[0]);
    const Q down = dot(n, b - a);
    if (down == 0) return;
    const Q t = dot(n, tri[0] - a) / down;
    if (t < 0 || (!unbounded && t > 1)) return;
    const V at = a + t * (b - a);
    for (int i = 0; i < 3; i++)
        if (dot(n, cross(tri[(i + 1) % 3] - tri[i], at - tri[i])) < 0) return;
    near->take(at, at);
}

bool in_tetrahedron(const V& p, const V y[4])
{
    const V u = y[1] - y[0], v = y[2] - y[0], w = y[3] - y[0], r = p - y[0];
    const Q whole = dot(u, cross(v, w));
    if (whole == 0) return false;
    const Q a = dot(r, cross(v, w)) / whole, b = dot(r, cross(w, u)) / whole,
            c = dot(r, cross(u, v)) / whole;
    return a >= 0 && b >= 0 && c >= 0 && a + b + c <= 1;
}

typedef std::vector<std::vector<int>> Sets;

// All sets of so many of n corners.
Sets sets_of(int n, int size)
{
    Sets out;
    for (int set = 0; set < 1 << n; set++) {
        std::vector<int> of;
        for (int i = 0; i < n; i++)
            if (set >> i & 1) of.push_back(i);
        if ((int)of.size() == size) out.push_back(of);
    }
    return out;
}

// Edges, faces and cells that hold all of a hull; of a box (bit k of a corner: along axis k) no more than are needed.
struct Parts {
    Sets edges, faces, cells;
    Parts(int n, bool box)
    {
        for (const std::vector<int>& e : sets_of(n, 2)) {
            const int change = e[0] ^ e[1];
            if (!box || !(change & (change - 1))) edges.push_back(e);
        }
        if (!box) {
            faces = sets_of(n, 3);
            cells = sets_of(n, 4);
            return;
        }
        for (int axis = 0; axis < 3; axis++)
            for (int side = 0; side < 2; side++) {
                const int a = side << axis, u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3;
                faces.push_back({a, a + u, a + u + v});
                faces.push_back({a, a + v, a + u + v});
            }
        cells = {{0, 1, 2, 4}, {3, 1, 2, 7}, {5, 1, 4, 7}, {6, 2, 4, 7}, {1, 2, 4, 7}};
    }
};

const Parts& parts_of(int n, bool box)
{
    static Parts box_parts(8, true);
    static std::unique_ptr<Parts> others[16];
    if (box) return box_parts;
    if (!others[n]) others[n] = std::make_unique<Parts>(n, false);
    return *others[n];
}

enum Kind { ANY, RAY, BOX };

// A feature (1 to 3 corners) and the convex hull of some corners, or a ray: c[0], and from it through c[1].
Near nearest(const std::vector<V>& t, const std::vector<V>& c, Kind kind)
{
    Near near;
    V foot;
    const bool ray = kind == RAY;
    const size_t points = ray ? 1 : c.size();
    const Parts& parts = parts_of((int)c.size(), kind == BOX);
    const size_t t_edges = t.size() == 3 ? 3 : t.size() - 1;
    for (size_t i = 0; i < points; i++) {
        for (const V& v : t)
            near.take(v, c[i]);
        for (size_t k = 0; k < t_edges; k++)
            if (foot_on_edge(c[i], t[k], t[(k + 1) % t.size()], &foot)) near.take(foot, c[i]);
        if (t.size() == 3 && foot_on_face(c[i], t[0], t[1], t[2], &foot)) near.take(foot, c[i]);
    }
    for (const std::vector<int>& e : parts.edges) {
        const V &a = c[(size_t)e[0]], &b = c[(size_t)e[1]];
        for (const V& v : t)
            if (foot_on_edge(v, a, b, &foot, ray)) near.take(v, foot);
        for (size_t k = 0; k < t_edges; k++)
            edges(t[k], t[(k + 1) % t.size()], a, b, ray, &near);
        if (t.size() == 3) pierce(a, b, t.data(), ray, &near);
    }
    for (const std::vector<int>& f : parts.faces) {
        const V face[3] = {c[(size_t)f[0]], c[(size_t)f[1]], c[(size_t)f[2]]};
        for (const V& v : t)
            if (foot_on_face(v, face[0], face[1], face[2], &foot)) near.take(v, foot);
        for (size_t k = 0; k < t_edges; k++)
            pierce(t[k], t[(k + 1) % t.size()], face, false, &near);
    }
    for (const std::vector<int>& f : parts.cells) {
        const V y[4] = {c[(size_t)f[0]], c[(size_t)f[1]], c[(size_t)f[2]], c[(size_t)f[3]]};
        for (const V& v : t)
            if (in_tetrahedron(v, y)) near.take(v, v);
    }
    return near;
}

std::vector<V> feature_of(const V t[3], int feature)
{
    if (feature < 3) return {t[feature]};
    if (feature == 6) return {t[0], t[1], t[2]};
    return {t[feature - 3], t[(feature - 2) % 3]};
}

}  // namespace

struct shape_truth {
    shape_question asked;
    V t[3];
    std::vector<V> c;
    V normal;
    Q square, radius, at;  // of the core; t of a ray
    bool touches, holds, has_at;
    int feature;
    bool unique;
    V p, q;
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

Kind kind_of(const shape_truth* t)
{
    return t->asked.form == ORACLE_RAY ? RAY : t->asked.form == ORACLE_BOX ? BOX : ANY;
}

void find_hull(shape_truth* t)
{
    const Kind kind = kind_of(t);
    const Near whole = nearest({t->t[0], t->t[1], t->t[2]}, t->c, kind);
    t->square = whole.square;
    t->touches = whole.square <= t->radius * t->radius;
    t->holds = true;
    for (int i = 0; i < 3; i++) {
        const Near one = nearest({t->t[i]}, t->c, kind);
        if (one.square > t->radius * t->radius) t->holds = false;
    }
    Near at = whole;
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
    const V way = t->c[1] - t->c[0];
    for (const V& q : whole.q) {
        const Q s = dot(q - t->c[0], way) / dot(way, way);
        if (!t->has_at || s < t->at) t->at = s;
        t->has_at = true;
    }
}

void find_plane(shape_truth* t)
{
    const bool plane = t->asked.form == ORACLE_PLANE;
    Q h[3];
    int up = 0, down = 0;
    for (int i = 0; i < 3; i++) {
        h[i] = dot(t->normal, t->t[i] - t->c[0]);
        up += h[i] > 0;
        down += h[i] < 0;
    }
    t->touches = plane ? up < 3 && down < 3 : up < 3;
    t->holds = plane ? !up && !down : !up;
    Q least = -1;
    t->feature = 0;
    for (int i = 0; i < 3; i++)
        if (least < 0 || abs(h[i]) < least) {
            least = abs(h[i]);
            t->feature = i;
        }
    const Q nn = dot(t->normal, t->normal);
    t->square = t->touches ? Q(0) : Q(least * least / nn);
    t->unique = true;
    if (t->touches) {
        for (t->feature = 0; t->feature < 3; t->feature++)
            if (plane ? h[t->feature] == 0 : h[t->feature] <= 0) break;
        for (int i = 0; i < 3 && t->feature == 3; i++) {
            const int j = (i + 1) % 3;
            if (h[i] * h[j] >= 0) continue;
            t->feature = 3 + i;
            t->p = t->q = t->t[i] + Q(h[i] / (h[i] - h[j])) * (t->t[j] - t->t[i]);
            return;
        }
        t->p = t->q = t->t[t->feature];
        return;
    }
    t->p = t->t[t->feature];
    t->q = t->p - Q(h[t->feature] / nn) * t->normal;
}

// The part of a convex polygon where way . p >= level.
std::vector<V> clip(const std::vector<V>& in, const V& way, const Q& level)
{
    std::vector<V> out;
    for (size_t i = 0; i < in.size(); i++) {
        const V &a = in[i], &b = in[(i + 1) % in.size()];
        const Q x = dot(way, a) - level, y = dot(way, b) - level;
        if (x >= 0) out.push_back(a);
        if ((x > 0 && y < 0) || (x < 0 && y > 0)) out.push_back(a + Q(x / (x - y)) * (b - a));
    }
    return out;
}

// Whether a form, which is convex along lines but for a part that is out of the way, is at most 0 somewhere between two points.
bool cone_meets_edge(const shape_truth* t, const V& a, const V& b)
{
    const V axis = t->c[1] - t->c[0], p = a - t->c[0], u = b - a;
    const Q aa = dot(axis, axis), rr = t->radius * t->radius;
    const V po = cross(p, axis), uo = cross(u, axis);
    const Q ps = dot(p, axis), us = dot(u, axis);
    const Q c0 = aa * dot(po, po) - rr * ps * ps, c1 = 2 * (aa * dot(po, uo) - rr * ps * us),
            c2 = aa * dot(uo, uo) - rr * us * us;
    if (c0 <= 0 || c0 + c1 + c2 <= 0) return true;
    if (c2 <= 0) return false;
    const Q best = -c1 / (2 * c2);
    return best > 0 && best < 1 && c0 - c1 * c1 / (4 * c2) <= 0;
}

bool turned_touches(const shape_truth* t, const std::vector<V>& part)
{
    const V a = t->c[0], axis = t->c[1] - a;
    const Q base = dot(axis, a), aa = dot(axis, axis);
    std::vector<V> cut = clip(part, axis, base);
    const V back = Q(-1) * axis;
    cut = clip(cut, back, -base - aa);
    if (cut.empty()) return false;
    if (t->asked.form == ORACLE_CYLINDER) {
        // Where the ends' planes enclose it, its distance from the axis is that from the segment.
        Q least = -1;
        for (size_t i = 0; i < cut.size(); i++) {
            const std::vector<V> fan = {cut[0], cut[i], cut[(i + 1) % cut.size()]};
            const Q s = nearest(fan, t->c, ANY).square;
            if (least < 0 || s < least) least = s;
        }
        return least <= t->radius * t->radius;
    }
    for (size_t i = 0; i < cut.size(); i++)
        if (cone_meets_edge(t, cut[i], cut[(i + 1) % cut.size()])) return true;
    Near through;
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
    t->radius = Q(q->radius);
    for (int i = 0; i < 3; i++) {
        t->t[i] = place(q->model, vector_of(q->vertex[i]));
        if (q->has_frame) t->t[i] = place(q->frame, t->t[i]);
    }
    if (q->form == ORACLE_BOX) {
        for (int i = 0; i < 8; i++) {
            V corner = vector_of(q->points[0]);
            for (int k = 0; k < 3; k++)
                corner.x[k] += (i >> k & 1 ? 1 : -1) * Q(q->points[1][k]);
            t->c.push_back(place(q->pose, corner));
        }
    } else {
        for (int i = 0; i < q->count; i++)
            t->c.push_back(place(q->pose, vector_of(q->points[i])));
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
    const Q sum = t->radius + Q(x);
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
    if (std::memcmp(&lo, &hi, sizeof lo) == 0) return t->at == Q(lo);
    return std::nextafter(lo, INFINITY) == hi && Q(lo) < t->at && (std::isinf(hi) || t->at < Q(hi));
}

int shape_truth_ray_order(const shape_truth* t, const shape_truth* other)
{
    return sign_of(t->at - other->at);
}

// Whether x rounds to a double.
static bool rounds_to(const Q& x, double y)
{
    if (!std::isfinite(y)) return abs(x) > Q(1.7e308);
    const Q error = abs(x - Q(y));
    const double next[2] = {std::nextafter(y, INFINITY), std::nextafter(y, -INFINITY)};
    for (double other : next)
        if (std::isfinite(other) && abs(x - Q(other)) < error) return false;
    return true;
}

const char* shape_truth_points_fault(const shape_truth* t, int feature, const double p[3],
                                     const double q[3])
{
    if (feature != t->feature) return "the feature";
    if (is_turned(t)) return nullptr;
    Q size = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            size = abs(t->t[i].x[k]) > size ? Q(abs(t->t[i].x[k])) : size;
    const size_t points = t->asked.form == ORACLE_RAY ? 1 : t->c.size();
    for (size_t i = 0; i < points; i++)
        for (int k = 0; k < 3; k++)
            size = abs(t->c[i].x[k]) > size ? Q(abs(t->c[i].x[k])) : size;
    if (t->unique) {
        for (int k = 0; k < 3; k++) {
            if (!rounds_to(t->p.x[k], p[k])) return "the triangle's point";
            if (t->radius == 0 && !rounds_to(t->q.x[k], q[k])) return "the shape's point";
        }
    }
    for (int k = 0; k < 3; k++)
        if (!std::isfinite(p[k]) || !std::isfinite(q[k])) return nullptr;
    // Both on what they should be on, and as far as they should be, within some roundings.
    const V a = vector_of(p), b = vector_of(q);
    const Q slack = (size + t->radius) * Q(0x1p-48) + Q(0x1p-1070);
    const Near on = nearest(feature_of(t->t, feature), {a}, ANY);
    if (on.square > slack * slack) return "the triangle's point is off its feature";
    if (!is_flat(t)) {
        const Near core = nearest({b}, t->c, kind_of(t));
        const Q reach = t->radius + slack;
        if (core.square > reach * reach) return "the shape's point is off it";
    }
    const V r = a - b;
    const Q rr = dot(r, r), far = shape_truth_compare(t, 0) ? Q(1) : Q(0);
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
    const V a = vector_of(p), b = vector_of(q), n = a - b, axis = t->c[1] - t->c[0];
    const mpf_class length = sqrt(mpf_class(dot(n, n), bits));
    if (length == 0) return lo > 0 ? lo : 0;
    const V out = cross(n, axis);
    const mpf_class radial =
        sqrt(mpf_class(Q(dot(out, out) / dot(axis, axis)), bits)) * mpf_class(t->radius, bits);
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
static Q reach_of(const shape_truth* t, const V& from, const V& way, size_t i, Q* added)
{
    const V axis = t->c.size() > 1 ? t->c[1] - t->c[0] : V{{Q(0), Q(0), Q(0)}};
    Q across = dot(way, way);
    if (is_turned(t)) across -= dot(way, axis) * dot(way, axis) / dot(axis, axis);
    *added = t->radius * t->radius * across;
    if (t->asked.form == ORACLE_CONE && i == 0) *added = 0;
    return dot(way, t->c[i] - from);
}

int shape_truth_room(const shape_truth* t, const double centre[3], double axis[3][3],
                     const double half[3])
{
    const V a[3] = {vector_of(axis[0]), vector_of(axis[1]), vector_of(axis[2])};
    const V from = vector_of(centre);
    const Q volume = dot(a[0], cross(a[1], a[2]));
    int is_snug = 0;
    if (volume == 0) return 0;
    for (int k = 0; k < 3; k++) {
        const V way = Q(1 / volume) * cross(a[(k + 1) % 3], a[(k + 2) % 3]);
        for (int sign = -1; sign <= 1; sign += 2)
            for (size_t i = 0; i < t->c.size(); i++) {
                Q added;
                const Q reach = reach_of(t, from, Q(sign) * way, i, &added);
                const Q left = Q(half[k]) - reach;
                if (left < 0 || left * left < added) return 0;
                const Q most = left - Q(half[k]) / 10;
                is_snug |= most <= 0 || most * most <= added;
            }
    }
    return 1 + is_snug;
}

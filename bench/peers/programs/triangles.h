// triangles.h - two triangles in doubles, as most programs test them (Moeller, A fast triangle-triangle
// intersection test, 1997): for peers that find pairs of boxes only. Rounding decides what touches.
#ifndef ABUT_BENCH_PEERS_PROGRAMS_TRIANGLES_H
#define ABUT_BENCH_PEERS_PROGRAMS_TRIANGLES_H
#include <algorithm>
#include <cmath>

namespace triangles
{
struct point {
    double x[3];
};

inline point minus(const point& a, const point& b)
{
    return {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
inline point cross(const point& a, const point& b)
{
    return {{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
             a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}
inline double dot(const point& a, const point& b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

// Signed distances of b's vertices to the plane of a, times the length of its normal.
inline void distances(const point a[3], const point b[3], point& normal, double d[3])
{
    normal = cross(minus(a[1], a[0]), minus(a[2], a[0]));
    for (int i = 0; i < 3; i++)
        d[i] = dot(normal, minus(b[i], a[0]));
}
inline bool one_side(const double d[3])
{
    return (d[0] > 0 && d[1] > 0 && d[2] > 0) || (d[0] < 0 && d[1] < 0 && d[2] < 0);
}

// Where a triangle with distances d meets the other's plane, along an axis: p are the vertices' places.
inline void interval(const double p[3], const double d[3], double& low, double& high)
{
    low = HUGE_VAL;
    high = -HUGE_VAL;
    const auto take = [&](double at) {
        low = std::min(low, at);
        high = std::max(high, at);
    };
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        if (d[i] == 0) take(p[i]);
        if ((d[i] > 0 && d[k] < 0) || (d[i] < 0 && d[k] > 0))
            take(p[i] + (p[k] - p[i]) * (d[i] / (d[i] - d[k])));
    }
}

// In one plane: some edge of one parts them, or nothing does.
inline bool edge_parts(const point a[3], const point b[3], int x, int y)
{
    for (int i = 0; i < 3; i++) {
        const point &p = a[i], &q = a[(i + 1) % 3], &r = a[(i + 2) % 3];
        const auto side = [&](const point& s) {
            return (q.x[x] - p.x[x]) * (s.x[y] - p.x[y]) - (q.x[y] - p.x[y]) * (s.x[x] - p.x[x]);
        };
        const double inner = side(r);
        const double d[3] = {side(b[0]), side(b[1]), side(b[2])};
        if (inner >= 0 && d[0] < 0 && d[1] < 0 && d[2] < 0) return true;
        if (inner <= 0 && d[0] > 0 && d[1] > 0 && d[2] > 0) return true;
    }
    return false;
}

inline int largest(const point& v)
{
    const double x = std::fabs(v.x[0]), y = std::fabs(v.x[1]), z = std::fabs(v.x[2]);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

inline bool meet(const point a[3], const point b[3])
{
    point a_normal, b_normal;
    double da[3], db[3];
    distances(a, b, a_normal, db);
    if (one_side(db)) return false;
    distances(b, a, b_normal, da);
    if (one_side(da)) return false;
    const point line = cross(a_normal, b_normal);
    if (line.x[0] == 0 && line.x[1] == 0 && line.x[2] == 0) {
        const int axis = largest(a_normal), x = (axis + 1) % 3, y = (axis + 2) % 3;
        return !edge_parts(a, b, x, y) && !edge_parts(b, a, x, y);
    }
    const int axis = largest(line);
    const double pa[3] = {a[0].x[axis], a[1].x[axis], a[2].x[axis]};
    const double pb[3] = {b[0].x[axis], b[1].x[axis], b[2].x[axis]};
    double a_low, a_high, b_low, b_high;
    interval(pa, da, a_low, a_high);
    interval(pb, db, b_low, b_high);
    return a_low <= b_high && b_low <= a_high;
}
}  // namespace triangles

#endif

// judge_self.cpp - no rival, but who decides between abut and one: do two triangles of a mesh share a point that is not in the
// hull of their common vertices? In rational numbers (GMP), and by nothing else: no filter, no signs, no code of abut's.
//
// What two triangles share is convex, and each of its corners is on an edge of one of them. So it is enough to cut each edge
// with the other triangle, and to look at the two ends of what is left.
#include "peers/programs/peer.h"

#include <array>
#include <gmpxx.h>

namespace
{
using number = mpq_class;
using point = std::array<number, 3>;
using triangle = std::array<point, 3>;

point minus(const point& a, const point& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
point cross(const point& a, const point& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
number dot(const point& a, const point& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
bool is_zero(const point& a)
{
    return a[0] == 0 && a[1] == 0 && a[2] == 0;
}
point at(const point& p, const point& q, const number& t)
{
    const point d = minus(q, p);
    return {p[0] + t * d[0], p[1] + t * d[1], p[2] + t * d[2]};
}

// Whether a point is on the segment, which may be a point.
bool is_on(const point& x, const point& p, const point& q)
{
    return is_zero(cross(minus(x, p), minus(q, p))) && dot(minus(x, p), minus(x, q)) <= 0;
}

// The part of [0, 1] where low <= value + t * slope.
struct range {
    number low = 0, high = 1;
    bool is_empty = false;

    void keep_positive(const number& value, const number& slope)
    {
        if (slope == 0) {
            is_empty |= value < 0;
            return;
        }
        const number t = -value / slope;
        if (slope > 0 && t > low) low = t;
        if (slope < 0 && t < high) high = t;
        is_empty |= low > high;
    }
};

// The ends of what a segment shares with a segment, either of which may be a point.
void cut_segment(const point& p, const point& q, const point& u, const point& v,
                 std::vector<point>& out)
{
    for (const point& x : {p, q})
        if (is_on(x, u, v)) out.push_back(x);
    for (const point& x : {u, v})
        if (is_on(x, p, q)) out.push_back(x);
    const point d = minus(q, p), e = minus(v, u), w = minus(u, p), n = cross(d, e);
    if (is_zero(n) || dot(w, n) != 0) return;
    const number t = dot(cross(w, e), n) / dot(n, n), s = dot(cross(w, d), n) / dot(n, n);
    if (t >= 0 && t <= 1 && s >= 0 && s <= 1) out.push_back(at(p, q, t));
}

// The ends of what a segment shares with a triangle.
void cut(const point& p, const point& q, const triangle& t, std::vector<point>& out)
{
    const point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    if (is_zero(normal)) {  // it is the longest of its edges
        for (size_t i = 0; i < 3; i++)
            cut_segment(p, q, t[i], t[(i + 1) % 3], out);
        return;
    }
    range r;
    const number value = dot(normal, minus(p, t[0])), slope = dot(normal, minus(q, p));
    r.keep_positive(value, slope);
    r.keep_positive(-value, -slope);
    for (size_t i = 0; i < 3 && !r.is_empty; i++) {
        const point inward = cross(normal, minus(t[(i + 1) % 3], t[i]));
        r.keep_positive(dot(inward, minus(p, t[i])), dot(inward, minus(q, p)));
    }
    if (r.is_empty) return;
    out.push_back(at(p, q, r.low));
    out.push_back(at(p, q, r.high));
}

// Of the vertices of both, those that are equal, each once.
std::vector<point> common_of(const triangle& a, const triangle& b)
{
    std::vector<point> out;
    for (const point& p : a) {
        bool is_new = true, is_common = false;
        for (const point& q : out)
            is_new &= p != q;
        for (const point& q : b)
            is_common |= p == q;
        if (is_new && is_common) out.push_back(p);
    }
    return out;
}

// Whether all vertices of a are among some points.
bool is_within(const triangle& a, const std::vector<point>& points)
{
    for (const point& p : a) {
        bool is = false;
        for (const point& q : points)
            is |= p == q;
        if (!is) return false;
    }
    return true;
}

bool meet(const triangle& a, const triangle& b)
{
    const std::vector<point> common = common_of(a, b);
    if (is_within(a, common) && is_within(b, common)) return true;  // duplicates
    std::vector<point> ends;
    for (size_t i = 0; i < 3; i++) {
        cut(a[i], a[(i + 1) % 3], b, ends);
        cut(b[i], b[(i + 1) % 3], a, ends);
    }
    for (const point& x : ends) {
        bool is_expected = false;
        for (const point& p : common)
            for (const point& q : common)
                is_expected |= is_on(x, p, q);
        // Three common vertices, but no duplicates: then both are segments, between two of these.
        if (!is_expected) return true;
    }
    return false;
}

class judge_self_peer final : public peer
{
  public:
    std::string name() const override
    {
        return "rational numbers, GMP " + std::string(gmp_version);
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        meshes_ = meshes;
    }

    void judge_self(uint32_t index, std::vector<uint64_t>& pairs) override
    {
        size_t kept = 0;
        for (const uint64_t pair : pairs)
            if (meet(triangle_at(index, pair >> 32), triangle_at(index, pair & 0xFFFFFFFF)))
                pairs[kept++] = pair;
        pairs.resize(kept);
    }

  private:
    triangle triangle_at(uint32_t index, size_t i) const
    {
        const peer_mesh& m = meshes_[index];
        triangle out;
        for (size_t c = 0; c < 3; c++)
            for (size_t k = 0; k < 3; k++)
                out[c][k] = m.vertices[3 * size_t{m.triangles[3 * i + c]} + k];
        return out;
    }

    std::vector<peer_mesh> meshes_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<judge_self_peer>();
}

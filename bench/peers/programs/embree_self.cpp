// embree_self.cpp - Embree's rtcCollide of a mesh with itself as a peer. It finds pairs of triangles whose boxes meet; they
// are then tested here, in doubles: triangles.h where they have no vertex in common, else what is left over of one against
// the other.
#include "peers/programs/joined.h"
#include "peers/programs/peer.h"
#include "peers/programs/triangles.h"

#include <cmath>
#include <embree3/rtcore.h>
#include <stdexcept>

namespace
{
using triangles::cross;
using triangles::dot;
using triangles::minus;
using triangles::point;

point corner(const peer_mesh& m, size_t triangle, size_t k)
{
    const double* v = m.vertices + 3 * size_t{m.triangles[3 * triangle + k]};
    return {{v[0], v[1], v[2]}};
}

// Boxes of floats, rounded outward.
void bounds_of(const RTCBoundsFunctionArguments* arguments)
{
    const auto& m = *static_cast<const peer_mesh*>(arguments->geometryUserPtr);
    float low[3], high[3];
    for (size_t k = 0; k < 3; k++) {
        const double x[3] = {corner(m, arguments->primID, 0).x[k],
                             corner(m, arguments->primID, 1).x[k],
                             corner(m, arguments->primID, 2).x[k]};
        low[k] = std::nextafter(static_cast<float>(std::min({x[0], x[1], x[2]})), -HUGE_VALF);
        high[k] = std::nextafter(static_cast<float>(std::max({x[0], x[1], x[2]})), HUGE_VALF);
    }
    RTCBounds* out = arguments->bounds_o;
    out->lower_x = low[0];
    out->lower_y = low[1];
    out->lower_z = low[2];
    out->upper_x = high[0];
    out->upper_y = high[1];
    out->upper_z = high[2];
}

// Does the segment meet the triangle? In one plane: does it meet an edge, or is an end inside.
bool segment_meets(const point& p, const point& q, const point t[3])
{
    const point normal = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    const double dp = dot(normal, minus(p, t[0])), dq = dot(normal, minus(q, t[0]));
    if ((dp > 0 && dq > 0) || (dp < 0 && dq < 0)) return false;
    const int axis = triangles::largest(normal), x = (axis + 1) % 3, y = (axis + 2) % 3;
    const auto side = [&](const point& a, const point& b, const point& c) {
        return (b.x[x] - a.x[x]) * (c.x[y] - a.x[y]) - (b.x[y] - a.x[y]) * (c.x[x] - a.x[x]);
    };
    const auto is_inside = [&](const point& c) {
        const double d[3] = {side(t[0], t[1], c), side(t[1], t[2], c), side(t[2], t[0], c)};
        return (d[0] >= 0 && d[1] >= 0 && d[2] >= 0) || (d[0] <= 0 && d[1] <= 0 && d[2] <= 0);
    };
    if (dp == 0 && dq == 0) {
        if (is_inside(p) || is_inside(q)) return true;
        for (int i = 0; i < 3; i++) {
            const point &a = t[i], &b = t[(i + 1) % 3];
            if (side(p, q, a) * side(p, q, b) <= 0 && side(a, b, p) * side(a, b, q) <= 0)
                return true;
        }
        return false;
    }
    const double s = dp / (dp - dq);
    point at;
    for (int k = 0; k < 3; k++)
        at.x[k] = p.x[k] + s * (q.x[k] - p.x[k]);
    return is_inside(at);
}

// Neighbours at an edge: in one plane, and on the same side of it?
bool is_folded(const point& p, const point& q, const point& r, const point& s)
{
    const point edge = minus(q, p), one = cross(edge, minus(r, p)),
                other = cross(edge, minus(s, p));
    return dot(one, minus(s, p)) == 0 && dot(one, other) > 0;
}

bool meet(const peer_mesh& m, size_t i, size_t k)
{
    const joined j(m.triangles + 3 * i, m.triangles + 3 * k);
    point x[3], y[3];
    for (size_t c = 0; c < 3; c++) {
        x[c] = corner(m, i, c);
        y[c] = corner(m, k, c);
    }
    if (j.count == 3) return true;
    if (j.count == 2) return is_folded(x[j.a[0]], x[j.a[1]], x[j.a_rest[0]], y[j.b_rest[0]]);
    if (j.count == 0) return triangles::meet(x, y);
    return segment_meets(y[j.b_rest[0]], y[j.b_rest[1]], x) ||
           segment_meets(x[j.a_rest[0]], x[j.a_rest[1]], y);
}

class embree_self_peer final : public peer
{
  public:
    embree_self_peer() : device_(rtcNewDevice("threads=1"))
    {
        if (!device_) throw std::runtime_error("Embree does not start");
    }

    ~embree_self_peer() override { rtcReleaseDevice(device_); }

    std::string name() const override
    {
        return "Embree " RTC_VERSION_STRING " rtcCollide, triangles in doubles";
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        meshes_ = meshes;
    }

    size_t meet_self(uint32_t index) override
    {
        mesh_ = &meshes_[index];
        found_.clear();
        const RTCScene scene = rtcNewScene(device_);
        const RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(mesh_->triangle_count));
        rtcSetGeometryUserData(geometry, &meshes_[index]);
        rtcSetGeometryBoundsFunction(geometry, bounds_of, nullptr);
        rtcCommitGeometry(geometry);
        rtcAttachGeometry(scene, geometry);
        rtcReleaseGeometry(geometry);  // the scene keeps it
        rtcCommitScene(scene);
        rtcCollide(scene, scene, collided, this);
        rtcReleaseScene(scene);
        if (rtcGetDeviceError(device_) != RTC_ERROR_NONE)
            throw std::runtime_error("Embree cannot build the scene");
        return found_.size();
    }

    void pairs(std::vector<uint64_t>& out) const override { out = found_; }

  private:
    // It tells each pair twice, and each triangle with itself.
    static void collided(void* user, RTCCollision* list, unsigned count)
    {
        auto* self = static_cast<embree_self_peer*>(user);
        for (unsigned i = 0; i < count; i++) {
            const size_t a = list[i].primID0, b = list[i].primID1;
            if (a < b && meet(*self->mesh_, a, b)) self->found_.push_back(pair_of(a, b));
        }
    }

    RTCDevice device_;
    std::vector<peer_mesh> meshes_;
    const peer_mesh* mesh_ = nullptr;
    std::vector<uint64_t> found_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<embree_self_peer>();
}

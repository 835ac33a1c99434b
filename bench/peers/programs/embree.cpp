// embree.cpp - Embree's rtcCollide as a peer. It finds pairs of triangles whose boxes meet; they are
// then tested here, in doubles. Nothing of it knows poses: for every query the smaller mesh is placed in
// the frame of the other, and its tree is refitted, which counts. It cannot end early: after the first
// contact the test of triangles is left out, no more.
#include "peers/programs/peer.h"
#include "peers/programs/triangles.h"

#include <cmath>
#include <embree3/rtcore.h>
#include <stdexcept>

namespace
{
struct posed_mesh {  // a mesh in some frame
    const peer_mesh* source = nullptr;
    std::vector<triangles::point> points;
    RTCGeometry geometry = nullptr;
    RTCScene scene = nullptr;

    void place_all(const peer_pose& pose)
    {
        for (size_t i = 0; i < points.size(); i++)
            place(pose, source->vertices + 3 * i, points[i].x);
    }

    void triangle(size_t i, triangles::point out[3]) const
    {
        for (size_t k = 0; k < 3; k++)
            out[k] = points[source->triangles[3 * i + k]];
    }
};

// Boxes of floats, rounded outward.
void bounds_of(const RTCBoundsFunctionArguments* arguments)
{
    const auto* m = static_cast<const posed_mesh*>(arguments->geometryUserPtr);
    triangles::point p[3];
    m->triangle(arguments->primID, p);
    float low[3], high[3];
    for (int k = 0; k < 3; k++) {
        const double least = std::min({p[0].x[k], p[1].x[k], p[2].x[k]});
        const double most = std::max({p[0].x[k], p[1].x[k], p[2].x[k]});
        low[k] = std::nextafter(static_cast<float>(least), -HUGE_VALF);
        high[k] = std::nextafter(static_cast<float>(most), HUGE_VALF);
    }
    RTCBounds* out = arguments->bounds_o;
    out->lower_x = low[0];
    out->lower_y = low[1];
    out->lower_z = low[2];
    out->upper_x = high[0];
    out->upper_y = high[1];
    out->upper_z = high[2];
}

class embree_peer final : public peer
{
  public:
    embree_peer() : device_(rtcNewDevice("threads=1"))
    {
        if (!device_) throw std::runtime_error("Embree does not start");
    }

    ~embree_peer() override
    {
        for (auto* list : {&resting_, &moving_})
            for (posed_mesh& m : *list)
                if (m.scene) rtcReleaseScene(m.scene);
        rtcReleaseDevice(device_);
    }

    std::string name() const override
    {
        return "Embree " RTC_VERSION_STRING " rtcCollide, refitted, triangles in doubles";
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>& queries) override
    {
        resting_.resize(meshes.size());
        moving_.resize(meshes.size());
        const peer_pose none = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
        sources_ = meshes;
        for (const peer_query& q : queries) {
            const peer_query ordered = swaps(q) ? swapped(q) : q;
            build(resting_[ordered.a], sources_[ordered.a], none, false);
            build(moving_[ordered.b], sources_[ordered.b], none, true);
        }
    }

    size_t ask(const peer_query& q, bool first) override
    {
        swaps_ = swaps(q);
        const peer_query ordered = swaps_ ? swapped(q) : q;
        posed_mesh& b = moving_[ordered.b];
        a_ = &resting_[ordered.a];
        b_ = &b;
        first_ = first;
        found_.clear();
        b.place_all(relative_pose(ordered));
        rtcCommitGeometry(b.geometry);
        rtcCommitScene(b.scene);
        rtcCollide(a_->scene, b.scene, collided, this);
        if (first && found_.size() > 1) found_.resize(1);
        return found_.size();
    }

    void pairs(std::vector<uint64_t>& out) const override { out = found_; }

  private:
    bool swaps(const peer_query& q) const
    {
        return sources_[q.b].triangle_count > sources_[q.a].triangle_count;
    }

    void build(posed_mesh& m, const peer_mesh& source, const peer_pose& pose, bool moves)
    {
        if (m.scene) return;
        m.source = &source;
        m.points.resize(source.vertex_count);
        m.place_all(pose);
        m.scene = rtcNewScene(device_);
        m.geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        if (moves) {
            rtcSetSceneFlags(m.scene, RTC_SCENE_FLAG_DYNAMIC);
            rtcSetSceneBuildQuality(m.scene, RTC_BUILD_QUALITY_LOW);  // or it is never refitted
            rtcSetGeometryBuildQuality(m.geometry, RTC_BUILD_QUALITY_REFIT);
        }
        rtcSetGeometryUserPrimitiveCount(m.geometry, static_cast<unsigned>(source.triangle_count));
        rtcSetGeometryUserData(m.geometry, &m);
        rtcSetGeometryBoundsFunction(m.geometry, bounds_of, nullptr);
        rtcCommitGeometry(m.geometry);
        rtcAttachGeometry(m.scene, m.geometry);
        rtcReleaseGeometry(m.geometry);  // the scene keeps it
        rtcCommitScene(m.scene);
        const RTCError error = rtcGetDeviceError(device_);
        if (error != RTC_ERROR_NONE) throw std::runtime_error("Embree cannot build the scene");
    }

    static void collided(void* user, RTCCollision* list, unsigned count)
    {
        auto* self = static_cast<embree_peer*>(user);
        for (unsigned i = 0; i < count; i++) {
            if (self->first_ && !self->found_.empty()) return;
            const size_t a = list[i].primID0, b = list[i].primID1;
            triangles::point x[3], y[3];
            self->a_->triangle(a, x);
            self->b_->triangle(b, y);
            if (triangles::meet(x, y))
                self->found_.push_back(self->swaps_ ? pair_of(b, a) : pair_of(a, b));
        }
    }

    RTCDevice device_;
    std::vector<peer_mesh> sources_;
    std::vector<posed_mesh> resting_, moving_;
    const posed_mesh *a_ = nullptr, *b_ = nullptr;
    bool first_ = false, swaps_ = false;
    std::vector<uint64_t> found_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<embree_peer>();
}

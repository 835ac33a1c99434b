// fcl.cpp - the Flexible Collision Library, as a peer: its trees of OBBRSS, which its own documentation
// names for collision and distance alike, or of plain OBB, for contacts only.
#include "peers/programs/peer.h"

#include <algorithm>
#include <cstring>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <iterator>
#include <stdexcept>

namespace
{
fcl::Transform3<double> transform_of(const peer_pose& pose)
{
    fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.linear()(i, k) = pose.rotation[i][k];
        out.translation()(i) = pose.translation[i];
    }
    return out;
}

template <class Volume> class fcl_peer final : public peer
{
  public:
    explicit fcl_peer(const char* volume) : volume_(volume) {}

    std::string name() const override { return std::string("FCL " FCL_VERSION " ") + volume_; }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        std::transform(meshes.begin(), meshes.end(), std::back_inserter(models_), build);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        const size_t limit = first ? 1 : static_cast<size_t>(1) << 40;
        const fcl::CollisionRequest<double> request(limit, false);
        last_.clear();
        fcl::collide(models_[q.a].get(), transform_of(q.a_pose), models_[q.b].get(),
                     transform_of(q.b_pose), request, last_);
        return last_.numContacts();
    }

    void pairs(std::vector<uint64_t>& out) const override
    {
        for (size_t i = 0; i < last_.numContacts(); i++) {
            const fcl::Contact<double>& contact = last_.getContact(i);
            out.push_back(
                pair_of(static_cast<size_t>(contact.b1), static_cast<size_t>(contact.b2)));
        }
    }

    peer_answer measure(const peer_query& q, peer_distance how, double) override
    {
        if (how != peer_distance::cold)
            throw std::runtime_error("it knows no bounds, and no last answer");
        const fcl::DistanceRequest<double> request(false, false, 0, 0);
        fcl::DistanceResult<double> result;
        fcl::distance(models_[q.a].get(), transform_of(q.a_pose), models_[q.b].get(),
                      transform_of(q.b_pose), request, result);
        return {result.min_distance, result.b1, result.b2};
    }

  private:
    using model = fcl::BVHModel<Volume>;

    static std::unique_ptr<model> build(const peer_mesh& m)
    {
        auto tree = std::make_unique<model>();
        std::vector<fcl::Vector3<double>> points(m.vertex_count);
        std::vector<fcl::Triangle> triangles(m.triangle_count);
        for (size_t i = 0; i < m.vertex_count; i++) {
            const double* v = m.vertices + 3 * i;
            points[i] = fcl::Vector3<double>(v[0], v[1], v[2]);
        }
        for (size_t i = 0; i < m.triangle_count; i++) {
            const uint32_t* t = m.triangles + 3 * i;
            triangles[i].set(t[0], t[1], t[2]);
        }
        tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
        tree->addSubModel(points, triangles);
        if (tree->endModel() != fcl::BVH_OK) throw std::runtime_error("FCL cannot build the model");
        return tree;
    }

    const char* volume_;
    std::vector<std::unique_ptr<model>> models_;
    fcl::CollisionResult<double> last_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int count, char** arguments)
{
    const char* volume = count > 1 ? arguments[1] : "";
    if (std::strcmp(volume, "OBBRSS") == 0)
        return std::make_unique<fcl_peer<fcl::OBBRSS<double>>>("OBBRSS");
    if (std::strcmp(volume, "OBB") == 0) return std::make_unique<fcl_peer<fcl::OBB<double>>>("OBB");
    throw std::runtime_error("which volume, OBBRSS or OBB?");
}

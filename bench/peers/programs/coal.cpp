// coal.cpp - Coal, which goes on from FCL (and was HPP-FCL), as a peer: its trees of OBBRSS.
#include "peers/programs/peer.h"

#include <algorithm>
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/config.hh>
#include <coal/distance.h>
#include <iterator>
#include <stdexcept>

namespace
{
coal::Transform3s transform_of(const peer_pose& pose)
{
    coal::Matrix3s rotation;
    coal::Vec3s shift;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            rotation(i, k) = pose.rotation[i][k];
        shift(i) = pose.translation[i];
    }
    return {rotation, shift};
}

class coal_peer final : public peer
{
  public:
    std::string name() const override { return "Coal " COAL_VERSION " OBBRSS"; }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        std::transform(meshes.begin(), meshes.end(), std::back_inserter(models_), build);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        const size_t limit = first ? 1 : static_cast<size_t>(1) << 40;
        const coal::CollisionRequest request(coal::NO_REQUEST, limit);
        last_.clear();
        coal::collide(models_[q.a].get(), transform_of(q.a_pose), models_[q.b].get(),
                      transform_of(q.b_pose), request, last_);
        return last_.numContacts();
    }

    void pairs(std::vector<uint64_t>& out) const override
    {
        for (size_t i = 0; i < last_.numContacts(); i++) {
            const coal::Contact& contact = last_.getContact(i);
            out.push_back(
                pair_of(static_cast<size_t>(contact.b1), static_cast<size_t>(contact.b2)));
        }
    }

    peer_answer measure(const peer_query& q, peer_distance how, double) override
    {
        if (how != peer_distance::cold) throw std::runtime_error("it knows no last answer");
        coal::DistanceRequest request;
        request.enable_signed_distance = false;
        coal::DistanceResult result;
        coal::distance(models_[q.a].get(), transform_of(q.a_pose), models_[q.b].get(),
                       transform_of(q.b_pose), request, result);
        return {result.min_distance, result.b1, result.b2};
    }

  private:
    using model = coal::BVHModel<coal::OBBRSS>;

    static std::unique_ptr<model> build(const peer_mesh& m)
    {
        auto tree = std::make_unique<model>();
        std::vector<coal::Vec3s> points(m.vertex_count);
        std::vector<coal::Triangle> triangles(m.triangle_count);
        for (size_t i = 0; i < m.vertex_count; i++) {
            const double* v = m.vertices + 3 * i;
            points[i] = coal::Vec3s(v[0], v[1], v[2]);
        }
        for (size_t i = 0; i < m.triangle_count; i++) {
            const uint32_t* t = m.triangles + 3 * i;
            triangles[i].set(t[0], t[1], t[2]);
        }
        tree->beginModel(static_cast<unsigned>(triangles.size()),
                         static_cast<unsigned>(points.size()));
        tree->addSubModel(points, triangles);
        if (tree->endModel() != coal::BVH_OK)
            throw std::runtime_error("Coal cannot build the model");
        return tree;
    }

    std::vector<std::unique_ptr<model>> models_;
    coal::CollisionResult last_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<coal_peer>();
}

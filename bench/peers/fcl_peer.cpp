// fcl_peer.cpp - the Flexible Collision Library: its trees of OBBRSS, which its own documentation
// names for collision and distance alike.
#include "peer.h"

#include <exception>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <memory>

using Model = fcl::BVHModel<fcl::OBBRSS<double>>;

struct peer_model {
    std::shared_ptr<Model> tree;
};

// NOLINTNEXTLINE(cert-err58-cpp): where there is no memory, the program ends
static fcl::CollisionResult<double> last;

const char* peer_name(void)
{
    return "FCL " FCL_VERSION " OBBRSS";
}

peer_model* peer_build(const mesh* m)
{
    try {
        auto tree = std::make_shared<Model>();
        std::vector<fcl::Vector3<double>> points(m->vertex_count);
        std::vector<fcl::Triangle> triangles(m->triangle_count);
        for (size_t i = 0; i < m->vertex_count; i++) {
            const double* v = m->vertices + 3 * i;
            points[i] = fcl::Vector3<double>(v[0], v[1], v[2]);
        }
        for (size_t i = 0; i < m->triangle_count; i++) {
            const uint32_t* t = m->triangles + 3 * i;
            triangles[i].set(t[0], t[1], t[2]);
        }
        tree->beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
        tree->addSubModel(points, triangles);
        if (tree->endModel() != fcl::BVH_OK) return nullptr;
        return new peer_model{tree};
    } catch (const std::exception&) {
        return nullptr;
    }
}

void peer_free(peer_model* model)
{
    delete model;
}

static fcl::Transform3<double> transform_of(const peer_pose* pose)
{
    fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.linear()(i, k) = pose->rotation[i][k];
        out.translation()(i) = pose->translation[i];
    }
    return out;
}

size_t peer_collide(const peer_model* a, const peer_pose* a_pose, const peer_model* b,
                    const peer_pose* b_pose, bool any)
{
    try {
        const size_t limit = any ? 1 : static_cast<size_t>(1) << 40;
        const fcl::CollisionRequest<double> request(limit, false);
        last.clear();
        fcl::collide(a->tree.get(), transform_of(a_pose), b->tree.get(), transform_of(b_pose),
                     request, last);
        return last.numContacts();
    } catch (const std::exception&) {
        return SIZE_MAX;
    }
}

void peer_pairs(uint64_t* out)
{
    for (size_t i = 0; i < last.numContacts(); i++) {
        const fcl::Contact<double>& contact = last.getContact(i);
        out[i] = static_cast<uint64_t>(contact.b1) << 32 | static_cast<uint32_t>(contact.b2);
    }
}

// bullet.cpp - Bullet's GImpact as a peer, in floats, as Debian builds it. It does what
// btGImpactCollisionAlgorithm does for two meshes: all pairs of triangles whose boxes meet, from the two
// quantised trees, then for each the conservative test and the clipping. Points of contact are not kept.
// It cannot end early but among the triangles.
#include "peers/programs/peer.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btAlignedAllocator.h>
#include <btBulletCollisionCommon.h>

namespace
{
struct gimpact_mesh {
    std::vector<float> vertices;
    std::vector<int> triangles;
    std::unique_ptr<btTriangleIndexVertexArray> arrays;
    std::unique_ptr<btGImpactMeshShape> shape;
};

btTransform transform_of(const peer_pose& p)
{
    const auto real = [](double x) { return static_cast<btScalar>(x); };
    const auto& m = p.rotation;
    return btTransform(
        btMatrix3x3(real(m[0][0]), real(m[0][1]), real(m[0][2]), real(m[1][0]), real(m[1][1]),
                    real(m[1][2]), real(m[2][0]), real(m[2][1]), real(m[2][2])),
        btVector3(real(p.translation[0]), real(p.translation[1]), real(p.translation[2])));
}

class bullet_peer final : public peer
{
  public:
    std::string name() const override
    {
        const int version = btGetVersion();
        return "Bullet " + std::to_string(version / 100) + "." + std::to_string(version % 100) +
               " GImpact";
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        meshes_.resize(meshes.size());
        for (size_t i = 0; i < meshes.size(); i++)
            build(meshes_[i], meshes[i]);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        const btGImpactMeshShapePart* a = meshes_[q.a].shape->getMeshPart(0);
        const btGImpactMeshShapePart* b = meshes_[q.b].shape->getMeshPart(0);
        const btTransform a_pose = transform_of(q.a_pose), b_pose = transform_of(q.b_pose);
        found_.clear();
        candidates_.clear();
        a->lockChildShapes();
        b->lockChildShapes();
        btGImpactQuantizedBvh::find_collision(a->getBoxSet(), a_pose, b->getBoxSet(), b_pose,
                                              candidates_);
        for (int i = 0; i < candidates_.size(); i++) {
            const GIM_PAIR& c = candidates_[i];
            if (!meet(*a, a_pose, c.m_index1, *b, b_pose, c.m_index2)) continue;
            found_.push_back(
                pair_of(static_cast<size_t>(c.m_index1), static_cast<size_t>(c.m_index2)));
            if (first) break;
        }
        a->unlockChildShapes();
        b->unlockChildShapes();
        return found_.size();
    }

    void pairs(std::vector<uint64_t>& out) const override { out = found_; }

  private:
    static void build(gimpact_mesh& out, const peer_mesh& m)
    {
        for (size_t i = 0; i < 3 * m.vertex_count; i++)
            out.vertices.push_back(static_cast<float>(m.vertices[i]));
        out.triangles.assign(m.triangles, m.triangles + 3 * m.triangle_count);
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(m.triangle_count);
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(out.triangles.data());
        part.m_triangleIndexStride = 3 * sizeof(int);
        part.m_numVertices = static_cast<int>(m.vertex_count);
        part.m_vertexBase = reinterpret_cast<const unsigned char*>(out.vertices.data());
        part.m_vertexStride = 3 * sizeof(float);
        part.m_vertexType = PHY_FLOAT;
        out.arrays = std::make_unique<btTriangleIndexVertexArray>();
        out.arrays->addIndexedMesh(part, PHY_INTEGER);
        out.shape = std::make_unique<btGImpactMeshShape>(out.arrays.get());
        out.shape->setMargin(0);
        out.shape->updateBound();
    }

    static bool meet(const btGImpactMeshShapePart& a, const btTransform& a_pose, int a_index,
                     const btGImpactMeshShapePart& b, const btTransform& b_pose, int b_index)
    {
        btPrimitiveTriangle x, y;
        GIM_TRIANGLE_CONTACT contact;
        a.getPrimitiveTriangle(a_index, x);
        b.getPrimitiveTriangle(b_index, y);
        x.m_margin = y.m_margin = 0;
        x.applyTransform(a_pose);
        y.applyTransform(b_pose);
        x.buildTriPlane();
        y.buildTriPlane();
        return x.overlap_test_conservative(y) && x.find_triangle_collision_clip_method(y, contact);
    }

    std::vector<gimpact_mesh> meshes_;
    btPairSet candidates_;
    std::vector<uint64_t> found_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<bullet_peer>();
}

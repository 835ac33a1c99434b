// ode.cpp - the Open Dynamics Engine's trimeshes (OPCODE) as a peer. dCollide gives points of contact,
// several for a pair of triangles and merged among them: no pairs. So only whether there is a contact is
// compared; all contacts means as many points as it will give.
#include "peers/programs/peer.h"

#include <cstdarg>
#include <ode/ode.h>
#include <stdexcept>

namespace
{
// It tells of every merge of points that it gave up.
void say_nothing(int, const char*, va_list) {}

class ode_peer final : public peer
{
  public:
    ode_peer()
    {
        if (!dInitODE2(0) || !dAllocateODEDataForThread(static_cast<unsigned>(dAllocateMaskAll)))
            throw std::runtime_error("ODE does not start");
        dSetMessageHandler(say_nothing);
    }

    ~ode_peer() override
    {
        for (const both& m : meshes_) {
            dGeomDestroy(m.a);
            dGeomDestroy(m.b);
            dGeomTriMeshDataDestroy(m.data);
        }
        dCloseODE();
    }

    std::string name() const override { return "ODE " dODE_VERSION " trimesh"; }
    bool has_pairs() const override { return false; }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        for (const peer_mesh& m : meshes) {
            both out = {dGeomTriMeshDataCreate(), nullptr, nullptr};
            dGeomTriMeshDataBuildDouble(
                out.data, m.vertices, 3 * sizeof(double), static_cast<int>(m.vertex_count),
                m.triangles, static_cast<int>(3 * m.triangle_count), 3 * sizeof(dTriIndex));
            out.a = dCreateTriMesh(nullptr, out.data, nullptr, nullptr, nullptr);
            out.b = dCreateTriMesh(nullptr, out.data, nullptr, nullptr, nullptr);
            meshes_.push_back(out);
        }
    }

    size_t ask(const peer_query& q, bool first) override
    {
        dGeomID a = meshes_[q.a].a;
        dGeomID b = meshes_[q.b].b;
        set_pose(a, q.a_pose);
        set_pose(b, q.b_pose);
        const int flags = first ? 1 | static_cast<int>(CONTACTS_UNIMPORTANT) : MOST_POINTS;
        return dCollide(a, b, flags, points_.data(), sizeof(dContactGeom)) > 0;
    }

    void pairs(std::vector<uint64_t>&) const override {}

  private:
    enum { MOST_POINTS = 0xFFFF };  // NUMC_MASK
    struct both {                   // one mesh may be on both sides
        dTriMeshDataID data;
        dGeomID a, b;
    };

    static void set_pose(dGeomID geom, const peer_pose& pose)
    {
        dMatrix3 rotation = {};
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                rotation[4 * i + k] = static_cast<dReal>(pose.rotation[i][k]);
        dGeomSetRotation(geom, rotation);
        dGeomSetPosition(geom, static_cast<dReal>(pose.translation[0]),
                         static_cast<dReal>(pose.translation[1]),
                         static_cast<dReal>(pose.translation[2]));
    }

    std::vector<both> meshes_;
    std::vector<dContactGeom> points_ = std::vector<dContactGeom>(MOST_POINTS);
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<ode_peer>();
}

// pqp.cpp - PQP (Larsen, Gottschalk, Lin and Manocha 1999), as a peer that finds contacts and measures distances. abut-bench has
// this text in it, and compiles it with the sources in the folder that --pqp names: its licence is for research only.
#include "peers/programs/peer.h"

#include <PQP.h>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace
{
// It takes arrays that are not constant.
struct place {
    PQP_REAL rotation[3][3], shift[3];

    explicit place(const peer_pose& pose)
    {
        for (int i = 0; i < 3; i++) {
            std::copy(pose.rotation[i], pose.rotation[i] + 3, rotation[i]);
            shift[i] = pose.translation[i];
        }
    }
};

class pqp_peer final : public peer
{
  public:
    explicit pqp_peer(bool for_distances) : sets_(for_distances ? 2 : 1) {}

    std::string name() const override { return "PQP, compiled with " ABUT_PEER_FLAGS; }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        // For distances two of each: a model remembers only one triangle, so one that is asked against itself
        // could not remember the pair.
        for (int i = 0; i < sets_; i++)
            std::transform(meshes.begin(), meshes.end(), std::back_inserter(models_[i]), build);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        place at_a(q.a_pose), at_b(q.b_pose);
        check(PQP_Collide(&last_, at_a.rotation, at_a.shift, models_[0][q.a].get(), at_b.rotation,
                          at_b.shift, models_[0][q.b].get(),
                          first ? PQP_FIRST_CONTACT : PQP_ALL_CONTACTS));
        return static_cast<size_t>(last_.NumPairs());
    }

    void pairs(std::vector<uint64_t>& out) const override
    {
        for (int i = 0; i < last_.num_pairs; i++)
            out.push_back(pair_of(static_cast<size_t>(last_.pairs[i].id1),
                                  static_cast<size_t>(last_.pairs[i].id2)));
    }

    peer_answer measure(const peer_query& q, peer_distance how, double bound) override
    {
        PQP_Model &a = *models_[0][q.a], &b = *models_[1][q.b];
        place at_a(q.a_pose), at_b(q.b_pose);
        if (how == peer_distance::within) {
            PQP_ToleranceResult result;
            check(PQP_Tolerance(&result, at_a.rotation, at_a.shift, &a, at_b.rotation, at_b.shift,
                                &b, bound, queue));
            return {result.CloserThanTolerance() ? 1.0 : 0.0, -1, -1};
        }
        if (how == peer_distance::cold) {
            a.last_tri = a.tris;
            b.last_tri = b.tris;
        }
        PQP_DistanceResult result;
        check(PQP_Distance(&result, at_a.rotation, at_a.shift, &a, at_b.rotation, at_b.shift, &b, 0,
                           0, queue));
        return {result.Distance(), a.last_tri->id, b.last_tri->id};
    }

  private:
    static constexpr int queue = 2;  // its default: depth first, which is its fastest

    static void check(int status)
    {
        if (status != PQP_OK) throw std::runtime_error("PQP refuses");
    }

    static std::unique_ptr<PQP_Model> build(const peer_mesh& m)
    {
        auto model = std::make_unique<PQP_Model>();
        check(model->BeginModel(static_cast<int>(m.triangle_count)));
        for (size_t i = 0; i < m.triangle_count; i++) {
            const uint32_t* t = m.triangles + 3 * i;
            PQP_REAL corners[3][3];
            for (int k = 0; k < 3; k++)
                std::copy(m.vertices + 3 * size_t{t[k]}, m.vertices + 3 * size_t{t[k]} + 3,
                          corners[k]);
            check(model->AddTri(corners[0], corners[1], corners[2], static_cast<int>(i)));
        }
        check(model->EndModel());
        return model;
    }

    const int sets_;
    std::vector<std::unique_ptr<PQP_Model>> models_[2];
    PQP_CollideResult last_;  // keeps its room
};
}  // namespace

// An argument: distances are asked, too.
std::unique_ptr<peer> make_peer(int count, char**)
{
    return std::make_unique<pqp_peer>(count > 1);
}

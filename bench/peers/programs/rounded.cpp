// rounded.cpp - abut itself, but that ties are answered by the double stage: what exactness costs. Signs of
// determinants are taken as they come out in doubles (ABUT_ROUNDED, src/engine/leaf/settle_body.inl); all else is the same.
#include "peers/programs/peer.h"

#include "abut/abut.h"

#include <algorithm>
#include <stdexcept>

namespace
{
void expect(abut_status status)
{
    if (status != ABUT_OK) throw std::runtime_error(abut_status_text(status));
}

struct release {
    void operator()(abut_model* m) const { abut_model_free(m); }
    void operator()(abut_query* q) const { abut_query_free(q); }
};

abut_pose pose_of(const peer_pose& from)
{
    abut_pose pose = {};
    std::copy_n(&from.rotation[0][0], 9, &pose.rotation[0][0]);
    std::copy_n(from.translation, 3, pose.translation);
    return pose;
}

class rounded final : public peer
{
  public:
    rounded()
    {
        abut_query* query = nullptr;
        expect(abut_query_create(&query, nullptr));
        query_.reset(query);
    }

    std::string name() const override { return "abut " ABUT_VERSION_STRING " without exactness"; }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        for (const peer_mesh& m : meshes) {
            abut_soup soup = {};
            soup.vertices = m.vertices;
            soup.triangles = m.triangles;
            soup.vertex_count = m.vertex_count;
            soup.triangle_count = m.triangle_count;
            abut_model* model = nullptr;
            expect(abut_model_build(&model, &soup, nullptr));
            models_.emplace_back(model);
        }
    }

    size_t ask(const peer_query& q, bool first) override
    {
        const abut_instance a = {models_[q.a].get(), pose_of(q.a_pose)};
        const abut_instance b = {models_[q.b].get(), pose_of(q.b_pose)};
        abut_ask question = {};
        question.limit = first;
        expect(abut_collide(query_.get(), &a, &b, &question, &hits_));
        return hits_.count;
    }

    void pairs(std::vector<uint64_t>& out) const override
    {
        for (size_t i = 0; i < hits_.count; i++)
            out.push_back(pair_of(hits_.pairs[i].a, hits_.pairs[i].b));
    }

  private:
    std::vector<std::unique_ptr<abut_model, release>> models_;
    std::unique_ptr<abut_query, release> query_;
    abut_hits hits_ = {};
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<rounded>();
}

// rapid.cpp - RAPID 2.01 (Gottschalk, Lin and Manocha 1996), as a peer. abut-bench has this text in it, and compiles it with the
// sources in the folder that "peers --rapid" names: its licence lets nobody else hand them on.
#include "peers/programs/peer.h"

#include <RAPID.H>
#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>
#if __has_include(<RAPID_version.H>)
#include <RAPID_version.H>
#else
static const char rapid_version[] = "RAPID, version unknown";
#endif

namespace
{
// It takes arrays that are not constant.
struct place {
    double rotation[3][3], shift[3];

    explicit place(const peer_pose& pose)
    {
        for (int i = 0; i < 3; i++) {
            std::copy(pose.rotation[i], pose.rotation[i] + 3, rotation[i]);
            shift[i] = pose.translation[i];
        }
    }
};

class rapid_peer final : public peer
{
  public:
    // Of "RAPIDTAG:  RAPID v. 2.01 -- Thu Jul  3 12:54:37 EDT 1997".
    std::string name() const override
    {
        std::string text = rapid_version;
        const size_t begin = text.find("RAPID v");
        if (begin != std::string::npos) text.erase(0, begin);
        return text.substr(0, text.find(" --")) + ", compiled with " ABUT_PEER_FLAGS;
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        std::transform(meshes.begin(), meshes.end(), std::back_inserter(models_), build);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        place at_a(q.a_pose), at_b(q.b_pose);
        check(RAPID_Collide(at_a.rotation, at_a.shift, models_[q.a].get(), at_b.rotation,
                            at_b.shift, models_[q.b].get(),
                            first ? RAPID_FIRST_CONTACT : RAPID_ALL_CONTACTS));
        return static_cast<size_t>(RAPID_num_contacts);
    }

    void pairs(std::vector<uint64_t>& out) const override
    {
        for (int i = 0; i < RAPID_num_contacts; i++)
            out.push_back(pair_of(static_cast<size_t>(RAPID_contact[i].id1),
                                  static_cast<size_t>(RAPID_contact[i].id2)));
    }

  private:
    static void check(int status)
    {
        if (status != RAPID_OK) throw std::runtime_error("RAPID refuses");
    }

    static std::unique_ptr<RAPID_model> build(const peer_mesh& m)
    {
        auto model = std::make_unique<RAPID_model>();
        check(model->BeginModel());
        for (size_t i = 0; i < m.triangle_count; i++) {
            double corners[3][3];
            for (int k = 0; k < 3; k++) {
                const double* v = m.vertices + 3 * size_t{m.triangles[3 * i + k]};
                std::copy(v, v + 3, corners[k]);
            }
            check(model->AddTri(corners[0], corners[1], corners[2], static_cast<int>(i)));
        }
        check(model->EndModel());
        return model;
    }

    std::vector<std::unique_ptr<RAPID_model>> models_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<rapid_peer>();
}

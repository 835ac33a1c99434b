// cgal.cpp - CGAL's AABB tree as a peer, with exact predicates on rounded vertices. The tree is under the
// GPL: this program is built for measuring and never installed or passed on, and nothing of abut is in it.
//
// All contacts: the triangles of the smaller mesh, placed in the frame of the other one by one, ask the
// other's tree, as its manual shows. First contact: the two trees against each other, as Rigid_triangle_mesh_collision_detection
// does, with its traversal; that class itself takes manifold meshes only. It tells no pair.
#include "peers/programs/peer.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/internal/AABB_traversal_traits_with_transformation.h>
#include <CGAL/version.h>

namespace
{
using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using triangle = kernel::Triangle_3;
using iterator = std::vector<triangle>::const_iterator;
using primitive = CGAL::AABB_triangle_primitive<kernel, iterator>;
using traits = CGAL::AABB_traits<kernel, primitive>;
using tree = CGAL::AABB_tree<traits>;

struct model {
    std::vector<triangle> triangles;
    std::unique_ptr<tree> boxes;
};

class cgal_peer final : public peer
{
  public:
    std::string name() const override
    {
        return "CGAL " CGAL_VERSION_STR " AABB tree, exact predicates";
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        models_.resize(meshes.size());
        for (size_t i = 0; i < meshes.size(); i++)
            build(models_[i], meshes[i]);
    }

    size_t ask(const peer_query& q, bool first) override
    {
        const bool swaps = models_[q.b].triangles.size() > models_[q.a].triangles.size();
        const peer_query ordered = swaps ? swapped(q) : q;
        const model &a = models_[ordered.a], &b = models_[ordered.b];
        found_.clear();
        if (first) return trees_meet(a, b, relative_pose(ordered));
        find_all(a, b, relative_pose(ordered), swaps);
        return found_.size();
    }

    void pairs(std::vector<uint64_t>& out) const override { out = found_; }

  private:
    static void build(model& out, const peer_mesh& m)
    {
        const auto corner = [&](size_t i) {
            const double* v = m.vertices + 3 * size_t{m.triangles[i]};
            return kernel::Point_3(v[0], v[1], v[2]);
        };
        for (size_t i = 0; i < m.triangle_count; i++)
            out.triangles.emplace_back(corner(3 * i), corner(3 * i + 1), corner(3 * i + 2));
        out.boxes = std::make_unique<tree>(out.triangles.cbegin(), out.triangles.cend());
        out.boxes->build();
    }

    static size_t trees_meet(const model& a, const model& b, const peer_pose& pose)
    {
        using one = CGAL::Do_intersect_traversal_traits_with_transformation<traits, kernel>;
        using two = CGAL::Do_intersect_traversal_traits_for_two_trees<traits, kernel>;
        const CGAL::Interval_nt_advanced::Protector rounding;
        const auto& m = pose.rotation;
        const auto& t = pose.translation;
        const kernel::Aff_transformation_3 b_to_a(m[0][0], m[0][1], m[0][2], t[0], m[1][0], m[1][1],
                                                  m[1][2], t[1], m[2][0], m[2][1], m[2][2], t[2]);
        one resting(a.boxes->traits());
        two both(b.boxes->traits(), b_to_a, resting);
        b.boxes->traversal(*a.boxes, both);
        return both.is_intersection_found();
    }

    void find_all(const model& a, const model& b, const peer_pose& pose, bool swaps)
    {
        const auto moved = [&](const kernel::Point_3& p) {
            const double v[3] = {p.x(), p.y(), p.z()};
            double out[3];
            place(pose, v, out);
            return kernel::Point_3(out[0], out[1], out[2]);
        };
        for (size_t i = 0; i < b.triangles.size(); i++) {
            const triangle& t = b.triangles[i];
            hits_.clear();
            a.boxes->all_intersected_primitives(triangle(moved(t[0]), moved(t[1]), moved(t[2])),
                                                std::back_inserter(hits_));
            for (const iterator& hit : hits_) {
                const auto k = static_cast<size_t>(hit - a.triangles.cbegin());
                found_.push_back(swaps ? pair_of(i, k) : pair_of(k, i));
            }
        }
    }

    std::vector<model> models_;
    std::vector<iterator> hits_;
    std::vector<uint64_t> found_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<cgal_peer>();
}

// cgal_self.cpp - CGAL as a peer that looks for where a mesh meets itself, with exact predicates. It is under the GPL: this
// program is built for measuring and never installed or passed on, and nothing of abut is in it.
//
// A mesh that is a manifold is asked by PMP::self_intersections. For others this version of CGAL has no function: they are
// asked by what that one consists of, CGAL's box_self_intersection_d and its predicates, on triangles and their indices. Like
// it, this leaves out triangles without an area.
#include "peers/programs/joined.h"
#include "peers/programs/peer.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>
#include <array>

namespace
{
namespace PMP = CGAL::Polygon_mesh_processing;
using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using point = kernel::Point_3;
using mesh = CGAL::Surface_mesh<point>;
using face = mesh::Face_index;
using corners = std::array<size_t, 3>;
using box =
    CGAL::Box_intersection_d::Box_with_info_d<double, 3, size_t,
                                              CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;

struct model {
    peer_mesh source = {};
    std::vector<point> points;
    bool is_manifold = false;
    mesh surface;  // of a manifold; face i is triangle i
};

class cgal_self_peer final : public peer
{
  public:
    std::string name() const override
    {
        return "CGAL " CGAL_VERSION_STR " PMP::self_intersections, exact predicates";
    }

    void load(const std::vector<peer_mesh>& meshes, const std::vector<peer_query>&) override
    {
        models_.resize(meshes.size());
        for (size_t i = 0; i < meshes.size(); i++)
            build(models_[i], meshes[i]);
    }

    size_t meet_self(uint32_t index) override
    {
        const model& m = models_[index];
        found_.clear();
        if (m.is_manifold)
            ask_surface(m);
        else
            ask_soup(m);
        return found_.size();
    }

    void pairs(std::vector<uint64_t>& out) const override { out = found_; }

  private:
    static void build(model& out, const peer_mesh& m)
    {
        std::vector<corners> polygons;
        out.source = m;
        for (size_t i = 0; i < m.vertex_count; i++)
            out.points.emplace_back(m.vertices[3 * i], m.vertices[3 * i + 1],
                                    m.vertices[3 * i + 2]);
        for (size_t i = 0; i < m.triangle_count; i++)
            polygons.push_back(
                {m.triangles[3 * i], m.triangles[3 * i + 1], m.triangles[3 * i + 2]});
        out.is_manifold = PMP::is_polygon_soup_a_polygon_mesh(polygons);
        if (out.is_manifold) PMP::polygon_soup_to_polygon_mesh(out.points, polygons, out.surface);
    }

    void add(size_t i, size_t k)
    {
        if (i != k) found_.push_back(i < k ? pair_of(i, k) : pair_of(k, i));
    }

    void ask_surface(const model& m)
    {
        std::vector<std::pair<face, face>> met;
        PMP::self_intersections(m.surface, std::back_inserter(met));
        for (const auto& pair : met)
            add(pair.first, pair.second);
    }

    static bool meet(const model& m, size_t i, size_t k)
    {
        const uint32_t *a = m.source.triangles + 3 * i, *b = m.source.triangles + 3 * k;
        const joined j(a, b);
        const auto at = [&](const uint32_t* t, size_t corner) { return m.points[t[corner]]; };
        if (j.count == 3) return true;
        if (j.count == 2) {
            const point p = at(a, j.a[0]), q = at(a, j.a[1]), r = at(a, j.a_rest[0]),
                        s = at(b, j.b_rest[0]);
            return CGAL::coplanar(p, q, r, s) &&
                   CGAL::coplanar_orientation(p, q, r, s) == CGAL::POSITIVE;
        }
        const kernel::Triangle_3 x(at(a, 0), at(a, 1), at(a, 2)), y(at(b, 0), at(b, 1), at(b, 2));
        if (j.count == 0) return CGAL::do_intersect(x, y);
        return CGAL::do_intersect(x, kernel::Segment_3(at(b, j.b_rest[0]), at(b, j.b_rest[1]))) ||
               CGAL::do_intersect(y, kernel::Segment_3(at(a, j.a_rest[0]), at(a, j.a_rest[1])));
    }

    void ask_soup(const model& m)
    {
        constexpr std::ptrdiff_t cutoff = 2000;  // as self_intersections has it
        std::vector<box> boxes;
        std::vector<const box*> pointers;
        boxes.reserve(m.source.triangle_count);
        for (size_t i = 0; i < m.source.triangle_count; i++) {
            const uint32_t* t = m.source.triangles + 3 * i;
            const point &p = m.points[t[0]], &q = m.points[t[1]], &r = m.points[t[2]];
            if (!CGAL::collinear(p, q, r)) boxes.emplace_back(p.bbox() + q.bbox() + r.bbox(), i);
        }
        for (const box& b : boxes)
            pointers.push_back(&b);
        const auto take = [&](const box* x, const box* y) {
            if (meet(m, x->info(), y->info())) add(x->info(), y->info());
        };
        CGAL::box_self_intersection_d<CGAL::Sequential_tag>(pointers.begin(), pointers.end(), take,
                                                            cutoff);
    }

    std::vector<model> models_;
    std::vector<uint64_t> found_;
};
}  // namespace

std::unique_ptr<peer> make_peer(int, char**)
{
    return std::make_unique<cgal_self_peer>();
}

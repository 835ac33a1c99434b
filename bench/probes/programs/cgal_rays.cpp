// cgal_rays.cpp - CGAL's AABB tree as a rival of rays, and of boxes. As "cgal" it reckons in doubles; "cgal-exact" is the same
// program with predicates that are exact, whose answers must be abut's. Triangles without area are left out: its tree does not
// take them.
#include "probes/programs/rival.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/version.h>
#include <cmath>
#include <iterator>

namespace
{
#ifdef RIVAL_IS_EXACT
using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
#else
using kernel = CGAL::Simple_cartesian<double>;
#endif
using triangle_list = std::vector<kernel::Triangle_3>;
using primitive = CGAL::AABB_triangle_primitive<kernel, triangle_list::const_iterator>;
using tree_type = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

triangle_list triangles;
std::unique_ptr<tree_type> tree;

kernel::Point_3 point_at(const std::vector<double>& list, size_t i)
{
    return {list[3 * i], list[3 * i + 1], list[3 * i + 2]};
}

kernel::Ray_3 ray_at(const rival_scene& scene, size_t i)
{
    const double* p = scene.points.data() + 6 * i;
    return {point_at(scene.points, 2 * i), kernel::Vector_3(p[3], p[4], p[5])};
}

// In units of the direction. found: a point, or a segment where the ray runs in the triangle's plane.
template <typename found_type>
double t_of(const rival_scene& scene, size_t i, const found_type& found)
{
    const double* p = scene.points.data() + 6 * i;
    const kernel::Vector_3 way(p[3], p[4], p[5]);
    const kernel::Point_3 from = point_at(scene.points, 2 * i);
    const auto t_at = [&](const kernel::Point_3& at) {
        return ((at - from) * way) / way.squared_length();
    };
    if (const auto* at = boost::get<kernel::Point_3>(&found)) return t_at(*at);
    if (const auto* s = boost::get<kernel::Segment_3>(&found))
        return std::min(t_at(s->source()), t_at(s->target()));
    return 0;
}

bool ask_rays(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    std::vector<std::pair<double, triangle_list::const_iterator>> all;
    for (size_t i = 0; 2 * i < answers.size(); i++) {
        const kernel::Ray_3 ray = ray_at(scene, i);
        double *met = &answers[2 * i], *t = met + 1;
        *met = *t = 0;
        if (question == "ray-first") {
            const auto found = tree->first_intersection(ray);
            *met = found ? 1 : 0;
            if (found) *t = t_of(scene, i, found->first);
        } else if (question == "ray-any") {
            *met = tree->do_intersect(ray) ? 1 : 0;
        } else if (question == "ray-count") {
            *met = static_cast<double>(tree->number_of_intersected_primitives(ray));
        } else if (question == "ray-all") {
            std::vector<tree_type::Intersection_and_primitive_id<kernel::Ray_3>::Type> found;
            tree->all_intersections(ray, std::back_inserter(found));
            all.clear();
            for (const auto& f : found)
                all.emplace_back(t_of(scene, i, f.first), f.second);
            std::sort(all.begin(), all.end());
            *met = static_cast<double>(all.size());
            if (!all.empty()) *t = all.back().first;
        } else {
            return false;
        }
    }
    return true;
}

void ask_boxes(const rival_scene& scene, std::vector<double>& answers)
{
    std::vector<triangle_list::const_iterator> found;
    for (size_t i = 0; 2 * i < answers.size(); i++) {
        const kernel::Iso_cuboid_3 box(point_at(scene.points, 2 * i),
                                       point_at(scene.points, 2 * i + 1));
        found.clear();
        tree->all_intersected_primitives(box, std::back_inserter(found));
        answers[2 * i] = static_cast<double>(found.size());
        answers[2 * i + 1] = 0;
    }
}
}  // namespace

std::string rival_name()
{
    return "CGAL " CGAL_VERSION_STR " AABB_tree";
}

void rival_load(const rival_scene& scene)
{
    for (size_t i = 0; i + 2 < scene.triangles.size(); i += 3) {
        const kernel::Triangle_3 t(point_at(scene.vertices, scene.triangles[i]),
                                   point_at(scene.vertices, scene.triangles[i + 1]),
                                   point_at(scene.vertices, scene.triangles[i + 2]));
        if (!t.is_degenerate()) triangles.push_back(t);
    }
    tree = std::make_unique<tree_type>(triangles.begin(), triangles.end());
    tree->build();
}

bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    if (question != "range-box") return ask_rays(question, scene, answers);
    ask_boxes(scene, answers);
    return true;
}

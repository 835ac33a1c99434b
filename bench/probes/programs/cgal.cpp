// cgal.cpp - CGAL's AABB tree as a rival, in doubles: the closest point, with its tree of vertices for first guesses; sides by
// Side_of_triangle_mesh, of meshes that are closed.
#include "probes/programs/rival.h"

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/version.h>
#include <cmath>
#include <memory>

namespace
{
using kernel = CGAL::Simple_cartesian<double>;
using triangle_list = std::vector<kernel::Triangle_3>;
using primitive = CGAL::AABB_triangle_primitive<kernel, triangle_list::const_iterator>;
using tree_type = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;

triangle_list triangles;
std::unique_ptr<tree_type> tree;

kernel::Point_3 point_at(const std::vector<double>& list, size_t i)
{
    return {list[3 * i], list[3 * i + 1], list[3 * i + 2]};
}
}  // namespace

std::string rival_name()
{
    return "CGAL " CGAL_VERSION_STR " AABB_tree::closest_point";
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
    tree->accelerate_distance_queries();
    tree->build();
}

bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    if (question != "nearest") return false;
    for (size_t i = 0; i < answers.size(); i++)
        answers[i] = std::sqrt(tree->squared_distance(point_at(scene.points, i)));
    return true;
}

// fcl.cpp - FCL's spheres against a tree of oriented boxes about spheres (OBBRSS), the first contact of each, or its distance; doubles.
#include "probes/programs/rival.h"

#include <fcl/fcl.h>
#include <memory>

namespace
{
std::shared_ptr<fcl::BVHModel<fcl::OBBRSSd>> model;
}

std::string rival_name()
{
    return "FCL " FCL_VERSION " sphere, OBBRSS";
}

void rival_load(const rival_scene& scene)
{
    std::vector<fcl::Vector3d> points;
    std::vector<fcl::Triangle> triangles;
    for (size_t i = 0; i < scene.vertices.size(); i += 3)
        points.emplace_back(scene.vertices[i], scene.vertices[i + 1], scene.vertices[i + 2]);
    for (size_t i = 0; i < scene.triangles.size(); i += 3)
        triangles.emplace_back(scene.triangles[i], scene.triangles[i + 1], scene.triangles[i + 2]);
    model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    model->beginModel();
    model->addSubModel(points, triangles);
    model->endModel();
}

bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    const bool is_gap = question.rfind("gaps ", 0) == 0;
    if (!is_gap && question.rfind("spheres ", 0) != 0) return false;
    const auto ball =
        std::make_shared<fcl::Sphered>(std::stod(question.substr(question.find(' '))));
    const fcl::CollisionRequestd request(1, false);
    fcl::CollisionObjectd mesh(model), sphere(ball);
    for (size_t i = 0; i < answers.size(); i++) {
        const double* p = scene.points.data() + 3 * i;
        fcl::CollisionResultd result;
        sphere.setTranslation(fcl::Vector3d(p[0], p[1], p[2]));
        if (is_gap) {
            const fcl::DistanceRequestd how(false);
            fcl::DistanceResultd gap;
            const double least = fcl::distance(&mesh, &sphere, how, gap);
            answers[i] = least > 0 ? least : 0;
            continue;
        }
        answers[i] = fcl::collide(&mesh, &sphere, request, result) > 0 ? 1 : 0;
    }
    return true;
}

// fcl.cpp - the Flexible Collision Library asked when two models that move first touch. It reads a scene from the file that it
// is called with (sweeps/rival.c writes it), says "ready NAME", and then answers lines:
//     ca VOLUME            conservative advancement by its nodes for oriented volumes; a step shorter than 1e-5 says contact
//     public VOLUME        the same by continuousCollide, which moves all vertices at each step
//     naive VOLUME COUNT   so many poses a leg
//     poly VOLUME          the solver of polynomials, for straight ways
// with the seconds that all ways took, or "no"; and
//     write FILE           three doubles a way: 1 or 0 for contact, its time, seconds: "ok"
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/motion/interp_motion.h>
#include <fcl/math/motion/translation_motion.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/detail/conservative_advancement_func_matrix.h>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace
{
using vector = fcl::Vector3<double>;
using rotation = fcl::Matrix3<double>;
using motion = fcl::MotionBase<double>;
using rss = fcl::RSS<double>;
using obbrss = fcl::OBBRSS<double>;

struct mesh {
    std::vector<vector> vertices;
    std::vector<fcl::Triangle> triangles;
};

struct pose {
    rotation turned;
    vector moved;
};

struct leg {
    pose from, to;
    vector pivot;
};

using legs = std::vector<leg>;  // of one way: of the first body, the second, the first, ...

struct answer {
    double contact, time, seconds;
};

mesh meshes[2];
std::vector<legs> ways;
std::vector<answer> answers;

// ------------------------------------------------------------------------------------------ reading

template <typename T> T read(std::ifstream& in)
{
    T out = T();
    in.read(reinterpret_cast<char*>(&out), sizeof out);
    return out;
}

vector read_vector(std::ifstream& in)
{
    vector out;
    for (int k = 0; k < 3; k++)
        out[k] = read<double>(in);
    return out;
}

pose read_pose(std::ifstream& in)
{
    pose out;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out.turned(i, k) = read<double>(in);
    out.moved = read_vector(in);
    return out;
}

bool read_scene(const char* path)
{
    std::ifstream in(path, std::ios::binary);
    for (mesh& m : meshes) {
        const auto vertices = read<uint64_t>(in), triangles = read<uint64_t>(in);
        for (uint64_t i = 0; in && i < vertices; i++)
            m.vertices.push_back(read_vector(in));
        for (uint64_t i = 0; in && i < triangles; i++) {
            const auto a = read<uint32_t>(in), b = read<uint32_t>(in), c = read<uint32_t>(in);
            m.triangles.emplace_back(a, b, c);
        }
    }
    const auto count = read<uint64_t>(in);
    for (uint64_t i = 0; in && i < count; i++) {
        legs way;
        const auto legs_of_way = 2 * read<uint64_t>(in);
        for (uint64_t k = 0; in && k < legs_of_way; k++) {
            leg l;
            l.from = read_pose(in);
            l.to = read_pose(in);
            l.pivot = read_vector(in);
            way.push_back(l);
        }
        ways.push_back(way);
    }
    return static_cast<bool>(in);
}

// ------------------------------------------------------------------------------------------- asking

double seconds_now()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Volume>
std::shared_ptr<fcl::BVHModel<Volume>> build(const std::vector<vector>& vertices,
                                             const std::vector<fcl::Triangle>& triangles)
{
    auto out = std::make_shared<fcl::BVHModel<Volume>>();
    out->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    out->addSubModel(vertices, triangles);
    out->endModel();
    return out;
}

// What does not turn is told so: its bounds are better.
std::unique_ptr<motion> motion_of(const leg& l)
{
    if (l.from.turned == l.to.turned)
        return std::make_unique<fcl::TranslationMotion<double>>(l.from.turned, l.from.moved,
                                                                l.to.moved);
    return std::make_unique<fcl::InterpMotion<double>>(l.from.turned, l.from.moved, l.to.turned,
                                                       l.to.moved, l.pivot);
}

// Leg by leg; ask: says of two models and their motions whether they meet, and when.
template <class Model, class Ask>
answer ask_way(const Model& a, const Model& b, const legs& way, Ask ask)
{
    const size_t count = way.size() / 2;
    for (size_t i = 0; i < count; i++) {
        const auto first = motion_of(way[2 * i]), second = motion_of(way[2 * i + 1]);
        double time = 1;
        first->integrate(0);
        second->integrate(0);
        if (ask(*a, *first, *b, *second, time))
            return {1, (static_cast<double>(i) + time) / static_cast<double>(count), 0};
    }
    return {0, 1, 0};
}

struct by_request {
    fcl::ContinuousCollisionRequest<double> request;

    template <class Model>
    bool operator()(const Model& a, const motion& first, const Model& b, const motion& second,
                    double& time) const
    {
        fcl::ContinuousCollisionResult<double> result;
        fcl::continuousCollide<double>(&a, &first, &b, &second, request, result);
        time = result.time_of_contact;
        return result.is_collide;
    }
};

// Its public call has another way to do it for all volumes, which takes a hundred times as long and misses contacts.
template <class Volume, class Node> struct by_nodes {
    bool operator()(const fcl::BVHModel<Volume>& a, const motion& first,
                    const fcl::BVHModel<Volume>& b, const motion& second, double& time) const
    {
        const fcl::CollisionRequest<double> request;
        fcl::CollisionResult<double> result;
        return fcl::detail::conservativeAdvancementMeshOriented<Volume, Node>(
            a, &first, b, &second, request, result, time);
    }
};

template <class Volume, class Ask> bool ask_all(Ask ask)
{
    const double enough = 5e-5;  // seconds
    const auto a = build<Volume>(meshes[0].vertices, meshes[0].triangles),
               b = build<Volume>(meshes[1].vertices, meshes[1].triangles);
    for (size_t i = 0; i < ways.size(); i++) {
        const double begun = seconds_now();
        double took = 0, repeats = 0;
        while (took < enough) {
            answers[i] = ask_way(a, b, ways[i], ask);
            took = seconds_now() - begun;
            repeats++;
        }
        answers[i].seconds = took / repeats;
    }
    return true;
}

// The solver takes vertices as they are, without poses, and leaves the models moved: each way gets models of its own,
// which are built before the clock runs.
template <class Volume> bool ask_straight()
{
    by_request ask;
    ask.request.ccd_motion_type = fcl::CCDM_TRANS;
    ask.request.ccd_solver_type = fcl::CCDC_POLYNOMIAL_SOLVER;
    for (size_t i = 0; i < ways.size(); i++) {
        std::shared_ptr<fcl::BVHModel<Volume>> models[2];
        legs way = ways[i];
        if (way.size() != 2) return false;
        for (int body = 0; body < 2; body++) {
            leg& l = way[static_cast<size_t>(body)];
            if (l.from.turned != l.to.turned) return false;
            std::vector<vector> placed;
            for (const vector& v : meshes[body].vertices)
                placed.push_back(l.from.turned * v + l.from.moved);
            models[body] = build<Volume>(placed, meshes[body].triangles);
            l.to.moved -= l.from.moved;
            l.from.moved = vector::Zero();
            l.from.turned = l.to.turned = rotation::Identity();
        }
        const double begun = seconds_now();
        answers[i] = ask_way(models[0], models[1], way, ask);
        answers[i].seconds = seconds_now() - begun;
    }
    return true;
}

template <class Volume> bool ask_public()
{
    by_request ask;
    ask.request.toc_err = 1e-5;
    ask.request.ccd_motion_type = fcl::CCDM_LINEAR;
    ask.request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    return ask_all<Volume>(ask);
}

template <class Volume> bool ask_poses(size_t count)
{
    by_request ask;
    ask.request.num_max_iterations = count;
    ask.request.toc_err = 0.5 / static_cast<double>(count);
    ask.request.ccd_motion_type = fcl::CCDM_LINEAR;
    ask.request.ccd_solver_type = fcl::CCDC_NAIVE;
    return ask_all<Volume>(ask);
}

bool ask(const std::string& line)
{
    std::istringstream in(line);
    std::string how, volume;
    size_t number = 0;
    in >> how >> volume >> number;
    if (how == "ca" && volume == "OBBRSS")
        return ask_all<obbrss>(
            by_nodes<obbrss,
                     fcl::detail::MeshConservativeAdvancementTraversalNodeOBBRSS<double>>());
    if (how == "ca" && volume == "RSS")
        return ask_all<rss>(
            by_nodes<rss, fcl::detail::MeshConservativeAdvancementTraversalNodeRSS<double>>());
    if (how == "public" && volume == "OBBRSS") return ask_public<obbrss>();
    if (how == "naive" && volume == "OBB") return ask_poses<fcl::OBB<double>>(number);
    if (how == "poly" && volume == "AABB") return ask_straight<fcl::AABB<double>>();
    if (how == "poly" && volume == "OBBRSS") return ask_straight<obbrss>();
    return false;
}
}  // namespace

int main(int count, char** arguments)
{
    std::string line;
    if (count != 2 || !read_scene(arguments[1])) return 2;
    answers.resize(ways.size());
    std::cout << "ready FCL " FCL_VERSION << std::endl;
    while (std::getline(std::cin, line)) {
        if (line.rfind("write ", 0) == 0) {
            std::ofstream out(line.substr(6), std::ios::binary);
            out.write(reinterpret_cast<const char*>(answers.data()),
                      static_cast<std::streamsize>(answers.size() * sizeof(answer)));
            out.close();
            std::cout << (out ? "ok" : "no") << std::endl;
            continue;
        }
        const double begun = seconds_now();
        if (ask(line))
            std::cout << seconds_now() - begun << std::endl;
        else
            std::cout << "no" << std::endl;
    }
    return 0;
}

// embree.cpp - Embree's point query as a rival: floats, the closest point of each triangle by a callback, as its tutorial has it.
#include "probes/programs/rival.h"

#include <cmath>
#include <embree3/rtcore.h>
#include <limits>

namespace
{
struct point {
    float x, y, z;
};

point operator-(const point& a, const point& b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

point operator+(const point& a, const point& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

point operator*(float s, const point& a)
{
    return {s * a.x, s * a.y, s * a.z};
}

float dot(const point& a, const point& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Ericson, Real-Time Collision Detection, 5.1.5.
point closest(const point& p, const point& a, const point& b, const point& c)
{
    const point ab = b - a, ac = c - a, ap = p - a;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const point bp = p - b;
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const point cp = p - c;
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
    const float whole = 1 / (va + vb + vc);
    return a + vb * whole * ab + vc * whole * ac;
}

RTCDevice device;
RTCScene tree;
std::vector<float> vertices;

struct found {
    const uint32_t* triangles;
    float distance;
};

bool look(RTCPointQueryFunctionArguments* arguments)
{
    auto* f = static_cast<found*>(arguments->userPtr);
    const uint32_t* t = f->triangles + 3 * static_cast<size_t>(arguments->primID);
    point corner[3];
    for (int i = 0; i < 3; i++) {
        const float* v = vertices.data() + 3 * static_cast<size_t>(t[i]);
        corner[i] = {v[0], v[1], v[2]};
    }
    const point p = {arguments->query->x, arguments->query->y, arguments->query->z};
    const point way = closest(p, corner[0], corner[1], corner[2]) - p;
    const float distance = std::sqrt(dot(way, way));
    if (!(distance < arguments->query->radius)) return false;
    arguments->query->radius = f->distance = distance;
    return true;
}
}  // namespace

std::string rival_name()
{
    return "Embree " RTC_VERSION_STRING " rtcPointQuery";
}

void rival_load(const rival_scene& scene)
{
    device = rtcNewDevice("threads=1");
    tree = rtcNewScene(device);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    vertices.assign(scene.vertices.begin(), scene.vertices.end());
    auto* to = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                           RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                           vertices.size() / 3));
    std::copy(vertices.begin(), vertices.end(), to);
    auto* triangles = static_cast<uint32_t*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(uint32_t), scene.triangles.size() / 3));
    std::copy(scene.triangles.begin(), scene.triangles.end(), triangles);
    rtcSetGeometryPointQueryFunction(geometry, look);
    rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_HIGH);
    rtcSetSceneBuildQuality(tree, RTC_BUILD_QUALITY_HIGH);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(tree, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(tree);
}

// nearest: how far each point is. spheres R: whether something is not farther than R; within: how far is looked.
bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    const bool is_sphere = question.rfind("spheres ", 0) == 0;
    if (!is_sphere && question != "nearest") return false;
    const float within =
        is_sphere ? std::stof(question.substr(8)) : std::numeric_limits<float>::infinity();
    for (size_t i = 0; i < answers.size(); i++) {
        const double* p = scene.points.data() + 3 * i;
        RTCPointQuery query = {};
        RTCPointQueryContext context;
        rtcInitPointQueryContext(&context);
        query.x = static_cast<float>(p[0]);
        query.y = static_cast<float>(p[1]);
        query.z = static_cast<float>(p[2]);
        query.radius = within;
        found f = {scene.triangles.data(), std::numeric_limits<float>::infinity()};
        rtcPointQuery(tree, &query, &context, nullptr, &f);
        answers[i] = is_sphere ? (f.distance <= within ? 1 : 0) : static_cast<double>(f.distance);
    }
    return true;
}

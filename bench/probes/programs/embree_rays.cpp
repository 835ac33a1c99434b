// embree_rays.cpp - Embree as a rival of rays, in floats, one ray at a time, as it is at its best where rays go anywhere. As
// "embree-robust" with RTC_SCENE_FLAG_ROBUST, else without. The tree for first hits is of the high quality, which cuts
// triangles into parts; such a part may be met twice, so all hits are asked of a tree of the medium quality, which does not.
#include "probes/programs/rival.h"

#include <algorithm>
#include <embree3/rtcore.h>
#include <limits>

namespace
{
using met = std::pair<float, uint32_t>;

RTCDevice device;
RTCScene high, medium;

// What the filter sees of a ray: it takes none of the hits, so that the search goes on.
struct search {
    RTCIntersectContext context;  // the first, which Embree hands over
    std::vector<met> all;
    size_t count;
};

void collect(const RTCFilterFunctionNArguments* a)
{
    auto* s = reinterpret_cast<search*>(a->context);
    s->all.emplace_back(RTCRayN_tfar(a->ray, a->N, 0), RTCHitN_primID(a->hit, a->N, 0));
    a->valid[0] = 0;
}

void count_one(const RTCFilterFunctionNArguments* a)
{
    reinterpret_cast<search*>(a->context)->count++;
    a->valid[0] = 0;
}

RTCScene build(const rival_scene& scene, RTCBuildQuality quality, bool is_robust)
{
    RTCScene tree = rtcNewScene(device);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), scene.vertices.size() / 3));
    std::transform(scene.vertices.begin(), scene.vertices.end(), vertices,
                   [](double x) { return static_cast<float>(x); });
    auto* triangles = static_cast<uint32_t*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(uint32_t), scene.triangles.size() / 3));
    std::copy(scene.triangles.begin(), scene.triangles.end(), triangles);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcSetSceneBuildQuality(tree, quality);
    // A filter of the context is heard with this flag only.
    rtcSetSceneFlags(
        tree, static_cast<RTCSceneFlags>((is_robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE) |
                                         (quality == RTC_BUILD_QUALITY_MEDIUM
                                              ? RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION
                                              : RTC_SCENE_FLAG_NONE)));
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(tree, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(tree);
    return tree;
}

RTCRayHit ray_at(const rival_scene& scene, size_t i)
{
    const double* p = scene.points.data() + 6 * i;
    RTCRayHit r = {};
    r.ray.org_x = static_cast<float>(p[0]);
    r.ray.org_y = static_cast<float>(p[1]);
    r.ray.org_z = static_cast<float>(p[2]);
    r.ray.dir_x = static_cast<float>(p[3]);
    r.ray.dir_y = static_cast<float>(p[4]);
    r.ray.dir_z = static_cast<float>(p[5]);
    r.ray.tfar = std::numeric_limits<float>::infinity();
    r.ray.mask = 0xFFFFFFFF;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    return r;
}

void ask_first(const rival_scene& scene, std::vector<double>& answers)
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; 2 * i < answers.size(); i++) {
        RTCRayHit r = ray_at(scene, i);
        rtcIntersect1(high, &context, &r);
        const bool is_met = r.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        answers[2 * i] = is_met ? 1 : 0;
        answers[2 * i + 1] = r.ray.tfar;
    }
}

void ask_any(const rival_scene& scene, std::vector<double>& answers)
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; 2 * i < answers.size(); i++) {
        RTCRayHit r = ray_at(scene, i);
        rtcOccluded1(high, &context, &r.ray);
        answers[2 * i] = r.ray.tfar < 0 ? 1 : 0;
        answers[2 * i + 1] = 0;
    }
}

void ask_all(const rival_scene& scene, bool is_count, std::vector<double>& answers)
{
    search s = {};
    rtcInitIntersectContext(&s.context);
    s.context.filter = is_count ? count_one : collect;
    for (size_t i = 0; 2 * i < answers.size(); i++) {
        RTCRayHit r = ray_at(scene, i);
        s.all.clear();
        s.count = 0;
        rtcIntersect1(medium, &s.context, &r);
        std::sort(s.all.begin(), s.all.end());
        answers[2 * i] = static_cast<double>(is_count ? s.count : s.all.size());
        answers[2 * i + 1] = s.all.empty() ? 0 : static_cast<double>(s.all.back().first);
    }
}
}  // namespace

std::string rival_name()
{
    return "Embree " RTC_VERSION_STRING " rtcIntersect1, rtcOccluded1";
}

void rival_load(const rival_scene& scene)
{
    const bool is_robust = scene.peer == "embree-robust";
    device = rtcNewDevice("threads=1");
    high = build(scene, RTC_BUILD_QUALITY_HIGH, is_robust);
    medium = build(scene, RTC_BUILD_QUALITY_MEDIUM, is_robust);
}

// Whether a ray meets something, or how much; and the t of the first one, or of the last of all.
bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    if (question == "ray-first")
        ask_first(scene, answers);
    else if (question == "ray-any")
        ask_any(scene, answers);
    else if (question == "ray-all" || question == "ray-count")
        ask_all(scene, question == "ray-count", answers);
    else
        return false;
    return true;
}

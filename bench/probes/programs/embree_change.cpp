// embree_change.cpp - Embree's trees made anew and fitted anew, in floats: the vertices go to where the scene's points are, and
// back the next time.
#include "probes/programs/rival.h"

#include <algorithm>
#include <embree3/rtcore.h>

namespace
{
RTCDevice device;
RTCScene tree;
RTCGeometry moving;
std::vector<float> places[2];
size_t turns;

RTCGeometry make(const rival_scene& scene, RTCBuildQuality quality)
{
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                3 * sizeof(float), scene.vertices.size() / 3));
    std::copy(places[0].begin(), places[0].end(), vertices);
    auto* triangles = static_cast<uint32_t*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                3 * sizeof(uint32_t), scene.triangles.size() / 3));
    std::copy(scene.triangles.begin(), scene.triangles.end(), triangles);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcCommitGeometry(geometry);
    return geometry;
}

void build(const rival_scene& scene, RTCBuildQuality quality)
{
    RTCScene made = rtcNewScene(device);
    RTCGeometry geometry = make(scene, quality);
    rtcSetSceneBuildQuality(made, quality);
    rtcAttachGeometry(made, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(made);
    rtcReleaseScene(made);
}
}  // namespace

std::string rival_name()
{
    return "Embree " RTC_VERSION_STRING;
}

void rival_load(const rival_scene& scene)
{
    device = rtcNewDevice("threads=1");
    places[0].assign(scene.vertices.begin(), scene.vertices.end());
    places[1].assign(scene.points.begin(), scene.points.end());
    tree = rtcNewScene(device);
    moving = make(scene, RTC_BUILD_QUALITY_REFIT);
    // Only in a scene of the low quality does each geometry have a tree of its own, which can be fitted.
    rtcSetSceneBuildQuality(tree, RTC_BUILD_QUALITY_LOW);
    rtcSetSceneFlags(tree, RTC_SCENE_FLAG_DYNAMIC);
    rtcAttachGeometry(tree, moving);
    rtcCommitScene(tree);
}

bool rival_ask(const std::string& question, const rival_scene& scene, std::vector<double>& answers)
{
    (void)answers;
    if (question == "refit") {
        const std::vector<float>& to = places[++turns % 2];
        auto* vertices =
            static_cast<float*>(rtcGetGeometryBufferData(moving, RTC_BUFFER_TYPE_VERTEX, 0));
        std::copy(to.begin(), to.end(), vertices);
        rtcUpdateGeometryBuffer(moving, RTC_BUFFER_TYPE_VERTEX, 0);
        rtcCommitGeometry(moving);
        rtcCommitScene(tree);
    } else if (question == "build low") {
        build(scene, RTC_BUILD_QUALITY_LOW);
    } else if (question == "build medium") {
        build(scene, RTC_BUILD_QUALITY_MEDIUM);
    } else if (question == "build high") {
        build(scene, RTC_BUILD_QUALITY_HIGH);
    } else {
        return false;
    }
    return true;
}

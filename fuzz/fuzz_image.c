// fuzz_image.c - saved models from hostile hands. The library is built to believe every checksum, so
// that damage reaches the checks of counts, indices and links; whatever passes them is asked questions.
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include "abut/abut.h"
#include "abut/milling.h"
#include "abut/saved.h"
#include "abut/statistics.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static void ask(const abut_model* model)
{
    abut_query* query = NULL;
    abut_hits hits;
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    const abut_instance a = {model, {.scale = 0}};
    const abut_instance b = {model, {.translation = {0.25, 0.125, 0}, .scale = 0.75}};
    const abut_ask how = {.budget = 2000, .limit = 100, .detail = ABUT_DETAIL_KINDS};
    CHECK(abut_collide(query, &a, &b, &how, &hits) == ABUT_OK);
    abut_model_info info;
    CHECK(abut_model_describe(model, &info) == ABUT_OK);
    CHECK(abut_model_depths(model, info.depth + 1, NULL, NULL) == ABUT_OK);
    abut_query_free(query);
    if (info.method != ABUT_METHOD_WIDE && info.method != ABUT_METHOD_AABB) return;
    const abut_turned tool = {.rings = {{3, 0, 0}, {3, 5, 0}}, .ring_count = 2};
    const double place[3] = {10, 0, -1};
    const abut_depth_ask all = {.enough = -DBL_MAX};
    abut_depth depth;
    const abut_status status = abut_turned_depth(model, &tool, place, place, &all, &depth);
    CHECK(status == ABUT_OK || status == ABUT_BAD_SCALE);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint8_t* aligned = NULL;
    abut_model* model = NULL;
    CHECK(posix_memalign((void**)&aligned, 64, size ? size : 1) == 0);
    memcpy(aligned, data, size);
    const abut_status status = abut_model_open(&model, aligned, size, NULL);
    CHECK(status == ABUT_OK || status == ABUT_BAD_IMAGE || status == ABUT_OTHER_VERSION ||
          (status == ABUT_NOT_AVAILABLE && !EXPECT_PAPERS));
    if (status == ABUT_OK) ask(model);
    abut_model_free(model);
    free(aligned);
    return 0;
}

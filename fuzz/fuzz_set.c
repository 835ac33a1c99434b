// fuzz_set.c - saved sets from hostile hands. Every checksum is believed, so that damage reaches the checks of counts, sizes, poses and
// texts; the models that a table names are opened, and asked whether they touch.
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include "models/saved.h"
#include "models/set.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of the program's file there is only this: paths are not fuzzed.
bool saved_begins(const char* path, const unsigned char magic[8])
{
    (void)path;
    (void)magic;
    return false;
}

static void check_text(const set_file* s, const char* text)
{
    const char *begin = s->bytes, *end = begin + s->size;
    if (text) CHECK(text >= begin && text < end && memchr(text, 0, (size_t)(end - text)));
}

static void check_object(const set_file* s, const set_object* o)
{
    check_text(s, o->name);
    check_text(s, o->id);
    CHECK(o->model < s->model_count && o->pose.scale != 0);
    CHECK(abut_pose_check(&o->pose) == ABUT_OK);
    for (int k = 0; k < 3; k++) {
        CHECK(o->triangle_count ? o->low[k] <= o->high[k] : o->low[k] > o->high[k]);
        if (o->triangle_count) CHECK(isfinite(o->low[k]) && isfinite(o->high[k]));
    }
}

static void ask(const abut_model* model, const set_object* o)
{
    abut_query* query = NULL;
    abut_hits hits;
    CHECK(abut_query_create(&query, NULL) == ABUT_OK);
    const abut_instance a = {model, o->pose}, b = {model, {.translation = {0.25, 0.125, 0}}};
    const abut_ask how = {.budget = 1000, .limit = 10};
    CHECK(abut_collide(query, &a, &b, &how, &hits) == ABUT_OK);
    abut_query_free(query);
}

static void open_model(const set_file* s, const set_object* o)
{
    enum { ASKED_MOST = 4 };
    abut_model* model = NULL;
    abut_model_info info;
    const abut_status status = set_model_open(s, o->model, &model);
    CHECK(status == ABUT_OK || status == ABUT_BAD_IMAGE || status == ABUT_OTHER_VERSION ||
          (status == ABUT_NOT_AVAILABLE && !EXPECT_PAPERS));
    if (status != ABUT_OK) return;
    CHECK(abut_model_describe(model, &info) == ABUT_OK);
    CHECK(info.triangle_count == o->triangle_count && info.method == s->build.method);
    const abut_status checked = set_model_check(s, o->model, model);
    CHECK(checked == ABUT_OK || checked == ABUT_BAD_IMAGE);
    if (info.triangle_count <= ASKED_MOST)
        ask(model, o);  // brute has no budget, and vertices may be far apart
    abut_model_free(model);
    set_model_let_go(s, o->model);
}

static void look(const set_file* s)
{
    enum { OPENED_MOST = 8 };
    size_t bytes = 0;
    for (uint32_t i = 0; i < s->model_count; i++)
        bytes += set_model_size(s, i);
    CHECK(bytes < s->size && s->unit >= 0 && isfinite(s->unit));
    for (size_t i = 0; i < s->object_count; i++)
        check_object(s, &s->objects[i]);
    for (size_t i = 0; i < s->object_count && i < OPENED_MOST; i++)
        open_model(s, &s->objects[i]);
    for (size_t i = 0; i < s->warning_count; i++) {
        CHECK(s->warnings[i]);
        check_text(s, s->warnings[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint8_t* aligned = NULL;
    set_file s;
    load_error error;
    CHECK(posix_memalign((void**)&aligned, 64, size ? size : 1) == 0);
    memcpy(aligned, data, size);
    memory_start();
    const bool fine = set_read(&s, aligned, size, &error);
    CHECK(memory_peak() <= 10 * size + 4096);
    if (fine) {
        look(&s);
        set_close(&s);
    } else {
        CHECK(error.text[0] != '\0' && memchr(error.text, '\0', sizeof error.text));
        CHECK(!s.bytes && !s.objects && !s.images && !s.object_count && !s.model_count);
    }
    free(aligned);
    return 0;
}

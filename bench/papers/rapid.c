// rapid.c - RAPID compiled from a folder, loaded, and asked.
#define _POSIX_C_SOURCE 200809L
#include "papers/rapid.h"

#include "bench.h"
#include "common/compile.h"
#include "common/library.h"
#include "geom/pose.h"
#include "papers/rapid_text.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = COMPILE_PATH_MOST };

struct rapid_library {
    void* library;
    char name[64];
    const char* (*version)(void);
    size_t (*bytes)(void);
    void* (*build)(const double* vertices, const uint32_t* triangles, size_t count);
    void (*free)(void* model);
    int (*ask)(void* a, double a_rotation[3][3], double a_shift[3], double a_scale, void* b,
               double b_rotation[3][3], double b_shift[3], double b_scale, int first, int counts[3],
               const int** pairs);
};

// ---------------------------------------------------------------------------------- the compiler

// With the optimisation that this library is built with. -fpermissive: these sources are older than the standard.
static int compile(compile_sources* s, char* side, char* object)
{
    static char optimise[] = "-O3", release[] = "-DNDEBUG", shared[] = "-shared", at[] = "-fPIC",
                old[] = "-fpermissive", quiet[] = "-w", include[] = "-I", out[] = "-o";
    char* arguments[] = {NULL,        optimise,    release,     shared,      at,     old,
                         quiet,       include,     s->folder,   out,         object, side,
                         s->files[0], s->files[1], s->files[2], s->files[3], NULL};
    return compile_run("--rapid", s->folder, arguments);
}

static int load(rapid_library* r, const char* object)
{
    r->library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!r->library) return bench_fail("--rapid: %s", dlerror());
    if (!library_find(r->library, "abut_rapid_version", &r->version) ||
        !library_find(r->library, "abut_rapid_bytes", &r->bytes) ||
        !library_find(r->library, "abut_rapid_build", &r->build) ||
        !library_find(r->library, "abut_rapid_free", &r->free) ||
        !library_find(r->library, "abut_rapid_ask", &r->ask))
        return bench_fail("--rapid: %s", dlerror());
    // "RAPIDTAG:  RAPID v. 2.01 -- Thu Jul  3 12:54:37 EDT 1997"
    const char* version = strstr(r->version(), "RAPID v");
    if (!version) version = r->version();
    const char* end = strstr(version, " --");
    snprintf(r->name, sizeof r->name, "%.*s", end ? (int)(end - version) : 60, version);
    return BENCH_OK;
}

static int compile_and_load(rapid_library* r, const char* folder)
{
    compile_sources sources;
    char work[FILE_MOST], side[FILE_MOST + 16], object[FILE_MOST + 16];
    const char* place = getenv("TMPDIR");
    int status = compile_find(&sources, &compile_rapid, folder);
    if (status != BENCH_OK) return status;
    snprintf(work, sizeof work, "%.4000s/abut-rapid-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(work)) return bench_fail("%s: %s", work, strerror(errno));
    snprintf(side, sizeof side, "%s/side.cpp", work);
    snprintf(object, sizeof object, "%s/rapid.so", work);
    status = compile_write_text(side, rapid_text, rapid_text_size);
    if (status == BENCH_OK) status = compile(&sources, side, object);
    if (status == BENCH_OK) status = load(r, object);
    unlink(object);
    unlink(side);
    rmdir(work);
    return status;
}

int rapid_open(rapid_library** out, const char* folder)
{
    *out = calloc(1, sizeof **out);
    if (!*out) return bench_fail("out of memory");
    const int status = compile_and_load(*out, folder);
    if (status == BENCH_OK) return status;
    rapid_close(*out);
    *out = NULL;
    return status;
}

void rapid_close(rapid_library* r)
{
    if (r && r->library) dlclose(r->library);
    free(r);
}

bool rapid_available(const paper* p)
{
    return p->rapid != NULL;
}

const char* rapid_name(const paper* p)
{
    return p->rapid->name;
}

double rapid_bytes(const paper* p)
{
    return (double)p->rapid->bytes();
}

// ------------------------------------------------------------------------------------- one model

rapid_model* rapid_model_build(const paper* p, const mesh* m, double* ms)
{
    const double start = processor_seconds();
    void* const model = p->rapid->build(m->vertices, m->triangles, m->triangle_count);
    if (ms) *ms = 1e3 * (processor_seconds() - start);
    if (!model) bench_fail("RAPID does not take a model of %zu triangles", m->triangle_count);
    return model;
}

void rapid_model_free(const paper* p, rapid_model* m)
{
    if (m) p->rapid->free(m);
}

int rapid_ask(const paper* p, rapid_model* a, const abut_pose* a_pose, rapid_model* b,
              const abut_pose* b_pose, bool first, rapid_answer* out)
{
    static const abut_pose none = {.scale = 1};
    const abut_pose* const poses[2] = {a_pose ? a_pose : &none, b_pose ? b_pose : &none};
    affine place[2];
    double scale[2];
    int counts[3];
    const int* pairs = NULL;
    for (int i = 0; i < 2; i++) {
        abut_pose turn = *poses[i];
        scale[i] = turn.scale == 0 ? 1 : turn.scale;
        turn.scale = 1;
        const abut_status status = affine_from_pose(&place[i], &turn);
        if (status != ABUT_OK) return bench_fail("%s", abut_status_text(status));
    }
    const int is_done =
        p->rapid->ask(a, place[0].matrix, place[0].translation, scale[0], b, place[1].matrix,
                      place[1].translation, scale[1], first, counts, &pairs);
    if (!is_done) return bench_fail("RAPID refuses a question");
    out->box_tests = (uint64_t)counts[0];
    out->triangle_tests = (uint64_t)counts[1];
    out->contacts = (size_t)counts[2];
    out->pairs = pairs;
    return BENCH_OK;
}

// ----------------------------------------------------------------------------- a pair in many poses

int rapid_pair_build(rapid_pair* out, const paper* p, const bench_scene* s)
{
    double more = 0;
    *out = (rapid_pair){.p = p};
    out->a = rapid_model_build(p, &s->a, &out->build_ms);
    out->b = out->a && s->b.triangle_count ? rapid_model_build(p, &s->b, &more) : out->a;
    out->build_ms += more;
    if (out->b) return BENCH_OK;
    rapid_pair_free(out);
    return BENCH_ERROR;
}

void rapid_pair_free(rapid_pair* r)
{
    if (r->b != r->a) rapid_model_free(r->p, r->b);
    if (r->a) rapid_model_free(r->p, r->a);
    *r = (rapid_pair){.p = NULL};
}

static int order_of_pairs(const void* x, const void* y)
{
    const abut_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return p->b < q->b ? -1 : p->b > q->b;
}

// His pairs, sorted, against the exact ones, which are.
static int compare(const rapid_answer* his, const abut_hits* exact, rapid_difference* out)
{
    abut_pair* pairs = malloc((his->contacts + 1) * sizeof *pairs);
    if (!pairs) return bench_fail("out of memory");
    for (size_t i = 0; i < his->contacts; i++)
        pairs[i] =
            (abut_pair){.a = (uint32_t)his->pairs[2 * i], .b = (uint32_t)his->pairs[2 * i + 1]};
    qsort(pairs, his->contacts, sizeof *pairs, order_of_pairs);
    size_t i = 0, k = 0;
    while (i < his->contacts || k < exact->count) {
        const int order = i == his->contacts  ? 1
                          : k == exact->count ? -1
                                              : order_of_pairs(&pairs[i], &exact->pairs[k]);
        out->extra += order < 0;
        out->missing += order > 0;
        i += order <= 0;
        k += order >= 0;
    }
    out->exact += exact->count;
    out->poses++;
    out->poses_other += (his->contacts > 0) != (exact->count > 0);
    free(pairs);
    return BENCH_OK;
}

int rapid_pair_compare(const rapid_pair* r, const bench_scene* s, const pose_range* range,
                       rapid_difference* out)
{
    static const abut_build build = {.method = ABUT_METHOD_WIDE};
    const pose_range whole = {0, s->pose_count};
    pair_built own;
    abut_query* query = NULL;
    *out = (rapid_difference){.poses = 0};
    if (!range) range = &whole;
    int status = pair_build(&own, s, &build, NULL);
    if (status != BENCH_OK) return status;
    abut_status asked = abut_query_create(&query, NULL);
    for (size_t i = 0; i < range->count && status == BENCH_OK && asked == ABUT_OK; i++) {
        const abut_pose* pose = &s->poses[range->first + i];
        const abut_instance a = {own.a, s->a_pose}, b = {own.b ? own.b : own.a, *pose};
        abut_hits exact = {.count = 0};
        rapid_answer his = {.contacts = 0};
        asked = abut_collide(query, &a, &b, NULL, &exact);
        if (asked == ABUT_OK) status = rapid_ask(r->p, r->a, &s->a_pose, r->b, pose, false, &his);
        if (asked == ABUT_OK && status == BENCH_OK) status = compare(&his, &exact, out);
    }
    abut_query_free(query);
    pair_free(&own);
    return asked == ABUT_OK ? status : bench_fail("%s: %s", s->name, abut_status_text(asked));
}

rapid_words rapid_difference_text(const rapid_difference* d)
{
    rapid_words out;
    if (!d->missing && !d->extra)
        snprintf(out.text, sizeof out.text, "the same %" PRIu64 " pairs in %zu poses", d->exact,
                 d->poses);
    else
        snprintf(out.text, sizeof out.text,
                 "of %" PRIu64 " pairs %" PRIu64 " missing, and %" PRIu64
                 " beside them; contact or not told otherwise in %zu of %zu poses",
                 d->exact, d->missing, d->extra, d->poses_other, d->poses);
    return out;
}

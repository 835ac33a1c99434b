// methods.c - every method that this version has finds the pairs that are known, in every state
// of the machine; so whatever instructions a method uses here, they do what they should.
#include "self_test/float.h"
#include "self_test/scenes.h"
#include "self_test/self_test.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { METHOD_VALUES = 64 };  // those of abut_method are below

typedef struct entry {
    abut_pair pair;
    abut_kind kind;
} entry;

typedef struct bench {
    self_report* report;
    self_check* check;
    shape* shape;  // scratch
    entry* entries;
    size_t capacity;
    abut_query* query;
    abut_model* models[SHAPES];  // each built in some mode
} bench;

// All modes that this machine is known to have, in turn.
static const float_mode* any_mode(size_t turn)
{
    return &float_modes[turn % (size_t)(float_flush_is_known() ? FLOAT_MODES : FLOAT_MODES_PLAIN)];
}

static int compare_entries(const void* x, const void* y)
{
    const abut_pair *p = &((const entry*)x)->pair, *q = &((const entry*)y)->pair;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static bool make_room(bench* t, size_t count)
{
    if (count <= t->capacity) return true;
    entry* more = realloc(t->entries, count * sizeof *more);
    if (!more) {
        t->report->out_of_memory = true;
        return false;
    }
    t->entries = more;
    t->capacity = count;
    return true;
}

// Hash pairs and kinds, sorted by the triangle of the scene's a; swapped: a was asked for as b.
static bool hash_hits(bench* t, const abut_hits* hits, bool swapped, uint64_t* out)
{
    if (!make_room(t, hits->count)) return false;
    for (size_t i = 0; i < hits->count; i++) {
        const abut_pair p = hits->pairs[i];
        t->entries[i].pair = swapped ? (abut_pair){p.b, p.a} : p;
        t->entries[i].kind = hits->contacts[i].kind;
    }
    if (swapped && hits->count) qsort(t->entries, hits->count, sizeof *t->entries, compare_entries);
    *out = HASH_START;
    for (size_t i = 0; i < hits->count; i++) {
        const entry* e = &t->entries[i];
        *out = hash_add(hash_add(hash_add(*out, e->pair.a), e->pair.b), (uint32_t)e->kind);
    }
    return true;
}

static abut_status collide(bench* t, const float_mode* mode, const abut_instance* a,
                           const abut_instance* b, const abut_ask* ask, abut_hits* hits)
{
    float_mode_enter(mode);
    const uint64_t control = float_control();
    const abut_status status = abut_collide(t->query, a, b, ask, hits);
    const bool kept = control == float_control();
    float_mode_leave();
    self_expect(t->check, kept, "%s: abut_collide left the machine in another mode", mode->name);
    return status;
}

// Ask for all pairs and compare them with the known ones. Leaves them in t->entries.
static uint64_t ask_all(bench* t, const scene* s, const float_mode* mode, bool swapped)
{
    const abut_instance a = {t->models[s->a], s->a_pose}, b = {t->models[s->b], s->b_pose};
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_hits hits = {0};
    uint64_t hash = 0;
    const abut_status status = collide(t, mode, swapped ? &b : &a, swapped ? &a : &b, &ask, &hits);
    if (!self_expect_ok(t->report, t->check, status, s->name)) return 0;
    if (!hash_hits(t, &hits, swapped, &hash)) return 0;
    self_expect(t->check, hits.complete && hits.count == s->pair_count && hash == s->hash,
                "%s%s, %s: %zu pairs with hash %016" PRIx64 ", expected %zu with %016" PRIx64,
                s->name, swapped ? ", a and b swapped" : "", mode->name, hits.count, hash,
                s->pair_count, s->hash);
    t->check->count += hits.count;
    return hash;
}

// Any one pair will do: it must be there if any is, and be one of those that ask_all has left.
static void ask_first(bench* t, const scene* s)
{
    const abut_instance a = {t->models[s->a], s->a_pose}, b = {t->models[s->b], s->b_pose};
    const abut_ask ask = {.limit = 1};
    abut_hits hits = {0};
    const abut_status status = collide(t, &float_modes[0], &a, &b, &ask, &hits);
    if (!self_expect_ok(t->report, t->check, status, s->name)) return;
    const size_t expected = s->pair_count > 0;
    if (!self_expect(t->check, hits.count == expected, "%s: asked for one pair, %zu came", s->name,
                     hits.count) ||
        expected == 0 || t->capacity < s->pair_count)
        return;
    const entry wanted = {.pair = hits.pairs[0]};
    self_expect(t->check,
                bsearch(&wanted, t->entries, s->pair_count, sizeof wanted, compare_entries) != NULL,
                "%s: the first pair, %" PRIu32 " %" PRIu32 ", is none of all pairs", s->name,
                wanted.pair.a, wanted.pair.b);
}

static bool build(bench* t, abut_method method)
{
    const abut_build options = {.method = method};
    bool fine = true;
    for (size_t k = 0; k < SHAPES; k++) {
        const float_mode* mode = any_mode(k);
        shape_make(t->shape, (shape_name)k);
        const abut_soup soup = shape_soup(t->shape);
        float_mode_enter(mode);
        const uint64_t control = float_control();
        const abut_status status = abut_model_build(&t->models[k], &soup, &options);
        const bool kept = control == float_control();
        float_mode_leave();
        self_expect(t->check, kept, "%s: abut_model_build left the machine in another mode",
                    mode->name);
        if (status == ABUT_NOT_AVAILABLE) {
            self_skip(t->check, "it is not in this build of the library");
            return false;
        }
        fine &= self_expect_ok(t->report, t->check, status, "abut_model_build");
    }
    return fine;
}

static void test_method(bench* t, abut_method method)
{
    uint64_t hash = HASH_START;
    t->check = self_begin(t->report, "method-%s", abut_method_name(method));
    if (!t->check) return;
    memset(t->models, 0, sizeof t->models);
    const bool built = build(t, method);
    for (size_t i = 0; i < scene_count && built; i++) {
        const uint64_t h = ask_all(t, &scenes[i], &float_modes[0], false);
        ask_first(t, &scenes[i]);
        ask_all(t, &scenes[i], any_mode(1 + i % (FLOAT_MODES - 1)), true);
        hash = hash_add(hash_add(hash, (uint32_t)h), (uint32_t)(h >> 32));
    }
    if (method == ABUT_METHOD_BRUTE) {
        t->report->hash = hash;
        t->report->hashed = true;
    }
    for (size_t k = 0; k < SHAPES; k++)
        abut_model_free(t->models[k]);
    self_end(t->check);
}

void self_test_methods(self_report* r)
{
    bench t = {.report = r, .shape = malloc(sizeof(shape))};
    if (!t.shape || abut_query_create(&t.query, NULL) != ABUT_OK) r->out_of_memory = true;
    if (!r->out_of_memory) {
        test_method(&t, ABUT_METHOD_BRUTE);  // the plainest first
        for (int m = 0; m < METHOD_VALUES; m++)
            if (m != ABUT_METHOD_BRUTE && abut_method_name((abut_method)m))
                test_method(&t, (abut_method)m);
    }
    abut_query_free(t.query);
    free(t.entries);
    free(t.shape);
}

// test_life.c - keys and states where runs of the program do not come: objects of one id in one file, exchanged in any
// order; and failing memory. What else a review has is played by doubles.
#include "clash/life/life.h"
#include "support/mesh_alloc.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// ---------------------------------------------------------------------------------------- doubles

// An object of a file: its id, its name and its shape.
typedef struct made {
    int source;
    const char *id, *name;
    unsigned shape;
} made;

const char* clash_id(const clash_object* object)
{
    return object->id;
}

const char* clash_name(const clash_object* object)
{
    return object->group;
}

void clash_geometry_text(const clash_object* object, char out[33])
{
    snprintf(out, 33, "%032zx", object->triangle_count);
}

int clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                  const char** why)
{
    (void)rules;
    (void)a;
    (void)b;
    (void)why;
    *demand = (clash_demand){.asks = {true, true, true, true, true}};
    return 0;
}

const char* clash_rule_name(const clash_rules* rules, int rule)
{
    (void)rules;
    (void)rule;
    return "all";
}

const char* clash_test_text(clash_test test)
{
    static const char* const texts[CLASH_TESTS] = {"t0", "t1", "t2", "t3", "t4"};
    return texts[test];
}

const char* clash_class_text(clash_class c)
{
    static const char* const texts[CLASH_CLASSES] = {"c0", "c1", "c2", "c3",
                                                     "c4", "c5", "c6", "c7"};
    return texts[c];
}

bool clash_is_hollow(const clash_result* r)
{
    return r->is_empty;
}

const char* path_name(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---------------------------------------------------------------------------------------- results

enum { MOST = 32 };

// A review of made objects, each pair of which is a row.
typedef struct scene {
    clash_options options;
    clash_result r;
    clash_source sources[4];
    clash_object objects[MOST];
    clash_row rows[MOST * MOST];
} scene;

static const char* const files[4] = {"a.obj", "x/b.obj", "y/b.obj", "c.ifc"};

static void make(scene* s, const made* list, const int* order, int count)
{
    *s = (scene){.r = {.sources = s->sources, .source_count = 4, .objects = s->objects}};
    s->r.options = &s->options;
    for (int i = 0; i < 4; i++)
        s->sources[i].path = files[i];
    for (int i = 0; i < count; i++) {
        const made* m = &list[order ? order[i] : i];
        s->objects[i] = (clash_object){.source = &s->sources[m->source],
                                       .path = files[m->source],
                                       .group = (char*)(uintptr_t)m->name,
                                       .id = (char*)(uintptr_t)m->id,
                                       .triangle_count = m->shape};
    }
    s->r.object_count = (size_t)count;
    s->r.review.rows = s->rows;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            s->rows[s->r.clashes.count++] = (clash_row){.a = (uint32_t)i, .b = (uint32_t)k};
}

static void release(scene* s)
{
    clash_life_close(&s->r.review);
    warnings_free(&s->r.warnings);
}

static unsigned next_random(unsigned* seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

// ------------------------------------------------------------------------------------------- keys

static int compare_texts(const void* x, const void* y)
{
    return strcmp(x, y);
}

// Lists "object object key" of all rows, sorted: objects by all that is known of them.
static void list_keys(scene* s, char (*out)[160])
{
    assert_true(clash_live(&s->r));
    for (size_t i = 0; i < s->r.clashes.count; i++) {
        const clash_row* row = &s->rows[i];
        char sides[2][48];
        for (int k = 0; k < 2; k++) {
            const clash_object* o = &s->objects[k ? row->b : row->a];
            snprintf(sides[k], sizeof sides[k], "%s %s %s %zu", o->path, o->id, o->group,
                     o->triangle_count);
        }
        const bool in_order = strcmp(sides[0], sides[1]) <= 0;
        snprintf(out[i], sizeof out[i], "%s, %s: %s", sides[!in_order], sides[in_order], row->key);
    }
    qsort(out, s->r.clashes.count, sizeof *out, compare_texts);
}

// In any order of objects each pair has the same key, and each pair one of its own.
static void keys_do_not_depend_on_order(void** state)
{
    (void)state;
    static scene s;
    static char lists[2][MOST * MOST][160];
    static const char* const ids[] = {"", "w", "p"};
    static const char* const names[] = {"n", "m"};
    unsigned seed = 7;
    for (int round = 0; round < 200; round++) {
        made list[8];
        int order[8];
        for (int i = 0; i < 8; i++) {
            list[i] = (made){(int)(next_random(&seed) % 4), ids[next_random(&seed) % 3],
                             names[next_random(&seed) % 2], next_random(&seed) % 3};
            order[i] = i;
        }
        make(&s, list, NULL, 8);
        list_keys(&s, lists[0]);
        const size_t count = s.r.clashes.count;
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < i; k++)
                assert_string_not_equal(s.rows[i].key, s.rows[k].key);
        release(&s);
        for (int i = 7; i > 0; i--) {
            const int k = (int)(next_random(&seed) % (unsigned)(i + 1)), swap = order[i];
            order[i] = order[k];
            order[k] = swap;
        }
        make(&s, list, order, 8);
        list_keys(&s, lists[1]);
        release(&s);
        for (size_t i = 0; i < count; i++)
            assert_string_equal(lists[0][i], lists[1][i]);
    }
}

// What is not needed to tell ids apart is no part of a key.
static void keys_hold_what_they_need(void** state)
{
    (void)state;
    static scene s;
    static const struct {
        made list[3];
        bool is_same;  // as the row before
    } rows[] = {
        {{{0, "w", "n", 1}, {0, "p", "n", 1}, {3, "q", "n", 1}}, false},
        {{{1, "w", "m", 2}, {3, "p", "l", 3}, {3, "q", "n", 1}}, true},   // ids tell all
        {{{0, "w", "n", 1}, {0, "p", "n", 1}, {1, "p", "n", 1}}, false},  // the file, too
        {{{0, "w", "m", 2}, {0, "p", "m", 2}, {1, "p", "m", 2}}, true},
        {{{0, "w", "m", 2}, {0, "p", "m", 2}, {2, "p", "m", 2}}, true},  // its name, not its folder
        {{{0, "w", "n", 1}, {1, "p", "n", 1}, {2, "p", "n", 1}}, false},  // its folder, too
        {{{0, "w", "n", 1}, {0, "p", "n", 1}, {0, "p", "m", 1}}, false},  // the name
        {{{0, "w", "n", 2}, {3, "p", "n", 2}, {3, "p", "m", 2}}, true},
        {{{0, "w", "n", 1}, {0, "p", "n", 1}, {0, "p", "n", 2}},
         false},  // the first and the second
        {{{0, "w", "n", 1}, {3, "p", "m", 1}, {3, "p", "m", 7}}, true},
    };
    char before[40] = "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        make(&s, rows[i].list, NULL, 3);
        assert_true(clash_live(&s.r));
        assert_int_equal(strcmp(s.rows[0].key, before) == 0, rows[i].is_same);
        assert_int_equal(s.r.warnings.count, i >= 6);  // of one id in one file
        snprintf(before, sizeof before, "%s", s.rows[0].key);
        release(&s);
    }
}

// ----------------------------------------------------------------------------------------- states

// Write a result of these objects, each pair a row, as the program does.
static void write_result(const char* path, scene* s, const char* more)
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    fputs("{\"review\": 1, \"rules\": [{\"name\": \"all\"}], \"sources\": [", out);
    for (int i = 0; i < 4; i++)
        fprintf(out, "%s{\"file\": \"%s\"}", i ? ", " : "", files[i]);
    fputs("], \"objects\": [", out);
    for (size_t i = 0; i < s->r.object_count; i++)
        fprintf(out,
                "%s{\"id\": \"%s\", \"group\": \"%s\", \"source\": %d, \"triangles\": 3, "
                "\"geometry\": \"%032zx\"}",
                i ? ",\n" : "", s->objects[i].id, s->objects[i].group,
                (int)(s->objects[i].source - s->sources), s->objects[i].triangle_count);
    fputs("], \"clashes\": [", out);
    for (size_t i = 0; i < s->r.clashes.count; i++)
        fprintf(out,
                "%s{\"key\": \"%s\", \"a\": %u, \"b\": %u, \"test\": \"t0\", \"class\": \"c0\", "
                "\"state\": \"new\"%s}",
                i ? ",\n" : "", s->rows[i].key, s->rows[i].a, s->rows[i].b, more);
    fputs("], \"gone\": []}", out);
    assert_int_equal(fclose(out), 0);
}

// A result compared with itself, its objects in another order, has nothing new and nothing gone.
static void a_result_is_as_itself(void** state)
{
    (void)state;
    static scene s;
    static const char* const ids[] = {"w", "p", "q"};
    static const char* const names[] = {"n", "m"};
    unsigned seed = 11;
    for (int round = 0; round < 60; round++) {
        made list[8];
        for (int i = 0; i < 8; i++)
            list[i] = (made){(int)(next_random(&seed) % 4), ids[next_random(&seed) % 3],
                             names[next_random(&seed) % 2], next_random(&seed) % 3 + 1};
        make(&s, list, NULL, 8);
        assert_true(clash_live(&s.r));
        write_result("life.json", &s, "");
        release(&s);
        make(&s, list, (const int[]){3, 1, 7, 0, 2, 6, 4, 5}, 8);
        s.options.baseline = "life.json";
        assert_true(clash_life_open(&s.r));
        assert_true(clash_live(&s.r));
        assert_int_equal(s.r.review.counts[CLASH_ACTIVE], s.r.clashes.count);
        assert_int_equal(s.r.review.gone_count, 0);
        release(&s);
    }
    assert_int_equal(remove("life.json"), 0);
}

// Rows of one pair, before and now: the state by what is known of both.
#define NONE ((double)NAN)
static const struct {
    const char* was;
    double depth[2], gap[2], x[2];
    clash_test test;
    clash_class class;
    unsigned shape;
    clash_state state;
} pairs[] = {
    {"", {NONE, NONE}, {NONE, NONE}, {NONE, NONE}, 0, 0, 1, CLASH_ACTIVE},
    {"", {NONE, NONE}, {NONE, NONE}, {NONE, NONE}, 1, 0, 1, CLASH_CHANGED},
    {"", {NONE, NONE}, {NONE, NONE}, {NONE, NONE}, 0, 1, 1, CLASH_CHANGED},
    {"", {NONE, NONE}, {NONE, NONE}, {NONE, NONE}, 0, 0, 2, CLASH_CHANGED},  // nothing is measured
    {", \"depth\": [1, 2]", {1.5, 3}, {NONE, NONE}, {NONE, NONE}, 0, 0, 2, CLASH_ACTIVE},
    {", \"depth\": [1, 2]", {2, 3}, {NONE, NONE}, {NONE, NONE}, 0, 0, 1, CLASH_ACTIVE},
    {", \"depth\": [1, 2]", {2.25, 3}, {NONE, NONE}, {NONE, NONE}, 0, 0, 1, CLASH_CHANGED},
    {", \"depth\": [1, 2]", {0.25, 0.75}, {NONE, NONE}, {NONE, NONE}, 0, 0, 1, CLASH_CHANGED},
    {", \"depth\": [1, null]", {0.25, 0.75}, {NONE, NONE}, {NONE, NONE}, 0, 0, 1, CLASH_ACTIVE},
    {", \"depth\": [1, 2]", {NONE, NONE}, {NONE, NONE}, {NONE, NONE}, 0, 0, 2, CLASH_CHANGED},
    {", \"gap\": [1, 1]", {NONE, NONE}, {1, 1}, {NONE, NONE}, 0, 0, 2, CLASH_ACTIVE},
    {", \"gap\": [1, 1]", {NONE, NONE}, {1.0009, 1.1}, {NONE, NONE}, 0, 0, 2, CLASH_ACTIVE},
    {", \"gap\": [1, 1]", {NONE, NONE}, {1.0011, 1.1}, {NONE, NONE}, 0, 0, 2, CLASH_CHANGED},
    {", \"gap\": [1, 1]", {NONE, NONE}, {0.99, 0.9991}, {NONE, NONE}, 0, 0, 2, CLASH_ACTIVE},
    {", \"gap\": [1, 1]", {NONE, NONE}, {0.99, 0.9989}, {NONE, NONE}, 0, 0, 2, CLASH_CHANGED},
    {", \"gap\": [1, 1]", {NONE, NONE}, {2, 2}, {NONE, NONE}, 0, 0, 1, CLASH_CHANGED},
    {", \"box\": {\"low\": [0, 0, 0], \"high\": [1, 1, 1]}",
     {NONE, NONE},
     {NONE, NONE},
     {1.0009, 2},
     0,
     0,
     1,
     CLASH_ACTIVE},
    {", \"box\": {\"low\": [0, 0, 0], \"high\": [1, 1, 1]}",
     {NONE, NONE},
     {NONE, NONE},
     {1.0011, 2},
     0,
     0,
     1,
     CLASH_CHANGED},
};

static void fill_row(clash_row* row, size_t i)
{
    const clash_interval unknown = {NONE, NONE};
    row->test = pairs[i].test;
    row->class = pairs[i].class;
    row->depth = (clash_interval){pairs[i].depth[0], pairs[i].depth[1]};
    row->gap = (clash_interval){pairs[i].gap[0], pairs[i].gap[1]};
    row->volume = row->length = row->area = unknown;
    row->low[0] = pairs[i].x[0];
    row->high[0] = pairs[i].x[1];
    row->high[1] = row->high[2] = 1;
}

static void states_by_measures(void** state)
{
    (void)state;
    static scene s;
    static const made list[] = {{0, "w", "n", 1}, {0, "p", "n", 1}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        make(&s, list, NULL, 2);
        assert_true(clash_live(&s.r));
        write_result("life.json", &s, pairs[i].was);
        release(&s);
        make(&s, list, NULL, 2);
        s.objects[1].triangle_count = pairs[i].shape;
        s.options.baseline = "life.json";
        clash_row* row = &s.rows[0];
        fill_row(row, i);
        assert_true(clash_life_open(&s.r));
        assert_true(clash_live(&s.r));
        if (row->state != pairs[i].state) fail_msg("row %zu: %s", i, clash_state_text(row->state));
        release(&s);
    }
    assert_int_equal(remove("life.json"), 0);
}

static void exit_statuses(void** state)
{
    (void)state;
    static scene s;
    static const struct {
        clash_state states[2];
        bool undecided[2], is_undecided, is_empty;
        size_t not_retested;
        int status;
    } rows[] = {
        {{CLASH_NEW, CLASH_APPROVED}, {false, false}, false, false, 0, 1},
        {{CLASH_APPROVED, CLASH_ACTIVE}, {false, false}, false, false, 9, 1},
        {{CLASH_APPROVED, CLASH_CHANGED}, {true, false}, true, false, 0, 1},
        {{CLASH_APPROVED, CLASH_APPROVED}, {false, false}, false, false, 0, 0},
        {{CLASH_APPROVED, CLASH_APPROVED}, {false, false}, false, false, 1, 3},
        {{CLASH_APPROVED, CLASH_APPROVED}, {false, true}, true, false, 0, 0},
        {{CLASH_APPROVED, CLASH_APPROVED}, {false, false}, true, false, 0, 3},
        {{CLASH_APPROVED, CLASH_APPROVED}, {false, false}, false, true, 0, 3},
        {{CLASH_APPROVED, CLASH_NEW}, {false, true}, true, false, 0, 3},
        {{CLASH_ACTIVE, CLASH_NEW}, {false, true}, true, false, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        make(&s, (const made[]){{0, "", "", 1}, {0, "", "", 1}, {0, "", "", 1}}, NULL, 3);
        s.r.clashes.count = 2;
        s.r.is_empty = rows[i].is_empty;
        s.r.review.is_undecided = rows[i].is_undecided;
        s.r.review.counts[CLASH_NOT_RETESTED] = rows[i].not_retested;
        for (int k = 0; k < 2; k++) {
            s.rows[k].state = rows[i].states[k];
            s.rows[k].is_undecided = rows[i].undecided[k];
        }
        assert_int_equal(clash_review_exit(&s.r), rows[i].status);
    }
}

// ----------------------------------------------------------------------------------------- memory

static bool live(scene* s)
{
    return clash_life_open(&s->r) && clash_live(&s->r);
}

// Whichever allocation is the first to fail: all is told, and all is given back.
static void failing_memory(void** state)
{
    (void)state;
    static scene s;
    static const made before[] = {{0, "w", "n", 1}, {0, "p", "n", 1}, {0, "p", "n", 2},
                                  {1, "q", "n", 1}, {2, "q", "n", 1}, {3, "g", "n", 4}};
    make(&s, before, NULL, 6);
    assert_true(clash_live(&s.r));
    write_result("life.json", &s, "");
    FILE* out = fopen("ok.json", "w");
    assert_non_null(out);
    fprintf(out, "{\"abut_approvals\": 1, \"approvals\": [");
    for (int i = 0; i < 2; i++)
        fprintf(out,
                "%s{\"key\": \"%s\", \"geometry\": [\"%032x\", \"%032x\"], \"author\": \"A\", "
                "\"reason\": \"R\", \"date\": \"2026-11-30\"}",
                i ? ", " : "", s.rows[i].key, 1, 1);
    fprintf(out, "]}");
    assert_int_equal(fclose(out), 0);
    release(&s);
    const int told = dup(2), nowhere = open("/dev/null", O_WRONLY);
    assert_true(told >= 0 && dup2(nowhere, 2) == 2);
    const size_t blocks = allocations.blocks;
    for (size_t fail_at = 1;; fail_at++) {
        make(&s, before, NULL, 5);  // one object less
        s.options.baseline = "life.json";
        s.options.approvals = "ok.json";
        allocations_begin(fail_at);
        const bool fine = live(&s);
        const bool has_failed = allocations.calls >= fail_at;
        allocations_begin(0);
        assert_int_equal(fine, !has_failed);
        if (fine) {
            assert_int_equal(s.r.review.counts[CLASH_NOT_RETESTED], 5);
            assert_int_equal(s.r.review.counts[CLASH_APPROVED], 1);
            assert_int_equal(s.r.review.counts[CLASH_ACTIVE], 9);
            assert_true(fail_at > 20);
        }
        release(&s);
        assert_int_equal(allocations.blocks, blocks);
        if (fine) break;
    }
    assert_true(dup2(told, 2) == 2 && close(told) == 0 && close(nowhere) == 0);
    assert_int_equal(remove("life.json"), 0);
    assert_int_equal(remove("ok.json"), 0);
}

int main(void)
{
    char folder[] = "/tmp/abut_life_XXXXXX";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_do_not_depend_on_order),
        cmocka_unit_test(keys_hold_what_they_need),
        cmocka_unit_test(a_result_is_as_itself),
        cmocka_unit_test(states_by_measures),
        cmocka_unit_test(exit_statuses),
        cmocka_unit_test(failing_memory),
    };
    if (!mkdtemp(folder) || chdir(folder) != 0) return 2;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (chdir("/") == 0) rmdir(folder);
    return failed;
}

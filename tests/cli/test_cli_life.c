// test_cli_life.c - the life of a review's rows: keys, states by an older result, approvals, dates, "abut clash diff". The
// models are boxes of a small building, so that each state is known.
#include "support/cli_run.h"
#include "support/data_pack.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// ---------------------------------------------------------------------------------------- models

typedef struct box {
    const char* name;
    double low[3], high[3];
} box;

// Write boxes as objects of an OBJ file; backwards: in the other order, and each with its triangles from another corner.
static void write_boxes(const char* path, const box* boxes, int count, bool backwards)
{
    static const int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                     {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                     {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (int i = 0; i < count; i++) {
        const box* b = &boxes[backwards ? count - 1 - i : i];
        fprintf(out, "o %s\n", b->name);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %.17g %.17g %.17g\n", v & 1 ? b->high[0] : b->low[0],
                    v & 2 ? b->high[1] : b->low[1], v & 4 ? b->high[2] : b->low[2]);
        for (int f = 0; f < 12; f++) {
            const int* face = faces[backwards ? 11 - f : f];
            fprintf(out, "f %d %d %d\n", face[backwards] + 1 + 8 * i,
                    face[backwards ? 2 : 1] + 1 + 8 * i, face[backwards ? 0 : 2] + 1 + 8 * i);
        }
    }
    assert_int_equal(fclose(out), 0);
}
#define WRITE(path, ...)                                                                           \
    write_boxes(path, (const box[]){__VA_ARGS__},                                                  \
                (int)(sizeof((const box[]){__VA_ARGS__}) / sizeof(box)), false)
#define WRITE_BACKWARDS(path, ...)                                                                 \
    write_boxes(path, (const box[]){__VA_ARGS__},                                                  \
                (int)(sizeof((const box[]){__VA_ARGS__}) / sizeof(box)), true)

// Walls lie along x and are 0.25 thick; the slab is below them, and touches both.
#define WALL_1                                                                                     \
    {                                                                                              \
        "wall 1", {0, 0, 0},                                                                       \
        {                                                                                          \
            10, 0.25, 3                                                                            \
        }                                                                                          \
    }
#define WALL_2                                                                                     \
    {                                                                                              \
        "wall 2", {0, 5, 0},                                                                       \
        {                                                                                          \
            10, 5.25, 3                                                                            \
        }                                                                                          \
    }
#define SLAB                                                                                       \
    {                                                                                              \
        "slab", {0, 0, -0.5},                                                                      \
        {                                                                                          \
            10, 5.25, 0                                                                            \
        }                                                                                          \
    }
// What goes along y, from one place to another, at x.
#define PIPE(name, x, from, to)                                                                    \
    {                                                                                              \
        (name), {(x), (from), 1},                                                                  \
        {                                                                                          \
            (x) + 0.125, (to), 1.125                                                               \
        }                                                                                          \
    }

// ----------------------------------------------------------------------------------------- results

static const char* object_name(const cJSON* root, const cJSON* row, const char* side)
{
    const cJSON* object =
        cJSON_GetArrayItem(cli_member(root, "objects"), cJSON_GetObjectItem(row, side)->valueint);
    return cli_member(object, "group")->valuestring;
}

static bool is_pair(const char* a, const char* b, const char* one, const char* other)
{
    return (strcmp(a, one) == 0 && strcmp(b, other) == 0) ||
           (strcmp(a, other) == 0 && strcmp(b, one) == 0);
}

// The row of two objects, or what is told of them as gone; NULL: neither.
static const cJSON* row_of(const cJSON* root, const char* a, const char* b)
{
    for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next)
        if (is_pair(object_name(root, row, "a"), object_name(root, row, "b"), a, b)) return row;
    for (const cJSON* row = cli_member(root, "gone")->child; row; row = row->next)
        if (is_pair(cli_member(row, "a")->valuestring, cli_member(row, "b")->valuestring, a, b))
            return row;
    return NULL;
}

typedef struct expected {
    const char *a, *b, *state, *why;  // why: a part of it, NULL: none is there
} expected;

static void expect_row(const cJSON* row, const expected* e)
{
    const cJSON* why = cJSON_GetObjectItem(row, "why");
    if (strcmp(cli_member(row, "state")->valuestring, e->state) != 0)
        fail_msg("%s, %s: %s, not %s (%s)", e->a, e->b, cli_member(row, "state")->valuestring,
                 e->state, why ? why->valuestring : "");
    assert_true(!why == !e->why);
    if (why) cli_expect_text(why->valuestring, e->why);
}

// Expect these states and no others.
static void expect_states(const cJSON* root, const expected* list, int count)
{
    static const char* const states[] = {"new",      "active",   "changed",
                                         "approved", "resolved", "not retested"};
    int counts[6] = {0};
    for (int i = 0; i < count; i++) {
        const cJSON* row = row_of(root, list[i].a, list[i].b);
        if (!row) fail_msg("%s, %s: not there", list[i].a, list[i].b);
        expect_row(row, &list[i]);
        for (int s = 0; s < 6; s++)
            counts[s] += strcmp(states[s], list[i].state) == 0;
    }
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "clashes")) +
                         cJSON_GetArraySize(cli_member(root, "gone")),
                     count);
    for (int s = 0; s < 6; s++) {
        char path[32];
        snprintf(path, sizeof path, "counts.%s", s == 5 ? "not_retested" : states[s]);
        assert_true(cli_number(root, path) == counts[s]);
    }
}
#define EXPECT_STATES(root, ...)                                                                   \
    expect_states(root, (const expected[]){__VA_ARGS__},                                           \
                  (int)(sizeof((const expected[]){__VA_ARGS__}) / sizeof(expected)))

// Run a review, and keep its JSON in a file.
static cJSON* run_review(int status, const char* to, const char* const* arguments)
{
    const char* all[32] = {"clash", "--groups", "--json", "--rank", "name", "-o", to};
    int count = 7;
    for (int i = 0; arguments[i]; i++)
        all[count++] = arguments[i];
    cli_result r = cli_run(&(cli_call){.arguments = all});
    if (r.status != status) fail_msg("status %d, not %d: %s", r.status, status, r.err);
    cli_free(&r);
    char* text = cli_read_file(to);
    assert_non_null(text);
    cJSON* root = cJSON_Parse(text);
    assert_non_null(root);
    free(text);
    return root;
}
#define REVIEW(status, to, ...) run_review(status, to, (const char* const[]){__VA_ARGS__, NULL})

static void expect_error(const char* text, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != 2 || *r.out) fail_msg("status %d: %s%s", r.status, r.out, r.err);
    cli_expect_text(r.err, text);
    cli_free(&r);
}
#define EXPECT_ERROR(text, ...) expect_error(text, (const char* const[]){__VA_ARGS__, NULL})

// -------------------------------------------------------------------------------------- revisions

static void write_first(void)
{
    WRITE("arch.obj", WALL_1, WALL_2, SLAB);
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, 0.125),
          PIPE("pipe 3", 5, 0.25, 4), PIPE("pipe 4", 7, 4, 7));
    WRITE("elec.obj", PIPE("tray 1", 8, 4.5, 6), PIPE("tray 2", 9, -1, 2));
}

// In another order of objects, and a file has another name: neither counts.
static void write_second(void)
{
    WRITE_BACKWARDS("arch.obj", WALL_1, WALL_2, SLAB);
    WRITE_BACKWARDS("mep-b.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, 0.1875),
                    PIPE("pipe 3", 5, 0.5, 4), PIPE("pipe 4", 5.5, 4, 7), PIPE("pipe 5", 6, -1, 2));
    WRITE_BACKWARDS("elec.obj", PIPE("tray 1", 8, 4.5, 7));
}

static void write_third(void)
{
    WRITE("arch.obj", WALL_1, WALL_2, SLAB);
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, -0.5),
          PIPE("pipe 3", 5, 0.25, 4), PIPE("pipe 4", 5.5, 4, 7), PIPE("pipe 5", 6, -1, 2));
    WRITE("elec.obj", PIPE("tray 1", 8, 4.5, 7), PIPE("tray 2", 9, -1, 2));
}

static void make_revisions(void)
{
    write_first();
    cJSON_Delete(REVIEW(1, "1.json", "arch.obj", "mep.obj", "elec.obj"));
    write_second();
    cJSON_Delete(REVIEW(1, "2.json", "elec.obj", "mep-b.obj", "arch.obj", "--baseline", "1.json"));
}

static void three_revisions(void** state)
{
    (void)state;
    write_first();
    cJSON* root = REVIEW(1, "1.json", "arch.obj", "mep.obj", "elec.obj");
    EXPECT_STATES(root, {"wall 1", "slab", "new"}, {"wall 2", "slab", "new"},
                  {"wall 1", "pipe 1", "new"}, {"wall 1", "pipe 2", "new"},
                  {"wall 1", "pipe 3", "new"}, {"wall 2", "pipe 4", "new"},
                  {"wall 2", "tray 1", "new"}, {"wall 1", "tray 2", "new"});
    cJSON_Delete(root);
    write_second();
    root = REVIEW(1, "2.json", "elec.obj", "mep-b.obj", "arch.obj", "--baseline", "1.json");
    EXPECT_STATES(root, {"wall 1", "slab", "active"}, {"wall 2", "slab", "active"},
                  {"wall 1", "pipe 1", "active"}, {"wall 1", "pipe 2", "changed"},  // deeper
                  {"wall 1", "pipe 3", "resolved"},                                 // apart
                  {"wall 2", "pipe 4", "changed"},                                  // elsewhere
                  {"wall 1", "pipe 5", "new"},
                  {"wall 2", "tray 1", "active"},  // longer, where it does not matter
                  {"wall 1", "tray 2", "not retested", "tray 2 is not in elec.obj any more"});
    cJSON_Delete(root);
    write_third();
    root = REVIEW(1, "3.json", "mep.obj", "arch.obj", "elec.obj", "--baseline", "2.json");
    EXPECT_STATES(root, {"wall 1", "slab", "active"}, {"wall 2", "slab", "active"},
                  {"wall 1", "pipe 1", "active"}, {"wall 1", "pipe 2", "resolved"},
                  {"wall 1", "pipe 3", "new"},  // it was resolved
                  {"wall 2", "pipe 4", "active"}, {"wall 1", "pipe 5", "active"},
                  {"wall 2", "tray 1", "active"},
                  {"wall 1", "tray 2", "active"});  // it was never resolved
    cJSON_Delete(root);
}

// "abut clash diff" says the same of two files, which --baseline says of one.
static void diff_agrees_with_baseline(void** state)
{
    (void)state;
    make_revisions();
    cJSON* review =
        REVIEW(1, "2.json", "arch.obj", "mep-b.obj", "elec.obj", "--baseline", "1.json");
    cJSON_Delete(REVIEW(1, "alone.json", "arch.obj", "mep-b.obj", "elec.obj"));
    for (int alone = 0; alone < 2; alone++) {
        cJSON* diff =
            CLI_JSON(1, "clash", "diff", "--json", "1.json", alone ? "alone.json" : "2.json");
        assert_int_equal(cJSON_GetArraySize(cli_member(diff, "rows")), 9);
        for (const cJSON* row = cli_member(diff, "rows")->child; row; row = row->next) {
            const cJSON* same = row_of(review, cli_member(row, "a")->valuestring,
                                       cli_member(row, "b")->valuestring);
            const cJSON *why = cJSON_GetObjectItem(row, "why"),
                        *said = cJSON_GetObjectItem(same, "why");
            assert_string_equal(cli_member(row, "state")->valuestring,
                                cli_member(same, "state")->valuestring);
            assert_string_equal(cli_member(row, "key")->valuestring,
                                cli_member(same, "key")->valuestring);
            assert_true(!why == !said &&
                        (!why || strcmp(why->valuestring, said->valuestring) == 0));
        }
        assert_true(cJSON_Compare(cli_member(diff, "counts"), cli_member(review, "counts"), true));
        cJSON_Delete(diff);
    }
    cJSON_Delete(review);
    cli_result r = CLI("clash", "diff", "1.json", "2.json");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "new           wall 1, pipe 5: ");
    cli_expect_text(r.out, "changed       wall 1, pipe 2: ");
    cli_expect_text(r.out, "not retested  wall 1, tray 2: ");
    cli_expect_text(r.out, "tray 2 is not in elec.obj any more\n");
    cli_expect_text(r.out, "1 new, 4 active, 2 changed, 0 approved, 1 resolved, 1 not retested\n");
    assert_null(strstr(r.out, "pipe 1"));  // nothing became of it
    cli_free(&r);
    cli_expect_status(0, (const char* const[]){"clash", "diff", "alone.json", "alone.json", NULL},
                      "0 new, 7 active, 0 changed, 0 approved, 0 resolved, 0 not retested\n");
    // 2.json says itself that a pair was not retested.
    cli_expect_status(3, (const char* const[]){"clash", "diff", "2.json", "2.json", NULL},
                      "1 not retested\n");
    cli_expect_status(
        1, (const char* const[]){"clash", "diff", "1.json", "2.json", "--quiet", NULL}, NULL);
    EXPECT_ERROR("clash diff needs two files", "clash", "diff", "1.json");
    EXPECT_ERROR("clash diff takes two files; '3' is one too many", "clash", "diff", "1.json",
                 "2.json", "3");
    EXPECT_ERROR("missing.json: cannot be opened", "clash", "diff", "1.json", "missing.json");
    EXPECT_ERROR("1.json", "clash", "diff", "1.json", "2.json", "-o", "1.json");
    cli_expect_status(0, (const char* const[]){"clash", "diff", "--help", NULL},
                      "Usage: abut clash diff OLD NEW");
}

// ------------------------------------------------------------------------------------------- keys

static char* keys_of(const cJSON* root)
{
    char* text = calloc(1, 4096);
    assert_non_null(text);
    for (int i = 0; i < 64; i++)  // by names, whatever the order of rows
        for (int k = 0; k < i; k++) {
            const cJSON* objects = cli_member(root, "objects");
            static const char* const names[] = {"wall 1", "wall 2", "slab",   "pipe 1", "pipe 2",
                                                "pipe 3", "pipe 4", "tray 1", "tray 2"};
            assert_non_null(objects);
            if (i >= 9) return text;
            const cJSON* row = row_of(root, names[i], names[k]);
            if (row) strcat(strcat(text, cli_member(row, "key")->valuestring), "\n");
        }
    return text;
}

static void keys_are_of_ids(void** state)
{
    (void)state;
    write_first();
    cJSON* root = REVIEW(1, "1.json", "arch.obj", "mep.obj", "elec.obj");
    // SHA-1 of the namespace and of the words "pair", "pipe 1", "", "", "0", "wall 1", "", "", "0", each with a zero; made
    // by another program. Were it another one, all approvals would be void.
    assert_string_equal(cli_member(row_of(root, "wall 1", "pipe 1"), "key")->valuestring,
                        "7bb1934a-b837-52fd-8635-2d2595542d01");
    char* keys = keys_of(root);
    assert_int_equal(strlen(keys), 8 * 37);
    cJSON_Delete(root);
    assert_int_equal(rename("elec.obj", "zz.obj"), 0);
    root = REVIEW(1, "2.json", "zz.obj", "mep.obj", "arch.obj", "--threads", "1");
    char* again = keys_of(root);
    assert_string_equal(keys, again);
    free(again);
    free(keys);
    cJSON_Delete(root);
}

// The file's name is part of an id where two have the same.
static void ids_that_two_files_have(void** state)
{
    (void)state;
    WRITE("one.obj", PIPE("pipe", 1, -1, 2));
    WRITE("two.obj", PIPE("pipe", 3, -1, 2), PIPE("bar", 5, -1, 2));
    WRITE("arch.obj", WALL_1);
    cJSON_Delete(REVIEW(1, "1.json", "one.obj", "two.obj", "arch.obj"));
    // one.obj goes: then the id is of two.obj alone, and its row is still the same.
    cJSON* root = REVIEW(1, "2.json", "two.obj", "arch.obj", "--baseline", "1.json");
    assert_true(cli_number(root, "counts.active") == 2);
    assert_true(cli_number(root, "counts.not_retested") == 1);
    assert_string_equal(cli_member(root, "gone.0.why")->valuestring, "one.obj is missing");
    assert_string_equal(cli_member(root, "gone.0.sides.0.file")->valuestring, "one.obj");
    cJSON_Delete(root);
    // And it comes back.
    root = REVIEW(1, "3.json", "two.obj", "one.obj", "arch.obj", "--baseline", "2.json");
    assert_true(cli_number(root, "counts.active") == 3);
    assert_true(cli_number(root, "counts.not_retested") == 0);
    cJSON_Delete(root);
}

// ---------------------------------------------------------------------------------- not retested

static void missing_files(void** state)
{
    (void)state;
    WRITE("arch.obj", WALL_1);
    WRITE("mep.obj", PIPE("pipe 3", 5, 0.5, 4));
    WRITE("elec.obj", PIPE("tray 2", 9, -1, 2));
    cJSON_Delete(REVIEW(1, "1.json", "arch.obj", "mep.obj", "elec.obj"));
    // Not on the command line, or not there.
    for (int named = 0; named < 2; named++) {
        if (named) assert_int_equal(remove("elec.obj"), 0);
        cJSON* root =
            named ? REVIEW(3, "2.json", "arch.obj", "mep.obj", "elec.obj", "--baseline", "1.json")
                  : REVIEW(3, "2.json", "arch.obj", "mep.obj", "--baseline", "1.json");
        EXPECT_STATES(root, {"wall 1", "tray 2", "not retested", "elec.obj is missing"});
        cJSON_Delete(root);
    }
    // Without an older result that knows it, it is an error.
    EXPECT_ERROR("elec.obj", "clash", "--groups", "arch.obj", "mep.obj", "elec.obj", "--rank",
                 "name");
    EXPECT_ERROR("nowhere.obj", "clash", "--groups", "arch.obj", "mep.obj", "nowhere.obj",
                 "--baseline", "1.json");
    // It stays so, until it was tested again.
    cJSON* root = REVIEW(3, "3.json", "arch.obj", "mep.obj", "--baseline", "2.json");
    EXPECT_STATES(root, {"wall 1", "tray 2", "not retested", "elec.obj is missing"});
    cJSON_Delete(root);
    WRITE("elec.obj", PIPE("tray 2", 9, 1, 2));
    root = REVIEW(0, "4.json", "arch.obj", "mep.obj", "elec.obj", "--baseline", "3.json");
    EXPECT_STATES(root, {"wall 1", "tray 2", "resolved"});
    cJSON_Delete(root);
    root = REVIEW(0, "5.json", "arch.obj", "mep.obj", "elec.obj", "--baseline", "4.json");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "gone")), 0);
    cJSON_Delete(root);
}

static void what_is_not_asked_is_not_resolved(void** state)
{
    (void)state;
    WRITE("arch.obj", WALL_1, SLAB);
    WRITE("mep.obj", PIPE("pipe 3", 5, 0.5, 4));
    cJSON_Delete(REVIEW(1, "1.json", "arch.obj", "mep.obj"));
    cJSON* root =
        REVIEW(3, "2.json", "arch.obj", "mep.obj", "--baseline", "1.json", "--touch", "hide");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "does not ask for touch"});
    cJSON_Delete(root);
    root = REVIEW(3, "2.json", "arch.obj", "--against", "mep.obj", "--baseline", "1.json");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "on one side of --against"});
    cJSON_Delete(root);
    cJSON* diff = CLI_JSON(3, "clash", "diff", "--json", "1.json", "2.json");
    assert_true(cli_number(diff, "counts.not_retested") == 1);
    cJSON_Delete(diff);
    cli_write_file("out.tsv", "slab\twall 1\n");
    root =
        REVIEW(3, "3.json", "arch.obj", "mep.obj", "--baseline", "1.json", "--ignore", "out.tsv");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "left out: --ignore"});
    cJSON_Delete(root);
    cli_write_file("rules.json", "{\"abut_rules\": 1, \"sets\": {\"p\": {\"name\": \"pipe*\"}}, "
                                 "\"rules\": [{\"name\": \"pipes\", \"a\": \"p\", \"b\": \"all\", "
                                 "\"touch\": true}]}");
    root =
        REVIEW(3, "3.json", "arch.obj", "mep.obj", "--baseline", "1.json", "--rules", "rules.json");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "no rule is about it now"});
    cJSON_Delete(root);
    diff = CLI_JSON(3, "clash", "diff", "--json", "1.json", "3.json");
    assert_string_equal(cli_member(diff, "rows.0.why")->valuestring, "no rule is about it now");
    cJSON_Delete(diff);
    // An object is there, but has no triangles; faults of its file were left out.
    cli_write_file("arch.obj", "v 0 0 0\nv 10 0 0\nv 0 0 3\no wall 1\nf 1 2 3\no slab\n");
    root = REVIEW(3, "2.json", "arch.obj", "mep.obj", "--baseline", "1.json");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "slab"});
    cJSON_Delete(root);
    cli_write_file("arch.obj", "v 0 0 0\nv 10 0 0\nv 0 0 3\nv 0 0 9\nv 10 0 9\no wall 1\n"
                               "f 1 2 3\no slab\nf 4 5 4\nf 1 2 77\n");
    root = REVIEW(3, "2.json", "arch.obj", "mep.obj", "--baseline", "1.json", "--drop-bad");
    EXPECT_STATES(root, {"wall 1", "slab", "not retested", "faults of arch.obj were left out"});
    cJSON_Delete(root);
    // A result says so itself, where it knows of no older one.
    cJSON_Delete(REVIEW(0, "4.json", "arch.obj", "mep.obj", "--drop-bad"));
    diff = CLI_JSON(3, "clash", "diff", "--json", "1.json", "4.json");
    assert_string_equal(cli_member(diff, "rows.0.why")->valuestring,
                        "faults of arch.obj were left out");
    cJSON_Delete(diff);
}

// --------------------------------------------------------------------------------------- approvals

static cJSON* approval_for(const cJSON* root, const cJSON* row)
{
    const cJSON* objects = cli_member(root, "objects");
    const cJSON *a = cJSON_GetArrayItem(objects, cJSON_GetObjectItem(row, "a")->valueint),
                *b = cJSON_GetArrayItem(objects, cJSON_GetObjectItem(row, "b")->valueint);
    cJSON* approval = cJSON_CreateObject();
    cJSON* geometry = cJSON_AddArrayToObject(approval, "geometry");
    assert_int_equal(strlen(cli_member(a, "geometry")->valuestring), 32);
    cJSON_AddItemToArray(geometry, cJSON_Duplicate(cli_member(a, "geometry"), true));
    cJSON_AddItemToArray(geometry, cJSON_Duplicate(cli_member(b, "geometry"), true));
    cJSON_AddStringToObject(approval, "key", cli_member(row, "key")->valuestring);
    cJSON_AddStringToObject(approval, "a", object_name(root, row, "a"));
    cJSON_AddStringToObject(approval, "b", object_name(root, row, "b"));
    cJSON_AddStringToObject(approval, "author", "R. Mason");
    cJSON_AddStringToObject(approval, "reason", "sleeve on site");
    cJSON_AddStringToObject(approval, "date", "2026-11-30");
    return approval;
}

// Approve all rows of a result, as the page does.
static void approve_all(const char* path, const cJSON* root)
{
    cJSON* file = cJSON_CreateObject();
    cJSON_AddNumberToObject(file, "abut_approvals", 1);
    cJSON* list = cJSON_AddArrayToObject(file, "approvals");
    for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next)
        cJSON_AddItemToArray(list, approval_for(root, row));
    char* text = cJSON_Print(file);
    cli_write_file(path, text);
    free(text);
    cJSON_Delete(file);
}

static void approvals_hold_until_a_shape_changes(void** state)
{
    (void)state;
    WRITE("arch.obj", WALL_1);
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, 0.125));
    cJSON* root = REVIEW(1, "1.json", "arch.obj", "mep.obj");
    approve_all("ok.json", root);
    cJSON_Delete(root);
    // In another order, with another name: approved all the same.
    WRITE_BACKWARDS("mep-b.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, 0.125));
    root = REVIEW(0, "2.json", "mep-b.obj", "arch.obj", "--approvals", "ok.json");
    EXPECT_STATES(root, {"wall 1", "pipe 1", "approved"}, {"wall 1", "pipe 2", "approved"});
    assert_string_equal(cli_member(root, "clashes.0.approval.author")->valuestring, "R. Mason");
    assert_string_equal(cli_member(root, "clashes.0.approval.reason")->valuestring,
                        "sleeve on site");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 0);
    cJSON_Delete(root);
    // A new row is not approved.
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1, 0.125),
          PIPE("pipe 5", 6, -1, 2));
    root = REVIEW(1, "3.json", "arch.obj", "mep.obj", "--approvals", "ok.json", "--baseline",
                  "2.json");
    EXPECT_STATES(root, {"wall 1", "pipe 1", "approved"}, {"wall 1", "pipe 2", "approved"},
                  {"wall 1", "pipe 5", "new"});
    cJSON_Delete(root);
    // One shape changes, where it does not matter: to a person it may.
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2), PIPE("pipe 2", 3, -1.5, 0.125));
    for (int compared = 0; compared < 2; compared++) {
        root = compared ? REVIEW(1, "3.json", "arch.obj", "mep.obj", "--approvals", "ok.json",
                                 "--baseline", "2.json")
                        : REVIEW(1, "3.json", "arch.obj", "mep.obj", "--approvals", "ok.json");
        EXPECT_STATES(root, {"wall 1", "pipe 1", "approved"}, {"wall 1", "pipe 2", "changed"});
        cli_expect_text(cli_member(root, "warnings.0")->valuestring,
                        "the approval by R. Mason expired: pipe 2 changed");
        cli_expect_text(cli_member(root, "warnings.0")->valuestring, "ok.json: line ");
        cJSON_Delete(root);
    }
    WRITE("arch.obj", {"wall 1", {0, 0, 0}, {12, 0.25, 3}});
    root = REVIEW(1, "3.json", "arch.obj", "mep-b.obj", "--approvals", "ok.json");
    EXPECT_STATES(root, {"wall 1", "pipe 1", "changed"}, {"wall 1", "pipe 2", "changed"});
    cli_expect_text(cli_member(root, "warnings.1")->valuestring, "expired: wall 1 changed");
    cJSON_Delete(root);
    // What is not listed any more needs none.
    WRITE("arch.obj", WALL_1);
    WRITE("mep.obj", PIPE("pipe 1", 1, 1, 2), PIPE("pipe 2", 3, 1, 2));
    cli_result r = CLI("clash", "--groups", "arch.obj", "mep.obj", "--approvals", "ok.json");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.err, "ok.json: 2 approvals are of no pair that is listed now");
    cli_free(&r);
}

// What was approved and is not retested is a doubt all the same.
static void approvals_do_not_retest(void** state)
{
    (void)state;
    WRITE("arch.obj", WALL_1, WALL_2);
    WRITE("mep.obj", PIPE("pipe 1", 1, -1, 2));
    cJSON* root = REVIEW(1, "1.json", "arch.obj", "mep.obj");
    approve_all("ok.json", root);
    cJSON_Delete(root);
    root = REVIEW(3, "2.json", "arch.obj", "--approvals", "ok.json", "--baseline", "1.json");
    EXPECT_STATES(root, {"wall 1", "pipe 1", "not retested", "mep.obj is missing"});
    cJSON_Delete(root);
}

// --------------------------------------------------------------------------------------- bad files

#define KEY      "5000bb09-6dd1-5f03-8955-5ce24faf8c6a"
#define HASH     "0123456789abcdef0123456789abcdef"
#define APPROVAL "{\n\"key\": \"" KEY "\", \"geometry\": [\"" HASH "\", \"" HASH "\"],\n"
#define WORDS    "\"author\": \"A\", \"reason\": \"R\", \"date\": \"2026-02-28\""

static void bad_approvals(void** state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", "bad.json: line 1: "},
        {"[]",
         "bad.json: line 1: this is not a file of approvals: the number \"abut_approvals\" is "
         "missing"},
        {"\n{\"abut_approvals\": \"1\"}", "bad.json: line 2: this is not a file of approvals"},
        {"{\n\"abut_approvals\": 2}", "bad.json: line 2: \"abut_approvals\" is 2; this program"},
        {"{\"abut_approvals\": 1}", "line 1: \"approvals\" is missing in the file"},
        {"{\"abut_approvals\": 1, \"approvals\": {}}", "\"approvals\" of the file is an object"},
        {"{\"abut_approvals\": 1, \"approvals\": [],\n\"more\": 1}",
         "line 2: \"more\" of the file is not known"},
        {"{\"abut_approvals\": 1, \"approvals\": [\n1]}", "line 2: approvals holds a number"},
        {"{\"abut_approvals\": 1, \"approvals\": [\n{}]}", "line 2: \"key\" is missing in approv"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL WORDS ",\n\"note\": 1}]}",
         "line 4: \"note\" of approvals is not known"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL
         "\"reason\": \"R\", \"date\": \"2026-02-28\"}]}",
         "line 1: \"author\" is missing in approvals"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL
         "\"author\": \"A\", \"reason\": \"\", \"date\": \"2026-02-28\"}]}",
         "line 3: \"reason\" of approvals is empty"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL
         "\"author\": \"A\", \"reason\": \"R\"}]}",
         "\"date\" is missing in approvals"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL
         "\"author\": \"A\", \"reason\": \"R\", \"date\": \"2026-02-29\"}]}",
         "line 3: \"date\" of approvals is '2026-02-29', no date"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL
         "\"author\": 7, \"reason\": \"R\", \"date\": \"2026-02-28\"}]}",
         "line 3: \"author\" of approvals is a number"},
        {"{\"abut_approvals\": 1, \"approvals\": [{\"key\": \"x\", \"geometry\": [\"" HASH
         "\", \"" HASH "\"], " WORDS "}]}",
         "a key of approvals is no UUID"},
        {"{\"abut_approvals\": 1, \"approvals\": [{\"key\": \"" KEY "\", \"geometry\": [\"" HASH
         "\"], " WORDS "}]}",
         "\"geometry\" of approvals is not two texts"},
        {"{\"abut_approvals\": 1, \"approvals\": [" APPROVAL WORDS "}, " APPROVAL WORDS "}]}",
         "line 3: \"key\" " KEY " is approved twice, on line 1, too"},
        {"{\"abut_approvals\": 1, \"approvals\": [], \"groups\": [\n{\"keys\": []}]}",
         "line 2: \"name\" is missing in groups"},
        {"{\"abut_approvals\": 1, \"approvals\": [], \"groups\": [{\"name\": \"g\",\n\"keys\": "
         "[1]}]}",
         "line 2: a key of groups is no UUID"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_write_file("bad.json", rows[i].text);
        EXPECT_ERROR(rows[i].error, "clash", "cube.obj", "one.obj", "--approvals", "bad.json");
    }
    cli_write_file("fine.json", "{\"abut_approvals\": 1, \"approvals\": [" APPROVAL WORDS
                                "}], \"groups\": [{\"name\": \"g\", \"keys\": [\"" KEY "\"]}]}");
    cli_result r = CLI("clash", "cube.obj", "one.obj", "--approvals", "fine.json");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "fine.json: 1 approval is of no pair that is listed now");
    cli_free(&r);
}

#define RESULT(sources, objects, clashes, gone)                                                    \
    "{\"review\": 1,\n\"sources\": [" sources "],\n\"objects\": [" objects                         \
    "],\n\"clashes\": [" clashes "],\n\"gone\": [" gone "],\n\"rules\": []}"
#define SOURCE "{\"file\": \"a.obj\"}"
#define OBJECT "{\"id\": \"x\", \"source\": 0, \"triangles\": 3}"
#define ROW    "\"key\": \"" KEY "\", \"test\": \"hard\", \"class\": \"overlap\", \"state\": \"new\""

static void bad_baselines(void** state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"{", "bad.json: line 1: "},
        {"{\"format\": 1}", "this is not the result of a review: the number \"review\" is missing"},
        {"{\n\"review\": 2}", "bad.json: line 2: \"review\" is 2; this program reads 1"},
        {"{\"review\": 1}", "line 1: \"sources\" is missing in the result"},
        {RESULT("3", "", "", ""), "line 2: sources holds a number, not an object"},
        {RESULT("{}", "", "", ""), "line 2: \"file\" is missing in sources"},
        {RESULT(SOURCE, "{}", "", ""), "line 3: \"id\" is missing in objects"},
        {RESULT(SOURCE, "{\"id\": \"x\", \"triangles\": 3, \"source\": 1}", "", ""),
         "line 3: \"source\" of objects is none of 0 to 0"},
        {RESULT(SOURCE, "{\"id\": \"x\", \"triangles\": \"3\", \"source\": 0}", "", ""),
         "\"triangles\" of objects is a string, not a number"},
        {RESULT(SOURCE, OBJECT, "{" ROW ", \"a\": 0, \"b\": 0.5}", ""),
         "line 4: \"b\" of clashes is none of 0 to 0"},
        {RESULT(SOURCE, OBJECT, "{" ROW ", \"a\": 0, \"b\": -1}", ""),
         "\"b\" of clashes is none of"},
        {RESULT(SOURCE, OBJECT, "{" ROW ", \"a\": 0, \"b\": 0, \"depth\": [1]}", ""),
         "\"depth\" of clashes is not two numbers"},
        {RESULT(SOURCE, OBJECT, "{" ROW ", \"a\": 0, \"b\": 0, \"box\": {\"low\": [1]}}", ""),
         "\"low\" of a box is not three numbers"},
        {RESULT(SOURCE, OBJECT, "{\"key\": \"" KEY "\", \"test\": \"soft\"}", ""),
         "line 4: \"test\" of clashes is 'soft', which is not known"},
        {RESULT(SOURCE, OBJECT,
                "{\"key\": \"1\", \"test\": \"hard\", \"class\": \"overlap\", "
                "\"state\": \"new\"}",
                ""),
         "line 4: \"key\" of clashes is no UUID"},
        {RESULT(SOURCE, OBJECT, "", "{" ROW "}"), "line 5: \"sides\" is missing in gone"},
        {RESULT(SOURCE, OBJECT, "", "{" ROW ", \"sides\": [1]}"), "\"sides\" of gone are not two"},
        {RESULT(SOURCE, OBJECT, "", "{" ROW ", \"sides\": [1, 2]}"), "gone holds a number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cli_write_file("bad.json", rows[i].text);
        EXPECT_ERROR(rows[i].error, "clash", "cube.obj", "one.obj", "--baseline", "bad.json");
        EXPECT_ERROR(rows[i].error, "clash", "diff", "bad.json", "bad.json");
    }
    cli_write_file("fine.json", RESULT(SOURCE, OBJECT, "", ""));
    cli_expect_status(0, (const char* const[]){"clash", "diff", "fine.json", "fine.json", NULL},
                      "0 not retested");
    EXPECT_ERROR("none.json: cannot be opened", "clash", "cube.obj", "one.obj", "--baseline",
                 "none.json");
    EXPECT_ERROR("fine.json", "clash", "cube.obj", "one.obj", "--baseline", "fine.json", "-o",
                 "fine.json");
}

// -------------------------------------------------------------------------------------------- dates

static void expect_date(const char* wanted, const char* setting, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments, .setting = setting});
    assert_int_equal(r.status, 1);
    cJSON* root = cJSON_Parse(r.out);
    assert_string_equal(cli_member(root, "date")->valuestring, wanted);
    cJSON_Delete(root);
    cli_free(&r);
}
#define EXPECT_DATE(wanted, setting, ...)                                                          \
    expect_date(wanted, setting,                                                                   \
                (const char* const[]){"clash", "cube.obj", "one.obj", "--rank", "name", "--json",  \
                                      __VA_ARGS__, NULL})

static void dates(void** state)
{
    (void)state;
    EXPECT_DATE("2024-02-29T00:00:00Z", "SOURCE_DATE_EPOCH=7", "--date", "2024-02-29");
    EXPECT_DATE("2026-11-30T23:59:59Z", NULL, "--date", "2026-11-30T23:59:59Z");
    // By "date -u -d @N".
    EXPECT_DATE("1970-01-01T00:00:00Z", "SOURCE_DATE_EPOCH=0", "--threads", "1");
    EXPECT_DATE("2000-02-29T12:34:56Z", "SOURCE_DATE_EPOCH=951827696", "--threads", "1");
    EXPECT_DATE("2100-03-01T00:00:00Z", "SOURCE_DATE_EPOCH=4107542400", "--threads", "1");
    EXPECT_DATE("9999-12-31T23:59:59Z", "SOURCE_DATE_EPOCH=253402300799", "--threads", "1");
    // The newest of the models.
    const struct timespec old[2] = {{951827696, 0}, {951827696, 0}},
                          older[2] = {{86400, 0}, {86400, 0}};
    assert_int_equal(utimensat(AT_FDCWD, "cube.obj", older, 0), 0);
    assert_int_equal(utimensat(AT_FDCWD, "one.obj", old, 0), 0);
    EXPECT_DATE("2000-02-29T12:34:56Z", NULL, "--threads", "1");
    static const char* const wrong[] = {"",
                                        "2026",
                                        "2026-13-01",
                                        "2026-00-10",
                                        "2025-02-29",
                                        "2100-02-29",
                                        "2026-11-31",
                                        "0000-01-01",
                                        "2026-11-3",
                                        "2026-11-30 ",
                                        "30-11-2026",
                                        "2026-11-30T24:00:00Z",
                                        "2026-11-30T12:00:00",
                                        "2026-11-30T12:60:00Z",
                                        "2026-11-30T12:00:00+"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_ERROR("--date takes a date such as 2026-11-30", "clash", "cube.obj", "one.obj",
                     "--rank", "name", "--date", wrong[i]);
    EXPECT_ERROR("--date has no effect without a review", "clash", "cube.obj", "one.obj", "--date",
                 "2026-11-30");
    static const char* const epochs[] = {
        "", "x", "-1", "1.5", "253402300800", "99999999999999999999", "1 "};
    for (size_t i = 0; i < sizeof epochs / sizeof *epochs; i++) {
        char setting[64];
        snprintf(setting, sizeof setting, "SOURCE_DATE_EPOCH=%s", epochs[i]);
        cli_result r =
            cli_run(&(cli_call){.arguments = (const char* const[]){"clash", "cube.obj", "one.obj",
                                                                   "--rank", "name", NULL},
                                .setting = setting});
        assert_int_equal(r.status, 2);
        cli_expect_text(r.err, "not a number of seconds since 1970");
        cli_free(&r);
    }
}

// Two runs, with different numbers of threads, write the same bytes.
static void runs_are_equal(void** state)
{
    (void)state;
    write_first();
    static const char* const forms[] = {"--json", "--csv", "--stats"};
    for (int is_review = 0; is_review < 2; is_review++)
        for (int f = 0; f < 3; f++) {
            cli_result r[2];
            for (int run = 0; run < 2; run++)
                r[run] = CLI("clash", "--groups", "arch.obj", "mep.obj", "elec.obj", forms[f], "-o",
                             "-", "--no-times", "--threads", run ? "3" : "1",
                             is_review ? "--rank" : "--inside", is_review ? "depth" : NULL);
            assert_int_equal(r[0].status, 1);
            assert_string_equal(r[0].out, r[1].out);
            assert_true(strlen(r[0].out) > 100);
            assert_null(strstr(r[0].out, "seconds"));
            cli_free(&r[0]);
            cli_free(&r[1]);
        }
    cli_result r = CLI("clash", "--groups", "arch.obj", "mep.obj", "--rank", "depth");
    cli_expect_text(r.out, "\nseconds: ");
    cli_free(&r);
    cJSON* root = CLI_JSON(1, "clash", "--groups", "arch.obj", "mep.obj", "--json", "--no-times");
    assert_null(cJSON_GetObjectItem(root, "seconds"));
    assert_null(cJSON_GetObjectItem(root, "stats"));
    cJSON_Delete(root);
    root =
        CLI_JSON(1, "clash", "--groups", "arch.obj", "mep.obj", "--json", "--no-times", "--stats");
    assert_non_null(cJSON_GetObjectItem(root, "stats"));
    cJSON_Delete(root);
}

// A building: its 123 pairs are the same 123 whichever side comes first, each with a key of its own.
static void a_building_is_as_itself(void** state)
{
    (void)state;
    char paths[2][PATH_SIZE];
    if (!data_pack("a real house from both sides")) return;
    data_path(paths[0], "bim/duplex_architecture.obj");
    data_path(paths[1], "bim/duplex_electrical.obj");
    cJSON_Delete(REVIEW(1, "1.json", paths[0], "--against", paths[1]));
    cJSON* root = REVIEW(1, "2.json", paths[1], "--against", paths[0], "--baseline", "1.json");
    assert_true(cli_number(root, "counts.active") == 123);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "clashes")), 123);
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "gone")), 0);
    for (const cJSON* row = cli_member(root, "clashes")->child; row; row = row->next)
        for (const cJSON* other = row->next; other; other = other->next)
            assert_string_not_equal(cli_member(row, "key")->valuestring,
                                    cli_member(other, "key")->valuestring);
    cJSON_Delete(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_revisions),
        cmocka_unit_test(diff_agrees_with_baseline),
        cmocka_unit_test(keys_are_of_ids),
        cmocka_unit_test(ids_that_two_files_have),
        cmocka_unit_test(missing_files),
        cmocka_unit_test(what_is_not_asked_is_not_resolved),
        cmocka_unit_test(approvals_hold_until_a_shape_changes),
        cmocka_unit_test(approvals_do_not_retest),
        cmocka_unit_test(bad_approvals),
        cmocka_unit_test(bad_baselines),
        cmocka_unit_test(dates),
        cmocka_unit_test(runs_are_equal),
        cmocka_unit_test(a_building_is_as_itself),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

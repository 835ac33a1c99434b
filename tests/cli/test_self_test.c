// test_self_test.c - "abut self-test" passes here, its known answers are those of big integers, and it
// finds every fault that is put into it (self_test_faults.c), flags that it must not be built with, and
// a library with bounds that are too small.
#include "self_test/scenes.h"
#include "support/info_check.h"
#include "support/method_here.h"
#include "support/oracle.h"

#include <stdlib.h>

// The method that faults are put into.
#define METHOD_TREE "method-" SOME_TREE_NAME

typedef struct outcome {
    int status;
    cJSON* root;
} outcome;

// Run the checks that are named, with blanks between; NULL: all.
static outcome run(const char* program, const char* setting, const char* names)
{
    char only[512];
    snprintf(only, sizeof only, "%s", names ? names : "");
    for (char* at = only; (at = strchr(at, ' ')) != NULL; at++)
        *at = ',';
    const char* const arguments[] = {"self-test", "--json", names ? "--only" : NULL, only, NULL};
    cli_result r =
        cli_run(&(cli_call){.arguments = arguments, .program = program, .setting = setting});
    outcome o = {r.status, cJSON_ParseWithOpts(r.out, NULL, 1)};
    if (o.status < 2 && !o.root) print_error("%s%s\n", r.out, r.err);
    cli_free(&r);
    return o;
}

static const cJSON* check_named(const cJSON* root, const char* name)
{
    const cJSON* checks = cli_member(root, "checks");
    for (const cJSON* c = checks->child; c; c = c->next)
        if (strcmp(cli_member(c, "name")->valuestring, name) == 0) return c;
    print_error("no check %s\n", name);
    fail();
    return NULL;
}

static void expect_result(const cJSON* root, const char* name, const char* result)
{
    const cJSON* check = check_named(root, name);
    const char* found = cli_member(check, "result")->valuestring;
    if (strcmp(found, result) != 0) print_error("%s is %s, not %s\n", name, found, result);
    assert_string_equal(found, result);
    assert_int_equal(cli_number(check, "wrong") > 0, strcmp(result, "failed") == 0);
}

// Names are separated by blanks.
static void expect_results(const cJSON* root, const char* names, const char* result)
{
    char name[64];
    while (*names) {
        const size_t length = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        expect_result(root, name, result);
        names += length + (names[length] == ' ');
    }
}

// --------------------------------------------------------------------------------------- it passes

static void test_passes(void** state)
{
    (void)state;
    cli_result r = CLI("self-test");
    if (r.status != 0) print_error("%s%s", r.out, r.err);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    assert_memory_equal(r.out, "abut 0.2.0 for ", 15);
    cli_expect_text(r.out, "\ngrids ");
    cli_expect_text(r.out, "\n" METHOD_TREE " ");
    cli_expect_text(r.out, "\nok: ");
    assert_null(strstr(r.out, "FAILED"));
    cli_free(&r);
    r = CLI("self-test", "--quiet", "--only", "arithmetic,reading");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
}

// What the checks do here, which is all of them on the machines that the project is built for; and
// there is one for each method.
static void test_json(void** state)
{
    (void)state;
    outcome o = run(NULL, NULL, NULL);
    assert_int_equal(o.status, 0);
    expect_keys(o.root, "abut format machine compiler kernels passed hash checks seconds");
    assert_string_equal(cli_member(o.root, "abut")->valuestring, ABUT_VERSION_STRING);
    const char* kernels = cli_member(o.root, "kernels")->valuestring;
#if defined __x86_64__
    const char* const fastest = __builtin_cpu_supports("avx512vl") ? "avx512"
                                : __builtin_cpu_supports("avx2")   ? "avx2"
                                                                   : "portable";
    assert_string_equal(kernels, fastest);
#elif defined __aarch64__
    assert_string_equal(kernels, "neon");
#else
    assert_string_equal(kernels, "portable");
#endif
    assert_true(cJSON_IsTrue(cli_member(o.root, "passed")));
    assert_string_equal(cli_member(o.root, "hash")->valuestring, "7469594ec6aab3c6");
    int methods = 0;
    for (int m = 0; m < 1000; m++) {
        char name[64];
        const char* method = abut_method_name((abut_method)m);
        if (!method) continue;
        snprintf(name, sizeof name, "method-%s", method);
        expect_result(o.root, name, method_is_here(m) ? "ok" : "skipped");
        methods++;
    }
    assert_true(methods >= 3);
    const cJSON* checks = cli_member(o.root, "checks");
    assert_int_equal(cJSON_GetArraySize(checks), 14 + methods);
    for (const cJSON* c = checks->child; c; c = c->next) {
        expect_keys(c, "name result compared wrong detail seconds");
        assert_string_not_equal(cli_member(c, "result")->valuestring, "failed");
        const char* const name = cli_member(c, "name")->valuestring;
        if (strcmp(cli_member(c, "result")->valuestring, "skipped") != 0)
            assert_true(cli_number(c, "compared") > 20);
        else if (strncmp(name, "method-", 7) != 0)  // these were told above
            print_message("SKIPPED: %s: %s\n", name, cli_member(c, "detail")->valuestring);
    }
    cJSON_Delete(o.root);
}

// Of some checks only these are told, in the order of all; without method-brute there is no hash.
static void test_only(void** state)
{
    (void)state;
    cli_result r = CLI("self-test", "--only", "points-poses,arithmetic");
    assert_int_equal(r.status, 0);
    cli_expect_text(r.out, "\narithmetic ");
    cli_expect_text(r.out, "\npoints-poses ");
    cli_expect_text(r.out, " checks left out\nok: 2 checks, ");
    assert_null(strstr(r.out, "\nreading "));
    assert_null(strstr(r.out, "hash"));
    cli_free(&r);
    outcome o = run(NULL, NULL, METHOD_TREE " points-poses reading");
    assert_int_equal(o.status, 0);
    assert_true(cJSON_IsNull(cli_member(o.root, "hash")));
    const cJSON* c = cli_member(o.root, "checks");
    assert_int_equal(cJSON_GetArraySize(c), 3);
    expect_results(o.root, "reading points-poses " METHOD_TREE, "ok");
    assert_string_equal(cli_member(c->child, "name")->valuestring, "reading");
    cJSON_Delete(o.root);
    o = run(NULL, NULL, "method-brute");
    assert_string_equal(cli_member(o.root, "hash")->valuestring, "7469594ec6aab3c6");
    cJSON_Delete(o.root);
}

static void test_command_line(void** state)
{
    (void)state;
    expect_failure((const char* const[]){"self-test", "cube.obj", NULL}, "takes no files");
    expect_failure((const char* const[]){"self-test", "--", "--json", NULL}, "takes no files");
    expect_failure((const char* const[]){"self-test", "--json", "--json", NULL}, "given twice");
    expect_failure((const char* const[]){"self-test", "--quiet", "--quiet", NULL}, "given twice");
    expect_failure((const char* const[]){"self-test", "--quiet", "--json", NULL}, "exclude");
    expect_failure((const char* const[]){"self-test", "--fast", NULL}, "unknown option --fast");
    expect_failure((const char* const[]){"self-test", "--only", NULL}, "needs a value");
    expect_failure((const char* const[]){"self-test", "--only", "grids", "--only", "points", NULL},
                   "option --only given twice");
    expect_failure((const char* const[]){"self-test", "--only", "points,grids,points", NULL},
                   "'points' given twice");
    expect_failure((const char* const[]){"self-test", "--only", "grid", NULL},
                   "there is no 'grid' (is grids meant?); there are: arithmetic reading grids "
                   "grids-in-place ");
    expect_failure((const char* const[]){"self-test", "--only", "grids,", NULL}, "there is no ''");
    expect_failure((const char* const[]){"self-test", "--only",
                                         "points-poses-and-much-more-than-any-name", NULL},
                   "there is no 'points-poses-and-much-more-than'");
    cli_result help = CLI("help", "self-test"), option = CLI("self-test", "--help"),
               letter = CLI("self-test", "-h");
    assert_int_equal(help.status + option.status + letter.status, 0);
    cli_expect_text(help.out, "Usage: abut self-test");
    cli_expect_text(help.out, "--quiet");
    assert_string_equal(help.out, option.out);
    assert_string_equal(help.out, letter.out);
    cli_free(&help);
    cli_free(&option);
    cli_free(&letter);
    help = CLI("help");
    cli_expect_text(help.out, "\n  self-test prove ");
    cli_free(&help);
}

// -------------------------------------------------------------------------------- the known answers

// The oracle decides every pair of triangles of a scene.
static void expect_known(const scene* s, oracle* o)
{
    static shape a, b;
    const affine a_pose = oracle_affine(&s->a_pose), b_pose = oracle_affine(&s->b_pose);
    size_t count = 0;
    uint64_t hash = HASH_START;
    shape_make(&a, s->a);
    shape_make(&b, s->b);
    for (uint32_t i = 0; i < a.triangle_count; i++)
        for (uint32_t j = 0; j < b.triangle_count; j++) {
            double p[3][3], q[3][3];
            for (int k = 0; k < 3; k++) {
                memcpy(p[k], a.vertices[a.triangles[i][k]], sizeof p[k]);
                memcpy(q[k], b.vertices[b.triangles[j][k]], sizeof q[k]);
            }
            oracle_load(o, (const double(*)[3])p, &a_pose, (const double(*)[3])q, &b_pose);
            const abut_kind kind = oracle_decide(o);
            if (kind == ABUT_KIND_APART) continue;
            count++;
            hash = hash_add(hash_add(hash_add(hash, i), j), (uint32_t)kind);
        }
    if (hash != s->hash)
        print_error("%s: %zu, 0x%016llXu\n", s->name, count, (unsigned long long)hash);
    assert_int_equal(count, s->pair_count);
    assert_true(hash == s->hash);
}

static void test_known_answers(void** state)
{
    (void)state;
    oracle* o = oracle_create();
    for (size_t i = 0; i < scene_count; i++)
        expect_known(&scenes[i], o);
    oracle_free(o);
}

// ------------------------------------------------------------------------------------ it can fail

static void test_finds_faults(void** state)
{
    (void)state;
    // Faults are put in together where they concern different checks. Only those named here are run.
    static const struct {
        const char *faults, *failed, *passed;
    } rows[] = {
        {"", "", "arithmetic reading grids grids-flush points method-brute " METHOD_TREE},
        {"one kind;huge;last bit;lost by obb;turn;number",
         "grids grids-huge points points-rounding points-flush " METHOD_TREE
         " points-poses reading",
         "arithmetic grids-in-place grids-subnormal grids-posed grids-rounding method-brute"},
        {"subnormal;corner;no first", "grids-subnormal grids-flush points " METHOD_TREE,
         "grids grids-in-place grids-huge grids-rounding points-poses method-brute reading"},
        {"posed;event;other first", "grids-posed grids-rounding points " METHOD_TREE,
         "grids grids-in-place grids-equal-poses method-brute"},
        {"flush;kind in a query", "grids-flush points-flush " METHOD_TREE,
         "grids-subnormal grids-rounding points method-brute"},
        {"upward;last bit upward;incomplete",
         "grids-rounding points-rounding points-flush " METHOD_TREE,
         "grids grids-posed points method-brute"},
        {"lost by all", "method-brute " METHOD_TREE " method-auto", "grids"},
        {"lost upward", METHOD_TREE, "method-brute"},
        {"mode", METHOD_TREE, "method-brute"},
        {"build", METHOD_TREE, "method-brute"},
        {"mode of builds", METHOD_TREE, "method-brute"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char setting[128], names[512];
        snprintf(setting, sizeof setting, "ABUT_FAULT=;%s;", rows[i].faults);
        snprintf(names, sizeof names, "%s%s%s", rows[i].failed, *rows[i].failed ? " " : "",
                 rows[i].passed);
        outcome o = run(ABUT_FAULTY_PROGRAM, setting, names);
        print_message("%s: %s\n", rows[i].faults, *rows[i].failed ? rows[i].failed : "passed");
        assert_int_equal(o.status, *rows[i].failed ? 1 : 0);
        assert_int_equal(cJSON_IsTrue(cli_member(o.root, "passed")), *rows[i].failed == '\0');
        expect_results(o.root, rows[i].failed, "failed");
        expect_results(o.root, rows[i].passed, "ok");
        cJSON_Delete(o.root);
    }
}

// What a machine does not do is told, and is no failure.
static void test_skips(void** state)
{
    (void)state;
    outcome o = run(ABUT_FAULTY_PROGRAM, "ABUT_FAULT=;no modes;",
                    "grids grids-rounding grids-flush points points-rounding " METHOD_TREE);
    assert_int_equal(o.status, 0);
    expect_results(o.root, "grids-rounding grids-flush", "skipped");
    expect_results(o.root, "grids points points-rounding " METHOD_TREE, "ok");
    cli_expect_text(cli_member(check_named(o.root, "grids-rounding"), "detail")->valuestring,
                    "this machine does not do it");
    cJSON_Delete(o.root);
}

// Without memory there is no verdict.
static void test_without_memory(void** state)
{
    (void)state;
    static const char* const faults[] = {"ABUT_FAULT=;memory;", "ABUT_FAULT=;build memory;"};
    const char* const arguments[] = {"self-test", "--only", "method-brute," METHOD_TREE, NULL};
    for (int i = 0; i < 2; i++) {
        cli_result r = cli_run(&(cli_call){
            .arguments = arguments, .program = ABUT_FAULTY_PROGRAM, .setting = faults[i]});
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, "memory");
        cli_free(&r);
    }
}

static void test_failure_in_words(void** state)
{
    (void)state;
    const char* const arguments[] = {"self-test", "--only", "reading," METHOD_TREE, NULL};
    cli_result r = cli_run(&(cli_call){.arguments = arguments,
                                       .program = ABUT_FAULTY_PROGRAM,
                                       .setting = "ABUT_FAULT=;lost by obb;"});
    assert_int_equal(r.status, 1);
    cli_expect_text(r.out, "FAILED: 1 of 2 checks; ");
    cli_expect_text(r.out, "the first: needles through a ring, to nearest: 42 pairs with hash ");
    cli_expect_text(r.out, "do not trust answers of this program here");
    assert_null(strstr(r.out, "\nok: "));
    cli_free(&r);
}

// Bounds that are 1/32 of what they should be.
static void test_finds_loose_bounds(void** state)
{
    (void)state;
    outcome o = run(ABUT_LOOSE_PROGRAM, NULL, "arithmetic reading grids-in-place grids-posed");
    assert_int_equal(o.status, 1);
    expect_results(o.root, "grids-posed", "failed");
    expect_results(o.root, "arithmetic reading grids-in-place", "ok");
    cJSON_Delete(o.root);
}

// Operations fused, and subnormals switched off from the start.
static void test_finds_flags(void** state)
{
    (void)state;
    outcome o = run(ABUT_FLUSHED_PROGRAM, NULL, "arithmetic");
    assert_int_equal(o.status, 1);
    expect_results(o.root, "arithmetic", "failed");
    cJSON_Delete(o.root);
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma")) {
        print_message("SKIPPED: this processor has no fused instructions to run\n");
        return;
    }
#endif
    o = run(ABUT_FUSED_PROGRAM, NULL, "arithmetic");
    assert_int_equal(o.status, 1);
    expect_results(o.root, "arithmetic", "failed");
    cli_expect_text(cli_member(check_named(o.root, "arithmetic"), "detail")->valuestring, "fused?");
    cJSON_Delete(o.root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_only),
        cmocka_unit_test(test_command_line),
        cmocka_unit_test(test_known_answers),
        cmocka_unit_test(test_finds_faults),
        cmocka_unit_test(test_skips),
        cmocka_unit_test(test_without_memory),
        cmocka_unit_test(test_failure_in_words),
        cmocka_unit_test(test_finds_loose_bounds),
        cmocka_unit_test(test_finds_flags),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

// self_test.c - "abut self-test": proves on the machine at hand that the program answers as it must.
// Compilers, flags and processors differ; the answers may not.
#include "self_test/self_test.h"

#include "base/simd_set.h"
#include "options/arguments.h"
#include "options/options.h"
#include "output/json_parts.h"
#include "say/progress.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- counting

self_check* self_begin(self_report* r, const char* name, ...)
{
    va_list list;
    // More checks than there is room for would be a mistake of ours; they share the last one.
    if (r->count < SELF_MOST_CHECKS) r->count++;
    self_check* c = &r->checks[r->count - 1];
    *c = (self_check){.seconds = progress_clock()};
    va_start(list, name);
    vsnprintf(c->name, sizeof c->name, name, list);
    va_end(list);
    c->left_out = r->left_out[r->count - 1];
    return c->left_out ? NULL : c;
}

void self_end(self_check* c)
{
    c->seconds = progress_clock() - c->seconds;
}

bool self_expect(self_check* c, bool right, const char* format, ...)
{
    c->count++;
    if (right) return true;
    if (c->wrong++ == 0) {
        va_list list;
        va_start(list, format);
        vsnprintf(c->detail, sizeof c->detail, format, list);
        va_end(list);
    }
    return false;
}

bool self_expect_ok(self_report* r, self_check* c, abut_status status, const char* what)
{
    if (status == ABUT_OUT_OF_MEMORY) r->out_of_memory = true;
    return self_expect(c, status == ABUT_OK, "%s: %s", what, abut_status_text(status));
}

void self_skip(self_check* c, const char* format, ...)
{
    va_list list;
    c->skipped = true;
    va_start(list, format);
    vsnprintf(c->detail, sizeof c->detail, format, list);
    va_end(list);
}

bool self_same(double x, double y)
{
    uint64_t a, b;
    memcpy(&a, &x, sizeof a);
    memcpy(&b, &y, sizeof b);
    return a == b || (a | b) << 1 == 0;
}

// ------------------------------------------------------------------------------------------ report

#if defined(__clang__)
#define TEXT_OF(x)          #x
#define VERSION_OF(x, y, z) TEXT_OF(x) "." TEXT_OF(y) "." TEXT_OF(z)
#define COMPILER            "clang " VERSION_OF(__clang_major__, __clang_minor__, __clang_patchlevel__)
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "an unknown compiler"
#endif

#if defined(__x86_64__)
#define MACHINE "x86-64"
#elif defined(__aarch64__)
#define MACHINE "aarch64"
#elif defined(__wasm__)
#define MACHINE "WebAssembly"
#else
#define MACHINE "another machine"
#endif

static const char* result_of(const self_check* c)
{
    return c->wrong ? "failed" : c->skipped ? "skipped" : "ok";
}

// Run all checks but those that r leaves out.
static void run_checks(self_report* r)
{
    static void (*const parts[])(self_report*) = {
        self_test_numbers,
        self_test_grids,
        self_test_points,
        self_test_methods,
    };
    r->seconds = progress_clock();
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !r->out_of_memory; i++)
        parts[i](r);
    r->seconds = progress_clock() - r->seconds;
}

typedef struct sums {
    size_t asked, failed, skipped;
    uint64_t compared;
} sums;

static sums sums_of(const self_report* r)
{
    sums s = {0};
    for (size_t i = 0; i < r->count; i++) {
        s.asked += !r->checks[i].left_out;
        s.failed += r->checks[i].wrong > 0;
        s.skipped += !r->checks[i].wrong && r->checks[i].skipped;
        s.compared += r->checks[i].count;
    }
    return s;
}

#define KERNELS(set, name) #set,
static const char* const kernels[] = {SIMD_EACH(KERNELS)};

static void write_text(const self_report* r)
{
    const sums s = sums_of(r);
    printf("abut %s for %s, built with %s, runs %s kernels\n\n", ABUT_VERSION_STRING, MACHINE,
           COMPILER, kernels[simd_current()]);
    printf("%-20s %-7s %10s %9s\n", "check", "result", "compared", "seconds");
    for (size_t i = 0; i < r->count; i++) {
        const self_check* c = &r->checks[i];
        if (c->left_out) continue;
        printf("%-20s %-7s %10llu %9.3f\n", c->name, c->wrong ? "FAILED" : result_of(c),
               (unsigned long long)c->count, c->seconds);
        if (c->wrong) printf("    %llu wrong; the first: ", (unsigned long long)c->wrong);
        if (*c->detail) printf("%s%s\n", c->wrong ? "" : "    ", c->detail);
    }
    printf("\n");
    if (r->hashed) printf("hash of all pairs: %016" PRIx64 "\n", r->hash);
    if (s.asked < r->count) printf("%zu of %zu checks left out\n", r->count - s.asked, r->count);
    if (s.skipped) printf("%zu of %zu checks skipped\n", s.skipped, s.asked);
    if (s.failed)
        printf("FAILED: %zu of %zu checks; do not trust answers of this program here\n", s.failed,
               s.asked);
    else
        printf("ok: %zu checks, %llu answers compared, %.3f seconds\n", s.asked - s.skipped,
               (unsigned long long)s.compared, r->seconds);
}

static void write_check(json* j, const self_check* c)
{
    json_object(j, false);
    json_put_string(j, "name", c->name);
    json_put_string(j, "result", result_of(c));
    json_put_count(j, "compared", c->count);
    json_put_count(j, "wrong", c->wrong);
    json_key(j, "detail");
    if (*c->detail)
        json_string(j, c->detail);
    else
        json_null(j);
    json_put_seconds(j, "seconds", c->seconds);
    json_close(j);
}

static void write_json(const self_report* r)
{
    json j = {.out = stdout};
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
    json_begin(&j);
    json_put_string(&j, "machine", MACHINE);
    json_put_string(&j, "compiler", COMPILER);
    json_put_string(&j, "kernels", kernels[simd_current()]);
    json_put_bool(&j, "passed", sums_of(r).failed == 0);
    json_key(&j, "hash");
    if (r->hashed)
        json_string(&j, hash);
    else
        json_null(&j);
    json_key(&j, "checks");
    json_array(&j, true);
    for (size_t i = 0; i < r->count; i++)
        if (!r->checks[i].left_out) write_check(&j, &r->checks[i]);
    json_close(&j);
    json_put_seconds(&j, "seconds", r->seconds);
    json_close(&j);
}

// ---------------------------------------------------------------------------------------- the verb

typedef struct self_options {
    bool json, quiet;
    bool left_out[SELF_MOST_CHECKS];  // those that --only does not name
} self_options;

// Read names of checks, separated by commas. There are those that begin where all are left out.
static bool take_only(void* to, const option_row* row, const char* text)
{
    self_options* o = to;
    static self_report all;
    const char* names[SELF_MOST_CHECKS];
    char name[sizeof all.checks->name];
    memset(all.left_out, true, sizeof all.left_out);
    run_checks(&all);
    if (all.out_of_memory) {
        say_status("self-test", ABUT_OUT_OF_MEMORY);
        return false;
    }
    for (size_t i = 0; i < all.count; i++)
        names[i] = all.checks[i].name;
    memset(o->left_out, true, sizeof o->left_out);
    for (;;) {
        const size_t length = strcspn(text, ",");
        // A name that is too long for any is cut, and then found in no list.
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 text);
        size_t place;
        if (!argument_choice(row->name, name, names, all.count, &place)) return false;
        if (!o->left_out[place]) {
            say(O005_GIVEN_TWICE, "%s: '%s' given twice", row->name, name);
            return false;
        }
        o->left_out[place] = false;
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

static bool parse(self_options* o, int count, char** arguments, int* status)
{
    static const option_row rows[] = {
        {OPTION("--only", take_only, 0),
         OPTION_TEXT(SECTION_OPTIONS, "LIST", "only these checks, with commas: grids,points"),
         .first = true},
        OPTION_JSON(offsetof(self_options, json)),
        {OPTION("--quiet", option_flag, offsetof(self_options, quiet)),
         OPTION_TEXT(SECTION_WRITE, NULL, "only the exit status, and errors"), .first = true},
    };
    static const char* const pairs[][2] = {{"--quiet", "--json"}};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (self_options){0};
    command_line line = {.verb = &verb_self_test,
                         .groups = {OPTION_GROUP(rows, o, given)},
                         .takes = "self-test takes no files"};
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs));
}

static int test_and_tell(const self_options* o)
{
    static self_report report;
    memcpy(report.left_out, o->left_out, sizeof report.left_out);
    run_checks(&report);
    if (report.out_of_memory) {
        say_status("self-test", ABUT_OUT_OF_MEMORY);
        return EXIT_ERROR;
    }
    if (o->json)
        write_json(&report);
    else if (!o->quiet)
        write_text(&report);
    return sums_of(&report).failed ? EXIT_FAULTY : EXIT_SUCCESS;
}

static int self_test_run(int count, char** arguments)
{
    self_options o;
    int status;
    return parse(&o, count, arguments, &status) ? test_and_tell(&o) : status;
}

const verb verb_self_test = {
    .name = "self-test",
    .summary = "prove that this program answers as it must on this machine",
    .usage = "[options]",
    .about =
        "Prove that this program answers on this machine as it must. It needs no files and about "
        "a second.",
    .more = {"Each check compares answers with known ones:\n"
             "  arithmetic        operations on doubles are rounded once, never fused;\n"
             "                    subnormals count\n"
             "  reading           numbers of files arrive bit by bit, in text and in either\n"
             "                    byte order\n"
             "  grids...          all pairs of triangles with corners in {0,1}^3 and in\n"
             "                    {0,1,2}^3, by kind (docs/proofs/index.md); the first also as\n"
             "                    subnormals, near the largest doubles, in poses, in every\n"
             "                    rounding mode, and with subnormals switched off (flush to\n"
             "                    zero, denormals are zero) by the caller\n"
             "  points...         corners of contacts are the true points, rounded once to the\n"
             "                    nearest double; exact poses are exact\n"
             "  method-NAME       each method finds the same pairs in small scenes, in all\n"
             "                    these modes; those pairs are known by a hash that is the\n"
             "                    same on every machine"},
    .status = "0 all checks passed, 1 a check failed, 2 error (it could not run).",
    .status_more =
        "A check that this machine has nothing to compare for is shown as skipped, with the "
        "reason.",
    .examples = {"abut self-test"},
    .run = self_test_run,
};

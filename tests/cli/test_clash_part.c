// test_clash_part.c - parts of a clash by themselves: what is changed in one, its checksums set right, is refused or is a number that may be, and
// never ends the program; reviews cell by cell; objects and pairs that are nowhere or in two parts are told; and memory fails, in a shard and in merging.
#include "clash/cells.h"
#include "main/verb.h"
#include "models/threads.h"
#include "scale/part_format.h"
#include "support/cli_run.h"
#include "support/every_alloc.h"
#include "support/said.h"
#include "support/verb_table.h"

#include <errno.h>
#include <fcntl.h>
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

// ------------------------------------------------------------------------- in the place of main.c

VERB_TABLE(&verb_clash, &verb_merge)

// --------------------------------------------------------------------------------------------- runs

enum { WORDS_MOST = 24 };

static int run_verb(const char* const* words)
{
    char* arguments[WORDS_MOST + 1] = {NULL};
    int count = 0;
    for (; words[count]; count++)
        arguments[count] = (char*)(uintptr_t)words[count];
    return verb_find(words[0])->run(count, arguments);
}
#define RUN(...) run_verb((const char* const[]){__VA_ARGS__, NULL})

#define PLAIN  "clash", "--groups", "boxes.obj", "none.obj", "--json", "--clearance", "1"
#define REVIEW "clash", "--groups", "boxes.obj", "--rules", "rules.json", "--json"

// Three boxes that meet, touch, and are near; a table of two of them.
static int enter(void** state)
{
    static const int faces[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                    {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
    static const double lows[4] = {0, 0.5, 1.5, 3};
    if (cli_enter(state)) return 1;
    FILE* out = fopen("boxes.obj", "w");
    for (int b = 0; b < 4; b++) {
        fprintf(out, "o box%d\n", b);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %g %d %d\n", lows[b] + (v & 1), v >> 1 & 1, v >> 2);
        for (int f = 0; f < 6; f++)
            fprintf(out, "f %d %d %d %d\n", faces[f][0] + 8 * b, faces[f][1] + 8 * b,
                    faces[f][2] + 8 * b, faces[f][3] + 8 * b);
    }
    fclose(out);
    cli_write_file("none.obj", "v 0 0 0\n");
    cli_write_file("boxes.objects.tsv", "# abut objects 1\n# unit mm\n# converter test\n"
                                        "object\tid\tlevel\nbox0\tA\tL0\nbox1\tB\tL1\n");
    cli_write_file(
        "rules.json",
        "{\"abut_rules\": 1, \"rules\": [{\"name\": \"r\", \"a\": \"all\", \"hard\": true, "
        "\"touch\": true, \"clearance\": 1}],\n\"ignore\": [{\"reason\": \"so\", "
        "\"pairs\": [[\"box0\", \"box1\"]]}]}\n");
    return 0;
}

// -------------------------------------------------------------------------------------------- bytes

typedef struct bytes {
    unsigned char* at;
    size_t size;
} bytes;

static bytes read_bytes(const char* path)
{
    FILE* in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    bytes b = {.size = (size_t)ftell(in)};
    rewind(in);
    b.at = malloc(b.size);
    assert_true(b.at && fread(b.at, 1, b.size, in) == b.size);
    fclose(in);
    return b;
}

static void write_bytes(const char* path, bytes b)
{
    unlink(path);
    FILE* out = fopen(path, "wb");
    assert_true(out && fwrite(b.at, 1, b.size, out) == b.size);
    fclose(out);
}

static uint64_t number_at(const unsigned char* at, int size)
{
    uint64_t x = 0;
    for (int i = size; i-- > 0;)
        x = x << 8 | at[i];
    return x;
}

// Set the checksum of a section right, which begins there; returns where the next one does.
static unsigned char* mend(unsigned char* at)
{
    uint64_t sum[2];
    const size_t size = (size_t)number_at(at + 8, 8);
    part_checksum((const char*)at, (uint32_t)number_at(at + 4, 4), at + PART_SECTION_SIZE, size,
                  sum);
    for (int i = 0; i < 16; i++)
        at[16 + i] = (unsigned char)(sum[i / 8] >> (8 * (i % 8)));
    return at + PART_SECTION_SIZE + size;
}

// Merge a changed part in its place, to a file or nowhere. Nothing is written where that fails.
static int merge_changed(bool to_file)
{
    listen();
    const int status =
        RUN("merge", "changed", "p2", "-o", to_file ? "out" : "/dev/null", "--quiet");
    char* said = hear();
    assert_in_range(status, 0, 3);
    if (to_file) {
        assert_int_equal(access("out", F_OK) == 0, status != 2);
        unlink("out");
    }
    assert_int_equal(*said != '\0', status == 2);
    free(said);
    return status;
}

// Change each byte of each section but the head, in two ways.
static void change_all(const char* what, size_t least)
{
    size_t refused = 0, taken = 0;
    bytes b = read_bytes("p1");
    unsigned char* at = mend(b.at + PART_BEGIN_SIZE);  // the head is test_scale_part's
    while (memcmp(at, PART_END, PART_TAG_SIZE) != 0) {
        const size_t size = (size_t)number_at(at + 8, 8);
        for (size_t i = 0; i < size; i++)
            for (int k = 0; k < 2; k++) {
                unsigned char* byte = at + PART_SECTION_SIZE + i;
                *byte ^= k ? 0x80 : 1;
                mend(at);
                write_bytes("changed", b);
                *(merge_changed(i % 64 == 0) == 2 ? &refused : &taken) += 1;
                *byte ^= k ? 0x80 : 1;
            }
        at = mend(at);
    }
    write_bytes("changed", b);
    assert_int_equal(merge_changed(true), 1);
    free(b.at);
    print_message("%s: %zu changes refused, %zu are numbers that may be\n", what, refused, taken);
    assert_true(refused > least && taken > least);
}

static void changed_numbers_are_looked_at(void** state)
{
    (void)state;
    assert_int_equal(RUN(PLAIN, "--shard", "1/2", "-o", "p1"), 0);
    assert_int_equal(RUN(PLAIN, "--shard", "2/2", "-o", "p2"), 0);
    change_all("without a review", 400);
    assert_int_equal(RUN(REVIEW, "--shard", "1/2", "-o", "p1"), 0);
    assert_int_equal(RUN(REVIEW, "--shard", "2/2", "-o", "p2"), 0);
    change_all("a review", 600);
}

// ------------------------------------------------------------------------------------------- cells

// What a job writes whose cells are asked about one after another, without their models in the end.
static char* write_cells(const char* const* words, size_t cells)
{
    char *arguments[WORDS_MOST + 1] = {NULL}, *text = NULL;
    int count = 0, status;
    size_t length;
    clash_options o;
    clash_result r = {.options = &o};
    threads t;
    progress p;
    for (; words[count]; count++)
        arguments[count] = (char*)(uintptr_t)words[count];
    progress_open(&p, true);
    assert_true(clash_options_parse(&o, count, arguments, &status));
    assert_true(threads_open(&t, 2, &p));
    r.host = &t.host;
    assert_true(clash_list(&r, &p) && clash_cells_plan(&r, cells));
    for (size_t i = 0; i < cells; i++)
        assert_true(clash_cells_ask(&r, i, i + 1, &p));
    assert_true(clash_end(&r));
    FILE* out = open_memstream(&text, &length);
    assert_non_null(out);
    clash_write_json(&r, out);
    fclose(out);
    clash_result_free(&r);
    threads_close(&t);
    clash_options_free(&o);
    return text;
}

// Rows of earlier cells stay as they are, whatever is done to those of the next one.
static void reviews_are_made_cell_by_cell(void** state)
{
    (void)state;
    static const char* const jobs[][WORDS_MOST] = {
        {REVIEW, "--no-times", "--stats"},
        {"clash", "--groups", "boxes.obj", "boxes2.obj", "--rank", "depth", "--json", "--no-times"},
        {"clash", "--groups", "boxes.obj", "boxes2.obj", "--touch", "hide", "--hard-tolerance",
         "0.3", "--json", "--no-times", "--stats"},
        {"clash", "--groups", "boxes.obj", "--frames", "frames.tsv", "--clearance", "1", "--json",
         "--no-times"},
    };
    char* boxes = cli_read_file("boxes.obj");
    cli_write_file("boxes2.obj", boxes);  // duplicates
    free(boxes);
    cli_write_file("frames.tsv", "0\tbox3\t-2 0 0 0 0 0 1\n1\tbox3\t-2.75 0 0 0 0 0 1\n"
                                 "1\tbox1\t9 0 0 0 0 0 1\n2\tbox0\t0 0.5 0 0 0 0 1\n");
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
        char* one = write_cells(jobs[i], 1);
        assert_non_null(strstr(one, "\"key\""));
        for (size_t cells = 2; cells < 9; cells++) {
            char* other = write_cells(jobs[i], cells);
            assert_string_equal(one, other);
            free(other);
        }
        free(one);
    }
}

// ------------------------------------------------------------------------------------------ ranges

// Write a part that tells of other pieces than it should, of all that was asked.
static void write_part(size_t index, size_t asked, size_t first, size_t last, const char* path)
{
    static const char* const words[] = {PLAIN};
    enum { COUNT = sizeof words / sizeof *words };
    clash_options o;
    clash_result r = {.options = &o, .keeps_models = true};
    threads t;
    progress p;
    int status;
    const part_head head = {"clash", {index, 2}, words, COUNT};
    progress_open(&p, true);
    assert_true(clash_options_parse(&o, COUNT, (char**)(uintptr_t)words, &status));
    assert_true(threads_open(&t, 1, &p));
    r.host = &t.host;
    assert_true(clash_list(&r, &p) && clash_cells_plan(&r, 2));
    assert_true(clash_cells_ask(&r, 0, asked, &p));
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    warnings_sort(&r.warnings);
    assert_true(clash_part_write(&r, &head, first, last, out));
    assert_int_equal(fclose(out), 0);
    clash_result_free(&r);
    threads_close(&t);
    clash_options_free(&o);
}

static void expect_said(const char* wanted)
{
    listen();
    const int status = RUN("merge", "p2", "p1", "-o", "out");
    char* said = hear();
    assert_int_equal(status, wanted ? 2 : 1);
    if (wanted) cli_expect_text(said, wanted);
    free(said);
}

static void each_object_and_pair_is_there_once(void** state)
{
    (void)state;
    unlink("out");
    write_part(1, 1, 0, 1, "p1");
    write_part(2, 0, 1, 2, "p2");
    expect_said(NULL);  // but for pairs of the second cell, of which nobody knows
    write_part(1, 2, 0, 2, "p1");
    write_part(2, 0, 2, 2, "p2");
    expect_said(NULL);
    write_part(2, 0, 1, 2, "p2");
    expect_said("is in another part, too");
    write_part(1, 2, 0, 1, "p1");
    write_part(2, 0, 2, 2, "p2");
    expect_said("the parts lack objects of boxes.obj");
    write_part(1, 2, 0, 1, "p1");
    write_part(2, 2, 1, 2, "p2");
    expect_said("two parts have the pair box");
}

// ----------------------------------------------------------------------------------------- memory

// Without memory at each place in turn: refused, and nothing is left behind; in the end it works.
static void try_all(const char* const* words, int good, const char* what, size_t least)
{
    size_t fail_at = 0, before = allocations.blocks;
    int status = 2;
    while (status != good) {
        listen();
        allocations_begin(++fail_at);
        status = run_verb(words);
        allocations_begin(0);
        char* said = hear();
        if (status != good) {
            assert_int_equal(status, 2);
            cli_expect_text(said, "memory");
        }
        free(said);
        if (allocations.blocks != before)
            fail_msg("%s: %zu blocks are left after call %zu fails", what,
                     allocations.blocks - before, fail_at);
    }
    if (fail_at <= least) fail_msg("%s: only %zu calls", what, fail_at);
    print_message("%s: %zu allocations failed in turn\n", what, fail_at - 1);
}
#define TRY(good, what, least, ...)                                                                \
    try_all((const char* const[]){__VA_ARGS__, NULL}, good, what, least)

static void memory_may_fail(void** state)
{
    (void)state;
    assert_int_equal(RUN(PLAIN, "--shard", "1/2", "-o", "p1"), 0);
    TRY(0, "a shard", 40, PLAIN, "--shard", "2/2", "-o", "p2", "--quiet", "--threads", "1");
    TRY(1, "merging", 40, "merge", "p1", "p2", "-o", "out", "--quiet");
    assert_int_equal(RUN(REVIEW, "--shard", "1/2", "-o", "p1"), 0);
    TRY(0, "a shard of a review", 60, REVIEW, "--shard", "2/2", "-o", "p2", "--quiet", "--threads",
        "1");
    TRY(1, "merging a review", 60, "merge", "p1", "p2", "-o", "out", "--quiet");
    assert_int_equal(RUN(REVIEW, "--no-times", "-o", "one"), 1);
    char *one = cli_read_file("one"), *merged = cli_read_file("out");
    assert_string_equal(one, merged);
    free(one);
    free(merged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_numbers_are_looked_at),
        cmocka_unit_test(reviews_are_made_cell_by_cell),
        cmocka_unit_test(each_object_and_pair_is_there_once),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, enter, cli_leave);
}

// test_scale_part.c - parts of shards by themselves: what is put comes back; a part that is changed anywhere or cut off anywhere is refused, as
// is a list of parts that is not a whole job; which things a shard has; and failing memory, in writing, in reading, in
// "abut fly --shard" and in "abut merge".
#include "main/verb.h"
#include "scale/part.h"
#include "scale/part_format.h"
#include "support/cli_run.h"
#include "support/every_alloc.h"
#include "support/said.h"
#include "support/share.h"
#include "support/verb_table.h"

#include "abut/abut.h"

#include <errno.h>
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

// ------------------------------------------------------------------------- in the place of main.c

VERB_TABLE(&verb_fly, &verb_merge)

// ------------------------------------------------------------------------------ what is said

#define EXPECT_SAID(call, ...)                                                                     \
    do {                                                                                           \
        const char* const parts_[] = {__VA_ARGS__, NULL};                                          \
        listen();                                                                                  \
        const bool fine_ = (call);                                                                 \
        char* said_ = hear();                                                                      \
        assert_false(fine_);                                                                       \
        for (const char* const* part_ = parts_; *part_; part_++)                                   \
            cli_expect_text(said_, *part_);                                                        \
        free(said_);                                                                               \
    } while (0)

// ------------------------------------------------------------------------------------------ parts

static const char* const fly_arguments[] = {"fly", "one.obj", "other.obj", "--path", "p"};

static const part_head fly_head = {"fly", {3, 8}, fly_arguments, 5};

static void put_numbers(part_writer* w)
{
    static const double numbers[] = {0.1, -0.0, (double)INFINITY, 4.9e-324};
    part_put_u64(w, UINT64_MAX);
    part_put_u32(w, 0x80000001u);
    part_put_f64(w, (double)NAN);
    part_put_f64s(w, numbers, 4);
    part_put_text(w, NULL);
    part_put_text(w, "");
    part_put_text(w, "a \n text");
    part_put_bytes(w, "\0\1\2", 3);
    part_end_section(w, "NUMS");
}

static void put_warnings(part_writer* w)
{
    char letters[4][2] = {"b", "a", "b", "c"};
    char* texts[] = {letters[0], letters[1], letters[2], letters[3]};
    const warning_list list = {texts, 4, 4};
    part_put_warnings(w, &list);
    part_end_section(w, "WARN");
}

static bool write_part(FILE* out, const part_head* head)
{
    part_writer w;
    part_begin(&w, out, head);
    put_numbers(&w);
    part_end_section(&w, "NONE");
    put_warnings(&w);
    return part_finish(&w);
}

static void make_part(const char* path, const part_head* head)
{
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(write_part(out, head));
    assert_int_equal(fclose(out), 0);
}

static unsigned char* bytes_of(const char* path, size_t* size)
{
    FILE* in = fopen(path, "rb");
    assert_non_null(in);
    unsigned char* bytes = malloc(1 << 16);
    *size = fread(bytes, 1, 1 << 16, in);
    fclose(in);
    return bytes;
}

static void write_bytes(const char* path, const unsigned char* bytes, size_t size)
{
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(fwrite(bytes, 1, size, out) == size);
    fclose(out);
}

static bool opens(const char* path)
{
    part p;
    const bool fine = part_open(&p, path);
    if (fine) part_close(&p);
    assert_true(!p.bytes && !p.sections && !p.head.arguments);
    return fine;
}

static void check_numbers(const part* p)
{
    double numbers[4];
    part_reader r = part_section_of(p, "NUMS");
    assert_true(part_get_u64(&r) == UINT64_MAX);
    assert_true(part_get_u32(&r) == 0x80000001u);
    assert_true(isnan(part_get_f64(&r)));
    part_get_f64s(&r, numbers, 4);
    assert_true(numbers[0] == 0.1 && signbit(numbers[1]) && isinf(numbers[2]));
    assert_true(numbers[3] == 4.9e-324);
    assert_null(part_get_text(&r));
    assert_false(r.failed);
    assert_string_equal(part_get_text(&r), "");
    assert_string_equal(part_get_text(&r), "a \n text");
    EXPECT_SAID(part_is_read(&r, "NUMS"), "q: part 3 of 8 is damaged", "NUMS");
    assert_memory_equal(part_get_bytes(&r, 3), "\0\1\2", 3);
    assert_true(part_is_read(&r, "NUMS"));
    assert_null(part_get_bytes(&r, 1));  // behind the end: failed, and so it stays
    assert_true(r.failed && part_get_u32(&r) == 0 && part_get_f64(&r) == 0 && !part_get_text(&r));
    EXPECT_SAID(part_is_read(&r, "NUMS"), "part 3 of 8");
}

static void what_is_put_comes_back(void** state)
{
    (void)state;
    part p;
    make_part("q", &fly_head);
    assert_true(part_is("q") && !part_is("one.obj") && !part_is("-") && !part_is("none"));
    assert_true(part_open(&p, "q"));
    assert_string_equal(p.head.verb, "fly");
    assert_true(p.head.shard.index == 3 && p.head.shard.count == 8 && p.head.argument_count == 5);
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(p.head.arguments[i], fly_arguments[i]);
    check_numbers(&p);
    part_reader none = part_section_of(&p, "NONE"), missing = part_section_of(&p, "MISS");
    assert_true(part_is_read(&none, "NONE"));
    EXPECT_SAID(part_is_read(&missing, "MISS"), "MISS");
    warning_list list = {0};
    for (int i = 0; i < 2; i++) {  // the second time there is nothing new
        part_reader r = part_section_of(&p, "WARN");
        assert_true(part_get_warnings(&r, &list) && part_is_read(&r, "WARN"));
        assert_int_equal(list.count, 3);
        for (size_t j = 0; j < 3; j++)
            assert_true(list.texts[j][0] == "abc"[j]);
    }
    warnings_free(&list);
    part_close(&p);
}

// A count says how much memory its reader takes.
static void counts_are_not_believed(void** state)
{
    (void)state;
    static const uint64_t counts[] = {3, 4, UINT64_MAX, UINT64_MAX / 8 + 2};
    for (int i = 0; i < 4; i++) {
        part p;
        part_writer w;
        FILE* out = fopen("q", "wb");
        part_begin(&w, out, &fly_head);
        part_put_u64(&w, counts[i]);
        part_put_bytes(&w, "0123456789012345678901234567890", 31);
        part_end_section(&w, "MANY");
        assert_true(part_finish(&w));
        fclose(out);
        assert_true(part_open(&p, "q"));
        part_reader r = part_section_of(&p, "MANY");
        assert_true(part_get_count(&r, 8) == (i ? 0 : 3));
        assert_true(r.failed == (i > 0));
        r = part_section_of(&p, "MANY");
        assert_null(part_get_text(&r));  // no zero ends it
        assert_true(r.failed);
        part_close(&p);
    }
}

static void every_change_is_found(void** state)
{
    (void)state;
    size_t size, tried = 0;
    make_part("q", &fly_head);
    unsigned char* bytes = bytes_of("q", &size);
    listen();
    for (size_t i = 0; i < size; i++) {
        for (int bit = 0; bit < 8; bit++, tried++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            write_bytes("q", bytes, size);
            bytes[i] ^= (unsigned char)(1 << bit);
            if (opens("q")) fail_msg("byte %zu, bit %d", i, bit);
        }
    }
    for (size_t cut = 0; cut < size; cut++, tried++) {
        write_bytes("q", bytes, cut);
        if (opens("q")) fail_msg("cut off at byte %zu", cut);
    }
    free(hear());
    bytes[size] = 0;
    write_bytes("q", bytes, size + 1);
    EXPECT_SAID(opens("q"), "q: part 3 of 8 is damaged: more stands behind its end");
    write_bytes("q", bytes, size);
    assert_true(opens("q"));
    print_message("%zu changes, all found\n", tried);
    free(bytes);
}

// Where the bytes of a section begin and end, its own beginning included.
static size_t behind(const unsigned char* bytes, size_t at)
{
    uint64_t size = 0;
    for (int i = 7; i >= 0; i--)
        size = size << 8 | bytes[at + PART_TAG_SIZE + 4 + (size_t)i];
    return at + PART_SECTION_SIZE + (size_t)size;
}

static void sections_keep_their_place(void** state)
{
    (void)state;
    size_t size;
    make_part("q", &fly_head);
    unsigned char *bytes = bytes_of("q", &size), *other = malloc(size);
    const size_t head = behind(bytes, PART_BEGIN_SIZE), numbers = behind(bytes, head),
                 none = behind(bytes, numbers);
    memcpy(other, bytes, head);  // one is left out
    memcpy(other + head, bytes + numbers, size - numbers);
    write_bytes("q", other, size - (numbers - head));
    EXPECT_SAID(opens("q"), "part 3 of 8 is damaged: something is missing before section NONE");
    memcpy(other, bytes, size);  // two are exchanged
    memcpy(other + head, bytes + numbers, none - numbers);
    memcpy(other + head + (none - numbers), bytes + head, numbers - head);
    write_bytes("q", other, size);
    EXPECT_SAID(opens("q"), "part 3 of 8 is damaged");
    bytes[PART_MARK_SIZE]++;
    write_bytes("q", bytes, size);
    EXPECT_SAID(opens("q"), "q: this part is of another version of abut", ABUT_VERSION_STRING);
    write_bytes("q", bytes, 5);
    EXPECT_SAID(opens("q"), "q: this part is damaged: it is cut off");
    EXPECT_SAID(opens("one.obj"), "one.obj: this is no part");
    EXPECT_SAID(opens("none"), "none: cannot be opened: No such file");
    EXPECT_SAID(opens("."), ".: ");
    free(bytes);
    free(other);
}

// Mapped, which small ones are not.
static void a_large_part_is_mapped(void** state)
{
    (void)state;
    enum { NUMBERS = 50000 };
    part p;
    part_writer w;
    FILE* out = fopen("q", "wb");
    part_begin(&w, out, &fly_head);
    for (uint64_t i = 0; i < NUMBERS; i++)
        part_put_u64(&w, i * i);
    part_end_section(&w, "MANY");
    assert_true(part_finish(&w));
    fclose(out);
    assert_true(part_open(&p, "q") && p.is_mapped);
    part_reader r = part_section_of(&p, "MANY");
    for (uint64_t i = 0; i < NUMBERS; i++)
        assert_true(part_get_u64(&r) == i * i);
    assert_true(part_is_read(&r, "MANY"));
    part_close(&p);
    out = fopen("q", "r+b");
    assert_int_equal(fseek(out, 4 * NUMBERS, SEEK_SET), 0);
    fputs("other", out);
    fclose(out);
    EXPECT_SAID(opens("q"), "q: part 3 of 8 is damaged: bytes were changed in section MANY");
    assert_int_equal(truncate("q", 8 * NUMBERS), 0);
    EXPECT_SAID(opens("q"), "q: part 3 of 8 is damaged: it ends within section MANY");
}

// A pipe cannot be mapped.
static void a_part_comes_from_a_pipe(void** state)
{
    (void)state;
    size_t size;
    int ends[2];
    char name[64];
    make_part("q", &fly_head);
    unsigned char* bytes = bytes_of("q", &size);
    assert_int_equal(pipe(ends), 0);
    assert_true(write(ends[1], bytes, size) == (ssize_t)size);
    close(ends[1]);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
    assert_true(opens(name));
    close(ends[0]);
    free(bytes);
}

// ------------------------------------------------------------------------------------------ lists

static void make_numbered(size_t index, size_t count, const char* path)
{
    part_head head = fly_head;
    head.shard = (shard){index, count};
    make_part(path, &head);
}

static bool list_opens(const char* const* paths, size_t count)
{
    part_list list;
    const bool fine = part_list_open(&list, paths, count);
    if (fine) {
        assert_int_equal(list.count, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(list.parts[i].head.shard.index, i + 1);
        part_list_close(&list);
    }
    assert_true(!list.parts && !list.count);
    return fine;
}

static void a_job_is_all_of_its_parts(void** state)
{
    (void)state;
    enum { COUNT = 40 };
    char names[COUNT][8];
    const char* paths[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "l%zu", i);
        paths[i] = names[i];
        make_numbered(1 + i * 17 % COUNT, COUNT, names[i]);  // in any order
    }
    assert_true(list_opens(paths, COUNT));
    EXPECT_SAID(list_opens(paths, 0), "there are no parts to merge");
    EXPECT_SAID(list_opens(paths, COUNT - 1), "shard 24 of 40 is missing");
    EXPECT_SAID(list_opens(paths, COUNT - 2), "shards 7, 24 of 40 are missing");
    EXPECT_SAID(list_opens(paths, 1),
                "shards 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 29 more of 40 are missing");
    EXPECT_SAID(list_opens(&paths[COUNT - 1], 1),
                "shards 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 29 more of 40 are missing");
    paths[COUNT - 1] = paths[3];
    EXPECT_SAID(list_opens(paths, COUNT), "shard 12 of 40 is given twice: l3 and l3");
    cli_write_file("l9", "nothing");
    EXPECT_SAID(list_opens(paths, COUNT), "l9: this is no part");
}

static void parts_of_two_jobs_are_told_apart(void** state)
{
    (void)state;
    static const char* const paths[] = {"one.part", "two.part"};
    static const char* const others[][6] = {
        {"fly", "one.obj", "cube.obj", "--path", "p"},
        {"fly", "one.obj", "other.obj", "--path"},
        {"fly", "one.obj", "other.obj", "--path", "p", "--depth"},
    };
    static const size_t counts[] = {5, 4, 6};
    static const char* const said[] = {
        "two.part: a part of another job than one.part: argument 2 is 'cube.obj', not 'other.obj'",
        "two.part: a part of another job than one.part: argument 4, 'p', is only in one.part",
        "two.part: a part of another job than one.part: argument 5, '--depth', is only in two.part",
    };
    make_numbered(1, 2, "one.part");
    for (int i = 0; i < 3; i++) {
        make_part("two.part", &(part_head){"fly", {2, 2}, others[i], counts[i]});
        EXPECT_SAID(list_opens(paths, 2), said[i]);
    }
    make_numbered(2, 3, "two.part");
    EXPECT_SAID(list_opens(paths, 2), "of another job than one.part: one of 3 shards, not of 2");
    make_part("two.part", &(part_head){"clash", {2, 2}, fly_arguments, 5});
    EXPECT_SAID(list_opens(paths, 2), "than one.part: of 'abut clash', not of 'abut fly'");
    make_numbered(2, 2, "two.part");
    assert_true(list_opens(paths, 2));
}

static void the_command_line_is_that_of_one_run(void** state)
{
    (void)state;
    static const char* const path = "one.part";
    part_list list;
    int count;
    make_numbered(1, 1, path);
    assert_true(part_list_open(&list, &path, 1));
    list.output = "out";
    list.quiet = true;
    char** arguments = part_list_arguments(&list, &count);
    static const char* const expected[] = {"fly",       "-o",     "out", "one.obj",
                                           "other.obj", "--path", "p",   NULL};
    for (int i = 0; i <= count; i++) {
        if (!expected[i]) assert_null(arguments[i]);
        if (expected[i]) assert_string_equal(arguments[i], expected[i]);
    }
    assert_int_equal(count, 7);
    part_arguments_free(arguments);
    part_list_close(&list);
}

// ----------------------------------------------------------------------------------------- shards

static void shards_share_all_things(void** state)
{
    (void)state;
    static const size_t more[] = {1000, 999999, SIZE_MAX / 2, SIZE_MAX};
    const shard all = {0};
    for (size_t i = 0; i < 64 + 4; i++) {
        const size_t things = i < 64 ? i : more[i - 64];
        size_t first, last;
        shard_range(&all, things, &first, &last);
        assert_true(first == 0 && last == things);
        for (size_t n = 1; n < 80; n++) {
            size_t next = 0, least = SIZE_MAX, most = 0;
            for (size_t index = 1; index <= n; index++) {
                shard_range(&(shard){index, n}, things, &first, &last);
                assert_true(first == next && last >= first);
                next = last;
                if (last - first < least) least = last - first;
                if (last - first > most) most = last - first;
            }
            assert_true(next == things && most - least <= 1);
        }
    }
}

static void shards_are_read(void** state)
{
    (void)state;
    static const option_row row = OPTION_SHARD(0);
    static const char* const wrong[] = {
        "",     "3",    "3/",    "/3",        "0/3",
        "4/3",  "1/0",  "1/2/3", " 1/2",      "1/2 ",
        "+1/2", "-1/2", "1.0/2", "1/1000001", "99999999999999999999999999999999999/2"};
    shard s = {7, 7};
    assert_true(option_shard(&s, &row, "3/8") && s.index == 3 && s.count == 8);
    assert_true(option_shard(&s, &row, "1000000/1000000") && s.index == SHARDS_MOST);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_SAID(option_shard(&s, &row, wrong[i]), "--shard: ");
    assert_true(s.index == SHARDS_MOST);
}

typedef struct taken {
    const char *a, *output, *own;
    shard shard;
    int threads;
    bool quiet, no_times, flag;
} taken;

#define AT(member) offsetof(taken, member)
static const option_row taken_rows[] = {
    {OPTION("--value", option_text, AT(a))},
    OPTION_OUTPUT(AT(output)),
    {OPTION("--own", option_text, AT(own))},
    OPTION_SHARD(AT(shard)),
    {OPTION("--threads", option_int, AT(threads)), .highest = 9},
    {OPTION("--quiet", option_flag, AT(quiet))},
    {OPTION("--flag", option_flag, AT(flag))},
    {OPTION("--no-times", option_flag, AT(no_times))},
};

static void what_may_differ_is_left_out(void** state)
{
    (void)state;
    static const char* const words[] = {
        "fly", "-o",     "x",       "a",     "--shard=1/2", "--value",    "-o", "--threads", "2",
        "-",   "--flag", "--quiet", "--own", "--no-times",  "--no-times", "--", "--quiet",   "-o"};
    static const char* const kept[] = {"fly",    "a",  "--value", "-o", "-",
                                       "--flag", "--", "--quiet", "-o"};
    static const char* const own[] = {"--own", NULL};
    bool given[OPTION_COUNT(taken_rows)] = {false};
    const int count = sizeof words / sizeof *words;
    const char* paths[8];
    taken o = {0};
    int status;
    command_line line = {.verb = &verb_fly,
                         .groups = {OPTION_GROUP(taken_rows, &o, given)},
                         .takes = "x",
                         .paths = paths,
                         .paths_most = 8};
    char* arguments[sizeof words / sizeof *words + 1] = {NULL};
    for (int i = 0; i < count; i++)
        arguments[i] = (char*)(uintptr_t)words[i];
    assert_true(command_line_read(&line, count, arguments, &status));
    assert_true(o.no_times && line.path_count == 4 && strcmp(o.own, "--no-times") == 0);
    size_t found;
    const char** left = shard_arguments(&line, count, arguments, own, &found);
    assert_int_equal(found, sizeof kept / sizeof *kept);
    for (size_t i = 0; i < found; i++)
        assert_string_equal(left[i], kept[i]);
    free(left);
    assert_true(shard_options_fit(&o.shard, &line, "x", NULL));
    EXPECT_SAID(shard_options_fit(&o.shard, &line, NULL, NULL), "--shard needs -o FILE");
    EXPECT_SAID(shard_options_fit(&o.shard, &line, "x", own), "--shard and --own exclude");
    assert_true(shard_options_fit(&(shard){0}, &line, NULL, own));
}

static void warnings_are_sorted(void** state)
{
    (void)state;
    warning_list list = {0};
    warnings_sort(&list);
    assert_false(warnings_have(&list, "a"));
    for (int i = 0; i < 200; i++) {
        assert_true(warnings_add(&list, F012_DEGENERATE, "%d", i * 37 % 50));
    }
    warnings_sort(&list);
    assert_int_equal(list.count, 50);
    for (size_t i = 1; i < 50; i++)
        assert_true(strcmp(list.texts[i - 1], list.texts[i]) < 0);
    assert_true(warnings_have(&list, "7 [F012]") && !warnings_have(&list, "7"));
    assert_false(warnings_have(&list, "77 [F012]"));
    warnings_free(&list);
}

// ----------------------------------------------------------------------------------------- memory

// Without memory at each place in turn: refused, and nothing is left behind; in the end it works.
static void try_all(bool (*work)(void), const char* what, size_t least)
{
    size_t fail_at = 0, before = allocations.blocks;
    bool fine = false;
    while (!fine) {
        listen();
        allocations_begin(++fail_at);
        fine = work();
        const size_t calls = allocations.calls;
        allocations_begin(0);
        char* said = hear();
        if (!fine) cli_expect_text(said, "memory");
        free(said);
        if (allocations.blocks != before)
            fail_msg("%s: %zu blocks are left after call %zu fails", what,
                     allocations.blocks - before, fail_at);
        if (fine) assert_true(calls < fail_at);
    }
    if (fail_at <= least) fail_msg("%s: only %zu calls", what, fail_at);
    print_message("%s: %zu allocations failed in turn\n", what, fail_at - 1);
}

static FILE* sink;

static bool write_one(void)
{
    return write_part(sink, &fly_head);
}

static bool open_list(void)
{
    static const char* const paths[] = {"l2", "l1"};
    part_list list;
    int count;
    if (!part_list_open(&list, paths, 2)) return false;
    char** arguments = part_list_arguments(&list, &count);
    const char** files = part_list_paths(&list);
    warning_list warnings = {0};
    bool fine = arguments && files;
    for (int i = 0; fine && i < 2; i++) {
        part_reader r = part_section_of(&list.parts[i], "WARN");
        fine = part_get_warnings(&r, &warnings);
    }
    warnings_free(&warnings);
    free(files);
    part_arguments_free(arguments);
    part_list_close(&list);
    return fine;
}

static void memory_may_fail(void** state)
{
    (void)state;
    sink = fopen("/dev/null", "wb");
    assert_non_null(sink);
    setvbuf(sink, NULL, _IONBF, 0);
    make_numbered(1, 2, "l1");
    make_numbered(2, 2, "l2");
    try_all(write_one, "writing a part", 0);
    try_all(open_list, "opening parts", 8);
    fclose(sink);
}

static int run(const verb* v, const char* const* words)
{
    char* arguments[24] = {NULL};
    int count = 0;
    for (; words[count]; count++)
        arguments[count] = (char*)(uintptr_t)words[count];
    return v->run(count, arguments);
}
#define RUN(v, ...) run(v, (const char* const[]){__VA_ARGS__, NULL})
#define FLIGHT                                                                                     \
    "one.obj", "other.obj", "--path", "p.path", "--clearance", "1", "--depth", "--continuous",     \
        "--json"

static bool fly_shard(void)
{
    return RUN(&verb_fly, "fly", FLIGHT, "--shard", "2/2", "-o", "f2", "--quiet", "--threads",
               "1") == 0;
}

static bool fly_merge(void)
{
    return RUN(&verb_merge, "merge", "f2", "f1", "-o", "f.json", "--quiet") == 1;
}

static void memory_may_fail_in_a_flight(void** state)
{
    (void)state;
    FILE* path = fopen("p.path", "w");
    for (int i = 0; i < 40; i++)
        fprintf(path, "%d %.17g 0 0 0 0 0 1\n", i, 0.1 * i - 1);
    fclose(path);
    assert_int_equal(RUN(&verb_fly, "fly", FLIGHT, "--shard", "1/2", "-o", "f1", "--quiet"), 0);
    try_all(fly_shard, "a shard of abut fly", 20);
    try_all(fly_merge, "abut merge", 20);
    assert_int_equal(RUN(&verb_fly, "fly", FLIGHT, "--no-times", "-o", "one.json"), 1);
    char *one = cli_read_file("one.json"), *merged = cli_read_file("f.json");
    assert_string_equal(one, merged);
    free(one);
    free(merged);
}

static int merge_into_x(void)
{
    return RUN(&verb_merge, "merge", "q", "f1", "-o", "x");
}

// A part of a flight: merging says so, and leaves nothing behind.
static void a_flight_is_not_merged_from_a_changed_part(void** state)
{
    (void)state;
    size_t size, tried = 0;
    unsigned char* bytes = bytes_of("f2", &size);
    listen();
    for (size_t i = 0; i < size; i++) {
        if (!IS_CASE(i)) continue;
        tried++;
        bytes[i] ^= 0x10;
        write_bytes("q", bytes, size);
        bytes[i] ^= 0x10;
        if (merge_into_x() != 2 || access("x", F_OK) == 0) fail_msg("byte %zu", i);
    }
    for (size_t cut = 0; cut < size; cut++) {
        if (!IS_CASE(cut)) continue;
        tried++;
        write_bytes("q", bytes, cut);
        if (merge_into_x() != 2 || access("x", F_OK) == 0) fail_msg("cut off at byte %zu", cut);
    }
    free(hear());
    write_bytes("q", bytes, size);
    assert_int_equal(merge_into_x(), 1);
    char *one = cli_read_file("f.json"), *merged = cli_read_file("x");
    assert_string_equal(one, merged);
    free(one);
    free(merged);
    free(bytes);
    print_message("%zu damaged parts of a flight, none merged\n", tried);
}

static void parts_of_other_verbs_are_refused(void** state)
{
    (void)state;
    static const char* const words[] = {"check", "one.obj", "other.obj"};
    static const char* const shown[] = {"fly",    "one.obj",  "other.obj", "--path",
                                        "p.path", "--report", "page.html"};
    make_part("q", &(part_head){"check", {1, 1}, words, 3});
    EXPECT_SAID(RUN(&verb_merge, "merge", "q") != 2, "q: this part is of 'abut check', which has");
    make_part("q", &(part_head){"fly", {1, 1}, shown, 7});
    EXPECT_SAID(RUN(&verb_merge, "merge", "q") != 2, "q: no shard has the options of this part");
    make_part("q", &(part_head){"fly", {1, 1}, shown, 5});
    EXPECT_SAID(RUN(&verb_merge, "merge", "q") != 2, "q: part 1 of 1 is damaged", "section JOB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_comes_back),
        cmocka_unit_test(counts_are_not_believed),
        cmocka_unit_test(every_change_is_found),
        cmocka_unit_test(sections_keep_their_place),
        cmocka_unit_test(a_large_part_is_mapped),
        cmocka_unit_test(a_part_comes_from_a_pipe),
        cmocka_unit_test(a_job_is_all_of_its_parts),
        cmocka_unit_test(parts_of_two_jobs_are_told_apart),
        cmocka_unit_test(the_command_line_is_that_of_one_run),
        cmocka_unit_test(shards_share_all_things),
        cmocka_unit_test(shards_are_read),
        cmocka_unit_test(what_may_differ_is_left_out),
        cmocka_unit_test(warnings_are_sorted),
        cmocka_unit_test(memory_may_fail),
        cmocka_unit_test(memory_may_fail_in_a_flight),
        cmocka_unit_test(a_flight_is_not_merged_from_a_changed_part),
        cmocka_unit_test(parts_of_other_verbs_are_refused),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

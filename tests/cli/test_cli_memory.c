// test_cli_memory.c - --max-memory: files that never end, and those that are too large, end with an error before they
// take the machine's memory. And pipes, which may be read only once.
#define _XOPEN_SOURCE 700
#include "file/memory_limit.h"
#include "support/cli_run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>  // needs the three above
// clang-format on

static void expect_error(cli_result r, const char* text)
{
    if (r.status != 2 || *r.out) fail_msg("status %d: %s%s", r.status, r.out, r.err);
    cli_expect_text(r.err, text);
    cli_free(&r);
}

#define EXPECT_ERROR(text, ...) expect_error(CLI(__VA_ARGS__), text)

static void there_is_a_default(void** state)
{
    (void)state;
    const size_t all = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = memory_limit_default();
    assert_true(bytes > (16 << 20) && bytes <= all / 4 * 3);
    assert_true(memory_limit() == SIZE_MAX);  // nobody set it here
    assert_true(memory_allows(SIZE_MAX) && !memory_limit_was_reached());
    memory_limit_set((size_t)4 << 30);
    assert_false(memory_allows((size_t)4 << 30));  // a part of it is taken
    assert_true(memory_limit_was_reached());
    assert_true(memory_allows(1));
    memory_limit_set(SIZE_MAX);
}

static void small_amounts_add_up(void** state)
{
    (void)state;
    memory_limit_set(1 << 20);  // less than any program takes
    size_t allowed = 0;
    while (allowed < 64 && memory_allows(64 << 10))
        allowed++;
    assert_true(allowed < 32);
    memory_limit_set(SIZE_MAX);
}

static void amounts_are_read(void** state)
{
    (void)state;
    static const char* const wrong[] = {"",
                                        "5",
                                        "M",
                                        "0M",
                                        "1023K",
                                        "1.5G",
                                        "-1G",
                                        "1GB",
                                        "1 G",
                                        "1e3M",
                                        "0x1G",
                                        "99999999999999999999T",
                                        "18014398509481984K",
                                        "1P"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_ERROR("is not an amount of memory of at least 1M, as 500M or 2G", "info", "cube.obj",
                     "--max-memory", wrong[i]);
    static const char* const right[] = {"1T", "2g", "3000m", "4194304K", "4194304k", "4000000T"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        cli_result r = CLI("info", "cube.obj", "--max-memory", right[i]);
        assert_int_equal(r.status, 0);
        cli_free(&r);
    }
}

// A binary STL file of so many triangles that takes no room on the disk.
static void make_hollow_stl(const char* path, uint32_t count)
{
    const int file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, 84 + 50 * (off_t)count), 0);
    assert_int_equal(pwrite(file, &count, 4, 80), 4);
    assert_int_equal(close(file), 0);
}

static void every_verb_that_reads_has_it(void** state)
{
    (void)state;
    static const char text[] =
        "abut: huge.stl: the mesh takes more memory than --max-memory allows";
    make_hollow_stl("huge.stl", 100000000);  // 8.4 GB of mesh
    EXPECT_ERROR(text, "info", "huge.stl", "--max-memory", "2G");
    EXPECT_ERROR(text, "check", "cube.obj", "huge.stl", "--max-memory", "2G");
    EXPECT_ERROR(text, "distance", "cube.obj", "huge.stl", "--max-memory", "2G");
    EXPECT_ERROR(text, "build", "huge.stl", "-o", "x.abut", "--max-memory", "2G");
    EXPECT_ERROR(text, "point", "huge.stl", "--points", "cube.obj", "--max-memory", "2G");
    EXPECT_ERROR(text, "ray", "huge.stl", "--rays", "cube.obj", "--max-memory", "2G");
    EXPECT_ERROR(text, "clash", "cube.obj", "huge.stl", "--max-memory", "2G");
    cli_write_file("one.path", "0 0 0 0 0 0 1\n");
    EXPECT_ERROR(text, "fly", "cube.obj", "huge.stl", "--path", "one.path", "--max-memory", "2G");
    cli_write_file("p.ngc", "G21 G0 X0 Y0 Z5\nG1 Z1 F100\nM2\n");
    EXPECT_ERROR(text, "nc", "p.ngc", "--part", "huge.stl", "--tool", "flat:d=1", "--max-memory",
                 "2G");
    // What is wrong with a binary STL file is told without reading all of it.
    make_hollow_stl("huge.stl", 50000000);
    assert_int_equal(truncate("huge.stl", 2400000000), 0);
    EXPECT_ERROR("the header says 50000000 triangles, the file ends in triangle 47999998", "info",
                 "huge.stl", "--max-memory", "2G");
    unlink("huge.stl");
}

static void what_is_built_counts_too(void** state)
{
    (void)state;
    // Numbers that a tree is built of, of little text: 12 MB of mesh.
    FILE* out = fopen("many.obj", "w");
    assert_non_null(out);
    for (int i = 0; i < 400000; i++)
        fprintf(out, "v %d 0 0\nf 1 -1 1\n", i);
    assert_int_equal(fclose(out), 0);
    cli_result r = CLI("build", "many.obj", "-o", "many.abut", "--max-memory", "4G");
    assert_int_equal(r.status, 0);
    cli_free(&r);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    EXPECT_ERROR("abut: many.obj: building its tree takes more memory than --max-memory allows",
                 "build", "many.obj", "-o", "many.abut", "--max-memory", "40M");
#endif
    unlink("many.obj");
    unlink("many.abut");
}

// Write a text into a pipe until nobody reads any more, in another process.
static pid_t write_forever(const char* path, const char* text)
{
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    signal(SIGPIPE, SIG_DFL);
    static char many[1 << 16];
    const size_t length = strlen(text), times = sizeof many / length;
    for (size_t i = 0; i < times; i++)
        // NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes for a pipe
        memcpy(many + i * length, text, length);
    const int pipe = open(path, O_WRONLY);
    ssize_t written = pipe;
    while (written >= 0)
        written = write(pipe, many, times * length);
    _exit(0);
}

static void expect_end(const char* path, const char* text, const char* const* arguments)
{
    const pid_t writer = write_forever(path, text);
    expect_error(cli_run(&(cli_call){.arguments = arguments}),
                 "reading it takes more memory than --max-memory allows");
    assert_int_equal(waitpid(writer, NULL, 0), writer);
    unlink(path);
}

static void endless_files_end(void** state)
{
    (void)state;
    EXPECT_ERROR("abut: /dev/zero: it gives nothing but zeros", "info", "/dev/zero");
    EXPECT_ERROR("abut: /dev/zero: it gives nothing but zeros", "check", "/dev/zero", "cube.obj");
    EXPECT_ERROR("abut: /dev/zero: it gives nothing but zeros", "check", "cube.obj", "/dev/zero");
    EXPECT_ERROR("abut: /dev/zero: it gives nothing but zeros", "fly", "cube.obj", "cube.obj",
                 "--path", "/dev/zero");
    EXPECT_ERROR("/dev/zero: it gives nothing but zeros", "nc", "/dev/zero", "--part", "cube.obj",
                 "--tool", "flat:d=1");
    EXPECT_ERROR("/dev/zero: it gives nothing but zeros", "clash", "cube.obj", "cube.off",
                 "--ignore", "/dev/zero");
    cli_write_file("p.ngc", "T1 M6\nG21 G0 X0 Y0 Z5\nG1 Z1 F100\nM2\n");
    EXPECT_ERROR("/dev/zero: it gives nothing but zeros", "nc", "p.ngc", "--part", "cube.obj",
                 "--tool-table", "/dev/zero");
    EXPECT_ERROR("abut: /dev/zero: it gives nothing but zeros", "check", "cube.obj",
                 "hull:/dev/zero");
    EXPECT_ERROR("abut: /dev/zero: line 1: a zero byte: this is no text", "point", "cube.obj",
                 "--points", "/dev/zero", "--quiet");
    EXPECT_ERROR("the file is empty", "info", "/dev/null");
    static const char* const info[] = {"info", "pipe.obj", "--max-memory", "200M", NULL};
    expect_end("pipe.obj", "v 0 0 0\n", info);
    static const char* const check[] = {"check",        "cube.obj", "pipe.off",
                                        "--max-memory", "200M",     NULL};
    expect_end("pipe.off", "OFF 1000000000 1 0\n0 0 0\n", check);
    static const char* const fly[] = {"fly",    "cube.obj",     "cube.off", "--path",
                                      "p.path", "--max-memory", "200M",     NULL};
    expect_end("p.path", "0 0 0 0 0 0 1\n", fly);
    static const char* const hull[] = {"check",        "cube.obj", "hull:p.csv",
                                       "--max-memory", "200M",     NULL};
    expect_end("p.csv", "0 0 0\n", hull);
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    print_message("at most %ld MB\n", used.ru_maxrss >> 10);
    assert_true(used.ru_maxrss < 220L << 10);
#endif
}

// What a pipe gives is not read to find whether it is a saved model.
static void pipes_are_read_once(void** state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        char* text = cli_read_file("cube.obj");
        const int pipe = open("pipe", O_WRONLY);
        const ssize_t written = pipe < 0 ? -1 : write(pipe, text, strlen(text));
        _exit(written == (ssize_t)strlen(text) ? 0 : 1);
    }
    cli_result r = CLI("check", "pipe", "cube.off");
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(r.status, 1);
    assert_int_equal(status, 0);
    cli_expect_text(r.out, "a: pipe, 12 triangles");
    cli_free(&r);
    unlink("pipe");
}

// Run the program in a process of its own, and return how many megabytes it took at most; 255: more, or it failed.
static int megabytes_of(const char* const* arguments)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rusage used;
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        const bool fine = r.status == 0 && getrusage(RUSAGE_CHILDREN, &used) == 0;
        _exit(fine && used.ru_maxrss >> 10 < 255 ? (int)(used.ru_maxrss >> 10) : 255);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

// However many lines there are: of these a list would be 60 MB.
static void expect_not_held(const char* line, const char* const* arguments)
{
    enum { COUNT = 500000 };
    FILE* out = fopen("p.csv", "w");
    assert_non_null(out);
    for (int i = 0; i < COUNT; i++)
        fputs(line, out);
    assert_int_equal(fclose(out), 0);
    const int megabytes = megabytes_of(arguments);
    print_message("%d MB\n", megabytes);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    assert_true(megabytes < 40);
#endif
    unlink("p.csv");
    unlink("o.csv");
}

static void points_are_not_held(void** state)
{
    (void)state;
    static const char* const points[] = {"point", "one.obj",   "--points", "p.csv", "-o",
                                         "o.csv", "--threads", "1",        NULL};
    static const char* const rays[] = {"ray",   "one.obj",   "--rays", "p.csv", "-o",
                                       "o.csv", "--threads", "1",      NULL};
    expect_not_held("1 2 7\n", points);
    expect_not_held("1 2 7 1 0 0\n", rays);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_is_a_default),       cmocka_unit_test(small_amounts_add_up),
        cmocka_unit_test(amounts_are_read),         cmocka_unit_test(every_verb_that_reads_has_it),
        cmocka_unit_test(what_is_built_counts_too), cmocka_unit_test(endless_files_end),
        cmocka_unit_test(pipes_are_read_once),      cmocka_unit_test(points_are_not_held),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

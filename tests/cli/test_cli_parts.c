// test_cli_parts.c - parts of the program that runs of it do not reach: the JSON writer's corners, and
// the progress line on a terminal.
#include "options/nearest.h"
#include "output/json.h"
#include "say/progress.h"
#include "text/printable.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// -------------------------------------------------------------------------------------------- JSON

static char text[1024];

static json open_text(void)
{
    memset(text, 0, sizeof text);
    const json j = {.out = fmemopen(text, sizeof text, "w")};
    assert_non_null(j.out);
    return j;
}

static void expect_json(json* j, const char* expected)
{
    assert_int_equal(j->depth, 0);
    fclose(j->out);
    assert_string_equal(text, expected);
}

static void expect_escaped(const char* given, const char* expected)
{
    json j = open_text();
    json_string(&j, given);
    expect_json(&j, expected);
}

static void test_strings(void** state)
{
    (void)state;
    expect_escaped("", "\"\"");
    expect_escaped("a/b c", "\"a/b c\"");
    expect_escaped("\"\\\b\t\n\r\x1F\x7F",
                   "\"\\\"\\\\\\u0008\\u0009\\u000a\\u000d\\u001f\\u007f\"");
    // The lowest and highest characters of each length pass.
    expect_escaped("\xC2\xA0\xDF\xBF", "\"\xC2\xA0\xDF\xBF\"");
    expect_escaped("\xE0\xA0\x80\xEF\xBF\xBF", "\"\xE0\xA0\x80\xEF\xBF\xBF\"");
    expect_escaped("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
    expect_escaped("\xED\x9F\xBF\xEE\x80\x80", "\"\xED\x9F\xBF\xEE\x80\x80\"");
    // Alone, cut off, too long, surrogate, beyond Unicode: one \ufffd a byte.
    expect_escaped("\x80", "\"\\ufffd\"");
    expect_escaped("\xFF\xFE", "\"\\ufffd\\ufffd\"");
    expect_escaped("\xC3", "\"\\ufffd\"");
    expect_escaped("\xE2\x82", "\"\\ufffd\\ufffd\"");
    expect_escaped("\xE2\x82x", "\"\\ufffd\\ufffdx\"");
    expect_escaped("\xC0\xAF", "\"\\ufffd\\ufffd\"");
    expect_escaped("\xC1\xBF", "\"\\ufffd\\ufffd\"");
    expect_escaped("\xE0\x9F\xBF", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_escaped("\xF0\x8F\xBF\xBF", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    expect_escaped("\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\"");
    expect_escaped("\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
    expect_escaped("\xF5\x80\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

static void test_values(void** state)
{
    (void)state;
    json j = open_text();
    json_array(&j, false);
    json_number(&j, 0.1);
    json_number(&j, -5e-324);
    json_number(&j, 1.7976931348623157e308);
    json_number(&j, 3);
    json_number(&j, HUGE_VAL);
    json_number(&j, -HUGE_VAL);
    json_number(&j, (double)NAN);
    json_count(&j, UINT64_MAX);
    json_seconds(&j, 1.25);
    json_bool(&j, true);
    json_bool(&j, false);
    json_null(&j);
    json_close(&j);
    expect_json(&j, "[0.10000000000000001, -4.9406564584124654e-324, 1.7976931348623157e+308, 3, "
                    "null, null, null, 18446744073709551615, 1.250000, true, false, null]\n");
}

static void test_layout(void** state)
{
    (void)state;
    json j = open_text();
    json_object(&j, true);
    json_key(&j, "empty");
    json_array(&j, true);
    json_close(&j);
    json_key(&j, "list");
    json_array(&j, true);
    json_object(&j, false);
    json_key(&j, "a");
    json_count(&j, 1);
    json_key(&j, "b");
    json_array(&j, false);
    json_close(&j);
    json_close(&j);
    json_null(&j);
    json_close(&j);
    json_close(&j);
    expect_json(
        &j, "{\n  \"empty\": [],\n  \"list\": [\n    {\"a\": 1, \"b\": []},\n    null\n  ]\n}\n");
}

static void test_members(void** state)
{
    (void)state;
    static const double values[3] = {1, -0.5, 2};
    json j = open_text();
    json_object(&j, false);
    json_put_string(&j, "text", "a\"b");
    json_put_string(&j, "none", NULL);
    json_put_number(&j, "number", 0.1);
    json_put_numbers(&j, "numbers", values, 3);
    json_put_numbers(&j, "few", values, 0);
    json_put_count(&j, "count", UINT64_MAX);
    json_put_seconds(&j, "seconds", 1.25);
    json_put_bool(&j, "yes", true);
    json_close(&j);
    expect_json(
        &j,
        "{\"text\": \"a\\\"b\", \"number\": 0.10000000000000001, \"numbers\": [1, -0.5, 2], "
        "\"few\": [], \"count\": 18446744073709551615, \"seconds\": 1.250000, \"yes\": true}\n");
}

// ---------------------------------------------------------------------------------------- progress

// Put a terminal in the place of stderr. Returns its other end.
static int open_terminal(int* kept)
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) {
        print_message("SKIPPED: this system has no pseudo-terminals (/dev/pts)\n");
        skip();
    }
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0);
    struct termios raw;
    assert_int_equal(tcgetattr(slave, &raw), 0);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    assert_int_equal(tcsetattr(slave, TCSANOW, &raw), 0);
    assert_int_equal(fcntl(master, F_SETFL, O_NONBLOCK), 0);
    fflush(stderr);
    *kept = dup(2);
    assert_int_equal(dup2(slave, 2), 2);
    close(slave);
    return master;
}

// Put stderr back; read what the terminal got. It arrives bit by bit, and ends with an error once
// nobody has the terminal open any more.
static void close_terminal(int master, int kept, char* shown, size_t size)
{
    fflush(stderr);
    assert_int_equal(dup2(kept, 2), 2);
    close(kept);
    assert_int_equal(fcntl(master, F_SETFL, 0), 0);
    size_t used = 0;
    for (ssize_t got; used < size - 1 && (got = read(master, shown + used, size - 1 - used)) > 0;)
        used += (size_t)got;
    shown[used] = '\0';
    close(master);
}

static void test_progress_on_a_terminal(void** state)
{
    (void)state;
    char shown[1024];
    int kept;
    const int master = open_terminal(&kept);
    progress p;
    progress_open(&p, false);
    progress_begin(&p, "reading", "nut.stl");
    progress_report(&p, 0.1);  // too early
    p.started -= 2;
    p.shown -= 2;  // two seconds later
    progress_report(&p, 0.25);
    progress_report(&p, 0.26);  // too soon after
    const double seconds = progress_end(&p);
    progress_begin(&p, "building", "nut.stl");
    progress_report(&p, 0.5);
    progress_end(&p);  // nothing to clear
    close_terminal(master, kept, shown, sizeof shown);
    assert_string_equal(shown, "\rabut:  25 %  reading nut.stl\033[K\r\033[K");
    assert_true(seconds >= 2 && seconds < 60);
}

// In a long step, of which no progress is told, the time goes on; and it is told without being asked for.
static void test_progress_tells_the_time(void** state)
{
    (void)state;
    char shown[1024] = "";
    int kept;
    const int master = open_terminal(&kept);
    progress p;
    progress_open(&p, false);
    progress_begin(&p, "checking", "part.ngc");
    progress_tick(&p);  // too early
    p.started -= 12;
    p.shown -= 12;
    progress_report(&p, 0.5);
    progress_tick(&p);  // too soon after
    p.shown -= 1;
    progress_tick(&p);
    progress_end(&p);
    progress_begin(&p, "checking", "part.ngc");
    const double start = progress_clock();
    ssize_t used = 0;
    while (!(strstr(shown, "  0 %") && strstr(strstr(shown, "  0 %"), "\033[K")) &&
           progress_clock() - start < 60) {
        const struct timespec pause = {.tv_nsec = 20000000};
        nanosleep(&pause, NULL);
        const ssize_t got = read(master, shown + used, sizeof shown - 1 - (size_t)used);
        if (got > 0) used += got;
    }
    progress_end(&p);
    char rest[64];
    close_terminal(master, kept, rest, sizeof rest);
    assert_string_equal(rest, "\r\033[K");
    char* second = strstr(shown, "\rabut:   0 %");
    assert_non_null(second);
    assert_non_null(strstr(second, "checking part.ngc, "));
    assert_non_null(strstr(second, " s\033[K"));
    *second = '\0';
    assert_string_equal(shown, "\rabut:  50 %  checking part.ngc\033[K\rabut:  50 %  checking "
                               "part.ngc, 12 s\033[K\r\033[K");
}

static void test_progress_stays_on_one_line(void** state)
{
    (void)state;
    char shown[1024], name[300];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    int kept;
    const int master = open_terminal(&kept);
    progress p;
    progress_open(&p, false);
    progress_begin(&p, "reading", name);
    p.shown -= 2;
    progress_report(&p, 1);
    progress_end(&p);
    close_terminal(master, kept, shown, sizeof shown);
    assert_int_equal(strcspn(shown + 1, "\033"), 78);
}

static void test_progress_with_any_name(void** state)
{
    (void)state;
    char shown[1024];
    int kept;
    const int master = open_terminal(&kept);
    progress p;
    progress_open(&p, false);
    progress_begin(&p, "reading", "\033[2J\r\xFF.stl");
    p.shown -= 2;
    progress_report(&p, 1);
    progress_end(&p);  // else its thread goes on with what is no more
    close_terminal(master, kept, shown, sizeof shown);
    static const char expected[] = "\rabut: 100 %  reading \\x1b[2J\\r\\xff.stl\033[K";
    assert_memory_equal(shown, expected, sizeof expected - 1);
}

static void test_progress_elsewhere(void** state)
{
    (void)state;
    char shown[64];
    int kept;
    const int master = open_terminal(&kept);
    progress p;
    progress_open(&p, true);  // quiet
    progress_begin(&p, "reading", "x");
    p.shown -= 2;
    progress_report(&p, 0.5);
    progress_end(&p);
    close_terminal(master, kept, shown, sizeof shown);
    assert_string_equal(shown, "");

    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(stderr);
    kept = dup(2);
    assert_int_equal(dup2(ends[1], 2), 2);
    progress_open(&p, false);  // not a terminal
    assert_int_equal(dup2(kept, 2), 2);
    assert_null(p.out);
    close(kept);
    close(ends[0]);
    close(ends[1]);
}

// -------------------------------------------------------------------------------- texts and names

// All characters of one and two bytes, and of three bytes those about the ones that command.
static void test_printable(void** state)
{
    (void)state;
    for (uint32_t code = 1; code < 0x3000; code++) {
        char given[4] = {0}, shown[16], expected[16];
        if (code < 0x80) {
            given[0] = (char)code;
        } else if (code < 0x800) {
            given[0] = (char)(0xC0 | code >> 6), given[1] = (char)(0x80 | (code & 0x3F));
        } else {
            given[0] = (char)(0xE0 | code >> 12), given[1] = (char)(0x80 | (code >> 6 & 0x3F));
            given[2] = (char)(0x80 | (code & 0x3F));
        }
        const bool commands = code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x2028 ||
                              code == 0x2029 || (code >= 0x202A && code <= 0x202E) ||
                              (code >= 0x2066 && code <= 0x2069);
        snprintf(expected, sizeof expected, "%s", given);
        if (commands)
            snprintf(expected, sizeof expected, code < 0x80 ? "\\x%02x" : "\\u%04x",
                     (unsigned)code);
        if (code == '\n') strcpy(expected, "\\n");
        if (code == '\r') strcpy(expected, "\\r");
        if (code == '\t') strcpy(expected, "\\t");
        printable_copy(shown, sizeof shown, given);
        assert_string_equal(shown, expected);
    }
    // Nothing is cut within a character or an escape.
    static const struct {
        size_t room;
        const char* shown;
    } rows[] = {{1, ""},
                {2, "a"},
                {3, "a"},
                {4, "a\xC3\xA4"},
                {7, "a\xC3\xA4"},
                {8, "a\xC3\xA4\\x1b"},
                {9, "a\xC3\xA4\\x1b["}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char shown[16] = "untouched";
        printable_copy(shown, rows[i].room, "a\xC3\xA4\033[");
        assert_string_equal(shown, rows[i].shown);
    }
}

static void test_nearest(void** state)
{
    (void)state;
    static const char* const names[] = {"alpha", "beta", "gamma", "gamma-ray", "--delta", NULL};
    static const struct {
        const char *word, *nearest;
    } rows[] = {
        {"alpha", "alpha"},       {"aplha", "alpha"},    {"alph", "alpha"},   {"alphaa", "alpha"},
        {"BETA", "beta"},         {"--gama=3", "gamma"}, {"delt", "--delta"}, {"dlta", "--delta"},
        {"gamma-r", "gamma-ray"}, {"x", NULL},           {"", NULL},          {"--", NULL},
        {"zzzzz", NULL},          {"a", NULL},           {"alxyz", NULL},     {"=beta", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nearest n = nearest_begin(rows[i].word);
        for (int k = 0; names[k]; k++)
            nearest_offer(&n, names[k]);
        if (!rows[i].nearest && n.name) print_error("%s: %s\n", rows[i].word, n.name);
        assert_true((n.name == NULL) == (rows[i].nearest == NULL));
        if (n.name) assert_string_equal(n.name, rows[i].nearest);
    }
    char longest[200], meant[64];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    nearest n = nearest_begin(longest);
    nearest_offer(&n, longest);  // longer than any name that there is
    assert_null(n.name);
    assert_string_equal(nearest_text(&n, meant), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_progress_on_a_terminal),
        cmocka_unit_test(test_progress_tells_the_time),
        cmocka_unit_test(test_progress_stays_on_one_line),
        cmocka_unit_test(test_progress_with_any_name),
        cmocka_unit_test(test_progress_elsewhere),
        cmocka_unit_test(test_printable),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

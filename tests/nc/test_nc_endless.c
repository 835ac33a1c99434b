// test_nc_endless.c - NC programs that do not end, each kind of them, end with an error that names a line and an option;
// programs that are only long pass. And names, labels and jumps without number take no more than their share: what would
// take hours if one were searched for among all others.
#include "reader/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { MANY = 100 * 1000 };

static nc_status read_text(nc_program* p, const char* text, const nc_read_options* o, nc_error* e)
{
    *p = (nc_program){0};
    return nc_read_memory(p, text, strlen(text), o, e);
}

// ---------------------------------------------------------------------------------- what does not end

static void test_endless(void** state)
{
    (void)state;
    static const char *const idle = "--max-idle", *const lines = "--max-lines",
                             *const moves = "--max-moves";
    static const struct {
        const char *program, *option;
        nc_read_options o;  // zeros: the defaults
    } rows[] = {
        {"o1 while [1]\no1 endwhile\n", idle, {0}},
        {"G21 G90\n#1=0\nO1 while [1]\n#1=[#1+1]\nO1 endwhile\nM2\n", idle, {0}},
        {"o1 do\nG4 P1000000\no1 while [1]\n", idle, {.most_idle = 1000}},
        {"o1 repeat [1000000000]\nG1 X0 F100\no1 endrepeat\n", idle, {0}},  // moves of no length
        {"o1 while [1]\no1 continue\no1 endwhile\n", idle, {.most_idle = 1000}},
        {"o1 sub\no1 call\no1 endsub\no1 call\n", "within each other", {0}},
        {"o1 sub\no2 call\no1 endsub\no2 sub\no1 call\no2 endsub\no1 call\n",
         "within each other",
         {0}},
        {"G91 G81 X0 Z0 R0 L1000000\nX0 L1000000\nX0 L1000000",
         idle,
         {0}},  // of no length, in one line
        {"o1 while [1]\nG91 G1 X1 F1\nX-1\no1 endwhile\n", moves, {.most_moves = 1000}},
        {"o1 while [1]\nG2 I1\no1 endwhile\n", moves, {.most_moves = 1000}},
        {"G2 I1 P1000000\nI1 P1000000\nI1 P1000000\n", moves, {0}},  // turns
        {"G91 G83 X1 Z-1 R0 Q0.000000001\n", moves, {.most_moves = 1000}},
        {"G91 G81 X1 Z-1 R0 L1000000\n", moves, {.most_moves = 1000}},
        {"o1 while [1]\nG91 G1 X1\no2 repeat [90]\n#1=1\no2 endrepeat\no1 endwhile\n",
         lines,
         {.most_lines = 100000, .most_idle = 1000}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        const nc_status status = read_text(&p, rows[i].program, &rows[i].o, &e);
        if (status == NC_OK || !strstr(e.text, rows[i].option) || e.line == 0)
            fail_msg("%s: status %d, line %zu: %s", rows[i].program, status, e.line, e.text);
        assert_true(rows[i].option[0] != '-' || status == NC_TOO_LONG);
        assert_null(p.moves);
    }
}

// Calls that branch: 2^40 of them, nowhere more than 40 within each other.
static void test_call_chain(void** state)
{
    (void)state;
    char text[4096];
    size_t used = 0;
    for (int i = 1; i <= 40; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "o%d sub\no%d call\no%d call\no%d endsub\n", i, i + 1, i + 1, i);
    snprintf(text + used, sizeof text - used, "o41 sub\no41 endsub\no1 call\n");
    nc_program p;
    nc_error e;
    assert_int_equal(read_text(&p, text, NULL, &e), NC_TOO_LONG);
    assert_non_null(strstr(e.text, "--max-idle"));
}

// Where the limits lie, exactly: of eight lines that are carried out four are the program's own.
static void test_limits(void** state)
{
    (void)state;
    static const char program[] = "o1 repeat [3]\n#1=1\no1 endrepeat\nG1 X1 F1\n";
    static const struct {
        nc_read_options o;
        nc_status status;
        size_t line;
    } rows[] = {
        {{.most_idle = 4}, NC_OK, 0},
        {{.most_idle = 3}, NC_TOO_LONG, 3},
        {{.most_lines = 4}, NC_OK, 0},
        {{.most_lines = 3}, NC_TOO_LONG, 3},
        {{.most_lines = 4, .most_idle = 3}, NC_TOO_LONG, 3},
        {{.most_moves = 1}, NC_OK, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        assert_int_equal(read_text(&p, program, &rows[i].o, &e), rows[i].status);
        assert_int_equal(e.line, rows[i].line);
        nc_program_free(&p);
    }
    // Each move begins anew; three lines and two moves more than there are lines.
    static const char moves[] = "o1 repeat [5]\nG91 G1 X1 F1\no1 endrepeat\n";
    nc_program p;
    nc_error e;
    assert_int_equal(read_text(&p, moves, &(nc_read_options){.most_moves = 2, .most_idle = 1}, &e),
                     NC_OK);
    assert_int_equal(p.move_count, 5);
    nc_program_free(&p);
    assert_int_equal(read_text(&p, moves, &(nc_read_options){.most_moves = 1}, &e), NC_TOO_LONG);
    assert_int_equal(e.line, 2);
    // A line of 200 bytes counts as three, wherever its bytes are: of nine such lines and a short one that are carried
    // out, 28 in all, the program's own are 3 and 3 for its 217 bytes.
    char text[512];
    snprintf(text, sizeof text, "o1 repeat [9]\n(%0*d)\no1 endrepeat\n", 197, 0);
    for (uint64_t most = 1; most < 100; most++) {
        const nc_status status = read_text(&p, text, &(nc_read_options){.most_lines = most}, &e);
        nc_program_free(&p);
        if (status != NC_OK) continue;
        const uint64_t own = 3 + strlen(text) / 80;
        assert_int_equal(most + own, 1 + 9 * (3 + 1));
        return;
    }
    fail();
}

// A text that grows.
typedef struct text {
    char* at;
    size_t used, room;
} text;

__attribute__((format(printf, 2, 3))) static void put(text* t, const char* format, ...)
{
    if (t->room - t->used < 256) {
        t->room = 2 * t->room + 4096;
        t->at = realloc(t->at, t->room);
        assert_non_null(t->at);
    }
    va_list values;
    va_start(values, format);
    t->used += (size_t)vsnprintf(t->at + t->used, t->room - t->used, format, values);
    va_end(values);
}

// Read it; it must pass, and its last move end at x.
static void expect_x(text* t, double x)
{
    nc_program p = {0};
    nc_error e;
    if (nc_read_memory(&p, t->at, t->used, NULL, &e) != NC_OK)
        fail_msg("line %zu: %s", e.line, e.text);
    assert_true(p.move_count > 0);
    assert_true(p.moves[p.move_count - 1].to[0] == x);
    nc_program_free(&p);
    free(t->at);
}

// What has no loop ends: no limit is about it.
static void test_long(void** state)
{
    (void)state;
    text t = {0};
    for (int i = 0; i < 12 * MANY; i++)  // more lines without a move than a loop may make
        put(&t, "\n");
    put(&t, "G1 X1 F1\n");
    expect_x(&t, 1);
    t = (text){0};
    for (int i = 0; i < 1000; i++)
        put(&t, "G1 X%d F1 (%0*d)\nG4 P1\n\n", i + 1, i % 200, 0);
    nc_program p;
    nc_error e;
    const nc_read_options o = {.most_moves = 1, .most_lines = 1, .most_idle = 1};
    assert_int_equal(read_text(&p, t.at, &o, &e), NC_OK);
    assert_int_equal(p.move_count, 1000);
    nc_program_free(&p);
    free(t.at);
}

// ------------------------------------------------------------------------------------------- names

static void test_many_names(void** state)
{
    (void)state;
    text t = {0};
    for (int i = 0; i < MANY; i++)  // names that part late, and names that part soon
        put(&t, "#<_%060d>=%d #<n%d>=1\n", i, i, i);
    put(&t, "G1 X#<_%060d> F1\n", MANY - 7);
    expect_x(&t, MANY - 7);
    // Beside many global names each call has its own ones, which end with it.
    t = (text){0};
    put(&t, "o1 sub\n#<a>=#1\n#<b>=[#<_sum>+#<a>]\n#<_sum>=#<b>\no1 endsub\n#<_sum>=0\n");
    for (int i = 0; i < MANY; i++)
        put(&t, "#<_g%d>=1\no1 call [%d]\n", i, i % 3);
    put(&t, "G1 X[#<_sum>-100*exists[#<a>]]\n");
    int sum = 0;
    for (int i = 0; i < MANY; i++)
        sum += i % 3;
    expect_x(&t, sum);
}

static uint64_t next_random(uint64_t* seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

// Names of few letters, long and short, set and asked for in any order, against a plain list.
static void test_names(void** state)
{
    (void)state;
    enum { NAMES = 300, STEPS = 5000 };
    static struct {
        char name[64];
        int value;
    } list[NAMES];
    uint64_t seed = 1;
    size_t count = 0;
    text t = {0};
    double sum = 0;
    put(&t, "#<_s>=0\n");
    for (int i = 0; i < STEPS; i++) {
        char name[64];
        const size_t length = 1 + next_random(&seed) % (i % 9 ? 5 : 62);
        for (size_t k = 0; k < length; k++)
            name[k] = (char)("ab"[next_random(&seed) % 2]);
        name[length] = '\0';
        size_t at = 0;
        while (at < count && strcmp(list[at].name, name) != 0)
            at++;
        put(&t, "#<_s>=[#<_s>+%d*exists[#<%s>]]\n", i, name);
        sum += at < count ? i : 0;
        if (at < count) {
            put(&t, "#<_s>=[#<_s>+#<%s>]\n", name);
            sum += list[at].value;
        }
        if (at == count && count == NAMES) continue;
        if (at == count) memcpy(list[count++].name, name, sizeof name);
        list[at].value = i;
        put(&t, "#<%s>=%d\n", name, i);
    }
    put(&t, "G1 X#<_s> F1\n");
    assert_int_equal(count, NAMES);
    expect_x(&t, sum);
}

// The same name at several depths is a parameter of each; after a return the caller's is there again.
static void test_levels(void** state)
{
    (void)state;
    text t = {0};
    put(&t, "o1 sub\n#<a>=#1 #<_g>=[#<_g>+1]\no2 if [#1 GT 0]\no1 call [#1-1]\no2 endif\n"
            "#<_sum>=[#<_sum>+#<a>] #<b>=1\no1 endsub\n");
    put(&t, "#<a>=1000 #<_g>=0 #<_sum>=0\no1 call [90]\no1 call [3]\nG1 X[#<_sum>+#<a>+#<_g>]\n");
    expect_x(&t, 90 * 91 / 2 + 6 + 1000 + 91 + 4);
}

// ------------------------------------------------------------------------------------------- labels

static void test_many_labels(void** state)
{
    (void)state;
    text t = {0};
    for (int i = 0; i < MANY; i++)
        put(&t, "o%d sub\n#<_n>=[#<_n>+1]\no%d endsub\n", i, i);
    put(&t, "#<_n>=0\n");
    for (int i = MANY; i-- > 0;)
        put(&t, "o%d call\n", i);
    put(&t, "G1 X#<_n> F1\n");
    expect_x(&t, MANY);
    // One name for all: each block ends at the next end.
    t = (text){0};
    put(&t, "#1=0\n");
    for (int i = 0; i < MANY; i++)
        put(&t, "o1 if [%d]\n#1=[#1+1]\no1 else\n#1=[#1+2]\no1 endif\n", i % 2);
    put(&t, "G1 X#1 F1\n");
    expect_x(&t, MANY / 2 * 3);
    // A loop whose end is far, left and begun again and again.
    t = (text){0};
    put(&t, "#1=0\no9 while [#1 LT %d]\n#1=[#1+1]\no9 continue\n", MANY);
    for (int i = 0; i < MANY; i++)
        put(&t, "o9 continue\no%d if [0]\no%d endif\n", i + 10, i + 10);
    put(&t, "o9 endwhile\nG1 X#1 F1\n");
    expect_x(&t, MANY);
    // A condition with many branches.
    t = (text){0};
    put(&t, "o1 if [0]\n");
    for (int i = 0; i < MANY; i++)
        put(&t, "o1 elseif [%d]\nG1 X%d\n", i == MANY - 5, i);
    put(&t, "o1 endif\n");
    expect_x(&t, MANY - 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_endless),    cmocka_unit_test(test_call_chain),
        cmocka_unit_test(test_limits),     cmocka_unit_test(test_long),
        cmocka_unit_test(test_many_names), cmocka_unit_test(test_names),
        cmocka_unit_test(test_levels),     cmocka_unit_test(test_many_labels),
    };
    return cmocka_run_group_tests_name("nc_endless", tests, NULL, NULL);
}

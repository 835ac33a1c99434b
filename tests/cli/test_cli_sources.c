// test_cli_sources.c - the files of "abut clash" that a converter reads, the tables beside files, and units. The converter
// is a script here: what abut-convert itself makes of IFC and STEP is tested by tools/test-convert.
#include "support/cli_run.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

extern char** environ;

// Two tetrahedra that cross, as groups of an OBJ file.
static const char two_parts[] = "o wall\nv 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\n"
                                "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
                                "o pipe\nv 1 1 -1\nv 5 1 -1\nv 1 5 -1\nv 1 1 3\n"
                                "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n";
static const char table[] =
    "# abut objects 1\n# source house.ifc\n# converter test 1.0\n# unit mm\n"
    "# rounding 2.5e-7\n# warning 3 spaces\\tleft out\n"
    "object\tid\tname\nwall\tG1\tWall 1\npipe\tG2\tPipe\n";

static void write_script(const char* path, const char* body)
{
    cli_write_file(path, body);
    assert_int_equal(chmod(path, 0755), 0);
}

// A converter that writes both files, and what it was called with.
static const char good[] =
    "#!/bin/sh\n"
    "here=$(dirname \"$0\")/..\n"
    "printf '%s\\n' \"$@\" >\"$here/called\"\n"
    "while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift;; esac; shift; done\n"
    "printf '%s\\n' \"$out\" >\"$here/out\"\n"
    "echo to people\n"
    "cp \"$here/made.obj\" \"$out\" && cp \"$here/made.tsv\" \"${out%.obj}.objects.tsv\"\n";

static int enter(void** state)
{
    if (cli_enter(state)) return 1;
    char folder[4096], path[8300];
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(mkdir("bin", 0755) | mkdir("temporary", 0755), 0);
    snprintf(path, sizeof path, "%s/bin:/usr/bin:/bin", folder);
    assert_int_equal(setenv("PATH", path, 1), 0);
    snprintf(path, sizeof path, "%s/temporary", folder);
    assert_int_equal(setenv("TMPDIR", path, 1), 0);
    cli_write_file("made.obj", two_parts);
    cli_write_file("made.tsv", table);
    write_script("bin/abut-convert", good);
    cli_write_file("house.ifc", "ISO-10303-21;\n");
    return 0;
}

static int leave(void** state)
{
    // NOLINTNEXTLINE(cert-env33-c): these names are the test's own
    return system("rm -rf bin temporary folder") | cli_leave(state);
}

// Whether nothing is left of what a converter wrote.
static void expect_clean(void)
{
    assert_int_equal(rmdir("temporary"), 0);
    assert_int_equal(mkdir("temporary", 0755), 0);
}

static void expect_error(const char* text, cli_result r)
{
    if (r.status != 2 || *r.out) fail_msg("status %d: %s%s", r.status, r.out, r.err);
    cli_expect_text(r.err, text);
    cli_free(&r);
    expect_clean();
}

static const char* group(const cJSON* root, int i)
{
    const cJSON* object = cJSON_GetArrayItem(cli_member(root, "objects"), i);
    return cJSON_GetObjectItem(object, "group")->valuestring;
}

static bool has_warning(const cJSON* root, const char* text)
{
    const cJSON* warning;
    cJSON_ArrayForEach(warning, cli_member(root, "warnings")) if (strcmp(warning->valuestring,
                                                                         text) == 0) return true;
    return false;
}

static void a_building_is_its_parts(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(1, "clash", "house.ifc", "--json");
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "objects")), 2);
    assert_string_equal(group(root, 0), "wall");
    assert_string_equal(group(root, 1), "pipe");
    assert_string_equal(
        cJSON_GetObjectItem(cJSON_GetArrayItem(cli_member(root, "objects"), 0), "file")
            ->valuestring,
        "house.ifc");
    assert_true(cli_number(root, "clash_count") == 1);
    assert_true(has_warning(
        root, "house.ifc: converted by test 1.0: vertices rounded by up to 2.5e-07 mm [C016]"));
    assert_true(has_warning(root, "house.ifc: 3 spaces\tleft out [C016]"));
    cJSON_Delete(root);
    root = CLI_JSON(1, "clash", "house.ifc", "cube.stl", "--format", "stl",
                    "--json");  // of the other file
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "objects")), 3);
    cJSON_Delete(root);
    expect_clean();
}

static void names_are_no_options(void** state)
{
    (void)state;
    static const char* const names[] = {"a b.ifc", "--help.STEP", "it's $HOME.stp", "plain"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cli_write_file(names[i], " \nISO-10303-21;\n");
        cli_result r = CLI("clash", "--", names[i]);
        if (r.status != 1) fail_msg("%s: status %d: %s", names[i], r.status, r.err);
        char *called = cli_read_file("called"), *out = cli_read_file("out"), wanted[4096];
        snprintf(wanted, sizeof wanted, "--brief\n-o\n%s--\n%s\n", out, names[i]);
        assert_string_equal(called, wanted);
        cli_expect_text(r.err, "to people");  // and not on stdout
        assert_null(strstr(r.out, "to people"));
        free(called);
        free(out);
        cli_free(&r);
        unlink(names[i]);
        expect_clean();
    }
    cli_result r = CLI("clash", "house.ifc", "--quiet");
    char* called = cli_read_file("called");
    cli_expect_text(called, "\n--quiet\n--\nhouse.ifc\n");
    free(called);
    cli_free(&r);
}

static void other_verbs_tell_of_it(void** state)
{
    (void)state;
    expect_error("abut-convert", CLI("info", "house.ifc"));
}

static void failures_are_told(void** state)
{
    (void)state;
    write_script("bin/abut-convert", "#!/bin/sh\necho line 7: odd >&2\nexit 2\n");
    cli_result r = CLI("clash", "house.ifc");
    cli_expect_text(r.err, "line 7: odd");
    expect_error("house.ifc: ", r);
    write_script("bin/abut-convert", "#!/bin/sh\nexit 127\n");
    expect_error("needs Node.js", CLI("clash", "house.ifc"));
    write_script("bin/abut-convert", "#!/bin/sh\nkill -9 $$\n");
    expect_error("was ended by signal 9", CLI("clash", "house.ifc"));
    write_script("bin/abut-convert", "#!/bin/sh\nexit 0\n");
    expect_error("made no file of it", CLI("clash", "house.ifc"));
    write_script("bin/abut-convert", "#!/bin/sh\necho 'v 1 2 x' >\"$3\"\ntouch \"$3.rest\"\n");
    expect_error("house.ifc: line 1", CLI("clash", "house.ifc"));
    write_script("bin/abut-convert", "#!/nowhere/at/all\n");
    expect_error("cannot be run", CLI("clash", "house.ifc"));
    assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
    expect_error("no folder can be made in /nowhere/at/all", CLI("clash", "house.ifc"));
    char folder[4096], path[4200];
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/temporary", folder);
    assert_int_equal(setenv("TMPDIR", path, 1), 0);
    write_script("bin/abut-convert", good);
}

// A copy of the program has nothing beside it; and what PATH has by a name that is not whole is not run.
static void what_is_missing_is_named(void** state)
{
    (void)state;
    char* path = strdup(getenv("PATH"));
    assert_int_equal(mkdir("folder", 0755), 0);
    char command[4096];
    snprintf(command, sizeof command, "cp '%s' folder/abut", ABUT_PROGRAM);
    // NOLINTNEXTLINE(cert-env33-c): likewise
    assert_int_equal(system(command), 0);
    assert_int_equal(setenv("PATH", "bin::/usr/bin:/bin", 1), 0);
    static const char* const arguments[] = {"clash", "house.ifc", NULL};
    const cli_call call = {.arguments = arguments, .program = "folder/abut"};
    expect_error("tools/install converters", cli_run(&call));
    // Beside the program it is found, too.
    write_script("folder/abut-convert", good);
    cli_result r = cli_run(&call);
    if (r.status != 1) fail_msg("status %d: %s", r.status, r.err);
    cli_free(&r);
    assert_int_equal(setenv("PATH", path, 1), 0);
    free(path);
    expect_clean();
}

// A signal ends the converter first, and leaves nothing.
static void signals_clean_up(void** state)
{
    (void)state;
    write_script(
        "bin/abut-convert",
        "#!/bin/sh\necho half >\"$3\"\necho $$ >\"$(dirname \"$0\")/../started\"\nexec sleep 60\n");
    char program[] = ABUT_PROGRAM, verb[] = "clash", file[] = "house.ifc";
    char* arguments[] = {program, verb, file, NULL};
    pid_t child;
    int ended;
    assert_int_equal(posix_spawn(&child, program, NULL, NULL, arguments, environ), 0);
    const struct timespec moment = {.tv_nsec = 10000000};
    for (struct stat about = {0}; about.st_size == 0;) {
        nanosleep(&moment, NULL);
        if (stat("started", &about) != 0) about.st_size = 0;
    }
    char* text = cli_read_file("started");
    assert_int_equal(kill(child, SIGTERM), 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGTERM);
    // It is gone as soon as the system has taken note of its end.
    const pid_t converter = (pid_t)strtol(text, NULL, 10);
    for (int i = 0; i < 500 && kill(converter, 0) == 0; i++)
        nanosleep(&moment, NULL);
    assert_int_equal(kill(converter, 0), -1);
    free(text);
    unlink("started");
    expect_clean();
    write_script("bin/abut-convert", good);
}

// ----------------------------------------------------------------------------------------- tables

// The table beside made.obj.
static cli_result with_table(const char* text)
{
    cli_write_file("made.objects.tsv", text);
    cli_result r = CLI("clash", "made.obj", "--groups");
    unlink("made.objects.tsv");
    return r;
}

static void tables_are_read_strictly(void** state)
{
    (void)state;
    static const struct {
        const char *text, *error;
    } wrong[] = {
        {"object\tid\nwall\n", "line 2: 1 cell, where there are 2 columns"},
        {"object\tid\nwall\ta\tb\n", "line 2: 3 cells, where there are 2 columns"},
        {"object\tid\n\nwall\ta\n", "line 2: 1 cell, where"},
        {"# abut objects 2\nobject\nwall\n", "line 1: a table of the form 2"},
        {"# unit furlong\nobject\n", "line 1: the unit is one of"},
        {"\n# unit m\nobject\n", "line 1: no column has the name 'object'"},
        {"# rounding small\nobject\n", "line 1: the rounding is a length, not 'small'"},
        {"# rounding -1\nobject\n", "line 1: the rounding is a length"},
        {"# rounding 1e-7 m\nobject\n", "line 1: the rounding is a length"},
        {"id\tname\na\tb\n", "line 1: no column has the name 'object'"},
        {"object\tid\tid\n", "line 1: two columns have the name 'id'"},
        {"object\nwall\npipe\nwall\n", "line 4: the object 'wall' is in line 2, too"},
        {"object\tname\nwall\ta\\qb\n", "line 2: a \\ is followed by t, n, r or another \\"},
        {"object\tname\nwall\tend\\\n", "line 2: a \\ is followed by"},
        {"# only\n# comments\n", "the line with the names of columns is missing"},
        {"", "the line with the names of columns is missing"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cli_result r = with_table(wrong[i].text);
        if (r.status != 2 || !strstr(r.err, wrong[i].error))
            fail_msg("%s: status %d: %s", wrong[i].text, r.status, r.err);
        cli_expect_text(r.err, "made.objects.tsv: ");
        cli_free(&r);
    }
}

static void tables_are_told_of(void** state)
{
    (void)state;
    cli_result r = with_table("object\tid\r\nwall\tG1\r\npipe\tG2");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "made.obj: what its objects are is told by made.objects.tsv");
    assert_null(strstr(r.err, "not in its table"));
    cli_free(&r);
    r = with_table("object\tid\nwall\tG1\nothers\tG2\n");
    cli_expect_text(r.err, "made.obj: 1 of its 2 objects is not in its table");
    cli_free(&r);
    r = with_table("object\tid\na\tb\n");
    cli_expect_text(r.err, "made.obj: 2 of its 2 objects are not in its table");
    cli_free(&r);
    r = with_table("# converter exact 2\nobject\n");
    cli_expect_text(r.err, "made.obj: converted by exact 2: vertices in doubles");
    cli_free(&r);
}

static void zeros_are_no_table(void** state)
{
    (void)state;
    FILE* out = fopen("made.objects.tsv", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite("object\n\0wall\n", 1, 13, out), 13);
    fclose(out);
    expect_error("made.objects.tsv: byte 7 is zero", CLI("clash", "made.obj", "--groups"));
    unlink("made.objects.tsv");
}

// One name is that of two tables: the one that is there says whose it is.
static void a_table_of_another_format_is_left(void** state)
{
    (void)state;
    static const char* const suffixes[] = {".OBJ", ".glb"};
    cli_write_file("a.obj", two_parts);
    for (int i = 0; i < 2; i++) {
        char text[100];
        snprintf(text, sizeof text, "# unit ft\n# suffix %s\nobject\tid\nwall\tW1\npipe\tP1\n",
                 suffixes[i]);
        cli_write_file("a.objects.tsv", text);
        static const char* const arguments[] = {"clash", "a.obj",  "--groups", "--rank",
                                                "depth", "--json", NULL};
        cJSON* root = cli_json(arguments, 1);
        const char* id = cli_member(root, "objects")->child->next
                             ? cli_member(cli_member(root, "objects")->child, "id")->valuestring
                             : "";
        assert_int_equal(strcmp(id, "W1") == 0 || strcmp(id, "P1") == 0, i == 0);
        assert_int_equal(cJSON_HasObjectItem(root, "unit"), i == 0);
        const char* told = cli_member(root, "warnings")->child->valuestring;
        cli_expect_text(told, i ? "a.objects.tsv is the table of a file .glb, written later"
                                : "told by a.objects.tsv");
        cJSON_Delete(root);
    }
    unlink("a.obj");
    unlink("a.objects.tsv");
}

// ------------------------------------------------------------------------------------------ units

static void units_must_be_one(void** state)
{
    (void)state;
    cli_write_file("a.obj", two_parts);
    cli_write_file("b.obj", two_parts);
    cli_write_file("a.objects.tsv", "# unit m\nobject\nwall\npipe\n");
    cli_write_file("b.objects.tsv", "# unit ft\nobject\nwall\npipe\n");
    expect_error("a.obj is in m, b.obj in ft: bring them to one unit",
                 CLI("clash", "a.obj", "b.obj", "--groups"));
    expect_error("a.obj is in m, b.obj in ft",
                 CLI("clash", "a.obj", "b.obj", "--groups", "--unit", "m"));
    expect_error("made.obj is in mm, a.obj in m",
                 CLI("clash", "made.obj", "a.obj", "--groups", "--unit", "mm"));
    cli_result r = CLI("clash", "a.obj", "made.obj", "--groups", "--unit", "m");
    assert_int_equal(r.status, 1);
    assert_null(strstr(r.err, "does not say its unit"));
    cli_free(&r);
    r = CLI("clash", "made.obj", "a.obj", "--groups");
    assert_int_equal(r.status, 1);
    cli_expect_text(r.err, "made.obj does not say its unit: taken as m, like a.obj");
    cli_free(&r);
    r = CLI("clash", "made.obj", "cube.obj");
    assert_int_equal(r.status, 1);
    assert_string_equal(r.err, "");
    cli_free(&r);
    expect_error("--unit takes", CLI("clash", "made.obj", "cube.obj", "--unit", "furlong"));
    unlink("a.objects.tsv");
    unlink("b.objects.tsv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_building_is_its_parts),
        cmocka_unit_test(names_are_no_options),
        cmocka_unit_test(other_verbs_tell_of_it),
        cmocka_unit_test(failures_are_told),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(signals_clean_up),
        cmocka_unit_test(tables_are_read_strictly),
        cmocka_unit_test(tables_are_told_of),
        cmocka_unit_test(zeros_are_no_table),
        cmocka_unit_test(a_table_of_another_format_is_left),
        cmocka_unit_test(units_must_be_one),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

// test_cli_manners.c - how the program meets what nobody meant: nothing to check, names that would command a terminal or a
// spreadsheet, words that were mistyped, files of another kind, and an end in the middle of writing.
#include "support/cli_run.h"

#include <dirent.h>
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

#define MORE_MOST 12

// ------------------------------------------------------------------------------- nothing to check

static void write_empty_things(void)
{
    cli_write_file("far.obj", "v 90 0 0\nv 91 0 0\nv 90 1 0\nf 1 2 3\n");
    cli_write_file("hollow.obj", "o full\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no hollow\n");
    cli_write_file("still.ngc", "G21\nM2\n");
    cli_write_file("up.ngc", "G21\nG1 Z5 F100\nM2\n");
    cli_write_file("b.path", "0 0 0 0 0 0 1\n0 0 9 0 0 0 1\n");
    cli_result r = CLI("build", "empty.off", "-o", "empty.abut", "--quiet");
    assert_int_equal(r.status, 3);
    cli_free(&r);
}

static const struct {
    const char* arguments[MORE_MOST];
    const char* warning;
    bool has_json;
} hollow_calls[] = {
    {{"check", "empty.off", "far.obj"}, "empty.off: no triangles, so", true},
    {{"check", "far.obj", "empty.off", "--inside"}, "empty.off: no triangles, so", true},
    {{"check", "far.obj", "empty.abut"}, "empty.abut: no triangles, so", true},
    {{"check", "far.obj", "empty.abut", "--clearance", "1"}, "empty.abut: no triangles, so", true},
    {{"fly", "far.obj", "empty.off", "--path", "b.path", "--clearance", "1"},
     "empty.off: no triangles, so",
     true},
    {{"check", "far.obj", "hollow.obj", "--group-b", "hollow"},
     "hollow.obj: no triangles in group hollow, so",
     true},
    {{"fly", "empty.off", "far.obj", "--path", "b.path"}, "empty.off: no triangles, so", true},
    {{"fly", "far.obj", "empty.abut", "--path", "b.path", "--coherent"},
     "empty.abut: no triangles, so",
     true},
    {{"fly", "far.obj", "empty.off", "--path", "b.path", "--continuous"},
     "empty.off: no triangles, so",
     true},
    {{"move", "empty.abut", "far.obj", "--way-b", "1,0,0"}, "empty.abut: no triangles, so", true},
    {{"ray", "empty.off", "--from", "0,0,0", "--to", "1,0,0"}, "empty.off: no triangles, so", true},
    {{"ray", "empty.abut", "--from", "0,0,0", "--direction", "1,0,0", "--count"},
     "empty.abut: no triangles, so",
     true},
    {{"clash", "empty.off", "far.obj", "cube.obj"}, "empty.off: no triangles, so", true},
    {{"clash", "empty.abut", "far.obj"}, "empty.abut: no triangles, so", true},
    {{"clash", "--groups", "hollow.obj"}, "1 object with triangles: there is no pair", true},
    {{"clash", "--groups", "empty.off"}, "empty.off: no triangles, so", true},
    {{"nc", "still.ngc", "--part", "far.obj", "--tool", "flat:d=1"},
     "still.ngc: the program makes no move, so",
     true},
    {{"nc", "up.ngc", "--part", "empty.off", "--tool", "flat:d=1"},
     "empty.off: no triangles, so",
     true},
    {{"nc", "up.ngc", "--part", "far.obj", "--fixture", "empty.abut", "--tool", "ball:d=1"},
     "empty.abut: no triangles, so",
     true},
    {{"info", "empty.off"}, "empty.off: no triangles, so", false},
    {{"info", "cube.obj", "empty.abut"}, "empty.abut: no triangles, so", false},
    {{"build", "empty.off", "-o", "again.abut"}, "empty.off: no triangles, so", false},
    {{"build", "hollow.obj", "--group", "hollow", "-o", "again.abut"},
     "hollow.obj: no triangles in group hollow, so",
     false},
};

// The same for all verbs: a warning and 3; --allow-empty, and 0.
static void nothing_to_check_is_not_safe(void** state)
{
    (void)state;
    write_empty_things();
    for (size_t i = 0; i < sizeof hollow_calls / sizeof *hollow_calls; i++) {
        const char* arguments[MORE_MOST + 2] = {NULL};
        size_t count = 0;
        for (; hollow_calls[i].arguments[count]; count++)
            arguments[count] = hollow_calls[i].arguments[count];
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        if (r.status != 3) print_error("row %zu\n", i);
        assert_int_equal(r.status, 3);
        cli_expect_text(r.err, "abut: warning: ");
        cli_expect_text(r.err, hollow_calls[i].warning);
        assert_null(strstr(r.out, "apart:"));
        assert_null(strstr(r.out, "clean"));
        cli_free(&r);
        arguments[count] = "--allow-empty";
        r = cli_run(&(cli_call){.arguments = arguments});
        if (r.status != 0) print_error("row %zu\n", i);
        assert_int_equal(r.status, 0);
        cli_free(&r);
        if (!hollow_calls[i].has_json) continue;
        arguments[count] = "--json";
        cJSON* root = cli_json(arguments, 3);
        assert_true(cJSON_IsTrue(cli_member(root, "empty")));
        cJSON_Delete(root);
    }
    unlink("again.abut");
}

static void nothing_to_check_in_json(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(3, "check", "empty.off", "far.obj", "--json");
    assert_true(cJSON_IsNull(cli_member(root, "contact")));
    assert_true(cJSON_IsFalse(cli_member(root, "complete")));
    cJSON_Delete(root);
    root = CLI_JSON(0, "check", "cube.obj", "far.obj", "--json");
    assert_true(cJSON_IsFalse(cli_member(root, "empty")));
    cJSON_Delete(root);
    root = CLI_JSON(3, "fly", "empty.off", "far.obj", "--path", "b.path", "--json");
    assert_true(cli_number(root, "summary.undecided_frames") == 2);
    assert_true(cJSON_IsNull(cli_member(cli_member(root, "steps")->child, "contact")));
    cJSON_Delete(root);
    root = CLI_JSON(3, "nc", "still.ngc", "--part", "far.obj", "--tool", "flat:d=1", "--json");
    assert_string_equal(cli_member(root, "verdict")->valuestring, "undecided");
    cJSON_Delete(root);
    root = CLI_JSON(3, "info", "cube.obj", "empty.off", "empty.abut", "--json");
    const cJSON* files = cli_member(root, "files");
    for (int i = 0; i < 3; i++) {
        const cJSON* empty = cli_member(cJSON_GetArrayItem(files, i), "empty");
        assert_true(cJSON_IsBool(empty) && cJSON_IsTrue(empty) == (i > 0));
    }
    cJSON_Delete(root);
    // A contact says more than what is missing. Groups without triangles beside others are nothing odd.
    root = CLI_JSON(1, "clash", "cube.obj", "cube.off", "empty.off", "--json");
    assert_true(cJSON_IsTrue(cli_member(root, "empty")));
    cJSON_Delete(root);
    root = CLI_JSON(0, "clash", "--groups", "hollow.obj", "far.obj", "--json");
    assert_true(cJSON_IsFalse(cli_member(root, "empty")));
    assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 0);
    cJSON_Delete(root);
    // An error says more, too.
    cli_result r = CLI("info", "empty.off", "none.obj");
    assert_int_equal(r.status, 2);
    cli_free(&r);
    r = CLI("fly", "cube.obj", "far.obj", "--path", "empty.off", "--allow-empty");
    assert_int_equal(r.status, 2);
    cli_free(&r);
}

// ------------------------------------------------------------------------------------------ names

// Each kind that a terminal acts on; the first three end a line, ring, and clear the screen.
#define BAD                                                                                        \
    "x\n\r\t\a\033["                                                                               \
    "2J\177\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\xAC\xFFy"
#define SHOWN "x\\n\\r\\t\\x07\\x1b[2J\\x7f\\u009b\\u2028\\u202e\\u2066\\u2069\\u202c\\xffy"
// What the reader of OBJ keeps of it in the name of a group: it ends at the line.
#define GROUP       "\033]0;owned\a\033[31mred\033[2J\xC2\x85\xE2\x80\xAE\xE2\x80\xAC\xFE"
#define GROUP_SHOWN "\\x1b]0;owned\\x07\\x1b[31mred\\x1b[2J\\u0085\\u202e\\u202c\\xfe"

static void expect_printable(const char* text)
{
    // NEL, CSI, the separator of lines, the beginnings of directions and isolates, bytes.
    static const char* const wide[] = {"\xC2\x85",     "\xC2\x9B", "\xE2\x80\xA8", "\xE2\x80\xAC",
                                       "\xE2\x81\xA9", "\xFF",     "\xFE"};
    for (const char* at = text; *at; at++) {
        const unsigned char c = (unsigned char)*at;
        if ((c < 0x20 && c != '\n') || c == 0x7F) print_error("a control character %02x\n", c);
        assert_true((c >= 0x20 || c == '\n') && c != 0x7F);
    }
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        assert_null(strstr(text, wide[i]));
}

static void write_bad_names(void)
{
    char* cube = cli_read_file("cube.obj");
    cli_write_file(BAD ".obj", cube);
    cli_write_file(BAD ".ngc", "G21\nG1 X1 F9\nM2\n");
    cli_write_file(BAD ".path", "0 0 0 0 0 0 1\n");
    cli_write_file(BAD ".tsv", "none\tnone\n");
    cli_write_file(BAD ".bad", "v 0 0 \033[2J\n");
    free(cube);
    FILE* out = fopen("groups.obj", "w");
    assert_non_null(out);
    fprintf(out, "v 0 0 0\nv 1 0 0\nv 0 1 0\no " GROUP "\nf 1 2 3\no other\nf 1 2 3\n");
    fclose(out);
}

// NOLINTBEGIN(bugprone-suspicious-missing-comma): the names and their suffixes are one string
static const struct {
    const char* arguments[MORE_MOST];
    const char* shown;  // on stdout; NULL: on stderr
} named_calls[] = {
    {{"check", BAD ".obj", "cube.obj"}, "a: " SHOWN ".obj, 12 triangles"},
    {{"check", "groups.obj", "cube.obj", "--group-a", GROUP}, "group " GROUP_SHOWN ", 1"},
    {{"check", "groups.obj", "cube.obj", "--group-a", "none"}, NULL},
    {{"check", BAD, "cube.obj"}, NULL},
    {{"check", BAD ".bad", "cube.obj"}, NULL},
    {{"check", BAD ".bad", "cube.obj", "--drop-bad"}, NULL},
    {{"check", "cube.obj", "cube.off", "--picture", BAD ".png", "--report", BAD ".html"},
     "report: " SHOWN ".html"},
    {{"clash", "--groups", "groups.obj"}, GROUP_SHOWN ", other"},
    {{"clash", "--groups", "groups.obj", "--csv"}, GROUP_SHOWN ",other"},
    {{"clash", BAD ".obj", "cube.obj", "--csv"}, "\n" SHOWN ".obj,cube.obj,"},
    {{"clash", "cube.off", "cube.obj", "--ignore", BAD ".tsv"}, NULL},
    {{"fly", BAD ".obj", "cube.obj", "--path", BAD ".path"}, "path: " SHOWN ".path, 1 step"},
    {{"fly", "cube.obj", "cube.off", "--path", BAD}, NULL},
    {{"fly", BAD ".obj", "cube.obj", "--path", BAD ".path", "--clearance", "1", "--report",
      BAD ".html"},
     "report: " SHOWN ".html"},
    {{"move", BAD ".obj", "cube.obj", "--way-b", "5,0,0", "--picture", BAD ".png", "--report",
      BAD ".html"},
     "report: " SHOWN ".html"},
    {{"move", "cube.obj", "cube.off", "--turn-b", BAD}, NULL},
    {{"fly", "cube.obj", "cube.off", "--path", BAD ".path", "--continuous"}, NULL},
    {{"check", BAD ".obj", "cube.obj", "--clearance", BAD}, NULL},
    {{"check", BAD ".obj", "cube.obj", "--move-b", "5,0,0", "--clearance", "9", "--picture",
      BAD ".png"},
     "picture: " SHOWN ".png"},
    {{"info", BAD ".obj", "--groups"}, SHOWN ".obj: obj"},
    {{"info", "groups.obj", "--groups"}, GROUP_SHOWN "\n"},
    {{"build", BAD ".obj", "-o", BAD ".abut"}, SHOWN ".abut: wide"},
    {{"info", BAD ".abut"}, SHOWN ".abut: saved"},
    {{"nc", BAD ".ngc", "--fixture", BAD ".obj", "--tool", "flat:d=1"}, "fixture " SHOWN ".obj"},
    {{"nc", BAD ".bad", "--fixture", "cube.obj", "--tool", "flat:d=1"}, NULL},
    {{"nc", "up.ngc", "--fixture", "cube.obj", "--tool", BAD ":d=1"}, NULL},
    {{"nc", "up.ngc", "--fixture", "cube.obj", "--tool-table", BAD ".bad"}, NULL},
    {{BAD}, NULL},
    {{"help", BAD}, NULL},
    {{"-" BAD}, NULL},
    {{"check", "--" BAD}, NULL},
    {{"check", "--method", BAD}, NULL},
    {{"check", "--limit", BAD}, NULL},
    {{"check", "--move-b", BAD}, NULL},
    {{"check", "cube.obj", "cube.off", "-o", BAD "/" BAD}, NULL},
    {{"check", "cube.obj", "cube.off", "--picture", BAD ".jpg"}, NULL},
    {{"self-test", "--only", BAD}, NULL},
};

static void names_command_no_terminal(void** state)
{
    (void)state;
    write_bad_names();
    for (size_t i = 0; i < sizeof named_calls / sizeof *named_calls; i++) {
        cli_result r = cli_run(&(cli_call){.arguments = named_calls[i].arguments});
        if (!named_calls[i].shown) assert_true(r.status == 2 || strstr(r.err, "warning"));
        expect_printable(r.out);
        expect_printable(r.err);
        if (named_calls[i].shown) cli_expect_text(r.out, named_calls[i].shown);
        if (!named_calls[i].shown) cli_expect_text(r.err, "abut: ");
        cli_free(&r);
    }
    // JSON keeps what there is, escaped by its own rules, but for bytes that are no UTF-8.
    cli_result r = CLI("check", BAD ".obj", "cube.obj", "--json");
    expect_printable(r.out);
    cJSON* root = cJSON_Parse(r.out);
    assert_string_equal(cli_member(root, "a.file")->valuestring,
                        "x\n\r\t\a\033["
                        "2J\177\xC2\x9B\xE2\x80\xA8\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\xAC"
                        "\xEF\xBF\xBDy.obj");
    cJSON_Delete(root);
    cli_free(&r);
}
// NOLINTEND(bugprone-suspicious-missing-comma)

static void spreadsheets_run_no_names(void** state)
{
    (void)state;
    static const char* const names[][2] = {
        {"=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""},
        {"+1", "\"'+1\""},
        {"-1", "\"'-1\""},
        {"@x", "\"'@x\""},
        {"a=1", "a=1"},
        {"'=1", "'=1"},
    };
    FILE* out = fopen("cells.obj", "w");
    assert_non_null(out);
    fprintf(out, "v 0 0 0\nv -1 0 0\nv 0 1 0\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        fprintf(out, "o %s\nf 1 2 3\n", names[i][0]);
    fclose(out);
    cli_result r = CLI("clash", "--groups", "cells.obj", "--csv", "--csv-safe");
    assert_int_equal(r.status, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char start[64];
        snprintf(start, sizeof start, "%s%s,", i + 1 < sizeof names / sizeof *names ? "\n" : ",",
                 names[i][1]);
        cli_expect_text(r.out, start);
    }
    cli_expect_text(r.out, ",-1,0,0,0,1,0,");  // numbers stay
    cli_free(&r);
    r = CLI("clash", "--groups", "cells.obj", "--csv");
    cli_expect_text(r.out, "\n+1,-1,");
    cli_free(&r);
    // A file may begin with a tab.
    assert_int_equal(symlink("cube.obj", "\t=1.obj"), 0);
    r = CLI("clash", "\t=1.obj", "cube.obj", "--csv", "--csv-safe");
    cli_expect_text(r.out, "\n\"'\\t=1.obj\",cube.obj,");
    cli_free(&r);
}

static void ends_of_lines(void** state)
{
    (void)state;
    static const char* const calls[][MORE_MOST] = {
        {"check", "cube.obj", "cube.off", "--points", "--csv"},
        {"clash", "cube.obj", "cube.off", "--csv"},
        {"fly", "cube.obj", "cube.off", "--path", "b.path", "--csv"},
        {"fly", "cube.obj", "cube.off", "--path", "b.path", "--csv", "--clearance", "1"},
        {"fly", "cube.obj", "cube.off", "--path", "b.path", "--csv", "--continuous"},
        {"move", "cube.obj", "cube.off", "--way-b", "1,0,0", "--csv"},
        {"nc", "up.ngc", "--fixture", "cube.obj", "--tool", "flat:d=1", "--csv"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char* arguments[MORE_MOST + 2] = {NULL};
        size_t count = 0;
        for (; calls[i][count]; count++)
            arguments[count] = calls[i][count];
        cli_result r = cli_run(&(cli_call){.arguments = arguments});
        assert_int_equal(r.status, 1);
        assert_non_null(strchr(r.out, '\n'));
        assert_null(strchr(r.out, '\r'));
        cli_free(&r);
        arguments[count] = "--crlf";
        r = cli_run(&(cli_call){.arguments = arguments});
        size_t lines = 0;
        for (const char* at = r.out; (at = strchr(at, '\n')); at++, lines++)
            assert_int_equal(at[-1], '\r');
        assert_true(lines >= 2);
        cli_free(&r);
    }
}

// ------------------------------------------------------------------------------- what was meant

static const struct {
    const char* arguments[MORE_MOST];
    const char* text;
} mistaken_calls[] = {
    {{"chek", "a", "b"}, "there is no verb 'chek' (is check meant?); the verbs are:"},
    {{"help", "ifno"}, "'ifno' (is info meant?)"},
    {{"xyzzy"}, "there is no verb 'xyzzy'; the verbs are:"},
    {{"cube.obj", "cube.off"}, "no verb 'cube.obj', but a file: 'abut check A B'"},
    {{"--verison"}, "--verison (is --version meant?)"},
    {{"check", "--mov-b", "1,2,3"}, "unknown option --mov-b (is --move-b meant?)"},
    {{"check", "--picturesize", "9x9"}, "(is --picture-size meant?)"},
    {{"check", "--splt=mean"}, "--splt=mean (is --split meant?)"},
    {{"check", "--limi"}, "unknown option --limi (is --limit meant?)"},
    {{"help", "--hepl-all"}, "unknown option --hepl-all (is --help-all meant?)"},
    {{"check", "-json"}, "unknown option -json (is --json meant?)"},
    {{"check", "--xyzzy"}, "unknown option --xyzzy; --help-all lists all [O002]\n"},
    {{"check", "--method", "wid"}, "'wid' in this version (is wide meant?); there are: "},
    {{"check", "--traversal", "bredth"}, "'bredth' (is breadth meant?); there are: depth "},
    {{"check", "--fit", "pac"}, "'pac' (is pca meant?)"},
    {{"check", "--format", "OBJ"}, "'OBJ' (is obj meant?)"},
    {{"check", "--split", "xyzzy"}, "no 'xyzzy'; there are: mean"},
    {{"self-test", "--only", "grid"}, "'grid' (is grids meant?)"},
    {{"check", "groups.obj", "cube.obj", "--group-a", "othre"}, "(is other meant?)"},
    {{"nc", "p", "--tool", "ball:r=5"},
     "--tool: 'r=5' is none of the name=number that it takes (is d=10 meant?); these are: d= "
     "length="},
    {{"nc", "p", "--tool", "ball:diameter=5"}, "(is d=5 meant?)"},
    {{"nc", "p", "--tool", "ball:5"}, "(is d=5 meant?)"},
    {{"nc", "p", "--tool", "bull:d=5,radius=1"}, "(is r=1 meant?)"},
    {{"nc", "p", "--tool", "ball:d=5,lenght=9"}, "(is length meant?)"},
    {{"nc", "p", "--tool", "ball:d=5,xyzzy=9"}, "that it takes; these are: d= length="},
    {{"nc", "p", "--tool", "bal:d=5"}, "'bal:' (is ball meant?); there are: ball: flat:"},
    {{"nc", "p", "--shank", "r=5"}, "(is d=10 meant?); these are: d= length= from="},
    {{"check", "cube.obj", "cube.off", "--move-b", "1", "2", "3"},
     "all are one argument, as in 1,2,3"},
    {{"check", "cube.obj", "cube.off", "--picture", "x.jpg"},
     "--picture: x.jpg: a picture is written as PNG: let its name end in .png"},
    {{"check", "cube.obj", "cube.off", "--report", "x.pdf"}, "let its name end in .html"},
    {{"build", "empty.abut", "-o", "x.abut"}, "empty.abut: is a saved model already"},
    {{"check", "cube.obj", "cube.off", "quads.obj"}, "('abut clash' takes many); 'quads.obj'"},
    {{"fly", "cube.obj", "cube.off", "--path", "folder"}, "folder: cannot be read: Is a directory"},
    {{"nc", "folder", "--part", "cube.obj"}, "folder: cannot be read: Is a directory"},
    {{"nc", "up.ngc", "--part", "cube.obj", "--tool-table", "folder"},
     "folder: cannot be read: Is a directory"},
    {{"clash", "cube.obj", "cube.off", "--ignore", "folder"},
     "folder: cannot be read: Is a directory"},
    {{"nc", "none", "--part", "cube.obj"}, "none: cannot be opened: No such file or directory"},
    {{"check", "cube.obj", "cube.off", "-o", "none/x"},
     "none/x: cannot write: the folder none: No such file or directory"},
    {{"check", "cube.obj", "cube.off", "--crlf"}, "--crlf has no effect without --csv"},
    {{"clash", "cube.obj", "cube.off", "--csv-safe"}, "--csv-safe has no effect without --csv"},
};

static void what_was_meant_is_said(void** state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0700), 0);
    for (size_t i = 0; i < sizeof mistaken_calls / sizeof *mistaken_calls; i++) {
        cli_result r = cli_run(&(cli_call){.arguments = mistaken_calls[i].arguments});
        if (r.status != 2) print_error("row %zu\n", i);
        assert_int_equal(r.status, 2);
        assert_string_equal(r.out, "");
        cli_expect_text(r.err, mistaken_calls[i].text);
        cli_free(&r);
    }
    assert_int_equal(rmdir("folder"), 0);
    // A name may have no suffix, and capitals.
    cli_result r = CLI("check", "cube.obj", "cube.off", "--report", "page.HTM", "--picture",
                       "plain", "--picture-size", "640x480");
    assert_int_equal(r.status, 1);
    cli_free(&r);
}

// ------------------------------------------------------------------------------------------ files

static void one_file_is_read_once(void** state)
{
    (void)state;
    cli_write_file("thin.obj", "v 0 0 0\nv 1 0 0\nf 1 2 2\n");
    assert_int_equal(symlink("thin.obj", "slim.obj"), 0);
    static const char* const names[] = {"thin.obj", "slim.obj"};
    for (int i = 0; i < 2; i++) {
        cJSON* root = CLI_JSON(1, "check", "thin.obj", names[i], "--json");
        // What is read twice warns twice.
        assert_int_equal(cJSON_GetArraySize(cli_member(root, "warnings")), 1);
        assert_string_equal(cli_member(root, "b.file")->valuestring, names[i]);
        assert_true(cli_number(root, "b.triangles") == 1);
        cJSON_Delete(root);
    }
    // Parts of one file are two models.
    cJSON* root = CLI_JSON(1, "check", "groups.obj", "groups.obj", "--group-a", "other", "--json");
    assert_true(cli_number(root, "a.triangles") == 1 && cli_number(root, "b.triangles") == 2);
    cJSON_Delete(root);
}

static void links_that_lead_nowhere_yet(void** state)
{
    (void)state;
    assert_int_equal(mkdir("results", 0700), 0);
    assert_int_equal(symlink("results/second", "first"), 0);  // a chain, in another folder
    assert_int_equal(symlink("../end.json", "results/second"), 0);
    cli_result r = CLI("check", "cube.obj", "cube.off", "--json", "-o", "first");
    assert_int_equal(r.status, 1);
    cli_free(&r);
    struct stat at;
    assert_int_equal(lstat("first", &at), 0);
    assert_true(S_ISLNK(at.st_mode));
    assert_int_equal(lstat("end.json", &at), 0);
    assert_true(S_ISREG(at.st_mode));
    assert_int_equal(unlink("results/second"), 0);
    assert_int_equal(symlink("/none/at/all", "results/second"), 0);
    r = CLI("check", "cube.obj", "cube.off", "--json", "-o", "first");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "first: cannot write: the folder /none/at: No such file");
    cli_free(&r);
    assert_int_equal(unlink("results/second"), 0);
    assert_int_equal(symlink("second", "results/second"), 0);  // in a circle
    r = CLI("check", "cube.obj", "cube.off", "--json", "-o", "first");
    assert_int_equal(r.status, 2);
    cli_free(&r);
    assert_int_equal(unlink("results/second"), 0);
    assert_int_equal(rmdir("results"), 0);
    assert_int_equal(unlink("first"), 0);
}

static int count_beginning(const char* start)
{
    int count = 0;
    DIR* d = opendir(".");
    assert_non_null(d);
    for (const struct dirent* e; (e = readdir(d));)
        count += strncmp(e->d_name, start, strlen(start)) == 0;
    closedir(d);
    return count;
}

// "info" opens its output first, and then waits for a pipe that nobody writes to.
static void an_end_in_the_middle_leaves_nothing(void** state)
{
    (void)state;
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    assert_int_equal(mkfifo("pipe.obj", 0600), 0);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        char* arguments[] = {strdup(ABUT_PROGRAM), strdup("info"),      strdup("pipe.obj"),
                             strdup("-o"),         strdup("whole.txt"), NULL};
        pid_t child;
        int ended = 0;
        assert_int_equal(posix_spawn(&child, ABUT_PROGRAM, NULL, NULL, arguments, environ), 0);
        for (int wait = 0; wait < 1000 && count_beginning("whole.txt.") == 0; wait++)
            nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        assert_int_equal(count_beginning("whole.txt."), 1);
        assert_int_equal(kill(child, signals[i]), 0);
        assert_int_equal(waitpid(child, &ended, 0), child);
        assert_true(WIFSIGNALED(ended));  // who waits for it sees why
        assert_int_equal(WTERMSIG(ended), signals[i]);
        assert_int_equal(count_beginning("whole.txt"), 0);
        for (int k = 0; arguments[k]; k++)
            free(arguments[k]);
    }
    unlink("pipe.obj");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_check_is_not_safe),
        cmocka_unit_test(nothing_to_check_in_json),
        cmocka_unit_test(names_command_no_terminal),
        cmocka_unit_test(spreadsheets_run_no_names),
        cmocka_unit_test(ends_of_lines),
        cmocka_unit_test(what_was_meant_is_said),
        cmocka_unit_test(one_file_is_read_once),
        cmocka_unit_test(links_that_lead_nowhere_yet),
        cmocka_unit_test(an_end_in_the_middle_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

// test_cli_explain.c - "abut explain": each code of io/text/code.h is told of, whole, and found by whatever name it is asked for.
#include "support/cli_run.h"
#include "text/code.h"

#include "abut/abut.h"

#include <ctype.h>
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

// Of two codes of an area the later has the larger number: none is there twice, and new ones come last.
static void numbers_grow(void** state)
{
    (void)state;
    for (int code = CODE_NONE + 1; code < CODE_END; code++) {
        const fault_name name = fault_code_name((fault_code)code);
        assert_true(isupper((unsigned char)name.text[0]));
        assert_int_equal(strspn(name.text + 1, "0123456789"), 3);
        assert_int_equal(fault_code_find(name.text), code);
        if (code + 1 == CODE_END) break;
        const fault_name next = fault_code_name((fault_code)(code + 1));
        if (name.text[0] == next.text[0] && strcmp(name.text, next.text) >= 0)
            fail_msg("%s stands before %s", name.text, next.text);
    }
    assert_string_equal(fault_code_name(CODE_NONE).text, "");
    assert_string_equal(fault_code_name(CODE_END).text, "");
    assert_int_equal(fault_code_find("S00"), CODE_NONE);
    assert_int_equal(fault_code_find("S0020"), CODE_NONE);
    assert_int_equal(fault_code_find(""), CODE_NONE);
}

static void expect_whole(const cJSON* row, const char* code)
{
    static const char* const keys[] = {"code",  "area", "title",  "means",
                                       "cause", "cure", "example"};
    const cJSON* at = row->child;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++, at = at->next) {
        assert_non_null(at);
        if (strcmp(at->string, keys[i]) != 0 || !*at->valuestring)
            fail_msg("%s: no %s", code, keys[i]);
    }
    assert_null(at);
    const char* example = cli_member(row, "example")->valuestring;
    char end[16];
    snprintf(end, sizeof end, " [%s]", code);
    const size_t length = strlen(example);
    if (length < strlen(end) || strcmp(example + length - strlen(end), end) != 0)
        fail_msg("%s: its example ends without it: %s", code, example);
}

static void each_code_is_told_of(void** state)
{
    (void)state;
    cJSON* root = CLI_JSON(0, "explain", "--json");
    cli_result list = CLI("explain");
    assert_int_equal(list.status, 0);
    assert_int_equal(cJSON_GetArraySize(root), CODE_END - 1);
    bool told[CODE_END] = {false};
    const cJSON* row;
    cJSON_ArrayForEach(row, root)
    {
        const char* text = cli_member(row, "code")->valuestring;
        const fault_code code = fault_code_find(text);
        if (code == CODE_NONE || told[code]) fail_msg("%s: none, or twice", text);
        told[code] = true;
        expect_whole(row, text);
        assert_string_equal(cli_member(row, "title")->valuestring, fault_code_title(code));
        char line[200];
        snprintf(line, sizeof line, "\n  %s  %s\n", text, fault_code_title(code));
        cli_expect_text(list.out, line);
    }
    cJSON_Delete(root);
    cli_free(&list);
}

static void expect_same(const char* word, const char* code)
{
    cli_result one = CLI("explain", word), other = CLI("explain", code);
    assert_int_equal(one.status, 0);
    assert_string_equal(one.err, "");
    assert_memory_equal(one.out, code, 4);
    assert_string_equal(one.out, other.out);
    cli_free(&one);
    cli_free(&other);
}

static void codes_in_any_form(void** state)
{
    (void)state;
    cli_result r = CLI("explain", "S002");
    assert_int_equal(r.status, 0);
    static const char* const parts[] = {"S002: a file cannot be opened or read\n",
                                        "\nWhat happened:\n  ",
                                        "\nWhy:\n  ",
                                        "\nWhat to do:\n  Check the name",
                                        "\n    ls -l FILE\n",
                                        "\nExample:\n  abut: nofile.stl: cannot open"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cli_expect_text(r.out, parts[i]);
    cli_free(&r);
    expect_same("s002", "S002");
    expect_same("[S002]", "S002");
    expect_same("[s002", "S002");
    cJSON* root = CLI_JSON(0, "explain", "c008", "--json");
    assert_int_equal(cJSON_GetArraySize(root), 1);
    assert_string_equal(cli_member(root, "0.code")->valuestring, "C008");
    assert_string_equal(cli_member(root, "0.area")->valuestring, "clashes");
    cJSON_Delete(root);
}

// The status names of the header lead to the code that the program tells of them.
static void statuses_have_codes(void** state)
{
    (void)state;
    char* header = cli_read_file(ABUT_HEADER);
    assert_non_null(header);
    const char* at = strstr(header, "typedef enum abut_status {");
    assert_non_null(at);
    const char* end = strchr(at, '}');
    int count = 0;
    while ((at = strstr(at, "\n    ABUT_")) && at < end) {
        char name[64];
        char* rest;
        assert_int_equal(sscanf(at, " %63[A-Z_]", name), 1);
        at = strchr(at, '=') + 1;
        const long value = strtol(at, &rest, 10);
        assert_ptr_not_equal(rest, at);
        if (value == ABUT_OK) continue;
        const fault_name code = fault_code_name(fault_code_of_status((abut_status)value));
        expect_same(name, code.text);
        count++;
    }
    assert_int_equal(count, -ABUT_OTHER_VERSION);
    free(header);
    expect_same("abut_shear", "Q008");
    cli_expect_status(0, (const char* const[]){"explain", "ABUT_OK", NULL}, "ABUT_OK: no error");
    cli_expect_status(0, (const char* const[]){"explain", "ABUT_OK", "--json", NULL}, "[]");
}

static void expect_unknown(const char* word, const char* told)
{
    cli_result r = CLI("explain", word);
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    cli_expect_text(r.err, told);
    cli_free(&r);
}

static void unknown_codes(void** state)
{
    (void)state;
    expect_unknown("O999", "there is no code 'O999' (is O");
    expect_unknown("q003", "there is no code 'q003' (is Q002 meant?); 'abut explain' lists them");
    expect_unknown("S02", "'S02' (is S002 meant?)");
    expect_unknown("ABUT_NO_MEMORY_AT_ALL", "there is no code 'ABUT_NO_MEMORY_AT_ALL'; 'abut");
    expect_unknown("ABUT_OUT_OF_MEMRY", "(is ABUT_OUT_OF_MEMORY meant?)");
    expect_unknown("X001", "there is no code 'X001'; 'abut explain' lists them");
    expect_unknown("", "there is no code ''; 'abut explain' lists them");
    cli_result r = CLI("explain", "S001", "S002");
    assert_int_equal(r.status, 2);
    cli_expect_text(r.err, "explain takes one code; 'S002' is one too many [O009]\n");
    cli_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_grow),      cmocka_unit_test(each_code_is_told_of),
        cmocka_unit_test(codes_in_any_form), cmocka_unit_test(statuses_have_codes),
        cmocka_unit_test(unknown_codes),
    };
    return cmocka_run_group_tests_name("abut explain", tests, cli_enter, cli_leave);
}

// info_check.h - what the tests of "abut info" and of groups expect of runs and of their JSON.
#ifndef ABUT_TESTS_SUPPORT_INFO_CHECK_H
#define ABUT_TESTS_SUPPORT_INFO_CHECK_H
#include "support/cli_run.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// Expect an object to have exactly these keys, in this order.
static inline void expect_keys(const cJSON* object, const char* keys)
{
    char found[512] = "";
    assert_true(cJSON_IsObject(object));
    for (const cJSON* at = object->child; at; at = at->next) {
        assert_true(strlen(found) + strlen(at->string) + 2 < sizeof found);
        if (*found) strcat(found, " ");
        strcat(found, at->string);
    }
    assert_string_equal(found, keys);
}

// Expect these values at these paths.
static inline void expect_numbers(const cJSON* root, const char* const* paths, const double* values)
{
    for (size_t i = 0; paths[i]; i++) {
        const double found = cli_number(root, paths[i]);
        if (found != values[i]) print_error("%s is %.17g\n", paths[i], found);
        assert_true(found == values[i]);
    }
}

#define PATHS(...)  ((const char* const[]){__VA_ARGS__, NULL})
#define VALUES(...) ((const double[]){__VA_ARGS__})

// The object of a file in what "abut info --json" wrote.
static inline const cJSON* file_at(const cJSON* root, int index)
{
    const cJSON* file = cJSON_GetArrayItem(cli_member(root, "files"), index);
    assert_non_null(file);
    return file;
}

// Expect exit status 2, nothing on stdout, and this text on stderr.
static inline void expect_failure(const char* const* arguments, const char* text)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    assert_memory_equal(r.err, "abut: ", 6);
    cli_expect_text(r.err, text);
    cli_free(&r);
}

#define EXPECT_FAILURE(text, ...) expect_failure(PATHS(__VA_ARGS__), text)

#endif

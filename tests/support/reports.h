// reports.h - the cases of bug reports (tests/cases), read.
#ifndef ABUT_TESTS_SUPPORT_REPORTS_H
#define ABUT_TESTS_SUPPORT_REPORTS_H
#include "support/soups.h"

#include <cjson/cJSON.h>
#include <stdio.h>

// A whole file, to be deleted.
static UNUSED cJSON* reports_load(const char* path)
{
    FILE* const file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char* const text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    cJSON* const out = cJSON_Parse(text);
    free(text);
    fclose(file);
    assert_non_null(out);
    return out;
}

static UNUSED void reports_numbers(const cJSON* array, double* out, int count)
{
    assert_int_equal(cJSON_GetArraySize(array), count);
    for (int i = 0; i < count; i++)
        out[i] = cJSON_GetArrayItem(array, i)->valuedouble;
}

#endif

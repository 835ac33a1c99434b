// mesh_check.h - what the tests of io/ share: fixed random numbers, bits of doubles, and reading from
// memory that ends where the file ends.
#ifndef ABUT_TESTS_IO_MESH_CHECK_H
#define ABUT_TESTS_IO_MESH_CHECK_H
#include "mesh/mesh.h"

#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>  // needs the three above
// clang-format on

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 2685821657736338717u;
}

static inline size_t random_below(size_t limit)
{
    return (size_t)((random_bits() >> 20) % limit);
}

static inline uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double random_finite(void)
{
    double value;
    do
        value = double_of(random_bits());
    while (!isfinite(value));
    return value;
}

// Bytes with nothing readable behind them, so that the sanitizer sees every step too far.
static inline mesh_status read_exactly(mesh* m, const char* bytes, size_t size, mesh_format format,
                                       mesh_error* error)
{
    char* copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    mesh_status status =
        mesh_read_memory(m, copy, size, &(mesh_read_options){.format = format}, error);
    free(copy);
    if (status != MESH_OK && error) assert_int_not_equal(error->code, CODE_NONE);
    return status;
}

static inline mesh read_good(const char* text, mesh_format format)
{
    mesh m = {0};
    mesh_error e;
    mesh_status status = read_exactly(&m, text, strlen(text), format, &e);
    if (status != MESH_OK) fail_msg("%s: %.200s", e.text, text);
    assert_int_equal(m.vertex_count > 0, m.vertices != NULL);
    return m;
}

// Go over to any locale with a decimal comma; false, and back in the C locale, if there is none.
static inline bool set_comma_locale(void)
{
    static const char* const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",      "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "nl_NL.utf8", "es_ES.utf8", "ru_RU.utf8"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (setlocale(LC_ALL, names[i]) && strcmp(localeconv()->decimal_point, ",") == 0)
            return true;
    setlocale(LC_ALL, "C");
    return false;
}

#endif

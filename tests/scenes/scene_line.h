// scene_line.h - what the tests of scenes share: a scene by one line, and closeness.
#ifndef ABUT_TESTS_SCENES_SCENE_LINE_H
#define ABUT_TESTS_SCENES_SCENE_LINE_H
#include "scenes.h"

#include <math.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// A scene by one line: "torus rings=5 sides=4". Fails the test if it cannot be made.
static inline mesh scene_from_line(const char* line)
{
    char words[200];
    const char* settings[SCENE_MOST_KEYS];
    assert_true(strlen(line) < sizeof words);
    strcpy(words, line);
    scene_arguments a = {.name = words, .settings = settings};
    for (char* at = words; *at; at++)
        if (*at == ' ') {
            *at = 0;
            assert_true(a.setting_count < SCENE_MOST_KEYS);
            settings[a.setting_count++] = at + 1;
        }
    mesh m = {0};
    scene_error e;
    if (scene_make(&a, &m, &e) != SCENE_OK) fail_msg("%s: %s", line, e.text);
    return m;
}

static inline void assert_close(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", value, tolerance, expected);
}

#endif

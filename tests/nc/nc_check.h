// nc_check.h - what the tests of NC programs share: a text read, and the path that it makes as a text.
#ifndef ABUT_TESTS_NC_NC_CHECK_H
#define ABUT_TESTS_NC_NC_CHECK_H
#include "reader/program.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static inline nc_status nc_read_text(nc_program* p, const char* text, const nc_read_options* o,
                                     nc_error* e)
{
    *p = (nc_program){0};
    return nc_read_memory(p, text, strlen(text), o, e);
}

// Write the ends of all moves: "R" rapid, "L" feed, "A" arc, "S" spline.
static inline char* nc_path_text(const nc_program* p)
{
    static char text[4096];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < p->move_count; i++) {
        const nc_move* m = &p->moves[i];
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%c%.6g,%.6g,%.6g", i ? " " : "",
                             m->arc      ? 'A'
                             : m->spline ? 'S'
                             : m->rapid  ? 'R'
                                         : 'L',
                             m->to[0], m->to[1], m->to[2]);
        assert_true(used < sizeof text);
    }
    return text;
}

#endif

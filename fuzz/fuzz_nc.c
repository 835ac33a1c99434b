// fuzz_nc.c - NC programs: any bytes are moves within bounds, or an error with its place; strict and lenient
// agree where strict accepts; arcs are cut into pieces that hang together.
#include "fuzz.h"
#include "reader/program.h"

#include <math.h>
#include <string.h>

static void check_text(const char* text, size_t room)
{
    CHECK(memchr(text, '\0', room) && text[0] != '\0');
}

// The pieces of an arc begin where the one before ended, and are as straight as they say.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static void check_arc(const nc_curve* arc, int levels)
{
    CHECK(nc_curve_error(arc) >= 0);
    if (levels == 0) return;
    nc_curve before, behind;
    nc_curve_halve(arc, &before, &behind);
    for (int k = 0; k < 3; k++) {
        CHECK(before.from[k] == arc->from[k] && behind.to[k] == arc->to[k]);
        CHECK(before.to[k] == behind.from[k] && isfinite(before.to[k]));
    }
    check_arc(&before, levels - 1);
    check_arc(&behind, levels - 1);
}

static void check_move(const nc_move* m, const nc_move* before, size_t size)
{
    CHECK(m->line >= 1 && m->line <= size + 1 && m->tool >= 0);
    for (int k = 0; k < 3; k++)
        CHECK(isfinite(m->from[k]) && isfinite(m->to[k]) &&
              (!before || m->from[k] == before->to[k]));
    CHECK(nc_move_length(m) >= 0);
}

static void check_moves(const nc_program* p, size_t size)
{
    for (size_t i = 0; i < p->move_count; i++) {
        const nc_move* m = &p->moves[i];
        check_move(m, i ? m - 1 : NULL, size);
        if (!nc_is_curved(m)) continue;
        CHECK(m->first < 3 && m->second == (m->first + 1) % 3);
        const nc_curve whole = nc_curve_whole(m);
        check_arc(&whole, i < 8 ? 5 : 1);
    }
}

static void check_warnings(const nc_program* p)
{
    CHECK(p->warning_count <= p->warning_total && p->warning_count <= NC_MOST_WARNINGS);
    for (size_t i = 0; i < p->warning_count; i++)
        check_text(p->warnings[i].text, sizeof p->warnings[i].text);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    nc_program programs[2] = {{0}};
    nc_status status[2];
    for (int lenient = 0; lenient < 2; lenient++) {
        nc_error error;
        const nc_read_options options = {.dialect = (nc_dialect)(size / 2 % 3),
                                         .lenient = lenient,
                                         .dog_leg = size % 2,
                                         .block_delete = size % 3 == 0,
                                         .home_is_known = size % 5 > 0,
                                         .home = {0, 0, 50},
                                         .machine_zero_is_known = size % 7 > 3,
                                         .machine_zero = {0, size % 7 > 3 ? -20 : 0, 0},
                                         .most_moves = 2000,
                                         .most_lines = 5000};
        status[lenient] = nc_read_memory(&programs[lenient], data, size, &options, &error);
        if (status[lenient] == NC_OK) {
            check_moves(&programs[lenient], size);
            check_warnings(&programs[lenient]);
            continue;
        }
        CHECK(error.status == status[lenient] && error.line <= size + 1);
        check_text(error.text, sizeof error.text);
    }
    if (status[0] == NC_OK) {
        CHECK(status[1] == NC_OK && programs[0].move_count == programs[1].move_count);
        for (size_t i = 0; i < programs[0].move_count; i++)
            for (int k = 0; k < 3; k++)
                CHECK(programs[0].moves[i].to[k] == programs[1].moves[i].to[k]);
    }
    nc_program_free(&programs[0]);
    nc_program_free(&programs[1]);
    return 0;
}

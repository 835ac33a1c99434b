// motion.c - moves: straight ones, arcs (RS274/NGC, section 3.5.3) and canned cycles (section 3.5.16).
#include "machine/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MOST = 2 * 1000 * 1000 };  // beyond as many as the program has lines

nc_status nc_move_keep(nc_machine* m, nc_move* move)
{
    nc_program* p = &m->program;
    const nc_read_options* o = m->options;
    if (p->move_count == 0) m->first_system = m->modal.system;
    const uint64_t most = o->most_moves ? o->most_moves : MOVES_MOST;
    m->moves_made += 1 + (uint64_t)move->turns;
    if (m->moves_made > m->line_count + most)
        return nc_fail(m, N005_ENDLESS, 0,
                       "%llu moves more than the program has lines: a loop that does not end? "
                       "(--max-moves allows more)",
                       (unsigned long long)most);
    m->idle_since = m->lines_done;
    for (int k = 0; k < 3; k++) {
        if (!isfinite(move->to[k]) || fabs(move->to[k]) > 1e15)
            return nc_fail(m, N004_BAD_VALUE, 0, "the move leads out of all bounds");
        m->at[k] = move->to[k];
        move->from[k] += o->origin[k];
        move->to[k] += o->origin[k];
    }
    void* block = p->moves;
    NC_TRY(nc_grow(m, &block, &m->move_capacity, p->move_count + 1, sizeof *p->moves));
    p->moves = block;
    move->line = m->text.line;
    // Without an M6 so far the T alone says it: machines without a changer have nothing else.
    move->tool = m->changes_tools ? m->tool : m->tool_next;
    move->tool_line = m->changes_tools ? m->tool_line : m->tool_next_line;
    p->moves[p->move_count++] = *move;
    return NC_OK;
}

static nc_status straight(nc_machine* m, const double to[3], bool rapid)
{
    nc_move move = {.rapid = rapid};
    bool moves = false;
    for (int k = 0; k < 3; k++) {
        move.from[k] = m->at[k];
        move.to[k] = to[k];
        moves = moves || m->at[k] != to[k];
    }
    return moves ? nc_move_keep(m, &move) : NC_OK;
}

nc_status nc_move_nowhere(nc_machine* m)
{
    if (m->program.move_count > 0 || m->still_line == 0) return NC_OK;
    nc_move move = {.rapid = m->still_is_rapid};
    memcpy(move.from, m->at, sizeof move.from);
    memcpy(move.to, m->at, sizeof move.to);
    m->text.line = m->still_line;
    return nc_move_keep(m, &move);
}

// All axes start together, equally fast; each stops where it has arrived.
static nc_status dog_leg(nc_machine* m, const double to[3])
{
    double from[3];
    for (int k = 0; k < 3; k++)
        from[k] = m->at[k];
    double done = 0;
    for (;;) {
        double next = HUGE_VAL;
        for (int k = 0; k < 3; k++) {
            const double way = fabs(to[k] - from[k]);
            if (way > done && way < next) next = way;
        }
        if (next >= HUGE_VAL) return NC_OK;
        double corner[3];
        for (int k = 0; k < 3; k++) {
            const double way = fabs(to[k] - from[k]);
            corner[k] = way <= next ? to[k] : from[k] + (to[k] < from[k] ? -next : next);
        }
        NC_TRY(straight(m, corner, true));
        done = next;
    }
}

nc_status nc_move_to(nc_machine* m, const double to[3], bool rapid)
{
    m->still_line = m->text.line;
    m->still_is_rapid = rapid;
    if (rapid && m->options->dog_leg) return dog_leg(m, to);
    return straight(m, to, rapid);
}

// ------------------------------------------------------------------------------------------- arcs

// How far the radii at both ends may differ: as LinuxCNC, 0.5 mm at most, and 0.005 mm or a thousandth.
static bool radii_agree(const nc_machine* m, double a, double b)
{
    const double difference = nc_convert(fabs(a - b), m->options->unit, NC_MM);
    const double larger = nc_convert(a > b ? a : b, m->options->unit, NC_MM);
    return difference <= 0.005 || (difference <= 0.5 && difference <= 0.001 * larger);
}

// The centre by the radius: of the two the one with the shorter arc, for a negative R the longer.
static nc_status centre_by_radius(nc_machine* m, const nc_word* r, nc_move* move)
{
    const int i = move->first, j = move->second;
    const double dx = move->to[i] - move->from[i], dy = move->to[j] - move->from[j];
    const double half = sqrt(dx * dx + dy * dy) / 2;
    double radius = fabs(nc_length(m, r->value));
    if (half == 0)
        return nc_fail(m, N015_ARC, r->column,
                       "an arc by R must not end where it begins: give its centre (I, J, K)");
    if (half > radius) {
        if (!radii_agree(m, half, radius))
            return nc_fail(m, N015_ARC, r->column,
                           "R is %.10g, but half the way to the end is %.10g", radius, half);
        radius = half;
    }
    const double height = sqrt(radius * radius - half * half) / (2 * half);
    const double side = (r->value < 0) == move->clockwise ? 1 : -1;
    move->centre[0] = move->from[i] + dx / 2 - side * dy * height;
    move->centre[1] = move->from[j] + dy / 2 + side * dx * height;
    return NC_OK;
}

static nc_status centre_by_offsets(nc_machine* m, const nc_block* b, nc_move* move)
{
    const int axes[2] = {move->first, move->second};
    double way[2], work[3] = {0}, place[3], radius[2];
    for (int k = 0; k < 2; k++) {
        const nc_word* w = nc_word_of(b, (char)('i' + axes[k]));
        if (!w->given && m->modal.arc_absolute)
            return nc_fail(m, N012_WORD_MISSING, 0, "under G90.1 an arc needs %c", 'I' + axes[k]);
        way[k] = work[axes[k]] = nc_length(m, w->value);
    }
    nc_from_work(m, work, place);
    nc_turn(m, way);  // if at all, the plane is that of X and Y
    for (int k = 0; k < 2; k++)
        move->centre[k] = m->modal.arc_absolute ? place[axes[k]] : m->at[axes[k]] + way[k];
    for (int end = 0; end < 2; end++) {
        const double* p = end ? move->to : move->from;
        const double dx = p[axes[0]] - move->centre[0], dy = p[axes[1]] - move->centre[1];
        radius[end] = sqrt(dx * dx + dy * dy);
    }
    if (!(radius[0] > 0) || !(radius[1] > 0))
        return nc_fail(m, N015_ARC, 0, "an arc must have a radius above 0");
    if (radii_agree(m, radius[0], radius[1])) return NC_OK;
    return nc_fail(m, N015_ARC, 0, "the arc's radius is %.10g at its start and %.10g at its end",
                   radius[0], radius[1]);
}

// The offset along the third axis is 0 in what many posts write. GRBL passes over any.
static nc_status check_third(nc_machine* m, const nc_block* b)
{
    const nc_word* third = nc_word_of(b, (char)('i' + m->modal.third));
    if (!third->given || third->value == 0 || m->options->dialect == NC_GRBL) return NC_OK;
    return nc_fail(m, N013_CONFLICT, third->column, "%c is not in the plane of the arc",
                   'I' + m->modal.third);
}

static nc_status check_plane(nc_machine* m)
{
    if (!nc_is_turned(m) || m->modal.third == 2) return NC_OK;
    return nc_fail(
        m, N003_UNSUPPORTED, 0,
        "arcs and cycles in other planes than G17, where coordinates are turned (R of G10)");
}

// Whether the ends of an arc lie apart by more than roundings.
static bool ends_differ(const nc_move* move)
{
    const double x = move->to[move->first] - move->from[move->first];
    const double y = move->to[move->second] - move->from[move->second];
    double size = fabs(move->centre[0]) + fabs(move->centre[1]);
    for (int k = 0; k < 3; k++)
        size += fabs(move->from[k]) + fabs(move->to[k]);
    return fabs(x) + fabs(y) > 0x1p-48 * size;
}

static nc_status run_arc(nc_machine* m, const nc_block* b)
{
    nc_move move = {.arc = true, .clockwise = m->modal.motion == 20};
    move.first = (uint8_t)m->modal.first;
    move.second = (uint8_t)m->modal.second;
    for (int k = 0; k < 3; k++)
        move.from[k] = m->at[k];
    nc_target(m, b, false, move.to);
    const nc_word *r = nc_word_of(b, 'r'), *p = nc_word_of(b, 'p');
    const bool offsets = nc_word_of(b, (char)('i' + m->modal.first))->given ||
                         nc_word_of(b, (char)('i' + m->modal.second))->given;
    NC_TRY(check_third(m, b));
    NC_TRY(check_plane(m));
    if (r->given && offsets && m->options->dialect != NC_FANUC)
        return nc_fail(m, N013_CONFLICT, 0,
                       "an arc has a centre or an R, not both (--dialect fanuc: R)");
    if (!r->given && !offsets)
        return nc_fail(m, N012_WORD_MISSING, 0, "an arc needs its centre or an R");
    if (p->given) {
        if (!(p->value >= 1 && p->value <= 1e6 && p->value == floor(p->value)))
            return nc_fail(m, N004_BAD_VALUE, p->column,
                           "P, the turns of an arc, must be at least 1");
        move.turns = (uint32_t)p->value - 1;
    }
    NC_TRY(r->given ? centre_by_radius(m, r, &move) : centre_by_offsets(m, b, &move));
    const nc_curve whole = nc_curve_whole(&move);
    const bool closes = whole.a[0] == whole.b[0] && whole.a[1] == whole.b[1];
    if (closes && ends_differ(&move))
        NC_TRY(nc_warn(m, N006_ODD, 0,
                       "an arc of less than 1e-6 of its radius is taken as a whole turn"));
    // The origin is added to the ends where they are kept.
    move.centre[0] += m->options->origin[move.first];
    move.centre[1] += m->options->origin[move.second];
    return nc_move_keep(m, &move);
}

// ----------------------------------------------------------------------------------------- cycles

// Where a value of the third axis of the plane lies, which is not turned.
static double third_of(const nc_machine* m, double value)
{
    double work[3] = {0}, place[3];
    work[m->modal.third] = value;
    nc_from_work(m, work, place);
    return place[m->modal.third];
}

// Read the words of a cycle; those that are not given keep the value that they had.
static nc_status cycle_words(nc_machine* m, const nc_block* b)
{
    nc_modal* c = &m->modal;
    const int axis = c->third;
    const nc_word *z = nc_word_of(b, (char)('x' + axis)), *r = nc_word_of(b, 'r'),
                  *q = nc_word_of(b, 'q');
    if (!c->in_cycle) {
        c->cycle_start = m->at[axis];
        c->cycle_has_z = c->cycle_has_r = c->cycle_has_q = false;
        c->in_cycle = true;
    }
    if (r->given) {
        const double value = nc_length(m, r->value);
        c->cycle_r = c->incremental ? m->at[axis] + value : third_of(m, value);
        c->cycle_has_r = true;
    }
    if (z->given) {
        const double value = nc_length(m, z->value);
        c->cycle_z = c->incremental ? c->cycle_r + value : third_of(m, value);
        c->cycle_has_z = true;
    }
    if (q->given) {
        if (!(q->value > 0))
            return nc_fail(m, N004_BAD_VALUE, q->column, "Q, the depth of a peck, must be above 0");
        c->cycle_q = nc_length(m, q->value);
        c->cycle_has_q = true;
    }
    if (!c->cycle_has_r || !c->cycle_has_z)
        return nc_fail(m, N012_WORD_MISSING, 0, "a cycle needs R and %c", 'X' + axis);
    if ((c->motion == 730 || c->motion == 830) && !c->cycle_has_q)
        return nc_fail(m, N012_WORD_MISSING, 0, "G%d needs Q", c->motion / 10);
    if (c->cycle_r < c->cycle_z)
        return nc_fail(m, N004_BAD_VALUE, 0, "the cycle's R lies below its %c", 'X' + axis);
    return NC_OK;
}

static nc_status along(nc_machine* m, double value, bool rapid)
{
    double to[3] = {m->at[0], m->at[1], m->at[2]};
    to[m->modal.third] = value;
    return nc_move_to(m, to, rapid);
}

// Down in pecks, out (G83) or up a little (G73) after each. The little is a hundredth of an inch, as in LinuxCNC.
static nc_status peck(nc_machine* m)
{
    const nc_modal* c = &m->modal;
    const double little = nc_convert(0.01, NC_INCH, m->options->unit);
    double depth = c->cycle_r - c->cycle_q;
    while (depth > c->cycle_z) {
        NC_TRY(along(m, depth, false));
        if (c->motion == 830) NC_TRY(along(m, c->cycle_r, true));
        const double back = depth + little;
        NC_TRY(along(m, back < c->cycle_r ? back : c->cycle_r, true));
        const double next = depth - c->cycle_q;
        if (next == depth) break;  // a Q too small to count
        depth = next;
    }
    return along(m, c->cycle_z, false);
}

// L, or K with NC_FANUC, where 0 keeps the words for later.
static nc_status cycle_times(nc_machine* m, const nc_block* b, int* out)
{
    const bool fanuc = m->options->dialect == NC_FANUC;
    const bool by_k = fanuc && nc_word_of(b, 'k')->given;
    const nc_word* w = nc_word_of(b, by_k ? 'k' : 'l');
    return w->given ? nc_whole(m, w, by_k ? 'k' : 'l', fanuc ? 0 : 1, 1e6, out) : NC_OK;
}

static nc_status run_cycle(nc_machine* m, const nc_block* b)
{
    int times = 1;
    NC_TRY(check_plane(m));
    NC_TRY(cycle_words(m, b));
    NC_TRY(cycle_times(m, b, &times));
    if (times == 0) return NC_OK;
    const nc_modal* c = &m->modal;
    const double clear =
        !c->cycle_returns_to_r && c->cycle_start > c->cycle_r ? c->cycle_start : c->cycle_r;
    if (m->at[c->third] < c->cycle_r) NC_TRY(along(m, c->cycle_r, true));
    for (int i = 0; i < times; i++) {
        double to[3];
        NC_TRY(nc_line_count(m, m->text.line - 1));
        nc_target(m, b, false, to);
        to[c->third] = m->at[c->third];
        NC_TRY(nc_move_to(m, to, true));
        NC_TRY(along(m, c->cycle_r, true));
        NC_TRY(c->motion == 730 || c->motion == 830 ? peck(m) : along(m, c->cycle_z, false));
        const bool feeds_out =
            c->motion == 740 || c->motion == 840 || c->motion == 850 || c->motion == 890;
        if (feeds_out) NC_TRY(along(m, c->cycle_r, false));
        NC_TRY(along(m, clear, true));
    }
    return NC_OK;
}

nc_status nc_motion_run(nc_machine* m, const nc_block* b)
{
    const int motion = m->modal.motion;
    if (motion == 20 || motion == 30) return run_arc(m, b);
    if (motion == 50 || motion == 51) return nc_spline_run(m, b);
    if (motion >= 730) return run_cycle(m, b);
    double to[3];
    nc_target(m, b, false, to);
    return nc_move_to(m, to, motion == 0);
}

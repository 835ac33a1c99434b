// place.c - where a program's coordinates lie: the systems of work (G10, G54 to G59.3), which may be turned, the shifts
// of G52 and G92, machine coordinates (G53), and the places that G28 and G30 go to.
#include "machine/machine.h"

#include <math.h>

#define PI 3.14159265358979323846

// ---------------------------------------------------------------------------------------- systems

// Quarters of a turn are exact.
void nc_system_turn(nc_system* s, double degrees)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double turn = fmod(degrees, 360);
    if (turn < 0) turn += 360;
    const bool exact = turn == 0 || turn == 90 || turn == 180 || turn == 270;
    s->turn = degrees;
    s->cosine = exact ? quarters[(int)turn / 90][0] : cos(turn * (PI / 180));
    s->sine = exact ? quarters[(int)turn / 90][1] : sin(turn * (PI / 180));
}

nc_status nc_system_take(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    const nc_word* p = nc_word_of(b, 'p');
    int system = code <= 590 ? code / 10 - 54 : code - 585;
    const bool further =
        code == 541 || code == 1540 || (code == 540 && p->given && m->options->dialect == NC_FANUC);
    if (further) {
        if (!nc_use(m, b, 'p')->given)
            return nc_fail(m, N012_WORD_MISSING, column, "G%g needs P, its number", code / 10.0);
        NC_TRY(nc_whole(m, p, 'p', 1, NC_FURTHER, &system));
        system += NC_SYSTEMS - 1;
    }
    const bool known =
        m->program.move_count == 0 || system == m->first_system || m->systems[system].is_placed;
    m->modal.system = system;
    if (known) return NC_OK;
    return nc_warn_once(m, N027_NO_ZERO, NC_TOLD_SYSTEM, column,
                        "where this system of coordinates lies is not known: it is taken to lie "
                        "where the first one does");
}

static const nc_system* system_of(const nc_machine* m)
{
    return &m->systems[m->modal.system];
}

bool nc_is_turned(const nc_machine* m)
{
    return system_of(m)->sine != 0 || system_of(m)->cosine != 1;
}

void nc_turn(const nc_machine* m, double v[2])
{
    const nc_system* s = system_of(m);
    const double x = v[0], y = v[1];
    if (!nc_is_turned(m)) return;
    v[0] = s->cosine * x - s->sine * y;
    v[1] = s->sine * x + s->cosine * y;
}

static void turn_back(const nc_machine* m, double v[2])
{
    const nc_system* s = system_of(m);
    const double x = v[0], y = v[1];
    if (!nc_is_turned(m)) return;
    v[0] = s->cosine * x + s->sine * y;
    v[1] = s->cosine * y - s->sine * x;
}

static double shift_of(const nc_machine* m, int axis)
{
    return (m->modal.shift_is_on ? m->shift[axis] : 0) + m->local[axis];
}

// The shifts are along the axes of the system, turned with them.
void nc_from_work(const nc_machine* m, const double work[3], double out[3])
{
    const double* origin = system_of(m)->origin;
    double v[2] = {work[0] + shift_of(m, 0), work[1] + shift_of(m, 1)};
    nc_turn(m, v);
    for (int k = 0; k < 3; k++)
        out[k] =
            k < 2 && nc_is_turned(m) ? v[k] + origin[k] : work[k] + (origin[k] + shift_of(m, k));
}

void nc_to_work(const nc_machine* m, const double at[3], double work[3])
{
    const double* origin = system_of(m)->origin;
    double v[2] = {at[0] - origin[0], at[1] - origin[1]};
    turn_back(m, v);
    for (int k = 0; k < 3; k++)
        work[k] =
            k < 2 && nc_is_turned(m) ? v[k] - shift_of(m, k) : at[k] - (origin[k] + shift_of(m, k));
}

void nc_target(const nc_machine* m, const nc_block* b, bool machine_coordinates, double to[3])
{
    double value[3], way[3] = {0}, work[3], place[3];
    // Of turned axes both move where one is named.
    const bool both = !machine_coordinates && nc_is_turned(m) && nc_has(b, "xy");
    nc_to_work(m, m->at, work);
    for (int k = 0; k < 3; k++) {
        const nc_word* w = nc_word_of(b, (char)('x' + k));
        value[k] = nc_length(m, w->value);
        if (!w->given) continue;
        way[k] = value[k];
        work[k] = value[k];
    }
    nc_turn(m, way);
    nc_from_work(m, work, place);
    for (int k = 0; k < 3; k++) {
        if (!nc_word_of(b, (char)('x' + k))->given && !(both && k < 2))
            to[k] = m->at[k];
        else if (machine_coordinates)
            to[k] = value[k] + m->options->machine_zero[k];
        else
            to[k] = m->modal.incremental ? m->at[k] + way[k] : place[k];
    }
}

nc_status nc_warn_zero(nc_machine* m, unsigned what, uint32_t column, const char* word)
{
    if (m->options->machine_zero_is_known) return NC_OK;
    return nc_warn_once(m, N027_NO_ZERO, what, column,
                        "%s counts from the machine's zero, which is not known: it is taken as the "
                        "program's zero; --machine-zero X,Y,Z gives it",
                        word);
}

// -------------------------------------------------------------------------------------- G10

// L2 gives the origin of a system.
static nc_status set_origin(nc_machine* m, const nc_block* b, nc_system* s, uint32_t column)
{
    const bool adds = m->options->dialect == NC_FANUC && m->modal.incremental;
    s->is_placed = s->is_placed || nc_has_axis(b);
    if (nc_has_axis(b) && !adds) NC_TRY(nc_warn_zero(m, NC_TOLD_PLACE, column, "G10 L2"));
    for (int k = 0; k < 3; k++) {
        const nc_word* w = nc_word_of(b, (char)('x' + k));
        if (w->given)
            s->origin[k] =
                nc_length(m, w->value) + (adds ? s->origin[k] : m->options->machine_zero[k]);
    }
    return NC_OK;
}

// L20 moves the origin of a system so that the tip has the given coordinates.
static void set_origin_by_tip(nc_machine* m, const nc_block* b, nc_system* s)
{
    const int in_force = m->modal.system;
    double work[3], way[3];
    m->modal.system = (int)(s - m->systems);
    const bool both = nc_is_turned(m) && nc_has(b, "xy");
    s->is_placed = s->is_placed || nc_has_axis(b);
    nc_to_work(m, m->at, work);
    for (int k = 0; k < 3; k++)
        if (nc_word_of(b, (char)('x' + k))->given)
            work[k] = nc_length(m, nc_word_of(b, (char)('x' + k))->value);
    nc_system origin = *s;
    for (int k = 0; k < 3; k++)
        s->origin[k] = 0;
    nc_from_work(m, work, way);
    for (int k = 0; k < 3; k++)
        s->origin[k] = nc_word_of(b, (char)('x' + k))->given || (both && k < 2) ? m->at[k] - way[k]
                                                                                : origin.origin[k];
    m->modal.system = in_force;
}

static nc_status run_g10(nc_machine* m, const nc_block* b, uint32_t column)
{
    const nc_word *l = nc_use(m, b, 'l'), *p = nc_use(m, b, 'p'), *r = nc_use(m, b, 'r');
    const bool fanuc = m->options->dialect == NC_FANUC;
    if (!l->given || !p->given) return nc_fail(m, N012_WORD_MISSING, column, "G10 needs L and P");
    // Lengths and radii of tools move no tip.
    if (fanuc && l->value >= 10 && l->value <= 13 && !nc_has_axis(b)) return NC_OK;
    if (l->value != 2 && l->value != 20)
        return nc_fail(m, N003_UNSUPPORTED, l->column, "G10 L%g is not supported; L2 and L20 are",
                       l->value);
    if (r->given && (l->value != 2 || fanuc))
        return nc_fail(m, N003_UNSUPPORTED, r->column,
                       "only G10 L2 of LinuxCNC turns coordinates by R");
    int system = 0;
    const bool further = fanuc && l->value == 20;
    NC_TRY(nc_whole(m, p, 'p', fanuc ? 1 : 0,
                    further ? NC_FURTHER
                    : fanuc ? 6
                            : NC_SYSTEMS,
                    &system));
    if (further) system += NC_SYSTEMS;
    nc_system* s = &m->systems[system ? system - 1 : m->modal.system];
    if (l->value == 20 && !fanuc)
        set_origin_by_tip(m, b, s);
    else
        NC_TRY(set_origin(m, b, s, column));
    if (!r->given) return NC_OK;
    if (!isfinite(r->value) || fabs(r->value) > 1e9)
        return nc_fail(m, N004_BAD_VALUE, r->column, "R, an angle, is out of all bounds");
    nc_system_turn(s, r->value);
    return NC_OK;
}

// ----------------------------------------------------------------------------------- G52 and G92

// G92 makes the tip's coordinates what is given. G52 gives the shift itself: that of G92 in LinuxCNC, another with NC_FANUC.
static nc_status run_shift(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    const bool fanuc = m->options->dialect == NC_FANUC;
    double work[3], before[3];
    if (!nc_has(b, "xyzabcuvw"))
        return nc_fail(m, N012_WORD_MISSING, column, "G%d needs an X, Y or Z", code / 10);
    nc_to_work(m, m->at, work);
    for (int k = 0; k < 3; k++) {
        before[k] = shift_of(m, k);
        if (!m->modal.shift_is_on) m->shift[k] = 0;
    }
    for (int k = 0; k < 3; k++) {
        const nc_word* w = nc_word_of(b, (char)('x' + k));
        const double value = nc_length(m, w->value);
        if (!w->given) continue;
        if (code == 520)
            (fanuc ? m->local : m->shift)[k] = value;
        else if (nc_is_turned(m) && k < 2)
            m->shift[k] = work[k] + before[k] - value;
        else
            m->shift[k] = (m->at[k] - system_of(m)->origin[k]) - value;
        if (code == 920) m->local[k] = 0;
    }
    m->modal.shift_is_on = m->modal.shift_is_on || code == 920 || !fanuc;
    return NC_OK;
}

static nc_status run_shift_off(nc_machine* m, const nc_block* b, int code)
{
    // A preset of Fanuc, which is about the axes that it names, or all.
    const bool preset = m->options->dialect == NC_FANUC;
    if (code == 923) m->modal.shift_is_on = true;
    if (code == 922 || (code == 921 && !preset)) m->modal.shift_is_on = false;
    for (int k = 0; k < 3 && code == 921; k++) {
        if (preset && nc_has(b, "xyzabcuvw") && !nc_word_of(b, (char)('x' + k))->given) continue;
        m->shift[k] = 0;
        m->local[k] = 0;
    }
    return NC_OK;
}

// ----------------------------------------------------------------------------------- G28 and G30

// Over the given point, then those axes, or all, to their home.
static nc_status go_home(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    const int which = code >= 300;
    if (which && m->options->dialect == NC_FANUC) {  // P2 is what it is without P
        int point = 2;
        const nc_word* p = nc_use(m, b, 'p');
        if (p->given) NC_TRY(nc_whole(m, p, 'p', 2, 2, &point));
    }
    if (!nc_has_axis(b) && nc_has(b, "abcuvw")) return NC_OK;
    if (!m->home_is_known[which])
        return nc_fail(
            m, N024_NO_HOME, column,
            "G%d goes to the machine's reference point, which is not known: --home X,Y,Z "
            "gives it",
            code / 10);
    double to[3];
    nc_target(m, b, false, to);
    if (nc_has_axis(b)) NC_TRY(nc_move_to(m, to, true));
    for (int k = 0; k < 3; k++)
        to[k] =
            nc_word_of(b, (char)('x' + k))->given || !nc_has_axis(b) ? m->home[which][k] : m->at[k];
    return nc_move_to(m, to, true);
}

nc_status nc_place_run(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    switch (code) {
    case 100:
        return run_g10(m, b, column);
    case 520:
    case 920:
        return run_shift(m, b, code, column);
    case 280:
    case 300:
        return go_home(m, b, code, column);
    case 281:
    case 301:
        for (int k = 0; k < 3; k++)
            m->home[code == 301][k] = m->at[k];
        m->home_is_known[code == 301] = true;
        return NC_OK;
    default:
        return run_shift_off(m, b, code);
    }
}

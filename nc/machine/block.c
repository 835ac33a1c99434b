// block.c - the words of a line carried out, in the order of RS274/NGC (NIST IR 6556, table 8).
// A word that means nothing where it stands is an error: it may be a slip of the pen that changes the path.
#include "machine/machine.h"

#include <math.h>

nc_status nc_whole(nc_machine* m, const nc_word* w, char letter, double low, double high, int* out)
{
    const double whole = floor(w->value + 0.5);
    if (fabs(w->value - whole) > 0.0001 || whole < low || whole > high)
        return nc_fail(m, N004_BAD_VALUE, w->column,
                       "%c must be a whole number from %.0f to %.0f, not %.10g", letter - 32, low,
                       high, w->value);
    *out = (int)whole;
    return NC_OK;
}

// --------------------------------------------------------------------------------- what is modal

static nc_status set_tool(nc_machine* m, const nc_block* b)
{
    const nc_word* t = nc_use(m, b, 't');
    if (!t->given) return NC_OK;
    NC_TRY(nc_whole(m, t, 't', 0, 1e9, &m->tool_next));
    m->tool_next_line = m->text.line;
    return NC_OK;
}

static void set_plane(nc_machine* m, int code)
{
    static const int axes[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};  // G17, G18, G19
    const int* plane = axes[code / 10 - 17];
    m->modal.first = plane[0];
    m->modal.second = plane[1];
    m->modal.third = plane[2];
}

static nc_status set_path(nc_machine* m, const nc_block* b, int code)
{
    if (code != 640 || m->options->dialect == NC_FANUC)
        return NC_OK;  // there it is how one always cuts
    const nc_word* p = nc_use(m, b, 'p');
    nc_use(m, b, 'q');
    if (!p->given) {
        m->program.blends_freely = true;
        return NC_OK;
    }
    if (p->value < 0) return nc_fail(m, N004_BAD_VALUE, p->column, "P of G64 must not be negative");
    const double blend = nc_length(m, p->value);
    if (blend > m->program.blend) m->program.blend = blend;
    return NC_OK;
}

static nc_status set_modes(nc_machine* m, const nc_block* b, const nc_codes* s)
{
    const int* word = s->word;
    if (word[NC_GROUP_PLANE] >= 0) set_plane(m, word[NC_GROUP_PLANE]);
    if (word[NC_GROUP_UNIT] >= 0) {
        m->modal.unit = word[NC_GROUP_UNIT] == 200 ? NC_INCH : NC_MM;
        m->program.unit_is_set = true;
    }
    // Numbers of corrections, which Fanuc takes in any line, move nothing by themselves.
    const bool fanuc = m->options->dialect == NC_FANUC, length = word[NC_GROUP_LENGTH] >= 0;
    if (fanuc || (length && word[NC_GROUP_LENGTH] != 431)) nc_use_all(m, "dh");
    if (word[NC_GROUP_SPINDLE] >= 0 || word[NC_GROUP_SIDE] >= 0) nc_use(m, b, 'd');
    if (word[NC_GROUP_DIAMETER] >= 0) nc_use(m, b, 'p');  // "G8 P1" looks ahead
    if (word[NC_GROUP_SYSTEM] >= 0)
        NC_TRY(nc_system_take(m, b, word[NC_GROUP_SYSTEM], s->column[NC_GROUP_SYSTEM]));
    if (word[NC_GROUP_PATH] >= 0) NC_TRY(set_path(m, b, word[NC_GROUP_PATH]));
    if (word[NC_GROUP_DISTANCE] >= 0) m->modal.incremental = word[NC_GROUP_DISTANCE] == 910;
    if (word[NC_GROUP_ARC] >= 0) m->modal.arc_absolute = word[NC_GROUP_ARC] == 901;
    if (word[NC_GROUP_RETURN] >= 0) m->modal.cycle_returns_to_r = word[NC_GROUP_RETURN] == 990;
    return NC_OK;
}

// ---------------------------------------------------------------------------- what is done once

// A fourth axis that stays where it is does no harm.
static nc_status check_further_axes(nc_machine* m, const nc_block* b, const nc_codes* s)
{
    const bool fanuc = m->options->dialect == NC_FANUC;
    const bool dwells = s->word[NC_GROUP_ONCE] == 40 && (fanuc || !nc_word_of(b, 'p')->given);
    for (const char* letter = "abcuvw"; *letter; letter++) {
        const nc_word* w = nc_use(m, b, *letter);
        if (w->given && fanuc && *letter >= 'u' && !dwells)
            return nc_fail(m, N023_AXIS, w->column,
                           "%c moves an axis by a length, as lathes have it: not supported",
                           *letter - 32);
        if (w->given && w->value != 0 && !(dwells && *letter == 'u'))
            return nc_fail(m, N023_AXIS, w->column,
                           "%c moves a further axis; only X, Y and Z can be checked", *letter - 32);
    }
    return NC_OK;
}

// X and U are times, too, where there is no P, or the control is one of Fanuc.
static nc_status dwell(nc_machine* m, const nc_block* b, uint32_t column, bool* takes_axes)
{
    const bool by_p = nc_use(m, b, 'p')->given;
    *takes_axes = nc_has(b, "xu") && (!by_p || m->options->dialect == NC_FANUC);
    if (by_p || *takes_axes) return NC_OK;
    return nc_fail(m, N012_WORD_MISSING, column, "G4 needs P, X or U");
}

// *takes_axes: the axis words belong to it, not to a motion.
static nc_status run_once(nc_machine* m, const nc_block* b, const nc_codes* s, bool* takes_axes)
{
    const int code = s->word[NC_GROUP_ONCE];
    const uint32_t column = s->column[NC_GROUP_ONCE];
    *takes_axes = s->takes_axes || s->word[NC_GROUP_LENGTH] == 431;
    if (code < 0) return NC_OK;
    if (code == 40) return dwell(m, b, column, takes_axes);
    // In LinuxCNC those with a decimal leave the axis words to a motion.
    *takes_axes = code % 10 == 0 || m->options->dialect == NC_FANUC;
    return nc_place_run(m, b, code, column);
}

// ---------------------------------------------------------------------------------------- M words

static nc_status check_m(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    // Clamps, gears, chips, air and relays of many machines move no tool.
    static const int known[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 19,
                                29, 30, 31, 33, 41, 42, 43, 44, 48, 49, 50, 51, 52, 53, 59,
                                60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 83, 84, 88, 89};
    if (code == 970 || code == 980 || code == 990) return NC_OK;  // reader/subprogram.c
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i] * 10 != code) continue;
        if (code == 190) nc_use_all(m, "pqr");
        if (code >= 500 && code <= 530) nc_use_all(m, "p");
        if (code >= 620 && code <= 680) nc_use_all(m, "pqel");
        return NC_OK;
    }
    if (code >= 700 && code <= 730)
        return nc_fail(m, N003_UNSUPPORTED, column,
                       "M%d (states saved and restored) is not supported", code / 10);
    if (nc_has_axis(b))
        return nc_fail(m, N002_UNKNOWN_WORD, column,
                       "M%g is unknown, and so is what its axis words do", code / 10.0);
    return nc_unknown(m, column, "M%g is unknown", code / 10.0);
}

static bool has_m(const nc_block* b, int number)
{
    for (int i = 0; i < b->m_count; i++)
        if (b->m[i] == number * 10) return true;
    return false;
}

static nc_status change_tool(nc_machine* m, const nc_block* b)
{
    if (has_m(b, 61)) {
        const nc_word* q = nc_use(m, b, 'q');
        if (!q->given) return nc_fail(m, N012_WORD_MISSING, 0, "M61 needs Q");
        NC_TRY(nc_whole(m, q, 'q', 0, 1e9, &m->tool_next));
        m->tool_next_line = m->text.line;
    } else if (!has_m(b, 6)) {
        return NC_OK;
    }
    m->changes_tools = true;
    m->tool = m->tool_next;
    m->tool_line = m->tool_next_line;
    return NC_OK;
}

// ----------------------------------------------------------------------------------------- a line

static nc_status check_unused(nc_machine* m, const nc_block* b)
{
    nc_use_all(m, "fgmnostxyz");
    for (int letter = 0; letter < 26; letter++) {
        const nc_word* w = &b->word[letter];
        if (w->given && !(m->used >> letter & 1))
            NC_TRY(nc_unknown(m, w->column, "%c means nothing here", letter + 'A'));
    }
    return NC_OK;
}

static bool is_cycle(int motion)
{
    return motion >= 730 && motion != NC_NO_MOTION;
}

// A line that names no axis. What may make some machines move, and others not, is refused: LinuxCNC does so, too.
static nc_status run_without_axes(nc_machine* m, const nc_block* b, int given, uint32_t column)
{
    const int motion = m->modal.motion;
    const bool cycle = is_cycle(motion), spline = motion == 50 || motion == 51;
    if (given == 20 || given == 30)
        return nc_fail(m, N012_WORD_MISSING, column,
                       "G%d needs an end (X, Y, Z), or a centre (I, J, K)", given / 10);
    if (given > 30)
        return nc_fail(
            m, N012_WORD_MISSING, column,
            "G%g needs X, Y or Z: what it does without them is not the same on all machines",
            given / 10.0);
    for (const char* letter = cycle    ? "rqlijkabcuvw"
                              : spline ? "ijpqabcuvw"
                                       : "";
         *letter; letter++) {
        const bool is_axis = *letter <= 'c' || *letter >= 'u';
        const nc_word* w = nc_word_of(b, *letter);
        if (w->given && (is_axis || !(m->used >> (*letter - 'a') & 1)))
            return nc_fail(m, N012_WORD_MISSING, w->column,
                           "%c, but no X, Y or Z for the G%g that is in force", *letter - 32,
                           motion / 10.0);
    }
    return NC_OK;
}

// Where Fanuc's is not told how, it is a rapid.
static nc_status run_g53(nc_machine* m, const nc_block* b, int given)
{
    const int motion = m->modal.motion;
    const bool fanuc = m->options->dialect == NC_FANUC;
    if (!nc_has_axis(b)) return NC_OK;
    const bool fits = motion <= 10 || (fanuc && given < 0 && !is_cycle(motion));
    if (!fits || (m->modal.incremental && m->options->dialect != NC_GRBL))
        return nc_fail(m, N013_CONFLICT, 0, "G53 goes with X, Y or Z under G0 or G1 and G90 only");
    NC_TRY(nc_warn_zero(m, NC_TOLD_ZERO, 0, "G53"));
    double to[3];
    nc_target(m, b, true, to);
    return nc_move_to(m, to, given < 0 && fanuc ? true : motion == 0);
}

static void set_motion(nc_machine* m, const nc_codes* s)
{
    if (s->word[NC_GROUP_CANCEL] >= 0) {
        // Of Fanuc it ends a cycle only, and the motion before it is in force.
        if (m->options->dialect != NC_FANUC)
            m->modal.motion = NC_NO_MOTION;
        else if (is_cycle(m->modal.motion))
            m->modal.motion = m->modal.straight;
        m->modal.in_cycle = m->modal.spline_goes_on = false;
    }
    if (s->word[NC_GROUP_MOTION] < 0) return;
    m->modal.motion = s->word[NC_GROUP_MOTION];
    if (m->modal.motion <= 10) m->modal.straight = m->modal.motion;
    if (!is_cycle(m->modal.motion)) m->modal.in_cycle = false;
    if (m->modal.motion != 50) m->modal.spline_goes_on = false;
}

static nc_status refuse_axes(nc_machine* m, const nc_block* b)
{
    const char* letter = "xyz";
    while (!nc_word_of(b, *letter)->given)
        letter++;
    return nc_fail(m, N014_NO_MOTION, nc_word_of(b, *letter)->column,
                   "%c, but no motion (such as G1) is in force (--dialect %s)", *letter - 32,
                   m->modal.straight == NC_NO_MOTION
                       ? "grbl begins with G0"
                       : "fanuc goes on after G80 as before the cycle");
}

static nc_status run_motion(nc_machine* m, const nc_block* b, const nc_codes* s, bool axes_taken)
{
    set_motion(m, s);
    const int motion = m->modal.motion, given = s->word[NC_GROUP_MOTION];
    const uint32_t column = s->column[NC_GROUP_MOTION];
    const bool arc = motion == 20 || motion == 30;
    if (axes_taken) {  // "G0 G28 Z0": the G0 is for the lines that follow
        if (!s->machine_coordinates && given <= 10) return NC_OK;
        return nc_fail(m, N013_CONFLICT, column,
                       "a motion, and another word that takes the axis words");
    }
    if (s->machine_coordinates) return run_g53(m, b, given);
    if (!nc_has_axis(b) && !(arc && nc_has(b, "ijkr")))
        return run_without_axes(m, b, given, column);
    if (motion == NC_NO_MOTION) return refuse_axes(m, b);
    if (arc) nc_use_all(m, "ijkrp");
    if (motion == 50 || motion == 51) nc_use_all(m, motion == 50 ? "ijpq" : "ij");
    if (is_cycle(motion)) nc_use_all(m, m->options->dialect == NC_FANUC ? "rlqpk" : "rlqp");
    return nc_motion_run(m, b);
}

// Some controls of Fanuc's kind count lengths without a decimal point in thousandths.
static nc_status check_bare(nc_machine* m, const nc_block* b)
{
    for (const char* letter = "xyzijr"; *letter && m->options->dialect == NC_FANUC; letter++) {
        const nc_word* w = nc_word_of(b, *letter);
        if (w->given && w->bare && w->value != 0)
            return nc_warn_once(
                m, N006_ODD, NC_TOLD_BARE, w->column,
                "%c%g has no decimal point: it is taken as a length; some controls count the "
                "smallest steps so",
                *letter - 32, w->value);
    }
    return NC_OK;
}

nc_status nc_block_run(nc_machine* m, const nc_block* b)
{
    nc_codes s;
    bool axes_taken;
    m->used = 0;
    NC_TRY(nc_codes_sort(m, b, &s));
    NC_TRY(check_further_axes(m, b, &s));
    NC_TRY(check_bare(m, b));
    for (int i = 0; i < b->m_count; i++)
        NC_TRY(check_m(m, b, b->m[i], b->m_column[i]));
    if (nc_word_of(b, 'f')->given) m->feed = nc_word_of(b, 'f')->value;
    if (nc_word_of(b, 's')->given) m->speed = nc_word_of(b, 's')->value;
    NC_TRY(set_tool(m, b));
    NC_TRY(change_tool(m, b));
    NC_TRY(set_modes(m, b, &s));
    NC_TRY(run_once(m, b, &s, &axes_taken));
    NC_TRY(run_motion(m, b, &s, axes_taken));
    m->ended = has_m(b, 2) || has_m(b, 30);
    NC_TRY(nc_program_run(m, b));
    return check_unused(m, b);
}

// nc_block.c - the words of a line carried out, in the order of RS274/NGC (NIST IR 6556, table 8).
// A word that means nothing where it stands is an error: it may be a slip of the pen that changes the path.
#include "nc_machine.h"

#include <math.h>

typedef enum group {
    GROUP_ONCE,  // G4, G10, G28 …, and G53
    GROUP_MOTION,
    GROUP_CANCEL,  // G80, which many programs have beside their first G0
    GROUP_PLANE,
    GROUP_DISTANCE,
    GROUP_ARC,
    GROUP_FEED,
    GROUP_UNIT,
    GROUP_SIDE,
    GROUP_LENGTH,
    GROUP_RETURN,
    GROUP_SYSTEM,
    GROUP_PATH,
    GROUP_SPINDLE,
    GROUP_DIAMETER,
    GROUP_COUNT
} group;

static const struct {
    int code;  // in tenths
    group group;
} g_words[] = {
    {0, GROUP_MOTION},   {10, GROUP_MOTION},   {20, GROUP_MOTION},    {30, GROUP_MOTION},
    {40, GROUP_ONCE},    {50, GROUP_MOTION},   {51, GROUP_MOTION},    {80, GROUP_DIAMETER},
    {100, GROUP_ONCE},   {170, GROUP_PLANE},   {180, GROUP_PLANE},    {190, GROUP_PLANE},
    {200, GROUP_UNIT},   {210, GROUP_UNIT},    {280, GROUP_ONCE},     {281, GROUP_ONCE},
    {300, GROUP_ONCE},   {301, GROUP_ONCE},    {400, GROUP_SIDE},     {430, GROUP_LENGTH},
    {431, GROUP_LENGTH}, {490, GROUP_LENGTH},  {530, GROUP_ONCE},     {540, GROUP_SYSTEM},
    {550, GROUP_SYSTEM}, {560, GROUP_SYSTEM},  {570, GROUP_SYSTEM},   {580, GROUP_SYSTEM},
    {590, GROUP_SYSTEM}, {591, GROUP_SYSTEM},  {592, GROUP_SYSTEM},   {593, GROUP_SYSTEM},
    {610, GROUP_PATH},   {611, GROUP_PATH},    {640, GROUP_PATH},     {730, GROUP_MOTION},
    {740, GROUP_MOTION}, {800, GROUP_CANCEL},  {810, GROUP_MOTION},   {820, GROUP_MOTION},
    {830, GROUP_MOTION}, {840, GROUP_MOTION},  {850, GROUP_MOTION},   {860, GROUP_MOTION},
    {880, GROUP_MOTION}, {890, GROUP_MOTION},  {900, GROUP_DISTANCE}, {910, GROUP_DISTANCE},
    {901, GROUP_ARC},    {911, GROUP_ARC},     {920, GROUP_ONCE},     {921, GROUP_ONCE},
    {922, GROUP_ONCE},   {923, GROUP_ONCE},    {930, GROUP_FEED},     {940, GROUP_FEED},
    {950, GROUP_FEED},   {960, GROUP_SPINDLE}, {970, GROUP_SPINDLE},  {980, GROUP_RETURN},
    {990, GROUP_RETURN},
};

// Known, and refused, with `lenient` too: what they do is not three axes along a programmed path, or changes it.
static const struct {
    int code;
    const char* why;
} g_refused[] = {
    {71, "cylindrical interpolation (G7.1) is not supported"},
    {120, "circular pockets (G12) are not supported"},
    {121, "polar interpolation (G12.1) is not supported"},
    {130, "circular pockets (G13) are not supported"},
    {160, "polar coordinates (G16) are not supported"},
    {510, "scaling (G51) is not supported"},
    {511, "mirroring (G51.1) is not supported"},
    {541, "further coordinate systems (G54.1) are not supported; G54 to G59.3 are"},
    {650, "macro calls (G65) are not supported"},
    {660, "macro calls (G66) are not supported"},
    {680, "rotation (G68) is not supported"},
    {682, "tilted planes (G68.2) are not supported"},
    {700, "G70 means inches on some machines, something else on others: G20 says it clearly"},
    {710, "G71 means millimetres on some machines, something else on others: G21 says it clearly"},
    {52, "NURBS (G5.2) are not supported"},
    {53, "NURBS (G5.3) are not supported"},
    {70, "diameters (G7) are for lathes"},
    {330, "threads (G33) are not supported"},
    {331, "rigid tapping (G33.1) is not supported"},
    {382, "probing (G38) ends where the probe touches, which is not known"},
    {383, "probing (G38) ends where the probe touches, which is not known"},
    {384, "probing (G38) ends where the probe touches, which is not known"},
    {385, "probing (G38) ends where the probe touches, which is not known"},
    {410, "cutter compensation (G41) moves the path by a radius of the machine's: not supported"},
    {411, "cutter compensation (G41.1) is not supported"},
    {420, "cutter compensation (G42) moves the path by a radius of the machine's: not supported"},
    {421, "cutter compensation (G42.1) is not supported"},
    {520, "local coordinates (G52) are not supported"},
    {760, "threads (G76) are not supported"},
    {870, "back boring (G87) is not supported"},
};

// A line sorted: the word of each group, or -1.
typedef struct sorted {
    int word[GROUP_COUNT];
    uint32_t column[GROUP_COUNT];
    bool machine_coordinates;  // G53
} sorted;

static const char axis_letters[3] = {'x', 'y', 'z'};

static bool has_axis(const nc_block* b)
{
    return nc_word_of(b, 'x')->given || nc_word_of(b, 'y')->given || nc_word_of(b, 'z')->given;
}

static const nc_word* use(nc_machine* m, const nc_block* b, char letter)
{
    m->used |= 1u << (letter - 'a');
    return nc_word_of(b, letter);
}

static void use_all(nc_machine* m, const char* letters)
{
    for (; *letters; letters++)
        m->used |= 1u << (*letters - 'a');
}

// ---------------------------------------------------------------------------------------- sorting

static nc_status sort_g(nc_machine* m, const nc_block* b, int code, uint32_t column, sorted* s)
{
    for (size_t i = 0; i < sizeof g_words / sizeof *g_words; i++) {
        if (g_words[i].code != code) continue;
        if (code == 530) {
            s->machine_coordinates = true;
            return NC_OK;
        }
        const group to = g_words[i].group;
        if (s->word[to] >= 0)
            return nc_fail(m, NC_SYNTAX, column, "G%g and G%g exclude each other in a line",
                           s->word[to] / 10.0, code / 10.0);
        s->word[to] = code;
        s->column[to] = column;
        return NC_OK;
    }
    for (size_t i = 0; i < sizeof g_refused / sizeof *g_refused; i++)
        if (g_refused[i].code == code)
            return nc_fail(m, NC_UNSUPPORTED, column, "%s", g_refused[i].why);
    if (has_axis(b))  // passing over it would move the tool in another way
        return nc_fail(m, NC_UNKNOWN, column, "G%g is unknown, and so is where it moves",
                       code / 10.0);
    return nc_unknown(m, column, "G%g is unknown", code / 10.0);
}

static nc_status sort_words(nc_machine* m, const nc_block* b, sorted* s)
{
    *s = (sorted){.machine_coordinates = false};
    for (int i = 0; i < GROUP_COUNT; i++)
        s->word[i] = -1;
    for (int i = 0; i < b->g_count; i++)
        NC_TRY(sort_g(m, b, b->g[i], b->g_column[i], s));
    // A fourth axis that stays where it is does no harm.
    for (const char* letter = "abcuvw"; *letter; letter++) {
        const nc_word* w = use(m, b, *letter);
        if (w->given && w->value != 0)
            return nc_fail(m, NC_UNSUPPORTED, w->column,
                           "%c moves a further axis; only X, Y and Z can be checked", *letter - 32);
    }
    return NC_OK;
}

static nc_status whole_number(nc_machine* m, const nc_word* w, char letter, double low, double high,
                              int* out)
{
    const double whole = floor(w->value + 0.5);
    if (fabs(w->value - whole) > 0.0001 || whole < low || whole > high)
        return nc_fail(m, NC_BAD_VALUE, w->column,
                       "%c is a whole number from %.0f to %.0f, not %.10g", letter - 32, low, high,
                       w->value);
    *out = (int)whole;
    return NC_OK;
}

// --------------------------------------------------------------------------------- what is modal

static nc_status set_tool(nc_machine* m, const nc_block* b)
{
    const nc_word* t = use(m, b, 't');
    if (!t->given) return NC_OK;
    NC_TRY(whole_number(m, t, 't', 0, 1e9, &m->tool_next));
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
    if (code != 640) return NC_OK;
    const nc_word* p = use(m, b, 'p');
    use(m, b, 'q');
    if (!p->given) {
        m->program.blends_freely = true;
        return NC_OK;
    }
    if (p->value < 0) return nc_fail(m, NC_BAD_VALUE, p->column, "P of G64 is not negative");
    const double blend = nc_length(m, p->value);
    if (blend > m->program.blend) m->program.blend = blend;
    return NC_OK;
}

static nc_status set_modes(nc_machine* m, const nc_block* b, const sorted* s)
{
    const int* word = s->word;
    if (word[GROUP_PLANE] >= 0) set_plane(m, word[GROUP_PLANE]);
    if (word[GROUP_UNIT] >= 0) {
        m->modal.unit = word[GROUP_UNIT] == 200 ? NC_INCH : NC_MM;
        m->program.unit_is_set = true;
    }
    if (word[GROUP_LENGTH] == 430) use(m, b, 'h');
    if (word[GROUP_SPINDLE] >= 0) use(m, b, 'd');
    if (word[GROUP_SYSTEM] >= 0) {
        const int code = word[GROUP_SYSTEM];
        m->modal.system = code <= 590 ? code / 10 - 54 : code - 585;
    }
    if (word[GROUP_PATH] >= 0) NC_TRY(set_path(m, b, word[GROUP_PATH]));
    if (word[GROUP_DISTANCE] >= 0) m->modal.incremental = word[GROUP_DISTANCE] == 910;
    if (word[GROUP_ARC] >= 0) m->modal.arc_absolute = word[GROUP_ARC] == 901;
    if (word[GROUP_RETURN] >= 0) m->modal.cycle_returns_to_r = word[GROUP_RETURN] == 990;
    return NC_OK;
}

// ---------------------------------------------------------------------------- what is done once

// G10 L2 sets the origin of a system, L20 so that the tip has the given coordinates.
static nc_status set_origin(nc_machine* m, const nc_block* b, uint32_t column)
{
    const nc_word *l = use(m, b, 'l'), *p = use(m, b, 'p'), *r = use(m, b, 'r');
    if (!l->given || !p->given) return nc_fail(m, NC_SYNTAX, column, "G10 needs L and P");
    if (l->value != 2 && l->value != 20)
        return nc_fail(m, NC_UNSUPPORTED, l->column, "G10 L%g is not supported; L2 and L20 are",
                       l->value);
    if (r->given && r->value != 0)
        return nc_fail(m, NC_UNSUPPORTED, r->column, "turned coordinates (R) are not supported");
    int system = 0;
    NC_TRY(whole_number(m, p, 'p', 0, NC_SYSTEMS, &system));
    double* offset = m->offset[system ? system - 1 : m->modal.system];
    for (int k = 0; k < 3; k++) {
        const nc_word* w = nc_word_of(b, axis_letters[k]);
        if (!w->given) continue;
        const double value = nc_length(m, w->value);
        const double shift = m->modal.shift_is_on ? m->shift[k] : 0;
        offset[k] = l->value == 2 ? value : m->at[k] - (value + shift);
    }
    return NC_OK;
}

static nc_status set_shift(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    if (code == 923) m->modal.shift_is_on = true;
    if (code == 921 || code == 922) m->modal.shift_is_on = false;
    for (int k = 0; k < 3 && code == 921; k++)
        m->shift[k] = 0;
    if (code != 920) return NC_OK;
    if (!has_axis(b)) return nc_fail(m, NC_SYNTAX, column, "G92 needs an X, Y or Z");
    for (int k = 0; k < 3; k++) {
        const nc_word* w = nc_word_of(b, axis_letters[k]);
        if (!m->modal.shift_is_on) m->shift[k] = 0;
        if (w->given)
            m->shift[k] = (m->at[k] - m->offset[m->modal.system][k]) - nc_length(m, w->value);
    }
    m->modal.shift_is_on = true;
    return NC_OK;
}

// G28, G30: over the given point, then those axes, or all, to their home.
static nc_status go_home(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    const int which = code >= 300;
    if (code % 10 == 1) {
        for (int k = 0; k < 3; k++)
            m->home[which][k] = m->at[k];
        m->home_is_known[which] = true;
        return NC_OK;
    }
    if (!m->home_is_known[which])
        return nc_fail(m, NC_UNSUPPORTED, column,
                       "G%d goes to the machine's reference point, which is not known: give it",
                       code / 10);
    double to[3];
    nc_target(m, b, false, to);
    if (has_axis(b)) NC_TRY(nc_move_to(m, to, true));
    for (int k = 0; k < 3; k++)
        to[k] =
            nc_word_of(b, axis_letters[k])->given || !has_axis(b) ? m->home[which][k] : m->at[k];
    return nc_move_to(m, to, true);
}

// *takes_axes: the axis words belong to it, not to a motion.
static nc_status run_once(nc_machine* m, const nc_block* b, const sorted* s, bool* takes_axes)
{
    const int code = s->word[GROUP_ONCE];
    const uint32_t column = s->column[GROUP_ONCE];
    *takes_axes = s->word[GROUP_LENGTH] == 431;
    if (code < 0) return NC_OK;
    if (code == 40) {
        if (!use(m, b, 'p')->given) return nc_fail(m, NC_SYNTAX, column, "G4 needs P");
        return NC_OK;
    }
    *takes_axes = true;
    if (code == 100) return set_origin(m, b, column);
    if (code >= 920) return set_shift(m, b, code, column);
    return go_home(m, b, code, column);
}

// ---------------------------------------------------------------------------------------- M words

static nc_status check_m(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    static const int known[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  19, 30, 48, 49,
                                50, 51, 52, 53, 60, 61, 62, 63, 64, 65, 66, 67, 68};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i] * 10 != code) continue;
        if (code == 190) use_all(m, "pqr");
        if (code >= 500 && code <= 530) use_all(m, "p");
        if (code >= 620) use_all(m, "pqel");
        return NC_OK;
    }
    if (code >= 700 && code <= 730)
        return nc_fail(m, NC_UNSUPPORTED, column,
                       "M%d (states saved and restored) is not supported", code / 10);
    if (code == 970 || code == 980)
        return nc_fail(m, NC_UNSUPPORTED, column,
                       "subprograms (M%d) are not supported; O-words (o1 call) are", code / 10);
    if (has_axis(b))
        return nc_fail(m, NC_UNKNOWN, column, "M%g is unknown, and so is what its axis words do",
                       code / 10.0);
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
        const nc_word* q = use(m, b, 'q');
        if (!q->given) return nc_fail(m, NC_SYNTAX, 0, "M61 needs Q");
        NC_TRY(whole_number(m, q, 'q', 0, 1e9, &m->tool_next));
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
    use_all(m, "fgmnostxyz");
    for (int letter = 0; letter < 26; letter++) {
        const nc_word* w = &b->word[letter];
        if (w->given && !(m->used >> letter & 1))
            NC_TRY(nc_unknown(m, w->column, "%c means nothing here", letter + 'A'));
    }
    return NC_OK;
}

static nc_status run_motion(nc_machine* m, const nc_block* b, const sorted* s, bool axes_taken)
{
    if (s->word[GROUP_CANCEL] >= 0) {
        m->modal.motion = NC_NO_MOTION;
        m->modal.in_cycle = m->modal.spline_goes_on = false;
    }
    if (s->word[GROUP_MOTION] >= 0) {
        m->modal.motion = s->word[GROUP_MOTION];
        if (m->modal.motion < 730) m->modal.in_cycle = false;
        if (m->modal.motion != 50) m->modal.spline_goes_on = false;
    }
    const int motion = m->modal.motion;
    const bool arc = motion == 20 || motion == 30;
    const bool centre = nc_word_of(b, 'i')->given || nc_word_of(b, 'j')->given ||
                        nc_word_of(b, 'k')->given || nc_word_of(b, 'r')->given;
    if (axes_taken) {
        if (s->word[GROUP_MOTION] >= 0)
            return nc_fail(m, NC_SYNTAX, s->column[GROUP_MOTION],
                           "a motion, and another word that takes the axis words");
        return NC_OK;
    }
    if (s->machine_coordinates && (motion > 10 || m->modal.incremental || !has_axis(b)))
        return nc_fail(m, NC_SYNTAX, 0, "G53 goes with X, Y or Z under G0 or G1 and G90 only");
    if (!has_axis(b) && !(arc && centre)) return NC_OK;
    if (motion == NC_NO_MOTION) {
        for (int k = 0; k < 3; k++)
            if (nc_word_of(b, axis_letters[k])->given)
                return nc_fail(m, NC_SYNTAX, nc_word_of(b, axis_letters[k])->column,
                               "%c, but no motion (such as G1) is in force", axis_letters[k] - 32);
    }
    if (arc) use_all(m, "ijkrp");
    if (motion == 50 || motion == 51) use_all(m, motion == 50 ? "ijpq" : "ij");
    if (motion >= 730) use_all(m, "rlqpijk");
    return nc_motion_run(m, b, s->machine_coordinates);
}

nc_status nc_block_run(nc_machine* m, const nc_block* b)
{
    sorted s;
    bool axes_taken;
    m->used = 0;
    NC_TRY(sort_words(m, b, &s));
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
    return check_unused(m, b);
}

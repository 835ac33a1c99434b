// codes.c - the G words of a line sorted by their groups; those that change no path; and those that are known and refused,
// with the reason.
#include "machine/machine.h"

static const struct {
    int code;  // in tenths
    nc_group group;
} codes[] = {
    {0, NC_GROUP_MOTION},     {10, NC_GROUP_MOTION},   {20, NC_GROUP_MOTION},
    {30, NC_GROUP_MOTION},    {40, NC_GROUP_ONCE},     {50, NC_GROUP_MOTION},
    {51, NC_GROUP_MOTION},    {80, NC_GROUP_DIAMETER}, {100, NC_GROUP_ONCE},
    {170, NC_GROUP_PLANE},    {180, NC_GROUP_PLANE},   {190, NC_GROUP_PLANE},
    {200, NC_GROUP_UNIT},     {210, NC_GROUP_UNIT},    {280, NC_GROUP_ONCE},
    {281, NC_GROUP_ONCE},     {300, NC_GROUP_ONCE},    {301, NC_GROUP_ONCE},
    {400, NC_GROUP_SIDE},     {430, NC_GROUP_LENGTH},  {431, NC_GROUP_LENGTH},
    {440, NC_GROUP_LENGTH},   {490, NC_GROUP_LENGTH},  {520, NC_GROUP_ONCE},
    {530, NC_GROUP_ONCE},     {540, NC_GROUP_SYSTEM},  {541, NC_GROUP_SYSTEM},
    {1540, NC_GROUP_SYSTEM},  {550, NC_GROUP_SYSTEM},  {560, NC_GROUP_SYSTEM},
    {570, NC_GROUP_SYSTEM},   {580, NC_GROUP_SYSTEM},  {590, NC_GROUP_SYSTEM},
    {591, NC_GROUP_SYSTEM},   {592, NC_GROUP_SYSTEM},  {593, NC_GROUP_SYSTEM},
    {610, NC_GROUP_PATH},     {611, NC_GROUP_PATH},    {640, NC_GROUP_PATH},
    {730, NC_GROUP_MOTION},   {740, NC_GROUP_MOTION},  {800, NC_GROUP_CANCEL},
    {810, NC_GROUP_MOTION},   {820, NC_GROUP_MOTION},  {830, NC_GROUP_MOTION},
    {840, NC_GROUP_MOTION},   {850, NC_GROUP_MOTION},  {860, NC_GROUP_MOTION},
    {880, NC_GROUP_MOTION},   {890, NC_GROUP_MOTION},  {900, NC_GROUP_DISTANCE},
    {910, NC_GROUP_DISTANCE}, {901, NC_GROUP_ARC},     {911, NC_GROUP_ARC},
    {920, NC_GROUP_ONCE},     {921, NC_GROUP_ONCE},    {922, NC_GROUP_ONCE},
    {923, NC_GROUP_ONCE},     {930, NC_GROUP_FEED},    {940, NC_GROUP_FEED},
    {950, NC_GROUP_FEED},     {960, NC_GROUP_SPINDLE}, {970, NC_GROUP_SPINDLE},
    {980, NC_GROUP_RETURN},   {990, NC_GROUP_RETURN},
};

// Of several controls, and they move nothing: exact stops, smoothing, and the ends of what is refused below.
static const struct {
    int code;
    const char* letters;  // that mean something beside it
} idle[] = {
    {90, ""},  {110, ""}, {131, ""}, {150, ""}, {230, ""},   {250, ""},    {501, ""},  {620, ""},
    {630, ""}, {670, ""}, {690, ""}, {691, ""}, {1030, "p"}, {1870, "pe"}, {2550, ""},
};

// Known, and refused, with `lenient` too: what they do is not three axes along a programmed path, or changes it.
static const struct {
    int code;
    const char* why;
} refused[] = {
    {71, "cylindrical interpolation (G7.1) is not supported"},
    {120, "circular pockets (G12) are not supported"},
    {121, "polar interpolation (G12.1) is not supported"},
    {130, "circular pockets (G13) are not supported"},
    {160, "polar coordinates (G16) are not supported"},
    {220, "forbidden regions (G22) are not supported"},
    {310, "skipping (G31) ends where a probe touches, which is not known"},
    {434, "G43.4 moves the tip of a tool that turns: not supported"},
    {435, "G43.5 moves the tip of a tool that turns: not supported"},
    {450, "tool offsets (G45) move the path: not supported"},
    {460, "tool offsets (G46) move the path: not supported"},
    {470, "G47 (engraving, or tool offsets) is not supported"},
    {480, "tool offsets (G48) move the path: not supported"},
    {510, "scaling (G51) is not supported"},
    {511, "mirroring (G51.1) is not supported"},
    {600, "G60 goes beyond the place that it names, by a length of the machine's: not supported"},
    {650, "macro calls (G65) are not supported"},
    {660, "macro calls (G66) are not supported"},
    {680, "rotation (G68) is not supported"},
    {682, "tilted planes (G68.2) are not supported"},
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
    {760, "threads (G76) are not supported"},
    {870, "back boring (G87) is not supported"},
    {2340, "G234 moves the tip of a tool that turns: not supported"},
    {2540, "turned coordinates (G254) are not supported"},
};

static nc_status put(nc_machine* m, nc_codes* s, nc_group group, int code, uint32_t column)
{
    if (s->word[group] >= 0)
        return nc_fail(m, N013_CONFLICT, column, "G%g and G%g exclude each other in a line",
                       s->word[group] / 10.0, code / 10.0);
    s->word[group] = code;
    s->column[group] = column;
    return NC_OK;
}

// G5 and G5.1 that look ahead: "G05 P10000", "G05.1 Q1". Splines have axis words.
static nc_status sort_ahead(nc_machine* m, const nc_block* b, int code, uint32_t column,
                            nc_codes* s, bool* taken)
{
    const bool fanuc = m->options->dialect == NC_FANUC;
    const char own = code == 50 ? 'p' : 'q';
    const bool others = nc_has(b, code == 50 ? "ijkq" : "ijkp");
    *taken = nc_word_of(b, own)->given && !others && (fanuc || code == 51 || !nc_has_axis(b));
    if (!*taken && fanuc)
        return nc_fail(m, N003_UNSUPPORTED, column,
                       "G%g with %c alone looks ahead; all else of it is not supported",
                       code / 10.0, own - 32);
    if (!*taken) return NC_OK;
    for (const char* letter = "xyz"; *letter; letter++) {  // it names the axes that are smoothed
        const nc_word* w = nc_word_of(b, *letter);
        if (w->given && w->value != 0)
            return nc_fail(m, N003_UNSUPPORTED, w->column, "%c beside a G%g must be 0",
                           *letter - 32, code / 10.0);
        s->takes_axes = s->takes_axes || w->given;
    }
    nc_use_all(m, code == 50 ? "pr" : "qr");
    return NC_OK;
}

// G70 and G71 are units for some, and cycles for others. Where G20 or G21 says the same they change nothing.
static nc_status sort_unit(nc_machine* m, const nc_block* b, int code, uint32_t column, bool* said)
{
    const int sure = code == 700 ? 200 : 210;
    *said = m->program.unit_is_set && m->modal.unit == (sure == 200 ? NC_INCH : NC_MM);
    bool here = false;
    for (int i = 0; i < b->g_count; i++) {
        here = here || b->g[i] == sure;
        if (b->g[i] == 410 - sure) *said = false;
    }
    *said = (*said || here) && !nc_has(b, "dpquwrlk");
    if (*said) return NC_OK;
    return nc_fail(
        m, N022_AMBIGUOUS, column,
        "G%d means %s on some machines, something else on others: G%d before it says it clearly",
        code / 10, code == 700 ? "inches" : "millimetres", sure / 10);
}

static nc_status sort_rest(nc_machine* m, const nc_block* b, int code, uint32_t column)
{
    bool said;
    if (code == 700 || code == 710) return sort_unit(m, b, code, column, &said);
    if (code == 500 && !nc_has(b, "xyzabcuvws"))
        return NC_OK;  // no scaling; with axis words a lathe's
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
        if (idle[i].code != code) continue;
        nc_use_all(m, idle[i].letters);
        return NC_OK;
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (refused[i].code == code)
            return nc_fail(m, N003_UNSUPPORTED, column, "%s", refused[i].why);
    if (nc_has_axis(b))  // passing over it would move the tool in another way
        return nc_fail(m, N002_UNKNOWN_WORD, column, "G%g is unknown, and so is where it moves",
                       code / 10.0);
    return nc_unknown(m, column, "G%g is unknown", code / 10.0);
}

static nc_status sort_code(nc_machine* m, const nc_block* b, int code, uint32_t column, nc_codes* s)
{
    bool taken = false;
    if (code == 50 || code == 51) NC_TRY(sort_ahead(m, b, code, column, s, &taken));
    if (taken) return NC_OK;
    if (code == 530) {
        s->machine_coordinates = true;
        return NC_OK;
    }
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].code == code) return put(m, s, codes[i].group, code, column);
    return sort_rest(m, b, code, column);
}

nc_status nc_codes_sort(nc_machine* m, const nc_block* b, nc_codes* out)
{
    *out = (nc_codes){.machine_coordinates = false};
    for (int i = 0; i < NC_GROUP_COUNT; i++)
        out->word[i] = -1;
    for (int i = 0; i < b->g_count; i++)
        NC_TRY(sort_code(m, b, b->g[i], b->g_column[i], out));
    return NC_OK;
}

// options.c - the command line of "abut nc".
#include "options/arguments.h"
#include "say/say.h"
#include "verb/command.h"

#include <string.h>

#define AT(member) offsetof(nc_options, member)
#define COUNT_MOST 1000000000000000

static bool take_unit(void* to, const option_row* row, const char* text)
{
    size_t which;
    if (!option_choice(row, text, &which)) return false;
    *(nc_unit*)to = (nc_unit)which;
    return true;
}

static bool take_dialect(void* to, const option_row* row, const char* text)
{
    size_t which;
    if (!option_choice(row, text, &which)) return false;
    *(nc_dialect*)to = (nc_dialect)which;
    return true;
}

// The second name is true.
static bool take_rapids(void* to, const option_row* row, const char* text)
{
    size_t which;
    if (!option_choice(row, text, &which)) return false;
    *(bool*)to = which == 1;
    return true;
}

// Six numbers are a box, everything else is a file.
static bool take_stock(void* to, const option_row* row, const char* text)
{
    nc_options* o = to;
    o->stock = text;
    o->stock_is_box = text[strspn(text, "+-0123456789.eE, \t")] == '\0' && strchr(text, ',');
    if (!o->stock_is_box) return true;
    if (!argument_numbers(row->name, text, 6, o->box)) return false;
    for (int k = 0; k < 3; k++) {
        if (o->box[k] < o->box[k + 3]) continue;
        say(O014_OTHER_FORM, "%s: a box is x0,y0,z0,x1,y1,z1 with x0 < x1, y0 < y1, z0 < z1",
            row->name);
        return false;
    }
    return true;
}

static bool take_fixture(void* to, const option_row* row, const char* text)
{
    nc_options* o = to;
    if (o->fixture_count == FIXTURES_MOST) {
        say(O009_TOO_MANY, "%s: more than %d", row->name, FIXTURES_MOST);
        return false;
    }
    o->fixtures[o->fixture_count++] = text;
    return true;
}

static bool take_tool(void* to, const option_row* row, const char* text)
{
    (void)row;
    return tool_parse(text, to);
}

static bool take_shank(void* to, const option_row* row, const char* text)
{
    (void)row;
    return tool_shank_parse(text, to);
}

static bool take_holder(void* to, const option_row* row, const char* text)
{
    (void)row;
    return tool_holder_parse(text, to);
}

static const option_row rows[] = {
    {OPTION("--part", option_text, AT(part)),
     OPTION_TEXT(SECTION_UNCUT, "FILE", "the finished part, which nothing may cut"),
     .more = "The cutter may touch it; shank and holder may not enter it either", .first = true},
    {OPTION("--stock", take_stock, 0),
     OPTION_TEXT(SECTION_UNCUT, "BOX|FILE", "what is cut from: x0,y0,z0,x1,y1,z1 or a model"),
     .more = "Shank, holder, and the cutter in rapids must not enter it. It stays as it is: what "
             "was cut away before is still there",
     .first = true},
    {OPTION("--fixture", take_fixture, 0),
     OPTION_TEXT(SECTION_UNCUT, "FILE", "clamps, vises: nothing may enter; may be repeated"),
     .repeats = true, .first = true},
    {OPTION("--part-unit", take_unit, AT(read.unit)), .names = {"mm", "in", "m"},
     OPTION_TEXT(SECTION_UNCUT, "UNIT", "of files and lengths (default mm)"),
     .more = "That is of all files, of all lengths given here, and of all that is told",
     .first = true},
    {OPTION("--tool", take_tool, AT(tool)),
     OPTION_TEXT(SECTION_TOOL, "SHAPE", "the cutter, as flat:d=6,length=20 or ball:d=8"),
     .more = "Also bull:d=10,r=2 cone:d=10,angle=90 chamfer:d=10,angle=90,tip=2 "
             "drill:d=6,angle=118 taper:d=3,angle=5,top=6 (a round tip that widens by angle to "
             "each side) lollipop:d=10,neck=6 dovetail:d=20,top=12,height=8,neck=10 "
             "apt:D,R,E,F,a,b,H (the seven numbers of APT). All but apt take length=L, where the "
             "cutter ends above its tip; else it does not end",
     .first = true},
    {OPTION("--tool-table", option_text, AT(table)),
     OPTION_TEXT(SECTION_TOOL, "FILE", "what T calls: a table of LinuxCNC or CAMotics"),
     .more = "Tools of a table of LinuxCNC are taken as flat; of CAMotics it is a project. --tool "
             "stands for those that are not in it"},
    {OPTION("--shank", take_shank, AT(shank)),
     OPTION_TEXT(SECTION_TOOL, "d=10,length=40", "a cylinder above the cutter"),
     .more = "from=L says where it begins above the tip, else it is where the cutter ends",
     .first = true},
    {OPTION("--holder", take_holder, AT(holder)),
     OPTION_TEXT(SECTION_TOOL, "PIECES", "cones above it, as z0,z1,r0,r1;z0,z1,r0,r1"),
     .more = "z is counted up from the tip of the tool", .first = true},
    {OPTION("--tolerance", option_length, AT(tolerance)),
     OPTION_TEXT(SECTION_TOOL, "LENGTH", "a depth that counts as uncut (default 0.01 mm)"),
     .first = true},
    {OPTION("--clearance", option_length, AT(clearance)),
     OPTION_TEXT(SECTION_TOOL, "LENGTH", "from shank and holder to anything (default 0)")},
    {OPTION("--origin", option_point, AT(read.origin)),
     OPTION_TEXT(SECTION_PROGRAM, "X,Y,Z", "where its zero lies in the files (default 0,0,0)")},
    {OPTION("--start", option_point, AT(read.start)),
     OPTION_TEXT(SECTION_PROGRAM, "X,Y,Z", "where the tip is at first (default 0,0,0)")},
    {OPTION("--home", option_point, AT(read.home)),
     OPTION_TEXT(SECTION_PROGRAM, "X,Y,Z", "where G28 and G30 go"),
     .more = "Without it they are errors, but see the next"},
    {OPTION("--machine-zero", option_point, AT(read.machine_zero)),
     OPTION_TEXT(SECTION_PROGRAM, "X,Y,Z", "what G53 and G10 L2 count from"),
     .more = "Also where G28 goes without --home. Without it, it is the program's zero, with a "
             "warning"},
    {OPTION("--dialect", take_dialect, AT(read.dialect)), .names = {"linuxcnc", "fanuc", "grbl"},
     OPTION_TEXT(SECTION_PROGRAM, "CONTROL", "whose words (default linuxcnc)"),
     .more = "It matters where a word has another meaning on another control: see below"},
    {OPTION("--rapids", take_rapids, AT(read.dog_leg)), .names = {"straight", "dog-leg"},
     OPTION_TEXT(SECTION_PROGRAM, "WAY", "how G0 moves (default straight)"),
     .more = "In dog-leg all axes are equally fast, until each has arrived"},
    {OPTION("--lenient", option_flag, AT(read.lenient)),
     OPTION_TEXT(SECTION_PROGRAM, NULL, "pass over unknown G and M words, with a warning")},
    {OPTION("--block-delete", option_flag, AT(read.block_delete)),
     OPTION_TEXT(SECTION_PROGRAM, NULL, "pass over lines that begin with /")},
    {OPTION("--max-lines", option_count, AT(read.most_lines)),
     OPTION_TEXT(SECTION_PROGRAM, "N", "at most N lines more than it has (default 20000000)"),
     .more = "A program that carries out more does not end: an error", .lowest = 1,
     .highest = COUNT_MOST},
    {OPTION("--max-idle", option_count, AT(read.most_idle)),
     OPTION_TEXT(SECTION_PROGRAM, "N", "the same since the last move (default 1000000)"),
     .lowest = 1, .highest = COUNT_MOST},
    {OPTION("--max-moves", option_count, AT(read.most_moves)),
     OPTION_TEXT(SECTION_PROGRAM, "N", "the same of moves (default 2000000)"), .lowest = 1,
     .highest = COUNT_MOST},
    OPTION_DROP_BAD(AT(drop_bad)),
    OPTION_MAX_MEMORY,
    {OPTION("--worst", option_count, AT(worst)),
     OPTION_TEXT(SECTION_WRITE, "N", "tell the N worst findings (default 10)"),
     .highest = 1000000000},
};

// Refuse options that would change nothing.
static bool all_have_effect(const nc_options* o, const command_line* line)
{
    static const char* const pairs[][2] = {{"--json", "--csv"}};
    static const char* const shown[] = {"--json", "--csv", NULL};
    if (!options_exclude(line, pairs, OPTION_COUNT(pairs)) ||
        !result_options_fit(&o->result, line, shown))
        return false;
    const char* list = option_first_given(line, shown);
    if (list && option_given(line, "--worst")) {
        say(O007_NO_EFFECT, "option --worst is about text: %s has all findings", list);
        return false;
    }
    if (option_given(line, "--clearance") && !o->shank.given && !o->holder_given) {
        say(O007_NO_EFFECT, "option --clearance is about a shank or a holder, and there is none");
        return false;
    }
    return true;
}

static bool is_complete(const nc_options* o)
{
    if (!o->program) {
        say(O008_FILE_MISSING, "nc needs a program; 'abut help nc' tells more");
        return false;
    }
    if (!o->part && !o->stock && o->fixture_count == 0) {
        say(O010_OPTION_MISSING,
            "nc needs something to check against: --part, --stock or --fixture");
        return false;
    }
    bool input = (o->part && strcmp(o->part, "-") == 0) || (o->stock && strcmp(o->stock, "-") == 0);
    for (size_t i = 0; i < o->fixture_count; i++)
        input |= strcmp(o->fixtures[i], "-") == 0;
    if (input) say(O016_STDIN_TWICE, "only the program can be standard input");
    return !input;
}

bool nc_options_parse(nc_options* o, int count, char** arguments, int* status)
{
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (nc_options){.worst = 10};
    command_line line = {
        .verb = &verb_nc,
        .groups = {OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   picture_options_group(&o->result.picture)},
        .takes = "nc takes one program",
        .paths = &o->program,
        .paths_most = 1,
    };
    if (!command_line_read(&line, count, arguments, status)) return false;
    if (!option_given(&line, "--tolerance")) o->tolerance = nc_convert(0.01, NC_MM, o->read.unit);
    o->tool_given = option_given(&line, "--tool");
    o->holder_given = option_given(&line, "--holder");
    o->read.home_is_known = option_given(&line, "--home");
    o->read.machine_zero_is_known = option_given(&line, "--machine-zero");
    return all_have_effect(o, &line) && is_complete(o) &&
           picture_options_finish(&o->result.picture);
}

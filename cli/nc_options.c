// nc_options.c - the command line of "abut nc". Nothing given is ever ignored: what is given twice or would have
// no effect is an error.
#include "arguments.h"
#include "nc_command.h"
#include "say.h"

#include <string.h>

enum {
    OPTION_PART = 256,
    OPTION_PART_UNIT,
    OPTION_STOCK,
    OPTION_FIXTURE,
    OPTION_TOOL,
    OPTION_TOOL_TABLE,
    OPTION_SHANK,
    OPTION_HOLDER,
    OPTION_TOLERANCE,
    OPTION_CLEARANCE,
    OPTION_ORIGIN,
    OPTION_START,
    OPTION_HOME,
    OPTION_RAPIDS,
    OPTION_LENIENT,
    OPTION_BLOCK_DELETE,
    OPTION_DROP_BAD,
    OPTION_WORST,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static const struct option long_options[] = {
    {"part", required_argument, NULL, OPTION_PART},
    {"part-unit", required_argument, NULL, OPTION_PART_UNIT},
    {"stock", required_argument, NULL, OPTION_STOCK},
    {"fixture", required_argument, NULL, OPTION_FIXTURE},
    {"tool", required_argument, NULL, OPTION_TOOL},
    {"tool-table", required_argument, NULL, OPTION_TOOL_TABLE},
    {"shank", required_argument, NULL, OPTION_SHANK},
    {"holder", required_argument, NULL, OPTION_HOLDER},
    {"tolerance", required_argument, NULL, OPTION_TOLERANCE},
    {"clearance", required_argument, NULL, OPTION_CLEARANCE},
    {"origin", required_argument, NULL, OPTION_ORIGIN},
    {"start", required_argument, NULL, OPTION_START},
    {"home", required_argument, NULL, OPTION_HOME},
    {"rapids", required_argument, NULL, OPTION_RAPIDS},
    {"lenient", no_argument, NULL, OPTION_LENIENT},
    {"block-delete", no_argument, NULL, OPTION_BLOCK_DELETE},
    {"drop-bad", no_argument, NULL, OPTION_DROP_BAD},
    {"worst", required_argument, NULL, OPTION_WORST},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"help", no_argument, NULL, OPTION_HELP},
    PICTURE_OPTION_ROWS,
    {NULL, 0, NULL, 0},
};

typedef struct seen_options {
    bool seen[OPTION_END - OPTION_PART];
} seen_options;

static bool seen(const seen_options* s, int code)
{
    return s->seen[code - OPTION_PART];
}

static const char* name_of(int code)
{
    return long_options[code - OPTION_PART].name;
}

static bool take_length(int code, const char* text, double* out)
{
    const char* option = code == OPTION_TOLERANCE ? "--tolerance" : "--clearance";
    if (!argument_numbers(option, text, 1, out)) return false;
    if (*out >= 0) return true;
    say("%s: '%s' is below 0", option, text);
    return false;
}

static bool take_unit(const char* text, nc_unit* out)
{
    static const char* const names[] = {"mm", "in", "m"};
    size_t which;
    if (!argument_choice("--part-unit", text, names, 3, &which)) return false;
    *out = (nc_unit)which;
    return true;
}

static bool take_rapids(const char* text, bool* dog_leg)
{
    static const char* const names[] = {"straight", "dog-leg"};
    size_t which;
    if (!argument_choice("--rapids", text, names, 2, &which)) return false;
    *dog_leg = which == 1;
    return true;
}

// Six numbers are a box, everything else is a file.
static bool take_stock(nc_options* o, const char* text)
{
    o->stock = text;
    o->stock_is_box = text[strspn(text, "+-0123456789.eE, \t")] == '\0' && strchr(text, ',');
    if (!o->stock_is_box) return true;
    if (!argument_numbers("--stock", text, 6, o->box)) return false;
    for (int k = 0; k < 3; k++) {
        if (o->box[k] < o->box[k + 3]) continue;
        say("--stock: a box is x0,y0,z0,x1,y1,z1 with x0 < x1, y0 < y1, z0 < z1");
        return false;
    }
    return true;
}

static bool take_fixture(nc_options* o, const char* text)
{
    if (o->fixture_count == FIXTURES_MOST) {
        say("--fixture: more than %d", FIXTURES_MOST);
        return false;
    }
    o->fixtures[o->fixture_count++] = text;
    return true;
}

static bool take_value(nc_options* o, int code, const char* text)
{
    switch (code) {
    case OPTION_PART:
        o->part = text;
        return true;
    case OPTION_PART_UNIT:
        return take_unit(text, &o->read.unit);
    case OPTION_STOCK:
        return take_stock(o, text);
    case OPTION_FIXTURE:
        return take_fixture(o, text);
    case OPTION_TOOL:
        return tool_parse(text, &o->tool);
    case OPTION_TOOL_TABLE:
        o->table = text;
        return true;
    case OPTION_SHANK:
        return tool_shank_parse(text, &o->shank);
    case OPTION_HOLDER:
        return tool_holder_parse(text, &o->holder);
    case OPTION_TOLERANCE:
        return take_length(code, text, &o->tolerance);
    case OPTION_CLEARANCE:
        return take_length(code, text, &o->clearance);
    case OPTION_ORIGIN:
        return argument_numbers("--origin", text, 3, o->read.origin);
    case OPTION_START:
        return argument_numbers("--start", text, 3, o->read.start);
    case OPTION_HOME:
        return argument_numbers("--home", text, 3, o->read.home);
    case OPTION_RAPIDS:
        return take_rapids(text, &o->read.dog_leg);
    case OPTION_WORST:
        return argument_count("--worst", text, 0, 1000000000, &o->worst);
    default:
        o->output = text;
        return true;
    }
}

static bool take_option(nc_options* o, seen_options* s, int code, const char* text)
{
    if (code >= OPTION_END) return picture_options_take(&o->picture, code, text);
    bool* given = &s->seen[code - OPTION_PART];
    if (*given && code != OPTION_FIXTURE) {
        say("option --%s given twice", name_of(code));
        return false;
    }
    *given = true;
    return !text || take_value(o, code, text);
}

// Refuse options that would change nothing.
static bool all_have_effect(const nc_options* o, const seen_options* s)
{
    const bool to_file = o->output && strcmp(o->output, "-") != 0;
    if (o->json && o->csv) {
        say("options --json and --csv exclude each other");
        return false;
    }
    if (o->quiet && (o->json || o->csv || o->output) && !to_file) {
        say("options --quiet and %s exclude each other, unless -o names a file", o->json  ? "--json"
                                                                                 : o->csv ? "--csv"
                                                                                          : "-o -");
        return false;
    }
    if (seen(s, OPTION_WORST) && (o->json || o->csv)) {
        say("option --worst is about text: %s has all findings", o->json ? "--json" : "--csv");
        return false;
    }
    if (seen(s, OPTION_CLEARANCE) && !o->shank.given && !o->holder_given) {
        say("option --clearance is about a shank or a holder, and there is none");
        return false;
    }
    return true;
}

static bool is_complete(const nc_options* o)
{
    if (!o->program) {
        say("nc needs a program; 'abut help nc' tells more");
        return false;
    }
    if (!o->part && !o->stock && o->fixture_count == 0) {
        say("nc needs something to check against: --part, --stock or --fixture");
        return false;
    }
    const char* names[FIXTURES_MOST + 3] = {o->program, o->part ? o->part : "",
                                            o->stock ? o->stock : ""};
    size_t inputs = 0;
    for (size_t i = 0; i < o->fixture_count; i++)
        names[3 + i] = o->fixtures[i];
    for (size_t i = 1; i < 3 + o->fixture_count; i++)
        inputs += strcmp(names[i], "-") == 0;
    if (inputs > 0) {
        say("only the program can be standard input");
        return false;
    }
    return true;
}

bool nc_options_parse(nc_options* o, int count, char** arguments)
{
    seen_options s = {{false}};
    *o = (nc_options){.worst = 10};
    optind = 1;
    for (;;) {
        const int code = argument_next(count, arguments, "-:o:h", long_options);
        if (code == ARGUMENT_END) break;
        if (code == ARGUMENT_WRONG) return false;
        if (code == 'h' || code == OPTION_HELP) {
            o->help = true;
            return true;
        }
        if (code == ARGUMENT_OPERAND) {
            if (o->program) {
                say("nc takes one program; '%s' is one too many", optarg);
                return false;
            }
            o->program = optarg;
        } else if (!take_option(o, &s, code == 'o' ? OPTION_OUTPUT : code, optarg)) {
            return false;
        }
    }
    for (int i = optind; i < count; i++) {  // what stands behind "--"
        if (o->program) {
            say("nc takes one program; '%s' is one too many", arguments[i]);
            return false;
        }
        o->program = arguments[i];
    }
    if (!seen(&s, OPTION_TOLERANCE)) o->tolerance = nc_convert(0.01, NC_MM, o->read.unit);
    o->tool_given = seen(&s, OPTION_TOOL);
    o->holder_given = seen(&s, OPTION_HOLDER);
    o->read.home_is_known = seen(&s, OPTION_HOME);
    o->read.lenient = seen(&s, OPTION_LENIENT);
    o->read.block_delete = seen(&s, OPTION_BLOCK_DELETE);
    o->drop_bad = seen(&s, OPTION_DROP_BAD);
    o->json = seen(&s, OPTION_JSON);
    o->csv = seen(&s, OPTION_CSV);
    o->quiet = seen(&s, OPTION_QUIET);
    return all_have_effect(o, &s) && is_complete(o) && picture_options_finish(&o->picture);
}

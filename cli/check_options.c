// check_options.c - the command line of "abut check". Nothing given is ever ignored: what is given
// twice, excludes something else or would have no effect is an error.
#include "arguments.h"
#include "check.h"
#include "say.h"

#include <string.h>

enum {
    OPTION_FIRST = 256,
    OPTION_ALL,
    OPTION_LIMIT,
    OPTION_BUDGET,
    OPTION_METHOD,
    OPTION_LEAF_SIZE,
    OPTION_SPLIT,
    OPTION_FIT,
    OPTION_REAL,
    OPTION_FORMAT,
    OPTION_CONTACTS,
    OPTION_POINTS,
    OPTION_STATS,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_HELP,
};

static const struct option long_options[] = {
    {"first", no_argument, NULL, OPTION_FIRST},
    {"all", no_argument, NULL, OPTION_ALL},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"budget", required_argument, NULL, OPTION_BUDGET},
    {"method", required_argument, NULL, OPTION_METHOD},
    {"leaf-size", required_argument, NULL, OPTION_LEAF_SIZE},
    {"split", required_argument, NULL, OPTION_SPLIT},
    {"fit", required_argument, NULL, OPTION_FIT},
    {"real", required_argument, NULL, OPTION_REAL},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"contacts", no_argument, NULL, OPTION_CONTACTS},
    {"points", no_argument, NULL, OPTION_POINTS},
    {"stats", no_argument, NULL, OPTION_STATS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"help", no_argument, NULL, OPTION_HELP},
    POSE_OPTION_ROWS,
    {NULL, 0, NULL, 0},
};

typedef struct seen_options {
    uint32_t bits;  // bit i: the option with code OPTION_FIRST + i
    pose_options poses;
} seen_options;

static bool seen(const seen_options* s, int code)
{
    return s->bits >> (code - OPTION_FIRST) & 1;
}

static const char* option_text(int code)
{
    static const char* const texts[] = {
        "--first", "--all",  "--limit", "--budget", "--method",   "--leaf-size",
        "--split", "--fit",  "--real",  "--format", "--contacts", "--points",
        "--stats", "--json", "--csv",   "-o",       "--quiet",    "--help",
    };
    return texts[code - OPTION_FIRST];
}

static bool take_method(const char* text, abut_method* out)
{
    if (abut_method_from_name(text, out) == ABUT_OK) return true;
    char list[256] = "";
    for (int m = 0; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name || strlen(list) + strlen(name) + 2 > sizeof list) continue;
        strcat(list, " ");
        strcat(list, name);
    }
    say("--method: there is no '%s' in this version; there are:%s", text, list);
    return false;
}

static bool take_format(const char* text, mesh_format* out)
{
    *out = mesh_format_from_name(text);
    if (*out != MESH_UNKNOWN) return true;
    char list[128] = "";
    for (int f = MESH_UNKNOWN + 1; mesh_format_name((mesh_format)f); f++) {
        const char* name = mesh_format_name((mesh_format)f);
        if (strlen(list) + strlen(name) + 2 > sizeof list) break;
        strcat(list, " ");
        strcat(list, name);
    }
    say("--format: there is no '%s'; there are:%s", text, list);
    return false;
}

// Read names of axes, separated by commas, into a sum of ABUT_FIT_*.
static bool take_fits(const char* text, unsigned* out)
{
    static const char* const names[] = {"aabb", "pca", "parent", "dito14"};
    static const unsigned bits[] = {ABUT_FIT_AABB, ABUT_FIT_PCA, ABUT_FIT_PARENT, ABUT_FIT_DITO14};
    char name[16];
    *out = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        // A name that is too long for any is cut, and then found in no list.
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), text);
        size_t place;
        if (!argument_choice("--fit", name, names, 4, &place)) return false;
        if (*out & bits[place]) {
            say("--fit: '%s' given twice", name);
            return false;
        }
        *out |= bits[place];
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

// Take the value of an option that has one.
static bool take_value(check_options* o, int code, const char* text)
{
    const char* option = option_text(code);
    static const char* const splits[] = {"mean", "median"};
    static const char* const reals[] = {"float", "double"};
    uint64_t count = 0;
    size_t place = 0;
    switch (code) {
    case OPTION_LIMIT:
        if (!argument_count(option, text, 1, SIZE_MAX, &count)) return false;
        o->limit = (size_t)count;
        return true;
    case OPTION_BUDGET:
        return argument_count(option, text, 1, UINT64_MAX, &o->budget);
    case OPTION_METHOD:
        return take_method(text, &o->build.method);
    case OPTION_LEAF_SIZE:
        if (!argument_count(option, text, 1, 64, &count)) return false;
        o->build.leaf_size = (int)count;
        return true;
    case OPTION_SPLIT:
        if (!argument_choice(option, text, splits, 2, &place)) return false;
        o->build.split = place == 0 ? ABUT_SPLIT_MEAN : ABUT_SPLIT_MEDIAN;
        return true;
    case OPTION_FIT:
        return take_fits(text, &o->build.fits);
    case OPTION_REAL:
        if (!argument_choice(option, text, reals, 2, &place)) return false;
        o->build.real = place == 0 ? ABUT_REAL_FLOAT : ABUT_REAL_DOUBLE;
        return true;
    case OPTION_FORMAT:
        return take_format(text, &o->format);
    case OPTION_OUTPUT:
        o->output = text;
        return true;
    default:
        return true;
    }
}

static bool take_option(check_options* o, seen_options* s, int code, const char* text)
{
    if (code >= POSE_OPTION_BASE) return pose_options_take(&s->poses, code, text);
    if (seen(s, code)) {
        say("option %s given twice", option_text(code));
        return false;
    }
    s->bits |= (uint32_t)1 << (code - OPTION_FIRST);
    return take_value(o, code, text);
}

static bool take_path(check_options* o, const char* path)
{
    const int place = o->paths[0] ? 1 : 0;
    if (o->paths[1]) {
        say("check takes two files; '%s' is one too many", path);
        return false;
    }
    o->paths[place] = path;
    return true;
}

static bool exclusions_hold(const seen_options* s)
{
    static const int pairs[][2] = {
        {OPTION_FIRST, OPTION_ALL}, {OPTION_FIRST, OPTION_LIMIT}, {OPTION_ALL, OPTION_LIMIT},
        {OPTION_JSON, OPTION_CSV},  {OPTION_CSV, OPTION_STATS},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!seen(s, pairs[i][0]) || !seen(s, pairs[i][1])) continue;
        say("options %s and %s exclude each other", option_text(pairs[i][0]),
            option_text(pairs[i][1]));
        return false;
    }
    return true;
}

// Refuse options that would change nothing.
static bool all_have_effect(const check_options* o, const seen_options* s)
{
    static const int written[] = {OPTION_JSON, OPTION_CSV, OPTION_CONTACTS, OPTION_POINTS,
                                  OPTION_STATS};
    static const int of_trees[] = {OPTION_LEAF_SIZE, OPTION_SPLIT, OPTION_FIT, OPTION_REAL};
    const bool to_file = o->output && strcmp(o->output, "-") != 0;
    for (size_t i = 0; o->quiet && !to_file && i < sizeof written / sizeof *written; i++) {
        if (!seen(s, written[i])) continue;
        say("options --quiet and %s exclude each other, unless -o names a file",
            option_text(written[i]));
        return false;
    }
    if (o->quiet && o->output && !to_file) {
        say("options --quiet and -o - exclude each other");
        return false;
    }
    for (size_t i = 0; i < sizeof of_trees / sizeof *of_trees; i++) {
        if (o->build.method != ABUT_BRUTE || !seen(s, of_trees[i])) continue;
        say("option %s has no effect: the method brute has no tree", option_text(of_trees[i]));
        return false;
    }
    return true;
}

static bool paths_fit(const check_options* o)
{
    if (!o->paths[1]) {
        say("check needs two files%s; 'abut help check' tells more",
            o->paths[0] ? ", only one is given" : "");
        return false;
    }
    const bool is_input[2] = {strcmp(o->paths[0], "-") == 0, strcmp(o->paths[1], "-") == 0};
    if (is_input[0] && is_input[1]) {
        say("only one of the two files can be standard input");
        return false;
    }
    if ((is_input[0] || is_input[1]) && o->format == MESH_UNKNOWN) {
        say("standard input needs --format");
        return false;
    }
    return true;
}

bool check_options_parse(check_options* o, int count, char** arguments)
{
    seen_options s = {0};
    *o = (check_options){0};
    optind = 1;
    for (;;) {
        const int code = argument_next(count, arguments, "-:o:h", long_options);
        if (code == ARGUMENT_END) break;
        if (code == ARGUMENT_WRONG) return false;
        if (code == 'h' || code == OPTION_HELP) {
            o->help = true;
            return true;
        }
        if (code == ARGUMENT_OPERAND
                ? !take_path(o, optarg)
                : !take_option(o, &s, code == 'o' ? OPTION_OUTPUT : code, optarg))
            return false;
    }
    for (int i = optind; i < count; i++)  // what stands behind "--"
        if (!take_path(o, arguments[i])) return false;
    if (seen(&s, OPTION_FIRST)) o->limit = 1;
    o->points = seen(&s, OPTION_POINTS);
    o->contacts = o->points || seen(&s, OPTION_CONTACTS);
    o->stats = seen(&s, OPTION_STATS);
    o->json = seen(&s, OPTION_JSON);
    o->csv = seen(&s, OPTION_CSV);
    o->quiet = seen(&s, OPTION_QUIET);
    return exclusions_hold(&s) && all_have_effect(o, &s) && paths_fit(o) &&
           pose_options_finish(&s.poses, o->poses);
}

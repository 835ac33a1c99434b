// fly_options.c - the command line of "abut fly". Nothing given is ever ignored: what is given twice, excludes
// something else or would have no effect is an error.
#include "arguments.h"
#include "fly.h"
#include "output.h"
#include "say.h"

#include <string.h>

enum {
    OPTION_PATH = 256,
    OPTION_PATH_A,
    OPTION_FIRST,
    OPTION_ALL,
    OPTION_LIMIT,
    OPTION_BUDGET,
    OPTION_DEADLINE,
    OPTION_COHERENT,
    OPTION_GROUP,
    OPTION_GROUP_A,
    OPTION_GROUP_B,
    OPTION_DROP_BAD,
    OPTION_FORMAT,
    OPTION_STEPS,
    OPTION_STATS,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_OUTPUT,
    OPTION_THREADS,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static const struct option long_options[] = {
    {"path", required_argument, NULL, OPTION_PATH},
    {"path-a", required_argument, NULL, OPTION_PATH_A},
    {"first", no_argument, NULL, OPTION_FIRST},
    {"all", no_argument, NULL, OPTION_ALL},
    {"limit", required_argument, NULL, OPTION_LIMIT},
    {"budget", required_argument, NULL, OPTION_BUDGET},
    {"deadline", required_argument, NULL, OPTION_DEADLINE},
    {"coherent", no_argument, NULL, OPTION_COHERENT},
    {"group", required_argument, NULL, OPTION_GROUP},
    {"group-a", required_argument, NULL, OPTION_GROUP_A},
    {"group-b", required_argument, NULL, OPTION_GROUP_B},
    {"drop-bad", no_argument, NULL, OPTION_DROP_BAD},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"steps", no_argument, NULL, OPTION_STEPS},
    {"stats", no_argument, NULL, OPTION_STATS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"help", no_argument, NULL, OPTION_HELP},
    BUILD_OPTION_ROWS,
    SEARCH_OPTION_ROWS,
    PICTURE_OPTION_ROWS,
    {NULL, 0, NULL, 0},
};

typedef struct seen_options {
    bool seen[OPTION_END - OPTION_PATH];
} seen_options;

static bool seen(const seen_options* s, int code)
{
    return s->seen[code - OPTION_PATH];
}

static const char* option_text(int code)
{
    static const char* const texts[] = {
        "--path",     "--path-a", "--first",   "--all",     "--limit",    "--budget", "--deadline",
        "--coherent", "--group",  "--group-a", "--group-b", "--drop-bad", "--format", "--steps",
        "--stats",    "--json",   "--csv",     "-o",        "--threads",  "--quiet",  "--help",
    };
    return texts[code - OPTION_PATH];
}

// Take the value of an option that has one.
static bool take_value(fly_options* o, int code, const char* text)
{
    const char* option = option_text(code);
    uint64_t count = 0;
    switch (code) {
    case OPTION_PATH:
        o->path = text;
        return true;
    case OPTION_PATH_A:
        o->path_a = text;
        return true;
    case OPTION_LIMIT:
        if (!argument_count(option, text, 1, SIZE_MAX, &count)) return false;
        o->limit = (size_t)count;
        return true;
    case OPTION_BUDGET:
        return argument_count(option, text, 1, UINT64_MAX, &o->budget);
    case OPTION_DEADLINE:
        return argument_microseconds(option, text, &o->deadline);
    case OPTION_GROUP:
        o->groups[0] = o->groups[1] = text;
        return true;
    case OPTION_GROUP_A:
        o->groups[0] = text;
        return true;
    case OPTION_GROUP_B:
        o->groups[1] = text;
        return true;
    case OPTION_FORMAT:
        return format_from_text(text, &o->format);
    case OPTION_OUTPUT:
        o->output = text;
        return true;
    case OPTION_THREADS:
        return threads_from_text(text, &o->thread_count);
    default:
        return true;
    }
}

static bool take_option(fly_options* o, seen_options* s, int code, const char* text)
{
    if (code >= BUILD_OPTION_BASE) return method_options_take(&o->build, code, text);
    if (code >= PICTURE_OPTION_BASE) return picture_options_take(&o->picture, code, text);
    if (seen(s, code)) {
        say("option %s given twice", option_text(code));
        return false;
    }
    s->seen[code - OPTION_PATH] = true;
    return take_value(o, code, text);
}

static bool take_model(fly_options* o, const char* path)
{
    const int place = o->models[0] ? 1 : 0;
    if (o->models[1]) {
        say("fly takes two models; '%s' is one too many", path);
        return false;
    }
    o->models[place] = path;
    return true;
}

static bool exclusions_hold(const seen_options* s)
{
    static const int pairs[][2] = {
        {OPTION_FIRST, OPTION_ALL}, {OPTION_FIRST, OPTION_LIMIT},   {OPTION_ALL, OPTION_LIMIT},
        {OPTION_JSON, OPTION_CSV},  {OPTION_CSV, OPTION_STATS},     {OPTION_JSON, OPTION_STEPS},
        {OPTION_CSV, OPTION_STEPS}, {OPTION_GROUP, OPTION_GROUP_A}, {OPTION_GROUP, OPTION_GROUP_B},
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
static bool all_have_effect(fly_options* o, const seen_options* s)
{
    static const int written[] = {OPTION_JSON, OPTION_CSV, OPTION_STEPS, OPTION_STATS};
    const char* shown = NULL;
    for (size_t i = 0; !shown && i < sizeof written / sizeof *written; i++)
        if (seen(s, written[i])) shown = option_text(written[i]);
    return (!o->quiet || output_fits_quiet(o->output, shown)) && method_options_fit(&o->build);
}

static bool is_input(const char* path)
{
    return path && strcmp(path, "-") == 0;
}

static bool files_fit(const fly_options* o)
{
    if (!o->models[1]) {
        say("fly needs two models%s; 'abut help fly' tells more",
            o->models[0] ? ", only one is given" : "");
        return false;
    }
    if (!o->path) {
        say("fly needs a path of b: --path FILE");
        return false;
    }
    const bool model = is_input(o->models[0]) || is_input(o->models[1]);
    if (model + is_input(o->path) + is_input(o->path_a) > 1) {
        say("standard input can be read only once");
        return false;
    }
    return inputs_fit(o->models, 2, o->format);
}

bool fly_options_parse(fly_options* o, int count, char** arguments)
{
    seen_options s = {0};
    *o = (fly_options){0};
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
                ? !take_model(o, optarg)
                : !take_option(o, &s, code == 'o' ? OPTION_OUTPUT : code, optarg))
            return false;
    }
    for (int i = optind; i < count; i++)  // what stands behind "--"
        if (!take_model(o, arguments[i])) return false;
    if (seen(&s, OPTION_FIRST)) o->limit = 1;
    o->coherent = seen(&s, OPTION_COHERENT);
    o->steps = seen(&s, OPTION_STEPS);
    o->stats = seen(&s, OPTION_STATS);
    o->drop_bad = seen(&s, OPTION_DROP_BAD);
    o->json = seen(&s, OPTION_JSON);
    o->csv = seen(&s, OPTION_CSV);
    o->quiet = seen(&s, OPTION_QUIET);
    return exclusions_hold(&s) && all_have_effect(o, &s) && files_fit(o) &&
           picture_options_finish(&o->picture);
}

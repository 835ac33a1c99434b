// info_options.c - the command line of "abut info". Nothing given is ever ignored: what is given twice
// or would have no effect is an error.
#include "arguments.h"
#include "info.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_GROUPS = 256,
    OPTION_DROP_BAD,
    OPTION_FORMAT,
    OPTION_JSON,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_HELP,
    OPTION_END,
};

static const struct option long_options[] = {
    {"groups", no_argument, NULL, OPTION_GROUPS},
    {"drop-bad", no_argument, NULL, OPTION_DROP_BAD},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"json", no_argument, NULL, OPTION_JSON},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"help", no_argument, NULL, OPTION_HELP},
    BUILD_OPTION_ROWS,
    {NULL, 0, NULL, 0},
};

typedef struct seen_options {
    bool seen[OPTION_END - OPTION_GROUPS];
} seen_options;

static bool seen(const seen_options* s, int code)
{
    return s->seen[code - OPTION_GROUPS];
}

static bool take_option(info_options* o, seen_options* s, int code, const char* text)
{
    static const char* const texts[] = {
        "--groups", "--drop-bad", "--format", "--json", "-o", "--quiet", "--help",
    };
    if (code >= BUILD_OPTION_BASE) return method_options_take(&o->build, code, text);
    bool* given = &s->seen[code - OPTION_GROUPS];
    if (*given) {
        say("option %s given twice", texts[code - OPTION_GROUPS]);
        return false;
    }
    *given = true;
    if (code == OPTION_FORMAT) return format_from_text(text, &o->format);
    if (code == OPTION_OUTPUT) o->output = text;
    return true;
}

// Refuse options that would change nothing.
static bool all_have_effect(info_options* o)
{
    const bool to_file = o->output && strcmp(o->output, "-") != 0;
    if (o->quiet && o->output && !to_file) {
        say("options --quiet and -o - exclude each other");
        return false;
    }
    if (o->quiet && !to_file && (o->json || o->groups)) {
        say("options --quiet and %s exclude each other, unless -o names a file",
            o->json ? "--json" : "--groups");
        return false;
    }
    const char* beside = method_options_beside_method(&o->build);
    if (beside && !o->with_tree) {
        say("option %s has no effect without --method", beside);
        return false;
    }
    return method_options_fit(&o->build);
}

static bool paths_fit(const info_options* o)
{
    if (o->path_count == 0) {
        say("info needs a file; 'abut help info' tells more");
        return false;
    }
    return inputs_fit(o->paths, o->path_count, o->format);
}

static bool parse(info_options* o, seen_options* s, int count, char** arguments)
{
    optind = 1;
    for (;;) {
        const int code = argument_next(count, arguments, "-:o:h", long_options);
        if (code == ARGUMENT_END) break;
        if (code == ARGUMENT_WRONG) return false;
        if (code == 'h' || code == OPTION_HELP) {
            o->help = true;
            return true;
        }
        if (code == ARGUMENT_OPERAND)
            o->paths[o->path_count++] = optarg;
        else if (!take_option(o, s, code == 'o' ? OPTION_OUTPUT : code, optarg))
            return false;
    }
    for (int i = optind; i < count; i++)  // what stands behind "--"
        o->paths[o->path_count++] = arguments[i];
    o->groups = seen(s, OPTION_GROUPS);
    o->drop_bad = seen(s, OPTION_DROP_BAD);
    o->json = seen(s, OPTION_JSON);
    o->quiet = seen(s, OPTION_QUIET);
    o->with_tree = o->build.given[BUILD_METHOD];
    return all_have_effect(o) && paths_fit(o);
}

bool info_options_parse(info_options* o, int count, char** arguments)
{
    seen_options s = {{false}};
    *o = (info_options){.paths = calloc((size_t)count + 1, sizeof *o->paths)};
    if (o->paths) return parse(o, &s, count, arguments);
    say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

void info_options_free(info_options* o)
{
    free(o->paths);
    *o = (info_options){0};
}

// clash_options.c - the command line of "abut clash". Nothing given is ever ignored: what is given twice, excludes
// something else or would have no effect is an error. Only --against may come several times.
#include "arguments.h"
#include "clash.h"
#include "output.h"
#include "say.h"
#include "threads.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPTION_AGAINST = 256,
    OPTION_GROUPS,
    OPTION_IGNORE,
    OPTION_INSIDE,
    OPTION_STATS,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_OUTPUT,
    OPTION_QUIET,
    OPTION_DROP_BAD,
    OPTION_FORMAT,
    OPTION_THREADS,
    OPTION_HELP,
    OPTION_END,
};

static const struct option long_options[] = {
    {"against", required_argument, NULL, OPTION_AGAINST},
    {"groups", no_argument, NULL, OPTION_GROUPS},
    {"ignore", required_argument, NULL, OPTION_IGNORE},
    {"inside", no_argument, NULL, OPTION_INSIDE},
    {"stats", no_argument, NULL, OPTION_STATS},
    {"json", no_argument, NULL, OPTION_JSON},
    {"csv", no_argument, NULL, OPTION_CSV},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"drop-bad", no_argument, NULL, OPTION_DROP_BAD},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"threads", required_argument, NULL, OPTION_THREADS},
    {"help", no_argument, NULL, OPTION_HELP},
    BUILD_OPTION_ROWS,
    PICTURE_OPTION_ROWS,
    {NULL, 0, NULL, 0},
};

typedef struct seen_options {
    bool seen[OPTION_END - OPTION_AGAINST];
    const char** against;
} seen_options;

static bool seen(const seen_options* s, int code)
{
    return s->seen[code - OPTION_AGAINST];
}

static const char* option_text(int code)
{
    static const char* const texts[] = {
        "--against", "--groups", "--ignore",   "--inside", "--stats",   "--json", "--csv",
        "-o",        "--quiet",  "--drop-bad", "--format", "--threads", "--help",
    };
    return texts[code - OPTION_AGAINST];
}

static bool take_option(clash_options* o, seen_options* s, int code, const char* text)
{
    if (code >= BUILD_OPTION_BASE) return method_options_take(&o->build, code, text);
    if (code >= PICTURE_OPTION_BASE) return picture_options_take(&o->picture, code, text);
    if (code != OPTION_AGAINST && seen(s, code)) {
        say("option %s given twice", option_text(code));
        return false;
    }
    s->seen[code - OPTION_AGAINST] = true;
    switch (code) {
    case OPTION_AGAINST:
        s->against[o->against_count++] = text;
        return true;
    case OPTION_IGNORE:
        o->ignore = text;
        return true;
    case OPTION_OUTPUT:
        o->output = text;
        return true;
    case OPTION_FORMAT:
        return format_from_text(text, &o->format);
    case OPTION_THREADS:
        return threads_from_text(text, &o->thread_count);
    default:
        return true;
    }
}

static bool exclusions_hold(const seen_options* s)
{
    static const int pairs[][2] = {{OPTION_JSON, OPTION_CSV}, {OPTION_CSV, OPTION_STATS}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!seen(s, pairs[i][0]) || !seen(s, pairs[i][1])) continue;
        say("options %s and %s exclude each other", option_text(pairs[i][0]),
            option_text(pairs[i][1]));
        return false;
    }
    return true;
}

// Refuse options that would change nothing.
static bool all_have_effect(clash_options* o, const seen_options* s)
{
    static const int written[] = {OPTION_JSON, OPTION_CSV, OPTION_STATS};
    const char* shown = NULL;
    for (size_t i = 0; !shown && i < sizeof written / sizeof *written; i++)
        if (seen(s, written[i])) shown = option_text(written[i]);
    return (!o->quiet || output_fits_quiet(o->output, shown)) && method_options_fit(&o->build);
}

static bool paths_fit(const clash_options* o)
{
    if (o->path_count == o->against_count) {
        say("clash needs files; 'abut help clash' tells more");
        return false;
    }
    if (o->path_count == 1 && !o->groups) {
        say("one file is one object: more files are needed, or --groups");
        return false;
    }
    return inputs_fit(o->paths, o->path_count, o->format);
}

static bool parse(clash_options* o, seen_options* s, int count, char** arguments)
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
    for (size_t i = 0; i < o->against_count; i++)
        o->paths[o->path_count++] = s->against[i];
    o->groups = seen(s, OPTION_GROUPS);
    o->inside = seen(s, OPTION_INSIDE);
    o->stats = seen(s, OPTION_STATS);
    o->json = seen(s, OPTION_JSON);
    o->csv = seen(s, OPTION_CSV);
    o->quiet = seen(s, OPTION_QUIET);
    o->drop_bad = seen(s, OPTION_DROP_BAD);
    return exclusions_hold(s) && all_have_effect(o, s) && paths_fit(o) &&
           picture_options_finish(&o->picture);
}

bool clash_options_parse(clash_options* o, int count, char** arguments)
{
    const size_t room = (size_t)count + 1;
    seen_options s = {.against = calloc(room, sizeof *s.against)};
    *o = (clash_options){.paths = calloc(room, sizeof *o->paths)};
    bool fine = s.against && o->paths;
    if (!fine)
        say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    else
        fine = parse(o, &s, count, arguments);
    free(s.against);
    return fine;
}

void clash_options_free(clash_options* o)
{
    free(o->paths);
    *o = (clash_options){0};
}

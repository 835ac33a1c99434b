// options.c - the command line of "abut clash". Only --against may come several times.
#include "clash/clash.h"
#include "models/threads.h"
#include "say/say.h"

#include <stdlib.h>

#define AT(member) offsetof(clash_options, member)

static bool take_against(void* to, const option_row* row, const char* text)
{
    clash_options* o = to;
    (void)row;
    o->against[o->against_count++] = text;
    return true;
}

static const option_row rows[] = {
    {OPTION("--against", take_against, 0), .repeats = true},
    {OPTION("--groups", option_flag, AT(groups))},
    {OPTION("--ignore", option_text, AT(ignore))},
    {OPTION("--inside", option_flag, AT(inside))},
    {OPTION("--stats", option_flag, AT(stats))},
    {OPTION("--csv-safe", option_flag, AT(csv_safe))},
    {OPTION("--drop-bad", option_flag, AT(drop_bad))},
    {OPTION("--format", option_format, AT(format))},
    OPTION_MAX_MEMORY,
    OPTION_THREADS(AT(thread_count)),
};

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

static bool parse(clash_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {{"--json", "--csv"}, {"--csv", "--stats"}};
    static const char* const shown[] = {"--json", "--csv", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    command_line line = {
        .verb = &verb_clash,
        .groups = {OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_group(&o->build, false)},
        .paths = o->paths,
        .paths_most = SIZE_MAX,
    };
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->path_count = line.path_count;
    for (size_t i = 0; i < o->against_count; i++)
        o->paths[o->path_count++] = o->against[i];
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--csv-safe", "--csv") &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           paths_fit(o) && picture_options_finish(&o->result.picture);
}

bool clash_options_parse(clash_options* o, int count, char** arguments, int* status)
{
    const size_t room = (size_t)count + 1;
    *o = (clash_options){.paths = calloc(room, sizeof *o->paths),
                         .against = calloc(room, sizeof *o->against)};
    if (o->paths && o->against) return parse(o, count, arguments, status);
    say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    *status = EXIT_ERROR;
    return false;
}

void clash_options_free(clash_options* o)
{
    free(o->paths);
    free(o->against);
    *o = (clash_options){0};
}

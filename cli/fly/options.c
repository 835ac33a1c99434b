// options.c - the command line of "abut fly".
#include "fly/fly.h"
#include "options/arguments.h"
#include "say/say.h"

#include <string.h>

#define AT(member) offsetof(fly_options, member)

static bool take_deadline(void* to, const option_row* row, const char* text)
{
    return argument_microseconds(row->name, text, to);
}

static const option_row rows[] = {
    {OPTION("--path", option_text, AT(path))},
    {OPTION("--path-a", option_text, AT(path_a))},
    {OPTION("--deadline", take_deadline, AT(deadline))},
    {OPTION("--coherent", option_flag, AT(coherent))},
    {OPTION("--steps", option_flag, AT(steps))},
    {OPTION("--stats", option_flag, AT(stats))},
    OPTION_THREADS(AT(thread_count)),
};

static bool is_input(const char* path)
{
    return path && strcmp(path, "-") == 0;
}

static bool path_fits(const fly_options* o)
{
    if (!o->path) {
        say("fly needs a path of b: --path FILE");
        return false;
    }
    const bool model = is_input(o->files.paths[0]) || is_input(o->files.paths[1]);
    if (model + is_input(o->path) + is_input(o->path_a) > 1) {
        say("standard input can be read only once");
        return false;
    }
    return true;
}

bool fly_options_parse(fly_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"}, {"--csv", "--stats"}, {"--json", "--steps"}, {"--csv", "--steps"}};
    static const char* const shown[] = {"--json", "--csv", "--steps", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (fly_options){0};
    command_line line = {
        .verb = &verb_fly,
        .groups = {OPTION_GROUP(rows, o, given), pair_options_group(&o->files),
                   result_options_group(&o->result), picture_options_group(&o->result.picture),
                   method_options_group(&o->build, true)},
        .takes = "fly takes two models",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           pair_options_finish(&o->files, &line, "models") && path_fits(o) &&
           picture_options_finish(&o->result.picture);
}

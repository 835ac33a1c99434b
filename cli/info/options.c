// options.c - the command line of "abut info".
#include "info/info.h"
#include "output/output.h"
#include "say/say.h"

#include <stdlib.h>

#define AT(member) offsetof(info_options, member)

static const option_row rows[] = {
    {OPTION("--groups", option_flag, AT(groups)),
     OPTION_TEXT(SECTION_FIND, NULL, "list the objects, groups or solids"),
     .more = "Of each its kind, first triangle, number of triangles and name", .first = true},
    {OPTION("--self", option_flag, AT(self)),
     OPTION_TEXT(SECTION_FIND, NULL, "whether the model meets itself, as 'abut self' finds it"),
     .more = "It takes longer than all else that is told. Of saved models those of the methods "
             "wide and brute",
     .first = true},
    OPTION_DROP_BAD(AT(drop_bad)),
    OPTION_ALLOW_EMPTY(AT(allow_empty)),
    OPTION_FORMAT(AT(format)),
    OPTION_MAX_MEMORY,
    OPTION_JSON(AT(json)),
    OPTION_OUTPUT(AT(output)),
    OPTION_QUIET(AT(quiet)),
};

// Refuse options that would change nothing.
static bool all_have_effect(const command_line* line, info_options* o)
{
    static const char* const shown[] = {"--json", "--groups", "--self", NULL};
    if (o->quiet && !output_fits_quiet(o->output, option_first_given(line, shown))) return false;
    const char* beside = method_options_beside_method(&o->build);
    if (beside && !o->with_tree) {
        say(O007_NO_EFFECT, "option %s has no effect without --method", beside);
        return false;
    }
    return method_options_fit(&o->build);
}

static bool paths_fit(const info_options* o)
{
    if (o->path_count == 0) {
        say(O008_FILE_MISSING, "info needs a file; 'abut help info' tells more");
        return false;
    }
    return inputs_fit(o->paths, o->path_count, o->format);
}

bool info_options_parse(info_options* o, int count, char** arguments, int* status)
{
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (info_options){.paths = calloc((size_t)count + 1, sizeof *o->paths)};
    command_line line = {
        .verb = &verb_info,
        .groups = {OPTION_GROUP(rows, o, given), method_options_group(&o->build, false)},
        .paths = o->paths,
        .paths_most = SIZE_MAX,
    };
    if (!o->paths) {
        say_status(NULL, ABUT_OUT_OF_MEMORY);
        *status = EXIT_ERROR;
        return false;
    }
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->path_count = line.path_count;
    o->with_tree = o->build.given[BUILD_METHOD];
    return all_have_effect(&line, o) && paths_fit(o);
}

void info_options_free(info_options* o)
{
    free(o->paths);
    *o = (info_options){0};
}

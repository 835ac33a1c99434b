// options.c - the command line of "abut point".
#include "models/threads.h"
#include "options/arguments.h"
#include "point/point.h"
#include "say/say.h"

#include <string.h>

#define AT(member) offsetof(point_options, member)

static const option_row rows[] = {
    {OPTION("--points", option_text, AT(points)),
     OPTION_TEXT(SECTION_FIND, "FILE", "the points, x y z a line; -: standard input"),
     .more =
         "Blanks or commas stand between the numbers. A first line may name the columns; then x, "
         "y and z are found by name",
     .first = true},
    {OPTION("--nearest", option_size, AT(nearest)),
     OPTION_TEXT(SECTION_FIND, "K", "the K nearest triangles, a row each"), .lowest = 1,
     .highest = UINT32_MAX, .first = true},
    {OPTION("--within", measure_take_limit, AT(within)),
     OPTION_TEXT(SECTION_FIND, "D", "look no farther: is a point at most D away"),
     .more = "Then the exit status is 1 for that, too", .first = true},
    {OPTION("--side", option_flag, AT(side)),
     OPTION_TEXT(SECTION_FIND, NULL, "inside or outside, and the distance, negative inside"),
     .more = "An odd number of closed components encloses what is inside", .first = true},
    {OPTION("--winding", option_flag, AT(winding)),
     OPTION_TEXT(SECTION_FIND, NULL, "how often the surface goes round (winding number)"),
     .more = "Between two bounds, for surfaces with gaps too", .first = true},
    OPTION_JSON(AT(json)),
    OPTION_CRLF(AT(crlf), "the table"),
    OPTION_OUTPUT(AT(output)),
    OPTION_QUIET(AT(quiet)),
    {OPTION("--group", option_text, AT(files.groups[0])),
     OPTION_TEXT(SECTION_READ, "NAME", "only the objects, groups or solids of that name"),
     .more = "'abut info --groups' lists them"},
    OPTION_DROP_BAD(AT(files.drop_bad)),
    OPTION_ALLOW_EMPTY(AT(allow_empty)),
    OPTION_FORMAT(AT(files.format)),
    OPTION_MAX_MEMORY,
    OPTION_THREADS(AT(thread_count)),
};

static bool files_fit(const point_options* o)
{
    const char* model = o->files.paths[0];
    if (!model || !o->points) {
        say(O008_FILE_MISSING,
            "point needs a model, and the points: --points FILE; 'abut help point' tells more");
        return false;
    }
    if (strcmp(model, "-") == 0 && strcmp(o->points, "-") == 0) {
        say(O016_STDIN_TWICE, "standard input can be read only once");
        return false;
    }
    return inputs_fit(o->files.paths, 1, o->files.format);
}

bool point_options_parse(point_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {{"--json", "--crlf"}};
    static const char* const shown[] = {"--json", "--crlf", "--nearest", "--winding", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (point_options){0};
    command_line line = {
        .verb = &verb_point,
        .groups = {OPTION_GROUP(rows, o, given), method_options_group(&o->build, false)},
        .takes = "point takes one model",
        .paths = o->files.paths,
        .paths_most = 1,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           (!o->quiet || output_fits_quiet(o->output, option_first_given(&line, shown))) &&
           method_options_fit(&o->build) && point_method_fits(o->build.build.method) &&
           files_fit(o);
}

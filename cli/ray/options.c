// options.c - the command line of "abut ray".
#include "models/threads.h"
#include "options/arguments.h"
#include "ray/ray.h"
#include "say/say.h"

#include <string.h>

#define AT(member) offsetof(ray_options, member)

static option_take take_direction, take_end;

static const option_row rows[] = {
    {OPTION("--rays", option_text, AT(rays)),
     OPTION_TEXT(SECTION_FIND, "FILE", "the rays, x y z dx dy dz a line; -: standard input"),
     .more = "From x y z in the direction dx dy dz, of any length but 0. Blanks or commas stand "
             "between the numbers. A first line may name the columns; then these are found by name",
     .first = true},
    {OPTION("--segments", option_flag, AT(segments)),
     OPTION_TEXT(SECTION_FIND, NULL, "a line of FILE is a segment: x1 y1 z1 x2 y2 z2"),
     .more = "Both ends belong to it, and may be the same point", .first = true},
    {OPTION("--from", option_point, AT(from)),
     OPTION_TEXT(SECTION_FIND, "X,Y,Z", "one ray instead of a file: where it begins"),
     .first = true},
    {OPTION("--direction", take_direction, AT(direction)),
     OPTION_TEXT(SECTION_FIND, "X,Y,Z", "its direction"), .more = "Of any length but 0",
     .first = true},
    {OPTION("--to", option_point, AT(to)),
     OPTION_TEXT(SECTION_FIND, "X,Y,Z", "or its end: it is a segment"), .first = true},
    {OPTION("--first", option_flag, AT(first)),
     OPTION_TEXT(SECTION_FIND, NULL, "the first triangle that each ray meets (default)"),
     .more = "Of several at the same t, the one with the least number", .first = true},
    {OPTION("--any", option_flag, AT(any)),
     OPTION_TEXT(SECTION_FIND, NULL, "some triangle that it meets: whether there is one"),
     .more = "Which one it is depends on the method", .first = true},
    {OPTION("--all", option_flag, AT(all)),
     OPTION_TEXT(SECTION_FIND, NULL, "all triangles that it meets, a row each"),
     .more = "By t, then by number. A ray that meets none has no row", .first = true},
    {OPTION("--count", option_flag, AT(count)),
     OPTION_TEXT(SECTION_FIND, NULL, "how many it meets, and how many it goes through"),
     .more = "An odd number of crossings: it begins inside a closed surface", .first = true},
    {OPTION("--t-min", option_length, AT(t_min)),
     OPTION_TEXT(SECTION_FIND, "T", "only what is met from t = T on"),
     .more = "The point at t is the beginning plus t times the direction; of a segment t is 0 at "
             "one end and 1 at the other"},
    {OPTION("--t-max", take_end, AT(t_max)),
     OPTION_TEXT(SECTION_FIND, "T", "only what is met up to t = T"),
     .more = "Just at T counts, here and for --t-min"},
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

// ---------------------------------------------------------------------------------------- values

static bool take_direction(void* to, const option_row* row, const char* text)
{
    const double* d = to;
    if (!option_point(to, row, text)) return false;
    if (d[0] != 0 || d[1] != 0 || d[2] != 0) return true;
    say(O015_NO_LENGTH, "%s: the direction has no length: one of its numbers must not be 0",
        row->name);
    return false;
}

static bool take_end(void* to, const option_row* row, const char* text)
{
    const double* t = to;
    if (!option_length(to, row, text)) return false;
    if (*t > 0) return true;
    say(O012_OUT_OF_RANGE, "%s: '%s' is not above 0; 'abut point' tells what is on the surface",
        row->name, text);
    return false;
}

// ------------------------------------------------------------------------------------- what fits

// Take the ray that is given without a file.
static bool take_one(ray_options* o, const command_line* line)
{
    const bool has_end = option_given(line, "--to");
    if (!has_end && !option_given(line, "--direction")) {
        say(O010_OPTION_MISSING, "--from needs --direction or --to");
        return false;
    }
    if (!option_fits_beside(line, "--segments", "--rays")) return false;
    memcpy(o->one, o->from, sizeof o->from);
    memcpy(o->one + 3, has_end ? o->to : o->direction, sizeof o->to);
    o->segments = has_end;
    return true;
}

static bool rays_fit(ray_options* o, const command_line* line)
{
    const char* model = o->files.paths[0];
    if (!model || (!o->rays && !option_given(line, "--from"))) {
        say(O008_FILE_MISSING,
            "ray needs a model, and rays: --rays FILE, or --from with --direction or --to; "
            "'abut help ray' tells more");
        return false;
    }
    if (!o->rays) return take_one(o, line) && inputs_fit(o->files.paths, 1, o->files.format);
    if (!option_fits_beside(line, "--direction", "--from") ||
        !option_fits_beside(line, "--to", "--from"))
        return false;
    if (strcmp(model, "-") == 0 && strcmp(o->rays, "-") == 0) {
        say(O016_STDIN_TWICE, "standard input can be read only once");
        return false;
    }
    return inputs_fit(o->files.paths, 1, o->files.format);
}

static bool limits_fit(const ray_options* o)
{
    if (o->t_max > 0 && o->t_min > o->t_max) {
        say(O012_OUT_OF_RANGE, "--t-min: %.17g is above --t-max, %.17g", o->t_min, o->t_max);
        return false;
    }
    if (!o->segments || (o->t_min <= 1 && o->t_max <= 1)) return true;
    say(O012_OUT_OF_RANGE, "%s: %.17g is behind the end of a segment, which is at t = 1",
        o->t_min > 1 ? "--t-min" : "--t-max", o->t_min > 1 ? o->t_min : o->t_max);
    return false;
}

bool ray_options_parse(ray_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--rays", "--from"}, {"--direction", "--to"}, {"--first", "--any"},
        {"--first", "--all"}, {"--first", "--count"},  {"--any", "--all"},
        {"--any", "--count"}, {"--all", "--count"},    {"--json", "--crlf"},
    };
    static const char* const shown[] = {"--json", "--crlf", "--first", "--all", "--count", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (ray_options){0};
    command_line line = {
        .verb = &verb_ray,
        .groups = {OPTION_GROUP(rows, o, given), method_options_group(&o->build, false)},
        .takes = "ray takes one model",
        .paths = o->files.paths,
        .paths_most = 1,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           (!o->quiet || output_fits_quiet(o->output, option_first_given(&line, shown))) &&
           method_options_fit(&o->build) && ray_method_fits(o->build.build.method) &&
           rays_fit(o, &line) && limits_fit(o);
}

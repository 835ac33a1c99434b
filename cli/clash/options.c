// options.c - the command line of "abut clash". Only --against may come several times.
#include "clash/clash.h"
#include "models/threads.h"
#include "say/say.h"

#include <float.h>
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
    {OPTION("--groups", option_flag, AT(groups)),
     OPTION_TEXT(SECTION_OBJECTS, NULL, "an object is a group of a file, not the file"),
     .more = "These are the objects of a file, or its groups, if it has no objects, or its solids. "
             "Those of one name in a file are one. What is in none is an object without a name",
     .first = true},
    {OPTION("--against", take_against, 0),
     OPTION_TEXT(SECTION_OBJECTS, "FILE", "only the other files' objects against this one's"),
     .more = "May be given several times", .repeats = true, .first = true},
    {OPTION("--ignore", option_text, AT(ignore)),
     OPTION_TEXT(SECTION_OBJECTS, "FILE", "leave out pairs: lines of two names, a tab between"),
     .more = "What follows a second tab, and lines that start with #, do not matter",
     .first = true},
    {OPTION("--inside", option_flag, AT(inside)),
     OPTION_TEXT(SECTION_FIND, NULL, "also whether one is inside the other, or crosses it"),
     .more = "Pairs without contact are listed, too, where one is inside", .first = true},
    {OPTION("--clearance", measure_take_limit, AT(clearance)),
     OPTION_TEXT(SECTION_FIND, "D", "also what is at most D apart, and how far"),
     .more = "In the unit of the files. Then the exit status is 1, as for contact. For the methods "
             "wide, brute, aabb, obb and sphere",
     .first = true},
    OPTION_STRICT(AT(clearance.is_strict)),
    OPTION_STATS(AT(stats)),
    OPTION_CSV_SAFE(AT(csv_safe)),
    OPTION_DROP_BAD(AT(drop_bad)),
    OPTION_FORMAT(AT(format)),
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

static bool clearance_fits(const clash_options* o)
{
    const double d = o->clearance.distance;
    if (d > 0 && d < 2 * DBL_MIN) {  // it may have no half
        say("--clearance takes 0, or a length of at least %.17g", 2 * DBL_MIN);
        return false;
    }
    return !o->clearance.is_given || measure_method_fits(o->build.build.method);
}

static bool parse(clash_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"}, {"--csv", "--stats"}, {"--clearance", "--inside"}};
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
           option_fits_beside(&line, "--strict", "--clearance") && clearance_fits(o) &&
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

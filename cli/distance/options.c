// options.c - the command line of "abut distance".
#include "distance/distance.h"
#include "models/threads.h"
#include "shape/probe.h"

#define AT(member) offsetof(distance_options, member)

static const option_row rows[] = {
    {OPTION("--within", measure_take_limit, AT(within)),
     OPTION_TEXT(SECTION_FIND, "D", "look no farther: whether they are at most D apart"),
     .more = "Then the exit status is 1 for that, too. 0 asks about contact alone", .first = true},
    {OPTION("--all-within", measure_take_limit, AT(within)),
     OPTION_TEXT(SECTION_FIND, "D", "list all pairs of triangles that are at most D apart"),
     .more = "With how far each of them is, and where. The exit status is 1 if there are any",
     .first = true},
    OPTION_STRICT(AT(within.is_strict)),
    {OPTION("--tolerance", option_length, AT(absolute)),
     OPTION_TEXT(SECTION_FIND, "T", "the two bounds may be up to T from each other"),
     .more = "Without a tolerance they are the doubles next to the distance", .first = true},
    {OPTION("--relative-tolerance", option_length, AT(relative)),
     OPTION_TEXT(SECTION_FIND, "R", "or up to R times the larger one"), .first = true},
    {OPTION("--deadline", option_time, AT(deadline)),
     OPTION_TEXT(SECTION_FIND, "TIME", "stop after that time: 200us, 1.5ms, 2s"),
     .more = "A number without its unit is refused. What is known by then differs from run to "
             "run"},
    OPTION_STATS(AT(stats)),
    OPTION_THREADS(AT(thread_count)),
};

bool distance_options_parse(distance_options* o, int count, char** arguments, int* status)
{
    // All pairs are told exactly, and so is what is just D apart.
    static const char* const pairs[][2] = {{"--json", "--csv"},
                                           {"--csv", "--stats"},
                                           {"--all-within", "--within"},
                                           {"--all-within", "--tolerance"},
                                           {"--all-within", "--relative-tolerance"},
                                           {"--strict", "--tolerance"},
                                           {"--strict", "--relative-tolerance"}};
    static const char* const shown[] = {"--json", "--csv", "--stats", NULL};
    // All pairs would be all triangles; and no shape is drawn.
    static const char* const not_for_shapes[] = {
        "--all-within", "--picture", "--report", "--view", "--picture-size", "--no-tint", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    pose_options poses = {0};
    *o = (distance_options){0};
    command_line line = {
        .verb = &verb_distance,
        .groups = {pose_options_group(&poses), pair_options_group(&o->files, false),
                   OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_group(&o->build, false)},
        .takes = "distance takes two files",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    if (!command_line_read(&line, count, arguments, status) ||
        !pair_take_shape(&o->files, &line, not_for_shapes))
        return false;
    o->lists_all = option_given(&line, "--all-within");
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside_one(&line, "--strict", "--within", "--all-within") &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           (o->files.shape ? shape_method_fits : measure_method_fits)(o->build.build.method) &&
           pair_options_finish(&o->files, &line, "files") &&
           pose_options_finish(&poses, o->poses) && picture_options_finish(&o->result.picture);
}

// options.c - the command line of "abut check".
#include "check/check.h"
#include "models/threads.h"
#include "shape/probe.h"

#define AT(member) offsetof(check_options, member)

static const option_row rows[] = {
    OPTION_CLEARANCE(AT(clearance)),
    OPTION_STRICT(AT(clearance.is_strict)),
    {OPTION("--inside", option_flag, AT(inside)),
     OPTION_TEXT(SECTION_FIND, NULL, "also whether one is inside the other, or crosses it"),
     .more = "For each connected component; unknown where surfaces with gaps leave it open. Not "
             "with --first, --limit, --budget, --csv or --clearance",
     .first = true},
    {OPTION("--contacts", option_flag, AT(contacts)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs of triangles in the text, with kind"),
     .more = "JSON and CSV always list them"},
    {OPTION("--points", option_flag, AT(points)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs, and the corners of what they share"),
     .more = "In world coordinates", .first = true},
    {OPTION("--considered", option_flag, AT(considered)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the pairs of triangles that had to be tested"),
     .more = "No volumes of the method kept them apart. In a picture all other triangles are grey. "
             "One thread then searches; not with --inside, --csv or --clearance"},
    OPTION_STATS(AT(stats)),
    OPTION_THREADS(AT(thread_count)),
};

bool check_options_parse(check_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"},
        {"--csv", "--stats"},
        {"--inside", "--first"},
        {"--inside", "--limit"},
        {"--inside", "--budget"},
        {"--inside", "--csv"},
        {"--inside", "--considered"},
        {"--csv", "--considered"},
        {"--clearance", "--inside"},
        {"--clearance", "--csv"},
        {"--clearance", "--considered"},
        {"--clearance", "--descent"},
        {"--clearance", "--traversal"},
    };
    // The corners of contacts and the walk of two trees are about two models, and no shape is drawn.
    static const char* const not_for_shapes[] = {
        "--points",    "--considered",   "--picture",        "--report",
        "--view",      "--picture-size", "--no-tint",        "--descent",
        "--traversal", "--intervals",    "--interval-count", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    pose_options poses = {0};
    *o = (check_options){0};
    command_line line = {
        .verb = &verb_check,
        .groups = {pose_options_group(&poses), pair_options_group(&o->files, true),
                   OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   picture_options_group(&o->result.picture),
                   method_options_group(&o->build, true)},
        .takes = "check takes two files ('abut clash' takes many)",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    if (!command_line_read(&line, count, arguments, status) ||
        !pair_take_shape(&o->files, &line, not_for_shapes))
        return false;
    o->contacts |= o->points;
    // A picture shows what was considered, too.
    const char* const shown[] = {"--json",     "--csv",
                                 "--contacts", "--points",
                                 "--stats",    o->result.picture.path ? NULL : "--considered",
                                 NULL};
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--strict", "--clearance") &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           (!o->clearance.is_given || o->files.shape ||
            measure_method_fits(o->build.build.method)) &&
           (!o->files.shape || shape_method_fits(o->build.build.method)) &&
           pair_options_finish(&o->files, &line, "files") &&
           pose_options_finish(&poses, o->poses) && picture_options_finish(&o->result.picture);
}

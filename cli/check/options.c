// options.c - the command line of "abut check".
#include "check/check.h"
#include "models/threads.h"

#define AT(member) offsetof(check_options, member)

static const option_row rows[] = {
    {OPTION("--inside", option_flag, AT(inside))},
    {OPTION("--contacts", option_flag, AT(contacts))},
    {OPTION("--points", option_flag, AT(points))},
    {OPTION("--stats", option_flag, AT(stats))},
    OPTION_THREADS(AT(thread_count)),
};

bool check_options_parse(check_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"},     {"--csv", "--stats"},     {"--inside", "--first"},
        {"--inside", "--limit"}, {"--inside", "--budget"}, {"--inside", "--csv"},
    };
    static const char* const shown[] = {"--json",   "--csv",   "--contacts",
                                        "--points", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    pose_options poses = {0};
    *o = (check_options){0};
    command_line line = {
        .verb = &verb_check,
        .groups = {OPTION_GROUP(rows, o, given), pair_options_group(&o->files),
                   result_options_group(&o->result), picture_options_group(&o->result.picture),
                   method_options_group(&o->build, true), pose_options_group(&poses)},
        .takes = "check takes two files ('abut clash' takes many)",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->contacts |= o->points;
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           pair_options_finish(&o->files, &line, "files") &&
           pose_options_finish(&poses, o->poses) && picture_options_finish(&o->result.picture);
}

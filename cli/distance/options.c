// options.c - the command line of "abut distance".
#include "distance/distance.h"
#include "models/threads.h"
#include "options/arguments.h"
#include "say/say.h"

#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(distance_options, member)

static option_take take_within, take_all_within;

static const option_row rows[] = {
    {OPTION("--within", take_within, 0),
     OPTION_TEXT(SECTION_FIND, "D", "look no farther: are they at most D apart?"),
     .more = "Then the exit status is 1 for that, too. 0 asks about contact alone", .first = true},
    {OPTION("--all-within", take_all_within, 0),
     OPTION_TEXT(SECTION_FIND, "D", "list all pairs of triangles that are at most D apart"),
     .more = "With how far each of them is, and where. The exit status is 1 if there are any",
     .first = true},
    {OPTION("--strict", option_flag, AT(strict)),
     OPTION_TEXT(SECTION_FIND, NULL, "what is exactly D apart is far enough"),
     .more = "With --within or --all-within, where D is above 0"},
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

static bool take_within(void* to, const option_row* row, const char* text)
{
    distance_options* o = to;
    o->has_within = true;
    return option_length(&o->within, row, text);
}

static bool take_all_within(void* to, const option_row* row, const char* text)
{
    distance_options* o = to;
    o->has_all = true;
    return option_length(&o->all_within, row, text);
}

// Whether --strict has a distance that it is about, and something can be nearer than that.
static bool strict_fits(const distance_options* o)
{
    if (!o->strict) return true;
    if (!o->has_within && !o->has_all) {
        say("option --strict has no effect without --within or --all-within");
        return false;
    }
    if ((o->has_all ? o->all_within : o->within) > 0) return true;
    say("option --strict: nothing is nearer than 0");
    return false;
}

// What the library says to the question, before there are models. A method shows what it is with a triangle.
static abut_status try_method(abut_method method)
{
    static const double corners[9] = {0};
    static const uint32_t triangle[3] = {0, 1, 2};
    const abut_soup least = {
        .vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    const abut_build build = {.method = method};
    abut_instance one = {0};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_distance_answer answer;
    abut_status status = abut_model_build(&model, &least, &build);
    if (status == ABUT_OK) status = abut_query_create(&query, NULL);
    one.model = model;
    if (status == ABUT_OK) status = abut_distance(query, &one, &one, NULL, &answer);
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

bool distance_method_fits(abut_method method)
{
    char list[256] = "";
    const abut_status status = try_method(method);
    if (status == ABUT_OK) return true;
    if (status != ABUT_BAD_COMBINATION) {
        say("%s", abut_status_text(status));
        return false;
    }
    for (int m = ABUT_METHOD_AUTO + 1; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        const size_t used = strlen(list);
        if (name && try_method((abut_method)m) == ABUT_OK)
            snprintf(list + used, sizeof list - used, " %s", name);
    }
    say("the method %s does not tell how far models are apart; there are:%s",
        abut_method_name(method), list);
    return false;
}

bool distance_options_parse(distance_options* o, int count, char** arguments, int* status)
{
    // All pairs are told exactly, and so is what is at most D, or less, apart.
    static const char* const pairs[][2] = {{"--json", "--csv"},
                                           {"--csv", "--stats"},
                                           {"--all-within", "--within"},
                                           {"--all-within", "--tolerance"},
                                           {"--all-within", "--relative-tolerance"},
                                           {"--strict", "--tolerance"},
                                           {"--strict", "--relative-tolerance"}};
    static const char* const shown[] = {"--json", "--csv", "--stats", NULL};
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
    if (!command_line_read(&line, count, arguments, status)) return false;
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) && strict_fits(o) &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           distance_method_fits(o->build.build.method) &&
           pair_options_finish(&o->files, &line, "files") &&
           pose_options_finish(&poses, o->poses) && picture_options_finish(&o->result.picture);
}

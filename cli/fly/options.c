// options.c - the command line of "abut fly".
#include "fly/fly.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(fly_options, member)

static const option_row rows[] = {
    {OPTION("--path", option_text, AT(path)),
     OPTION_TEXT(SECTION_PLACE, "FILE", "the poses of B, one a line"),
     .more = "With 24 numbers a line they are those of both models", .first = true},
    {OPTION("--path-a", option_text, AT(path_a)),
     OPTION_TEXT(SECTION_PLACE, "FILE", "the poses of A, which rests without them"),
     .more = "As many as there are of B, or one that A rests in", .first = true},
    OPTION_CLEARANCE(AT(clearance)),
    OPTION_STRICT(AT(clearance.is_strict)),
    {OPTION_DEPTH(AT(depth), "how deep they are in each other at each step"),
     .more = "And the shortest way to move B that frees it there, as of 'abut check --depth'. For "
             "the methods wide and brute"},
    {OPTION_TOLERANCE(AT(tolerance)),
     .more = "In the unit of the files. Without it 1e-6 of the size of the overlap"},
    {OPTION("--deadline", option_time, AT(deadline)),
     OPTION_TEXT(SECTION_FIND, "TIME", "stop a step after that time: 200us, 1.5ms, 2s"),
     .more = "A number without its unit is refused. What is undecided then differs from run to "
             "run"},
    {OPTION("--coherent", option_flag, AT(coherent)),
     OPTION_TEXT(SECTION_FIND, NULL, "begin each step with what the last one found"),
     .more = "Faster for small steps; for the method wide, or --descent environment, or with "
             "--clearance. Whether there is contact, all pairs, and how near, stay the same",
     .first = true},
    {OPTION("--continuous", option_flag, AT(continuous)),
     OPTION_TEXT(SECTION_FIND, NULL, "prove what lies between the steps, too"),
     .more = "From step to step the model's point 0,0,0 goes straight (lerp), and the model turns "
             "about it at a constant rate, by the shorter arc (slerp). All pieces are asked about. "
             "For the methods wide and brute",
     .first = true},
    OPTION_SEPARATION(AT(limits.separation)),
    OPTION_RESOLUTION(AT(limits.resolution), "piece"),
    {OPTION_PIVOT("--pivot-a", AT(pivots[0]))},
    {OPTION_PIVOT("--pivot-b", AT(pivots[1])), OPTION_PIVOT_TEXT("--continuous")},
    {OPTION("--steps", option_flag, AT(steps)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list every step, not only from where to where"),
     .more = "JSON and CSV always list them", .first = true},
    OPTION_STATS(AT(stats)),
    {OPTION("--no-times", option_flag, AT(no_times)),
     OPTION_TEXT(SECTION_WRITE, NULL, "no seconds: two runs write the same bytes"),
     .more = "Nor counts of tests, unless --stats asks: these depend on the machine"},
    OPTION_SHARD(AT(shard)),
    OPTION_THREADS(AT(thread_count)),
};

// What means nothing but between the steps.
static bool continuous_fits(fly_options* o, const command_line* line)
{
    static const char* const names[] = {"--separation", "--resolution", "--pivot-a", "--pivot-b"};
    for (size_t i = 0; i < OPTION_COUNT(names); i++)
        if (!option_fits_beside(line, names[i], "--continuous")) return false;
    o->has_pivot_a = option_given(line, "--pivot-a");
    return !o->continuous || motion_method_fits(o->build.build.method);
}

static bool is_input(const char* path)
{
    return path && strcmp(path, "-") == 0;
}

static bool path_fits(const fly_options* o)
{
    if (!o->path) {
        say(O010_OPTION_MISSING, "fly needs a path of b: --path FILE");
        return false;
    }
    const bool model = is_input(o->files.paths[0]) || is_input(o->files.paths[1]);
    const int inputs = model + is_input(o->path) + is_input(o->path_a);
    if (inputs > 1)
        say(O016_STDIN_TWICE, "standard input can be read only once");
    else if (inputs && shard_is_given(&o->shard))
        say(O016_STDIN_TWICE,
            "each shard must read its models and paths: none of them can be standard input");
    else
        return true;
    return false;
}

// What a shard does not go with, and what each of them may have its own of.
static const char *const not_in_shards[] = {"--deadline", NULL}, *const own_of_shards[] = {
                                                                     "--max-memory", NULL};

// What the part says of its job.
static bool describe_part(fly_options* o, const command_line* line, int count, char** arguments)
{
    o->head = (part_head){.verb = verb_fly.name, .shard = o->shard};
    if (!shard_is_given(&o->shard)) return true;
    o->head.arguments =
        shard_arguments(line, count, arguments, own_of_shards, &o->head.argument_count);
    return o->head.arguments != NULL;
}

void fly_options_free(fly_options* o)
{
    free((void*)(uintptr_t)o->head.arguments);
    o->head = (part_head){0};
}

bool fly_options_parse(fly_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {
        {"--json", "--csv"},  {"--csv", "--stats"},         {"--json", "--steps"},
        {"--csv", "--steps"}, {"--clearance", "--descent"}, {"--clearance", "--traversal"}};
    static const char* const shown[] = {"--json", "--csv", "--steps", "--stats", "--depth", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    *o = (fly_options){0};
    command_line line = {
        .verb = &verb_fly,
        .groups = {OPTION_GROUP(rows, o, given), pair_options_group(&o->files, true),
                   result_options_group(&o->result), picture_options_group(&o->result.picture),
                   method_options_group(&o->build, true)},
        .takes = "fly takes two models",
        .paths = o->files.paths,
        .paths_most = 2,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--strict", "--clearance") &&
           option_fits_beside(&line, "--tolerance", "--depth") &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           (!o->clearance.is_given || measure_method_fits(o->build.build.method)) &&
           (!o->depth || solids_method_fits(o->build.build.method)) && continuous_fits(o, &line) &&
           pair_options_finish(&o->files, &line, "models") &&
           shard_options_fit(&o->shard, &line, o->result.output, not_in_shards) && path_fits(o) &&
           picture_options_finish(&o->result.picture) && describe_part(o, &line, count, arguments);
}

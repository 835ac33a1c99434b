// merge.c - "abut merge PART...": what shards of a job found, as one run would have written it. Which job it is the parts say, and its verb
// does the rest (verb.h).
#include "main/verb.h"
#include "output/output.h"
#include "say/say.h"
#include "scale/part.h"

#include <stdlib.h>

typedef struct merge_options {
    const char** paths;  // as many as there are arguments
    size_t path_count;
    const char* output;
    bool quiet;
} merge_options;

#define AT(member) offsetof(merge_options, member)

static const option_row rows[] = {
    OPTION_OUTPUT(AT(output)),
    {OPTION("--quiet", option_flag, AT(quiet)),
     OPTION_TEXT(SECTION_WRITE, NULL, "only the exit status, and errors"),
     .more = "With -o FILE, all is still written to FILE", .first = true},
};

static bool parse(merge_options* o, int count, char** arguments, int* status)
{
    bool given[OPTION_COUNT(rows)] = {false};
    command_line line = {.verb = &verb_merge,
                         .groups = {OPTION_GROUP(rows, o, given)},
                         .takes = "merge takes parts",
                         .paths = o->paths,
                         .paths_most = SIZE_MAX};
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->path_count = line.path_count;
    return !o->quiet || output_fits_quiet(o->output, NULL);
}

static int merge(const merge_options* o)
{
    part_list list;
    if (!part_list_open(&list, o->paths, o->path_count)) return EXIT_ERROR;
    list.output = o->output;
    list.quiet = o->quiet;
    const verb* v = verb_find(list.parts[0].head.verb);
    int status = EXIT_ERROR;
    if (v && v->merge)
        status = v->merge(&list);
    else
        say(C022_PART_VERSION, "%s: this part is of 'abut %s', which has no shards",
            list.parts[0].path, list.parts[0].head.verb);
    part_list_close(&list);
    return status;
}

static int merge_run(int count, char** arguments)
{
    merge_options o = {.paths = malloc((size_t)count * sizeof *o.paths)};
    int status = EXIT_ERROR;
    if (!o.paths)
        say_no_memory();
    else if (parse(&o, count, arguments, &status))
        status = merge(&o);
    free(o.paths);
    return status;
}

const verb verb_merge = {
    .name = "merge",
    .summary = "make one result of the parts that shards of a job wrote",
    .usage = "PART... [options]",
    .about =
        "Write what one run with --no-times would have written, from the parts of all its shards: "
        "the same bytes, and the same exit status. A shard is one run of N, with --shard I/N.",
    .more =
        {"Give the parts in any order; they may come from any machine. A shard that is missing "
         "or there twice, a part that is damaged, and one of another job are named, and "
         "nothing is written. The models are not read again.",
         "The parts hold the options of the command. Say here, with -o, where the result goes."},
    .status = "0, 1 and 3 as of the one run, 2 error.",
    .status_more = "An error is also a part that is missing or damaged.",
    .examples = {"abut merge part.* -o contacts.csv", "abut merge part.1 part.2 part.3 --quiet"},
    .run = merge_run,
};

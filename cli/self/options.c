// options.c - the command line of "abut self".
#include "models/threads.h"
#include "say/say.h"
#include "self/self.h"

#include <stdlib.h>

#define AT(member) offsetof(self_options, member)

static const option_row rows[] = {
    {OPTION("--all", option_flag, AT(all)),
     OPTION_TEXT(SECTION_FIND, NULL, "list every pair in the text, not only the first ten"),
     .more = "JSON and CSV always list what was found", .first = true},
    {OPTION("--first", option_flag, AT(first)),
     OPTION_TEXT(SECTION_FIND, NULL, "stop at the first pair found"), .first = true},
    {OPTION("--limit", option_size, AT(limit)),
     OPTION_TEXT(SECTION_FIND, "N", "stop after N pairs of a file, N >= 1"), .lowest = 1,
     .highest = SIZE_MAX},
    {OPTION("--budget", option_count, AT(budget)),
     OPTION_TEXT(SECTION_FIND, "N", "stop after N tests of volumes and triangles, N >= 1"),
     .more = "Of each file. What is not known by then is undecided", .lowest = 1,
     .highest = UINT64_MAX},
    {OPTION("--deadline", option_time, AT(deadline)),
     OPTION_TEXT(SECTION_FIND, "TIME", "stop the search of a file after that: 200us, 1.5ms, 2s"),
     .more = "A number without its unit is refused. What is known by then differs from run to "
             "run"},
    {OPTION("--parts", option_flag, AT(parts)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list every connected component in the text"),
     .more = "Else the first ten of several that have pairs. JSON always lists them",
     .first = true},
    {OPTION("--points", option_flag, AT(points)),
     OPTION_TEXT(SECTION_WRITE, NULL, "list the corners of what the pairs share"),
     .more = "In the coordinates of the file. Corners that both triangles have are among them",
     .first = true},
    OPTION_STATS(AT(stats)),
    OPTION_CSV_SAFE(AT(csv_safe)),
    {OPTION("--group", option_text, AT(group)),
     OPTION_TEXT(SECTION_READ, "NAME", "only the objects, groups or solids of that name"),
     .more = "'abut info --groups' lists them"},
    OPTION_DROP_BAD(AT(drop_bad)),
    OPTION_FORMAT(AT(format)),
    OPTION_MAX_MEMORY,
    OPTION_THREADS(AT(thread_count)),
};

static bool paths_fit(const self_options* o)
{
    if (o->path_count == 0) {
        say(O008_FILE_MISSING, "self needs a file; 'abut help self' tells more");
        return false;
    }
    return inputs_fit(o->paths, o->path_count, o->format);
}

static bool parse(self_options* o, int count, char** arguments, int* status)
{
    static const char* const pairs[][2] = {{"--json", "--csv"},    {"--csv", "--stats"},
                                           {"--csv", "--parts"},   {"--first", "--all"},
                                           {"--first", "--limit"}, {"--all", "--limit"}};
    static const char* const shown[] = {"--json",   "--csv",   "--all", "--parts",
                                        "--points", "--stats", NULL};
    bool given[OPTION_COUNT(rows)] = {false};
    command_line line = {
        .verb = &verb_self,
        .groups = {OPTION_GROUP(rows, o, given), result_options_group(&o->result),
                   method_options_group(&o->build, false)},
        .paths = o->paths,
        .paths_most = SIZE_MAX,
    };
    if (!command_line_read(&line, count, arguments, status)) return false;
    o->path_count = line.path_count;
    if (o->first) o->limit = 1;
    return options_exclude(&line, pairs, OPTION_COUNT(pairs)) &&
           option_fits_beside(&line, "--csv-safe", "--csv") &&
           result_options_fit(&o->result, &line, shown) && method_options_fit(&o->build) &&
           self_method_fits(o->build.build.method) && paths_fit(o);
}

bool self_options_parse(self_options* o, int count, char** arguments, int* status)
{
    *o = (self_options){.paths = calloc((size_t)count + 1, sizeof *o->paths)};
    if (o->paths) return parse(o, count, arguments, status);
    say_status(NULL, ABUT_OUT_OF_MEMORY);
    *status = EXIT_ERROR;
    return false;
}

void self_options_free(self_options* o)
{
    free(o->paths);
    *o = (self_options){0};
}

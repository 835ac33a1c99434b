// options.c - see options.h.
#include "options.h"

#include "say/say.h"
#include "scale/shard.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(mpi_options, member)

enum { CELLS_MOST = SHARDS_MOST };

static const option_row rows[] = {
    {OPTION("--checkpoint", option_text, AT(checkpoint)),
     OPTION_TEXT(SECTION_RANKS, "DIR", "keep there what is done, until all is"),
     .more = "All ranks must see this folder, and the files. It is made, and removed when FILE is "
             "complete. Default: FILE.parts",
     .first = true},
    {OPTION("--resume", option_flag, AT(is_resumed)),
     OPTION_TEXT(SECTION_RANKS, NULL, "go on with a run that was ended"),
     .more = "With the same files and options; the number of ranks may be another. Without it a "
             "folder that has something is refused. Where there is none, the run begins",
     .first = true},
    {OPTION("--cells", option_size, AT(cells)), .lowest = 1, .highest = CELLS_MOST,
     OPTION_TEXT(SECTION_RANKS, "N", "cut the objects into N cells, which ranks take one by one"),
     .more =
         "More cells take less memory and share the work more evenly; what lies at their edges is "
         "looked at more often. The answer is the same. Default: 64 to 4096, by the objects"},
};

// What abut clash has and abut-mpi has not: it needs all models in one memory, or is what ranks are for.
static const char* const without[] = {"--shard",       "--memory",   "--bcf",
                                      "--bcf-version", "--annotate", NULL};

static bool paths_fit(const clash_options* o)
{
    for (size_t i = 0; i < o->input_count; i++) {
        if (strcmp(o->paths[i], "-") != 0) continue;
        say(O016_STDIN_TWICE, "standard input cannot be read by several ranks; a file can");
        return false;
    }
    return true;
}

static bool fit(void* options, const command_line* line, int count, char** arguments)
{
    static const char* const own[] = {"--checkpoint", "--resume", "--cells", NULL};
    mpi_options* o = options;
    const char* to = o->clash.result.output;
    if (!to || strcmp(to, "-") == 0) {
        say(O010_OPTION_MISSING, "abut-mpi needs -o FILE");
        return false;
    }
    if (!paths_fit(&o->clash)) return false;
    o->kept = shard_arguments(line, count, arguments, own, &o->kept_count);
    return o->kept != NULL;
}

bool mpi_options_parse(mpi_options* o, int count, char** arguments, int* status)
{
    bool given[OPTION_COUNT(rows)] = {false};
    const clash_more more = {.verb = &verb_mpi_clash,
                             .group = OPTION_GROUP(rows, o, given),
                             .without = without,
                             .fit = fit};
    *o = (mpi_options){0};
    if (!clash_options_parse_more(&o->clash, &more, count, arguments, status)) return false;
    *status = EXIT_ERROR;
    if (!clash_paths_fit(&o->clash)) return false;
    o->clash.no_times = true;
    if (o->clash.thread_count == 0) o->clash.thread_count = 1;
    return true;
}

void mpi_options_free(mpi_options* o)
{
    free(o->kept);
    clash_options_free(&o->clash);
    *o = (mpi_options){0};
}

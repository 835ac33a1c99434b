// main.c - the program "abut-mpi": a clash by the ranks of an MPI run.
// Like abut it never calls setlocale.
#include "file/memory_limit.h"
#include "file/new.h"
#include "options/nearest.h"
#include "run.h"
#include "say/say.h"
#include "system/system.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const verb verb_mpi_clash = {
    .program = "abut-mpi",
    .name = "clash",
    .summary = "which of many objects touch, cross or come too close, by many ranks",
    .usage = "FILE... [options] -o FILE",
    .about =
        "What 'abut clash' does with --no-times, by all ranks that mpirun or srun starts: the same "
        "bytes for any number of them. Objects are cut into cells, and ranks take one after "
        "another. "
        "All ranks must see the files, and the folder of what is done so far.",
    .more =
        {"Each rank has the list of all objects, and the models of one cell. Files that are not "
         "saved by 'abut build' are saved first, in the folder of --checkpoint, each by one rank: "
         "'abut build --groups' beforehand saves that.",
         "A rank works on one thread, unless --threads says more.",
         "A run that ends early leaves no result, but what was done: --resume goes on with it.",
         "What 'abut clash' draws (--picture, --report, --bcf) needs all models in one memory: it "
         "is not for ranks. Nor is standard input."},
    .status =
        "of rank 0: 0 no pair is listed, 1 some are (contact, or at most D apart), 2 error, 3 "
        "nothing to check.",
    .status_more = "As of 'abut clash'. mpirun ends with it, but may say that a rank ended so.",
    .examples = {"mpirun -n 8 abut-mpi clash --groups plant.abut --json -o clashes.json",
                 "srun abut-mpi clash --groups plant.abut --csv -o clashes.csv --resume"},
};

// What help.c and "abut merge" know of verbs.
static const verb* const verbs[] = {&verb_mpi_clash, NULL};

const verb* const* verb_table(void)
{
    return verbs;
}

const verb* verb_find(const char* name)
{
    return strcmp(name, verb_mpi_clash.name) == 0 ? &verb_mpi_clash : NULL;
}

static void write_overview(FILE* out)
{
    fprintf(out,
            "abut-mpi %s: exact collision detection between triangle models, by many ranks\n"
            "\n"
            "Usage: mpirun -n N abut-mpi clash FILE... [options] -o FILE\n"
            "       abut-mpi --help | --version\n"
            "\n"
            "Verbs:\n"
            "  %-9s %s\n"
            "\n"
            "'abut-mpi clash --help' tells what most people need, --help-all everything.\n",
            ABUT_VERSION_STRING, verb_mpi_clash.name, verb_mpi_clash.summary);
}

// Whether an argument asks for help only, for which no rank is needed.
static bool asks_for_help(int count, char** arguments)
{
    for (int i = 2; i < count && strcmp(arguments[i], "--") != 0; i++)
        if (strcmp(arguments[i], "-h") == 0 || strcmp(arguments[i], "--help") == 0 ||
            strcmp(arguments[i], "--help-all") == 0)
            return true;
    return false;
}

static int run_as_rank(ranks* r, int count, char** arguments)
{
    mpi_options o = {0};
    int status = EXIT_ERROR;
    if (count < 2 || strcmp(arguments[1], verb_mpi_clash.name) != 0)
        say(O001_UNKNOWN_VERB, "abut-mpi takes the verb clash; 'abut-mpi --help' tells more");
    else if (mpi_options_parse(&o, count - 1, arguments + 1, &status))
        status = EXIT_SUCCESS;
    if (!ranks_agree(r, status == EXIT_SUCCESS))
        status = EXIT_ERROR;
    else
        status = run_clash(r, &o);
    mpi_options_free(&o);
    return status;
}

// What needs no rank.
static bool tell(int count, char** arguments, int* status)
{
    *status = EXIT_SUCCESS;
    if (count == 2 && strcmp(arguments[1], "--version") == 0) {
        printf("abut-mpi %s\n", ABUT_VERSION_STRING);
        return true;
    }
    if (count == 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
        write_overview(stdout);
        return true;
    }
    if (!asks_for_help(count, arguments) || strcmp(arguments[1], verb_mpi_clash.name) != 0)
        return false;
    mpi_options o;
    say_as("abut-mpi", NULL);
    mpi_options_parse(&o, count - 1, arguments + 1, status);
    mpi_options_free(&o);
    return true;
}

int main(int count, char** arguments)
{
    ranks r;
    int status;
    if (!system_fill_standard_files()) _exit(EXIT_ERROR);
    new_files_watch();
    memory_limit_set(memory_limit_default());
    if (tell(count, arguments, &status)) return fflush(stdout) == 0 ? status : EXIT_ERROR;
    if (!ranks_begin(&r, &count, &arguments)) return EXIT_ERROR;
    status = run_as_rank(&r, count, arguments);
    ranks_end(&r);
    return status;
}

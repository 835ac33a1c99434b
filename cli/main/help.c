// help.c - "abut help [VERB]", and the texts about verbs that others show too.

#include "main/verb.h"
#include "options/nearest.h"
#include "options/options.h"
#include "say/say.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <string.h>

void verb_write_overview(FILE* out)
{
    fputs("abut " ABUT_VERSION_STRING ": exact collision detection between triangle models\n"
          "Usage: abut VERB [arguments], or abut --help | --help-all | --version\n"
          "\n"
          "Verbs:\n",
          out);
    for (const verb* const* v = verb_table(); *v; v++)
        fprintf(out, "  %-9s %s\n", (*v)->name, (*v)->summary);
    fputs("\n'abut VERB --help' tells what you need most of a verb, --help-all everything.\n"
          "Exit status: 0, 1, 3 as the verb says; 2: error. Example: abut check a.stl b.stl\n",
          out);
}

void verb_unknown(const char* name)
{
    char meant[64];
    nearest near = nearest_begin(name);
    for (const verb* const* v = verb_table(); *v; v++)
        nearest_offer(&near, (*v)->name);
    say(O001_UNKNOWN_VERB, "there is no verb '%s'%s; the verbs are:", name,
        nearest_text(&near, meant));
    for (const verb* const* v = verb_table(); *v; v++)
        fprintf(stderr, "  %-9s %s\n", (*v)->name, (*v)->summary);
}

int verb_write_help(const verb* v, bool all)
{
    char option[2][16] = {"--help", "--help-all"};
    char name[16];
    char* arguments[] = {name, option[all], NULL};
    snprintf(name, sizeof name, "%s", v->name);
    return v->run(2, arguments);
}

static int help_run(int count, char** arguments)
{
    const char* name = NULL;
    int status;
    command_line line = {
        .verb = &verb_help, .takes = "help takes one verb", .paths = &name, .paths_most = 1};
    if (!command_line_read(&line, count, arguments, &status)) return status;
    if (!name) {
        verb_write_overview(stdout);
        return EXIT_SUCCESS;
    }
    const verb* v = verb_find(name);
    if (v) return verb_write_help(v, false);
    verb_unknown(name);
    return EXIT_ERROR;
}

const verb verb_help = {
    .name = "help",
    .summary = "show what you need most of a verb",
    .usage = "[VERB]",
    .about =
        "Show what you need most of a verb, as 'abut VERB --help' does, or without a verb what "
        "there is. 'abut VERB --help-all' shows everything.",
    .status = "0, or 2 if there is no such verb.",
    .examples = {"abut help check"},
    .run = help_run,
};

// help.c - "abut help [VERB]", and the texts about verbs that others show too.
#include "main/verb.h"
#include "options/nearest.h"
#include "say/say.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <string.h>

void verb_write_help(const verb* v, FILE* out)
{
    for (const char* const* part = v->help; *part; part++)
        fprintf(out, "%s%s", part == v->help ? "" : "\n", *part);
}

void verb_write_overview(FILE* out)
{
    fputs("abut " ABUT_VERSION_STRING ": exact collision detection between triangle models\n"
          "\n"
          "Usage: abut VERB [arguments]\n"
          "       abut --help | --version\n"
          "\n"
          "Verbs:\n",
          out);
    for (const verb* const* v = verb_table(); *v; v++)
        fprintf(out, "  %-9s %s\n", (*v)->name, (*v)->summary);
    fputs("\n'abut help VERB' tells all about a verb.\n"
          "\n"
          "Exit status: 0, 1 or 3 as the verb says; 2 on any error.\n",
          out);
}

void verb_unknown(const char* name)
{
    char meant[64];
    nearest near = nearest_begin(name);
    for (const verb* const* v = verb_table(); *v; v++)
        nearest_offer(&near, (*v)->name);
    say("there is no verb '%s'%s; the verbs are:", name, nearest_text(&near, meant));
    for (const verb* const* v = verb_table(); *v; v++)
        fprintf(stderr, "  %-9s %s\n", (*v)->name, (*v)->summary);
}

static int help_run(int count, char** arguments)
{
    if (count > 2) {
        say("help takes one verb; '%s' is one too many", arguments[2]);
        return EXIT_ERROR;
    }
    if (count < 2) {
        verb_write_overview(stdout);
        return EXIT_SUCCESS;
    }
    const char* name = arguments[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) name = verb_help.name;
    const verb* v = verb_find(name);
    if (!v) {
        verb_unknown(name);
        return EXIT_ERROR;
    }
    verb_write_help(v, stdout);
    return EXIT_SUCCESS;
}

static const char* const help[] = {
    "Usage: abut help [VERB]\n"
    "\n"
    "Show all options of a verb, as 'abut VERB --help' does, or without a verb what there is.\n",
    "Exit status: 0, or 2 if there is no such verb.\n",
    "Example:\n"
    "  abut help check\n",
    NULL,
};

const verb verb_help = {
    .name = "help",
    .summary = "show the options of a verb",
    .help = help,
    .run = help_run,
};

// verb.h - what main.c knows of a verb. A new verb is a folder of its own and a row in main.c's table.
#ifndef ABUT_CLI_MAIN_VERB_H
#define ABUT_CLI_MAIN_VERB_H
#include <stdbool.h>
#include <stdio.h>

// Exit statuses, stable: scripts branch on them.
enum {
    EXIT_APART = 0,  // proved apart; also success of verbs that ask nothing
    EXIT_CONTACT = 1,
    EXIT_FAULTY = 1,  // self-test: a check failed
    EXIT_ERROR = 2,
    EXIT_UNDECIDED = 3,  // no contact, but a limit of work was reached, or nothing was to check
};

enum { VERB_TEXTS_MOST = 8 };

// The texts are wrapped when they are shown (options/help.h); lists of them are ended by NULL, or full.
struct part_list;

typedef struct verb {
    const char* program;  // that has it; NULL: abut
    const char* name;
    const char* summary;                    // one line
    const char* usage;                      // behind its name; NULL: nothing
    const char* about;                      // what it is for, on a first screen
    const char* more[VERB_TEXTS_MOST];      // further paragraphs, for those who want all
    const char* notes[VERB_TEXTS_MOST];     // the same, behind the options
    const char* status;                     // its exit statuses, in a line
    const char* status_more;                // what else there is to say of them; may be NULL
    const char* examples[VERB_TEXTS_MOST];  // the first is on the first screen
    // Do the work. arguments[0] is the verb itself. Returns an exit status, errors already told.
    int (*run)(int count, char** arguments);
    // Make of all parts of a job (scale/part.h) what one run would have written. Returns the exit status that it would have had,
    // errors already told. NULL: the verb has no shards.
    int (*merge)(const struct part_list* list);
} verb;

extern const verb verb_check, verb_distance, verb_point, verb_ray, verb_clash, verb_move, verb_fly,
    verb_batch, verb_self, verb_build, verb_info, verb_merge, verb_nc, verb_methods, verb_self_test,
    verb_explain, verb_help;

// Return the table of verbs, NULL at its end.
const verb* const* verb_table(void);
// Find a verb by its name; NULL if there is none.
const verb* verb_find(const char* name);
// Write the help of one verb to stdout, all of it or the first screen. Returns an exit status.
int verb_write_help(const verb* v, bool all);
// Write what the program is for and which verbs it has.
void verb_write_overview(FILE* out);
// Tell on stderr that there is no such verb, and which there are.
void verb_unknown(const char* name);

#endif

// report.h - what the reports of all verbs have in common: the file, the head of the report, models and blocks. A verb
// begins, writes what it has of its own into the JSON object, then models and blocks, and ends.
#ifndef ABUT_CLI_PICTURE_REPORT_H
#define ABUT_CLI_PICTURE_REPORT_H
#include "output/json.h"
#include "output/output.h"
#include "page.h"
#include "picture/picture.h"
#include "say/say.h"
#include "say/warnings.h"

// What the page tells of a model, beside its triangles.
typedef struct report_model {
    const char* letter;  // "a", or NULL
    const char* name;    // without folders
    const char* path;
    const char* note;  // may be NULL
    const char* role;  // may be NULL
    int tool;          // the number of the tool that it is part of
    int colour;        // its number; -1: grey
} report_model;

// What a report says first.
typedef struct report_head {
    const char* verb;
    const char* title;    // the names of the files
    const char* verdict;  // one word, or few
    const char* mood;     // "fine", "doubt" or "" (contact)
    const char* summary;  // behind the count; may be NULL
    bool complete;        // the list is the whole one
    const double* view;   // a direction from the models to the eye
    bool untinted;        // triangles in contact look like others, until one asks for it
} report_head;

typedef struct report {
    const char* name;  // of the file, for messages
    output* out;
    json json;
    see_frame frame;
    const see_part* parts;  // the models' triangles
    size_t part_count;
} report;

// These return false after telling what is wrong.

// Open the file, write the page and the head, and leave the object open: keys of the verb follow.
bool report_begin(report* r, const char* name, output* out, const report_head* head,
                  const see_part* parts, const report_model* models, size_t count);
// The facts of a report are a list of names and texts: open it, add to it, and json_close it.
void report_facts(report* r);
SAY_FORMAT(3, 4) void report_fact(report* r, const char* name, const char* format, ...);
// Close the object, with the warnings, and write the models' triangles.
bool report_models(report* r, const warning_list* warnings);
bool report_end(report* r);

// Contacts, each at once: three blocks are written one behind the other, so each list is walked thrice.
typedef struct report_contacts {
    size_t count;
    void (*contact)(void* user, size_t index, see_contact* out, abut_kind* kind);
    void* user;
} report_contacts;
void report_write_contacts(report* r, const report_contacts* c);

// The last part of a path.
const char* report_file_name(const char* path);

#endif

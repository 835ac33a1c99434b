// review.h - "abut clash" as a check that one lives with: rules say what is asked of which objects; what is found becomes
// rows, one a pair of objects, each with a class, a size, a state and two sentences. clash.h has the search itself.
//
// The steps, in their order, and the folder or file of each:
//     sources    files become sources: converters are run, tables read, units compared          sources/
//     rules      which test is for which pair; without a file as the options say                rules/
//     find       which pairs are asked about; contacts, relations, gaps; in many frames         find.c frames.c
//     measure    class, depth, volume, curve and box of each row; equal objects                 rows/
//     judge      what the rule says of the measures; rows that it allows go                     rules/rules.c
//     life       states by an older result and by approvals; pairs that are gone                life/
//     words      sentences, groups, the order                                                   rows/
//     write      text, JSON, CSV; BCF, JUnit, annotations; the report                           write/
#ifndef ABUT_CLI_CLASH_REVIEW_H
#define ABUT_CLI_CLASH_REVIEW_H
#include "output/json.h"
#include "output/result.h"
#include "say/progress.h"
#include "text/json_tree.h"

#include <abut/contain.h>
#include <abut/world.h>

typedef struct clash_result clash_result;
typedef struct clash_object clash_object;

// ---------------------------------------------------------------------------------------- sources

// A table beside a file, FILE.objects.tsv: what a converter knows of each object. Lines begin with "#" or have cells with
// tabs between; the first of these names the columns. "object" is the name that the object has in the file. Known are
// id, name, class, level, layer, assembly, joined; all others are attributes, too.
typedef struct clash_table {
    char* text;  // all cells are in it
    const char** columns;
    size_t column_count;
    const char** cells;  // row_count x column_count
    size_t row_count;
    const char* converter;  // "web-ifc 0.0.78"; NULL: none is named
    const char* suffix;     // of the file that it was written with, ".glb"; NULL: not said
    double unit;            // metres; 0: not said
    double rounding;        // the largest, in the unit of the file; 0: none is known
    const char** warnings;  // of the converter
    size_t warning_count;
} clash_table;

// A file of the command line.
typedef struct clash_source {
    const char* path;  // as it was given: messages and results name this one
    char* converted;   // what a converter made of it, removed in the end; NULL: it is read itself
    char *folder, *tables;  // of converted, and the table beside it
    struct set_file* set;   // a saved set, which is open; NULL: it is none
    bool is_read;           // its objects are listed: a shard does not read what it does not need
    char*
        saved_as;  // its objects are in this set, made of it (clash_spill); NULL: they are in itself
    bool is_empty;                      // it has no triangles
    bool is_spilled;                    // and the set goes in the end
    size_t first_object, object_count;  // its objects, once they are listed
    clash_table table;                  // zeroed: none
    double unit;                        // metres; 0: the file does not say
    uint64_t hash[2];                   // of its bytes
    bool is_against;
    bool
        is_missing;  // there is no such file, but the older result has it: a review goes on without it
    bool is_partial;  // --drop-bad left out some of it
    bool
        has_groups;  // these are the objects, also without --groups: it was converted, or is a saved set
    double own_unit;  // what it says itself
    uint64_t listed
        [2];  // a hash of what cells are made of: names, counts, boxes and poses; of a job in pieces
    int64_t modified;  // seconds since 1970; -1: not known
} clash_source;

// What is known of an object under a column's name ("id", "class"); NULL: nothing, or the cell is empty.
const char* clash_attribute(const clash_object* object, const char* column);
// What names an object in every version of its file: the table's id, else the group's, else its name.
const char* clash_id(const clash_object* object);

// Make sources of the files that were given, converting those that need it; find their tables. Returns false after
// telling what is wrong, and what to install. Free them in any case.
bool clash_sources_open(clash_result* r, progress* p);
// Compare units, once all is read: --unit holds where a file says nothing; different ones are an error.
bool clash_units_match(clash_result* r);
void clash_sources_close(clash_result* r);

// ------------------------------------------------------------------------------------------ rules

typedef enum clash_test {
    CLASH_HARD = 0,  // they overlap, deeper than is allowed
    CLASH_TOUCH,     // they touch: the relation, never kinds of pairs of triangles
    CLASH_CLEARANCE,
    CLASH_INSIDE,  // one is inside the other
    CLASH_DUPLICATE,
    CLASH_TESTS
} clash_test;
const char* clash_test_text(clash_test test);  // "hard"

// What is asked of a pair of objects.
typedef struct clash_demand {
    bool asks[CLASH_TESTS];
    double hard;         // allowed depth
    double clearance;    // required gap
    bool is_strict;      // what is just so far apart is clear
    double duplicate;    // vertices may differ so far; 0: equal
    bool touch_is_fine;  // touching does not break the clearance either
    bool expanded;       // count the pairs of triangles that are nearer than the clearance
} clash_demand;

typedef struct clash_rules clash_rules;  // rules.c

enum { CLASH_RULE_NONE = -1, CLASH_RULE_IGNORED = -2 };

// Read --rules, or make one rule of the options. Objects are loaded. Returns false after telling what is wrong with line
// and key. Free them in any case; NULL is fine.
bool clash_rules_open(clash_rules** out, clash_result* r);
void clash_rules_free(clash_rules* rules);
size_t clash_rules_count(const clash_rules* rules);
const char* clash_rule_name(const clash_rules* rules, int rule);
// Whether some rule asks for a test; the largest clearance, and the largest tolerance of duplicates, that one asks for.
bool clash_rules_ask(const clash_rules* rules, clash_test test);
double clash_rules_clearance(const clash_rules* rules);
double clash_rules_duplicate(const clash_rules* rules);
// Whether lengths of the rules have a unit of their own: they depend on that of the models.
bool clash_rules_use_unit(const clash_rules* rules);
// List the reasons to leave pairs out, once. Returns false after telling that there is no memory.
bool clash_reasons_list(clash_result* r);
// Reasons to leave pairs out, in the order of the file; as many as *count says.
const char* clash_ignore_reason(const clash_rules* rules, size_t i);
size_t clash_ignore_count(const clash_rules* rules);
// What an object is and is against, as abut_world_group has it: all pairs that a rule is about meet, and few others. for_clearance:
// rules that ask for a clearance alone.
void clash_rules_group(const clash_rules* rules, uint32_t object, bool for_clearance,
                       uint32_t* groups, uint32_t* against);
// Find the first rule that is about a pair, and what it asks. CLASH_RULE_NONE: none is. CLASH_RULE_IGNORED: it is left out,
// and why, if it is not NULL, gets the reason.
int clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                  const char** why);

// ------------------------------------------------------------------------------------------- rows

// How a pair clashes, by what is computed (docs/notes/clash.md).
typedef enum clash_class {
    CLASH_CLASS_UNKNOWN = 0,  // no relation is known: open surfaces; the reason says why
    CLASH_CLASS_TOUCHING,     // the relation is touching
    CLASH_CLASS_PROTRUSION,  // they overlap, and a translation shorter than both are along it frees them
    CLASH_CLASS_PIERCING,  // they overlap, and one passes through the other: closed curves on both sides
    CLASH_CLASS_OVERLAP,    // they overlap in another way
    CLASH_CLASS_INSIDE,     // one is inside the other
    CLASH_CLASS_CLOSE,      // no contact, and nearer than the clearance
    CLASH_CLASS_DUPLICATE,  // one geometry in one place
    CLASH_CLASSES
} clash_class;
const char* clash_class_text(clash_class c);  // "piercing"; "too close"

typedef enum clash_state {
    CLASH_NEW = 0,  // also: there is no older result
    CLASH_ACTIVE,
    CLASH_CHANGED,
    CLASH_APPROVED,
    CLASH_RESOLVED,      // of pairs that are gone only
    CLASH_NOT_RETESTED,  // likewise: a source or an object is missing or was skipped
    CLASH_STATES
} clash_state;
const char* clash_state_text(clash_state s);  // "not retested"

typedef struct clash_interval {
    double lo, hi;  // NAN: not known
} clash_interval;

// One pair of objects that its rule lists: number i is about pair i of the result's clashes.
typedef struct clash_row {
    uint32_t a, b;  // objects
    int rule;
    clash_test test;  // which of the rule's lists it
    clash_class class;
    abut_relation relation;
    abut_reason reason;
    clash_interval depth;   // the shortest translation that frees them
    double translation[3];  // of b: it frees them. NAN: none is known
    int pierced;         // which of the two is pierced, or has the other inside: 0 a, 1 b; -1: none
    clash_interval gap;  // too close: how far apart
    size_t near_count;   // pairs of triangles nearer than the clearance; 0: not asked
    clash_interval volume;  // of what both share
    clash_interval length;  // of the curves along which they meet
    clash_interval area;    // of faces that lie on each other; of rows that touch
    double low[3],
        high[3];  // the box about what both share, or about the contact, or the ends of the gap
    bool is_complete;   // all measures are within what was asked
    bool is_undecided;  // measures leave open whether the rule allows it: it is listed
    // --frames: the first in which it is listed, the worst, which measures and boxes are of, and in how many it is.
    size_t frame_first, frame_worst, frame_count;
    char key[40];  // names the pair in every run: a UUID of both ids
    clash_state state;
    const struct clash_approval* approval;  // which holds; NULL: none
    const char* group;                      // the name of its group; NULL: none
    char* words[2];                         // two sentences
} clash_row;

// A pair of an older result that is not listed any more.
typedef struct clash_gone {
    char key[40];
    clash_state state;      // resolved or not retested
    char *a, *b;            // the names of the objects
    char* why;              // not retested: "electrical.ifc is missing"
    const json_value* was;  // its row in the older result
    struct {
        const char *file, *id,
            *geometry;  // what a later run finds both objects by; in the older result
    } sides[2];
} clash_gone;

// A word for what was accepted.
typedef struct clash_approval {
    const char *key, *author, *reason, *date;
    const char *a, *b;        // names, for people
    const char* geometry[2];  // hashes of both sides, in hexadecimal
    size_t line;              // of the file
    bool is_used, is_expired;
} clash_approval;

// Pairs that are left out for one reason.
typedef struct clash_ignore {
    const char* reason;
    size_t pairs;
} clash_ignore;

// Rows that belong together, in the order of the first row of each group.
typedef struct clash_group {
    const char* name;
    size_t rows;
    bool is_by_hand;  // the approvals file has it
} clash_group;

// The box about an object as it stands: its corners are rounded. Without triangles low > high.
typedef struct clash_box {
    double low[3], high[3];
} clash_box;

// Everything that a review has beside the search.
typedef struct clash_review {
    clash_rules* rules;
    struct clash_frames* frames;  // frames.c; NULL: none
    // What the result's clashes point to, and as many rows.
    abut_pair* pairs;
    abut_clash* clashes;
    abut_gap*
        gaps;  // of a pair that is in contact: zeroed, but for the band. NULL: no clearance is asked
    clash_row* rows;
    size_t* order;     // of rows, the worst first
    clash_box* boxes;  // of all objects; of those that have one (clash_facts_keep)
    char* group_text;  // names of groups that are no other text
    clash_gone* gone;
    size_t gone_count, gone_capacity;
    size_t counts[CLASH_STATES];  // rows and gone
    size_t ignored_count;   // pairs that are left out, of those whose boxes meet or that come near
    clash_ignore* ignored;  // by reason
    size_t ignored_reasons;
    size_t allowed_count;  // rows that their rule allows: touching, or not deeper than is allowed
    bool is_undecided;     // something could not be decided: exit status 3, if nothing is listed
    json_tree old, approvals;  // the files
    clash_approval* approved;
    size_t approved_count;
    clash_group* groups;
    size_t group_count;
    struct clash_files* files;  // review_files.c
    char date[32];              // "2026-11-30T00:00:00Z"; "": not known
    double measure_seconds;
} clash_review;

// All of these return false after telling what is wrong.
bool clash_life_open(clash_result* r);  // reads --baseline, --approvals and --date, before all else
// The first four are about one piece (cells.h), whose models are there. Rows before "first" are those of other pieces, and stay as they are.
bool clash_find(clash_result* r,
                progress* p);  // adds rows, and fills pair, rule, test, relation, gap
bool clash_find_duplicates(clash_result* r, size_t first, progress* p);  // and adds those
bool clash_measure(clash_result* r, size_t first, progress* p);          // fills class and measures
bool clash_judge(clash_result* r, size_t first);  // drops rows that their rule allows
bool clash_live(clash_result* r);                 // keys, states, gone, counts, date
bool clash_word(clash_result* r);                 // sentences, groups, order
bool clash_groups_list(clash_result* r);          // which groups there are
void clash_life_close(clash_review* v);           // releases what the life of rows has
void clash_review_free(clash_result* r);

// Of rows from a number on keep only those that are marked, in rows and in the result's clashes alike. keep[0] is of that row.
void clash_rows_keep(clash_result* r, size_t first, const bool* keep);

// Keep what later steps need to know of each object whose model is there: its box, and the hash of its triangles, if that will be
// asked for. Returns false after telling that there is no memory.
bool clash_facts_keep(clash_result* r);

// A hash of an object's triangles where they stand, as text: the same for any order of vertices and triangles in the file. "": its
// model is not there, and it was not kept.
void clash_geometry_text(const clash_object* object, char out[33]);

// Whether a file is not there, and that is no error: the older result has it as a source, whose rows are not retested.
bool clash_source_may_miss(const clash_result* r, const char* path);

// A UUID of version 5 of some words, in a namespace of abut's own.
void clash_uuid(const char* const* words, size_t count, char out[40]);

// Write a pair that is gone, as an object: with what a later run needs to retest it.
void clash_gone_json(const clash_gone* gone, json* j);

// The exit status of a review: 1 a row is listed that no approval covers; else 3 something is undecided or was not
// retested; else 0.
int clash_review_exit(const clash_result* r);

// --------------------------------------------------------------------------------------- writing

void clash_review_text(const clash_result* r, FILE* out);
void clash_review_json(const clash_result* r, json* j);  // members of the outermost object
void clash_review_put_object(json* j, const clash_result* r, size_t i);  // members of an object
void clash_review_csv(const clash_result* r, FILE* out);
// Write BCF and JUnit where they are asked for. Their files are prepared before anything is read; others: what else is
// written.
bool clash_files_prepare(clash_result* r, const result_files* others);
// Warn of what these files cannot say, once the objects are there.
bool clash_files_warn(clash_result* r);
bool clash_files_write(clash_result* r, progress* p);
void clash_files_discard(clash_result* r);
// Write lines that GitHub shows beside a change.
void clash_annotate(const clash_result* r, FILE* out);

// "abut clash diff OLD NEW": two results compared. arguments[0] is "diff". Returns an exit status.
int clash_diff(int count, char** arguments);

#endif

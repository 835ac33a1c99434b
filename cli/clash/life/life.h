// life.h - a result as its life sees it: from this run or from a file of an older one; which objects and rows of two
// results are the same, and what became of them.
//
//     keys.c       what names an object and a pair in every run
//     baseline.c   a result read from its JSON
//     compare.c    two results: which objects are the same, the state of each row
//     approvals.c  what was accepted
//     date.c       dates as they are written
//     life.c       all of it in a review; diff.c: for two files
#ifndef ABUT_CLI_CLASH_LIFE_H
#define ABUT_CLI_CLASH_LIFE_H
#include "clash/clash.h"
#include "say/say.h"

enum { LIFE_MEASURES = 5 };       // depth, gap, volume, length, area
#define LIFE_NONE     UINT32_MAX  // no object
#define LIFE_NO_MATCH SIZE_MAX    // no row

typedef struct life_source {
    const char* path;
    char* stem;  // its name without folder and suffix
    bool is_against, is_missing, is_partial;
} life_source;

typedef struct life_object {
    const char *id, *name;  // never NULL
    const char* geometry;   // "": not known
    size_t source;
    bool is_empty;
    uint32_t match;   // in the other result
    bool is_unclear;  // the other result has its id, but not which of several it is
    bool is_extra;    // known only by a pair that was gone in this result: it was not there
    // What keys are made of, beside the id: NULL and 0, unless others have that, too.
    const char *key_file, *key_name;
    size_t key_number;
} life_object;

// What people are told of it.
static inline const char* life_said(const life_object* o)
{
    return *o->name ? o->name : "(no name)";
}

typedef struct life_row {
    const char* key;
    uint32_t a, b;  // objects
    const char* rule;
    clash_test test;
    clash_class class;
    clash_state state;
    bool is_gone;     // not listed in this result
    const char* why;  // gone and not retested
    clash_interval measures[LIFE_MEASURES];
    double low[3], high[3];   // NAN: no box is known
    const json_value* value;  // NULL: of this run
    size_t match;             // in the other result
} life_row;

typedef struct life_result {
    const char* path;  // NULL: this run
    life_source* sources;
    life_object* objects;
    life_row* rows;  // those that are gone behind the others
    size_t source_count, object_count, row_count;
    const json_value* rules;  // NULL: of this run
    char (*geometries)[33];   // of this run's objects
} life_result;

// All of these return false after telling what is wrong. Free results in any case.

// See a run's result; geometries only where they are wanted. Its rows get their keys.
bool life_of(life_result* out, clash_result* r, bool wants_geometry);
// See what a file holds, which was read into a tree.
bool life_read(life_result* out, const json_tree* tree, const char* path);
void life_free(life_result* l);

// Read a file of JSON, which must be an object with this key, a number, version 1. what: "the result of a review".
bool life_load(json_tree* out, const char* path, const char* key, const char* what);

// Find which objects and which rows of two results are the same, and the states of the newer's rows.
bool life_compare(life_result* old, life_result* now);

// Why an object of the older result is not there in the newer one, to be freed; NULL: no memory.
char* life_why_not_there(const life_result* old, uint32_t object, const life_result* now);
// Whether one of two objects that are there was not tested whole: it has no triangles, or faults of its file were left out.
// And why, to be freed; NULL: no memory.
bool life_was_skipped(const life_result* now, const life_object* a, const life_object* b);
char* life_why_skipped(const life_result* now, const life_object* a, const life_object* b);

// Give objects what keys are made of; and the key of two of them.
bool life_identify(life_result* l);
void life_key(const life_object* a, const life_object* b, char out[40]);
// The order of objects that does not depend on files or their order: by id, then by what else keys are made of.
int life_order(const life_object* a, const life_object* b);

// Members of objects in files: told with file, line and key where they are not what they must be. Absent: *out stays.
typedef struct life_reader {
    const char* path;
    const char* where;  // "clashes": told with the key
    bool failed;
} life_reader;
// Returns NULL, if the member is not there, or is not of that kind: then failed is set.
const json_value* life_member(life_reader* l, const json_value* object, const char* key,
                              json_kind kind);
// The same, but it must be there.
const json_value* life_must(life_reader* l, const json_value* object, const char* key,
                            json_kind kind);
// A text that must be there and may not be empty. "", and failed is set, if it is not.
const char* life_text(life_reader* l, const json_value* object, const char* key);
SAY_FORMAT(3, 4)
void life_wrong(life_reader* l, const json_value* value, const char* format, ...);

// Read --approvals; and give rows the state approved, where one holds, others what follows from one that does not.
bool clash_approvals_read(clash_result* r);
bool clash_approvals_apply(clash_result* r, const life_result* now);

// Dates. Take "2026-11-30" or "2026-11-30T00:00:00Z"; false: it is neither.
bool date_take(const char* text, char out[32]);
// Write seconds since 1970; false: beyond the year 9999.
bool date_of_seconds(int64_t seconds, char out[32]);
// The date of a review, from --date or SOURCE_DATE_EPOCH; and from the newest file, if it has none.
bool clash_date_open(clash_result* r);
void clash_date_finish(clash_result* r);

#endif

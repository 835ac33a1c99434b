// rules.h - what the parts of rules share: sets of objects, rules, ignores, and reading a file with the place of each value.
#ifndef ABUT_CLI_CLASH_RULES_H
#define ABUT_CLI_CLASH_RULES_H
#include "clash/clash.h"

// Some of the objects.
typedef struct rule_set {
    const char* name;  // NULL: it has none
    size_t line;
    unsigned char* has;  // of each object whether it is in
    size_t count;        // how many are
} rule_set;

typedef struct rule_entry {
    const char* name;
    size_t line;  // 0: the options say it
    size_t a, b;  // sets; the same one: its objects against each other
    clash_demand demand;
    bool is_used;  // it is about a pair
    int earlier;   // of IfcClash's: a rule that takes pairs that this one is about, too; -1: none
} rule_entry;

// Pairs that are left out: all that is said must hold.
typedef struct rule_ignore {
    const char* reason;
    const char* same;          // a column, or "file"; NULL: not said
    const json_value* joined;  // patterns; NULL: not said
    bool has_sets;
    size_t a, b;       // sets
    bool has_pairs;    // these pairs
    abut_pair* pairs;  // a < b, sorted
    size_t pair_count;
} rule_ignore;

// Objects that are in the same sets are of one kind. What the search may ask is said of kinds.
typedef struct rule_kinds {
    uint32_t* of;     // of each object
    uint32_t* first;  // an object of each kind
    uint32_t* size;   // how many it has
    uint32_t count;
    unsigned char* group[2];  // of each kind the group that it is in: of all rules, of clearances
    uint32_t against[2][32];  // of each group
} rule_kinds;

struct clash_rules {
    const clash_result* result;
    bool is_ifcclash;
    bool has_unit;   // lengths have one of their own
    json_tree tree;  // what names and reasons point into
    char** texts;    // names that were made
    size_t text_count;
    rule_set* sets;
    size_t set_count;
    rule_entry* rules;
    size_t rule_count;
    rule_ignore* ignores;
    size_t ignore_count;
    rule_kinds kinds;
};

enum { RULE_SET_ALL = 0 };        // the number of the set of all objects
enum { KINDS_ASKED_MOST = 512 };  // of more kinds not each pair is looked at

// Who reads a file.
typedef struct rules_reader {
    clash_rules* rules;
    clash_result* result;
    const char* file;
    uint64_t numerator, denominator;  // what a length is multiplied with; both 0: it is
    double factor;                    // this
} rules_reader;

// Where a value is: "rules[2].hard".
typedef struct rules_place {
    const struct rules_place* up;  // NULL: the outermost one
    const char* key;               // NULL: it is in an array
    size_t index;
} rules_place;

// Tell what is wrong: "FILE: line 4: key "rules[2].hard": ...". Returns false.
__attribute__((format(printf, 4, 5))) bool rules_fail(const rules_reader* r, const rules_place* at,
                                                      const json_value* value, const char* format,
                                                      ...);
// Warn likewise. Returns false, after telling so, if there is no memory.
__attribute__((format(printf, 3, 4))) bool rules_warn(rules_reader* r, size_t line,
                                                      const char* format, ...);
// Make room for one more of count elements of a size. Returns the array, or NULL after telling so.
void* rules_grow(void* array, size_t count, size_t size);

// Check that a value is of a kind, that an object has no other keys than these (the last NULL), and the same of a member,
// which may not be missing.
bool rules_expect(const rules_reader* r, const rules_place* at, const json_value* value,
                  json_kind kind);
bool rules_keys(const rules_reader* r, const rules_place* at, const json_value* object,
                const char* const* keys);
bool rules_member(const rules_reader* r, const rules_place* at, const json_value* object,
                  const char* key, json_kind kind, const json_value** out);
// Read a length, 0 or more, in the unit of the sources.
bool rules_length(const rules_reader* r, const rules_place* at, const json_value* value,
                  double* out);

// What a rule asks, one key at a time.
typedef struct rule_asks {
    clash_demand demand;
    bool given[CLASH_TESTS];
} rule_asks;
// Read the value of a test's key: a number, true, false or null, which is not said at all.
bool rules_take_test(const rules_reader* r, const rules_place* at, clash_test test,
                     const json_value* value, rule_asks* asks);
// Complete what is asked by what is not said. Returns whether anything is.
bool rules_finish_asks(rule_asks* asks);
// Add a rule; name: kept by somebody else. Two of one name are an error.
bool rules_add(rules_reader* r, const rules_place* at, const json_value* value,
               const rule_entry* add);
// Keep a text that say_text made until the rules are freed; NULL after telling that there is no memory.
const char* rules_keep(rules_reader* r, char* text);

// sets.c: whether a text is as one of some patterns says, an array or a single one.
bool patterns_hold(const json_value* patterns, const char* text);
// What is behind the last / of a path.
const char* rules_file_name(const char* path);
// Whether a value is a pattern or an array of them, and each is well formed.
bool rules_expect_patterns(const rules_reader* r, const rules_place* at, const json_value* value);
// Add a set with nothing in it. Returns its number, or SIZE_MAX after telling that there is no memory.
size_t rules_add_set(rules_reader* r, const char* name, size_t line);
bool rules_read_sets(rules_reader* r, const json_value* sets);
// The set that a value names, or says itself; SIZE_MAX after telling what is wrong.
size_t rules_set_of(rules_reader* r, const rules_place* at, const json_value* value);

bool rules_read_matrix(rules_reader* r, const json_value* matrix);

// ignore.c
bool rules_read_ignores(rules_reader* r, const json_value* ignores);
bool rules_take_ignored(clash_rules* rules, clash_result* result);  // --ignore
bool ignore_holds(const clash_rules* rules, const rule_ignore* ignore, uint32_t a, uint32_t b);

bool rules_read_own(rules_reader* r, const json_value* root);
bool rules_read_ifcclash(rules_reader* r, const json_value* root);

// kinds.c
bool rules_sort_kinds(clash_rules* rules);

// Whether the sets of a rule hold a pair; the first rule of which they do, without ignores; -1: there is none.
bool rule_is_about(const clash_rules* rules, size_t rule, uint32_t a, uint32_t b);
int rules_first(const clash_rules* rules, uint32_t a, uint32_t b);
// Set the factor of lengths by the unit that they are in, in metres; 0: that of the sources.
bool rules_set_unit(rules_reader* r, double metres);

#endif

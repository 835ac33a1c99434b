// json_parts.h - what the JSON of several verbs has in common (docs/json.md).
#ifndef ABUT_CLI_JSON_PARTS_H
#define ABUT_CLI_JSON_PARTS_H
#include "json_write.h"

// Begin the outermost object, with the version of the program and that of the form.
void json_begin(json* j);

// The work that all searches took, and the seconds of reading, building and searching.
typedef struct json_costs {
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    double load, build, query;
} json_costs;

// Write it as the members "stats" and "seconds".
void json_write_costs(json* j, const json_costs* c);

#endif

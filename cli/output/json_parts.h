// json_parts.h - what several verbs write alike: parts of the JSON (docs/reference/json.md), and the costs of a search in text, too.
#ifndef ABUT_CLI_OUTPUT_JSON_PARTS_H
#define ABUT_CLI_OUTPUT_JSON_PARTS_H
#include "models/pair.h"
#include "output/json.h"

// Begin the outermost object, with the version of the program and that of the form.
void json_begin(json* j);

// Write a model as the member "a" or "b"; and both.
void json_write_side(json* j, int side, const model_file* model, const abut_pose* pose);
void json_write_sides(json* j, const model_file sides[2], const abut_pose poses[2]);
// Write the faces of a pair of triangles as the member "face", if there are polygons.
void json_write_faces(json* j, const model_file sides[2], const pair_origin* from);

// Write why a file could not be read, of verbs that go on with the others: "error", "line" and "byte".
void json_put_load_error(json* j, const load_error* error);

// Write "classes": how many pairs of one model are of each abut_self_class, by its name.
void json_put_classes(json* j, const size_t counts[7]);

// The work that all searches took, and the seconds of reading, building and searching.
typedef struct json_costs {
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    double load, build, query;
} json_costs;

// Write it as the members "stats" and "seconds".
void json_write_costs(json* j, const json_costs* c);
// Only "stats".
void json_write_tests(json* j, const json_costs* c);
// Write the tests, and the seconds, as lines of text. what: what was done in the last of them.
void costs_write_tests(const json_costs* c, FILE* out);
void costs_write_seconds(const json_costs* c, const char* what, FILE* out);

#endif

// json_tree.h - a text in JSON (RFC 8259) as a tree, each value with its place: what a person wrote can be wrong, and
// whoever reads it says where. Own code for these places, and since numbers must not depend on the locale.
#ifndef ABUT_IO_TEXT_JSON_TREE_H
#define ABUT_IO_TEXT_JSON_TREE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} json_kind;

// A value. Those of an array or an object are a list: first, then each one's next.
typedef struct json_value {
    json_kind kind;
    size_t line;  // where it begins, from 1
    size_t byte;
    const char* key;                        // of a member of an object, else NULL
    const char* text;                       // JSON_STRING: UTF-8, without a zero in it
    double number;                          // JSON_NUMBER: the nearest double
    size_t count;                           // JSON_ARRAY, JSON_OBJECT: how many
    const struct json_value *first, *next;  // NULL: none
} json_value;

// A tree. Zeroed: none.
typedef struct json_tree {
    const json_value* root;
    struct json_block* blocks;  // of values and texts
} json_tree;

enum { JSON_TREE_DEPTH_MOST = 64, JSON_TREE_WHY = 200 };

typedef enum json_tree_status {
    JSON_TREE_OK = 0,
    JSON_TREE_SYNTAX,  // not JSON, or two members of one object have one key, or a string holds a zero
    JSON_TREE_OUT_OF_MEMORY,
    JSON_TREE_TOO_LARGE,  // nested deeper than JSON_TREE_DEPTH_MOST, or beyond the limit of memory_limit.h
} json_tree_status;

// Read a text. A byte order mark may stand before it. On failure out is untouched, and why says what is wrong and where:
// "line 3: a comma or } is missing". Memory: at most 130 bytes for each byte of the text, usually a few.
json_tree_status json_tree_read(json_tree* out, const char* bytes, size_t size,
                                char why[JSON_TREE_WHY]);
void json_tree_free(json_tree* t);

// The member of an object that has a key; NULL: there is none, or it is no object (or NULL).
const json_value* json_member(const json_value* object, const char* key);
// A kind as messages call it: "a number".
const char* json_kind_text(json_kind kind);

#endif

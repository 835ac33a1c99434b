// json.h - JSON written as it comes, however long the lists. RFC 8259.
#ifndef ABUT_CLI_OUTPUT_JSON_H
#define ABUT_CLI_OUTPUT_JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MOST = 8 };

// A writer. Zeroed but for out. Errors of the stream stay in the stream: ask ferror at the end.
typedef struct json {
    FILE* out;
    bool in_page;  // within HTML: no string holds a "<", which could end the script that it is in
    int depth;
    bool after_key;  // the next value stands behind a key
    struct {
        char close;
        bool lines;  // each member on a line of its own
        bool begun;
    } levels[JSON_DEPTH_MOST];
} json;

// Open an object or an array, its members on lines of their own or all on one line.
void json_object(json* j, bool lines);
void json_array(json* j, bool lines);
// Close the innermost one; the outermost with a line end.
void json_close(json* j);

// A writer that goes on in the middle: within a list of the outermost object, both with lines. begun: the list has members
// before. So several programs write one list.
json json_within_list(FILE* out, bool begun);

// Name the next value, in an object.
void json_key(json* j, const char* key);

// Write a string of bytes: UTF-8 passes, each byte that is not part of valid UTF-8 becomes \ufffd. What a terminal would
// act on is escaped (printable.h).
void json_string(json* j, const char* text);
// Write a number that reads back as the same double; null for a NaN or an infinity.
void json_number(json* j, double value);
void json_count(json* j, uint64_t value);
// Write a duration with microseconds.
void json_seconds(json* j, double value);
// Write a number of microseconds with nanoseconds.
void json_microseconds(json* j, double value);
void json_bool(json* j, bool value);
void json_null(json* j);

// Name a value and write it; nothing where text is NULL.
void json_put_string(json* j, const char* key, const char* text);
void json_put_number(json* j, const char* key, double value);
void json_put_numbers(json* j, const char* key, const double* values, size_t count);
void json_put_count(json* j, const char* key, uint64_t value);
void json_put_seconds(json* j, const char* key, double value);
void json_put_bool(json* j, const char* key, bool value);

#endif

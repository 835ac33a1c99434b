// warnings.h - warnings gathered while files are read, told to people or written for programs.
#ifndef ABUT_CLI_SAY_WARNINGS_H
#define ABUT_CLI_SAY_WARNINGS_H
#include "mesh/mesh.h"
#include "output/json.h"
#include "say/say.h"

#include <stdbool.h>
#include <stddef.h>

// Zeroed: none.
typedef struct warning_list {
    char** texts;
    size_t count, capacity;
} warning_list;

// Add a warning, its code behind it in brackets. Returns false, after telling so, if there is no memory.
SAY_FORMAT(3, 4) bool warnings_add(warning_list* w, fault_code code, const char* format, ...);
// Take a text that say_text made, which has its code: one of another list. NULL: there was no memory for it.
bool warnings_take(warning_list* w, char* text);
// Add what a reader warned of, behind the file's name, and how many more there were than it kept.
bool warnings_add_mesh(warning_list* w, const mesh* m, const char* name);
// Add that a file, or a group of it (NULL: the whole file), has no triangles.
bool warnings_add_empty(warning_list* w, const char* name, const char* group);
void warnings_free(warning_list* w);
// Sort them by their text, and keep one of those that are alike: so that it does not matter in which order, or by how many, they were found.
void warnings_sort(warning_list* w);
// Whether a sorted list has a text.
bool warnings_have(const warning_list* w, const char* text);

// Tell them on stderr: the first twenty, and how many more there are.
void warnings_say(const warning_list* w);
// Write them all as an array.
void warnings_write(const warning_list* w, json* j);

#endif

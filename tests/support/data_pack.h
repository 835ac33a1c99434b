// data_pack.h - the input data pack for tests: where it is, and aloud when it is not there. Nothing of
// it is part of the project; ABUT_DATA names its folder.
#ifndef ABUT_TESTS_SUPPORT_DATA_PACK_H
#define ABUT_TESTS_SUPPORT_DATA_PACK_H
#include "mesh/mesh.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { PATH_SIZE = 4096 };

// The folder, or NULL after saying what is skipped without it.
static inline const char* data_pack(const char* what)
{
    const char* folder = getenv("ABUT_DATA");
    if (!folder) print_message("SKIPPED: %s (ABUT_DATA is not set)\n", what);
    return folder;
}

// The path of a file of the pack, which must be there, in a buffer of PATH_SIZE.
static inline const char* data_path(char* out, const char* name)
{
    const int size = snprintf(out, PATH_SIZE, "%s/%s", getenv("ABUT_DATA"), name);
    assert_true(size > 0 && size < PATH_SIZE);
    return out;
}

// Read a mesh of the pack; the caller frees it.
static inline mesh data_mesh(const char* name)
{
    char path[PATH_SIZE];
    mesh m = {0};
    mesh_error error;
    if (mesh_read_file(&m, data_path(path, name), NULL, &error) != MESH_OK)
        fail_msg("%s: %s", path, error.text);
    return m;
}

// Read a whole file of the pack as text; the caller frees it.
static inline char* data_text(const char* name)
{
    char path[PATH_SIZE];
    FILE* file = fopen(data_path(path, name), "rb");
    if (!file) fail_msg("%s: cannot be opened", path);
    size_t used = 0, room = 1 << 16;
    char* text = malloc(room);
    for (size_t got; text && (got = fread(text + used, 1, room - used - 1, file)) > 0;) {
        used += got;
        if (room - used < 2) text = realloc(text, room *= 2);
    }
    assert_non_null(text);
    assert_int_equal(ferror(file), 0);
    fclose(file);
    text[used] = '\0';
    return text;
}

// Call visit with every file of the pack below folder whose name ends in suffix, relative to the pack.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the folders
static inline void data_each(const char* folder, const char* suffix,
                             void (*visit)(const char* name, void* context), void* context)
{
    char path[PATH_SIZE], name[PATH_SIZE];
    DIR* directory = opendir(data_path(path, folder));
    if (!directory) fail_msg("%s: cannot be opened", path);
    for (struct dirent* entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') continue;
        const int size = *folder ? snprintf(name, sizeof name, "%s/%s", folder, entry->d_name)
                                 : snprintf(name, sizeof name, "%s", entry->d_name);
        assert_true(size > 0 && size < PATH_SIZE);
        struct stat about;
        assert_int_equal(stat(data_path(path, name), &about), 0);
        const size_t length = strlen(name), tail = strlen(suffix);
        if (S_ISDIR(about.st_mode))
            data_each(name, suffix, visit, context);
        else if (length > tail && strcmp(name + length - tail, suffix) == 0)
            visit(name, context);
    }
    closedir(directory);
}

#endif

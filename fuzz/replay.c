// replay.c - runs a fuzz target over files without a fuzzer, so that every test run, with any compiler,
// repeats what fuzzing once found interesting.
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

static size_t file_count, byte_count;

static int fail(const char* path, const char* what)
{
    fprintf(stderr, "replay: %s: %s\n", path, what);
    return 1;
}

// The bytes stand in a block of exactly their size: a sanitizer sees every step beyond.
static int run_file(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (!file) return fail(path, "cannot be opened");
    long size = -1;
    if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
    rewind(file);
    uint8_t* data = size < 0 ? NULL : malloc(size > 0 ? (size_t)size : 1);
    const int whole = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (whole) {
        // Where a target ends the program, the last line names the file.
        fprintf(stderr, "%s\n", path);
        LLVMFuzzerTestOneInput(data, (size_t)size);
        file_count++;
        byte_count += (size_t)size;
    }
    free(data);
    return whole ? 0 : fail(path, "cannot be read");
}

static int run_path(const char* path);

// NOLINTBEGIN(misc-no-recursion): as deep as the folders
static int run_folder(const char* path)
{
    DIR* folder = opendir(path);
    if (!folder) return fail(path, "cannot be opened");
    int failed = 0;
    for (const struct dirent* entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        const size_t room = strlen(path) + strlen(entry->d_name) + 2;
        char* inside = malloc(room);
        CHECK(inside);
        snprintf(inside, room, "%s/%s", path, entry->d_name);
        failed |= run_path(inside);
        free(inside);
    }
    closedir(folder);
    return failed;
}

static int run_path(const char* path)
{
    struct stat about;
    if (stat(path, &about) != 0) return fail(path, "does not exist");
    return S_ISDIR(about.st_mode) ? run_folder(path) : run_file(path);
}
// NOLINTEND(misc-no-recursion)

int main(int count, char** arguments)
{
    if (count < 2) return fail("usage", "replay FILE-OR-FOLDER...");
    int failed = 0;
    LLVMFuzzerTestOneInput((const uint8_t*)"", 0);
    for (int i = 1; i < count; i++)
        failed |= run_path(arguments[i]);
    printf("replayed %zu files, %zu bytes\n", file_count, byte_count);
    if (file_count == 0) return fail(arguments[1], "there was nothing to replay");
    return failed;
}

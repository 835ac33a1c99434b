// convert.c - runs abut-convert on IFC and STEP files: a program beside this one, into a folder that is removed in the end.
#define _DARWIN_C_SOURCE  // mkdtemp, on macOS
#include "clash/sources/sources.h"
#include "file/new.h"
#include "file/system.h"
#include "say/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

// -------------------------------------------------------------------------------- where it is

static bool can_run(const char* path)
{
    struct stat about;
    return file_about(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

// A program in a folder whose name has so many bytes. To be freed; NULL: it is not there, or no memory.
static char* program_in(const char* folder, size_t length)
{
    char* path = say_text("%.*s/abut-convert", (int)length, folder);
    if (path && can_run(path)) return path;
    free(path);
    return NULL;
}

// Folders of PATH count where they are whole paths: what lies in the working folder may be anybody's.
static char* find_on_path(void)
{
    const char* at = getenv("PATH");
    char* found = NULL;
    while (at && !found) {
        const size_t length = strcspn(at, ":");
        if (*at == '/') found = program_in(at, length);
        at = at[length] ? at + length + 1 : NULL;
    }
    return found;
}

static char* find_beside_program(void)
{
    char* self = file_resolve("/proc/self/exe");
    const char* slash = self ? strrchr(self, '/') : NULL;
    char* found = slash ? program_in(self, (size_t)(slash - self)) : NULL;
    free(self);
    return found;
}

static char* find_converter(const char* path)
{
    char* found = find_on_path();
    if (!found) found = find_beside_program();
    if (!found)
        say(C014_CONVERTER_MISSING,
            "%s: STEP and IFC are read by abut-convert, which is neither on PATH nor beside abut: "
            "install abut with it, or run "
            "tools/install converters in its sources",
            path);
    return found;
}

// ------------------------------------------------------------------------------------ running it

static bool wait_for(pid_t child, int* status)
{
    pid_t ended;
    do
        ended = waitpid(child, status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child;
}

// Standard input is empty, and what it prints does not mix with a result.
static int spawn(pid_t* child, const char* program, char* const* arguments)
{
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error) return error;
    error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    if (!error) error = posix_spawn(child, program, &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static bool run(char* program, const clash_source* s, bool quiet)
{
    char brief[] = "--brief", to[] = "-o", silent[] = "--quiet", end[] = "--";
    char* path = say_text("%s", s->path);
    char* arguments[] = {program,
                         brief,
                         to,
                         s->converted,
                         quiet ? silent : end,
                         quiet ? end : path,
                         quiet ? path : NULL,
                         NULL};
    pid_t child;
    int status;
    const int error = path ? spawn(&child, program, arguments) : ENOMEM;
    free(path);
    if (error) {
        say(C015_CONVERTER_FAILED, "%s: %s cannot be run: %s", s->path, program, strerror(error));
        return false;
    }
    new_files_writer((int)child);
    const bool waited = wait_for(child, &status);
    new_files_writer(0);
    if (waited && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (waited && WIFEXITED(status) && WEXITSTATUS(status) == 127)
        say(C014_CONVERTER_MISSING, "%s: %s needs Node.js (Debian: nodejs npm)", s->path, program);
    else if (waited && WIFSIGNALED(status))
        say(C015_CONVERTER_FAILED, "%s: %s was ended by signal %d", s->path, program,
            WTERMSIG(status));
    else
        say(C015_CONVERTER_FAILED, "%s: %s could not convert it; why, it says above", s->path,
            program);
    return false;
}

// Make a folder, and the name of a file in it.
static bool make_folder(clash_source* s)
{
    const char* temporary = getenv("TMPDIR");
    if (!temporary || !*temporary) temporary = "/tmp";
    char* folder = say_text("%s/abut-XXXXXX", temporary);
    if (!folder) return say_no_memory();
    if (!mkdtemp(folder)) {
        say(S003_CANNOT_WRITE, "%s: no folder can be made in %s: %s", s->path, temporary,
            strerror(errno));
        free(folder);
        return false;
    }
    s->converted = say_text("%s/out.obj", folder);
    if (!s->converted) {
        rmdir(folder);
        free(folder);
        return say_no_memory();
    }
    s->folder = folder;
    s->tables = clash_table_path(s->converted);
    new_file_begin(s->folder);
    new_file_begin(s->converted);
    if (s->tables) new_file_begin(s->tables);
    return s->tables != NULL;
}

bool clash_convert(clash_source* source, bool quiet)
{
    char* program = find_converter(source->path);
    if (!program) return false;
    bool fine = make_folder(source) && run(program, source, quiet);
    if (fine && access(source->converted, R_OK) != 0) {
        say(C015_CONVERTER_FAILED, "%s: %s made no file of it", source->path, program);
        fine = false;
    }
    free(program);
    return fine;
}

// Remove all that is in the folder: a converter that was ended may have left more than was asked for.
static void empty_folder(const char* folder)
{
    DIR* list = opendir(folder);
    if (!list) return;
    for (const struct dirent* entry; (entry = readdir(list));) {
        char* path = say_text("%s/%s", folder, entry->d_name);
        if (path) file_remove(path);
        free(path);
    }
    closedir(list);
}

void clash_convert_clean(clash_source* source)
{
    if (!source->folder) return;
    empty_folder(source->folder);
    rmdir(source->folder);
    new_file_end(source->converted);
    if (source->tables) new_file_end(source->tables);
    new_file_end(source->folder);
    free(source->converted);
    free(source->tables);
    free(source->folder);
    source->converted = source->tables = source->folder = NULL;
}

// output.c - files written under a temporary name beside their place, then renamed.
#include "output/output.h"

#include "file/new.h"
#include "file/system.h"
#include "say/say.h"
#include "system/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(const output* o, int reason)
{
    say(S003_CANNOT_WRITE, "%s: cannot write: %s", o->name, strerror(reason));
    return false;
}

static bool is_input(const struct stat* at, const char* const* inputs, size_t input_count)
{
    for (size_t i = 0; i < input_count; i++) {
        struct stat input;
        if (strcmp(inputs[i], "-") == 0 || stat(inputs[i], &input)) continue;
        if (S_ISREG(input.st_mode) && input.st_dev == at->st_dev && input.st_ino == at->st_ino)
            return true;
    }
    return false;
}

// Find whether the folder of a path takes new files.
static bool folder_is_writable(const output* o)
{
    char* folder = say_text("%s", o->path);
    if (!folder) return fail(o, ENOMEM);
    char* slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    const bool fine = access(slash ? folder : ".", W_OK | X_OK) == 0;
    if (!fine)
        say(S003_CANNOT_WRITE, "%s: cannot write: the folder %s: %s", o->name, slash ? folder : ".",
            strerror(errno));
    free(folder);
    return fine;
}

bool output_prepare(output* o, const char* name, const char* const* inputs, size_t input_count)
{
    *o = (output){.name = name && strcmp(name, "-") != 0 ? name : "standard output"};
    if (!name || strcmp(name, "-") == 0) return true;
    if (*name == '\0') return fail(o, ENOENT);
    struct stat at;
    if (stat(name, &at)) {
        if (errno != ENOENT) return fail(o, errno);
        o->path = new_file_place(name);
        if (o->path) o->temporary = say_text("%s.XXXXXX", o->path);
        o->mode = system_rights_of_new_files();
    } else {
        if (S_ISDIR(at.st_mode)) return fail(o, EISDIR);
        if (is_input(&at, inputs, input_count)) {
            say(O019_OUTPUT_IS_INPUT, "%s: is an input too; it would be lost", name);
            return false;
        }
        if (access(name, W_OK)) return fail(o, errno);
        o->path = file_resolve(name);
        if (!S_ISREG(at.st_mode)) return o->path || fail(o, errno);
        if (o->path) o->temporary = say_text("%s.XXXXXX", o->path);
        o->mode = at.st_mode & 0777;
    }
    if (!o->path || !o->temporary) return fail(o, ENOMEM);
    return folder_is_writable(o);
}

// Find the folder of a path, and the name in it.
static bool split(const char* path, struct stat* folder, const char** name)
{
    const char* slash = strrchr(path, '/');
    char* text = slash ? say_text("%.*s", (int)(slash - path) + 1, path) : say_text(".");
    const bool found = text && stat(text, folder) == 0;
    free(text);
    *name = slash ? slash + 1 : path;
    return found;
}

bool output_differs(const output* a, const output* b)
{
    struct stat at[2];
    const char* names[2];
    if (!a->path || !b->path || !a->temporary || !b->temporary) return true;
    if (!split(a->path, &at[0], &names[0])) return fail(a, errno);
    if (!split(b->path, &at[1], &names[1])) return fail(b, errno);
    if (at[0].st_dev != at[1].st_dev || at[0].st_ino != at[1].st_ino ||
        strcmp(names[0], names[1]) != 0)
        return true;
    say(O020_SAME_OUTPUT, "%s: two outputs cannot go to one file", a->name);
    return false;
}

bool output_fits_quiet(const char* name, const char* shown)
{
    if (name && strcmp(name, "-") != 0) return true;
    if (shown) {
        say(O006_EXCLUDE, "options --quiet and %s exclude each other, unless -o names a file",
            shown);
        return false;
    }
    if (name) say(O006_EXCLUDE, "options --quiet and -o - exclude each other");
    return !name;
}

bool output_open(output* o)
{
    if (!o->path) {
        o->stream = stdout;
        return true;
    }
    if (!o->temporary) {
        o->stream = fopen(o->path, "w");
        return o->stream || fail(o, errno);
    }
    new_file_begin(o->temporary);
    const int file = system_create_temporary(o->temporary, o->mode);
    if (file < 0) return fail(o, errno);
    o->stream = fdopen(file, "w");
    if (o->stream) return true;
    const int reason = errno;
    close(file);
    unlink(o->temporary);
    return fail(o, reason);
}

bool output_close(output* o)
{
    if (!o->path) {
        o->stream = NULL;
        return true;
    }
    const bool written = !ferror(o->stream) && fflush(o->stream) == 0;
    const int write_reason = errno;
    const bool closed = fclose(o->stream) == 0;
    const int reason = written ? errno : write_reason;
    o->stream = NULL;
    if (!written || !closed) {
        if (o->temporary) unlink(o->temporary);
        return fail(o, reason);
    }
    if (!o->temporary || rename(o->temporary, o->path) == 0) return true;
    const int rename_reason = errno;
    unlink(o->temporary);
    return fail(o, rename_reason);
}

void output_discard(output* o)
{
    if (o->stream && o->path) {
        fclose(o->stream);
        if (o->temporary) unlink(o->temporary);
    }
    if (o->temporary) new_file_end(o->temporary);
    free(o->path);
    free(o->temporary);
    *o = (output){0};
}

// system.c - see system.h.
#define _XOPEN_SOURCE 700  // realpath
#include "file/system.h"

#include "file/new.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef _WIN32

int file_open_to_read(const char* path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

int file_create(const char* path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

FILE* file_open_to_write(const char* path)
{
    return fopen(path, "wb");
}

int file_about(const char* path, struct stat* out)
{
    return stat(path, out);
}

int file_remove(const char* path)
{
    return unlink(path);
}

int file_replace(const char* from, const char* to)
{
    return rename(from, to);
}

#ifdef __wasm__  // files have no rights, and there is no realpath

void file_rights_as(int descriptor, const struct stat* other)
{
    (void)descriptor;
    (void)other;
}

char* file_resolve(const char* path)
{
    struct stat about;
    return stat(path, &about) == 0 ? new_file_place(path) : NULL;
}

#else

void file_rights_as(int descriptor, const struct stat* other)
{
    if (fchmod(descriptor, other->st_mode & 0777) != 0) errno = 0;
}

char* file_resolve(const char* path)
{
    return realpath(path, NULL);
}

#endif

#else

#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <string.h>
#include <windows.h>

// The path in the system's words, to be freed.
static wchar_t* wide_path(const char* path)
{
    const int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
    wchar_t* wide = size > 0 ? malloc((size_t)size * sizeof *wide) : NULL;
    if (wide) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, size);
    if (!wide) errno = size > 0 ? ENOMEM : EINVAL;
    return wide;
}

static int open_wide(const char* path, int flags)
{
    wchar_t* wide = wide_path(path);
    const int descriptor =
        wide ? _wopen(wide, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE) : -1;
    free(wide);
    return descriptor;
}

int file_open_to_read(const char* path)
{
    return open_wide(path, _O_RDONLY);
}

int file_create(const char* path)
{
    return open_wide(path, _O_WRONLY | _O_CREAT | _O_EXCL);
}

FILE* file_open_to_write(const char* path)
{
    wchar_t* wide = wide_path(path);
    FILE* file = wide ? _wfopen(wide, L"wbN") : NULL;
    free(wide);
    return file;
}

int file_about(const char* path, struct stat* out)
{
    const int descriptor = file_open_to_read(path);
    if (descriptor < 0) return -1;
    const int result = fstat(descriptor, out);
    close(descriptor);
    return result;
}

int file_remove(const char* path)
{
    wchar_t* wide = wide_path(path);
    const int result = wide ? _wunlink(wide) : -1;
    free(wide);
    return result;
}

int file_replace(const char* from, const char* to)
{
    wchar_t* old = wide_path(from);
    wchar_t* new = wide_path(to);
    const int done = old && new&& MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING);
    if (old && new && !done) errno = EACCES;
    free(old);
    free(new);
    return done ? 0 : -1;
}

void file_rights_as(int descriptor, const struct stat* other)
{
    (void)descriptor;
    (void)other;
}

char* file_resolve(const char* path)
{
    return strdup(path);
}

#endif

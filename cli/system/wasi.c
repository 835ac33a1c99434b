// wasi.c - see system.h: for WebAssembly under WASI.
#include "file/memory_limit.h"
#include "file/system.h"
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whoever runs a module gives it all three.
bool system_fill_standard_files(void)
{
    return true;
}

static bool read_whole(int file, char* to, size_t size)
{
    for (size_t had = 0; had < size;) {
        const ssize_t got = read(file, to + had, size - had);
        if (got == 0) errno = EIO;  // it became shorter
        if (got <= 0) return false;
        had += (size_t)got;
    }
    return true;
}

void* system_map(const char* path, size_t* size)
{
    enum { ALIGNMENT = 64 };
    struct stat about;
    const int file = file_open_to_read(path);
    if (file < 0) return NULL;
    char* bytes = NULL;
    errno = EINVAL;  // as an empty file has it
    if (fstat(file, &about) == 0 && about.st_size > 0) {
        *size = (size_t)about.st_size;
        errno = ENOMEM;
        if ((off_t)*size == about.st_size && *size < SIZE_MAX - ALIGNMENT && memory_allows(*size))
            bytes = aligned_alloc(ALIGNMENT, (*size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
        if (bytes && !read_whole(file, bytes, *size)) {
            free(bytes);
            bytes = NULL;
        }
    }
    const int reason = errno;
    close(file);
    errno = reason;
    return bytes;
}

void system_unmap(void* bytes, size_t size)
{
    (void)size;
    free(bytes);
}

uint64_t system_peak_memory(void)
{
    return 0;
}

void system_let_go(void* bytes, size_t size, size_t offset, size_t length)
{
    (void)bytes;  // which are no file's
    (void)size;
    (void)offset;
    (void)length;
}

mode_t system_rights_of_new_files(void)
{
    return 0;  // files have none
}

int system_create_temporary(char* name, mode_t rights)
{
    (void)rights;
    const size_t digits = 6, length = strlen(name);
    for (unsigned attempt = 0; attempt < 1000000; attempt++) {
        char number[16];
        snprintf(number, sizeof number, "%06u", attempt);
        memcpy(name + length - digits, number, digits);
        const int file = file_create(name);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

int system_create(const char* path, mode_t rights)
{
    (void)rights;
    return open(path, O_RDWR | O_CREAT | O_EXCL, 0666);
}

ticker* ticker_start(void (*tick)(void* user), void* user)
{
    (void)tick;
    (void)user;
    return NULL;
}

void ticker_hold(ticker* t)
{
    (void)t;
}

void ticker_release(ticker* t)
{
    (void)t;
}

void ticker_stop(ticker* t)
{
    (void)t;
}

helper* helper_start(void)
{
    return NULL;
}

void helper_do(helper* h, void (*job)(void* user), void* user)
{
    (void)h;
    job(user);
}

void helper_wait(helper* h)
{
    (void)h;
}

void helper_stop(helper* h)
{
    (void)h;
}

bool system_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
}

bool system_sync_name(const char* path)
{
    (void)path;  // whoever runs a module does that
    return true;
}

bool system_lock(int file)
{
    (void)file;
    return true;
}

// new.c - see new.h. The handler calls what POSIX lets a handler call, and reads atomics without locks.
#define _XOPEN_SOURCE 700  // sigaction, readlink
#include "file/new.h"

#include "file/system.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __wasm__  // nothing interrupts a module

void new_files_writer(int process)
{
    (void)process;
}

void new_file_begin(const char* path)
{
    (void)path;
}

void new_file_end(const char* path)
{
    (void)path;
}

void new_files_watch(void) {}

#else

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif

enum { FILES_MOST = 64 };
static _Atomic(const char*) files[FILES_MOST];
static atomic_int writer;
_Static_assert(ATOMIC_POINTER_LOCK_FREE == 2 && ATOMIC_INT_LOCK_FREE == 2, "a handler reads both");

static void end_writer(void)
{
#ifndef _WIN32
    const int process = atomic_load(&writer);
    if (process > 0 && kill(process, SIGTERM) == 0) waitpid(process, NULL, 0);
#endif
}

static void remove_and_end(int number)
{
    end_writer();
    for (int i = 0; i < 2 * FILES_MOST; i++) {  // files, then the folders that had them
        const char* path = atomic_load(&files[i % FILES_MOST]);
        if (path && (i < FILES_MOST ? file_remove(path) : rmdir(path)) != 0) continue;
    }
    raise(
        number);  // the handler is away: now it ends the process, so that who waits for it sees why
}

void new_files_writer(int process)
{
    atomic_store(&writer, process);
}

void new_file_begin(const char* path)
{
    for (int i = 0; i < FILES_MOST; i++) {
        const char* free_place = NULL;
        if (atomic_compare_exchange_strong(&files[i], &free_place, path)) return;
    }
}

void new_file_end(const char* path)
{
    for (int i = 0; i < FILES_MOST; i++) {
        const char* place = path;
        if (atomic_compare_exchange_strong(&files[i], &place, NULL)) return;
    }
}

#ifdef _WIN32  // no other signal ends a program there

void new_files_watch(void)
{
    if (signal(SIGINT, remove_and_end) == SIG_ERR) return;
    signal(SIGTERM, remove_and_end);
}

#else

void new_files_watch(void)
{
    static const int numbers[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGTERM,
                                  SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, wanted = {.sa_handler = remove_and_end};
        wanted.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        sigemptyset(&wanted.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(numbers[i], &wanted, NULL);
    }
}

#endif

#endif

#ifdef _WIN32  // no link is followed

char* new_file_place(const char* name)
{
    return strdup(name);
}

#else

// The path of what a link in that path has as its target; takes the path.
static char* step(char* path, const char* target)
{
    const char* slash = strrchr(path, '/');
    const size_t folder = slash && *target != '/' ? (size_t)(slash - path) + 1 : 0;
    const size_t length = strlen(target);
    char* next = malloc(folder + length + 1);
    if (next) {
        memcpy(next, path, folder);
        memcpy(next + folder, target, length + 1);
    }
    free(path);
    return next;
}

char* new_file_place(const char* name)
{
    enum { LINKS_MOST = 40 };
    char target[PATH_MAX];
    char* path = strdup(name);
    for (int links = 0; path && links < LINKS_MOST; links++) {
        const ssize_t length = readlink(path, target, sizeof target - 1);
        if (length < 0) break;  // no link
        target[length] = '\0';
        path = step(path, target);
    }
    return path;
}

#endif

// posix.c - see system.h.
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE  // madvise
#endif
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------- files

bool system_fill_standard_files(void)
{
    for (int file = 0; file <= 2; file++) {
        if (fcntl(file, F_GETFD) != -1 || errno != EBADF) continue;
        if (open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY) != file) return false;
    }
    return true;
}

void* system_map(const char* path, size_t* size)
{
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0) return NULL;
    void* mapped = MAP_FAILED;
    if (fstat(descriptor, &status) == 0 && status.st_size > 0)
        mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    const int reason = errno;
    close(descriptor);
    errno = reason;
    if (mapped == MAP_FAILED) return NULL;
    *size = (size_t)status.st_size;
    return mapped;
}

void system_unmap(void* bytes, size_t size)
{
    munmap(bytes, size);
}

uint64_t system_peak_memory(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
    return (uint64_t)usage.ru_maxrss;
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

// Not posix_madvise, with which the C library of GNU does nothing here. Linux maps up to 64 KB about a page that is touched: all that goes,
// also what is beside the part. Who uses that has it again after a fault, which reads nothing from the disk.
void system_let_go(void* bytes, size_t size, size_t offset, size_t length)
{
    const uintptr_t around = 65536, begin = (uintptr_t)bytes, end = begin + size;
    uintptr_t from = (begin + offset) / around * around,
              to = (begin + offset + length + around - 1) / around * around;
    if (from < begin) from = begin;
    if (to > end) to = end;
    if (length && from < to) madvise((char*)bytes + (from - begin), to - from, MADV_DONTNEED);
}

mode_t system_rights_of_new_files(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// With its rights, whatever the mask says.
static int with_rights(int file, const char* name, mode_t rights)
{
    if (file < 0 || fchmod(file, rights) == 0) return file;
    const int reason = errno;
    close(file);
    unlink(name);
    errno = reason;
    return -1;
}

int system_create_temporary(char* name, mode_t rights)
{
    return with_rights(mkstemp(name), name, rights);
}

int system_create(const char* path, mode_t rights)
{
    return with_rights(open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600), path, rights);
}

bool system_sync(int file)
{
    return fsync(file) == 0 || errno == EINVAL ||
           errno == EROFS;  // a pipe and the like have no disk
}

bool system_sync_name(const char* path)
{
    char* folder = strdup(path);
    if (!folder) return false;
    char* slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    const int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file < 0) return errno == EACCES;  // a folder that may be written to, and not be read
    const bool synced = system_sync(file);
    const int reason = errno;
    close(file);
    errno = reason;
    return synced;
}

bool system_lock(int file)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_SETLK, &whole) == 0) return true;
    return errno != EAGAIN && errno != EACCES;
}

// ------------------------------------------------------------------------------------------ ticker

struct ticker {
    void (*tick)(void* user);
    void* user;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t finish;  // done was set
    bool done;
};

static void* run_ticker(void* user)
{
    ticker* t = user;
    pthread_mutex_lock(&t->lock);
    while (!t->done) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (pthread_cond_timedwait(&t->finish, &t->lock, &until) == ETIMEDOUT) t->tick(t->user);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void ticker_free(ticker* t)
{
    pthread_cond_destroy(&t->finish);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

ticker* ticker_start(void (*tick)(void* user), void* user)
{
    ticker* t = malloc(sizeof *t);
    if (!t) return NULL;
    *t = (ticker){.tick = tick, .user = user};
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->finish, NULL);
    if (pthread_create(&t->thread, NULL, run_ticker, t) == 0) return t;
    ticker_free(t);
    return NULL;
}

void ticker_hold(ticker* t)
{
    if (t) pthread_mutex_lock(&t->lock);
}

void ticker_release(ticker* t)
{
    if (t) pthread_mutex_unlock(&t->lock);
}

void ticker_stop(ticker* t)
{
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->done = true;
    pthread_cond_signal(&t->finish);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    ticker_free(t);
}

// ------------------------------------------------------------------------------------------ helper

struct helper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    void (*job)(void* user);  // NULL: there is none
    void* user;
    bool done;
};

static void* run_helper(void* user)
{
    helper* h = user;
    pthread_mutex_lock(&h->lock);
    for (;;) {
        while (!h->job && !h->done)
            pthread_cond_wait(&h->changed, &h->lock);
        if (!h->job) break;
        pthread_mutex_unlock(&h->lock);
        h->job(h->user);
        pthread_mutex_lock(&h->lock);
        h->job = NULL;
        pthread_cond_broadcast(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static void helper_free(helper* h)
{
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

helper* helper_start(void)
{
    helper* h = malloc(sizeof *h);
    if (!h) return NULL;
    *h = (helper){.done = false};
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    if (pthread_create(&h->thread, NULL, run_helper, h) == 0) return h;
    helper_free(h);
    return NULL;
}

void helper_do(helper* h, void (*job)(void* user), void* user)
{
    if (!h) {
        job(user);
        return;
    }
    pthread_mutex_lock(&h->lock);
    while (h->job)
        pthread_cond_wait(&h->changed, &h->lock);
    h->job = job;
    h->user = user;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

void helper_wait(helper* h)
{
    if (!h) return;
    pthread_mutex_lock(&h->lock);
    while (h->job)
        pthread_cond_wait(&h->changed, &h->lock);
    pthread_mutex_unlock(&h->lock);
}

void helper_stop(helper* h)
{
    if (!h) return;
    pthread_mutex_lock(&h->lock);
    h->done = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    pthread_join(h->thread, NULL);
    helper_free(h);
}

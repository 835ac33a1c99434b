// take.c - see take.h.
#include "scale/take.h"

#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct scale_take {
    size_t ranks, cells, bytes;
    atomic_size_t* next;  // of each rank, in memory that processes share
};

scale_take* scale_take_open(const char* path, size_t ranks, size_t cells)
{
    scale_take* t = malloc(sizeof *t);
    const size_t bytes = ranks * sizeof(atomic_size_t);
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    void* shared = MAP_FAILED;
    if (file >= 0) {
        unlink(path);
        if (ftruncate(file, (off_t)bytes) == 0)
            shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
    }
    if (!t || shared == MAP_FAILED) {
        bench_fail("%s: %s", path, strerror(errno));
        free(t);
        return NULL;
    }
    *t = (scale_take){ranks, cells, bytes, shared};
    for (size_t r = 0; r < ranks; r++)
        atomic_init(&t->next[r], r * cells / ranks);
    return t;
}

static bool take_from(scale_take* t, size_t rank, size_t* cell)
{
    *cell = atomic_fetch_add(&t->next[rank], 1);
    return *cell < (rank + 1) * t->cells / t->ranks;
}

bool scale_take_next(scale_take* t, size_t rank, size_t* cell)
{
    if (take_from(t, rank, cell)) return true;
    for (size_t step = 1; step < t->ranks; step++) {
        if (rank >= step && take_from(t, rank - step, cell)) return true;
        if (rank + step < t->ranks && take_from(t, rank + step, cell)) return true;
    }
    return false;
}

void scale_take_close(scale_take* t)
{
    munmap(t->next, t->bytes);
    free(t);
}

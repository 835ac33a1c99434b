// take.c - see take.h.
#include "scale/take.h"

#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct scale_take {
    size_t ranks, cells, bytes;
    atomic_size_t* next;  // of each rank, in memory that processes share
};

int scale_take_make(const char* path, size_t ranks, size_t cells)
{
    FILE* out = fopen(path, "wb");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    for (size_t r = 0; r < ranks; r++) {
        atomic_size_t next;
        atomic_init(&next, r * cells / ranks);
        fwrite(&next, sizeof next, 1, out);
    }
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

scale_take* scale_take_open(const char* path, size_t ranks, size_t cells)
{
    scale_take* t = malloc(sizeof *t);
    const size_t bytes = ranks * sizeof(atomic_size_t);
    const int file = open(path, O_RDWR);
    void* shared =
        file < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    const int why = errno;
    if (file >= 0) close(file);
    if (!t || shared == MAP_FAILED) {
        bench_fail("%s: %s", path, strerror(why));
        free(t);
        return NULL;
    }
    *t = (scale_take){ranks, cells, bytes, shared};
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
        if (rank + step < t->ranks && take_from(t, rank + step, cell)) return true;
        if (rank >= step && take_from(t, rank - step, cell)) return true;
    }
    return false;
}

void scale_take_close(scale_take* t)
{
    if (!t) return;
    munmap(t->next, t->bytes);
    free(t);
}

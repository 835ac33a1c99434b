// window.c - a block of addresses as large as the file, filled by reading, step by step, and emptied
// behind the reader. Not a mapped file: one that another program shortens would kill this one.
#define _DEFAULT_SOURCE  // madvise, MAP_ANONYMOUS
#include "window.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef ABUT_SMALL_WINDOW
enum { STEP = 3 << 12, MARGIN = 300, BLOCK = 1 << 12 };
#else
enum {
    STEP = 4 << 20,    // read at once
    MARGIN = 1 << 20,  // loaded ahead of every element; longer ones are rare
    BLOCK = 2 << 20,   // released at once: a large page
};
#endif

static bool load_to(window* w, size_t target)
{
    while (w->loaded < target) {
        ssize_t count =
            pread(w->descriptor, w->bytes + w->loaded, target - w->loaded, (off_t)w->loaded);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;  // reading it whole will say why
        w->loaded += (size_t)count;
    }
    return true;
}

bool window_open(window* w, int descriptor, size_t size)
{
    *w = (window){.size = size, .descriptor = descriptor};
#if defined(MAP_ANONYMOUS) && defined(MAP_NORESERVE)
    void* block = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return false;
    w->bytes = block;
    advise_large_block(block, size);
    return load_to(w, size < STEP ? size : STEP);
#else
    return false;
#endif
}

void window_close(window* w)
{
    if (w->bytes) munmap(w->bytes, w->size);
    *w = (window){0};
}

mesh_status window_move(reader* r, size_t* due)
{
    window* w = r->window;
    const size_t at = (size_t)(r->at - r->begin);
    if (at > w->loaded) return reader_need_all(r);
    // The byte before this one is looked at, too.
    const size_t done = at < BLOCK ? 0 : (at - 1) / BLOCK * BLOCK;
    if (done > w->released) {
        madvise(w->bytes + w->released, done - w->released, MADV_DONTNEED);
        w->released = done;
    }
    const size_t target = w->size - at < STEP ? w->size : at + STEP;
    if (!load_to(w, target)) return reader_need_all(r);
    *due = w->loaded == w->size ? SIZE_MAX : w->loaded - MARGIN;
    return MESH_OK;
}

bool window_is_through(const window* w)
{
    char more;
    return w->loaded == w->size && pread(w->descriptor, &more, 1, (off_t)w->size) == 0;
}

// window.c - a block of addresses as large as the file, filled by reading, step by step, and emptied
// behind the reader. Not a mapped file: one that another program shortens would kill this one.
#define _GNU_SOURCE  // mremap
#include "mesh/window.h"

#include "file/memory_limit.h"
#include "text/end.h"

#if defined _WIN32 || defined __wasm__  // every file is read whole

bool window_open(window* w, int descriptor, size_t size)
{
    *w = (window){.size = size, .descriptor = descriptor};
    return false;
}

void window_close(window* w)
{
    *w = (window){0};
}

mesh_status window_move(reader* r, size_t* due)
{
    (void)due;
    return reader_need_all(r);
}

bool window_has_padding(const window* w)
{
    (void)w;
    return true;
}

bool window_is_through(const window* w)
{
    (void)w;
    return false;
}

#else

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

// Take the memory behind the reader to where the next bytes will be loaded, or give it back. Moving it
// spares the system clearing it, a tenth of the time to read text.
static void release_block(window* w)
{
    char* from = w->bytes + w->released;
    w->released += BLOCK;
#ifdef MREMAP_DONTUNMAP
    const size_t next = (w->loaded + BLOCK - 1) / BLOCK * BLOCK;  // nothing is there yet
    if (w->fresh < next) w->fresh = next;
    if (w->fresh < w->size && w->size - w->fresh >= BLOCK) {
        const int how = MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP;
        if (mremap(from, BLOCK, BLOCK, how, w->bytes + w->fresh) != MAP_FAILED) {
            w->fresh += BLOCK;
            return;
        }
    }
#endif
    madvise(from, BLOCK, MADV_DONTNEED);
}

bool window_open(window* w, int descriptor, size_t size)
{
    *w = (window){.size = size, .descriptor = descriptor};
#if defined(MAP_ANONYMOUS) && defined(MAP_NORESERVE)
    if (size > SIZE_MAX - BLOCK) return false;
    char* block = mmap(NULL, size + BLOCK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return false;
    w->block = block;
    w->bytes = block + (BLOCK - (uintptr_t)block % BLOCK) % BLOCK;
    block = w->bytes;
    advise_large_block(block, size);
    return load_to(w, size < STEP ? size : STEP);
#else
    return false;
#endif
}

void window_close(window* w)
{
    if (w->block) munmap(w->block, w->size + BLOCK);
    *w = (window){0};
}

mesh_status window_move(reader* r, size_t* due)
{
    window* w = r->window;
    const size_t at = (size_t)(r->at - r->begin);
    // What is behind the last byte loaded may be anything.
    if (at >= w->loaded && w->loaded < w->size) return reader_need_all(r);
    // The byte before this one is looked at, too.
    while (at > w->released + BLOCK)
        release_block(w);
    const size_t target = w->size - at < STEP ? w->size : at + STEP;
    if (!load_to(w, target)) return reader_need_all(r);
    *due = w->loaded == w->size ? SIZE_MAX : w->loaded - MARGIN;
    return MESH_OK;
}

bool window_has_padding(const window* w)
{
    char bytes[64];  // white space may stand behind a Ctrl-Z
    const size_t size = w->size < sizeof bytes ? w->size : sizeof bytes;
    if (pread(w->descriptor, bytes, size, (off_t)(w->size - size)) != (ssize_t)size) return true;
    return text_end(bytes, bytes + size) != bytes + size;
}

bool window_is_through(const window* w)
{
    char more;
    return w->loaded == w->size && pread(w->descriptor, &more, 1, (off_t)w->size) == 0;
}

#endif

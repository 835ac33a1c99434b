// fuzz_file.c - files read through a window (io/mesh/window.c) against the same bytes in memory: the mesh or
// the error must be the same. The window is made of single pages here (CMakeLists.txt), and two
// parts of the input are repeated, so that few bytes make a file of many pages.
#define _GNU_SOURCE  // memfd_create
#include "fuzz_mesh.h"

#include <sys/mman.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 17 };

typedef struct text {
    uint8_t bytes[MOST_BYTES];
    size_t size;
} text;

static void append(text* t, const uint8_t* from, size_t size)
{
    if (size > MOST_BYTES - t->size) size = MOST_BYTES - t->size;
    memcpy(t->bytes + t->size, from, size);
    t->size += size;
}

// In the input, a byte 1 begins a part, a byte 2 and the two bytes behind it end it and repeat it.
static void expand(text* out, const uint8_t* at, const uint8_t* end)
{
    const uint8_t* part = at;
    for (out->size = 0; at != end;) {
        if (*at == 1) {
            part = ++at;
        } else if (*at == 2 && end - at >= 3) {
            const size_t length = (size_t)(at - part);
            for (int times = at[1] + 256 * (at[2] & 7); times > 1 && out->size < MOST_BYTES;
                 times--)
                append(out, part, length);
            at += 3;
            part = at;
        } else {
            append(out, at++, 1);
        }
    }
}

static void check_alike(const text* t, const char* path, int drop_bad)
{
    mesh a = {0}, b = {0};
    mesh_error e, f;
    const mesh_read_options options = {.drop_bad = drop_bad};
    const mesh_status status = mesh_read_memory(&a, t->bytes, t->size, &options, &e);
    CHECK(mesh_read_file(&b, path, &options, &f) == status);
    if (status == MESH_OK) {
        check_mesh(&b, t->size);
        check_same(&a, &b);
    } else {
        CHECK(e.line == f.line && e.byte == f.byte && strcmp(e.text, f.text) == 0);
    }
    mesh_free(&a);
    mesh_free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static text t;
    expand(&t, data, data + size);
    if (memmem(t.bytes, t.size, "uri", 3))
        return 0;  // glTF finds files beside a file, not beside bytes
    const int file = memfd_create("file", 0);
    CHECK(file >= 0 && write(file, t.bytes, t.size) == (ssize_t)t.size);
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    check_alike(&t, path, 0);
    check_alike(&t, path, 1);
    close(file);
    return 0;
}

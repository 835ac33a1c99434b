// whole.c - see whole.h.
#define _POSIX_C_SOURCE 200809L
#include "file/whole.h"

#include "file/memory_limit.h"
#include "file/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_BYTES = 1 << 16, CHUNK_BYTES = 16 << 20, LOOK_AT = 1 << 20 };

typedef struct file_bytes {
    char* bytes;
    size_t size, capacity;
} file_bytes;

// Make room for another byte and for the zero behind the last.
static whole_file_status grow(file_bytes* f, size_t expected)
{
    if (f->bytes && f->size + 1 < f->capacity) return WHOLE_FILE_OK;
    size_t capacity = f->capacity + f->capacity / 2;
    // One more byte than expected, to see the end.
    if (!f->bytes) capacity = expected ? expected + 2 : FIRST_BYTES;
    if (!memory_allows(expected ? capacity - f->capacity : 0)) return WHOLE_FILE_TOO_LARGE;
    char* larger = capacity > f->capacity ? realloc(f->bytes, capacity) : NULL;
    if (!larger) return WHOLE_FILE_OUT_OF_MEMORY;
    // What grows is moved by the system, which it is not once a part of it is advised.
    if (expected && !f->bytes) advise_large_block(larger, capacity);
    f->bytes = larger;
    f->capacity = capacity;
    return WHOLE_FILE_OK;
}

// What is endless is mostly /dev/zero; it need not fill the memory.
static bool is_nothing_but_zeros(const file_bytes* f)
{
    return f->bytes[0] == '\0' && memcmp(f->bytes, f->bytes + 1, f->size - 1) == 0;
}

static whole_file_status load(file_bytes* f, int descriptor, const whole_file_how* how)
{
    bool looked = how->expected > 0;
    for (;;) {
        const whole_file_status status = grow(f, how->expected);
        if (status != WHOLE_FILE_OK) return status;
        size_t room = f->capacity - f->size - 1;
        if (room > CHUNK_BYTES) room = CHUNK_BYTES;
        // Growing takes addresses; reading takes memory.
        if (!how->expected && !memory_allows(room)) return WHOLE_FILE_TOO_LARGE;
        const ssize_t count = read(descriptor, f->bytes + f->size, room);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return WHOLE_FILE_CANNOT_READ;
        if (count == 0) break;
        f->size += (size_t)count;
        if (!looked && f->size >= LOOK_AT) {
            looked = true;
            if (is_nothing_but_zeros(f)) return WHOLE_FILE_NO_TEXT;
        }
        if (how->report && !how->report(how->user, f->size)) return WHOLE_FILE_CANCELLED;
    }
    f->bytes[f->size] = '\0';
    return WHOLE_FILE_OK;
}

whole_file_status whole_file_load(int descriptor, const whole_file_how* how, char** bytes,
                                  size_t* size)
{
    static const whole_file_how nothing_known;
    file_bytes f = {0};
    const whole_file_status status = load(&f, descriptor, how ? how : &nothing_known);
    if (status == WHOLE_FILE_OK) {
        *bytes = f.bytes;
        *size = f.size;
    } else {
        free(f.bytes);
    }
    return status;
}

const char* whole_file_text(whole_file_status status)
{
    switch (status) {
    case WHOLE_FILE_OK:
        return "read";
    case WHOLE_FILE_OUT_OF_MEMORY:
        return "not enough memory to read it";
    case WHOLE_FILE_TOO_LARGE:
        return "reading it takes more memory than --max-memory allows";
    case WHOLE_FILE_NO_TEXT:
        return "it gives nothing but zeros";
    case WHOLE_FILE_CANNOT_OPEN:
        return "cannot be opened";
    case WHOLE_FILE_CANNOT_READ:
    case WHOLE_FILE_CANCELLED:
        break;
    }
    return "cannot be read";
}

static fault_code code_of(whole_file_status status)
{
    switch (status) {
    case WHOLE_FILE_OUT_OF_MEMORY:
        return S001_OUT_OF_MEMORY;
    case WHOLE_FILE_TOO_LARGE:
        return S004_MEMORY_LIMIT;
    case WHOLE_FILE_NO_TEXT:
        return P003_NO_TEXT;
    default:
        return S002_CANNOT_OPEN;
    }
}

// Tell why; where the system refused, in its words, too, which are those of errno.
static whole_file_status fail(whole_file_status status, whole_file_why* why)
{
    const bool refused = status == WHOLE_FILE_CANNOT_OPEN || status == WHOLE_FILE_CANNOT_READ;
    why->code = code_of(status);
    snprintf(why->text, sizeof why->text, "%s%s%s", whole_file_text(status), refused ? ": " : "",
             refused ? strerror(errno) : "");
    return status;
}

whole_file_status whole_file_read(const char* path, char** bytes, size_t* size, whole_file_why* why)
{
    const bool standard = strcmp(path, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : file_open_to_read(path);
    if (descriptor < 0) return fail(WHOLE_FILE_CANNOT_OPEN, why);
    const whole_file_status status = whole_file_load(descriptor, NULL, bytes, size);
    if (status != WHOLE_FILE_OK) fail(status, why);
    if (!standard) close(descriptor);
    return status;
}

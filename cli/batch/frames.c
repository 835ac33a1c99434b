// frames.c - see frames.h.
#include "batch/frames.h"

#include "file/system.h"
#include "models/load.h"
#include "say/say.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Read until there are so many bytes, or the file ends.
static size_t read_bytes(int file, char* to, size_t size, int* reason)
{
    size_t had = 0;
    while (had < size) {
        const ssize_t got = read(file, to + had, size - had);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) *reason = errno;
        if (got <= 0) break;
        had += (size_t)got;
    }
    return had;
}

static bool fail(const frames* f, int reason)
{
    say(S002_CANNOT_OPEN, "%s: cannot read: %s", path_name(f->path), strerror(reason));
    return false;
}

enum { NPY_MARK = 6 };

static bool is_no_npy(const frames* f, const char* bytes)
{
    if (memcmp(bytes, "\x93NUMPY", NPY_MARK) != 0) return true;
    say(P011_OTHER_RECORDS,
        "%s: is a .npy file, in which a header stands before the numbers: write them with "
        "array.tofile(...)",
        path_name(f->path));
    return false;
}

// ------------------------------------------------------------------------------------------- open

// What a pipe has before the first frame that is wanted goes nowhere.
static bool pass_over(frames* f, uint64_t from)
{
    enum { ROOM = 1 << 16 };
    const size_t size = frame_size(f->form);
    char* room = malloc(ROOM);
    int reason = 0;
    if (!room) return say_no_memory();
    for (uint64_t left = from; left > 0 && !reason;) {
        const size_t most = ROOM / size, some = left < most ? (size_t)left : most;
        if (read_bytes(f->file, room, some * size, &reason) < some * size) break;
        left -= some;
    }
    free(room);
    return !reason || fail(f, reason);
}

// Of a file it is known before the work how many frames it has, and that they are whole.
static bool measure_file(frames* f, off_t bytes, uint64_t from)
{
    const uint64_t size = frame_size(f->form), has = (uint64_t)bytes / size;
    const unsigned rest = (unsigned)((uint64_t)bytes % size);
    char begin_of[NPY_MARK];
    if (pread(f->file, begin_of, NPY_MARK, 0) == NPY_MARK && !is_no_npy(f, begin_of)) return false;
    if (rest) {
        say(P011_OTHER_RECORDS,
            "%s: %" PRIu64 " frame%s of %s, which have %" PRIu64
            " bytes each, and %u byte%s more: it is of another --form, or not whole",
            path_name(f->path), has, plural(has), f->form->name, size, rest, plural(rest));
        return false;
    }
    const uint64_t last = f->end < has ? f->end : has;
    f->total = last > from ? last - from : 0;
    const uint64_t begin = from < has ? from : has;
    // In brackets it is the function: the C library of WASI also has a macro, in GNU C.
    return (lseek)(f->file, (off_t)(begin * size), SEEK_SET) >= 0 || fail(f, errno);
}

bool frames_open(frames* f, const char* path, const frame_form* form, uint64_t from, uint64_t count)
{
    struct stat about;
    *f = (frames){.path = path, .form = form, .total = UINT64_MAX, .next = from};
    f->end = count < UINT64_MAX - from ? from + count : UINT64_MAX;
    f->file = strcmp(path, "-") == 0 ? STDIN_FILENO : file_open_to_read(path);
    if (f->file < 0) {
        say(S002_CANNOT_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
        return false;
    }
    if (fstat(f->file, &about) != 0) return fail(f, errno);
    // Standard input may be a file, of which something was read before.
    const bool is_whole = S_ISREG(about.st_mode) && (lseek)(f->file, 0, SEEK_CUR) == 0;
    return is_whole ? measure_file(f, about.st_size, from) : pass_over(f, from);
}

void frames_close(frames* f)
{
    if (f->path && f->file > STDIN_FILENO) close(f->file);
    *f = (frames){0};
}

// ------------------------------------------------------------------------------------------- read

void frames_read(void* user)
{
    frame_block* b = user;
    frames* f = b->from;
    const size_t size = frame_size(f->form);
    const uint64_t left = f->end - f->next;
    const size_t wanted = left < b->wanted ? (size_t)left : b->wanted;
    b->first = f->next;
    b->reason = 0;
    const size_t had = read_bytes(f->file, b->bytes, wanted * size, &b->reason);
    b->count = had / size;
    b->rest = had % size;
    b->is_last = b->count < wanted || b->count == left;
    f->next += b->count;
    chain_add(&f->read, b->bytes, b->count * size);
    chain_tell(&f->read, b->hash);
}

bool frames_were_read(const frames* f, const frame_block* b)
{
    if (b->reason) return fail(f, b->reason);
    if (b->rest) {
        say(P011_OTHER_RECORDS,
            "%s: frame %" PRIu64 ", at byte %" PRIu64 ", is not whole: %zu bytes of %zu",
            path_name(f->path), b->first + b->count,
            (b->first + b->count) * (uint64_t)frame_size(f->form), b->rest, frame_size(f->form));
        return false;
    }
    return b->first > 0 || b->count == 0 || is_no_npy(f, b->bytes);
}

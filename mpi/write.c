// write.c - see write.h.
//
// The file is three kinds of pieces: the objects, each rank a stretch of them; the rows, likewise; the end. Rank 0 also has what
// stands before each list. Where pieces go is known when all have been made: so they are made, block by block, and the first megabytes
// kept; what is beyond is made a second time when it is written. So no rank has more of them in memory.
#include "write.h"

#include "say/say.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OBJECTS, ROWS, END, KINDS, BLOCK = 16384, KEPT_MOST = 32 << 20 };

// The text of a block.
typedef struct block {
    char* text;  // NULL: it is not kept
    size_t size;
} block;

// What a rank writes of a kind, and what stands before it on rank 0.
typedef struct stretch {
    clash_piece before, piece;
    size_t first, last;
    bool is_first;  // none of other ranks stand before
} stretch;

typedef struct writer {
    ranks* ranks;
    const char* name;           // of the file, for messages
    const clash_result* mine;   // with this rank's rows
    const clash_result* whole;  // with the counts of all
    stretch kinds[KINDS];
    MPI_File file;  // MPI_FILE_NULL: they are only made
    block* kept;    // of blocks in the order in which they are made
    size_t kept_count, kept_size, next;
    bool failed;
} writer;

// What MPI says is wrong; of a full disk what the system says.
static void tell_error(const writer* w, int error)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "it took less than was given";
    int class = MPI_SUCCESS, length = 0;
    if (error != MPI_SUCCESS) {
        MPI_Error_class(error, &class);
        MPI_Error_string(error, text, &length);
    }
    say(S003_CANNOT_WRITE, "%s: cannot write: %s", w->name,
        class == MPI_ERR_NO_SPACE ? strerror(ENOSPC) : text);
}

static void share(size_t count, const ranks* r, size_t* first, size_t* last)
{
    *first = (size_t)((uint64_t)count * (uint64_t)r->rank / (uint64_t)r->count);
    *last = (size_t)((uint64_t)count * (uint64_t)(r->rank + 1) / (uint64_t)r->count);
}

static size_t end_of_block(const stretch* s, size_t first)
{
    return s->last - first < BLOCK ? s->last : first + BLOCK;
}

// Of a kind the block from first on.
static void make_block(const writer* w, int kind, size_t first, FILE* out)
{
    const stretch* s = &w->kinds[kind];
    const size_t last = end_of_block(s, first);
    if (first == s->first && w->ranks->rank == 0 && kind != END)
        clash_write_piece(w->whole, s->before, 0, 0, w->whole->object_count == 0, out);
    if (kind != END)
        clash_write_piece(w->mine, s->piece, first, last, s->is_first && first == s->first, out);
    else if (w->ranks->rank == 0)
        clash_write_piece(w->whole, s->piece, 0, 0, w->whole->clashes.count == 0, out);
}

static void write_at(writer* w, uint64_t at, const char* text, size_t size)
{
    MPI_Status status;
    int written = 0;
    const int error =
        MPI_File_write_at(w->file, (MPI_Offset)at, text, (int)size, MPI_BYTE, &status);
    if (error == MPI_SUCCESS && size) MPI_Get_count(&status, MPI_BYTE, &written);
    if (error == MPI_SUCCESS && written == (int)size) return;
    tell_error(w, error);
    w->failed = true;
}

// Make the block of a kind from first on, or take it where it is kept. Its text is the caller's, unless it is kept.
static block take_block(writer* w, int kind, size_t first)
{
    block b = {0};
    if (w->file != MPI_FILE_NULL && w->next < w->kept_count) b = w->kept[w->next];
    w->next++;
    if (b.text) return b;
    FILE* out = open_memstream(&b.text, &b.size);
    if (out) make_block(w, kind, first, out);
    const bool made = out && !ferror(out) && fflush(out) == 0 && b.size <= INT_MAX;
    if (out) fclose(out);
    if (!made) w->failed = !say_no_memory();
    return b;
}

// Keep a block that was made, if there is room. Without it is made again.
static void keep(writer* w, block* b)
{
    block* kept = NULL;
    if (w->next == w->kept_count + 1 && b->size <= KEPT_MOST - w->kept_size)
        kept = realloc(w->kept, w->next * sizeof *kept);
    if (kept) {
        w->kept = kept;
        w->kept[w->kept_count++] = *b;
        w->kept_size += b->size;
    } else
        free(b->text);
}

// Make all of a kind; write it at a place, if there is a file. Returns how long it is.
static uint64_t make(writer* w, int kind, uint64_t at)
{
    const stretch* s = &w->kinds[kind];
    uint64_t length = 0;
    size_t first = s->first;
    do {
        block b = take_block(w, kind, first);
        const bool is_kept = w->next <= w->kept_count;
        if (w->file == MPI_FILE_NULL) {
            keep(w, &b);
        } else {
            if (!w->failed) write_at(w, at + length, b.text, b.size);
            if (!is_kept) free(b.text);
        }
        length += b.size;
        first = end_of_block(s, first);
    } while (first < s->last && !w->failed);
    return length;
}

// Make all without a file: where each kind of this rank begins, and how long the file is. Returns false on all ranks.
static bool find_places(writer* w, uint64_t at[KINDS], uint64_t* total)
{
    const size_t count = (size_t)w->ranks->count;
    uint64_t mine[KINDS];
    uint64_t* all = calloc(count * KINDS, sizeof *all);
    if (!all) w->failed = !say_no_memory();
    for (int kind = 0; kind < KINDS; kind++)
        mine[kind] = make(w, kind, 0);
    bool fine = ranks_agree(w->ranks, !w->failed);
    *total = 0;
    if (fine) {
        MPI_Allgather(mine, KINDS, MPI_UINT64_T, all, KINDS, MPI_UINT64_T, MPI_COMM_WORLD);
        for (int kind = 0; kind < KINDS; kind++)
            for (size_t rank = 0; rank < count; rank++) {
                if (rank == (size_t)w->ranks->rank) at[kind] = *total;
                *total += all[rank * KINDS + (size_t)kind];
            }
    }
    free(all);
    return fine;
}

// Open the file on rank 0, and have room for all of it: a full disk is told now, by the system's own words.
static bool reserve(output* to, uint64_t total)
{
    if (!output_open(to)) return false;
    const int reason = posix_fallocate(fileno(to->stream), 0, (off_t)total);
    if (reason == 0 || reason == EINVAL || reason == EOPNOTSUPP) return true;
    say(S003_CANNOT_WRITE, "%s: cannot write: %s", to->name, strerror(reason));
    return false;
}

// Write all, on all ranks. Returns false on all.
static bool write_all(writer* w, const char* path, const uint64_t at[KINDS])
{
    const int error = MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &w->file);
    if (error != MPI_SUCCESS) tell_error(w, error);
    if (!ranks_agree(w->ranks, error == MPI_SUCCESS)) return false;
    w->next = 0;
    for (int kind = 0; kind < KINDS && !w->failed; kind++)
        make(w, kind, at[kind]);
    const int synced = MPI_File_sync(w->file), closed = MPI_File_close(&w->file);
    if (!w->failed && (synced != MPI_SUCCESS || closed != MPI_SUCCESS)) {
        tell_error(w, synced != MPI_SUCCESS ? synced : closed);
        w->failed = true;
    }
    return ranks_agree(w->ranks, !w->failed);
}

// Rank 0: let it take its name.
static bool finish(output* to, uint64_t total)
{
    struct stat about;
    const bool synced = fsync(fileno(to->stream)) == 0;
    const bool known = synced && fstat(fileno(to->stream), &about) == 0;
    if (known && (uint64_t)about.st_size == total) return output_close(to);
    say(S003_CANNOT_WRITE, "%s: cannot write: %s", to->name,
        known ? "it is not as long as what was written" : strerror(errno));
    return false;
}

bool write_side_by_side(ranks* r, output* to, const clash_result* listed, const rank_rows* rows)
{
    clash_result mine = *listed, whole = *listed;
    writer w = {
        .ranks = r, .name = to->name, .mine = &mine, .whole = &whole, .file = MPI_FILE_NULL};
    uint64_t at[KINDS], total;
    size_t first, last;
    mine.clashes = (abut_clashes){
        .pairs = rows->pairs, .clashes = rows->clashes, .gaps = rows->gaps, .count = rows->count};
    whole.clashes = rows->all;
    share(listed->object_count, r, &first, &last);
    w.kinds[OBJECTS] = (stretch){CLASH_PIECE_BEGIN, CLASH_PIECE_OBJECTS, first, last, first == 0};
    w.kinds[ROWS] =
        (stretch){CLASH_PIECE_BETWEEN, CLASH_PIECE_ROWS, 0, rows->count, rows->before == 0};
    w.kinds[END] = (stretch){.piece = CLASH_PIECE_END};
    bool fine = find_places(&w, at, &total) && ranks_agree(r, r->rank > 0 || reserve(to, total));
    char* path = fine ? ranks_share_text(r, to->temporary) : NULL;
    fine = path && write_all(&w, path, at) && ranks_agree(r, r->rank > 0 || finish(to, total));
    for (size_t i = 0; i < w.kept_count; i++)
        free(w.kept[i].text);
    free(w.kept);
    free(path);
    return fine;
}

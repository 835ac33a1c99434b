// checkpoint.c - see checkpoint.h.
#include "checkpoint.h"

#include "clash/sources/sources.h"
#include "models/set.h"
#include "say/say.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNFINISHED ".unfinished"

static bool fail(const char* path, const char* what)
{
    say(strcmp(what, "read") == 0 ? S002_CANNOT_OPEN : S003_CANNOT_WRITE, "%s: cannot %s: %s", path,
        what, strerror(errno));
    return false;
}

static char* place(const checkpoint* c, const char* name)
{
    char* path = say_text("%s/%s", c->folder, name);
    if (!path) say_no_memory();
    return path;
}

char* checkpoint_cell(const checkpoint* c, size_t cell)
{
    char* path = say_text("%s/cell-%06zu.part", c->folder, cell);
    if (!path) say_no_memory();
    return path;
}

char* checkpoint_source(const checkpoint* c, size_t source)
{
    char* path = say_text("%s/source-%06zu.abut", c->folder, source);
    if (!path) say_no_memory();
    return path;
}

// Take "cell-000017.part": the number; false: it is another name.
static bool take_name(const char* name, const char* before, const char* behind, size_t* number)
{
    const size_t length = strlen(before);
    char* end = NULL;
    if (strncmp(name, before, length) != 0 || name[length] < '0' || name[length] > '9')
        return false;
    *number = (size_t)strtoull(name + length, &end, 10);
    return strcmp(end, behind) == 0;
}

// ------------------------------------------------------------------------------------------ files

FILE* checkpoint_create(const char* path)
{
    char* name = say_text("%s" UNFINISHED, path);
    FILE* file = name ? fopen(name, "wb") : NULL;
    if (!name)
        say_no_memory();
    else if (!file)
        fail(path, "write");
    free(name);
    return file;
}

static bool sync_folder(const checkpoint* c)
{
    const int folder = open(c->folder, O_RDONLY | O_DIRECTORY);
    const bool fine = folder >= 0 && fsync(folder) == 0;
    // Some file systems cannot, and need not.
    const bool is_lost = !fine && errno != EINVAL && errno != ENOTSUP;
    if (is_lost) fail(c->folder, "write");
    if (folder >= 0) close(folder);
    return !is_lost;
}

bool checkpoint_finish(FILE* file, const char* path, bool fine)
{
    char* name = say_text("%s" UNFINISHED, path);
    bool written = fine && !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!name) written = fine = say_no_memory();
    if (written && rename(name, path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        if (name) unlink(name);
        errno = reason;
        if (fine) fail(path, "write");
    }
    free(name);
    return written;
}

// The text of a small file, NULL: it cannot be read, or there is no memory.
static char* read_text(const char* path)
{
    FILE* file = fopen(path, "rb");
    char* text = NULL;
    size_t size = 0, capacity = 0;
    bool fine = file != NULL;
    while (fine) {
        if (size + 1 >= capacity) {
            char* more = realloc(text, capacity = 2 * capacity + 4096);
            if (!more) break;
            text = more;
        }
        const size_t got = fread(text + size, 1, capacity - size - 1, file);
        size += got;
        if (got == 0) break;
    }
    fine = fine && text && feof(file) && !ferror(file);
    if (file) fclose(file);
    if (fine) text[size] = '\0';
    if (fine) return text;
    free(text);
    return NULL;
}

// ------------------------------------------------------------------------------------- the folder

// Whether the folder has a job already, or parts of one. Returns false after telling what is wrong.
static bool look(const checkpoint* c, bool* has_begun)
{
    DIR* folder = opendir(c->folder);
    size_t number;
    if (!folder) return fail(c->folder, "read");
    for (const struct dirent* entry; (entry = readdir(folder));)
        *has_begun = *has_begun || strcmp(entry->d_name, "job") == 0 ||
                     take_name(entry->d_name, "cell-", ".part", &number);
    closedir(folder);
    return true;
}

static bool open_job(checkpoint* c)
{
    static const char cells[] = "\ncells ";
    char* path = place(c, "job");
    c->job = path ? read_text(path) : NULL;
    if (path && !c->job)
        say(S002_CANNOT_OPEN, "%s: cannot be read; without it nobody knows what the parts are of",
            path);
    free(path);
    const char* at = c->job ? strstr(c->job, cells) : NULL;
    if (at) c->cells = (size_t)strtoull(at + strlen(cells), NULL, 10);
    return c->job != NULL;
}

static bool open_folder(checkpoint* c, bool is_resumed)
{
    if (mkdir(c->folder, 0777) == 0) return true;
    if (errno != EEXIST) return fail(c->folder, "make the folder");
    if (!look(c, &c->has_begun)) return false;
    if (!c->has_begun) return true;
    if (is_resumed) return open_job(c);
    say(S007_RUN_LEFT, "%s has what an older run did: --resume goes on with it, else remove it",
        c->folder);
    return false;
}

bool checkpoint_open(checkpoint* c, ranks* r, const char* folder, bool is_resumed)
{
    *c = (checkpoint){.ranks = r, .folder = say_text("%s", folder)};
    const bool fine = c->folder ? r->rank > 0 || open_folder(c, is_resumed) : say_no_memory();
    if (!ranks_agree(r, fine)) return false;
    c->cells = (size_t)ranks_share_number(c->cells);
    c->has_begun = ranks_share_number(c->has_begun);
    return true;
}

void checkpoint_close(checkpoint* c)
{
    free(c->folder);
    free(c->job);
    *c = (checkpoint){0};
}

// -------------------------------------------------------------------------------------------- job

// What names the contents of a file: of a saved set its table's hash, which has those of all images.
static bool identify(const char* path, uint64_t out[2])
{
    uint64_t size = 0;
    if (set_is(path)) {
        set_file set;
        load_error error;
        if (set_open(&set, path, &error)) {
            memcpy(out, set.hash, sizeof set.hash);
            set_close(&set);
        }
        return true;  // who reads it tells what is wrong
    }
    return clash_hash_file(path, &size, out);
}

// Of a file, and of the table beside it, each rank some of them.
static bool identify_all(checkpoint* c, const clash_options* o, uint64_t* hashes)
{
    const size_t count = (size_t)c->ranks->count;
    bool fine = true;
    for (size_t i = 0; i < o->input_count; i++) {
        if (i % count != (size_t)c->ranks->rank) continue;
        char* table = clash_table_path(o->paths[i]);
        fine = fine && table && identify(o->paths[i], &hashes[4 * i]) &&
               identify(table, &hashes[4 * i + 2]);
        free(table);
    }
    if (!ranks_agree(c->ranks, fine)) return false;
    MPI_Allreduce(MPI_IN_PLACE, hashes, (int)(4 * o->input_count), MPI_UINT64_T, MPI_SUM,
                  MPI_COMM_WORLD);
    return true;
}

// A line for each thing that makes it this job.
static void write_job(const clash_options* o, const part_head* head, size_t cells,
                      const uint64_t* hashes, FILE* out)
{
    fprintf(out, "abut-mpi %s\ncells %zu\n", ABUT_VERSION_STRING, cells);
    for (size_t i = 0; i < head->argument_count; i++)
        fprintf(out, "argument %zu %s\n", strlen(head->arguments[i]), head->arguments[i]);
    for (size_t i = 0; i < o->input_count; i++) {
        const uint64_t* h = &hashes[4 * i];
        fprintf(out, "file %016" PRIx64 "%016" PRIx64 " %016" PRIx64 "%016" PRIx64 " %s\n", h[0],
                h[1], h[2], h[3], o->paths[i]);
    }
}

// Tell the first line in which two jobs differ.
static void tell_difference(const checkpoint* c, const char* now)
{
    const char *a = c->job, *b = now;
    for (size_t i; (i = strcspn(a, "\n")) == strcspn(b, "\n") && strncmp(a, b, i) == 0;) {
        a += i + (a[i] != '\0');
        b += i + (b[i] != '\0');
        if (!*a && !*b) break;
    }
    say(S008_RESUME_UNFIT, "%s has what another run did: its job has '%.*s', this one '%.*s'",
        c->folder, (int)strcspn(a, "\n"), a, (int)strcspn(b, "\n"), b);
}

static bool settle_job(checkpoint* c, const char* text)
{
    if (c->has_begun) {
        if (c->job && strcmp(c->job, text) == 0) return true;
        tell_difference(c, text);
        return false;
    }
    char* path = place(c, "job");
    FILE* file = path ? checkpoint_create(path) : NULL;
    if (file) fputs(text, file);
    // Without its name after a crash the parts would be nobody's; a part without its name is made again.
    const bool fine = file && checkpoint_finish(file, path, true) && sync_folder(c);
    free(path);
    return fine;
}

bool checkpoint_begin_job(checkpoint* c, const clash_options* o, const part_head* head,
                          size_t cells)
{
    char* text = NULL;
    size_t size = 0;
    uint64_t* hashes = calloc(4 * o->input_count + 1, sizeof *hashes);
    const bool fine = hashes || say_no_memory();
    if (!ranks_agree(c->ranks, fine) || !identify_all(c, o, hashes)) {
        free(hashes);
        return false;
    }
    bool settled = true;
    if (c->ranks->rank == 0) {
        FILE* out = open_memstream(&text, &size);
        if (out) write_job(o, head, cells ? cells : c->cells, hashes, out);
        const bool whole = out && !ferror(out);
        const bool closed = out && fclose(out) == 0;
        settled = whole && closed ? settle_job(c, text) : say_no_memory();
        free(text);
    }
    free(hashes);
    return ranks_agree(c->ranks, settled);
}

// ---------------------------------------------------------------------------------- what is done

static bool list_done(const checkpoint* c, size_t count, bool* done)
{
    DIR* folder = opendir(c->folder);
    size_t cell;
    if (!folder) return fail(c->folder, "read");
    for (const struct dirent* entry; (entry = readdir(folder));)
        if (take_name(entry->d_name, "cell-", ".part", &cell) && cell < count) done[cell] = true;
    closedir(folder);
    return true;
}

// Whether a part is whole, and that of its cell.
static bool is_fine(const checkpoint* c, const part_head* head, size_t cell)
{
    char* path = checkpoint_cell(c, cell);
    part p;
    bool fine = path && part_open(&p, path);
    if (fine) {
        const part_head* h = &p.head;
        bool same = strcmp(h->verb, head->verb) == 0 && h->shard.index == cell + 1 &&
                    h->shard.count == head->shard.count &&
                    h->argument_count == head->argument_count;
        for (size_t i = 0; same && i < h->argument_count; i++)
            same = strcmp(h->arguments[i], head->arguments[i]) == 0;
        if (!same) say(C023_PART_JOB, "%s: a part of another job", path);
        part_close(&p);
        fine = same;
    }
    if (path && !fine) say(S008_RESUME_UNFIT, "without %s its cell is done again", path);
    free(path);
    return fine;
}

bool checkpoint_find_done(checkpoint* c, const part_head* head, bool* done)
{
    const size_t count = head->shard.count, step = (size_t)c->ranks->count;
    const bool listed = c->ranks->rank > 0 || list_done(c, count, done);
    if (!ranks_agree(c->ranks, listed)) return false;
    MPI_Bcast(done, (int)count, MPI_C_BOOL, 0, MPI_COMM_WORLD);
    bool fine = true;
    for (size_t i = (size_t)c->ranks->rank; i < count && fine; i += step)
        fine = !done[i] || is_fine(c, head, i);
    return ranks_agree(c->ranks, fine);
}

// ------------------------------------------------------------------------------------ its removal

static bool is_ours(const char* name)
{
    static const char* const kinds[][2] = {{"cell-", ".part"}, {"source-", ".abut"}};
    size_t number;
    if (strcmp(name, "job") == 0 || strcmp(name, "job" UNFINISHED) == 0) return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char unfinished[32];
        snprintf(unfinished, sizeof unfinished, "%s" UNFINISHED, kinds[i][1]);
        if (take_name(name, kinds[i][0], kinds[i][1], &number) ||
            take_name(name, kinds[i][0], unfinished, &number))
            return true;
    }
    return false;
}

// What others put there stays, and then the folder, too.
void checkpoint_remove(checkpoint* c)
{
    DIR* folder = opendir(c->folder);
    if (!folder) return;
    for (const struct dirent* entry; (entry = readdir(folder));)
        if (is_ours(entry->d_name)) unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(c->folder);
}

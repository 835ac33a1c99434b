// kept.c - see kept.h.
#include "batch/kept.h"

#include "say/progress.h"
#include "say/say.h"
#include "system/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Noting waits for the disk: at most one part in so many of the time goes there.
#define NOTE_SHARE 20.0
#define NOTE_LEAST 0.1  // seconds from one to the next

enum { BLOCK = 1 << 16 };

static bool fail(const char* name, const char* what, int reason)
{
    say(strcmp(what, "read") == 0 ? S002_CANNOT_OPEN : S003_CANNOT_WRITE, "%s: cannot %s: %s", name,
        what, strerror(reason));
    return false;
}

// ------------------------------------------------------------------------------------------- bytes

static bool write_all(int file, const void* bytes, size_t size, off_t at)
{
    const char* from = bytes;
    while (size > 0) {
        const ssize_t put = at < 0 ? write(file, from, size) : pwrite(file, from, size, at);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        from += put;
        size -= (size_t)put;
        if (at >= 0) at += put;
    }
    return true;
}

// As many as there are; -1 and errno.
static ssize_t read_at(int file, char* to, size_t size, off_t at)
{
    size_t had = 0;
    while (had < size) {
        const ssize_t got = pread(file, to + had, size - had, at + (off_t)had);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        had += (size_t)got;
    }
    return (ssize_t)had;
}

// Whether a file begins with the bytes that the journal tells of; k->written is of these then.
static bool check_written(kept* k, int file, const char* name)
{
    char* room = malloc(BLOCK);
    uint64_t hash[2], done = 0;
    if (!room) return say_no_memory();
    memset(&k->written, 0, sizeof k->written);
    ssize_t got = 1;
    for (const uint64_t bytes = k->state.bytes; done < bytes && got > 0; done += (uint64_t)got) {
        const uint64_t left = bytes - done;
        got = read_at(file, room, left < BLOCK ? (size_t)left : BLOCK, (off_t)done);
        if (got < 0) break;
        chain_add(&k->written, room, (size_t)got);
    }
    free(room);
    if (got < 0) return fail(name, "read", errno);
    chain_tell(&k->written, hash);
    if (done == k->state.bytes && memcmp(hash, k->state.bytes_hash, sizeof hash) == 0) return true;
    say(S008_RESUME_UNFIT, "%s: is not what %s tells of; remove both to begin anew", name,
        k->journal_path);
    return false;
}

// --------------------------------------------------------------------------------------- journal

// Note what was written on the disk: the answers first.
static bool note(kept* k)
{
    unsigned char slot[JOURNAL_SLOT];
    const double started = progress_clock();
    if (k->journal_file < 0) return true;
    k->state.sequence = k->noted.sequence + 1;
    chain_tell(&k->written, k->state.bytes_hash);
    journal_write(&k->state, slot);
    const off_t at = k->state.sequence % 2 ? 0 : JOURNAL_SECOND;
    if (!system_sync(k->file) || !write_all(k->journal_file, slot, sizeof slot, at) ||
        !system_sync(k->journal_file)) {
        k->reason = errno;
        return false;
    }
    k->noted = k->state;
    k->noted_at = progress_clock();
    k->note_seconds = k->noted_at - started;
    return true;
}

// The newer one of both slots, if there is any.
static bool read_journal(kept* k)
{
    bool found = false;
    for (int i = 0; i < 2; i++) {
        unsigned char slot[JOURNAL_SLOT];
        journal one;
        const off_t at = i ? JOURNAL_SECOND : 0;
        if (read_at(k->journal_file, (char*)slot, sizeof slot, at) != JOURNAL_SLOT) continue;
        if (!journal_read(&one, slot) || (found && one.sequence < k->noted.sequence)) continue;
        k->noted = one;
        found = true;
    }
    return found;
}

// ------------------------------------------------------------------------------------------- open

static bool is_same_job(const kept* k, const journal* job)
{
    const journal* had = &k->noted;
    if (strcmp(had->question, job->question) != 0) {
        say(S008_RESUME_UNFIT,
            "%s: was begun as '%s', and this is '%s': remove it and %s to begin anew",
            k->unfinished, had->question, job->question, k->journal_path);
        return false;
    }
    for (int side = 0; side < 2; side++) {
        if (memcmp(had->models[side], job->models[side], sizeof had->models[side]) == 0) continue;
        say(S008_RESUME_UNFIT,
            "%s: was begun with another model %c: remove it and %s to begin anew", k->unfinished,
            'a' + side, k->journal_path);
        return false;
    }
    return true;
}

static bool take_file(kept* k)
{
    if (system_lock(k->file)) return true;
    say(S009_RUN_AT_WORK, "%s: another run writes it: wait for its end, or take another file",
        k->unfinished);
    return false;
}

static bool open_new(kept* k, const journal* job)
{
    const char* name = k->unfinished;
    k->file = system_create(name, k->out->mode);
    if (k->file >= 0 && !take_file(k)) return false;
    if (k->file >= 0) {
        name = k->journal_path;
        k->journal_file = system_create(name, k->out->mode);
    }
    if (k->file < 0 || k->journal_file < 0) {
        const int reason = errno;
        if (k->file >= 0) unlink(k->unfinished);
        if (reason != EEXIST) return fail(name, "write", reason);
        say(S007_RUN_LEFT,
            "%s: is left of an earlier run: --resume goes on with it; or remove %s and %s", name,
            k->unfinished, k->journal_path);
        return false;
    }
    k->is_ours = true;
    k->noted = k->state = *job;
    // Both slots get their place.
    bool fine = true;
    for (int slot = 0; slot < 2; slot++)
        fine = fine && note(k);
    if (fine && system_sync_name(k->unfinished)) return true;
    fail(k->journal_path, "write", errno);
    return false;
}

// A run ended between giving the output its name and removing the journal.
static bool open_done(kept* k)
{
    const int file = open(k->out->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return fail(k->out->name, "read", errno);
    k->is_done = check_written(k, file, k->out->name);
    close(file);
    return k->is_done;
}

static bool open_left(kept* k, const journal* job)
{
    struct stat about;
    k->journal_file = open(k->journal_path, O_RDWR | O_CLOEXEC);
    if (k->journal_file < 0 && errno != ENOENT) return fail(k->journal_path, "read", errno);
    k->file = open(k->unfinished, O_RDWR | O_CLOEXEC);
    if (k->file < 0 && errno != ENOENT) return fail(k->unfinished, "read", errno);
    if (k->file >= 0 && !take_file(k)) return false;
    const bool is_noted = k->journal_file >= 0 && read_journal(k);
    k->state = k->noted;
    if (is_noted && !is_same_job(k, job)) return false;
    if (is_noted && k->file >= 0) {
        k->is_ours = check_written(k, k->file, k->unfinished);
        return k->is_ours;
    }
    if (is_noted && k->noted.is_complete) return open_done(k);
    if (k->file >= 0 && fstat(k->file, &about) != 0) return fail(k->unfinished, "read", errno);
    if (k->file >= 0 && about.st_size > 0) {
        say(S008_RESUME_UNFIT, "%s: %s does not tell what it is; remove both to begin anew",
            k->unfinished, k->journal_path);
        return false;
    }
    // Nothing was answered. What another run made meanwhile stays.
    if (k->file >= 0) {
        unlink(k->unfinished);
        close(k->file);
    }
    if (k->journal_file >= 0) {
        unlink(k->journal_path);
        close(k->journal_file);
    }
    k->file = k->journal_file = -1;
    return open_new(k, job);
}

bool kept_open(kept* k, const output* out, const journal* job, bool resume)
{
    *k = (kept){.out = out, .file = STDOUT_FILENO, .journal_file = -1, .state = *job};
    if (!out->path) return true;
    k->file = -1;
    if (!out->temporary) {
        if (resume) {
            say(S008_RESUME_UNFIT,
                "%s: is no file that a run could have left: --resume is not for it", out->name);
            return false;
        }
        k->file = open(out->path, O_WRONLY | O_CLOEXEC);
        return k->file >= 0 || fail(out->name, "write", errno);
    }
    k->unfinished = say_text("%s.unfinished", out->path);
    k->journal_path = say_text("%s.journal", out->path);
    if (!k->unfinished || !k->journal_path) return say_no_memory();
    k->noted_at = progress_clock();
    return resume ? open_left(k, job) : open_new(k, job);
}

bool kept_begin(kept* k)
{
    if (k->journal_file < 0 || k->is_done) return true;
    if (ftruncate(k->file, (off_t)k->state.bytes) == 0 &&
        (lseek)(k->file, (off_t)k->state.bytes, SEEK_SET) >= 0)
        return true;
    return fail(k->unfinished, "write", errno);
}

// ------------------------------------------------------------------------------------------- write

bool kept_write(kept* k, const void* bytes, size_t size)
{
    if (!write_all(k->file, bytes, size, -1)) {
        k->reason = errno;
        return false;
    }
    if (k->journal_file >= 0) chain_add(&k->written, bytes, size);
    k->state.bytes += size;
    return true;
}

bool kept_answered(kept* k, const journal* state)
{
    const uint64_t bytes = k->state.bytes;
    k->state = *state;
    k->state.bytes = bytes;
    const double since = progress_clock() - k->noted_at;
    return since < NOTE_LEAST || since < NOTE_SHARE * k->note_seconds || note(k);
}

void kept_tell_failure(const kept* k)
{
    fail(k->unfinished ? k->unfinished : k->out->name, "write", k->reason);
}

bool kept_finish(kept* k)
{
    if (k->journal_file < 0) {
        const bool is_device = k->out->path;
        const bool closed = !is_device || close(k->file) == 0;
        if (is_device) k->file = -1;
        return closed || fail(k->out->name, "write", errno);
    }
    if (!k->is_done) {
        k->state.is_complete = 1;
        if (!note(k)) {
            kept_tell_failure(k);
            return false;
        }
        if (rename(k->unfinished, k->out->path) != 0) return fail(k->out->name, "write", errno);
    }
    if (!system_sync_name(k->out->path)) return fail(k->out->name, "write", errno);
    k->is_done = true;
    return unlink(k->journal_path) == 0 || fail(k->journal_path, "remove", errno);
}

void kept_close(kept* k)
{
    const bool is_left = k->is_ours && !k->is_done;
    // What was written before something else failed.
    if (is_left && !k->reason && k->state.poses > k->noted.poses) (void)note(k);
    if (is_left && k->noted.poses > 0) {
        say(S007_RUN_LEFT, "%s has the answers to %" PRIu64 " poses: --resume goes on with them",
            k->unfinished, k->noted.poses);
    } else if (is_left) {
        unlink(k->unfinished);
        unlink(k->journal_path);
    }
    if (k->journal_file >= 0) close(k->journal_file);
    if (k->file > STDERR_FILENO) close(k->file);
    free(k->unfinished);
    free(k->journal_path);
    *k = (kept){.file = -1, .journal_file = -1};
}

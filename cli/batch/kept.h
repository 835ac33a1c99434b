// kept.h - an output that outlives the run: what is written stays when a run is killed or a disk is full, and a later run goes on
// behind it. FILE is written as FILE.unfinished, with FILE.journal beside it, and gets its name when it is complete.
//
// The order on the disk is: the answers, then the journal that tells of them. So the journal is never ahead; what is behind its
// answers is cut off, and asked again. What goes to standard output or a device is only written.
#ifndef ABUT_CLI_BATCH_KEPT_H
#define ABUT_CLI_BATCH_KEPT_H
#include "batch/chain.h"
#include "batch/journal.h"
#include "output/output.h"

typedef struct kept {
    const output* out;
    int file, journal_file;  // journal_file -1: nothing is kept
    char *unfinished, *journal_path;
    journal noted;        // what the journal says
    journal state;        // what was written
    chain written;        // of the output's bytes
    double noted_at;      // by progress_clock
    double note_seconds;  // that noting took last
    int reason;           // errno of what failed
    bool is_ours;         // what is unfinished is this run's
    bool is_done;         // it has its name
} kept;

// Open what output_prepare prepared. job: the question and the models. resume: go on with what is there; then k->state says
// from where, and nothing is changed until kept_begin. Returns false after telling what is wrong; kept_close in any case.
bool kept_open(kept* k, const output* out, const journal* job, bool resume);
// Cut off what is behind the answers that are noted.
bool kept_begin(kept* k);

// Write, and count what was written. Both return false, with k->reason, and tell nothing: another thread may call them.
bool kept_write(kept* k, const void* bytes, size_t size);
// These poses are answered by what was written. Noted on the disk, if that was not just so.
bool kept_answered(kept* k, const journal* state);

// Complete it; false after telling what is wrong.
bool kept_finish(kept* k);
// Tell that writing failed.
void kept_tell_failure(const kept* k);
// Release all. An output that is not finished stays where it has answers, and it is told how to go on; else it is removed.
void kept_close(kept* k);

#endif

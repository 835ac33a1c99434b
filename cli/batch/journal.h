// journal.h - how far an output of "abut batch" came: what was asked, how many poses are answered, how many bytes that is.
//
// The file has two slots, written by turns: one that was torn by a crash leaves the other. They have their place from the
// beginning, so that noting how far it came needs no room on a disk that is full.
#ifndef ABUT_CLI_BATCH_JOURNAL_H
#define ABUT_CLI_BATCH_JOURNAL_H
#include <stdbool.h>
#include <stdint.h>

enum { JOURNAL_SLOT = 512, JOURNAL_SECOND = 4096, JOURNAL_QUESTION = 256 };

typedef struct journal {
    char question[JOURNAL_QUESTION];  // in words
    uint64_t models[2][2];            // hashes of their triangles
    uint64_t sequence;                // of several the highest counts
    uint64_t poses, bytes;            // answered, and of the output
    uint64_t contacts, close, bad;    // of these poses
    uint64_t poses_hash[2];           // of their bytes
    uint64_t bytes_hash[2];           // of the output's
    uint64_t is_complete;             // there were no more poses
} journal;

void journal_write(const journal* j, unsigned char slot[JOURNAL_SLOT]);
// Returns false where these bytes are none that journal_write made; then out is untouched.
bool journal_read(journal* out, const unsigned char slot[JOURNAL_SLOT]);

#endif

// answer.h - a block of poses asked about, by all workers: the answers as bits or rows.
//
// Workers take a few poses at a time, make them of their bytes, ask, and put down what is to be written: so nothing is large but
// the block and its answers, and nothing is left for one thread to do.
#ifndef ABUT_CLI_BATCH_ANSWER_H
#define ABUT_CLI_BATCH_ANSWER_H
#include "batch/batch.h"
#include "batch/frames.h"

typedef struct answer_piece {
    size_t at, size;  // of bytes that are to be written
} answer_piece;

// The answers to a block.
typedef struct answers {
    char* bytes;
    answer_piece* pieces;  // in order
    size_t piece_count;
    batch_counts counts;
} answers;

typedef struct asker asker;

// Get ready for blocks of up to so many poses. Returns NULL after telling what is wrong.
asker* asker_open(const batch_options* o, const model_file sides[2], const abut_host* host,
                  size_t poses);
void asker_close(asker* a);  // NULL is fine

// Room for the answers to a block; false after telling that there is no memory. A zeroed one is fine to free.
bool answers_open(answers* out, const asker* a);
void answers_free(answers* a);

// Ask about a block. Returns false after telling what is wrong: of several poses that are none, the first.
bool asker_ask(asker* a, const frame_block* block, answers* out);

// The heading of the rows; to be freed, NULL without memory.
char* answer_heading(const batch_options* o);

#endif

// frames.h - a file of poses as bytes (path/frame.h), read a block at a time, which another thread may do.
#ifndef ABUT_CLI_BATCH_FRAMES_H
#define ABUT_CLI_BATCH_FRAMES_H
#include "batch/chain.h"
#include "path/frame.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct frames {
    const char* path;  // "-": standard input
    const frame_form* form;
    int file;
    uint64_t next, end;  // the number of the next frame; the first that is not wanted
    uint64_t total;      // how many are wanted; UINT64_MAX: nobody knows yet
    chain read;          // of all bytes that were wanted, so far
} frames;

typedef struct frame_block {
    char* bytes;
    size_t capacity, wanted;  // frames that have room, and that are to be read
    frames* from;
    // What was read.
    uint64_t first;  // the number of the first frame
    size_t count;
    size_t rest;       // bytes of a frame that is not whole, behind the last
    int reason;        // errno, if it cannot be read
    bool is_last;      // there are no more
    uint64_t hash[2];  // of all that is read, this included
} frame_block;

// Open a file, and go to the frame from. count: how many to read; UINT64_MAX: all. Returns false after telling what is wrong.
// A zeroed one is closed.
bool frames_open(frames* f, const char* path, const frame_form* form, uint64_t from,
                 uint64_t count);
void frames_close(frames* f);

// Read block->wanted frames, fewer at the end. Tells nothing. user is the block.
void frames_read(void* user);
// Tell of what went wrong when a block was read: false, if anything did.
bool frames_were_read(const frames* f, const frame_block* block);

#endif

// checkpoint.h - the folder that has what a run did so far: so that one that was killed goes on where it was.
//
//     job                    what was asked of which files: a run of something else is refused
//     source-000003.abut     a file of the command line as a saved set, where it was none
//     cell-000017.part       what a cell gave (scale/part.h)
//
// All of these appear whole, or not at all: they are written under another name, synced, and renamed.
#ifndef ABUT_MPI_CHECKPOINT_H
#define ABUT_MPI_CHECKPOINT_H
#include "clash/clash.h"
#include "ranks.h"
#include "scale/part.h"

typedef struct checkpoint {
    ranks* ranks;
    char* folder;
    char* job;       // of the run that is gone on with, on rank 0; NULL: it begins anew
    size_t cells;    // as that run was asked for; 0: it was not
    bool has_begun;  // there is a folder with a job
} checkpoint;

// All functions are called by all ranks, and return false on all of them after telling what is wrong, but where it says
// otherwise.

// Make the folder, or find what is in it. is_resumed: a folder with a job is gone on with, else it is refused.
bool checkpoint_open(checkpoint* c, ranks* r, const char* folder, bool is_resumed);
void checkpoint_close(checkpoint* c);

// Write what is asked for, or compare it with what the older run was asked for. cells: 0: not given.
bool checkpoint_begin_job(checkpoint* c, const clash_options* o, const part_head* head,
                          size_t cells);

// Which cells are done. done: one for each of head->shard.count.
bool checkpoint_find_done(checkpoint* c, const part_head* head, bool* done);

// The names of files, to be freed; NULL: no memory. Any rank alone.
char* checkpoint_cell(const checkpoint* c, size_t cell);
char* checkpoint_source(const checkpoint* c, size_t source);

// Begin a file, and let it take its name. Any rank alone. The second removes it if fine is false or something fails.
FILE* checkpoint_create(const char* path);
bool checkpoint_finish(FILE* file, const char* path, bool fine);

// Remove all of it: the result is there. Rank 0 alone.
void checkpoint_remove(checkpoint* c);

#endif

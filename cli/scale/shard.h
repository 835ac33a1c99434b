// shard.h - the part of a job that one run does: "--shard I/N", for schedulers that start N programs (DESIGN.md; docs/how-to/use-many-machines.md).
// A shard writes a part (scale/part.h); "abut merge" makes of all parts what one run would have written.
#ifndef ABUT_CLI_SCALE_SHARD_H
#define ABUT_CLI_SCALE_SHARD_H
#include "options/options.h"

// Zeroed: the whole job.
typedef struct shard {
    size_t index, count;  // 1 to count; as they are written
} shard;

enum { SHARDS_MOST = 1000000 };

// Take "3/8", to a shard.
option_take option_shard;
#define OPTION_SHARD(place)                                                                        \
    {                                                                                              \
        OPTION("--shard", option_shard, place),                                                    \
            OPTION_TEXT(SECTION_WRITE, "I/N", "do part I of N, from 1, for 'abut merge'"),         \
            .more = "What -o FILE gets is a part: 'abut merge' makes of all N what one run writes" \
                    " with --no-times. Exit status 0: the part is done, whatever it found"         \
    }

static inline bool shard_is_given(const shard* s)
{
    return s->count > 0;
}

// Which of so many things, in their order, the shard has: from *first up to *last, all of them in the end once. Without a
// shard all.
void shard_range(const shard* s, size_t count, size_t* first, size_t* last);

// What a part says of its command (part_head.arguments): arguments without --shard, -o, --quiet, --threads, --no-times (which is meant), and names: more options that need not be
// the same in each shard, NULL behind them; names may be NULL. The texts are lent. line was read from them. Returns NULL after telling that there is no
// memory. To be freed.
const char** shard_arguments(const command_line* line, int count, char** arguments,
                             const char* const* names, size_t* kept);

// Whether what a shard writes goes with the other options: -o FILE is needed, and what needs all models is refused:
// pictures and reports. names: more such options, NULL behind them; it may be NULL. Returns false after telling what is wrong.
bool shard_options_fit(const shard* s, const command_line* line, const char* output,
                       const char* const* names);

#endif

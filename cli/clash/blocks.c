// blocks.c - which files a shard reads, where nothing is known of them before they are read: files in blocks of about equal sizes, and
// pairs of blocks that shards share. Each pair of files is in one pair of blocks.
#include "clash/cells.h"
#include "file/system.h"
#include "models/set.h"
#include "say/say.h"

#include <stdlib.h>

// Pairs of blocks for each shard: more are more even, but then more files are read twice.
enum { PAIRS_A_SHARD = 2 };

// Whether a file says what it holds without being read wholly.
static bool has_contents(const clash_source* s)
{
    return s->saved_as || set_is(s->path);
}

static uint64_t size_of(const clash_source* s)
{
    struct stat about;
    return file_about(s->path, &about) == 0 && about.st_size > 0 ? (uint64_t)about.st_size : 0;
}

// Put the sources from first to last - 1 in so many blocks, numbered from a number on.
static void put_in_blocks(const clash_result* r, size_t first, size_t last, size_t count,
                          uint32_t from, uint32_t* block_of)
{
    uint64_t all = 0, before = 0;
    for (size_t i = first; i < last; i++)
        all += size_of(&r->sources[i]) + 1;
    for (size_t i = first; i < last; i++) {
        const uint64_t size = size_of(&r->sources[i]) + 1;
        const double at = ((double)before + (double)size / 2) / (double)all * (double)count;
        const size_t block = at < (double)count ? (size_t)at : count - 1;
        block_of[i] = from + (uint32_t)block;
        before += size;
    }
}

// Two sets have blocks of their own: the first ones are those of set a.
static size_t pairs_of(size_t a, size_t b)
{
    return b ? a * b : a * (a + 1) / 2;
}

// How many blocks each set is cut into: the fewest that make enough pairs. False: there are too few files.
static bool find_counts(const clash_result* r, size_t* a, size_t* b)
{
    const size_t wanted = PAIRS_A_SHARD * r->options->shard.count;
    const size_t most_b = r->options->against_count, most_a = r->source_count - most_b;
    *a = 1;
    *b = most_b ? 1 : 0;
    while (pairs_of(*a, *b) < wanted) {
        const bool grow_b = *b && *b < most_b && (*b < *a || *a == most_a);
        if (!grow_b && *a == most_a) return false;
        ++*(grow_b ? b : a);
    }
    return true;
}

static void list_pairs(clash_cells* c, size_t a, size_t b)
{
    c->count = 0;
    for (size_t i = 0; i < a; i++)
        for (size_t k = b ? a : i; k < a + b; k++)
            c->blocks[c->count++] = (clash_block_pair){(uint32_t)i, (uint32_t)k};
}

static void mark_sources(clash_result* r)
{
    const clash_cells* c = &r->cells;
    size_t first, last;
    clash_cells_range(r, &first, &last);
    for (size_t i = 0; i < r->source_count; i++) {
        r->sources[i].is_read = false;
        for (size_t k = first; k < last; k++)
            r->sources[i].is_read |=
                c->block_of[i] == c->blocks[k].a || c->block_of[i] == c->blocks[k].b;
    }
}

bool clash_blocks_choose(clash_result* r)
{
    clash_cells* c = &r->cells;
    const clash_options* o = r->options;
    size_t a, b, known = 0;
    for (size_t i = 0; i < r->source_count; i++) {
        r->sources[i].is_read = true;
        known += has_contents(&r->sources[i]);
    }
    // What moves may meet any: all files are read.
    if (!shard_is_given(&o->shard) || o->frames || known == r->source_count ||
        !find_counts(r, &a, &b))
        return true;
    c->block_of = calloc(r->source_count + 1, sizeof *c->block_of);
    c->blocks = malloc(pairs_of(a, b) * sizeof *c->blocks);
    if (!c->block_of || !c->blocks) return say_no_memory();
    const size_t files_a = r->source_count - o->against_count;
    put_in_blocks(r, 0, files_a, a, 0, c->block_of);
    put_in_blocks(r, files_a, r->source_count, b, (uint32_t)a, c->block_of);
    list_pairs(c, a, b);
    mark_sources(r);
    return true;
}

// memory.c - a clash of more than memory ("--memory 4G"): what is no saved set becomes one in a temporary folder, and cells are so small that
// the models of one, halo included, fit.
#include "clash/cells.h"
#include "file/new.h"
#include "models/saved.h"
#include "models/set.h"
#include "say/say.h"
#include "system/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What an object takes while it is listed, with its name and two pairs that are found of it; and what the program takes.
enum {
    LISTED = sizeof(clash_object) + 2 * sizeof(clash_box) + 64 +
             2 * (sizeof(abut_pair) + sizeof(abut_clash))
};
#define PROGRAM ((uint64_t)20 << 20)

static uint64_t listed_bytes(const clash_result* r)
{
    return PROGRAM + (uint64_t)r->object_count * LISTED;
}

// The most that any cell's models take; SIZE_MAX after telling that there is no memory to find it.
static uint64_t largest_cell(clash_result* r)
{
    uint64_t most = 0;
    for (size_t i = 0; i < r->cells.count; i++) {
        const size_t bytes = clash_cells_bytes(r, i);
        if (bytes == SIZE_MAX) return UINT64_MAX;
        if (bytes > most) most = bytes;
    }
    return most;
}

static bool refuse(const clash_result* r, uint64_t needed)
{
    say(C017_MEMORY_TOO_LITTLE, "--memory %.0fM is too little: %zu objects take %.0fM while %s",
        (double)r->options->memory / 0x1p20, r->object_count, (double)needed / 0x1p20 + 1,
        "those that are near each other are asked about");
    return false;
}

bool clash_memory_plan(clash_result* r)
{
    const clash_options* o = r->options;
    const size_t shards = shard_is_given(&o->shard) ? o->shard.count : 1;
    if (!o->memory) return clash_cells_plan(r, shards);
    const uint64_t listed = listed_bytes(r);
    if (listed >= o->memory) return refuse(r, listed);
    for (size_t count = shards;;) {
        if (!clash_cells_plan(r, count)) return false;
        const uint64_t most = largest_cell(r);
        if (most == UINT64_MAX) return false;
        if (most <= o->memory - listed) return true;
        if (count > r->object_count) return refuse(r, listed + most);
        // By powers of two: then each cell is a part of one of the shard's, however the shards differ here (cells.c, cut).
        for (uint64_t times = 1; times <= most / (o->memory - listed); times *= 2)
            count *= 2;
    }
}

bool clash_memory_spill(clash_result* r, size_t source, progress* p)
{
    static const char name[] = "/abut-clash-XXXXXX";
    const clash_source* s = &r->sources[source];
    if (!r->options->memory || s->saved_as || set_is(s->path) || saved_is(s->path)) return true;
    const char* folder = getenv("TMPDIR");
    char* path = say_text("%s%s", folder && *folder ? folder : "/tmp", name);
    if (!path) return say_no_memory();
    const int file = system_create_temporary(path, 0600);
    bool fine = false;
    if (file >= 0) {
        close(file);
        new_file_begin(path);
        fine = clash_spill(r, source, path, false, p);
    } else {
        say(S003_CANNOT_WRITE, "%s: cannot write, for --memory: %s; TMPDIR names another folder",
            path, strerror(errno));
    }
    if (file >= 0 && !fine) {
        remove(path);
        new_file_end(path);
    }
    free(path);
    return fine;
}

// scale.c - the verb "scale": how long each cell of a clash takes here, and what 64 or 1,024 ranks would make of them.
#include "scale/scale.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(scale_request, member)

static const bench_option options[] = {
    BENCH_VALUE("--times", bench_text, AT(times)),
    BENCH_NUMBER("--ranks", bench_size, AT(ranks), 1, 65536),
    BENCH_NUMBER("--host-ranks", bench_size, AT(host_ranks), 1, 65536),
    BENCH_NUMBER("--bandwidth", bench_count, AT(bandwidth), 0, 1000000000),
};

static int run_scale(int count, char** arguments)
{
    scale_request r = {.ranks = 1024, .host_ranks = 64, .bandwidth = 1000};
    scale_table table = {0};
    int status = BENCH_READ_OPTIONS(&r, options, count, arguments);
    if (status == BENCH_OK && !r.times) status = bench_fail("scale needs --times FILE");
    if (status == BENCH_OK) status = scale_table_read(&table, r.times);
    if (status == BENCH_OK) status = scale_report(&table, &r);
    scale_table_free(&table);
    return status;
}

const bench_verb bench_scale = {
    "scale", "what 64 or 1,024 ranks would make of a clash",
    "usage: abut-bench scale --times FILE [options]\n\n"
    "Simulates ranks that do the cells of a clash from how long each cell took.\n\n"
    "  --times FILE      task times\n"
    "  --ranks N         the most ranks (1024)\n"
    "  --host-ranks N    ranks of one host, which read the list of objects once (64)\n"
    "  --bandwidth N     of the file system, for all: megabytes a second (1000); 0: no limit\n",
    run_scale};

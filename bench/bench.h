// bench.h - what main.c knows of a verb of abut-bench.
#ifndef ABUT_BENCH_BENCH_H
#define ABUT_BENCH_BENCH_H
#include <stdint.h>

// Exit statuses.
enum {
    BENCH_OK = 0,     // measured, and every bar was met
    BENCH_SLOW = 1,   // measured, and a bar was missed
    BENCH_ERROR = 2,  // not measured
};

typedef struct bench_verb {
    const char* name;
    const char* summary;  // one line
    const char* help;     // the options
    // Do the work. arguments[0] is the verb itself. Returns an exit status.
    int (*run)(int count, char** arguments);
} bench_verb;

extern const bench_verb bench_read, bench_methods, bench_papers, bench_baselines, bench_ties,
    bench_peers, bench_build, bench_saved, bench_threads, bench_motion, bench_memory,
    bench_distance, bench_self, bench_probes, bench_sweep, bench_depth, bench_worlds,
    bench_versions, bench_scale, bench_batch;

// Tell on stderr what is wrong. Returns BENCH_ERROR.
int bench_fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Read the value of an option, digits only; text may be NULL. Unless BENCH_OK, *out is as it was.
int bench_take_number(const char* option, const char* text, uint64_t least, uint64_t most,
                      uint64_t* out);

#endif

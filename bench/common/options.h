// options.h - how the verbs of abut-bench read their options: a table of them, and one loop over what was given.
#ifndef ABUT_BENCH_COMMON_OPTIONS_H
#define ABUT_BENCH_COMMON_OPTIONS_H
#include "bench.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct bench_option bench_option;
// Take an option; value is NULL of those that stand alone. Returns BENCH_OK, or BENCH_ERROR after telling why.
typedef int bench_take(void* to, const bench_option* option, const char* value);

struct bench_option {
    const char* name;  // "--runs"
    bench_take* take;
    size_t at;             // where it goes in what the verb is asked for
    uint64_t least, most;  // of a number
    bool stands_alone;
};

#define BENCH_FLAG(name, at)                                                                       \
    {                                                                                              \
        name, bench_flag, at, 0, 0, true                                                           \
    }
#define BENCH_NO_FLAG(name, at)                                                                    \
    {                                                                                              \
        name, bench_no_flag, at, 0, 0, true                                                        \
    }
// Stands alone, and is taken by a function of the verb.
#define BENCH_MODE(name, take)                                                                     \
    {                                                                                              \
        name, take, 0, 0, 0, true                                                                  \
    }
#define BENCH_VALUE(name, take, at)                                                                \
    {                                                                                              \
        name, take, at, 0, 0, false                                                                \
    }
#define BENCH_NUMBER(name, take, at, least, most)                                                  \
    {                                                                                              \
        name, take, at, least, most, false                                                         \
    }

bench_take bench_flag;     // bool
bench_take bench_no_flag;  // bool, which becomes false
bench_take bench_text;     // const char*
bench_take bench_int;      // int, in the option's range
bench_take bench_size;     // size_t, likewise
bench_take bench_count;    // uint64_t, likewise
bench_take bench_seconds;  // double, from 0.01 to 3600

// Names that an option adds one by one.
enum { BENCH_NAMES_MOST = 32 };
typedef struct bench_names {
    const char* list[BENCH_NAMES_MOST];
    size_t count;
} bench_names;
bench_take bench_name;  // bench_names
// Whether a name is among them; where there are none, all are.
bool bench_is_wanted(const bench_names* names, const char* name);
// Whether a name has one of the texts in it; without texts all have.
bool bench_has_text(const bench_names* texts, const char* name);

// Read all arguments of a verb into what it is asked for. Returns BENCH_OK, or BENCH_ERROR after telling why.
int bench_read_options(void* request, const bench_option* options, size_t option_count, int count,
                       char** arguments);
#define BENCH_READ_OPTIONS(request, options, count, arguments)                                     \
    bench_read_options(request, options, sizeof(options) / sizeof *(options), count, arguments)

#endif

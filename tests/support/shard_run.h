// shard_run.h - jobs of "abut clash" in shards: what is merged must have the bytes, the words and the exit status of one run.
#ifndef ABUT_TESTS_SUPPORT_SHARD_RUN_H
#define ABUT_TESTS_SUPPORT_SHARD_RUN_H
#include "support/info_check.h"
#include "support/share.h"

#include <stdlib.h>
#include <unistd.h>

enum { SHARD_WORDS = 48, SHARDS_MOST_RUN = 17 };

static struct {
    size_t jobs, merges, shards;
} shard_counts;

static inline unsigned shard_chance(unsigned below)
{
    static uint64_t x = 31;
    x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(x >> 33) % below;
}

// ------------------------------------------------------------------------------------------ boxes

// How many shards a job is cut into. Each is a run of the program, which takes long under a sanitizer.
#if CASES_LESS > 1
static const size_t shard_all[] = {1, 2, 5, 17, 0};
static const size_t shard_some[] = {3, 0};
#else
static const size_t shard_all[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0};
static const size_t shard_some[] = {2, 5, 17, 0};
#endif

// Write boxes as objects of a file, "NAME0" and so on, whose corners are quarters: many touch, some are the same. Each has a side of at most 3, and
// lies in [0, span)^3 and a bit beyond.
static inline void shard_write_boxes(const char* path, const char* name, unsigned count,
                                     unsigned span)
{
    static const int faces[12][3] = {{1, 3, 2}, {2, 3, 4}, {5, 6, 7}, {6, 8, 7},
                                     {1, 2, 5}, {2, 6, 5}, {3, 7, 4}, {4, 7, 8},
                                     {1, 5, 3}, {3, 5, 7}, {2, 4, 6}, {4, 8, 6}};
    double ends[2][3] = {{0, 0, 0}, {1, 1, 1}};
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (unsigned b = 0; b < count; b++) {
        const bool is_twin = b && shard_chance(8) == 0;
        for (int k = 0; !is_twin && k < 3; k++) {
            ends[0][k] = shard_chance(4 * span) / 4.0;
            ends[1][k] = ends[0][k] + (1 + shard_chance(12)) / 4.0;
        }
        fprintf(out, "o %s%u\n", name, b);
        for (int v = 0; v < 8; v++)
            fprintf(out, "v %.17g %.17g %.17g\n", ends[v & 1][0], ends[v >> 1 & 1][1],
                    ends[v >> 2][2]);
        for (int f = 0; f < 12; f++)
            fprintf(out, "f %d %d %d\n", faces[f][0] + 8 * (int)b, faces[f][1] + 8 * (int)b,
                    faces[f][2] + 8 * (int)b);
    }
    assert_int_equal(fclose(out), 0);
}

// ------------------------------------------------------------------------------------------- jobs

static inline size_t shard_add(const char** words, const char* const* more)
{
    size_t count = 0;
    while (words[count])
        count++;
    for (; *more; more++) {
        assert_true(count < SHARD_WORDS);
        words[count++] = *more;
    }
    words[count] = NULL;
    return count;
}

// Run "abut clash" with a job's words and more of them.
static inline cli_result shard_clash(const char* const* job, const char* const* more)
{
    const char* words[SHARD_WORDS + 1] = {"clash", NULL};
    shard_add(words, job);
    shard_add(words, more);
    return cli_run(&(cli_call){.arguments = words});
}

static char shard_names[SHARDS_MOST_RUN][28];

static inline void shard_shuffle(const char** list, size_t count)
{
    for (size_t i = count; i > 1; i--) {  // Fisher and Yates
        const size_t j = shard_chance((unsigned)i);
        const char* kept = list[i - 1];
        list[i - 1] = list[j];
        list[j] = kept;
    }
}

// The shards of a job one after another, in any order; order gets the names of their parts, in another one.
static inline void shard_run_all(const char* const* job, size_t count, const char** order)
{
    for (size_t i = 0; i < count; i++) {
        snprintf(shard_names[i], sizeof shard_names[i], "part.%zu", i + 1);
        order[i] = shard_names[i];
    }
    shard_shuffle(order, count);
    for (size_t i = 0; i < count; i++) {
        char which[24];
        snprintf(which, sizeof which, "%s/%zu", order[i] + 5, count);
        // Some go out of core, which changes nothing.
        cli_result r = shard_clash(job, PATHS("--shard", which, "-o", order[i], "--threads",
                                              shard_chance(2) ? "1" : "2",
                                              shard_chance(4) ? NULL : "--memory", "64M"));
        if (r.status != 0) fail_msg("shard %s: status %d: %s", which, r.status, r.err);
        assert_string_equal(r.out, "");
        cli_free(&r);
        shard_counts.shards++;
    }
    shard_shuffle(order, count);
}

// The place where two texts differ; NULL: nowhere.
static inline const char* shard_difference(const char* a, const char* b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a || *b ? a : NULL;
}

static inline void shard_expect_same(const char* one, const char* other, const char* what,
                                     const char* const* job, size_t count)
{
    const char* at = one && other ? shard_difference(one, other) : one == other ? NULL : "";
    if (at)
        fail_msg("%s %s ... %s: %zu shards: %s differs at '%.60s', '%.60s'", job[0], job[1],
                 job[2] && job[3] ? job[3] : "", count, what, at,
                 other ? other + (at - one) : "nothing");
}

// Expect what so many shards of a job find, once it is merged, to be what one run told. extra: one more file that both write; NULL:
// none.
static inline void shard_expect_merged(const char* const* job, size_t count, const cli_result* one,
                                       const char* extra, const char* extra_text)
{
    const char* words[SHARDS_MOST_RUN + 4] = {"merge"};
    shard_run_all(job, count, words + 1);
    if (extra) unlink(extra);
    cli_result r = cli_run(&(cli_call){.arguments = words});
    if (r.status != one->status)
        fail_msg("merge of %zu: status %d, not %d: %s", count, r.status, one->status, r.err);
    shard_expect_same(one->out, r.out, "the result", job, count);
    shard_expect_same(one->err, r.err, "what is said", job, count);
    char* text = extra ? cli_read_file(extra) : NULL;
    if (extra) shard_expect_same(extra_text, text, extra, job, count);
    free(text);
    cli_free(&r);
    shard_counts.merges++;
}

// The same for several numbers of shards, 0 behind them.
static inline void shard_expect_job(const char* const* job, const size_t* counts, int status,
                                    const char* extra)
{
    cli_result one = shard_clash(job, PATHS("--no-times", "--threads", "1"));
    if (one.status != status) fail_msg("%s: status %d: %s", job[0], one.status, one.err);
    char* text = extra ? cli_read_file(extra) : NULL;
    cli_result two = shard_clash(job, PATHS("--no-times", "--threads", "2"));
    shard_expect_same(one.out, two.out, "a result of two threads", job, 0);
    cli_free(&two);
    for (; *counts; counts++)
        shard_expect_merged(job, *counts, &one, extra, text);
    free(text);
    cli_free(&one);
    shard_counts.jobs++;
}

static inline void shard_tell_counts(void)
{
    print_message("%zu jobs, %zu shards, %zu merged, 0 wrong\n", shard_counts.jobs,
                  shard_counts.shards, shard_counts.merges);
}

#endif

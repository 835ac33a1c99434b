// part_list.c - all parts of a job: opened, sorted by shard, and found to be complete before anything is made of them (part.h).
#include "say/say.h"
#include "scale/part.h"

#include <stdlib.h>
#include <string.h>

enum { MISSING_TOLD = 10 };

static int by_shard(const void* x, const void* y)
{
    const part *a = x, *b = y;
    const size_t i = a->head.shard.index, j = b->head.shard.index;
    return i == j ? strcmp(a->path, b->path) : (i > j) - (i < j);
}

// Tell that a part is of another job than the first that was given, if it is, and how they differ.
static bool is_same_job(const part* p, const part* first)
{
    const part_head *a = &first->head, *b = &p->head;
    if (strcmp(a->verb, b->verb) != 0) {
        say(C023_PART_JOB, "%s: a part of another job than %s: of 'abut %s', not of 'abut %s'",
            p->path, first->path, b->verb, a->verb);
        return false;
    }
    if (a->shard.count != b->shard.count) {
        say(C023_PART_JOB, "%s: a part of another job than %s: one of %zu shards, not of %zu",
            p->path, first->path, b->shard.count, a->shard.count);
        return false;
    }
    for (size_t i = 0; i < a->argument_count || i < b->argument_count; i++) {
        const char* one = i < a->argument_count ? a->arguments[i] : NULL;
        const char* other = i < b->argument_count ? b->arguments[i] : NULL;
        if (one && other && strcmp(one, other) == 0) continue;
        if (one && other)
            say(C023_PART_JOB, "%s: a part of another job than %s: argument %zu is '%s', not '%s'",
                p->path, first->path, i, other, one);
        else
            say(C023_PART_JOB,
                "%s: a part of another job than %s: argument %zu, '%s', is only in %s", p->path,
                first->path, i, one ? one : other, one ? first->path : p->path);
        return false;
    }
    return true;
}

static bool are_once(const part_list* list)
{
    for (size_t i = 1; i < list->count; i++) {
        const part *a = &list->parts[i - 1], *b = &list->parts[i];
        if (a->head.shard.index != b->head.shard.index) continue;
        say(C025_PART_TWICE, "shard %zu of %zu is given twice: %s and %s", a->head.shard.index,
            a->head.shard.count, a->path, b->path);
        return false;
    }
    return true;
}

// Each is there at most once.
static bool are_all(const part_list* list)
{
    char told[MISSING_TOLD * 24] = "", more[40] = "";
    const size_t all = list->parts[0].head.shard.count, missing = all - list->count;
    size_t length = 0, found = 0;
    for (size_t place = 1, i = 0; place <= all && found < missing && found < MISSING_TOLD;
         place++) {
        if (i < list->count && list->parts[i].head.shard.index == place) {
            i++;
            continue;
        }
        length += (size_t)snprintf(told + length, sizeof told - length, "%s%zu", found ? ", " : "",
                                   place);
        found++;
    }
    if (missing > found) snprintf(more, sizeof more, " and %zu more", missing - found);
    if (missing)
        say(C024_PART_MISSING, "shard%s %s%s of %zu %s missing", plural(missing), told, more, all,
            missing == 1 ? "is" : "are");
    return !missing;
}

bool part_list_open(part_list* out, const char* const* paths, size_t count)
{
    *out = (part_list){.parts = calloc(count ? count : 1, sizeof *out->parts)};
    bool fine = out->parts != NULL || say_no_memory();
    if (fine && !count) {
        say(C024_PART_MISSING, "there are no parts to merge: name the files that the shards wrote");
        fine = false;
    }
    while (fine && out->count < count) {
        fine = part_open(&out->parts[out->count], paths[out->count]);
        out->count += fine;
        fine = fine && is_same_job(&out->parts[out->count - 1], &out->parts[0]);
    }
    if (fine) qsort(out->parts, out->count, sizeof *out->parts, by_shard);
    if (fine && are_once(out) && are_all(out)) return true;
    part_list_close(out);
    return false;
}

void part_list_close(part_list* list)
{
    for (size_t i = 0; i < list->count; i++)
        part_close(&list->parts[i]);
    free(list->parts);
    *list = (part_list){0};
}

char** part_list_arguments(const part_list* list, int* count)
{
    const part_head* head = &list->parts[0].head;
    const char* added[] = {list->output ? "-o" : NULL, list->output};
    char** out = calloc(head->argument_count + 3, sizeof *out);
    bool fine = out != NULL;
    *count = 0;
    // The verb, what is added, and the rest: it may end with "--" and paths.
    for (size_t i = 0; fine && i < head->argument_count; i++) {
        fine = (out[(*count)++] = say_text("%s", head->arguments[i])) != NULL;
        for (size_t j = 0; i == 0 && fine && j < sizeof added / sizeof *added; j++)
            if (added[j]) fine = (out[(*count)++] = say_text("%s", added[j])) != NULL;
    }
    if (fine) return out;
    part_arguments_free(out);
    say_no_memory();
    return NULL;
}

void part_arguments_free(char** arguments)
{
    for (char** a = arguments; a && *a; a++)
        free(*a);
    free(arguments);
}

const char** part_list_paths(const part_list* list)
{
    const char** out = malloc((list->count + 1) * sizeof *out);
    for (size_t i = 0; out && i < list->count; i++)
        out[i] = list->parts[i].path;
    if (!out) say_no_memory();
    return out;
}

// ignored.c - the pairs of objects that --ignore leaves out, by their names.
#include "clash/clash.h"
#include "say/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// An object, to be found by its name.
typedef struct named {
    const char* name;
    uint32_t id;
} named;

static int compare_named(const void* x, const void* y)
{
    const named *a = x, *b = y;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->id > b->id) - (a->id < b->id);
}

static named* list_names(const clash_result* r)
{
    named* list = malloc((r->object_count + 1) * sizeof *list);
    for (size_t i = 0; list && i < r->object_count; i++)
        list[i] = (named){clash_name(&r->objects[i]), (uint32_t)i};
    if (list && r->object_count) qsort(list, r->object_count, sizeof *list, compare_named);
    return list;
}

// The objects of a name, of which there may be several in several files.
static const named* find_names(const clash_result* r, const named* list, const char* name,
                               size_t* count)
{
    size_t low = 0, high = r->object_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        // All of them are filled: the analyzer thinks that their number changes meanwhile.
        // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage)
        if (strcmp(list[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < r->object_count; ++*count)
        if (strcmp(list[low + *count].name, name) != 0) break;
    return list + low;
}

static bool add_ignored(clash_result* r, abut_pair** pairs, abut_pair pair)
{
    const size_t count = r->ignored_count;
    if ((count & (count + 1)) == 0 || !*pairs) {  // 2^n - 1: full
        abut_pair* grown = realloc(*pairs, (2 * count + 2) * sizeof *grown);
        if (!grown) return say_no_memory();
        *pairs = grown;
    }
    (*pairs)[r->ignored_count++] = pair;
    return true;
}

// Two names with a tab between; what stands behind a second tab does not matter.
static bool take_line(clash_result* r, const named* list, char* line, size_t number,
                      abut_pair** pairs)
{
    const char* path = r->options->ignore;
    char* second = strchr(line, '\t');
    if (!second) {
        say(C003_IGNORE_FILE, "%s: line %zu: not two names with a tab between", path, number);
        return false;
    }
    *second++ = '\0';
    second[strcspn(second, "\t")] = '\0';
    const char* names[2] = {line, second};
    const named* found[2];
    size_t counts[2];
    for (int i = 0; i < 2; i++) {
        found[i] = find_names(r, list, names[i], &counts[i]);
        if (!counts[i] &&
            !warnings_add(&r->late_warnings, C002_RULE_OF_NOTHING,
                          "%s: line %zu: there is no object '%s'", path, number, names[i]))
            return false;
    }
    for (size_t i = 0; i < counts[0]; i++)
        for (size_t k = 0; k < counts[1]; k++)
            if (!add_ignored(r, pairs, (abut_pair){found[0][i].id, found[1][k].id})) return false;
    return true;
}

static bool take_lines(clash_result* r, FILE* in, const named* list, abut_pair** pairs)
{
    char* line = NULL;
    size_t room = 0, number = 0;
    bool fine = true;
    for (ssize_t length; fine && (length = getline(&line, &room, in)) >= 0;) {
        number++;
        if (strlen(line) != (size_t)length) {
            say(C003_IGNORE_FILE, "%s: line %zu: holds a zero byte: this is no text",
                r->options->ignore, number);
            fine = false;
            break;
        }
        line[strcspn(line, "\r\n")] = '\0';
        if (*line && *line != '#') fine = take_line(r, list, line, number, pairs);
    }
    if (fine && ferror(in)) {
        say(S002_CANNOT_OPEN, "%s: cannot be read: %s", r->options->ignore, strerror(errno));
        fine = false;
    }
    free(line);
    return fine;
}

bool clash_ignored_load(clash_result* r, abut_pair** out)
{
    size_t size = 0;
    *out = NULL;
    if (!r->options->ignore) return true;
    char* text = text_load(r->options->ignore, &size);
    if (!text) return false;
    FILE* in = size > 0 ? fmemopen(text, size, "r") : NULL;
    named* list = list_names(r);
    bool fine = list && (in || size == 0);
    if (!fine) say_no_memory();
    if (fine && in) fine = take_lines(r, in, list, out);
    free(list);
    if (in) fclose(in);
    free(text);
    return fine;
}

// warnings.c - a growing list of texts.
#include "say/warnings.h"

#include "abut/abut.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { SAY_MOST = 20 };

bool warnings_take(warning_list* w, char* text)
{
    bool fits = text != NULL;
    if (fits && w->count == w->capacity) {
        const size_t capacity = w->capacity ? 2 * w->capacity : 16;
        char** texts = realloc(w->texts, capacity * sizeof *texts);
        fits = texts != NULL;
        if (fits) {
            w->texts = texts;
            w->capacity = capacity;
        }
    }
    if (fits) {
        w->texts[w->count++] = text;
        return true;
    }
    free(text);
    return say_no_memory();
}

bool warnings_add(warning_list* w, fault_code code, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    char* text = say_coded_text(code, format, list);
    va_end(list);
    return warnings_take(w, text);
}

bool warnings_add_mesh(warning_list* w, const mesh* m, const char* name)
{
    for (size_t i = 0; i < m->warning_count; i++)
        if (!warnings_add(w, m->warnings[i].code, "%s: %s", name, m->warnings[i].text))
            return false;
    const size_t more = m->warning_total - m->warning_count;
    return more == 0 || warnings_add(w, F013_NOT_KEPT, "%s: and %zu more warning%s, not kept", name,
                                     more, plural(more));
}

bool warnings_add_empty(warning_list* w, const char* name, const char* group)
{
    return warnings_add(w, F011_NO_TRIANGLES, "%s: no triangles%s%s, so there is nothing to check",
                        name, group ? " in group " : "", group ? group : "");
}

void warnings_free(warning_list* w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->texts[i]);
    free(w->texts);
    *w = (warning_list){0};
}

static int by_text(const void* x, const void* y)
{
    return strcmp(*(char* const*)x, *(char* const*)y);
}

void warnings_sort(warning_list* w)
{
    size_t kept = 0;
    if (w->count) qsort(w->texts, w->count, sizeof *w->texts, by_text);
    for (size_t i = 0; i < w->count; i++) {
        if (kept && strcmp(w->texts[kept - 1], w->texts[i]) == 0)
            free(w->texts[i]);
        else
            w->texts[kept++] = w->texts[i];
    }
    w->count = kept;
}

bool warnings_have(const warning_list* w, const char* text)
{
    return w->count && bsearch(&text, w->texts, w->count, sizeof *w->texts, by_text) != NULL;
}

void warnings_say(const warning_list* w)
{
    const size_t end = w->count > SAY_MOST + 1 ? SAY_MOST : w->count;
    for (size_t i = 0; i < end; i++)
        say_warning(w->texts[i]);
    if (end < w->count)
        say(F013_NOT_KEPT, "warning: and %zu more; --json has them all", w->count - end);
}

void warnings_write(const warning_list* w, json* j)
{
    json_array(j, true);
    for (size_t i = 0; i < w->count; i++)
        json_string(j, w->texts[i]);
    json_close(j);
}

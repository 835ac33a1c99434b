// options.c - see options.h.
#include "common/options.h"

#include <stdlib.h>
#include <string.h>

int bench_flag(void* to, const bench_option* option, const char* value)
{
    (void)option;
    (void)value;
    *(bool*)to = true;
    return BENCH_OK;
}

int bench_no_flag(void* to, const bench_option* option, const char* value)
{
    (void)option;
    (void)value;
    *(bool*)to = false;
    return BENCH_OK;
}

int bench_text(void* to, const bench_option* option, const char* value)
{
    (void)option;
    *(const char**)to = value;
    return BENCH_OK;
}

int bench_count(void* to, const bench_option* option, const char* value)
{
    return bench_take_number(option->name, value, option->least, option->most, to);
}

int bench_int(void* to, const bench_option* option, const char* value)
{
    uint64_t number = 0;
    const int status = bench_count(&number, option, value);
    if (status == BENCH_OK) *(int*)to = (int)number;
    return status;
}

int bench_size(void* to, const bench_option* option, const char* value)
{
    uint64_t number = 0;
    const int status = bench_count(&number, option, value);
    if (status == BENCH_OK) *(size_t*)to = (size_t)number;
    return status;
}

int bench_seconds(void* to, const bench_option* option, const char* value)
{
    char* end;
    const double seconds = strtod(value, &end);
    if (end == value || *end || !(seconds >= 0.01 && seconds <= 3600))
        return bench_fail("%s needs a number from 0.01 to 3600", option->name);
    *(double*)to = seconds;
    return BENCH_OK;
}

int bench_name(void* to, const bench_option* option, const char* value)
{
    bench_names* names = to;
    if (names->count == BENCH_NAMES_MOST) return bench_fail("%s: too many", option->name);
    names->list[names->count++] = value;
    return BENCH_OK;
}

bool bench_is_wanted(const bench_names* names, const char* name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->list[i], name) == 0) return true;
    return names->count == 0;
}

bool bench_has_text(const bench_names* texts, const char* name)
{
    for (size_t i = 0; i < texts->count; i++)
        if (strstr(name, texts->list[i])) return true;
    return texts->count == 0;
}

int bench_read_options(void* request, const bench_option* options, size_t option_count, int count,
                       char** arguments)
{
    for (int i = 1; i < count; i++) {
        const bench_option* o = options;
        while (o < options + option_count && strcmp(o->name, arguments[i]) != 0)
            o++;
        if (o == options + option_count) return bench_fail("there is no option %s", arguments[i]);
        const char* value = NULL;
        if (!o->stands_alone && ++i < count) value = arguments[i];
        if (!o->stands_alone && !value && !o->most) return bench_fail("%s needs a value", o->name);
        const int status = o->take((char*)request + o->at, o, value);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

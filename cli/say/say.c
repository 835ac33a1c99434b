// say.c - errors and warnings of the program.
#include "say/say.h"

#include "text/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char* who = "abut";
static FILE* where;  // NULL: stderr

void say_as(const char* name, FILE* out)
{
    who = name;
    where = out;
}

void say(const char* format, ...)
{
    FILE* out = where ? where : stderr;
    va_list list;
    va_start(list, format);
    fprintf(out, "%s: ", who);
    printable_print(out, format, list);  // names in it may hold anything
    fputc('\n', out);
    va_end(list);
}

char* say_text(const char* format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    char* text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(list);
    return text;
}

const char* plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

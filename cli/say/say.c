// say.c - errors and warnings of the program.
#include "say/say.h"

#include "text/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* who = "abut";
static FILE* where;  // NULL: stderr

void say_as(const char* name, FILE* out)
{
    who = name;
    where = out;
}

void say(fault_code code, const char* format, ...)
{
    FILE* out = where ? where : stderr;
    va_list list;
    va_start(list, format);
    fprintf(out, "%s: ", who);
    printable_print(out, format, list);  // names in it may hold anything
    fprintf(out, " [%s]\n", fault_code_name(code).text);
    va_end(list);
}

bool say_status(const char* name, abut_status status)
{
    say(fault_code_of_status(status), "%s%s%s", name ? name : "", name ? ": " : "",
        abut_status_text(status));
    return false;
}

void say_note(const char* format, ...)
{
    FILE* out = where ? where : stderr;
    va_list list;
    va_start(list, format);
    printable_print(out, format, list);
    fputc('\n', out);
    va_end(list);
}

void say_warning(const char* warning)
{
    FILE* out = where ? where : stderr;
    fprintf(out, "%s: warning: ", who);
    printable_write(warning, out);
    fputc('\n', out);
}

// Print what vprintf would into memory of its own, and what stands behind it.
SAY_FORMAT(1, 0) static char* text_of(const char* format, va_list list, const char* behind)
{
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    char* text = length < 0 ? NULL : malloc((size_t)length + strlen(behind) + 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
        strcpy(text + length, behind);
    }
    va_end(again);
    return text;
}

char* say_text(const char* format, ...)
{
    va_list list;
    va_start(list, format);
    char* text = text_of(format, list, "");
    va_end(list);
    return text;
}

char* say_coded_text(fault_code code, const char* format, va_list list)
{
    char behind[8];
    snprintf(behind, sizeof behind, " [%s]", fault_code_name(code).text);
    return text_of(format, list, behind);
}

const char* plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

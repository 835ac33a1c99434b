// csv.c - see csv.h.
#include "output/csv.h"

#include "text/printable.h"

#include <string.h>

static bool needs_quotes(const char* text)
{
    return text && text[strcspn(text, ",\"")];
}

void csv_texts(const csv* c, const char* first, const char* second)
{
    // A tab or CR in front would be trimmed, and what follows be run.
    const bool is_run = c->safe && *first && strchr("=+-@\t\r", *first);
    const bool quoted = is_run || needs_quotes(first) || needs_quotes(second);
    if (quoted) fputs(is_run ? "\"'" : "\"", c->out);
    printable_write_doubling(first, '"', c->out);  // unquoted ones have none
    if (second) {
        fputc(' ', c->out);
        printable_write_doubling(second, '"', c->out);
    }
    if (quoted) fputc('"', c->out);
}

void csv_name(const csv* c, const char* name)
{
    csv_texts(c, name, NULL);
}

void csv_end_line(const csv* c)
{
    fputs(c->crlf ? "\r\n" : "\n", c->out);
}

// csv.c - see csv.h.
#include "output/csv.h"

#include "text/printable.h"

#include <string.h>

void csv_name(const csv* c, const char* name)
{
    // A tab or CR in front would be trimmed, and what follows be run.
    const bool is_run = c->safe && *name && strchr("=+-@\t\r", *name);
    if (!is_run && !name[strcspn(name, ",\"")]) {
        printable_write(name, c->out);
        return;
    }
    fputs(is_run ? "\"'" : "\"", c->out);
    printable_write_doubling(name, '"', c->out);
    fputc('"', c->out);
}

void csv_end_line(const csv* c)
{
    fputs(c->crlf ? "\r\n" : "\n", c->out);
}

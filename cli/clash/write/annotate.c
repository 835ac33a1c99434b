// annotate.c - rows as commands of GitHub's workflows: lines of standard output, which GitHub shows beside a change. Of each
// kind it shows ten a step, so the tenth line tells how many more there are.
#include "clash/write/review_files.h"
#include "say/say.h"
#include "text/printable.h"

#include <string.h>

enum { LINES_MOST = 10 };  // of a kind

// Write a text of a command. What ends it is written as % and two digits: GitHub turns these back. What a terminal would
// act on is shown, since logs are read there.
static void write_part(const char* text, bool is_property, FILE* out)
{
    while (*text) {
        uint32_t code;
        const int length = utf8_character(text, &code);
        char one[8] = "";
        memcpy(one, text, length ? (size_t)length : 1);
        if (length == 1 && strchr(is_property ? "%\r\n:," : "%\r\n", *text))
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
        else
            printable_write(one, out);
        text += length ? length : 1;
    }
}

// The sentences, which name both objects.
static void write_message(const clash_row* row, FILE* out)
{
    for (int k = 0; k < 2; k++) {
        if (k) fputc(' ', out);
        write_part(row->words[k], false, out);
    }
    fputc('\n', out);
}

static void write_line(const clash_result* r, const clash_row* row, const char* kind, FILE* out)
{
    fprintf(out, "::%s file=", kind);
    write_part(r->objects[row->a].path, true, out);
    fputs(",title=", out);
    write_part(clash_rule_name(r->review.rules, row->rule), true, out);
    fprintf(out, "%%3A %s%s::", clash_class_text(row->class),
            row->is_undecided ? " (undecided)" : "");
    write_message(row, out);
}

static void write_gone(const clash_gone* gone, FILE* out)
{
    fputs("::warning title=not retested::", out);
    write_part(gone->a, false, out);
    fputs(", ", out);
    write_part(gone->b, false, out);
    if (gone->why) {
        fputs(": ", out);
        write_part(gone->why, false, out);
    }
    fputc('\n', out);
}

// Of so many lines, how many are written one by one: all, if they fit; else the last place is for their number.
static size_t fitting(size_t count)
{
    return count <= LINES_MOST ? count : LINES_MOST - 1;
}

static void write_more(size_t count, const char* kind, const char* what, FILE* out)
{
    const size_t more = count - fitting(count);
    if (more) fprintf(out, "::%s title=abut clash::and %zu more %s\n", kind, more, what);
}

static void write_rows(const clash_result* r, size_t most, bool is_error, FILE* out)
{
    for (size_t i = 0, written = 0; i < r->clashes.count && written < most; i++) {
        const clash_row* row = clash_ranked(r, i);
        if (is_error ? !clash_fails(row) : !clash_leaves_open(row)) continue;
        write_line(r, row, is_error ? "error" : "warning", out);
        written++;
    }
}

void clash_annotate(const clash_result* r, FILE* out)
{
    const clash_review* v = &r->review;
    size_t errors = 0, open = 0, missed = 0;
    for (size_t i = 0; i < r->clashes.count; i++) {
        errors += clash_fails(&v->rows[i]);
        open += clash_leaves_open(&v->rows[i]);
    }
    for (size_t i = 0; i < v->gone_count; i++)
        missed += v->gone[i].state == CLASH_NOT_RETESTED;
    write_rows(r, fitting(errors), true, out);
    write_more(errors, "error", "rows", out);
    size_t left = fitting(open + missed);
    write_rows(r, left, false, out);
    left -= open < left ? open : left;
    for (size_t i = 0; i < v->gone_count && left; i++) {
        if (v->gone[i].state != CLASH_NOT_RETESTED) continue;
        write_gone(&v->gone[i], out);
        left--;
    }
    write_more(open + missed, "warning", "that are undecided or not retested", out);
}

// subprogram.c - programs by number, as Fanuc and LinuxCNC have them: a name ("O1000") begins one, M98 calls it, and M99
// goes back. M97 of Haas calls what begins at a line number.
#include "machine/machine.h"
#include "text/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MOST = 99999, NUMBER_MOST = 99999999 };

nc_status nc_program_name(nc_machine* m, const char* name)
{
    if (m->call_count == 0 && m->program.move_count == 0) return NC_OK;
    return nc_fail(m, N019_STRUCTURE, 0,
                   "the program %s begins here, but the one before has no end (M2, M30 or M99)",
                   name);
}

nc_status nc_programs_left(nc_machine* m)
{
    for (size_t i = 0; i < m->label_count; i++) {
        const nc_label* l = &m->labels[i];
        if (!l->is_program || l->is_run) continue;
        m->text.line = l->line + 1;
        NC_TRY(nc_warn(m, N028_NOT_CHECKED, 1,
                       "the program O%s was not called, and so was not checked",
                       m->label_names.at[l->name].name));
    }
    return NC_OK;
}

// ------------------------------------------------------------------------------------ where they are

static size_t find_program(const nc_machine* m, int number)
{
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    return nc_program_label(m, name);
}

static const char* skip_blanks(const char* at, const char* end)
{
    while (at != end && is_blank(*at))
        at++;
    return at;
}

// The number that a line begins with, behind "N" and maybe a "/"; -1 if it has none.
static int number_of(const nc_machine* m, size_t line)
{
    const char *end = m->starts[line + 1], *at = skip_blanks(m->starts[line], end);
    if (at != end && *at == '/') at = skip_blanks(at + 1, end);
    if (at == end || (*at != 'n' && *at != 'N')) return -1;
    at = skip_blanks(at + 1, end);
    const char* digits = at;
    int value = 0;
    for (; at != end && is_digit(*at); at = skip_blanks(at + 1, end)) {
        if (value > NUMBER_MOST / 10) return -1;
        value = value * 10 + (*at - '0');
    }
    return at != digits && (at == end || *at != '.') ? value : -1;
}

static int compare_numbered(const void* x, const void* y)
{
    const nc_numbered *a = x, *b = y;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static nc_status add_numbered(nc_machine* m, int number, size_t line)
{
    void* block = m->numbered;
    NC_TRY(nc_grow(m, &block, &m->numbered_capacity, m->numbered_count + 1, sizeof *m->numbered));
    m->numbered = block;
    m->numbered[m->numbered_count++] = (nc_numbered){number, line};
    return NC_OK;
}

// List all numbers of lines, and where programs begin: with the first line that is asked for, so that each takes few steps.
static nc_status list_numbers(nc_machine* m)
{
    for (size_t i = 0; i < m->label_count; i++)
        if (m->labels[i].is_program) NC_TRY(add_numbered(m, -1, m->labels[i].line));
    for (size_t i = 0; i < m->line_count; i++) {
        const int number = number_of(m, i);
        if (number >= 0) NC_TRY(add_numbered(m, number, i));
    }
    if (m->numbered_count)
        qsort(m->numbered, m->numbered_count, sizeof *m->numbered, compare_numbered);
    return NC_OK;
}

// The first in the list that is not before a number at a line.
static size_t first_numbered(const nc_machine* m, int number, size_t line)
{
    const nc_numbered key = {number, line};
    size_t begin = 0, end = m->numbered_count;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        if (compare_numbered(&m->numbered[middle], &key) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// Find a line number in the program that a line is of.
static nc_status find_line(nc_machine* m, size_t within, int number, uint32_t column, size_t* out)
{
    if (!m->numbered) NC_TRY(list_numbers(m));
    const nc_numbered* list = m->numbered;
    const size_t behind = first_numbered(m, -1, within + 1);
    const size_t begin = behind > 0 ? list[behind - 1].line : 0;
    const bool is_last = behind == m->numbered_count || list[behind].number >= 0;
    const size_t end = is_last ? m->line_count : list[behind].line;
    const size_t found = first_numbered(m, number, begin);
    if (found == m->numbered_count || list[found].number != number || list[found].line >= end)
        return nc_fail(m, N020_NO_SUBROUTINE, column, "there is no N%d in this program", number);
    *out = list[found].line;
    return NC_OK;
}

// ------------------------------------------------------------------------------------ calls

static double* locals_of(nc_machine* m)
{
    return m->call_count > 0 ? m->calls[m->call_count - 1].locals : m->parameter + 1;
}

void nc_call_leave(nc_machine* m)
{
    const nc_call* call = &m->calls[m->call_count - 1];
    nc_named_leave(m);
    m->next = call->back;
    m->open_count = call->blocks;
    m->call_count--;
    // A program has the numbered parameters of its caller.
    if (call->is_program) memcpy(locals_of(m), call->locals, sizeof call->locals);
}

static nc_status call_at(nc_machine* m, size_t first, int times)
{
    if (times == 0) return NC_OK;
    if (m->call_count == NC_CALLS_MOST)
        return nc_fail(m, N005_ENDLESS, 0, "more than %d programs within each other",
                       NC_CALLS_MOST);
    nc_call call = {.back = m->next,
                    .blocks = m->open_count,
                    .is_program = true,
                    .first = first,
                    .left = (uint64_t)times};
    memcpy(call.locals, locals_of(m), sizeof call.locals);
    m->calls[m->call_count++] = call;
    m->next = first;
    return NC_OK;
}

static nc_status run_m98(nc_machine* m, const nc_word* p, const nc_word* l)
{
    int number = 0, times = 1;
    NC_TRY(nc_whole(m, p, 'p', 0, NUMBER_MOST, &number));
    if (l->given) NC_TRY(nc_whole(m, l, 'l', 0, REPEATS_MOST, &times));
    size_t label = find_program(m, number);
    // "P30012" calls 12 three times.
    if (label == SIZE_MAX && m->options->dialect == NC_FANUC && !l->given && number > 9999) {
        times = number / 10000;
        number %= 10000;
        label = find_program(m, number);
    }
    if (label == SIZE_MAX)
        return nc_fail(m, N020_NO_SUBROUTINE, p->column, "there is no program O%d in this file",
                       number);
    m->labels[label].is_run = true;
    return call_at(m, m->labels[label].line + 1, times);
}

static nc_status run_m97(nc_machine* m, const nc_word* p, const nc_word* l)
{
    int number = 0, times = 1;
    size_t line = 0;
    NC_TRY(nc_whole(m, p, 'p', 0, NUMBER_MOST, &number));
    if (l->given) NC_TRY(nc_whole(m, l, 'l', 0, REPEATS_MOST, &times));
    NC_TRY(find_line(m, m->text.line - 1, number, p->column, &line));
    return call_at(m, line, times);
}

// Back to the caller, with P to a line of it. Of a main program: to its beginning, for ever.
static nc_status run_m99(nc_machine* m, const nc_word* p, uint32_t column)
{
    nc_call* call = m->call_count > 0 ? &m->calls[m->call_count - 1] : NULL;
    int number = 0;
    size_t to = 0;
    if (call && !call->is_program)
        return nc_fail(m, N019_STRUCTURE, column, "M99 within o%s, which endsub ends",
                       m->label_names.at[m->labels[call->sub].name].name);
    if (p && call && call->left > 1)
        return nc_fail(m, N003_UNSUPPORTED, p->column,
                       "M99 with P in a program that is still to be repeated");
    if (p) {
        NC_TRY(nc_whole(m, p, 'p', 0, NUMBER_MOST, &number));
        NC_TRY(find_line(m, call ? call->back - 1 : m->text.line - 1, number, p->column, &to));
    }
    if (!call && !p) {
        m->ended = true;
        return nc_warn(m, N028_NOT_CHECKED, column,
                       "M99 begins the program again, without end: it was checked once");
    }
    if (call && --call->left > 0) {
        m->next = call->first;
        m->open_count = call->blocks;
        return NC_OK;
    }
    if (call) nc_call_leave(m);
    if (p) m->next = to;
    return NC_OK;
}

nc_status nc_program_run(nc_machine* m, const nc_block* b)
{
    int i = 0;
    while (i < b->m_count && b->m[i] != 970 && b->m[i] != 980 && b->m[i] != 990)
        i++;
    if (i == b->m_count) return NC_OK;
    const uint32_t column = b->m_column[i];
    const bool is_taken = m->used >> ('p' - 'a') & 1;  // by G4, say
    const nc_word* p = nc_use(m, b, 'p');
    if (is_taken || !p->given) p = NULL;
    if (b->m[i] == 990) return run_m99(m, p, column);
    if (!p) return nc_fail(m, N012_WORD_MISSING, column, "M%d needs P", b->m[i] / 10);
    const nc_word* l = nc_use(m, b, 'l');
    return b->m[i] == 980 ? run_m98(m, p, l) : run_m97(m, p, l);
}

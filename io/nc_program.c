// nc_program.c - programs by number, as Fanuc and LinuxCNC have them: a name ("O1000") begins one, M98 calls it, and M99
// goes back. M97 of Haas calls what begins at a line number.
#include "nc_machine.h"
#include "number.h"

#include <stdio.h>
#include <string.h>

enum { REPEATS_MOST = 99999, NUMBER_MOST = 99999999 };

nc_status nc_program_name(nc_machine* m, const char* name)
{
    if (m->call_count == 0 && m->program.move_count == 0) return NC_OK;
    return nc_fail(m, NC_SYNTAX, 0,
                   "the program %s begins here, but the one before has no end (M2, M30 or M99)",
                   name);
}

nc_status nc_programs_left(nc_machine* m)
{
    for (size_t i = 0; i < m->label_count; i++) {
        const nc_label* l = &m->labels[i];
        if (!l->is_program || l->is_run) continue;
        m->text.line = l->line + 1;
        NC_TRY(nc_warn(m, 1, "the program O%s was not called, and so was not checked", l->name));
    }
    return NC_OK;
}

// ------------------------------------------------------------------------------------ where they are

// Find the label of a program; label_count if there is none.
static size_t find_program(const nc_machine* m, int number)
{
    char name[16];
    size_t i = 0;
    snprintf(name, sizeof name, "%d", number);
    while (i < m->label_count && !(m->labels[i].is_program && strcmp(m->labels[i].name, name) == 0))
        i++;
    return i;
}

static const char* skip_blanks(const char* at, const char* end)
{
    while (at != end && is_blank(*at))
        at++;
    return at;
}

// Whether a line begins with N and a number, behind a "/".
static bool is_numbered(const nc_machine* m, size_t line, int number)
{
    const char *end = m->starts[line + 1], *at = skip_blanks(m->starts[line], end);
    if (at != end && *at == '/') at = skip_blanks(at + 1, end);
    if (at == end || (*at != 'n' && *at != 'N')) return false;
    at = skip_blanks(at + 1, end);
    const char* digits = at;
    long long value = 0;
    for (; at != end && is_digit(*at); at = skip_blanks(at + 1, end))
        if (value <= NUMBER_MOST) value = value * 10 + (*at - '0');
    return at != digits && value == number && (at == end || *at != '.');
}

// Find a line number in the program that a line is of.
static nc_status find_line(nc_machine* m, size_t within, int number, uint32_t column, size_t* out)
{
    size_t begin = 0, end = m->line_count;
    for (size_t i = 0; i < m->label_count; i++) {
        if (!m->labels[i].is_program) continue;
        if (m->labels[i].line <= within)
            begin = m->labels[i].line;
        else if (m->labels[i].line < end)
            end = m->labels[i].line;
    }
    for (*out = begin; *out < end; ++*out)
        if (is_numbered(m, *out, number)) return NC_OK;
    return nc_fail(m, NC_UNKNOWN, column, "there is no N%d in this program", number);
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
        return nc_fail(m, NC_TOO_LONG, 0, "more than %d programs within each other", NC_CALLS_MOST);
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
    if (label == m->label_count && m->options->dialect == NC_FANUC && !l->given && number > 9999) {
        times = number / 10000;
        number %= 10000;
        label = find_program(m, number);
    }
    if (label == m->label_count)
        return nc_fail(m, NC_UNKNOWN, p->column, "there is no program O%d in this file", number);
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
        return nc_fail(m, NC_SYNTAX, column, "M99 within o%s, which endsub ends",
                       m->labels[call->sub].name);
    if (p && call && call->left > 1)
        return nc_fail(m, NC_UNSUPPORTED, p->column,
                       "M99 with P in a program that is still to be repeated");
    if (p) {
        NC_TRY(nc_whole(m, p, 'p', 0, NUMBER_MOST, &number));
        NC_TRY(find_line(m, call ? call->back - 1 : m->text.line - 1, number, p->column, &to));
    }
    if (!call && !p) {
        m->ended = true;
        return nc_warn(m, column, "M99 begins the program again, without end: it was checked once");
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
    if (!p) return nc_fail(m, NC_SYNTAX, column, "M%d needs P", b->m[i] / 10);
    const nc_word* l = nc_use(m, b, 'l');
    return b->m[i] == 980 ? run_m98(m, p, l) : run_m97(m, p, l);
}

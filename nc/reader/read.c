// read.c - an NC program as a list of lines that are carried out one after the other; errors, warnings,
// and files.
//
// Why a reader of our own: Debian 12 has one interpreter of RS274/NGC as a library, librs274 of LinuxCNC,
// which is under the GPL and bound to its machine; what npm has splits words, but has no parameters,
// expressions or O-words (docs/notes/nc.md).
#include "file/memory_limit.h"
#include "file/whole.h"
#include "machine/machine.h"
#include "text/end.h"
#include "text/number.h"

#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    REPORT_LINES = 4096,
};

static const nc_read_options default_options;

// ----------------------------------------------------------------------------------------- faults

__attribute__((format(printf, 3, 0)))  // a printf format that comes from the callers
static void
tell(char* text, size_t size, const char* format, va_list values)
{
    vsnprintf(text, size, format, values);
    for (char* c = text; *c; c++)  // whatever the program holds
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
}

// What is wrong with a whole line has its place where the line begins, behind its number.
static uint32_t place_of(const nc_machine* m, uint32_t column)
{
    const nc_text* t = &m->text;
    size_t first = t->at[0] == '/';
    if (column > 0 || t->line == 0 || t->length == 0) return column;
    if (t->at[first] == 'n')
        for (first++; first + 1 < t->length && (is_digit(t->at[first]) || t->at[first] == '.');)
            first++;
    return t->column[first];
}

static nc_status status_of(fault_code code)
{
    switch (code) {
    case S001_OUT_OF_MEMORY:
    case S004_MEMORY_LIMIT:
        return NC_OUT_OF_MEMORY;
    case S002_CANNOT_OPEN:
    case P003_NO_TEXT:
        return NC_CANNOT_OPEN;
    case N002_UNKNOWN_WORD:
    case N017_NO_VALUE:
    case N020_NO_SUBROUTINE:
        return NC_UNKNOWN;
    case N003_UNSUPPORTED:
    case N018_READ_ONLY:
    case N021_OTHER_LANGUAGE:
    case N022_AMBIGUOUS:
    case N023_AXIS:
    case N024_NO_HOME:
        return NC_UNSUPPORTED;
    case N004_BAD_VALUE:
    case N015_ARC:
        return NC_BAD_VALUE;
    case N005_ENDLESS:
        return NC_TOO_LONG;
    case Q011_CANCELLED:
        return NC_CANCELLED;
    default:
        return NC_SYNTAX;
    }
}

nc_status nc_fail(nc_machine* m, fault_code code, uint32_t column, const char* format, ...)
{
    *m->error = (nc_error){.status = status_of(code),
                           .line = m->text.line,
                           .column = place_of(m, column),
                           .code = code};
    va_list values;
    va_start(values, format);
    tell(m->error->text, sizeof m->error->text, format, values);
    va_end(values);
    return m->error->status;
}

nc_status nc_no_memory(nc_machine* m)
{
    return nc_fail(m, S001_OUT_OF_MEMORY, 0, "not enough memory for this program");
}

static nc_status keep_warning(nc_machine* m, const nc_warning* w)
{
    nc_program* p = &m->program;
    p->warning_total++;
    if (p->warning_count == NC_MOST_WARNINGS) return NC_OK;
    void* block = p->warnings;
    NC_TRY(nc_grow(m, &block, &m->warning_capacity, p->warning_count + 1, sizeof *p->warnings));
    p->warnings = block;
    p->warnings[p->warning_count++] = *w;
    return NC_OK;
}

nc_status nc_warn(nc_machine* m, fault_code code, uint32_t column, const char* format, ...)
{
    nc_warning w = {.line = m->text.line, .column = place_of(m, column), .code = code};
    va_list values;
    va_start(values, format);
    tell(w.text, sizeof w.text, format, values);
    va_end(values);
    return keep_warning(m, &w);
}

nc_status nc_warn_once(nc_machine* m, fault_code code, unsigned what, uint32_t column,
                       const char* format, ...)
{
    nc_warning w = {.line = m->text.line, .column = place_of(m, column), .code = code};
    if (m->told & what) return NC_OK;
    m->told |= what;
    va_list values;
    va_start(values, format);
    tell(w.text, sizeof w.text, format, values);
    va_end(values);
    return keep_warning(m, &w);
}

nc_status nc_unknown(nc_machine* m, uint32_t column, const char* format, ...)
{
    nc_warning w = {.line = m->text.line, .column = place_of(m, column), .code = N002_UNKNOWN_WORD};
    va_list values;
    va_start(values, format);
    tell(w.text, sizeof w.text, format, values);
    va_end(values);
    return m->options->lenient
               ? keep_warning(m, &w)
               : nc_fail(m, N002_UNKNOWN_WORD, column, "%s (--lenient passes over it)", w.text);
}

nc_status nc_grow(nc_machine* m, void** block, size_t* capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity) return NC_OK;
    size_t larger = *capacity < 16 ? 16 : *capacity * 2;
    if (larger < wanted) larger = wanted;
    const bool fits = larger <= SIZE_MAX / size && memory_allows((larger - *capacity) * size);
    void* grown = fits ? realloc(*block, larger * size) : NULL;
    if (!grown) return nc_no_memory(m);
    *block = grown;
    *capacity = larger;
    return NC_OK;
}

// ------------------------------------------------------------------------------------------ lines

// A lone carriage return ends a line, too.
static const char* after_line(const char* at, const char* end)
{
    while (at != end && *at != '\n' && *at != '\r')
        at++;
    if (at != end && *at == '\r' && at + 1 != end && at[1] == '\n') at++;
    return at == end ? end : at + 1;
}

static nc_status find_lines(nc_machine* m, const char* bytes, size_t size)
{
    const char* end = bytes + size;
    size_t count = 0;
    for (const char* at = bytes; at != end; at = after_line(at, end))
        count++;
    m->starts = malloc((count + 1) * sizeof *m->starts);
    if (!m->starts) return nc_no_memory(m);
    for (const char* at = bytes; at != end; at = after_line(at, end))
        m->starts[m->line_count++] = at;
    m->starts[count] = end;
    return NC_OK;
}

// "%" begins a program where nothing stands before it, also with a number ("%1000"), and ends it else.
static nc_status run_percent(nc_machine* m, bool first)
{
    const nc_text* t = &m->text;
    size_t at = 1 + (t->at[1] == 'o');
    while (first && is_digit(t->at[at]))
        at++;
    if (t->length > 1 && (at < t->length || !is_digit(t->at[at - 1])))
        return nc_fail(m, N001_SYNTAX, t->column[1], "something stands behind '%%': '%.20s'",
                       t->at + 1);
    m->ended = !first;
    if (m->ended && m->call_count > 0)
        return nc_fail(m, N019_STRUCTURE, 0, "the program ends within a subroutine");
    return NC_OK;
}

// Carry out the line of an index.
static nc_status run_line(nc_machine* m, size_t index, bool* begun)
{
    m->next = index + 1;
    NC_TRY(nc_text_take(m, index));
    const nc_text* t = &m->text;
    if (t->nested)
        NC_TRY(
            nc_warn_once(m, N006_ODD, NC_TOLD_NESTED, t->nested,
                         "a comment within a comment, which LinuxCNC refuses: the whole is passed "
                         "over"));
    if (t->length == 0) return NC_OK;
    const bool first = !*begun;
    *begun = true;
    if (t->at[0] == '%') return run_percent(m, first);
    if (t->at[0] == '<' && t->at[t->length - 1] == '>') return nc_program_name(m, t->at);
    if (t->at[0] == '/' && m->options->block_delete) return NC_OK;
    if (nc_flow_begins(t)) return nc_flow_run(m, index);
    nc_block block;
    NC_TRY(nc_block_read(m, t->at[0] == '/', &block));
    return nc_block_run(m, &block);
}

static nc_status run_program(nc_machine* m)
{
    const mesh_progress* progress = m->options->progress;
    uint64_t report_at = REPORT_LINES;
    bool begun = false;
    while (!m->ended && m->next < m->line_count) {
        NC_TRY(nc_line_count(m, m->next));
        if (progress && progress->report && m->lines_done >= report_at) {
            report_at = m->lines_done + REPORT_LINES;
            if (progress->report(progress->user, (double)m->next / (double)(m->line_count + 1)))
                return nc_fail(m, Q011_CANCELLED, 0, "cancelled");
        }
        NC_TRY(run_line(m, m->next, &begun));
    }
    if (m->call_count > 0 && !m->ended)
        return nc_fail(m, N019_STRUCTURE, 0, "the program ends within a subroutine");
    return NC_OK;
}

// -------------------------------------------------------------------------------------- a program

static void machine_start(nc_machine* m)
{
    const nc_read_options* o = m->options;
    m->modal = (nc_modal){.first = 0, .second = 1, .third = 2};
    m->modal.motion = o->dialect == NC_GRBL ? 0 : NC_NO_MOTION;
    m->modal.straight = NC_NO_MOTION;
    m->modal.unit = o->unit;
    m->program.unit = o->unit;
    for (int k = 0; k < 3; k++) {
        m->at[k] = o->start[k];
        m->home[0][k] = m->home[1][k] = o->home_is_known ? o->home[k] : o->machine_zero[k];
    }
    m->home_is_known[1] = o->home_is_known;
    m->home_is_known[0] = o->home_is_known || o->machine_zero_is_known;
    for (int i = 0; i < NC_SYSTEMS + NC_FURTHER; i++)
        nc_system_turn(&m->systems[i], 0);
}

static nc_status read_all(nc_machine* m, const char* bytes, size_t size)
{
    const char* end = size > 0 ? text_end(bytes, bytes + size) : bytes;
    const size_t padding = size - (size_t)(end - bytes);
    const bool zeros = padding > 0 && memchr(end, '\0', padding);
    size -= padding;
    const char* begin = size > 0 ? text_begin(bytes, end) : bytes;
    size -= (size_t)(begin - bytes);
    bytes = begin;
    machine_start(m);
    m->bytes = size;
    m->calls = malloc(NC_CALLS_MOST * sizeof *m->calls);
    m->open = malloc(NC_BLOCKS_MOST * sizeof *m->open);
    if (!m->calls || !m->open) return nc_no_memory(m);
    NC_TRY(find_lines(m, bytes, size));
    NC_TRY(nc_labels_find(m));
    *m->error = (nc_error){0};
    NC_TRY(run_program(m));
    NC_TRY(nc_move_nowhere(m));
    NC_TRY(nc_programs_left(m));
    if (zeros)
        NC_TRY(nc_warn(m, N028_NOT_CHECKED, 0,
                       "zeros stand behind the program: lines of it may be lost"));
    if (!m->program.unit_is_set && m->program.move_count > 0) {
        m->text.line = m->program.moves[0].line;
        NC_TRY(nc_warn(m, N026_NO_UNIT, 0,
                       "the program has no G20 or G21: its lengths are taken as %s (--part-unit)",
                       nc_unit_name(m->options->unit)));
    }
    return NC_OK;
}

nc_status nc_read_memory(nc_program* out, const void* bytes, size_t size,
                         const nc_read_options* options, nc_error* error)
{
    nc_error unused;
    nc_error* e = error ? error : &unused;
    *e = (nc_error){0};
    nc_machine* m = calloc(1, sizeof *m);
    if (!m) {
        *e = (nc_error){.status = NC_OUT_OF_MEMORY,
                        .code = S001_OUT_OF_MEMORY,
                        .text = "not enough memory for this program"};
        return NC_OUT_OF_MEMORY;
    }
    m->options = options ? options : &default_options;
    m->error = e;
    // Numbers are rounded to nearest whatever mode the caller runs in.
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    const nc_status status = read_all(m, bytes, size);
    fesetenv(&environment);
    if (status == NC_OK)
        *out = m->program;
    else
        nc_program_free(&m->program);
    free(m->starts);
    free(m->labels);
    free(m->label_names.at);
    free(m->label_nearest);
    free(m->numbered);
    free(m->global_names.at);
    free(m->local_names.at);
    free(m->calls);
    free(m->open);
    free(m);
    return status;
}

static nc_status fail_file(nc_error* e, fault_code code, const char* text)
{
    *e = (nc_error){.status = status_of(code), .code = code};
    snprintf(e->text, sizeof e->text, "%s", text);
    return e->status;
}

nc_status nc_read_file(nc_program* out, const char* path, const nc_read_options* options,
                       nc_error* error)
{
    nc_error unused;
    nc_error* e = error ? error : &unused;
    char* bytes = NULL;
    size_t size = 0;
    whole_file_why why;
    const whole_file_status read = whole_file_read(path, &bytes, &size, &why);
    if (read != WHOLE_FILE_OK) return fail_file(e, why.code, why.text);
    const nc_status status = nc_read_memory(out, bytes, size, options, e);
    free(bytes);
    return status;
}

void nc_program_free(nc_program* p)
{
    free(p->moves);
    free(p->warnings);
    *p = (nc_program){0};
}

// ------------------------------------------------------------------------------------------ units

static const char* const unit_names[] = {"mm", "in", "m"};

const char* nc_unit_name(nc_unit unit)
{
    return unit_names[unit];
}

double nc_convert(double value, nc_unit from, nc_unit to)
{
    static const double millimetres[] = {1, 25.4, 1000};
    if (from == to) return value;
    if (to == NC_MM) return value * millimetres[from];
    if (from == NC_MM) return value / millimetres[to];
    return from == NC_INCH ? value * 0.0254 : value / 0.0254;
}

// point_file.c - see point_file.h. The bytes go through a buffer that holds one line at a time, so that a pipe can be
// answered while it is written.
#define _POSIX_C_SOURCE 200809L
#include "points/point_file.h"

#include "file/system.h"
#include "mesh/reader.h"
#include "text/end.h"

#include <errno.h>
#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PADDING_MOST = 1 << 20, NOT_OURS = -1 };

// What a line is.
typedef struct line_form {
    size_t width;  // so many numbers
    const char* names[POINT_FILE_NUMBERS];
    const char *one, *all;  // what it is called, and what its numbers are
} line_form;

static const line_form forms[] = {
    [POINT_FILE_POINTS] = {3, {"x", "y", "z"}, "a point, x y z", "x, y and z"},
    [POINT_FILE_RAYS] = {6,
                         {"x", "y", "z", "dx", "dy", "dz"},
                         "a ray, x y z dx dy dz",
                         "x, y, z, dx, dy and dz"},
    [POINT_FILE_SEGMENTS] = {6,
                             {"x1", "y1", "z1", "x2", "y2", "z2"},
                             "a segment, x1 y1 z1 x2 y2 z2",
                             "x1, y1, z1, x2, y2 and z2"},
};

size_t point_file_width(point_file_kind kind)
{
    return forms[kind].width;
}

struct point_file {
    point_source source;
    int descriptor;        // of the file; NOT_OURS: the source is another
    const char *at, *end;  // of the buffer: what is not read yet
    double taken;          // bytes that the source gave
    size_t line;           // of `at`, from 1
    bool ended;            // the source has nothing more, or nothing that is text
    bool has_junk;         // behind its end
    bool after_return;     // the line before ended with CR: LF belongs to it
    bool begun;            // a line that holds something was read
    bool only_commas;      // stand between columns: blanks are within them
    const line_form* form;
    size_t columns;                     // a line has so many
    size_t places[POINT_FILE_NUMBERS];  // of x, y and z among them
    point_file_error fault;             // that all further calls return; OK: none
    char buffer[POINT_FILE_LINE];
};

static point_file_status status_of(fault_code code)
{
    switch (code) {
    case S001_OUT_OF_MEMORY:
        return POINT_FILE_OUT_OF_MEMORY;
    case S002_CANNOT_OPEN:
        return POINT_FILE_CANNOT_READ;
    case P003_NO_TEXT:
        return POINT_FILE_NO_TEXT;
    case P002_COLUMNS:
        return POINT_FILE_BAD_NAMES;
    default:
        return POINT_FILE_BAD_LINE;
    }
}

__attribute__((format(printf, 4, 5))) static point_file_status
fail(point_file_error* e, fault_code code, size_t line, const char* format, ...)
{
    *e = (point_file_error){.status = status_of(code), .line = line, .code = code};
    size_t used = 0;
    if (line) used = (size_t)snprintf(e->text, sizeof e->text, "line %zu: ", line);
    va_list values;
    va_start(values, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, values);
    va_end(values);
    return e->status;
}

// ------------------------------------------------------------------------------------------ bytes

static ptrdiff_t read_descriptor(void* user, char* bytes, size_t room)
{
    const int* descriptor = user;
    for (;;) {
        const ssize_t count = read(*descriptor, bytes, room);
        if (count >= 0 || errno != EINTR) return count;
    }
}

static bool is_filling(const char* at, const char* end)
{
    while (at != end && (*at == '\0' || *at == CTRL_Z || is_blank(*at) || is_newline(*at)))
        at++;
    return at == end;
}

// The bytes from at on, and all that the source still has, should be padding. What never ends is none.
static point_file_status step_over_padding(point_file* f, const char* at, const char* end,
                                           point_file_error* error)
{
    char bytes[4096];
    size_t most = PADDING_MOST;
    while (!f->has_junk) {
        const size_t size = (size_t)(end - at);
        f->has_junk = size > most || !is_filling(at, end);
        most -= size < most ? size : most;
        const ptrdiff_t count = f->source.read(f->source.user, bytes, sizeof bytes);
        if (count < 0)
            return fail(error, S002_CANNOT_OPEN, 0, "cannot be read: %s", strerror(errno));
        if (count == 0) break;
        f->taken += (double)count;
        at = bytes;
        end = bytes + count;
    }
    return POINT_FILE_OK;
}

static const char* find_padding(const char* at, const char* end)
{
    while (at != end && *at != '\0' && *at != CTRL_Z)
        at++;
    return at;
}

// Move what is left to the front of the buffer, and read more behind it.
static point_file_status fill(point_file* f, point_file_error* error)
{
    const size_t left = (size_t)(f->end - f->at);
    memmove(f->buffer, f->at, left);
    char* more = f->buffer + left;
    f->at = f->buffer;
    f->end = more;
    const ptrdiff_t count = f->source.read(f->source.user, more, sizeof f->buffer - left);
    if (count < 0) return fail(error, S002_CANNOT_OPEN, 0, "cannot be read: %s", strerror(errno));
    f->taken += (double)count;
    const char* padding = find_padding(more, more + count);
    f->end = padding;
    f->ended = count == 0 || padding != more + count;
    return padding == more + count ? POINT_FILE_OK
                                   : step_over_padding(f, padding, more + count, error);
}

static const char* line_end(const char* at, const char* end)
{
    while (at != end && !is_newline(*at))
        at++;
    return at;
}

// Step over the end of a line, which is at *f->at.
static void step_over_end(point_file* f)
{
    f->after_return = *f->at == '\r';
    f->at++;
    f->line++;
}

// Step over a line that is longer than the buffer.
static point_file_status step_over_long(point_file* f, point_file_error* error)
{
    for (;;) {
        f->at = line_end(f->at, f->end);
        if (f->at != f->end) {
            step_over_end(f);
            return POINT_FILE_OK;
        }
        if (f->ended) return POINT_FILE_OK;
        const point_file_status status = fill(f, error);
        if (status != POINT_FILE_OK) return status;
    }
}

// Find the next line: from f->at to *stop. At the end of the file *stop is NULL.
static point_file_status find_line(point_file* f, const char** stop, point_file_error* error)
{
    for (;;) {
        if (f->after_return && f->at != f->end) {
            f->after_return = false;
            f->at += *f->at == '\n';
        }
        *stop = line_end(f->at, f->end);
        if (*stop != f->end) return POINT_FILE_OK;
        if (f->ended) {
            if (f->at == f->end || f->has_junk) *stop = NULL;
            return POINT_FILE_OK;
        }
        if (f->end - f->at == POINT_FILE_LINE) {
            const size_t line = f->line;
            const point_file_status status = step_over_long(f, error);
            return status ? status
                          : fail(error, P006_LONG_LINE, line, "longer than a line may be, %d bytes",
                                 POINT_FILE_LINE - 1);
        }
        const point_file_status status = fill(f, error);
        if (status != POINT_FILE_OK) return status;
    }
}

// ----------------------------------------------------------------------------------------- fields

// The fields of a line, one after the other.
typedef struct fields {
    const char *at, *stop;
    const char *begin, *end;  // of this one
    size_t count;             // how many there were, with this one
    bool only_commas;
    bool comma;  // one stands behind it
} fields;

static fields fields_of(const point_file* f, const char* stop)
{
    return (fields){.at = f->at, .stop = stop, .only_commas = f->only_commas};
}

static void step_over_blanks(fields* s)
{
    while (s->at != s->stop && is_blank(*s->at))
        s->at++;
}

static bool is_over(const fields* s)
{
    return s->at == s->stop || *s->at == '#';
}

// Where a field in quotes ends, behind its last quote; a quote within it is written twice. Without an end: at once.
static const char* quoted_end(const fields* s)
{
    const char* at = s->at;
    do {
        at = memchr(at + 1, '"', (size_t)(s->stop - at - 1));
        if (!at) return s->at;
        at++;
    } while (at != s->stop && *at == '"');
    return at;
}

// Step to the next field. Behind a comma there is always one, which may be empty. Quotes around it are no part of it.
static bool next_field(fields* s)
{
    step_over_blanks(s);
    if (is_over(s) && !s->comma) return false;
    s->begin = s->at;
    if (!is_over(s) && *s->at == '"') s->at = quoted_end(s);
    while (!is_over(s) && *s->at != ',' && (s->only_commas || !is_blank(*s->at)))
        s->at++;
    s->end = s->at;
    while (s->end != s->begin && is_blank(s->end[-1]))
        s->end--;
    if (s->end - s->begin > 1 && s->begin[0] == '"' && s->end[-1] == '"') s->begin++, s->end--;
    step_over_blanks(s);
    s->comma = s->at != s->stop && *s->at == ',';
    s->at += s->comma;
    s->count++;
    return true;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_called(const fields* s, const char* name)
{
    const char* at = s->begin;
    while (at != s->end && lower(*at) == *name && *name)
        at++, name++;
    return at == s->end && !*name;
}

// ------------------------------------------------------------------------------------------ lines

// Note where a column is whose name is one of those that are looked for.
static point_file_status take_name(point_file* f, const fields* s, bool found[],
                                   point_file_error* error)
{
    for (size_t k = 0; k < f->form->width; k++) {
        if (!is_called(s, f->form->names[k])) continue;
        if (found[k])
            return fail(error, P002_COLUMNS, f->line, "two columns are called %s",
                        f->form->names[k]);
        found[k] = true;
        f->places[k] = s->count - 1;
    }
    return POINT_FILE_OK;
}

static point_file_status read_names(point_file* f, const char* stop, point_file_error* error)
{
    bool found[POINT_FILE_NUMBERS] = {false};
    f->only_commas = memchr(f->at, ',', (size_t)(stop - f->at)) != NULL;
    for (fields s = fields_of(f, stop); next_field(&s);) {
        const point_file_status status = take_name(f, &s, found, error);
        if (status != POINT_FILE_OK) return status;
        f->columns = s.count;
    }
    for (size_t k = 0; k < f->form->width; k++)
        if (!found[k])
            return fail(error, P002_COLUMNS, f->line,
                        "neither %s, nor the names of columns with %s: there is no %s",
                        f->form->one, f->form->all, f->form->names[k]);
    return POINT_FILE_OK;
}

static bool starts_with_number(const point_file* f, const char* stop)
{
    fields s = fields_of(f, stop);
    double value;
    return next_field(&s) && number_parse(&s.begin, s.end, &value) != NUMBER_BAD;
}

static point_file_status read_number(const point_file* f, const fields* s, size_t k, double* out,
                                     point_file_error* error)
{
    const char* at = s->begin;
    const number_result result = number_parse(&at, s->end, out);
    if (result == NUMBER_OK && at == s->end) return POINT_FILE_OK;
    const quoted word = quote(s->begin, s->end);
    return fail(error, P013_NO_NUMBER, f->line,
                result == NUMBER_TOO_LARGE ? "%s is too large for a number: '%s'"
                                           : "%s is not a number: '%s'",
                f->form->names[k], word.text);
}

// A direction of length 0 is none.
static point_file_status check_direction(const point_file* f, const double* at,
                                         point_file_error* error)
{
    if (f->form != &forms[POINT_FILE_RAYS] || at[3] != 0 || at[4] != 0 || at[5] != 0)
        return POINT_FILE_OK;
    return fail(error, P017_NO_DIRECTION, f->line, "dx, dy and dz are 0: a ray needs a direction");
}

static point_file_status read_point(const point_file* f, const char* stop, double* out,
                                    point_file_error* error)
{
    fields s = fields_of(f, stop);
    while (next_field(&s))
        for (size_t k = 0; k < f->form->width; k++) {
            if (s.count - 1 != f->places[k]) continue;
            const point_file_status status = read_number(f, &s, k, &out[k], error);
            if (status != POINT_FILE_OK) return status;
        }
    if (s.count == f->columns) return check_direction(f, out, error);
    return fail(error, P001_LINE, f->line, "%zu column%s, and not %zu", s.count,
                s.count == 1 ? "" : "s", f->columns);
}

// Read a line that holds something. *has_point: it was no line of names.
static point_file_status read_line(point_file* f, const char* stop, double* out, bool* has_point,
                                   point_file_error* error)
{
    const bool is_first = !f->begun;
    f->begun = true;
    *has_point = !is_first || starts_with_number(f, stop);
    return *has_point ? read_point(f, stop, out, error) : read_names(f, stop, error);
}

static bool is_blank_line(const point_file* f, const char* stop)
{
    fields s = fields_of(f, stop);
    step_over_blanks(&s);
    return is_over(&s);
}

// ----------------------------------------------------------------------------------------- points

static point_file_status read_points(point_file* f, double* points, size_t most, size_t* count,
                                     point_file_error* error)
{
    while (*count < most) {
        const char* stop;
        bool has_point = false;
        point_file_status status = find_line(f, &stop, error);
        if (status != POINT_FILE_OK) return status;
        if (!stop && f->has_junk)
            return fail(error, P003_NO_TEXT, f->line, "a zero byte: this is no text");
        if (!stop) return POINT_FILE_OK;
        if (!is_blank_line(f, stop))
            status = read_line(f, stop, points + *count * f->form->width, &has_point, error);
        *count += has_point && status == POINT_FILE_OK;
        f->at = stop;
        if (f->at != f->end) step_over_end(f);
        if (status != POINT_FILE_OK) return status;
    }
    return POINT_FILE_OK;
}

point_file_status point_file_read(point_file* f, double* points, size_t most, size_t* count,
                                  point_file_error* error)
{
    fenv_t environment;
    *count = 0;
    *error = f->fault;
    if (f->fault.status != POINT_FILE_OK) return f->fault.status;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    const point_file_status status = read_points(f, points, most, count, error);
    fesetenv(&environment);
    if (status != POINT_FILE_OK && status != POINT_FILE_BAD_LINE) f->fault = *error;
    return status;
}

double point_file_fraction(const point_file* f)
{
    return f->source.size > f->taken ? f->taken / f->source.size : f->source.size > 0;
}

// ---------------------------------------------------------------------------------------- opening

// Programs of Windows begin a text with U+FEFF.
static point_file_status step_over_mark(point_file* f, point_file_error* error)
{
    static const char mark[] = {'\xef', '\xbb', '\xbf'};
    while (!f->ended && f->end - f->at < (ptrdiff_t)sizeof mark) {
        const point_file_status status = fill(f, error);
        if (status != POINT_FILE_OK) return status;
    }
    const bool is_marked =
        f->end - f->at >= (ptrdiff_t)sizeof mark && memcmp(f->at, mark, sizeof mark) == 0;
    f->at += is_marked ? sizeof mark : 0;
    return POINT_FILE_OK;
}

static point_file_status create(point_file** out, const point_source* source, int descriptor,
                                point_file_kind kind, point_file_error* error)
{
    point_file* f = calloc(1, sizeof *f);
    if (!f) return fail(error, S001_OUT_OF_MEMORY, 0, "not enough memory to read it");
    f->source = *source;
    f->descriptor = descriptor;
    f->at = f->end = f->buffer;
    f->line = 1;
    f->form = &forms[kind];
    f->columns = f->form->width;
    for (size_t k = 0; k < f->columns; k++)
        f->places[k] = k;
    if (!source->user) f->source.user = &f->descriptor;
    const point_file_status status = step_over_mark(f, error);
    if (status == POINT_FILE_OK)
        *out = f;
    else
        free(f);
    return status;
}

point_file_status point_file_begin(point_file** out, const point_source* source,
                                   point_file_kind kind, point_file_error* error)
{
    return create(out, source, NOT_OURS, kind, error);
}

point_file_status point_file_open(point_file** out, const char* path, point_file_kind kind,
                                  point_file_error* error)
{
    const bool standard = strcmp(path, "-") == 0;
    const int descriptor = standard ? STDIN_FILENO : file_open_to_read(path);
    if (descriptor < 0)
        return fail(error, S002_CANNOT_OPEN, 0, "cannot be opened: %s", strerror(errno));
    struct stat what;
    const bool has_size = fstat(descriptor, &what) == 0 && S_ISREG(what.st_mode);
    const point_source source = {.read = read_descriptor,
                                 .size = has_size ? (double)what.st_size : 0};
    const point_file_status status = create(out, &source, descriptor, kind, error);
    if (status != POINT_FILE_OK && !standard) close(descriptor);
    return status;
}

void point_file_close(point_file* f)
{
    if (f && f->descriptor > STDIN_FILENO) close(f->descriptor);
    free(f);
}

// poses.c - see poses.h. A reader of our own, since each of these layouts is a few lines of text, and an error
// must tell the line that has it.
#include "path/poses.h"

#include "file/memory_limit.h"
#include "file/whole.h"
#include "mesh/reader.h"
#include "path/frame.h"
#include "text/end.h"

#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MOST = 24, BLOCK_ROWS = 4, NAMES_MOST = 8 };

typedef struct poses_reader {
    const char *at, *end;
    size_t line;                   // of `at`
    double numbers[NUMBERS_MOST];  // of the row that was read
    size_t count;                  // how many; 0: there are no more rows
    size_t joints;                 // commas among them without a blank beside
    size_t row;                    // its line
    poses p;
    size_t capacity;  // of p, in poses of each body
    poses_error* error;
} poses_reader;

#define POSES_TRY(call)                                                                            \
    do {                                                                                           \
        poses_status status_ = (call);                                                             \
        if (status_ != POSES_OK) return status_;                                                   \
    } while (0)

static const struct {
    size_t numbers;  // on a line
    poses_layout layout;
    const char* text;
} layouts[] = {
    {7, POSES_QUATERNIONS, "x y z qx qy qz qw"},
    {8, POSES_TIMED, "t x y z qx qy qz qw"},
    {12, POSES_ROWS, "matrices of 3 x 4"},
    {16, POSES_MATRICES, "matrices of 4 x 4"},
    {24, POSES_PAIRS, "positions and rotations of two bodies"},
    {1, POSES_BLOCKS, "a count, rotations and positions"},
};
enum { LAYOUT_COUNT = sizeof layouts / sizeof *layouts };

const char* poses_layout_text(poses_layout layout)
{
    for (int i = 0; i < LAYOUT_COUNT; i++)
        if (layouts[i].layout == layout) return layouts[i].text;
    return NULL;
}

void poses_free(poses* p)
{
    free(p->poses);
    free(p->times);
    free(p->lines);
    *p = (poses){0};
}

static poses_status status_of(fault_code code)
{
    switch (code) {
    case S001_OUT_OF_MEMORY:
    case S004_MEMORY_LIMIT:
        return POSES_OUT_OF_MEMORY;
    case S002_CANNOT_OPEN:
    case P003_NO_TEXT:
        return POSES_CANNOT_OPEN;
    case P004_NO_POSE:
        return POSES_BAD_POSE;
    default:
        return POSES_SYNTAX;
    }
}

// line 0: the fault has no place.
__attribute__((format(printf, 4, 5))) static poses_status fail(poses_error* e, fault_code code,
                                                               size_t line, const char* format, ...)
{
    *e = (poses_error){.status = status_of(code), .line = line, .code = code};
    size_t used = 0;
    if (line) used = (size_t)snprintf(e->text, sizeof e->text, "line %zu: ", line);
    va_list values;
    va_start(values, format);
    vsnprintf(e->text + used, sizeof e->text - used, format, values);
    va_end(values);
    return e->status;
}

static poses_status no_memory(poses_error* e)
{
    return fail(e, S001_OUT_OF_MEMORY, 0, "not enough memory for these poses");
}

// ------------------------------------------------------------------------------------------- rows

static bool is_at_line_end(const poses_reader* r)
{
    return r->at == r->end || is_newline(*r->at) || *r->at == '#';
}

static void step_over_blanks(poses_reader* r)
{
    while (r->at != r->end && is_blank(*r->at))
        r->at++;
}

// Where the word here ends: at a comma, too.
static const char* word_end(const poses_reader* r)
{
    const char* at = r->at;
    while (!at_token_end(at, r->end) && *at != ',')
        at++;
    return at;
}

// Step over what stands between two words: blanks with at most one comma. Behind a comma another word must stand.
static poses_status step_to_word(poses_reader* r)
{
    const char* word = r->at;
    step_over_blanks(r);
    if (r->at == r->end || *r->at != ',') return POSES_OK;
    r->at++;
    const char* next = r->at;
    step_over_blanks(r);
    r->joints += next - word == 1 && next == r->at;
    if (!is_at_line_end(r) && *r->at != ',') return POSES_OK;
    return fail(r->error, P001_LINE, r->line, "nothing stands behind a comma");
}

static void step_over_line(poses_reader* r)
{
    while (r->at != r->end && !is_newline(*r->at))
        r->at++;
    if (r->at == r->end) return;
    if (*r->at == '\r' && r->end - r->at > 1 && r->at[1] == '\n') r->at++;
    r->at++;
    r->line++;
}

// Move to the next line that holds something.
static void find_row(poses_reader* r)
{
    for (;;) {
        step_over_blanks(r);
        if (r->at == r->end || !is_at_line_end(r)) return;
        step_over_line(r);
    }
}

static poses_status read_number(poses_reader* r)
{
    const char* end = word_end(r);
    const quoted word = quote(r->at, end);
    if (r->count == NUMBERS_MOST)
        return fail(r->error, P001_LINE, r->line, "more than %d numbers", NUMBERS_MOST);
    switch (number_parse(&r->at, end, &r->numbers[r->count])) {
    case NUMBER_OK:
        break;
    case NUMBER_BAD:
        return fail(r->error, P013_NO_NUMBER, r->line, "'%s' is not a number", word.text);
    case NUMBER_TOO_LARGE:
        return fail(r->error, P013_NO_NUMBER, r->line, "'%s' is too large for a number", word.text);
    }
    r->count++;
    return POSES_OK;
}

static bool is_layout(size_t numbers)
{
    for (int i = 0; i < LAYOUT_COUNT; i++)
        if (layouts[i].numbers == numbers) return true;
    return false;
}

// A comma between two digits may be a decimal one. Where that would be a pose as well, nobody can tell: 0,5 1 2 0 0 0 1
// has 7 numbers or 8. With commas alone there are no decimal ones.
static poses_status check_commas(const poses_reader* r)
{
    const size_t fewer = r->count - r->joints;
    if (r->joints == 0 || fewer < 2 || !is_layout(r->count) || !is_layout(fewer)) return POSES_OK;
    return fail(
        r->error, P014_DECIMAL_COMMAS, r->row,
        "%zu numbers, or %zu if commas are decimal ones: write decimal points, and the same "
        "between all numbers",
        r->count, fewer);
}

// Read the numbers of the next line that has any; none are left if count is 0 then.
static poses_status read_row(poses_reader* r)
{
    find_row(r);
    r->row = r->line;
    r->count = r->joints = 0;
    while (!is_at_line_end(r)) {
        POSES_TRY(read_number(r));
        POSES_TRY(step_to_word(r));
    }
    return check_commas(r);
}

// ----------------------------------------------------------------------------------- names of columns

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_name(const poses_reader* r, const char* end, const char* name)
{
    const size_t length = strlen(name);
    if ((size_t)(end - r->at) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (lower(r->at[i]) != name[i]) return false;
    return true;
}

// Which column a word names: 0 the time, 1 to 3 the position, 4 to 7 the quaternion; -1 none of these.
static int column_of(const poses_reader* r, const char* end)
{
    static const struct {
        const char* name;
        int column;
    } names[] = {{"t", 0},  {"time", 0}, {"timestamp", 0}, {"x", 1},  {"y", 2},
                 {"z", 3},  {"tx", 1},   {"ty", 2},        {"tz", 3}, {"qx", 4},
                 {"qy", 5}, {"qz", 6},   {"qw", 7}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_name(r, end, names[i].name)) return names[i].column;
    return -1;
}

// Step over a line of names, if there is one; *columns is how many, or 0. They must come in the one order that is
// read: with qw first, as some programs write it, every answer would be wrong.
static poses_status step_over_names(poses_reader* r, size_t* columns)
{
    *columns = 0;
    find_row(r);
    if (r->at == r->end || !((lower(*r->at) >= 'a' && lower(*r->at) <= 'z'))) return POSES_OK;
    int next = -1;
    while (!is_at_line_end(r)) {
        const char* end = word_end(r);
        const int column = column_of(r, end);
        if (next < 0 && (column == 0 || column == 1)) next = column;
        if (column < 0 || column != next || *columns == NAMES_MOST)
            return fail(r->error, P002_COLUMNS, r->line,
                        "'%s': the columns must be x y z qx qy qz qw, or t before these",
                        quote(r->at, end).text);
        next++;
        ++*columns;
        r->at = end;
        POSES_TRY(step_to_word(r));
    }
    if (next == NAMES_MOST) return POSES_OK;
    return fail(r->error, P002_COLUMNS, r->line,
                "there are only %zu of the columns t x y z qx qy qz qw", *columns);
}

// ------------------------------------------------------------------------------------------ poses

static poses_status add_room(poses_reader* r)
{
    poses* p = &r->p;
    if (p->count < r->capacity) return POSES_OK;
    const size_t larger = r->capacity ? 2 * r->capacity : 64, bodies = (size_t)p->bodies;
    if (larger > SIZE_MAX / (bodies * sizeof *p->poses)) return no_memory(r->error);
    if (!memory_allows((larger - r->capacity) *
                       (bodies * sizeof *p->poses + sizeof *p->times + sizeof *p->lines)))
        return fail(r->error, S004_MEMORY_LIMIT, 0,
                    "the poses take more memory than --max-memory allows");
    abut_pose* more = realloc(p->poses, larger * bodies * sizeof *more);
    if (!more) return no_memory(r->error);
    p->poses = more;
    size_t* lines = realloc(p->lines, larger * sizeof *lines);
    if (!lines) return no_memory(r->error);
    p->lines = lines;
    if (p->layout == POSES_TIMED) {
        double* times = realloc(p->times, larger * sizeof *times);
        if (!times) return no_memory(r->error);
        p->times = times;
    }
    r->capacity = larger;
    return POSES_OK;
}

static poses_status take_frame(poses_reader* r, size_t count, const double* numbers, size_t line,
                               abut_pose* out)
{
    char why[FRAME_WHY];
    if (frame_take(count, numbers, out, why)) return POSES_OK;
    return fail(r->error, P004_NO_POSE, line, "%s", why);
}

// Take the row as poses of all bodies.
static poses_status take_row(poses_reader* r)
{
    poses* p = &r->p;
    const size_t times = p->layout == POSES_TIMED;
    POSES_TRY(add_room(r));
    if (times) p->times[p->count] = r->numbers[0];
    POSES_TRY(take_frame(r, r->count - times, r->numbers + times, r->row,
                         p->poses + p->count * (size_t)p->bodies));
    p->lines[p->count++] = r->row;
    return POSES_OK;
}

// Poses of one line each, the first of which has been read.
static poses_status read_lines(poses_reader* r, size_t columns)
{
    const size_t count = r->count, first = r->row;
    if (columns && count != columns)
        return fail(r->error, P001_LINE, first, "%zu number%s, but %zu columns", count,
                    count == 1 ? "" : "s", columns);
    while (r->count > 0) {
        if (r->count != count)
            return fail(r->error, P001_LINE, r->row, "%zu number%s, but line %zu has %zu", r->count,
                        r->count == 1 ? "" : "s", first, count);
        POSES_TRY(take_row(r));
        POSES_TRY(read_row(r));
    }
    return POSES_OK;
}

// Read the four lines of a block. first: the line that says how many follow. *done: there are no more.
static poses_status read_block(poses_reader* r, double wanted, size_t first, bool* done)
{
    double block[3 * BLOCK_ROWS], rows[3 * BLOCK_ROWS];
    size_t start = 0;
    *done = false;
    for (size_t row = 0; row < BLOCK_ROWS; row++) {
        POSES_TRY(read_row(r));
        if (row == 0) start = r->row;
        *done = r->count == 0 && row == 0 && (double)r->p.count == wanted;
        if (*done) return POSES_OK;
        if (r->count == 0)
            return fail(r->error, P016_POSE_COUNT, first,
                        "%.0f poses should follow, and the file ends after %zu", wanted,
                        r->p.count);
        if (r->count != 3)
            return fail(r->error, P001_LINE, r->row, "%zu number%s, but a pose has lines of 3",
                        r->count, r->count == 1 ? "" : "s");
        memcpy(block + 3 * row, r->numbers, 3 * sizeof *block);
    }
    if ((double)r->p.count == wanted)
        return fail(r->error, P016_POSE_COUNT, start, "more poses than the %.0f of line %zu",
                    wanted, first);
    POSES_TRY(add_room(r));
    for (size_t i = 0; i < 3; i++) {
        memcpy(rows + 4 * i, block + 3 * i, 3 * sizeof *rows);
        rows[4 * i + 3] = block[9 + i];
    }
    POSES_TRY(take_frame(r, (size_t)3 * BLOCK_ROWS, rows, start, &r->p.poses[r->p.count]));
    r->p.lines[r->p.count++] = start;
    return POSES_OK;
}

static poses_status read_blocks(poses_reader* r)
{
    const double wanted = r->numbers[0];
    const size_t first = r->row;
    bool done = false;
    if (!(wanted >= 1 && wanted <= 0x1p53 && wanted == (double)(uint64_t)wanted))
        return fail(r->error, P016_POSE_COUNT, first,
                    "%.17g: a number alone must be how many poses follow", wanted);
    while (!done)
        POSES_TRY(read_block(r, wanted, first, &done));
    return POSES_OK;
}

static poses_status read_all(poses_reader* r)
{
    size_t columns;
    POSES_TRY(step_over_names(r, &columns));
    POSES_TRY(read_row(r));
    if (r->count == 0) return fail(r->error, P015_EMPTY, 0, "there are no poses in it");
    for (int i = 0; i < LAYOUT_COUNT; i++)
        if (layouts[i].numbers == r->count) r->p.layout = layouts[i].layout;
    if (r->p.layout == POSES_UNKNOWN)
        return fail(r->error, P001_LINE, r->row,
                    "%zu numbers: a pose has 7, 8, 12 or 16, and two have 24", r->count);
    r->p.bodies = r->p.layout == POSES_PAIRS ? 2 : 1;
    return r->p.layout == POSES_BLOCKS && !columns ? read_blocks(r) : read_lines(r, columns);
}

poses_status poses_read_memory(poses* out, const void* bytes, size_t size, poses_error* error)
{
    poses_error unused;
    poses_reader r = {.line = 1, .error = error ? error : &unused};
    *r.error = (poses_error){0};
    r.at = bytes;
    r.end = size ? r.at + size : r.at;
    r.at = text_begin(r.at, r.end);
    // A path has no end mark: zeros behind anything but a whole line may be poses that were lost.
    const char* end = size ? text_end(r.at, r.end) : r.end;
    const bool whole = end == r.at || is_newline(end[-1]);
    if (whole || !memchr(end, '\0', (size_t)(r.end - end))) r.end = end;
    // Numbers are rounded to nearest whatever mode the caller runs in.
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    const poses_status status = read_all(&r);
    fesetenv(&environment);
    if (status == POSES_OK)
        *out = r.p;
    else
        poses_free(&r.p);
    return status;
}

poses_status poses_read_file(poses* out, const char* path, poses_error* error)
{
    poses_error unused;
    poses_error* e = error ? error : &unused;
    char* bytes = NULL;
    size_t size = 0;
    whole_file_why why;
    const whole_file_status read = whole_file_read(path, &bytes, &size, &why);
    if (read != WHOLE_FILE_OK) return fail(e, why.code, 0, "%s", why.text);
    const poses_status status = poses_read_memory(out, bytes, size, e);
    free(bytes);
    return status;
}

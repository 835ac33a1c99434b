// table.c - reads tables of objects, FILE.objects.tsv (review.h).
#include "clash/sources/sources.h"
#include "file/memory_limit.h"
#include "file/whole.h"
#include "say/say.h"
#include "text/number.h"

#include <stdlib.h>
#include <string.h>

// What is being read: lines are cut into cells in place.
typedef struct table_reader {
    clash_table table;
    const char* name;  // of the file, for errors
    char *at, *end;
    size_t line;
    size_t line_count;  // of the file, or more: there are no more rows
    size_t* lines;      // of each row
} table_reader;

char* clash_table_path(const char* path)
{
    const char* slash = strrchr(path, '/');
    const char* file = slash ? slash + 1 : path;
    const char* dot = strrchr(file, '.');
    const int length = (int)(dot && dot != file ? dot - path : (ptrdiff_t)strlen(path));
    char* table = say_text("%.*s.objects.tsv", length, path);
    if (!table) say_no_memory();
    return table;
}

// Memory for so many elements, zeroed; NULL, after telling so, if it cannot be had.
static void* room_for(size_t count, size_t size)
{
    if (count > SIZE_MAX / 2 / size || !memory_allows((count + 1) * size)) {
        say(S004_MEMORY_LIMIT, "the table of objects takes more memory than --max-memory allows");
        return NULL;
    }
    void* room = calloc(count + 1, size);
    if (!room) say_no_memory();
    return room;
}

// Turn \t, \n, \r and \\ of a cell into what they stand for.
static bool unescape(const table_reader* r, char* cell)
{
    static const char letters[] = "tnr\\", meant[] = "\t\n\r\\";
    char* to = cell;
    for (const char* from = cell; *from; from++) {
        const char* letter = *from == '\\' && from[1] ? strchr(letters, from[1]) : NULL;
        if (*from == '\\' && !letter) {
            say(C006_TABLE, "%s: line %zu: a \\ is followed by t, n, r or another \\", r->name,
                r->line);
            return false;
        }
        *to++ = letter ? meant[letter - letters] : *from;
        from += letter != NULL;
    }
    *to = '\0';
    return true;
}

// Move to the next line, which becomes a text of its own; false: there is none.
static bool next_line(table_reader* r, char** line)
{
    if (r->at == r->end) return false;
    *line = r->at;
    char* stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->at = stop ? stop + 1 : r->end;
    if (!stop) stop = r->end;
    if (stop != *line && stop[-1] == '\r') stop--;
    *stop = '\0';
    r->line++;
    return true;
}

// What stands behind a word and a blank; NULL: the text does not begin with it.
static const char* behind(const char* text, const char* word)
{
    const size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == ' ' ? text + length + 1 : NULL;
}

static bool take_unit(table_reader* r, const char* name)
{
    r->table.unit = clash_unit_metres(name);
    if (r->table.unit > 0) return true;
    say(C006_TABLE, "%s: line %zu: the unit is one of m, dm, cm, mm, um, in and ft, not '%s'",
        r->name, r->line, name);
    return false;
}

static bool take_rounding(table_reader* r, const char* text)
{
    const char *at = text, *end = text + strlen(text);
    if (number_parse(&at, end, &r->table.rounding) == NUMBER_OK && at == end &&
        r->table.rounding >= 0)
        return true;
    say(C006_TABLE, "%s: line %zu: the rounding is a length, not '%s'", r->name, r->line, text);
    return false;
}

static bool take_warning(table_reader* r, const char* text)
{
    clash_table* t = &r->table;
    if (!t->warnings) t->warnings = room_for(r->line_count, sizeof *t->warnings);
    if (!t->warnings) return false;
    t->warnings[t->warning_count++] = text;
    return true;
}

// A line of "#": what abut knows is taken, all else is for people.
static bool take_comment(table_reader* r, char* line)
{
    if (line[1] != ' ' || !unescape(r, line + 2)) return line[1] != ' ';
    const char *text = line + 2, *value;
    if ((value = behind(text, "abut objects"))) {
        if (strcmp(value, "1") == 0) return true;
        say(C006_TABLE, "%s: line %zu: a table of the form %s: this program reads the form 1",
            r->name, r->line, value);
        return false;
    }
    if ((value = behind(text, "unit"))) return take_unit(r, value);
    if ((value = behind(text, "rounding"))) return take_rounding(r, value);
    if ((value = behind(text, "warning"))) return take_warning(r, value);
    if ((value = behind(text, "suffix"))) r->table.suffix = value;
    if ((value = behind(text, "converter"))) r->table.converter = value;
    return true;
}

// Cut a line at its tabs into as many cells as there is room for. Returns how many it has; 0: one of them is wrong.
static size_t cut(const table_reader* r, char* line, const char** cells, size_t room)
{
    size_t count = 0;
    for (char* at = line; at; count++) {
        char* tab = strchr(at, '\t');
        if (tab) *tab++ = '\0';
        if (count < room) {
            if (!unescape(r, at)) return 0;
            cells[count] = at;
        }
        at = tab;
    }
    return count;
}

static bool take_columns(table_reader* r, char* line)
{
    clash_table* t = &r->table;
    size_t count = 1;
    for (const char* at = line; (at = strchr(at, '\t')); at++)
        count++;
    t->columns = room_for(count, sizeof *t->columns);
    t->cells = t->columns ? room_for(r->line_count, count * sizeof *t->cells) : NULL;
    r->lines = t->cells ? room_for(r->line_count, sizeof *r->lines) : NULL;
    if (!r->lines) return false;
    if (cut(r, line, t->columns, count) != count) return false;
    t->column_count = count;
    for (size_t i = 0; i < count; i++)
        if (clash_table_column(t, t->columns[i]) != i) {
            say(C006_TABLE, "%s: line %zu: two columns have the name '%s'", r->name, r->line,
                t->columns[i]);
            return false;
        }
    if (clash_table_column(t, "object") != SIZE_MAX) return true;
    say(C006_TABLE, "%s: line %zu: no column has the name 'object'", r->name, r->line);
    return false;
}

static bool take_row(table_reader* r, char* line)
{
    clash_table* t = &r->table;
    const size_t count = cut(r, line, t->cells + t->row_count * t->column_count, t->column_count);
    if (count != t->column_count) {
        if (count)
            say(C006_TABLE, "%s: line %zu: %zu cell%s, where there are %zu columns", r->name,
                r->line, count, plural(count), t->column_count);
        return false;
    }
    if (r->lines) r->lines[t->row_count] = r->line;  // it is there, once there are columns
    t->row_count++;
    return true;
}

static bool take_line(table_reader* r, char* line)
{
    if (*line == '#') return take_comment(r, line);
    return r->table.columns ? take_row(r, line) : take_columns(r, line);
}

// ----------------------------------------------------------------------------------------- names

typedef struct named_row {
    const char* name;
    size_t line;
} named_row;

static int compare_rows(const void* x, const void* y)
{
    const named_row *a = x, *b = y;
    const int order = strcmp(a->name, b->name);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

// Two rows of one object would say two things.
static bool names_differ(const table_reader* r)
{
    const clash_table* t = &r->table;
    const size_t column = clash_table_column(t, "object");
    named_row* rows = malloc((t->row_count + 1) * sizeof *rows);
    bool fine = rows || say_no_memory();
    for (size_t i = 0; rows && r->lines && i < t->row_count; i++)
        rows[i] = (named_row){clash_table_cell(t, i, column), r->lines[i]};
    if (rows) qsort(rows, t->row_count, sizeof *rows, compare_rows);
    for (size_t i = 1; fine && i < t->row_count; i++)
        if (strcmp(rows[i].name, rows[i - 1].name) == 0) {
            say(C006_TABLE, "%s: line %zu: the object '%s' is in line %zu, too", r->name,
                rows[i].line, rows[i].name, rows[i - 1].line);
            fine = false;
        }
    free(rows);
    return fine;
}

static bool has_no_zero(const table_reader* r)
{
    const char* zero = memchr(r->at, '\0', (size_t)(r->end - r->at));
    if (zero)
        say(C006_TABLE, "%s: byte %zu is zero: this is no table", r->name, (size_t)(zero - r->at));
    return !zero;
}

static bool read_lines(table_reader* r)
{
    char* line;
    while (next_line(r, &line))
        if (!take_line(r, line)) return false;
    if (!r->table.columns)
        say(C006_TABLE, "%s: the line with the names of columns is missing", r->name);
    return r->table.columns != NULL;
}

bool clash_table_read(clash_table* t, const char* path, const char* name)
{
    whole_file_why why;
    char* bytes;
    size_t size;
    *t = (clash_table){0};
    if (whole_file_read(path, &bytes, &size, &why) != WHOLE_FILE_OK) {
        say(why.code, "%s: %s", name, why.text);
        return false;
    }
    table_reader r = {.table.text = bytes, .name = name, .at = bytes, .end = bytes + size};
    for (const char* at = bytes; (at = memchr(at, '\n', (size_t)(r.end - at))); at++)
        r.line_count++;
    r.line_count++;  // the last may have no end
    const bool fine = has_no_zero(&r) && read_lines(&r) && names_differ(&r);
    free(r.lines);
    *t = r.table;
    return fine;
}

void clash_table_free(clash_table* t)
{
    free(t->text);
    free(t->columns);
    free(t->cells);
    free(t->warnings);
    *t = (clash_table){0};
}

size_t clash_table_column(const clash_table* t, const char* name)
{
    for (size_t i = 0; i < t->column_count; i++)
        if (strcmp(t->columns[i], name) == 0) return i;
    return SIZE_MAX;
}

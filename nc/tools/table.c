// table.c - tables of tools: LinuxCNC's, a line a tool ("T1 P1 D6.35 Z20 ;comment"), and the tools of CAMotics
// projects (JSON). A tool of the first kind is taken as a flat end of its diameter, which holds every tool
// that widens no further: it may be said to cut where it does not, but not the other way round.
#include "say/say.h"
#include "verb/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tool_entry* add_entry(tool_table* t)
{
    if (t->count == t->capacity) {
        const size_t larger = t->capacity * 2 + 16;
        tool_entry* grown = realloc(t->entries, larger * sizeof *grown);
        if (!grown) {
            say_status(NULL, ABUT_OUT_OF_MEMORY);
            return NULL;
        }
        t->entries = grown;
        t->capacity = larger;
    }
    tool_entry* e = &t->entries[t->count++];
    *e = (tool_entry){.number = 0};
    return e;
}

// --------------------------------------------------------------------------------------- LinuxCNC

// Read the words of a line: T, and the size of D; NAN where they are not given. False where one is wrong; *at is there.
static bool read_table_words(char** at, double* tool, double* diameter)
{
    *tool = *diameter = (double)NAN;
    for (*at += strspn(*at, " \t\r"); **at; *at += strspn(*at, " \t\r")) {
        const char letter = **at >= 'a' && **at <= 'z' ? (char)(**at - 32) : **at;
        char* end;
        const double value = strtod(*at + 1, &end);
        if (!strchr("TPDXYZABCUVWIJQ", letter) || end == *at + 1 || !isfinite(value)) return false;
        if (letter == 'T') *tool = value;
        if (letter == 'D') *diameter = fabs(value);
        *at = end;
    }
    return true;
}

static bool read_line(tool_table* t, const char* path, size_t number, char* line)
{
    double tool, diameter;
    line[strcspn(line, ";")] = '\0';
    if (!read_table_words(&line, &tool, &diameter)) {
        say(N010_TOOL_TABLE, "%s:%zu: '%.20s' is no word of a tool table", path, number, line);
        return false;
    }
    if (isnan(tool) && isnan(diameter)) return true;
    if (!(tool >= 0 && tool <= 1e9 && tool == floor(tool))) {
        say(N010_TOOL_TABLE, "%s:%zu: T, the number of the tool, is missing, or no whole number",
            path, number);
        return false;
    }
    tool_entry* e = add_entry(t);
    if (!e) return false;
    e->number = (int)tool;
    e->line = number;
    if (!(diameter > 0))
        e->why = "it has no diameter (D)";
    else
        tool_simple(TOOL_FLAT, diameter, 0, 0, &e->shape);
    return true;
}

static bool read_lines(tool_table* t, const char* path, char* text)
{
    size_t number = 0;
    for (char* line = text; line;) {
        char* next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (!read_line(t, path, ++number, line)) return false;
        line = next;
    }
    return true;
}

// --------------------------------------------------------------------------------------- CAMotics

typedef struct reader_json {
    const char* begin;
    const char* at;
    const char* path;
    int depth;
} reader_json;

static void skip_blanks(reader_json* r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static size_t line_of(const reader_json* r)
{
    size_t line = 1;
    for (const char* c = r->begin; c < r->at; c++)
        line += *c == '\n';
    return line;
}

static bool wrong(const reader_json* r, const char* what)
{
    say(N010_TOOL_TABLE, "%s:%zu: %s", r->path, line_of(r), what);
    return false;
}

static bool expect(reader_json* r, char c)
{
    skip_blanks(r);
    if (*r->at != c) return wrong(r, "this is not JSON");
    r->at++;
    return true;
}

// A string, cut where there is no room; escapes stay as they are.
static bool read_string(reader_json* r, char* out, size_t room)
{
    if (!expect(r, '"')) return false;
    size_t used = 0;
    while (*r->at && *r->at != '"') {
        if (*r->at == '\\' && r->at[1]) r->at++;
        if (used + 1 < room) out[used++] = *r->at;
        r->at++;
    }
    out[used] = '\0';
    return expect(r, '"');
}

static bool more_members(reader_json* r, char close, bool* more)
{
    skip_blanks(r);
    *more = *r->at == ',';
    return *more ? expect(r, ',') : expect(r, close);
}

static bool skip_value(reader_json* r);

// NOLINTNEXTLINE(misc-no-recursion): as deep as depth allows
static bool skip_members(reader_json* r, char open, char close)
{
    char unused[8];
    if (++r->depth > 50) return wrong(r, "too deep");
    expect(r, open);
    skip_blanks(r);
    bool more = *r->at != close;
    if (!more) r->at++;
    while (more) {
        if (open == '{' && !(read_string(r, unused, sizeof unused) && expect(r, ':'))) return false;
        if (!skip_value(r) || !more_members(r, close, &more)) return false;
    }
    r->depth--;
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion)
static bool skip_value(reader_json* r)
{
    skip_blanks(r);
    if (*r->at == '{') return skip_members(r, '{', '}');
    if (*r->at == '[') return skip_members(r, '[', ']');
    if (*r->at == '"') return read_string(r, &(char){0}, 1);
    const size_t length = strcspn(r->at, ",]} \t\r\n");
    if (length == 0) return wrong(r, "a value is missing");
    r->at += length;
    return true;
}

static bool read_number_value(reader_json* r, double* out)
{
    char* end;
    skip_blanks(r);
    *out = strtod(r->at, &end);
    if (end == r->at || !isfinite(*out)) return wrong(r, "a number is missing");
    r->at = end;
    return true;
}

typedef struct camotics_tool {
    char shape[32], units[16];
    double diameter, length, snub;
} camotics_tool;

static bool read_tool_member(reader_json* r, camotics_tool* c)
{
    char name[32];
    if (!read_string(r, name, sizeof name) || !expect(r, ':')) return false;
    skip_blanks(r);
    if (strcmp(name, "shape") == 0) return read_string(r, c->shape, sizeof c->shape);
    if (strcmp(name, "units") == 0) return read_string(r, c->units, sizeof c->units);
    if (strcmp(name, "diameter") == 0) return read_number_value(r, &c->diameter);
    if (strcmp(name, "length") == 0) return read_number_value(r, &c->length);
    if (strcmp(name, "snub_diameter") == 0) return read_number_value(r, &c->snub);
    return skip_value(r);
}

static bool read_tool(reader_json* r, tool_table* t, nc_unit unit)
{
    char number[16];
    camotics_tool c = {.units = "metric"};
    skip_blanks(r);
    const size_t line = line_of(r);
    tool_entry* e = add_entry(t);
    if (!e || !read_string(r, number, sizeof number) || !expect(r, ':') || !expect(r, '{'))
        return false;
    skip_blanks(r);
    bool more = *r->at != '}';
    if (!more) r->at++;
    while (more)
        if (!read_tool_member(r, &c) || !more_members(r, '}', &more)) return false;
    e->number = (int)strtol(number, NULL, 10);
    e->line = line;
    const nc_unit given = strcmp(c.units, "imperial") == 0 ? NC_INCH : NC_MM;
    const double diameter = nc_convert(c.diameter, given, unit),
                 length = nc_convert(c.length, given, unit);
    const double snub = nc_convert(c.snub, given, unit);
    if (!(diameter > 0) || !(length > 0))
        e->why = "it has no diameter or length";
    else if (strcmp(c.shape, "cylindrical") == 0)
        tool_simple(TOOL_FLAT, diameter, 0, length, &e->shape);
    else if (strcmp(c.shape, "ballnose") == 0 && length >= diameter / 2)
        tool_simple(TOOL_BALL, diameter, 0, length, &e->shape);
    else if (strcmp(c.shape, "conical") == 0)
        tool_simple(TOOL_CONE, diameter, 0, length, &e->shape);
    else if (strcmp(c.shape, "snubnose") == 0 && snub >= 0)
        tool_simple(TOOL_CONE, diameter, snub, length, &e->shape);
    else
        e->why = "its shape is none that can be checked";
    return true;
}

static bool read_project(tool_table* t, const char* path, const char* text, nc_unit unit)
{
    reader_json r = {.begin = text, .at = text, .path = path};
    char name[32];
    bool more = true;
    if (!expect(&r, '{')) return false;
    while (more) {
        if (!read_string(&r, name, sizeof name) || !expect(&r, ':')) return false;
        skip_blanks(&r);
        if (strcmp(name, "tools") == 0 && *r.at == '{') {
            r.at++;
            skip_blanks(&r);
            bool tools = *r.at != '}';
            if (!tools) r.at++;
            while (tools)
                if (!read_tool(&r, t, unit) || !more_members(&r, '}', &tools)) return false;
        } else if (!skip_value(&r)) {
            return false;
        }
        if (!more_members(&r, '}', &more)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- a table

// By number; of equal ones the first in the file.
static int compare_places(const void* x, const void* y)
{
    const tool_place *a = x, *b = y;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return a->entry < b->entry ? -1 : a->entry > b->entry;
}

// Sort the numbers, and warn of each T but the first of its number.
static bool sort_numbers(tool_table* t, const char* path, warning_list* w)
{
    t->places = malloc((t->count + 1) * sizeof *t->places);
    if (!t->places) return say_no_memory();
    for (size_t i = 0; i < t->count; i++)
        t->places[i] = (tool_place){t->entries[i].number, i};
    qsort(t->places, t->count, sizeof *t->places, compare_places);
    bool fine = true;
    for (size_t i = 1, first = 0; i < t->count && fine; i++) {
        const tool_place *p = &t->places[i], *q = &t->places[first];
        if (p->number != q->number)
            first = i;
        else
            fine = warnings_add(w, N010_TOOL_TABLE,
                                "%s:%zu: a second T%d: the one of line %zu is taken", path,
                                t->entries[p->entry].line, p->number, t->entries[q->entry].line);
    }
    return fine;
}

bool tool_table_read(tool_table* t, const char* path, nc_unit unit, warning_list* w)
{
    size_t size;
    char* text = text_load(path, &size);
    if (!text) return false;
    bool fine = strlen(text) == size;
    if (!fine) say(N010_TOOL_TABLE, "%s: a zero byte in a tool table", path);
    if (fine) {
        fine = text[strspn(text, " \t\r\n")] == '{' ? read_project(t, path, text, unit)
                                                    : read_lines(t, path, text);
    }
    if (fine && t->count == 0) {
        say(N010_TOOL_TABLE, "%s: there is no tool in it: a line is T1 P1 D6 ;name", path);
        fine = false;
    }
    free(text);
    return fine && sort_numbers(t, path, w);
}

void tool_table_free(tool_table* t)
{
    free(t->entries);
    free(t->places);
    *t = (tool_table){.count = 0};
}

const tool_entry* tool_table_find(const tool_table* t, int number)
{
    size_t low = 0, high = t->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->places[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->count && t->places[low].number == number ? &t->entries[t->places[low].entry]
                                                             : NULL;
}

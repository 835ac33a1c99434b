// json.c - the only place that knows JSON's syntax. Numbers get a point in every locale, because
// the program never calls setlocale.
#include "output/json.h"

#include "text/printable.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

static void indent(const json* j)
{
    fputc('\n', j->out);
    for (int i = 0; i < j->depth; i++)
        fputs("  ", j->out);
}

// Put what stands before a value or a key: a comma, a new line, nothing behind a key.
static void separate(json* j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth == 0) return;
    const int level = j->depth - 1;
    if (j->levels[level].begun) fputc(',', j->out);
    if (j->levels[level].lines)
        indent(j);
    else if (j->levels[level].begun)
        fputc(' ', j->out);
    j->levels[level].begun = true;
}

static void open_level(json* j, char open, char close, bool lines)
{
    separate(j);
    fputc(open, j->out);
    j->levels[j->depth].close = close;
    j->levels[j->depth].lines = lines;
    j->levels[j->depth].begun = false;
    j->depth++;
}

void json_object(json* j, bool lines)
{
    open_level(j, '{', '}', lines);
}

void json_array(json* j, bool lines)
{
    open_level(j, '[', ']', lines);
}

void json_close(json* j)
{
    j->depth--;
    const int level = j->depth;
    if (j->levels[level].lines && j->levels[level].begun) indent(j);
    fputc(j->levels[level].close, j->out);
    if (j->depth == 0) fputc('\n', j->out);
}

json json_within_list(FILE* out, bool begun)
{
    return (json){.out = out,
                  .depth = 2,
                  .levels = {{.close = '}', .lines = true, .begun = true},
                             {.close = ']', .lines = true, .begun = begun}}};
}

static void write_escaped(const json* j, const char* text)
{
    FILE* out = j->out;
    fputc('"', out);
    while (*text) {
        uint32_t code;
        const int length = utf8_character(text, &code);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (code == '"' || code == '\\')
            fprintf(out, "\\%c", *text);
        else if (is_command(code) || (code == '<' && j->in_page))
            fprintf(out, "\\u%04x", (unsigned)code);
        else
            fwrite(text, 1, (size_t)length, out);
        text += length ? length : 1;
    }
    fputc('"', out);
}

void json_key(json* j, const char* key)
{
    separate(j);
    write_escaped(j, key);
    fputs(": ", j->out);
    j->after_key = true;
}

void json_string(json* j, const char* text)
{
    separate(j);
    write_escaped(j, text);
}

void json_number(json* j, double value)
{
    separate(j);
    if (isfinite(value))
        fprintf(j->out, "%.17g", value);
    else
        fputs("null", j->out);
}

void json_count(json* j, uint64_t value)
{
    separate(j);
    fprintf(j->out, "%" PRIu64, value);
}

void json_seconds(json* j, double value)
{
    separate(j);
    fprintf(j->out, "%.6f", value);
}

void json_microseconds(json* j, double value)
{
    separate(j);
    fprintf(j->out, "%.3f", value);
}

void json_bool(json* j, bool value)
{
    separate(j);
    fputs(value ? "true" : "false", j->out);
}

void json_null(json* j)
{
    separate(j);
    fputs("null", j->out);
}

void json_put_string(json* j, const char* key, const char* text)
{
    if (!text) return;
    json_key(j, key);
    json_string(j, text);
}

void json_put_number(json* j, const char* key, double value)
{
    json_key(j, key);
    json_number(j, value);
}

void json_put_numbers(json* j, const char* key, const double* values, size_t count)
{
    json_key(j, key);
    json_array(j, false);
    for (size_t i = 0; i < count; i++)
        json_number(j, values[i]);
    json_close(j);
}

void json_put_count(json* j, const char* key, uint64_t value)
{
    json_key(j, key);
    json_count(j, value);
}

void json_put_seconds(json* j, const char* key, double value)
{
    json_key(j, key);
    json_seconds(j, value);
}

void json_put_bool(json* j, const char* key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

// xml_write.c - the only place that knows XML's syntax.
#include "output/xml_write.h"

#include "text/printable.h"

#include <inttypes.h>

// What XML 1.0 calls a character: control characters but tab and line ends are none, however they are written.
static bool is_character(uint32_t code)
{
    return code >= 0x20 ? code != 0xfffe && code != 0xffff
                        : code == '\t' || code == '\n' || code == '\r';
}

// What stands for a character that may not stand for itself; NULL: it may.
static const char* escape_of(uint32_t code, bool in_attribute)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return in_attribute ? "&quot;" : NULL;
    case '\t':
        return in_attribute ? "&#9;" : NULL;
    case '\n':
        return in_attribute ? "&#10;" : NULL;
    case '\r':
        return "&#13;";
    default:
        return is_character(code) ? NULL : "\xef\xbf\xbd";
    }
}

static void write_escaped(FILE* out, const char* text, bool in_attribute)
{
    while (*text) {
        uint32_t code;
        const int length = utf8_character(text, &code);
        const char* escape = length ? escape_of(code, in_attribute) : "\xef\xbf\xbd";
        if (escape)
            fputs(escape, out);
        else
            fwrite(text, 1, (size_t)length, out);
        text += length ? length : 1;
    }
}

static void end_tag(xml_writer* x)
{
    if (x->in_tag) fputc('>', x->out);
    x->in_tag = false;
}

static void begin_line(xml_writer* x)
{
    fputc('\n', x->out);
    for (int i = 0; i < x->depth; i++)
        fputs("  ", x->out);
}

void xml_write_begin(xml_writer* x, FILE* out)
{
    *x = (xml_writer){.out = out};
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", out);
}

void xml_write_open(xml_writer* x, const char* name)
{
    end_tag(x);
    begin_line(x);
    fprintf(x->out, "<%s", name);
    x->open[x->depth++] = name;
    x->in_tag = true;
    x->has_text = false;
}

void xml_write_close(xml_writer* x)
{
    const char* name = x->open[--x->depth];
    if (x->in_tag) {
        fputs("/>", x->out);
    } else {
        if (!x->has_text) begin_line(x);
        fprintf(x->out, "</%s>", name);
    }
    x->in_tag = x->has_text = false;
    if (x->depth == 0) fputc('\n', x->out);
}

void xml_write_attribute(xml_writer* x, const char* name, const char* value)
{
    fprintf(x->out, " %s=\"", name);
    write_escaped(x->out, value, true);
    fputc('"', x->out);
}

void xml_write_count(xml_writer* x, const char* name, uint64_t value)
{
    fprintf(x->out, " %s=\"%" PRIu64 "\"", name, value);
}

void xml_write_text(xml_writer* x, const char* text)
{
    end_tag(x);
    write_escaped(x->out, text, false);
    x->has_text = true;
}

void xml_write_element(xml_writer* x, const char* name, const char* text)
{
    xml_write_open(x, name);
    xml_write_text(x, text);
    xml_write_close(x);
}

void xml_write_number(xml_writer* x, const char* name, double value)
{
    xml_write_open(x, name);
    end_tag(x);
    fprintf(x->out, "%.15g", value);
    x->has_text = true;
    xml_write_close(x);
}

// xml.c - see xml.h. By the recommendations XML 1.0 (fifth edition) and Namespaces in XML 1.0.
#include "text/xml.h"

#include "text/end.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 4, 5))) static xml_event fail(xml_reader* x, xml_fault fault,
                                                            const char* at, const char* format, ...)
{
    if (x->fault_at) return XML_FAILED;
    x->fault = fault;
    x->fault_at = at;
    va_list values;
    va_start(values, format);
    vsnprintf(x->why, sizeof x->why, format, values);
    va_end(values);
    return XML_FAILED;
}

static xml_event fail_cut(xml_reader* x, const char* what)
{
    return fail(x, XML_TRUNCATED, x->end, "the text ends in %s", what);
}

// The same where truth is asked for.
static bool cut(xml_reader* x, const char* what)
{
    fail_cut(x, what);
    return false;
}

// A name for a message: at most 40 bytes of it, other than printable ASCII as '?'.
typedef struct shown {
    char text[44];
} shown;

static shown show(const char* name, size_t length)
{
    enum { MOST = 40 };
    shown s = {0};
    for (size_t i = 0; i < length && i < MOST; i++)
        s.text[i] = name[i] > ' ' && name[i] <= '~' ? name[i] : '?';
    return s;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static void skip_spaces(xml_reader* x)
{
    while (x->at != x->end && is_space(*x->at))
        x->at++;
}

static bool has(const xml_reader* x, const char* text)
{
    const size_t length = strlen(text);
    return (size_t)(x->end - x->at) >= length && memcmp(x->at, text, length) == 0;
}

// Whether the text ends within these characters.
static bool is_cut(const xml_reader* x, const char* text)
{
    const size_t left = (size_t)(x->end - x->at);
    return left < strlen(text) && memcmp(x->at, text, left) == 0;
}

// Letters, digits, "_:-.", and all that is not ASCII: which of those may be in a name does not matter here.
static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ':' || c == '-' || c == '.' || (unsigned char)c >= 0x80;
}

static bool is_name_start(char c)
{
    return is_name_character(c) && c != '-' && c != '.' && !(c >= '0' && c <= '9');
}

// A name with its prefix.
typedef struct qualified {
    const char* text;
    size_t length, from;  // behind the colon
} qualified;

static bool take_name(xml_reader* x, const char* of, qualified* q)
{
    *q = (qualified){.text = x->at};
    while (x->at != x->end && is_name_character(*x->at)) {
        if (*x->at == ':' && q->from == 0) q->from = (size_t)(x->at - q->text) + 1;
        x->at++;
    }
    q->length = (size_t)(x->at - q->text);
    if (x->at == x->end) return cut(x, "a tag");
    if (q->length > 0 && is_name_start(*q->text) && q->from != 1 && q->from != q->length)
        return true;
    fail(x, XML_SYNTAX, q->text, "the name of %s is missing or wrong", of);
    return false;
}

// ------------------------------------------------------------------------------------- references

// Whether XML allows a character at all.
static bool is_character(uint32_t code)
{
    return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
           (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

static int digit_of(char c, bool hexadecimal)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (hexadecimal && c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (hexadecimal && c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// The character of the reference at `at`, which begins with '&'; *at moves behind it. 0: it is none.
static uint32_t take_reference(const char** at, const char* end)
{
    static const struct {
        const char* text;
        uint32_t code;
    } named[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const size_t left = (size_t)(end - *at);
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        const size_t length = strlen(named[i].text);
        if (left < length || memcmp(*at, named[i].text, length) != 0) continue;
        *at += length;
        return named[i].code;
    }
    if (left < 4 || (*at)[1] != '#') return 0;
    const bool hexadecimal = (*at)[2] == 'x';
    uint32_t code = 0;
    const char* p = *at + (hexadecimal ? 3 : 2);
    for (; p != end && digit_of(*p, hexadecimal) >= 0; p++) {
        code = code * (hexadecimal ? 16U : 10U) + (uint32_t)digit_of(*p, hexadecimal);
        if (code > 0x10FFFF) return 0;
    }
    if (p == end || *p != ';' || !is_character(code)) return 0;
    *at = p + 1;
    return code;
}

static size_t put_utf8(char* to, uint32_t code)
{
    if (code < 0x80) {
        to[0] = (char)code;
        return 1;
    }
    const size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char first[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(first[length] | code);
    return length;
}

size_t xml_decode(const xml_attribute* attribute, char* to)
{
    const char *at = attribute->value, *end = at + attribute->value_length;
    if (attribute->is_plain) {
        memcpy(to, at, attribute->value_length);
        return attribute->value_length;
    }
    size_t length = 0;
    while (at != end) {
        if (*at == '&') {
            length += put_utf8(to + length, take_reference(&at, end));
        } else if (*at == '\r' && at + 1 != end && at[1] == '\n') {
            at++;  // the end of a line is one blank
        } else {
            to[length++] = is_space(*at) ? ' ' : *at;
            at++;
        }
    }
    return length;
}

// ------------------------------------------------------------------------------------- namespaces

static bool is_text(const char* text, size_t length, const char* other)
{
    return length == strlen(other) && memcmp(text, other, length) == 0;
}

int xml_space_of(const xml_reader* x, const char* prefix, size_t length, const char** uri,
                 size_t* uri_length)
{
    for (size_t i = x->bound_count; i-- > 0;) {
        const struct xml_bound* b = &x->bound[i];
        if (b->prefix_length != length || memcmp(b->prefix, prefix, length) != 0) continue;
        *uri = b->uri;
        *uri_length = b->uri_length;
        return b->space;
    }
    *uri = "";
    *uri_length = 0;
    return is_text(prefix, length, "xml") ? XML_OTHER_SPACE : XML_NO_SPACE;
}

// If an attribute declares a namespace, note it. *is_one tells.
static bool declare(xml_reader* x, const qualified* q, const xml_attribute* a, bool* is_one)
{
    *is_one = is_text(q->text, q->length, "xmlns") || is_text(q->text, q->from, "xmlns:");
    if (!*is_one) return true;
    if (x->bound_count == XML_SPACES_MOST) {
        fail(x, XML_TOO_LARGE, q->text, "more than %d namespaces are declared", XML_SPACES_MOST);
        return false;
    }
    struct xml_bound* b = &x->bound[x->bound_count++];
    *b = (struct xml_bound){.prefix = q->text + q->from,
                            .prefix_length = q->from > 0 ? q->length - q->from : 0,
                            .uri = a->value,
                            .uri_length = a->value_length,
                            .space = a->value_length > 0 ? XML_OTHER_SPACE : XML_NO_SPACE,
                            .depth = x->depth};
    for (size_t i = 0; i < x->known_count; i++)
        if (is_text(a->value, a->value_length, x->known[i])) b->space = (int)i;
    return true;
}

// Find the namespace of a name. Without a prefix an attribute has none, an element the default one. Programs forget to
// declare prefixes of what they alone write, which is no reason to lose the rest.
static int resolve(xml_reader* x, const char* text, size_t from, bool is_element)
{
    const char* uri;
    size_t uri_length;
    if (from == 0 && !is_element) return XML_NO_SPACE;
    const int space = xml_space_of(x, text, from > 0 ? from - 1 : 0, &uri, &uri_length);
    if (from == 0 || space != XML_NO_SPACE) return space;
    if (!x->undeclared) {
        x->undeclared = text;
        x->undeclared_length = from - 1;
    }
    return XML_OTHER_SPACE;
}

// ------------------------------------------------------------------------------------------- tags

// Read the value between quotes.
static bool take_value(xml_reader* x, xml_attribute* a)
{
    const char quote = x->at == x->end ? '\0' : *x->at;
    if (quote != '"' && quote != '\'') {
        fail(x, XML_SYNTAX, x->at, "the value of an attribute is not in quotes");
        return false;
    }
    a->value = ++x->at;
    a->is_plain = true;
    for (; x->at != x->end && *x->at != quote; x->at++) {
        if ((unsigned char)*x->at >= 0x20 && *x->at != '<' && *x->at != '&') continue;
        a->is_plain = false;
        const char* after = x->at;
        if (*x->at == '&' && take_reference(&after, x->end) != 0) {
            x->at = after - 1;
        } else if (!is_space(*x->at)) {
            fail(x, XML_SYNTAX, x->at, "%s in the value of an attribute",
                 *x->at == '&'   ? "an unknown reference (&...;)"
                 : *x->at == '<' ? "a \"<\""
                                 : "a control character");
            return false;
        }
    }
    if (x->at == x->end) return cut(x, "a tag");
    a->value_length = (size_t)(x->at - a->value);
    x->at++;
    return true;
}

static bool is_repeated(const xml_reader* x, const qualified* q)
{
    for (size_t i = 0; i < x->attribute_count; i++) {
        const xml_attribute* a = &x->attributes[i];
        if (a->prefix_length == q->from && a->prefix_length + a->name_length == q->length &&
            memcmp(a->name - a->prefix_length, q->text, q->length) == 0)
            return true;
    }
    return false;
}

static bool take_attribute(xml_reader* x)
{
    qualified q;
    if (!take_name(x, "an attribute", &q)) return false;
    if (x->attribute_count == XML_ATTRIBUTES_MOST) {
        fail(x, XML_TOO_LARGE, q.text, "an element has more than %d attributes",
             XML_ATTRIBUTES_MOST);
        return false;
    }
    if (is_repeated(x, &q)) {
        fail(x, XML_SYNTAX, q.text, "the attribute \"%s\" stands twice",
             show(q.text, q.length).text);
        return false;
    }
    skip_spaces(x);
    if (x->at != x->end && *x->at != '=') {
        fail(x, XML_SYNTAX, x->at, "the attribute \"%s\" has no value",
             show(q.text, q.length).text);
        return false;
    }
    if (x->at != x->end) x->at++;
    skip_spaces(x);
    if (x->at == x->end) return cut(x, "a tag");
    xml_attribute a = {
        .name = q.text + q.from, .prefix_length = q.from, .name_length = q.length - q.from};
    bool is_declaration = false;
    if (!take_value(x, &a) || !declare(x, &q, &a, &is_declaration)) return false;
    if (is_declaration) return true;
    x->attributes[x->attribute_count++] = a;
    return true;
}

static void resolve_attribute(xml_reader* x, xml_attribute* a)
{
    a->space = resolve(x, a->name - a->prefix_length, a->prefix_length, false);
}

// Read attributes up to the end of the tag.
static bool take_attributes(xml_reader* x)
{
    x->attribute_count = 0;
    for (;;) {
        const char* before = x->at;
        skip_spaces(x);
        if (x->at == x->end) return cut(x, "a tag");
        if (*x->at == '>' || *x->at == '/') break;
        if (x->at == before) {
            fail(x, XML_SYNTAX, x->at, "a blank is missing in a tag");
            return false;
        }
        if (!take_attribute(x)) return false;
    }
    for (size_t i = 0; i < x->attribute_count; i++)
        resolve_attribute(x, &x->attributes[i]);
    x->is_empty = *x->at == '/';
    if (x->is_empty) x->at++;
    if (x->at == x->end) return cut(x, "a tag");
    if (*x->at != '>') {
        fail(x, XML_SYNTAX, x->at, "a tag does not end with \">\"");
        return false;
    }
    x->at++;
    return true;
}

static void show_element(xml_reader* x, const struct xml_open* o)
{
    x->name = o->tag + o->name_from;
    x->name_length = o->tag_length - o->name_from;
    x->space = o->space;
}

static xml_event open_element(xml_reader* x)
{
    x->where = x->at++;
    if (x->depth == 0 && x->has_root)
        return fail(x, XML_SYNTAX, x->where, "another element stands behind the root");
    if (x->depth == XML_DEPTH_MOST)
        return fail(x, XML_TOO_LARGE, x->where, "elements are nested deeper than %d",
                    XML_DEPTH_MOST);
    struct xml_open* o = &x->open[x->depth++];
    qualified q;
    if (!take_name(x, "an element", &q)) return XML_FAILED;
    *o = (struct xml_open){.tag = q.text, .tag_length = q.length, .name_from = q.from};
    if (!take_attributes(x)) return XML_FAILED;
    o->space = resolve(x, o->tag, o->name_from, true);
    x->has_root = true;
    show_element(x, o);
    return XML_OPENED;
}

// What was opened last is closed.
static xml_event close_element(xml_reader* x)
{
    show_element(x, &x->open[x->depth - 1]);
    x->is_closing = true;
    x->is_empty = false;
    x->attribute_count = 0;
    return XML_CLOSED;
}

static xml_event take_end_tag(xml_reader* x)
{
    x->where = x->at;
    x->at += 2;
    qualified q;
    if (!take_name(x, "an element", &q)) return XML_FAILED;
    if (x->depth == 0)
        return fail(x, XML_SYNTAX, x->where, "</%s> ends nothing", show(q.text, q.length).text);
    const struct xml_open* o = &x->open[x->depth - 1];
    if (o->tag_length != q.length || memcmp(o->tag, q.text, q.length) != 0)
        return fail(x, XML_SYNTAX, x->where, "</%s> where </%s> should be",
                    show(q.text, q.length).text, show(o->tag, o->tag_length).text);
    skip_spaces(x);
    if (x->at == x->end) return fail_cut(x, "a tag");
    if (*x->at != '>') return fail(x, XML_SYNTAX, x->at, "a tag does not end with \">\"");
    x->at++;
    return close_element(x);
}

// ----------------------------------------------------------------------------- between the elements

// Move behind the next `text`.
static bool skip_past(xml_reader* x, const char* text, const char* what)
{
    const size_t length = strlen(text);
    while (x->at != x->end) {
        const char* next = memchr(x->at, text[0], (size_t)(x->end - x->at));
        if (!next) break;
        x->at = next;
        if (has(x, text)) {
            x->at += length;
            return true;
        }
        x->at++;
    }
    x->at = x->end;
    return cut(x, what);
}

// Pass over what begins with "<!" or "<?". Returns false on failure.
static bool skip_other(xml_reader* x)
{
    const char* begin = x->at;
    if (has(x, "<!--")) {
        x->at += 4;
        return skip_past(x, "-->", "a comment");
    }
    if (has(x, "<?")) {
        x->at += 2;
        return skip_past(x, "?>", "a processing instruction");
    }
    if (has(x, "<![CDATA[") && x->depth > 0) {
        x->at += 9;
        return skip_past(x, "]]>", "a CDATA section");
    }
    if (has(x, "<!DOCTYPE")) {
        fail(x, XML_REFUSED, begin, "a document type (<!DOCTYPE>) is not read");
    } else if (is_cut(x, "<!--") || is_cut(x, "<![CDATA[") || is_cut(x, "<!DOCTYPE")) {
        return cut(x, "a tag");
    } else {
        fail(x, XML_SYNTAX, begin, "\"<!\" begins nothing that is known");
    }
    return false;
}

// Move to the next "<". Outside of the root nothing but white space may stand before it.
static bool skip_text(xml_reader* x)
{
    if (x->depth == 0) {
        skip_spaces(x);
        if (x->at == x->end || *x->at == '<') return true;
        fail(x, XML_SYNTAX, x->at, "text outside of the root element");
        return false;
    }
    const char* next = memchr(x->at, '<', (size_t)(x->end - x->at));
    x->at = next ? next : x->end;
    return true;
}

// The encoding that the declaration names, if there is one, has to be UTF-8 or a part of it.
static void check_encoding(xml_reader* x)
{
    const size_t size = (size_t)(x->end - x->at);
    if (size >= 2 && (memcmp(x->at, "\xFF\xFE", 2) == 0 || memcmp(x->at, "\xFE\xFF", 2) == 0 ||
                      memcmp(x->at, "<\0", 2) == 0 || memcmp(x->at, "\0<", 2) == 0)) {
        fail(x, XML_REFUSED, x->at, "text in UTF-16 is not read: save it as UTF-8");
        return;
    }
    x->at = text_begin(x->at, x->end);
    if (!has(x, "<?xml") || x->end - x->at < 6 || !is_space(x->at[5])) return;
    static const char word[] = "encoding";
    const char* at = x->at;
    const char* end = memchr(at, '>', (size_t)(x->end - at));
    for (; end && end - at > (ptrdiff_t)sizeof word; at++) {
        if (memcmp(at, word, sizeof word - 1) != 0) continue;
        at += sizeof word - 1;
        while (at != end && (is_space(*at) || *at == '='))
            at++;
        if (at == end || (*at != '"' && *at != '\'')) return;
        const char* last = memchr(at + 1, *at, (size_t)(end - at - 1));
        const shown name = show(at + 1, last ? (size_t)(last - at - 1) : 0);
        static const char* const fine[] = {"UTF-8",    "utf-8",    "Utf-8", "UTF8", "utf8",
                                           "US-ASCII", "us-ascii", "ASCII", "ascii"};
        for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
            if (strcmp(name.text, fine[i]) == 0) return;
        fail(x, XML_REFUSED, at, "text in the encoding \"%s\" is not read: save it as UTF-8",
             name.text);
        return;
    }
}

// ------------------------------------------------------------------------------------------ events

void xml_begin(xml_reader* x, const char* bytes, size_t size, const char* const* known,
               size_t known_count)
{
    x->at = x->begin = x->where = bytes;
    x->end = bytes + size;
    x->known = known;
    x->known_count = known_count;
    x->depth = x->attribute_count = x->bound_count = x->name_length = 0;
    x->is_empty = x->is_closing = x->has_root = false;
    x->name = "";
    x->space = XML_NO_SPACE;
    x->fault_at = x->undeclared = NULL;
    x->why[0] = '\0';
    check_encoding(x);
}

xml_event xml_next(xml_reader* x)
{
    if (x->fault_at) return XML_FAILED;
    if (x->is_empty) return close_element(x);
    if (x->is_closing) {
        while (x->bound_count > 0 && x->bound[x->bound_count - 1].depth == x->depth)
            x->bound_count--;
        x->depth--;
        x->is_closing = false;
    }
    for (;;) {
        if (!skip_text(x)) return XML_FAILED;
        if (x->at == x->end) break;
        if (x->end - x->at < 2) return fail_cut(x, "a tag");
        if (x->at[1] == '/') return take_end_tag(x);
        if (x->at[1] != '!' && x->at[1] != '?') return open_element(x);
        if (!skip_other(x)) return XML_FAILED;
    }
    if (x->depth == 0 && x->has_root) return XML_ENDED;
    if (x->depth == 0) return fail(x, XML_TRUNCATED, x->end, "there is no element");
    const struct xml_open* o = &x->open[x->depth - 1];
    return fail(x, XML_TRUNCATED, x->end, "the text ends before </%s>",
                show(o->tag, o->tag_length).text);
}

xml_event xml_skip(xml_reader* x)
{
    for (const size_t depth = x->depth;;) {
        const xml_event event = xml_next(x);
        if (event != XML_OPENED && (event != XML_CLOSED || x->depth == depth)) return event;
    }
}

bool xml_is(const xml_reader* x, int space, const char* name)
{
    return x->space == space && is_text(x->name, x->name_length, name);
}

const xml_attribute* xml_find(const xml_reader* x, int space, const char* name)
{
    for (size_t i = 0; i < x->attribute_count; i++) {
        const xml_attribute* a = &x->attributes[i];
        if (a->space == space && is_text(a->name, a->name_length, name)) return a;
    }
    return NULL;
}

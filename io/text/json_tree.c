// json_tree.c - one walk over the text by recursive descent; values and texts lie in blocks that are never moved, so that
// pointers into them hold.
#include "text/json_tree.h"

#include "file/memory_limit.h"
#include "text/end.h"
#include "text/number.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_LEAST = 4096, BLOCK_MOST = 1 << 20 };

typedef struct json_block {
    struct json_block* next;
    size_t used, size;
    alignas(max_align_t) char bytes[];
} json_block;

typedef struct parser {
    const char *begin, *at, *end;
    size_t line;
    int depth;
    json_block* blocks;
    json_tree_status status;
    char* why;
} parser;

__attribute__((format(printf, 3, 4))) static void* fail(parser* p, json_tree_status status,
                                                        const char* format, ...)
{
    if (p->status) return NULL;  // the first one counts
    p->status = status;
    va_list list;
    va_start(list, format);
    const int length = snprintf(p->why, JSON_TREE_WHY, "line %zu: ", p->line);
    vsnprintf(p->why + length, JSON_TREE_WHY - (size_t)length, format, list);
    va_end(list);
    return NULL;
}

static void* no_memory(parser* p, json_tree_status status)
{
    if (!p->status) {
        p->status = status;
        snprintf(p->why, JSON_TREE_WHY, "%s",
                 status == JSON_TREE_TOO_LARGE ? "it takes more memory than is allowed"
                                               : "not enough memory");
    }
    return NULL;
}

static void* take(parser* p, size_t size, size_t alignment)
{
    json_block* b = p->blocks;
    size_t from = b ? (b->used + alignment - 1) / alignment * alignment : 0;
    if (!b || from > b->size || size > b->size - from) {
        size_t room = b ? 2 * b->size : BLOCK_LEAST;
        if (room > BLOCK_MOST) room = BLOCK_MOST;
        if (room < size) room = size;
        if (!memory_allows(sizeof *b + room)) return no_memory(p, JSON_TREE_TOO_LARGE);
        b = malloc(sizeof *b + room);
        if (!b) return no_memory(p, JSON_TREE_OUT_OF_MEMORY);
        *b = (json_block){.next = p->blocks, .size = room};
        p->blocks = b;
        from = 0;
    }
    b->used = from + size;
    return b->bytes + from;
}

static void skip_space(parser* p)
{
    for (; p->at != p->end; p->at++) {
        if (*p->at == '\n' || (*p->at == '\r' && !(p->end - p->at > 1 && p->at[1] == '\n')))
            p->line++;
        else if (*p->at != ' ' && *p->at != '\t' && *p->at != '\r')
            return;
    }
}

static bool take_byte(parser* p, char byte)
{
    if (p->at == p->end || *p->at != byte) return false;
    p->at++;
    return true;
}

// ---------------------------------------------------------------------------------------- strings

static int hex_digit(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Four hexadecimal digits behind \u; UINT32_MAX: they are not there.
static uint32_t take_unit(parser* p)
{
    uint32_t unit = 0;
    if (p->end - p->at < 4) return UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        const int digit = hex_digit(p->at[i]);
        if (digit < 0) return UINT32_MAX;
        unit = unit * 16 + (uint32_t)digit;
    }
    p->at += 4;
    return unit;
}

static char* put_character(char* to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        *to++ = (char)(0xe0 | code >> 12);
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    } else {
        *to++ = (char)(0xf0 | code >> 18);
        *to++ = (char)(0x80 | (code >> 12 & 0x3f));
        *to++ = (char)(0x80 | (code >> 6 & 0x3f));
        *to++ = (char)(0x80 | (code & 0x3f));
    }
    return to;
}

// Half of a pair without the other becomes U+FFFD: programs write such names.
static char* take_unicode(parser* p, char* to)
{
    enum { HIGH = 0xd800, LOW = 0xdc00, BEYOND = 0xe000, REPLACEMENT = 0xfffd };
    uint32_t code = take_unit(p);
    if (code == UINT32_MAX)
        return fail(p, JSON_TREE_SYNTAX, "four hexadecimal digits are missing behind \\u");
    if (code == 0) return fail(p, JSON_TREE_SYNTAX, "a string holds a zero");
    if (code >= HIGH && code < LOW && p->end - p->at > 1 && p->at[0] == '\\' && p->at[1] == 'u') {
        const char* before = p->at;
        p->at += 2;
        const uint32_t low = take_unit(p);
        if (low >= LOW && low < BEYOND)
            code = 0x10000 + ((code - HIGH) << 10) + (low - LOW);
        else
            p->at = before;
    }
    return put_character(to, code >= HIGH && code < BEYOND ? REPLACEMENT : code);
}

static char* take_escape(parser* p, char* to)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const char name = p->at == p->end ? '\0' : *p->at++;
    if (name == 'u') return take_unicode(p, to);
    const char* found = name ? strchr(names, name) : NULL;
    if (!found)
        return fail(p, JSON_TREE_SYNTAX, "a string has a \\ with nothing that it can stand before");
    *to = means[found - names];
    return to + 1;
}

// Behind the first quote. What is written never takes more bytes than what it is written for.
static const char* take_string(parser* p)
{
    const char* close = p->at;
    while (close != p->end && *close != '"')
        close += *close == '\\' && p->end - close > 1 ? 2 : 1;
    if (close == p->end) return fail(p, JSON_TREE_SYNTAX, "a string has no end");
    char* const text = take(p, (size_t)(close - p->at) + 1, 1);
    char* to = text;
    while (to && p->at != close) {
        const char c = *p->at++;
        if ((unsigned char)c < 0x20)
            return fail(p, JSON_TREE_SYNTAX,
                        "a string holds an end of line or another control character");
        if (c == '\\')
            to = take_escape(p, to);
        else
            *to++ = c;
    }
    if (!to) return NULL;
    p->at++;
    *to = '\0';
    return text;
}

// ----------------------------------------------------------------------------------------- values

static json_value* take_value(parser* p);

static bool take_word(parser* p, const char* word, json_value* v, json_kind kind)
{
    const size_t length = strlen(word);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0) return false;
    p->at += length;
    v->kind = kind;
    return true;
}

// A number as JSON has it: stricter than number_parse, which then finds its double.
static bool take_number(parser* p, json_value* v)
{
    const char *at = p->at, *end = p->end, *begin = at;
    if (at != end && *at == '-') at++;
    if (at == end || !is_digit(*at)) return false;
    if (*at == '0')
        at++;
    else
        while (at != end && is_digit(*at))
            at++;
    if (at != end && *at == '.') {
        const char* digits = ++at;
        while (at != end && is_digit(*at))
            at++;
        if (at == digits) return false;
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at != end && (*at == '+' || *at == '-')) at++;
        const char* digits = at;
        while (at != end && is_digit(*at))
            at++;
        if (at == digits) return false;
    }
    v->kind = JSON_NUMBER;
    if (number_parse(&begin, at, &v->number) != NUMBER_OK)
        return fail(p, JSON_TREE_SYNTAX, "a number is too large"), false;
    p->at = at;
    return true;
}

// NOLINTBEGIN(misc-no-recursion): JSON_TREE_DEPTH_MOST deep
// The members of what began with [ or {, up to its end.
static bool take_members(parser* p, json_value* v, char close)
{
    enum {
        COMPARED_MOST = 256
    };  // of keys: beyond that an object is a list, and comparing takes too long
    const bool is_object = v->kind == JSON_OBJECT;
    json_value* last = NULL;
    skip_space(p);
    if (take_byte(p, close)) return true;
    for (;;) {
        const char* key = NULL;
        skip_space(p);
        if (is_object) {
            if (!take_byte(p, '"'))
                return fail(p, JSON_TREE_SYNTAX, "a key in quotes is missing"), false;
            if (!(key = take_string(p))) return false;
            if (v->count < COMPARED_MOST && json_member(v, key))
                return fail(p, JSON_TREE_SYNTAX, "the key \"%.40s\" is there twice", key), false;
            skip_space(p);
            if (!take_byte(p, ':'))
                return fail(p, JSON_TREE_SYNTAX, "a colon is missing behind \"%.40s\"", key), false;
        }
        json_value* member = take_value(p);
        if (!member) return false;
        member->key = key;
        if (last)
            last->next = member;
        else
            v->first = member;
        last = member;
        v->count++;
        skip_space(p);
        if (take_byte(p, close)) return true;
        if (!take_byte(p, ','))
            return fail(p, JSON_TREE_SYNTAX, "a comma or %c is missing", close), false;
    }
}

static json_value* take_value(parser* p)
{
    skip_space(p);
    json_value* v = take(p, sizeof *v, alignof(json_value));
    if (!v) return NULL;
    *v = (json_value){.line = p->line, .byte = (size_t)(p->at - p->begin)};
    if (p->at == p->end) return fail(p, JSON_TREE_SYNTAX, "it ends too early");
    const char c = *p->at;
    bool fine = false;
    if (c == '"') {
        p->at++;
        v->kind = JSON_STRING;
        fine = (v->text = take_string(p)) != NULL;
    } else if (c == '{' || c == '[') {
        if (p->depth == JSON_TREE_DEPTH_MOST)
            return fail(p, JSON_TREE_TOO_LARGE, "nested deeper than %d", JSON_TREE_DEPTH_MOST);
        p->at++;
        p->depth++;
        v->kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        fine = take_members(p, v, c == '{' ? '}' : ']');
        p->depth--;
    } else {
        fine = take_word(p, "null", v, JSON_NULL) || take_word(p, "true", v, JSON_TRUE) ||
               take_word(p, "false", v, JSON_FALSE) || take_number(p, v);
    }
    return fine ? v : fail(p, JSON_TREE_SYNTAX, "this is no value");
}

// NOLINTEND(misc-no-recursion)

// NOLINTBEGIN(readability-non-const-parameter): through the parser why is written to
json_tree_status json_tree_read(json_tree* out, const char* bytes, size_t size,
                                char why[JSON_TREE_WHY])
{
    parser p = {.begin = bytes, .at = bytes, .end = bytes + size, .line = 1, .why = why};
    p.at = text_begin(p.at, p.end);
    const json_value* root = take_value(&p);
    skip_space(&p);
    if (root && p.at != p.end) root = fail(&p, JSON_TREE_SYNTAX, "something stands behind the end");
    json_tree t = {root, p.blocks};
    if (root)
        *out = t;
    else
        json_tree_free(&t);
    return p.status;
}
// NOLINTEND(readability-non-const-parameter)

void json_tree_free(json_tree* t)
{
    for (json_block* b = t->blocks; b;) {
        json_block* next = b->next;
        free(b);
        b = next;
    }
    *t = (json_tree){0};
}

const json_value* json_member(const json_value* object, const char* key)
{
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const json_value* m = object->first; m; m = m->next)
        if (strcmp(m->key, key) == 0) return m;
    return NULL;
}

const char* json_kind_text(json_kind kind)
{
    static const char* const texts[] = {"null",     "false",    "true",     "a number",
                                        "a string", "an array", "an object"};
    return texts[kind];
}

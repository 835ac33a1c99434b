// printable.c - see printable.h.
#include "text/printable.h"

#include <stdlib.h>
#include <string.h>

int utf8_character(const char* text, uint32_t* code)
{
    static const uint32_t lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char* at = (const unsigned char*)text;
    const unsigned lead = at[0];
    const int length = lead < 0x80                   ? 1
                       : lead >= 0xC2 && lead < 0xE0 ? 2
                       : lead >= 0xE0 && lead < 0xF0 ? 3
                       : lead >= 0xF0 && lead < 0xF5 ? 4
                                                     : 0;
    *code = lead;
    if (length < 2) return length;
    *code = lead & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xC0u) != 0x80) return 0;  // also the end of the string
        *code = *code << 6 | (at[i] & 0x3Fu);
    }
    if (*code < lowest[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000)) return 0;
    return length;
}

bool is_command(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

enum { ESCAPE_MOST = 8 };

// Take the character that text begins with: returns how many bytes of it. escape gets what stands for it, and is empty for
// a character that passes. doubled: a character that is written twice; '\0': none.
static size_t take(const char* text, char doubled, char escape[ESCAPE_MOST])
{
    uint32_t code;
    const int length = utf8_character(text, &code);
    *escape = '\0';
    if (length == 0)
        snprintf(escape, ESCAPE_MOST, "\\x%02x", (unsigned)(unsigned char)*text);
    else if (code == '\n' || code == '\r' || code == '\t')
        snprintf(escape, ESCAPE_MOST, "\\%c", code == '\n' ? 'n' : code == '\r' ? 'r' : 't');
    else if (is_command(code))
        snprintf(escape, ESCAPE_MOST, code < 0x80 ? "\\x%02x" : "\\u%04x", (unsigned)code);
    else if (*text == doubled)
        snprintf(escape, ESCAPE_MOST, "%c%c", doubled, doubled);
    return length ? (size_t)length : 1;
}

static void write_all(const char* text, char doubled, FILE* out)
{
    char escape[ESCAPE_MOST];
    const char* passed = text;  // what is not written yet
    for (const char* at = text; *at;) {
        const size_t length = take(at, doubled, escape);
        if (*escape) {
            fwrite(passed, 1, (size_t)(at - passed), out);
            fputs(escape, out);
            passed = at + length;
        }
        at += length;
    }
    fputs(passed, out);
}

void printable_write(const char* text, FILE* out)
{
    write_all(text, '\0', out);
}

void printable_write_doubling(const char* text, char doubled, FILE* out)
{
    write_all(text, doubled, out);
}

void printable_print(FILE* out, const char* format, va_list list)
{
    char brief[1024];
    va_list again;
    va_copy(again, list);
    const int length = vsnprintf(brief, sizeof brief, format, list);
    const size_t room = length < 0 ? 0 : (size_t)length + 1;
    char* text = room > sizeof brief ? malloc(room) : NULL;
    if (text) vsnprintf(text, room, format, again);
    printable_write(text ? text : brief, out);
    free(text);
    va_end(again);
}

void printable_copy(char* out, size_t room, const char* text)
{
    char escape[ESCAPE_MOST];
    while (*text) {
        const size_t taken = take(text, '\0', escape);
        const size_t length = *escape ? strlen(escape) : taken;
        if (length + 1 > room) break;
        memcpy(out, *escape ? escape : text, length);
        out += length;
        room -= length;
        text += taken;
    }
    *out = '\0';
}

// pattern.c - see pattern.h.
#include "text/pattern.h"

#include "text/printable.h"

#include <stddef.h>

// The character that a text begins with, and how long it is. Bytes that are no UTF-8 are characters of their own.
static int character(const char* text, uint32_t* code)
{
    const int length = utf8_character(text, code);
    if (length > 0) return length;
    *code = 0x110000u + (unsigned char)*text;
    return 1;
}

// Whether a character is among those of a bracket; *next: behind it. A bracket that never ends: next is NULL.
static bool bracket_holds(const char* pattern, uint32_t code, const char** next)
{
    const char* at = pattern + 1;
    const bool is_not = *at == '!';
    bool found = false;
    at += is_not;
    for (bool first = true; first || *at != ']'; first = false) {
        uint32_t low, high;
        if (!*at) {
            *next = NULL;
            return false;
        }
        at += character(at, &low);
        high = low;
        if (at[0] == '-' && at[1] && at[1] != ']') at += 1 + character(at + 1, &high);
        found |= low <= code && code <= high;
    }
    *next = at + 1;
    return found != is_not;
}

// Whether the first character of a text is as the first part of a pattern, which is no star, says.
static bool step_holds(const char* pattern, const char* text, const char** next)
{
    uint32_t code, wanted;
    character(text, &code);
    if (*pattern == '?') {
        *next = pattern + 1;
        return true;
    }
    if (*pattern == '[') return bracket_holds(pattern, code, next);
    *next = pattern + character(pattern, &wanted);
    return wanted == code;
}

bool pattern_holds(const char* pattern, const char* text)
{
    const char *star = NULL,
               *again = NULL;  // behind the last star, and from where it is tried next
    uint32_t code;
    while (*text) {
        const char* next;
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
        } else if (*pattern && step_holds(pattern, text, &next)) {
            pattern = next;
            text += character(text, &code);
        } else if (star) {
            again += character(again, &code);
            pattern = star;
            text = again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

bool pattern_is_whole(const char* pattern)
{
    while (*pattern) {
        const char* next = pattern + 1;
        if (*pattern == '[') bracket_holds(pattern, 0, &next);
        if (!next) return false;
        pattern = next;
    }
    return true;
}

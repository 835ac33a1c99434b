// printable.h - names and texts that come from files and command lines, made fit for a terminal: what could command it,
// move its cursor or turn the order of its letters is written as an escape that can be seen.
#ifndef ABUT_IO_TEXT_PRINTABLE_H
#define ABUT_IO_TEXT_PRINTABLE_H
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Find the character of UTF-8 that text begins with. Returns how many bytes it has; 0 if it is none: too short, too long for
// its character, half of a surrogate pair, or beyond U+10FFFF. The end of the text is a character of one byte.
int utf8_character(const char* text, uint32_t* code);

// Whether a terminal or a viewer would act on a character instead of showing it: the control characters below U+0020 and from
// U+007F to U+009F, the ends of lines and paragraphs U+2028 and U+2029, and what embeds, overrides or isolates a
// direction: U+202A to U+202E, U+2066 to U+2069.
bool is_command(uint32_t code);

// Write text. A command becomes \n, \r, \t, \x1b or \u202e, and a byte that is no UTF-8 becomes \xff.
void printable_write(const char* text, FILE* out);
// The same, with a character written twice, as quotes are between quotes.
void printable_write_doubling(const char* text, char doubled, FILE* out);

// Write what vprintf would, in this way. Without memory for a long text it is cut.
__attribute__((format(printf, 2, 0))) void printable_print(FILE* out, const char* format,
                                                           va_list list);

// Write text into memory, as much of it as fits with its end: nothing is cut within a character or an escape.
void printable_copy(char* out, size_t room, const char* text);

#endif

// pattern.h - patterns of names: * is any characters, ? is one, [a-z] one of some, [!a-z] another one. All else is itself, case
// and all; * ? and [ are themselves in brackets: [*]. A ] is one of some where it is the first: []x]. A character is
// one of UTF-8; a byte that is none is a character, too. fnmatch() would know one character from two by the locale.
#ifndef ABUT_IO_TEXT_PATTERN_H
#define ABUT_IO_TEXT_PATTERN_H
#include <stdbool.h>

// Whether a text is, from its begin to its end, as a pattern says. Cost: at most the product of both lengths.
bool pattern_holds(const char* pattern, const char* text);
// Whether each [ of a pattern has its ]. If not, the pattern holds for nothing.
bool pattern_is_whole(const char* pattern);

#endif

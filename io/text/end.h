// end.h - where a text begins and ends for its reader. Some programs put a byte order mark before it; DOS programs put a Ctrl-Z behind it, and copying in blocks leaves zeros.
// Between the words of a text neither has a place.
#ifndef ABUT_IO_TEXT_END_H
#define ABUT_IO_TEXT_END_H
#include "text/number.h"

#include <string.h>

enum { CTRL_Z = 0x1A };

// The beginning without a byte order mark.
static inline const char* text_begin(const char* begin, const char* end)
{
    return end - begin >= 3 && memcmp(begin, "\xEF\xBB\xBF", 3) == 0 ? begin + 3 : begin;
}

// The end without what pads it: Ctrl-Z, zeros, and the white space among these. Text that has no such padding keeps its
// last line end.
static inline const char* text_end(const char* begin, const char* end)
{
    const char* at = end;
    while (at != begin) {
        const char c = at[-1];
        if (c == CTRL_Z || c == '\0')
            end = --at;
        else if (is_blank(c) || is_newline(c))
            --at;
        else
            break;
    }
    return end;
}

// True if all of it is such padding, zeros among it.
static inline bool is_padding(const char* begin, const char* end)
{
    return text_end(begin, end) == begin && memchr(begin, '\0', (size_t)(end - begin));
}

#endif

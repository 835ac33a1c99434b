// letters_font.h - the table that tools/letters makes of a font.
#ifndef ABUT_SEE_LETTERS_FONT_H
#define ABUT_SEE_LETTERS_FONT_H
#include "letters.h"

// Letters with numbers of Unicode from first to last; the first one's ink is at `at`.
typedef struct letter_range {
    uint32_t first, last, at;
} letter_range;

extern const letter_range
    letter_ranges[];  // in ascending order; the last one is the box for what is missing
extern const size_t letter_range_count;
// Rows from the top; two pixels a byte, from 0 to 15, the left one in the upper half.
extern const uint8_t letter_ink[][LETTER_WIDTH * LETTER_HEIGHT / 2];

#endif

// letters.h - text in a picture: a font of dots, drawn for this.
#ifndef ABUT_SEE_LETTERS_H
#define ABUT_SEE_LETTERS_H
#include "see.h"

enum {
    LETTER_WIDTH = 12,
    LETTER_HEIGHT = 18
};  // of one letter, with the space around it; in pixels

// Return how many letters a text has: UTF-8 counts as one what is one.
int letters_count(const char* text);

// Write a text, its upper left corner at x, y, cut at the right border. ASCII only: other letters are boxes.
void letters_draw(see_image* image, int x, int y, const char* text, const uint8_t colour[3]);

#endif

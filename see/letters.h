// letters.h - text in a picture: smooth letters, all of one width.
#ifndef ABUT_SEE_LETTERS_H
#define ABUT_SEE_LETTERS_H
#include "see.h"

enum {
    LETTER_WIDTH = 12,
    LETTER_HEIGHT = 22
};  // of one letter, with the space around it; in pixels

// Return how many letters a text has: UTF-8 counts as one what is one.
int letters_count(const char* text);

// Write a text, its upper left corner at x, y, cut at the right border. Latin, Greek and Cyrillic: other letters are boxes.
void letters_draw(see_image* image, int x, int y, const char* text, const uint8_t colour[3]);

// Return the name of what the next letter of a text that is not drawn belongs to, and pass it; NULL: there is none.
const char* letters_missing(const char** text);

#endif

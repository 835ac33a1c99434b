// swept.h - the way of models in motion as lines of a picture: where the corners of the box about each of them go.
#ifndef ABUT_CLI_PICTURE_SWEPT_H
#define ABUT_CLI_PICTURE_SWEPT_H
#include "models/load.h"
#include "picture/stations.h"
#include "see.h"

// What a station is for the line that ends there, or begins.
typedef enum swept_shade {
    SWEPT_FREE,   // nothing is in the way until there
    SWEPT_MET,    // nor here, but then it is not looked at
    SWEPT_LATER,  // not looked at
    SWEPT_DOUBT,  // near or undecided
} swept_shade;

typedef struct swept {
    see_line* lines;
    size_t count;
} swept;

// Make the lines of both models, of those that move. shades: of each state of a station. Returns false after telling that
// there is no memory. Free it in any case.
bool swept_make(swept* out, const model_file sides[2], const stations* s, const uint8_t* shades);
void swept_free(swept* s);
// Put them into a scene whose line callback is given the lines: their meaning, and how many there are.
void swept_show(const swept* s, see_scene* scene);

#endif

// word.h - shapes as words of the command line: "sphere:0,0,0,1.5" where the name of a file may stand.
#ifndef ABUT_CLI_SHAPE_WORD_H
#define ABUT_CLI_SHAPE_WORD_H
#include "abut/shape.h"

#include <stdbool.h>
#include <stddef.h>

enum { SHAPE_NUMBERS_MOST = 9, SHAPE_WHY = 400 };

// The words, for a help.
#define SHAPE_WORDS_HELP                                                                           \
    "  point:X,Y,Z               a point\n"                                                        \
    "  segment:X,Y,Z,X,Y,Z       from one end to the other\n"                                      \
    "  triangle:X,Y,Z,X,Y,Z,X,Y,Z  its corners\n"                                                  \
    "  ray:X,Y,Z,DX,DY,DZ        from a point in a direction, without end\n"                       \
    "  plane:X,Y,Z,NX,NY,NZ      through a point, square to its normal\n"                          \
    "  halfspace:X,Y,Z,NX,NY,NZ  a plane, and all that its normal points away from\n"              \
    "  sphere:X,Y,Z,R            centre and radius; as those below it is solid\n"                  \
    "  capsule:X,Y,Z,X,Y,Z,R     all that is within R of a segment\n"                              \
    "  box:X,Y,Z,X,Y,Z           two opposite corners; its edges are along the axes\n"             \
    "  cylinder:X,Y,Z,X,Y,Z,R    the ends of its axis\n"                                           \
    "  cone:X,Y,Z,X,Y,Z,R        its apex, and the centre of its base\n"                           \
    "  hull:FILE                 the convex hull of the points of a mesh or a table"

// What a word says. Zeroed: nothing.
typedef struct shape_word {
    const char* text;  // as it was given
    abut_shape_kind kind;
    double numbers[SHAPE_NUMBERS_MOST];  // as they stand there
    size_t number_count;
    const char* file;  // of a hull, within text; NULL: the word has numbers
} shape_word;

// Whether a word is a shape and no file: it begins with the name of a kind and a colon. A file of such a name is reached as
// ./sphere:1,2.
bool shape_word_is(const char* word);
// What a message says of a word that begins with a misspelt kind and a colon: " (is sphere meant?)"; NULL: it does not.
const char* shape_word_meant(const char* word, char meant[64]);

// Read a word. Each number is rounded once, whatever the locale. Returns false with what is wrong in
// why: with the word, and which number of it.
bool shape_word_parse(shape_word* out, const char* word, char why[SHAPE_WHY]);

// What a kind is called in words: "halfspace".
const char* shape_word_name(abut_shape_kind kind);

enum { SHAPE_CORNERS = 8 };

// Make the shape in a pose, without rounding anything. corners: where the corners of a box go that has no double as its
// centre, or as a half length; they must outlive it. The points of a hull are left out. Returns false with what is wrong in
// why.
bool shape_word_place(const shape_word* w, const abut_pose* pose, double corners[SHAPE_CORNERS][3],
                      abut_shape* out, char why[SHAPE_WHY]);

#endif

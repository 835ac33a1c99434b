// nearest.h - which of some names a wrong one was meant to be.
#ifndef ABUT_CLI_OPTIONS_NEAREST_H
#define ABUT_CLI_OPTIONS_NEAREST_H
#include <stdbool.h>
#include <stddef.h>

// A search among names that are offered one by one.
typedef struct nearest {
    const char* word;
    const char* name;  // the best so far, borrowed; NULL: none is near
    size_t steps;      // from the word to it
    size_t apart;      // how far apart their letters are: 14 is nearer to 15 than 12 is
} nearest;

// word: as it was typed; it may have dashes in front, and a value behind "=".
nearest nearest_begin(const char* word);
// The best has the fewest letters to change, insert, remove or swap with the next: at most a third of the word's. One
// that the word begins is one step away. Of equal ones that with nearer letters is kept, then the first.
void nearest_offer(nearest* n, const char* name);
// What a message says of it: " (is NAME meant?)", or nothing. text has room for 64 bytes, and is returned.
char* nearest_text(const nearest* n, char text[64]);

#endif

// classify.c - the class of a row, of its measures.
#include "clash/clash.h"
#include "say/say.h"

#include <stdlib.h>

const char* clash_class_text(clash_class c)
{
    static const char* const texts[CLASH_CLASSES] = {"unknown",   "touching", "protrusion",
                                                     "piercing",  "overlap",  "inside",
                                                     "too close", "duplicate"};
    return texts[c];
}

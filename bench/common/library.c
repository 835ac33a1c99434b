// library.c - see library.h.
#include "common/library.h"

#include <dlfcn.h>
#include <string.h>

// ISO C has no cast from a pointer to data to one to a function.
bool library_find(void* library, const char* name, void* function)
{
    void* const found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

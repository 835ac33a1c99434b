// small.h - memory of a small question that comes from the stack: many questions about few triangles would take most of their
// time to allocate, and workers would wait for each other there.
#ifndef ABUT_BASE_SMALL_H
#define ABUT_BASE_SMALL_H
#include "base/host.h"

#define SMALL_MEMORY 16384

typedef struct small_memory {
    const abut_host* host;  // of what does not fit
    size_t used;
    _Alignas(64) unsigned char bytes[SMALL_MEMORY];
} small_memory;

// A host whose blocks come from here as long as there is room, then from host; released ones leave room when all behind them
// are released. It runs nothing. Both are borrowed. Release all before the memory goes.
abut_host small_memory_host(small_memory* m, const abut_host* host);

#endif

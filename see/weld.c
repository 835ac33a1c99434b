// weld.c - the triangles of a part for a page: each position once, and three numbers for each triangle. A soup of a
// million triangles becomes half as long so.
#include "page.h"

#include <stdlib.h>
#include <string.h>

enum { CORNERS = 128 };

typedef struct welder {
    float* positions;  // three each
    size_t count, capacity;
    uint32_t* table;  // of numbers of positions plus 1; 0: free
    size_t mask;      // how many places it has, less 1
} welder;

static size_t place_of(const welder* w, const float p[3])
{
    uint32_t bits[3];
    memcpy(bits, p, sizeof bits);
    uint64_t hash = bits[0] * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 29 ^ bits[1]) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ hash >> 32 ^ bits[2]) * UINT64_C(0x94d049bb133111eb);
    size_t place = (size_t)(hash >> 20) & w->mask;
    while (w->table[place] &&
           memcmp(w->positions + 3 * (size_t)(w->table[place] - 1), p, 3 * sizeof *p) != 0)
        place = (place + 1) & w->mask;
    return place;
}

static bool grow(welder* w)
{
    const size_t capacity = w->capacity ? 2 * w->capacity : 512;
    float* positions = realloc(w->positions, 3 * capacity * sizeof *positions);
    if (positions) w->positions = positions;
    uint32_t* table = calloc(2 * capacity, sizeof *table);
    if (!positions || !table) {
        free(table);
        return false;
    }
    free(w->table);
    w->table = table;
    w->mask = 2 * capacity - 1;
    w->capacity = capacity;
    for (size_t i = 0; i < w->count; i++)
        table[place_of(w, positions + 3 * i)] = (uint32_t)i + 1;
    return true;
}

// Find the number of a position.
static bool weld(welder* w, const float p[3], uint32_t* out)
{
    if (w->count == w->capacity && !grow(w)) return false;
    const size_t place = place_of(w, p);
    if (!w->table[place]) {
        memcpy(w->positions + 3 * w->count++, p, 3 * sizeof *p);
        w->table[place] = (uint32_t)w->count;
    }
    *out = w->table[place] - 1;
    return true;
}

static bool weld_all(welder* w, const see_part* part, const see_frame* f, uint32_t* indices)
{
    double corners[CORNERS * 9];
    for (size_t first = 0; first < part->triangle_count; first += CORNERS) {
        const size_t left = part->triangle_count - first, some = left < CORNERS ? left : CORNERS;
        part->corners(part->user, first, some, corners);
        for (size_t i = 0; i < 3 * some; i++) {
            float p[3];
            see_frame_point(f, corners + 3 * i, p);
            if (!weld(w, p, &indices[3 * first + i])) return false;
        }
    }
    return true;
}

see_status see_page_part(FILE* out, const see_part* part, size_t index, const see_frame* f)
{
    welder w = {0};
    const size_t count = 3 * part->triangle_count;
    uint32_t* indices = malloc((count + 1) * sizeof *indices);
    const bool fine = indices && weld_all(&w, part, f, indices);
    if (fine) {
        see_block b = see_block_begin(out, "positions", index);
        see_block_floats(&b, w.positions, 3 * w.count);
        see_block_end(&b);
        b = see_block_begin(out, "indices", index);
        see_block_counts(&b, indices, count);
        see_block_end(&b);
    }
    free(indices);
    free(w.positions);
    free(w.table);
    return fine ? SEE_OK : SEE_OUT_OF_MEMORY;
}

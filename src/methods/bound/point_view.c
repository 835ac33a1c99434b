// point_view.c - see point_view.h.
#include "methods/bound/point_view.h"

#include <string.h>

#define TABLE_MAX 4096  // a power of two, above twice the corners of a compact set
#define EMPTY     UINT32_MAX

static uint32_t corner_of(const triangle_set* set, size_t corner)
{
    return set->triangles[(size_t)set->order[corner / 3] * 3 + corner % 3];
}

// Vertices are told apart by their indices, in an open table.
void point_view_make(point_view* v, const triangle_set* set)
{
    uint32_t table[TABLE_MAX];
    v->set = set;
    v->count = 3 * set->count;
    v->is_compact = set->count <= VIEW_TRIANGLES;
    if (!v->is_compact) return;
    size_t size = 16;
    while (size < 2 * v->count)
        size *= 2;
    memset(table, 0xFF, size * sizeof *table);
    size_t kept = 0;
    for (size_t t = 0; t < set->count; t++) {
        const uint32_t* index = set->triangles + (size_t)set->order[t] * 3;
        for (int k = 0; k < 3; k++) {
            size_t place = (index[k] * 0x9E3779B1u >> 8) & (size - 1);
            while (table[place] != EMPTY && table[place] != index[k])
                place = (place + 1) & (size - 1);
            if (table[place] == index[k]) continue;
            table[place] = index[k];
            memcpy(v->points[kept++], set->points + 3 * (size_t)index[k], 3 * sizeof(double));
        }
    }
    v->count = kept;
}

size_t point_view_block(const point_view* v, size_t first, double room[VIEW_BLOCK][3],
                        const double (**points)[3])
{
    const size_t left = v->count - first;
    if (v->is_compact) {
        *points = v->points + first;
        return left;
    }
    const size_t count = left < VIEW_BLOCK ? left : VIEW_BLOCK;
    for (size_t i = 0; i < count; i++)
        memcpy(room[i], v->set->points + 3 * (size_t)corner_of(v->set, first + i), sizeof room[i]);
    *points = (const double(*)[3])room;
    return count;
}

// cell_heap.c - see cell_heap.h.
#include "query/depths/cell_heap.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/vector.h"

abut_status cell_heap_add(cell_heap* h, const cell* c, const abut_host* host)
{
    void* cells = h->cells;
    const abut_status status =
        host_grow(host, &cells, &h->capacity, h->count, h->count + 1, sizeof *h->cells);
    h->cells = cells;
    if (status != ABUT_OK) return status;
    size_t at = h->count++;
    for (size_t above; at && h->cells[above = (at - 1) / 2].key > c->key; at = above)
        h->cells[at] = h->cells[above];
    h->cells[at] = *c;
    return ABUT_OK;
}

cell cell_heap_take(cell_heap* h)
{
    ASSERT(h->count);
    const cell out = h->cells[0], last = h->cells[--h->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < h->count; at = child) {
        if (child + 1 < h->count && h->cells[child + 1].key < h->cells[child].key) child++;
        if (!(h->cells[child].key < last.key)) break;
        h->cells[at] = h->cells[child];
    }
    if (h->count) h->cells[at] = last;
    return out;
}

void cell_heap_free(cell_heap* h, const abut_host* host)
{
    host_release(host, h->cells, h->capacity, sizeof *h->cells);
}

double cell_radius(const cell* c)
{
    return length3(c->half) * (1 + 0x1p-48) + 0x1p-500;
}

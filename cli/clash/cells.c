// cells.c - stubs: the founder's file takes its place.
#include "clash/cells.h"

#include <stdlib.h>

bool clash_is_mine(const clash_result* r, uint32_t a, uint32_t b)
{
    (void)r, (void)a, (void)b;
    return true;
}

void clash_piece_group(const clash_result* r, size_t number, uint32_t* groups, uint32_t* against)
{
    (void)r, (void)number, (void)groups, (void)against;
}

bool clash_piece_number(const clash_result* r, uint32_t object, uint32_t* number)
{
    (void)r;
    *number = object;
    return true;
}

bool clash_cells_plan(clash_result* r, size_t count)
{
    r->cells.count = count;
    r->cells.of = calloc(r->object_count + 1, sizeof *r->cells.of);
    r->cells.objects = calloc(r->object_count + 1, sizeof *r->cells.objects);
    r->cells.object_count = r->object_count;
    for (size_t i = 0; i < r->object_count; i++)
        r->cells.objects[i] = (uint32_t)i;
    return true;
}

void clash_cells_free(clash_cells* c)
{
    free(c->of);
    free(c->objects);
}

// climb_parts.c - how a climb lies in memory: what every tree asks of its climb, which most have not.
#include "base/host.h"
#include "methods/bound/climb.h"

size_t climb_number_bytes(const climb* c)
{
    return (3 * c->vertex_count + 4 * c->facet_count) * sizeof *c->numbers;
}

size_t climb_way_bytes(const climb* c)
{
    return c->vertex_count ? (c->vertex_count + 1 + 6 * c->facet_count) * sizeof *c->ways : 0;
}

void climb_find_parts(climb* c)
{
    c->points = c->numbers;
    c->planes = (double(*)[4])(c->numbers + 3 * c->vertex_count);
    c->first = c->ways;
    c->neighbours = c->first + c->vertex_count + 1;
    c->facets = c->neighbours + 3 * c->facet_count;
}

int climb_join(climb* c)
{
    if (!c->vertex_count) return 1;
    climb_find_parts(c);
    if (c->first[0] != 0 || c->first[c->vertex_count] != 3 * c->facet_count) return 0;
    for (size_t i = 0; i < c->vertex_count; i++) {
        if (c->first[i] > c->first[i + 1]) return 0;
    }
    for (size_t i = 0; i < 3 * c->facet_count; i++) {
        if (c->neighbours[i] >= c->vertex_count || c->facets[i] >= c->facet_count) return 0;
    }
    return 1;
}

void climb_free(climb* c, const abut_host* host)
{
    host_release(host, c->numbers, climb_number_bytes(c), 1);
    host_release(host, c->ways, climb_way_bytes(c), 1);
}

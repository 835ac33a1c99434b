// surface.h - one side of a couple of solids, cut by closed curves of contact into pieces: what hangs together between them.
#ifndef ABUT_CLI_CLASH_ROWS_SURFACE_H
#define ABUT_CLI_CLASH_ROWS_SURFACE_H
#include "clash/rows/rows.h"

enum { SURFACE_LEFT, SURFACE_RIGHT };  // of a curve, as it runs

typedef struct passage passage;
typedef struct chain chain;
typedef struct piece piece;

// Filled in by who asks: couple, loops, loop_count, side, corners, triangle_count; zeroed is the rest.
typedef struct surface {
    const clash_couple* couple;
    const size_t* loops;  // curves
    size_t loop_count;
    int side;
    const double* corners;
    size_t triangle_count, edge_count, passage_count, chain_count, piece_count;
    uint32_t* vertices;   // of each corner: the first corner that is the same
    uint32_t* edges;      // of each corner: the edge that begins there
    uint32_t (*ends)[2];  // of each edge: its vertices, the lower first
    uint32_t (*uses)
        [2];  // of each edge: by so many triangles that run along it from its lower vertex, and by others
    uint32_t* first;    // of each edge: its first interval
    uint32_t* counts;   // of each edge: its passages
    passage* passages;  // as the curves run
    bool* is_cut;       // of each corner: a chain of its triangle ends there
    chain* chains;
    piece* pieces;
    uint32_t* alone;   // of each loop: the triangle that it does not leave; or none
    bool* is_blocked;  // of each interval: a curve runs along it
    uint32_t* parent;  // a forest of both sides of intervals, and then of loops
    uint32_t interval_count;
} surface;

// Join what hangs together. *understood: false where a curve is not what this knows. Returns false without memory.
bool surface_join(surface* s, size_t point_count, bool* understood);
// Release it; also after a failure, and a zeroed one.
void surface_close(surface* s);

// A side of a loop, and which piece something is in: two that are in one piece have the same.
uint32_t surface_of_loop(const surface* s, size_t loop, int side);
uint32_t surface_find(const surface* s, uint32_t i);

#endif

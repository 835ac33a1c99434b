// cells_near.c - see cells_near.h. The boxes are the leaves of a full binary tree in an array: node i has the children 2 i and 2 i + 1.
#include "clash/cells_near.h"

#include <math.h>
#include <stdlib.h>

struct cells_near {
    clash_box* nodes;  // from 1 on; leaves from leaves on
    size_t leaves;     // a power of two
};

static void join(clash_box* out, const clash_box* a, const clash_box* b)
{
    for (int k = 0; k < 3; k++) {
        out->low[k] = fmin(a->low[k], b->low[k]);
        out->high[k] = fmax(a->high[k], b->high[k]);
    }
}

static void fill(cells_near* n, const clash_box* boxes, const uint32_t* list, size_t count)
{
    const double inf = (double)INFINITY;
    const clash_box none = {{inf, inf, inf}, {-inf, -inf, -inf}};
    for (size_t i = 0; i < n->leaves; i++)
        n->nodes[n->leaves + i] = i < count ? boxes[list[i]] : none;
    for (size_t i = n->leaves; i-- > 1;)
        join(&n->nodes[i], &n->nodes[2 * i], &n->nodes[2 * i + 1]);
}

cells_near* cells_near_make(const clash_cells* c, size_t first, size_t last)
{
    const size_t count = c->starts[last] - c->starts[first];
    cells_near* n = calloc(1, sizeof *n);
    if (!n) return NULL;
    for (n->leaves = 1; n->leaves < count;)
        n->leaves *= 2;
    n->nodes = malloc(2 * n->leaves * sizeof *n->nodes);
    if (n->nodes) {
        fill(n, c->boxes, c->order + c->starts[first], count);
        return n;
    }
    cells_near_free(n);
    return NULL;
}

static bool meet(const clash_box* a, const clash_box* b)
{
    for (int k = 0; k < 3; k++)
        if (!(a->low[k] <= b->high[k] && b->low[k] <= a->high[k])) return false;
    return true;
}

bool cells_near_meets(const cells_near* n, const clash_box* box)
{
    size_t i = 1;
    while (i) {
        if (meet(&n->nodes[i], box)) {
            if (i >= n->leaves) return true;
            i = 2 * i;
            continue;
        }
        // To the next one in the order of a walk; behind the last one is 0.
        while (i & 1)
            i /= 2;
        if (i) i++;
    }
    return false;
}

void cells_near_free(cells_near* n)
{
    if (!n) return;
    free(n->nodes);
    free(n);
}

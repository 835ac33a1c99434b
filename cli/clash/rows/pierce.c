// pierce.c - whether one solid passes through another: a piece of its surface within the other one (surface.h) leads from one
// closed curve of contact to another.
#include "clash/rows/surface.h"

#include <stdlib.h>

// Six times the volume that the triangles bound: above 0 where they look outward.
static double volume_of(const double* corners, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double t[9];
        for (int k = 0; k < 9; k++)
            t[k] = corners[9 * i + (size_t)k] - corners[k % 3];
        sum += t[0] * (t[4] * t[8] - t[5] * t[7]) + t[1] * (t[5] * t[6] - t[3] * t[8]) +
               t[2] * (t[3] * t[7] - t[4] * t[6]);
    }
    return sum;
}

// ------------------------------------------------------------------------------------------- loops

// Which pieces of both surfaces a loop is between.
typedef struct between {
    uint32_t in[2], out[2];  // of each side: its piece within the other one, and that outside
} between;

static int order_of(const between* p, const between* q, int side)
{
    const uint32_t x[4] = {p->in[side], p->in[1 - side], p->out[1 - side], p->out[side]};
    const uint32_t y[4] = {q->in[side], q->in[1 - side], q->out[1 - side], q->out[side]};
    for (int k = 0; k < 4; k++)
        if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
    return 0;
}

static int order_by_first(const void* p, const void* q)
{
    return order_of(p, q, 0);
}

static int order_by_second(const void* p, const void* q)
{
    return order_of(p, q, 1);
}

// How a side passes through the other one: a piece of it within that leads from one loop to another. THROUGH: these bound different
// pieces of the other one's surface. AROUND: beyond them the side goes on in different pieces, and the other one in one, as a ring
// about a shaft, or the end of a tube in a wall.
static clash_passing passing_of(between* list, size_t count, int side)
{
    const int other = 1 - side;
    clash_passing passing = CLASH_PASSES_NOT;
    qsort(list, count, sizeof *list, side ? order_by_second : order_by_first);
    for (size_t i = 1; i < count; i++) {
        const between *p = &list[i - 1], *q = &list[i];
        if (p->in[side] != q->in[side]) continue;
        if (p->in[other] != q->in[other]) return CLASH_PASSES_THROUGH;
        if (p->out[other] == q->out[other] && p->out[side] != q->out[side])
            passing = CLASH_PASSES_AROUND;
    }
    return passing;
}

static bool judge_loops(const surface s[2], clash_passing pierced[2])
{
    const size_t count = s[0].loop_count;
    between* list = malloc((count + 1) * sizeof *list);
    if (!list) return false;
    const bool* mirrored = s[0].couple->is_mirrored;
    for (int side = 0; side < 2; side++) {
        // The inside of side 1 is on the left on side 0, if its triangles look outward in the file; that of side 0 on the right
        // on side 1. Seen by a side's own triangles, a pose that mirrors it exchanges left and right.
        const int other = 1 - side;
        const bool outward =
            (volume_of(s[other].corners, s[other].triangle_count) > 0) != mirrored[other];
        const bool left = (outward == (side == 0)) != mirrored[side];
        const int inner = left ? SURFACE_LEFT : SURFACE_RIGHT;
        for (size_t i = 0; i < count; i++) {
            list[i].in[side] = surface_find(&s[side], surface_of_loop(&s[side], i, inner));
            list[i].out[side] = surface_find(&s[side], surface_of_loop(&s[side], i, 1 - inner));
        }
    }
    for (int side = 0; side < 2; side++)
        pierced[1 - side] = passing_of(list, count, side);
    free(list);
    return true;
}

// The closed curves of regions that have no other ones.
static size_t list_loops(const abut_overlap_answer* o, bool* is_mixed, size_t* loops)
{
    size_t count = 0;
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        if (c->kind == ABUT_CURVE_BORDER ||
            (c->kind == ABUT_CURVE_CROSSING && !(c->is_closed && c->is_directed)))
            is_mixed[c->region] = true;
    }
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        if (c->kind == ABUT_CURVE_CROSSING && !is_mixed[c->region]) loops[count++] = i;
    }
    return count;
}

static bool judge_surfaces(const clash_couple* c, const size_t* loops, size_t count,
                           clash_passing pierced[2])
{
    surface s[2] = {{0}};
    bool fine = true, understood = true;
    for (int side = 0; side < 2 && fine && understood; side++) {
        s[side] = (surface){.couple = c,
                            .loops = loops,
                            .loop_count = count,
                            .side = side,
                            .corners = c->corners[side],
                            .triangle_count = c->counts[side]};
        fine = surface_join(&s[side], c->overlap->point_count, &understood);
    }
    if (fine && understood) fine = judge_loops(s, pierced);
    surface_close(&s[0]);
    surface_close(&s[1]);
    return fine;
}

bool clash_pierce(const clash_couple* c, clash_passing pierced[2])
{
    const abut_overlap_answer* o = c->overlap;
    bool* is_mixed = calloc(o->region_count + 1, sizeof *is_mixed);
    size_t* loops = calloc(o->curve_count + 1, sizeof *loops);
    bool fine = is_mixed && loops;
    pierced[0] = pierced[1] = CLASH_PASSES_NOT;
    if (fine) {
        const size_t count = list_loops(o, is_mixed, loops);
        if (count > 1) fine = judge_surfaces(c, loops, count, pierced);
    }
    free(is_mixed);
    free(loops);
    return fine;
}

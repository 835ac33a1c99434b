// classify.c - the class of a row, of its relation and its measures. What is computed is compared without a tolerance; what
// roundings could decide is not claimed.
#include "clash/rows/rows.h"
#include "say/say.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

const char* clash_class_text(clash_class c)
{
    static const char* const texts[CLASH_CLASSES] = {"unknown",   "touching", "protrusion",
                                                     "piercing",  "overlap",  "inside",
                                                     "too close", "duplicate"};
    return texts[c];
}

void clash_classify_uncrossed(clash_row* row)
{
    static const clash_class classes[] = {
        [ABUT_RELATION_UNKNOWN] = CLASH_CLASS_UNKNOWN,
        [ABUT_RELATION_SEPARATE] = CLASH_CLASS_CLOSE,
        [ABUT_RELATION_TOUCHING] = CLASH_CLASS_TOUCHING,
        // Of surfaces that have no inside.
        [ABUT_RELATION_CROSSING] = CLASH_CLASS_UNKNOWN,
        [ABUT_RELATION_A_INSIDE_B] = CLASH_CLASS_INSIDE,
        [ABUT_RELATION_B_INSIDE_A] = CLASH_CLASS_INSIDE,
    };
    row->class = row->test == CLASH_DUPLICATE ? CLASH_CLASS_DUPLICATE : classes[row->relation];
    if (row->class == CLASH_CLASS_INSIDE)
        row->pierced = row->relation == ABUT_RELATION_A_INSIDE_B ? 1 : 0;
}

// The extent of an object along a direction, times its length: what it is at least.
static double extent_least(const double* corners, size_t triangle_count, const double t[3])
{
    double least = (double)INFINITY, greatest = -(double)INFINITY, size = 0;
    for (size_t i = 0; i < 3 * triangle_count; i++) {
        const double* x = corners + 3 * i;
        const double s = t[0] * x[0] + t[1] * x[1] + t[2] * x[2];
        least = fmin(least, s);
        greatest = fmax(greatest, s);
        size = fmax(size, fabs(t[0] * x[0]) + fabs(t[1] * x[1]) + fabs(t[2] * x[2]));
    }
    // Three products, two sums, and the roundings of a corner on its way to the world.
    return greatest - least - 16 * DBL_EPSILON * size;
}

// Whether the translation is shorter than each of both objects is along it: beyond doubt.
static bool is_protrusion(const clash_row* row, const clash_couple* c)
{
    const double* t = row->translation;
    const double length_most =
        (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]) * (1 + 8 * DBL_EPSILON) + DBL_MIN;
    for (int s = 0; s < 2; s++)
        if (!(length_most < extent_least(c->corners[s], c->counts[s], t))) return false;
    return true;
}

// The side that is pierced so, as the row has it; -1: none. A tube in a wall, and the wall in the tube: the larger one is said to
// be pierced.
static int pierced_side(const clash_result* r, const clash_row* row, const clash_couple* c,
                        const clash_passing pierced[2], clash_passing how)
{
    const uint32_t smaller = clash_mover(r, row->a, row->b);
    for (int s = 0; s < 2; s++)
        if (pierced[s] == how && !(pierced[1 - s] == how && c->objects[s] == smaller))
            return c->objects[s] == row->a ? 0 : 1;
    return -1;
}

bool clash_classify_crossing(const clash_result* r, clash_row* row, const clash_couple* c)
{
    clash_passing pierced[2];
    if (!clash_pierce(c, pierced)) return false;
    row->pierced = pierced_side(r, row, c, pierced, CLASH_PASSES_THROUGH);
    if (row->pierced < 0 && is_protrusion(row, c)) {
        row->class = CLASH_CLASS_PROTRUSION;
        return true;
    }
    if (row->pierced < 0) row->pierced = pierced_side(r, row, c, pierced, CLASH_PASSES_AROUND);
    row->class = row->pierced < 0 ? CLASH_CLASS_OVERLAP : CLASH_CLASS_PIERCING;
    return true;
}

// turned_dops.h - what the tests of turned k-DOPs share.
#ifndef ABUT_TESTS_TURNED_DOPS_H
#define ABUT_TESTS_TURNED_DOPS_H
#include "methods/bound/kdop_turn.h"
#include "support/soup_models.h"

static UNUSED const abut_method dops[] = {
    ABUT_METHOD_DOP6,      ABUT_METHOD_DOP8,      ABUT_METHOD_DOP12,     ABUT_METHOD_DOP14,
    ABUT_METHOD_DOP18,     ABUT_METHOD_DOP20,     ABUT_METHOD_DOP26,     ABUT_METHOD_QUICKCD6,
    ABUT_METHOD_QUICKCD8,  ABUT_METHOD_QUICKCD12, ABUT_METHOD_QUICKCD14, ABUT_METHOD_QUICKCD18,
    ABUT_METHOD_QUICKCD20, ABUT_METHOD_QUICKCD26};
enum { DOPS = sizeof dops / sizeof *dops, FIRST_QUICKCD = 7 };

// Of small parts and of the largest; now and then none.
static UNUSED kdop_turn random_turn(rng* r)
{
    static const int mosts[] = {1, 3, 127, KDOP_TURN_MOST};
    kdop_turn t = {{0}};
    const int most = mosts[rng_below(r, 4)];
    if (rng_below(r, 8) == 0) return t;
    for (int i = 0; i < 4; i++)
        t.part[i] = (int16_t)((int)rng_below(r, 2 * (size_t)most + 1) - most);
    if (rng_below(r, 8) == 0) t.part[rng_below(r, 4)] = KDOP_TURN_MOST;
    return t;
}

#endif

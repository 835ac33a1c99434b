// checks.h - what the argument checks of all questions have in common.
#ifndef ABUT_API_CHECKS_H
#define ABUT_API_CHECKS_H
#include "base/base.h"
#include "base/bits.h"

#include "abut/methods.h"
#include "abut/motion.h"

static inline int is_zero(const uint64_t reserved[4])
{
    return (reserved[0] | reserved[1] | reserved[2] | reserved[3]) == 0;
}

// Whether it wants to be told what one search of one thread does.
static inline int ask_is_told(const abut_ask* ask)
{
    return ask->walk && ask->walk->considered;
}

static inline int ask_is_plain(const abut_ask* ask)
{
    return (ask->reserved[0] | ask->reserved[1] | ask->reserved[2]) == 0 &&
           (!ask->walk || (ask->walk->reserved[0] | ask->walk->reserved[1]) == 0);
}

// Check what is asked of motions.
static inline abut_status motion_ask_check(const abut_motion_ask* ask)
{
    const double numbers[] = {ask->separation, ask->resolution, ask->deadline};
    if (!is_zero(ask->reserved)) return ABUT_BAD_ARGUMENT;
    if ((unsigned)ask->detail > ABUT_DETAIL_POINTS || (unsigned)ask->any > 1)
        return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(numbers, 3)) return ABUT_NOT_FINITE;
    for (int i = 0; i < 3; i++)
        if (double_compare(numbers[i], 0) < 0) return ABUT_BAD_ARGUMENT;
    return ABUT_OK;
}

#endif

// settle_eight_kernel.c - settle_kernel.c's pairs, eight at once, where the processor has vectors of that length.
#define PACK_EIGHT
#include "base/simd.h"

#ifdef SIMD_TWICE
#include "engine/leaf/settle_body.inl"

void ISA(wide_settle_eight)(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                            uint8_t* kinds)
{
    settle_pairs(q, pairs, count, kinds);
}
#endif

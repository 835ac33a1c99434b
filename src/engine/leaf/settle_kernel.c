// settle_kernel.c - see settle.h: a few pairs at two or four lanes, more of them at eight where there are so many
// (settle_eight_kernel.c), of which most would be idle.
#include "engine/leaf/settle_body.inl"

void ISA(wide_settle)(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                      uint8_t* kinds)
{
#ifdef SIMD_TWICE
    if (count > LANES) {
        ISA(wide_settle_eight)(q, pairs, count, kinds);
        return;
    }
#endif
    settle_pairs(q, pairs, count, kinds);
}

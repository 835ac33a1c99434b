// unpack.inl - a packed node as the node that it stands for (pack.h), eight boxes at once, and a short leaf
// likewise. Bounds: docs/proofs/boxes.md, "Packed boxes", "Short leaves".
#ifndef ABUT_ENGINE_TREE_UNPACK_INL
#define ABUT_ENGINE_TREE_UNPACK_INL
#include "base/simd.h"
#include "engine/tree/node.h"

static inline void unpack_node(const wide_packed* p, wide_node* out)
{
    const lanes one = lanes_all(1);
    lanes g[3], s[3];
    for (int k = 0; k < 3; k++)
        g[k] = lanes_from_int16(p->turn[k]) * lanes_all(WIDE_TURN_UNIT);
    const lanes scale = 2 / (one + g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    for (int k = 0; k < 3; k++)
        s[k] = g[k] * scale;
    const lanes xx = g[0] * s[0], yy = g[1] * s[1], zz = g[2] * s[2];
    const lanes xy = g[0] * s[1], xz = g[0] * s[2], yz = g[1] * s[2];
    lanes_store(out->axis[0], one - (yy + zz));
    lanes_store(out->axis[1], xy + s[2]);
    lanes_store(out->axis[2], xz - s[1]);
    lanes_store(out->axis[3], xy - s[2]);
    lanes_store(out->axis[4], one - (xx + zz));
    lanes_store(out->axis[5], yz + s[0]);
    lanes_store(out->axis[6], xz + s[1]);
    lanes_store(out->axis[7], yz - s[0]);
    lanes_store(out->axis[8], one - (xx + yy));
    for (int k = 0; k < 3; k++) {
        const lanes offset = lanes_from_int16(p->centre[k]) * lanes_all(p->unit);
        lanes_store(out->centre[k], lanes_all(p->origin[k]) + offset);
        lanes_store(out->half[k], lanes_from_upper(p->half[k]));
    }
    memcpy(out->child, p->child, sizeof out->child);
}

static inline void lengthen_leaf(const wide_short* s, wide_leaf* out)
{
    static const int first[5] = {
        0, 2, 4, 6, 7};  // two rows of nine; the last time with one that was done before
    const uint32_t bits = s->low[0] >> 28 | s->low[1] >> 28 << 4 | s->low[2] >> 28 << 8;
    const uint32_t step_bits = bits << 22;
    const lanes_int place = {0, 7, 14, 21, 0, 7, 14, 21};
    float step;
    memcpy(&step, &step_bits, sizeof step);
    for (int i = 0; i < 5; i++) {
        const int row = first[i];
        const lanes_int low = lanes_int_twice(s->low[row], s->low[row + 1]) >> place & 0x7F;
        const lanes_int whole = lanes_int_from_int16(s->high[row]) << 7 | low;
        lanes_store(out->corner[row], __builtin_convertvector(whole, lanes) * lanes_all(step));
    }
    memcpy(out->origin, s->origin, sizeof out->origin);
    out->reach = (float)WIDE_SHORT_MOST * step;
    memcpy(out->id, s->id, sizeof out->id);
}

#endif

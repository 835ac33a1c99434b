// wide_unpack.inl - a packed node as the node that it stands for (wide_pack.h), eight boxes at once, for the instruction
// set of the including file. Bounds: docs/exactness.md, "Packed boxes".
#include "base/simd.h"
#include "wide/wide_tree.h"

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

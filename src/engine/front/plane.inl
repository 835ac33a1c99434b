// plane.inl - planes that part boxes, found by a visit and tested in later poses: far less work than the
// boxes. Bounds: docs/proofs/boxes.md, "Planes of a front".
#ifndef ABUT_ENGINE_FRONT_PLANE_INL
#define ABUT_ENGINE_FRONT_PLANE_INL
#include "base/base.h"
#include "engine/box/box.inl"
#include "engine/front/front.h"
#include "search/relative_pose.h"

#define PLANE_LONGEST 1.05f   // the square of what a normal may be long
#define PLANE_SIZE    0x1p20  // of a map that floats tell well enough

// b in the frame of a as floats. slop: what is needed beyond offsets.
typedef struct plane_pose {
    float linear[3][3], translation[3], stretch, shrink, slop;
} plane_pose;

static void plane_pose_prepare(plane_pose* out, const front_place* place, const relative_pose* r)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->linear[i][k] = (float)place->linear[i][k];
        out->translation[i] = (float)place->translation[i];
    }
    out->stretch = (float)(r->stretch * (r->b_scale / r->a_scale));
    out->shrink = 1 / out->stretch;
    out->slop = INFINITY;
    if (place->linear_size + place->far < PLANE_SIZE)
        out->slop = (float)(0x1p-18 * (4 * place->linear_size + place->far) + 16 * place->error);
}

// A number of each of a node's boxes, or of one of them.
static inline lanes box_number(const float row[WIDE_LANES], int is_each, unsigned lane)
{
    return is_each ? lanes_load(row) : lanes_all(row[lane]);
}

// How far boxes reach from their centres along a direction.
ALWAYS_INLINE lanes boxes_reach(const wide_node* n, const lanes along[3], int is_each,
                                unsigned lane)
{
    lanes reach = lanes_all(0);
    for (int i = 0; i < 3; i++) {
        const lanes turn = along[0] * box_number(n->axis[3 * i], is_each, lane) +
                           along[1] * box_number(n->axis[3 * i + 1], is_each, lane) +
                           along[2] * box_number(n->axis[3 * i + 2], is_each, lane);
        reach += lanes_abs(turn) * box_number(n->half[i], is_each, lane);
    }
    return reach;
}

// How far b's boxes reach along the planes' normals in this pose.
ALWAYS_INLINE void find_widths(const plane_pose* p, const wide_node* b, int is_each, unsigned lane,
                               unsigned which, front_planes* out)
{
    lanes along[3], size = lanes_all(0);
    for (int k = 0; k < 3; k++) {
        along[k] = p->linear[0][k] * lanes_load(out->normal[0]) +
                   p->linear[1][k] * lanes_load(out->normal[1]) +
                   p->linear[2][k] * lanes_load(out->normal[2]);
        size += box_number(b->half[k], is_each, lane);
    }
    const lanes width =
        boxes_reach(b, (const lanes*)along, is_each, lane) + 0x1p-18f * p->stretch * size;
    lanes_store(out->width, lanes_choose(lanes_of(which), width, lanes_all(0)));
}

// Make planes of the axes that told most. node: of a and of b; node[side] is opened. lane: of the other node's box.
ALWAYS_INLINE void make_planes(const plane_pose* p, const wide_node* const node[2], int side,
                               unsigned lane, const box_lanes* found, unsigned which,
                               front_planes* out)
{
    const wide_node *a = node[0], *b = node[1], *opened = side ? b : a;
    const lanes none = lanes_all(0);
    lanes normal[3], size = none, offset = none, squares = none;
    for (int k = 0; k < 3; k++) {
        normal[k] = found->toward[0] * lanes_load(opened->axis[k]) +
                    found->toward[1] * lanes_load(opened->axis[3 + k]) +
                    found->toward[2] * lanes_load(opened->axis[6 + k]);
    }
    if (side) {  // from b to a
        const lanes from = lanes_all(-p->shrink), x = normal[0] * from, y = normal[1] * from,
                    z = normal[2] * from;
        for (int i = 0; i < 3; i++)
            normal[i] = p->linear[i][0] * x + p->linear[i][1] * y + p->linear[i][2] * z;
    }
    for (int k = 0; k < 3; k++) {
        const lanes half = box_number(b->half[k], side, lane);
        offset += normal[k] * box_number(a->centre[k], !side, lane);
        size += box_number(a->half[k], !side, lane);
        squares += half * half;
        lanes_store(out->normal[k], normal[k]);
        lanes_store(out->centre[k], box_number(b->centre[k], side, lane));
    }
    offset += boxes_reach(a, (const lanes*)normal, !side, lane) + 0x1p-18f * size + 0x1p-16f;
    const lanes length = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const lanes_int is_meant = lanes_of(which);
    offset =
        lanes_choose(lanes_above(lanes_all(PLANE_LONGEST), length), offset, lanes_all(INFINITY));
    lanes_store(out->offset, lanes_choose(is_meant, offset, lanes_all(-INFINITY)));
    lanes_store(out->reach, lanes_choose(is_meant, 1.04f * lanes_root(squares), none));
    find_widths(p, b, side, lane, which, out);
}

// How far the least of eight pairs is apart by its plane; 0, if some plane does not prove it.
static inline float planes_slack(const plane_pose* p, const front_planes* f, float turned)
{
    const lanes x = lanes_load(f->centre[0]), y = lanes_load(f->centre[1]),
                z = lanes_load(f->centre[2]);
    lanes along = lanes_all(0);
    for (int i = 0; i < 3; i++)
        along += lanes_load(f->normal[i]) * (p->linear[i][0] * x + p->linear[i][1] * y +
                                             p->linear[i][2] * z + p->translation[i]);
    const float turn = (turned - f->turned) * 1.0001f;
    const lanes slack = along - lanes_load(f->offset) - lanes_load(f->width) -
                        turn * lanes_load(f->reach) - p->slop;
    if (lanes_mask(lanes_above(slack, lanes_all(0))) != 0xff) return 0;
    const lanes_halves halves = lanes_split(slack);
    const quad least = quad_min(halves.half[0], halves.half[1]);
    const float x0 = least[0] < least[1] ? least[0] : least[1],
                x1 = least[2] < least[3] ? least[2] : least[3];
    return x0 < x1 ? x0 : x1;
}

#endif

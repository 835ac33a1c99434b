// gaps_kernel.c - how far the triangles of two leaf pairs are from each other at least, by their planes (leaf.h).
//
// Bounds: docs/proofs/eight-triangles.md, "Eight triangles at once"; its symbols are used here.
#include "engine/leaf/faces.inl"

// 1 / length, at most. What underflows is below 2^-110.
static inline lanes inverse_length(const lanes x[3])
{
    return 1 / (1.000001f * lanes_root(dot_lanes(x, x) + 0x1p-110f));
}

// Gaps along coordinates are lengths as they are, those along normals are divided by the normals' lengths.
void ISA(wide_leaf_gaps)(const wide_leaf_pose* pose, const wide_leaf* const a[2],
                         const wide_leaf* const b[2], float gap[2])
{
    lanes row[BLOCK_NUMBERS], place[3];
    const lanes error = place_block(row, pose, a, b, place);
    const lanes nothing = lanes_all(-1), endless = lanes_all((float)INFINITY);
    leaf_face face[2];
    find_face(&face[0], row, error, 3.05f * row[18]);
    find_face(&face[1], row + 9, error, lanes_all(0));
    const lanes_int here[2] = {triangles_of(a), triangles_of(b)};
    const lanes inverse[2] = {inverse_length(face[0].normal), inverse_length(face[1].normal)};
    lanes least = endless;
    for (int turn = 0; turn < 4; turn++) {
        lanes p[9];
        for (int k = 0; k < 9; k++)
            p[k] = lanes_turn(row[9 + k], turn);
        const leaf_face b_face = turn_face(&face[1], turn);
        lanes apart = beyond_ranges(&face[0], &b_face, nothing);
        apart = lanes_max(beyond_face(&face[0], p, nothing) * inverse[0], apart);
        apart = lanes_max(beyond_face(&b_face, row, nothing) * lanes_turn(inverse[1], turn), apart);
        const lanes_int both = here[0] & (lanes_int)lanes_turn((lanes)here[1], turn);
        least = lanes_min(lanes_choose(both, apart, endless), least);
    }
    for (int p = 0; p < 2; p++) {
        float of_pair = least[4 * p];
        for (int k = 1; k < 4; k++)
            of_pair = least[4 * p + k] < of_pair ? least[4 * p + k] : of_pair;
        gap[p] = PRUNE(of_pair > 0) ? 0.98f * of_pair : 0;
    }
}

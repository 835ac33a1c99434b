// obb_quaternion.h - the axes of a box from its quaternion. By itself, for a test counts its operations as those of
// obb_separate.h: it defines REAL as a number that counts.
#ifndef ABUT_METHODS_BOUND_OBB_QUATERNION_H
#define ABUT_METHODS_BOUND_OBB_QUATERNION_H
#ifndef REAL
#define REAL double
#endif

// Each entry within 2^-49, for quaternions no longer than 1.001. No divisions, no roots. Cost: 28 operations.
static inline void quaternion_axes(const REAL q[4], REAL out[3][3])
{
    const REAL x2 = q[0] + q[0], y2 = q[1] + q[1], z2 = q[2] + q[2];
    const REAL xx = q[0] * q[0], yy = q[1] * q[1], zz = q[2] * q[2], ww = q[3] * q[3];
    const REAL xy = x2 * q[1], xz = x2 * q[2], yz = y2 * q[2];
    const REAL xw = x2 * q[3], yw = y2 * q[3], zw = z2 * q[3];
    out[0][0] = ww + xx - yy - zz;
    out[0][1] = xy + zw;
    out[0][2] = xz - yw;
    out[1][0] = xy - zw;
    out[1][1] = ww - xx + yy - zz;
    out[1][2] = yz + xw;
    out[2][0] = xz + yw;
    out[2][1] = yz - xw;
    out[2][2] = ww - xx - yy + zz;
}

#endif

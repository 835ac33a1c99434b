// box_operations.cpp - numbers that count what is done with them; that needs operators, so this is C++.
#include "baseline/box_operations.h"

#include <cmath>

namespace
{
box_operations total;

struct number {
    double value;
};
number operator+(number x, number y)
{
    total.add++;
    return {x.value + y.value};
}
number operator-(number x, number y)
{
    total.add++;
    return {x.value - y.value};
}
number operator*(number x, number y)
{
    total.multiply++;
    return {x.value * y.value};
}
bool operator>(number x, number y)
{
    total.compare++;
    return x.value > y.value;
}
number fabs(number x)
{
    total.absolute++;
    return {std::fabs(x.value)};
}
}  // namespace

#define REAL number
#include "methods/bound/obb_quaternion.h"
#include "methods/bound/obb_separate.h"

namespace
{
struct relative {
    number along[3], normal[3][3], size[3][3], a[3], b[3];
};

// Where b is as a sees it: known before the test, so not counted.
relative relative_of(const plain_box& a, const plain_box& b)
{
    relative out;
    for (int i = 0; i < 3; i++) {
        out.along[i] = {0};
        out.a[i] = {a.half[i]};
        out.b[i] = {b.half[i]};
        for (int k = 0; k < 3; k++)
            out.along[i].value += (b.centre[k] - a.centre[k]) * a.axes[i][k];
        for (int j = 0; j < 3; j++) {
            out.normal[i][j] = {0};
            for (int k = 0; k < 3; k++)
                out.normal[i][j].value += a.axes[i][k] * b.axes[j][k];
        }
    }
    return out;
}

// Whether axis number axis of the fifteen separates them.
bool separates(const relative& r, int axis, int a_flat, int b_flat)
{
    const number more = {0};
    if (axis < 3) return separates_face_a(axis, r.along, r.size, r.a, r.b, more, a_flat, b_flat);
    if (axis < 6) {
        const number distance = distance_along_b(axis - 3, r.along, r.normal);
        return separates_face_b(axis - 3, distance, r.size, r.a, r.b, more, a_flat, b_flat);
    }
    return separates_edges((axis - 6) / 3, axis % 3, r.along, r.normal, r.size, r.a, r.b, more,
                           a_flat, b_flat);
}
}  // namespace

int box_operations_add(box_operations* sum, const plain_box* a, const plain_box* b, int a_flat,
                       int b_flat, int to_the_end)
{
    relative r = relative_of(*a, *b);
    bool apart = false;
    total = *sum;
    for (int i = 0; i < 9; i++)
        r.size[i / 3][i % 3] = fabs(r.normal[i / 3][i % 3]);
    for (int axis = 0; axis < 15 && (to_the_end || !apart); axis++) {
        apart |= separates(r, axis, a_flat, b_flat);
        total.margin++;
    }
    *sum = total;
    return apart;
}

void box_operations_of_quaternion(box_operations* out)
{
    const number turn[4] = {{0.1}, {0.2}, {0.3}, {0.9}};
    number axes[3][3];
    total = box_operations{};
    quaternion_axes(turn, axes);
    *out = total;
}

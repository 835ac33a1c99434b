// touching_boxes.c - see touching_boxes.h.
#include "support/touching_boxes.h"

#include <math.h>

long3 in_box(const obb* box, const long3* y)
{
    long_rows m;
    long3 from;
    for (int i = 0; i < 3; i++) {
        from.x[i] = y->x[i] - (long double)box->centre[i];
        for (int k = 0; k < 3; k++)
            m.row[i][k] = (long double)box->axes.row[i][k];
    }
    return long_coordinates(&m, &from);
}

long3 of_box(const obb* box, const long3* along)
{
    long3 y;
    for (int k = 0; k < 3; k++) {
        y.x[k] = (long double)box->centre[k];
        for (int i = 0; i < 3; i++)
            y.x[k] += along->x[i] * (long double)box->axes.row[i][k];
    }
    return y;
}

void fit_with(obb* box, const triangle_set* set, unsigned fits, int as_float)
{
    const volume_options options = {.fits = fits};
    obb_fit(box, set, &options, NULL, as_float);
}

void make_pool(obb pool[POOL], int floats)
{
    for (int i = 0; i < POOL; i++) {
        soup_data s = soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + (size_t)i % 7, (uint64_t)i);
        fitted f = fit_begin(&s);
        fit_with(&pool[i], &f.set, ALL_FITS, floats || i % 3 != 0);
        if (i % 5 == 0) {  // axes that poses and other boxes share
            pool[i].axes = (matrix3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        }
        fit_end(&f);
        soup_free(&s);
    }
}

static long3 to_world(const placed_side* s, const long3* y)
{
    return long_to_world(&s->frame, &s->map, y);
}

placed_side random_side(rng* r, const obb pool[POOL], double reach)
{
    placed_side s = {.pose = pose_random(r, reach), .box = pool[rng_below(r, POOL)]};
    const size_t dice = rng_below(r, 8);
    if (dice < 3) pose_to_float(&s.pose);
    if (dice == 3) memset(s.pose.rotation, 0, sizeof s.pose.rotation);
    if (rng_below(r, 4) == 0) pose_mirror(&s.pose);
    if (rng_below(r, 3) == 0) s.pose.scale = ldexp(1.1, (int)rng_below(r, 9) - 4);
    s.frame.exponent = (int)rng_below(r, 5) - 2;
    for (int k = 0; k < 3; k++)
        s.frame.origin[k] = dice & 1 ? reach * rng_signed(r) : 0;
    return s;
}

// A random point of a corner, edge or face of the box.
static long3 border_point(rng* r, const obb* box)
{
    long3 along;
    const size_t dice = 1 + rng_below(r, 7);
    for (int k = 0; k < 3; k++) {
        const double side = rng_signed(r);
        along.x[k] = (long double)box->half[k] *
                     (long double)(dice >> k & 1 ? (side < 0 ? -1.0 : 1.0) : side);
    }
    return along;
}

int make_touch(rng* r, placed_side* a, placed_side* b)
{
    const long3 on_a = border_point(r, &a->box), on_b = border_point(r, &b->box);
    const long3 y_a = of_box(&a->box, &on_a), y_b = of_box(&b->box, &on_b);
    for (int k = 0; k < 3; k++)
        b->map.translation[k] = 0;
    const long3 wanted = to_world(a, &y_a), got = to_world(b, &y_b);
    for (int k = 0; k < 3; k++)
        b->map.translation[k] = (double)(wanted.x[k] - got.x[k]);
    const long3 back = long_from_world(&b->frame, &b->map, &wanted), along = in_box(&b->box, &back);
    for (int k = 0; k < 3; k++) {
        const long double half = (long double)b->box.half[k];
        if (fabsl(along.x[k]) > half - 0x1p-62L) return 0;
    }
    return 1;
}

int random_sides(rng* r, const obb pool[POOL], size_t number, placed_side* a, placed_side* b)
{
    const double reach = number % 3 == 0 ? 1000 : 1;
    *a = random_side(r, pool, reach);
    *b = random_side(r, pool, reach);
    if (number % 4 == 0) {  // the same axes, or nearly
        memcpy(b->pose.rotation, a->pose.rotation, sizeof b->pose.rotation);
        b->pose.scale = a->pose.scale;
        b->box = a->box;
        if (number % 8 == 0) b->pose.rotation[0][1] += 1e-9 * rng_signed(r);
    }
    return !affine_from_pose(&a->map, &a->pose) && !affine_from_pose(&b->map, &b->pose);
}

void make_gap(rng* r, const placed_side* face, placed_side* other, double gap)
{
    // Turn the face's outward normal into the world, and find how far other reaches against it.
    const int k = (int)rng_below(r, 3);
    long3 on_face = {{0, 0, 0}}, inside = {{0, 0, 0}};
    on_face.x[k] = (long double)face->box.half[k];
    const long3 y_face = of_box(&face->box, &on_face), y_inside = of_box(&face->box, &inside);
    const long3 top = to_world(face, &y_face), bottom = to_world(face, &y_inside);
    double normal[3], u[2][3], size = 0, reach = 0;
    for (int e = 0; e < 2; e++) {
        long3 along = {{0, 0, 0}};
        along.x[(k + 1 + e) % 3] = 1;
        const long3 y = of_box(&face->box, &along), x = to_world(face, &y);
        for (int c = 0; c < 3; c++)
            u[e][c] = (double)(x.x[c] - bottom.x[c]);
    }
    cross3(normal, u[0], u[1]);
    const double length = sqrt(dot3(normal, normal));
    double outward = 0;
    for (int c = 0; c < 3; c++)
        outward += normal[c] * (double)(top.x[c] - bottom.x[c]);
    for (int c = 0; c < 3; c++)
        normal[c] /= outward < 0 ? -length : length;
    const long3 y_middle = of_box(&other->box, &inside), middle = to_world(other, &y_middle);
    for (int e = 0; e < 3; e++) {
        long3 along = {{0, 0, 0}};
        along.x[e] = (long double)other->box.half[e];
        const long3 y = of_box(&other->box, &along), x = to_world(other, &y);
        double arm[3];
        for (int c = 0; c < 3; c++)
            arm[c] = (double)(x.x[c] - middle.x[c]);
        reach += fabs(dot3(arm, normal));
        size += absolute_sum3(arm);
    }
    for (int c = 0; c < 3; c++)
        other->map.translation[c] +=
            (double)(top.x[c] - middle.x[c]) + (reach + gap * (size + 0.01)) * normal[c];
}

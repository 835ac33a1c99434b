// aabb.c - see aabb.h. The margin is that of oriented boxes (obb.c) whose axes are exact.
#include "methods/bound/aabb.h"

#include "base/base.h"
#include "base/bits.h"

#define ROUNDING   0x1p-46  // 128 roundings to nearest, or 64 in any other mode
#define CENTRE_MAX 3.5      // obb.h: the margin counts on it

void aabb_fit(aabb* out, const range3* range, double widen)
{
    ASSERT(range->low[0] <= range->high[0] && range->low[1] <= range->high[1]);
    ASSERT(range->low[2] <= range->high[2] && widen >= 0);
    for (int k = 0; k < 3; k++) {
        const double middle = range->low[k] / 2 + range->high[k] / 2;
        // Subnormal numbers would read as 0 under denormals-are-zero, so they are 0 already here.
        out->centre[k] = fabs(middle) < 0x1p-100 ? 0 : (float)middle;
        const double above = range->high[k] - (double)out->centre[k];
        const double below = (double)out->centre[k] - range->low[k];
        const double half = above > below ? above : below;
        out->half[k] = float_round_up(half * VOLUME_INFLATION + VOLUME_SLACK + widen);
    }
}

// Whether every axis of b is one of a, forwards or backwards.
static int axes_are_shared(const matrix3* size)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (size->row[i][j] > 0 && size->row[i][j] < 1) return 0;
        }
    }
    return 1;
}

void aabb_prepare(aabb_constants* out, const relative_pose* r)
{
    out->relative = r;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            out->size.row[i][j] = fabs(r->rotation[j][i]);
    }
    out->edges = !axes_are_shared(&out->size);
    out->rate = 6 * r->rotation_defect + 10 * r->rotation_error + ROUNDING;
    out->centre_error = 2 * r->translation_error + 0x1p-44 * (r->a_scale + r->b_scale);
    out->centre_rate = 2 * r->linear_error;
}

void aabb_place(const aabb_constants* c, const aabb* box, placed_aabb* out)
{
    const relative_pose* r = c->relative;
    double centre[3];
    for (int k = 0; k < 3; k++) {
        centre[k] = (double)box->centre[k] * r->b_scale;
        out->half[k] = (double)box->half[k] * r->b_scale * r->stretch;
    }
    relative_place(r, centre, out->centre);
    for (int i = 0; i < 3; i++)
        out->reach[i] = dot3(c->size.row[i], out->half);
    out->error = c->centre_error + c->centre_rate * absolute_sum3(centre);
    out->margin =
        c->rate * (out->half[0] + out->half[1] + out->half[2]) + out->error + RELATIVE_TINY;
}

double aabb_margin(const double way[3], const double half[3], const placed_aabb* b)
{
    return ROUNDING * (absolute_sum3(way) + half[0] + half[1] + half[2]) + b->margin;
}

// All comparisons are written so that NaN proves nothing.
int aabb_apart(const aabb_constants* c, const aabb* a, const placed_aabb* b)
{
    const double a_scale = c->relative->a_scale;
    double shift[3], half[3];  // shift: from a's centre to b's
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
        half[k] = (double)a->half[k] * a_scale;
    }
    const double more = ROUNDING * (absolute_sum3(shift) + half[0] + half[1] + half[2]) + b->margin;
    for (int i = 0; i < 3; i++) {
        if (fabs(shift[i]) > half[i] + b->reach[i] + more) return 1;
    }
    const double(*cosine)[4] = c->relative->rotation;  // [j][i]
    const double(*size)[3] = c->size.row;
    for (int j = 0; j < 3; j++) {
        const double distance = dot3(shift, cosine[j]);
        const double reach =
            half[0] * size[0][j] + half[1] * size[1][j] + half[2] * size[2][j] + b->half[j] + more;
        if (fabs(distance) > reach) return 1;
    }
    if (!c->edges) return 0;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double distance = shift[i2] * cosine[j][i1] - shift[i1] * cosine[j][i2];
            const double reach = half[i1] * size[i2][j] + half[i2] * size[i1][j] +
                                 b->half[j1] * size[i][j2] + b->half[j2] * size[i][j1] + more;
            if (fabs(distance) > reach) return 1;
        }
    }
    return 0;
}

// ----------------------------------------------------------------------------------- the class

int aabb_directions(const aabb* box, double out[VOLUME_DIRECTIONS_MAX][3])
{
    for (int i = 0; i < 3; i++) {
        int rank = 0;
        for (int k = 0; k < 3; k++)
            rank += box->half[k] > box->half[i] || (k < i && !(box->half[k] < box->half[i]));
        for (int k = 0; k < 3; k++)
            out[rank][k] = i == k;
    }
    return 3;
}

double aabb_content(const aabb* box)
{
    return 8 * (double)box->half[0] * (double)box->half[1] * (double)box->half[2];
}

double aabb_half_area(const aabb* box)
{
    const double half[3] = {(double)box->half[0], (double)box->half[1], (double)box->half[2]};
    return half_area_of_box(half);
}

int aabb_holds(const aabb* box, const long double point[3])
{
    for (int k = 0; k < 3; k++) {
        const long double from = point[k] - (long double)box->centre[k];
        if (!(fabsl(from) <= (long double)box->half[k])) return 0;
    }
    return 1;
}

const char* aabb_check(const aabb* box)
{
    for (int k = 0; k < 3; k++) {
        if (!(fabs((double)box->centre[k]) < CENTRE_MAX)) return "a box is far away";
        if (!((double)box->half[k] >= VOLUME_SLACK)) return "a box is too thin";
    }
    return NULL;
}

static void fit(void* out, const triangle_set* set, const volume_options* options,
                const void* parent)
{
    (void)parent;
    const range3 range = range_of_set(set);
    aabb_fit(out, &range, options->widen);
}

static int directions(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3])
{
    (void)all;
    return aabb_directions(volume, out);
}

static double content(const void* volume)
{
    return aabb_content(volume);
}

static double half_area(const void* volume)
{
    return aabb_half_area(volume);
}

static int holds(const void* volume, const long double point[3])
{
    return aabb_holds(volume, point);
}

static const char* check(const void* volume, double defect)
{
    (void)defect;
    return aabb_check(volume);
}

const volume_class aabb_class = {
    .size = sizeof(aabb),
    .fit = fit,
    .directions = directions,
    .content = content,
    .half_area = half_area,
    .holds = holds,
    .check = check,
};

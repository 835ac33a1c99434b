// sphere.c - see sphere.h. The radius is found last, from the centre as stored, so that how the centre
// was found, and in how many roundings, does not matter.
#include "methods/bound/sphere.h"

#include "base/base.h"
#include "base/bits.h"

#define ROUNDING   (1 + 0x1p-46)  // 128 roundings to nearest, or 64 in any other mode
#define CENTRE_MAX 3.5            // aabb.h: the margin of centres counts on it

static double squared_distance(const double a[3], const double b[3])
{
    double between[3];
    subtract3(between, a, b);
    return dot3(between, between);
}

static const double* vertex_of_set(const triangle_set* set, size_t i)
{
    return set->points + (size_t)set->triangles[(size_t)set->order[i / 3] * 3 + i % 3] * 3;
}

// Subnormal numbers would read as 0 under denormals-are-zero, so they are 0 already here.
static void round_centre(float out[3], const double centre[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = fabs(centre[k]) < 0x1p-100 ? 0 : (float)centre[k];
}

void sphere_store(sphere* out, const double centre[3], double size)
{
    ASSERT(size >= 0);
    double moved = 0;
    round_centre(out->centre, centre);
    for (int k = 0; k < 3; k++)
        moved += fabs(centre[k] - (double)out->centre[k]);
    out->radius = float_round_up((size + moved) * VOLUME_INFLATION + VOLUME_SLACK);
}

// -------------------------------------------------------------------------------------- a few points

typedef struct few_points {
    const double* point[SPHERE_EXACT_MAX];
    int count;
    double centre[3], squared_radius;  // the best so far
} few_points;

// The different vertices of a set; 0 if there are too many.
static int find_few_points(few_points* out, const triangle_set* set)
{
    out->point[0] = vertex_of_set(set, 0);
    out->count = 1;
    for (int k = 0; k < 3; k++)
        out->centre[k] = out->point[0][k];
    for (size_t i = 1; i < set->count * 3; i++) {
        const double* point = vertex_of_set(set, i);
        int known = 0;
        while (known < out->count && out->point[known] != point)
            known++;
        if (known < out->count) continue;
        if (out->count == SPHERE_EXACT_MAX) return 0;
        out->point[out->count++] = point;
    }
    return 1;
}

static void try_centre(few_points* few, const double centre[3])
{
    double farthest = 0;
    for (int i = 0; i < few->count; i++) {
        const double squared = squared_distance(few->point[i], centre);
        if (!(squared < few->squared_radius)) return;
        if (squared > farthest) farthest = squared;
    }
    few->squared_radius = farthest;
    for (int k = 0; k < 3; k++)
        few->centre[k] = centre[k];
}

// Find c with row[i] . (c - origin) = row[i] . row[i] / 2 for three rows: at equal distance from the
// origin and from the three points at the rows' ends.
static int find_centre(double centre[3], const double* origin, const matrix3* m)
{
    double cross[3], size = 1;
    cross3(cross, m->row[1], m->row[2]);
    for (int i = 0; i < 3; i++)
        size *= absolute_max3(m->row[i]);
    if (!(fabs(dot3(m->row[0], cross)) > 0x1p-40 * size)) return 0;  // flat
    const matrix3 dual = dual3(m);
    for (int k = 0; k < 3; k++) {
        centre[k] = origin[k];
        for (int i = 0; i < 3; i++)
            centre[k] += dual.row[i][k] * (dot3(m->row[i], m->row[i]) / 2);
    }
    return 1;
}

// The sphere through four points.
static void try_through_four(few_points* few, const double* p, const double* q, const double* r,
                             const double* s)
{
    double centre[3];
    matrix3 m;
    subtract3(m.row[0], q, p);
    subtract3(m.row[1], r, p);
    subtract3(m.row[2], s, p);
    if (find_centre(centre, p, &m)) try_centre(few, centre);
}

// The least sphere through three points: its centre is in their plane.
static void try_through_three(few_points* few, const double* p, const double* q, const double* r)
{
    double u[3], v[3], normal[3];
    subtract3(u, q, p);
    subtract3(v, r, p);
    cross3(normal, u, v);
    const double size = dot3(normal, normal);
    if (!(size > 0x1p-80 * dot3(u, u) * dot3(v, v))) return;
    // (|u|^2 v - |v|^2 u) x n / (2 n . n) is the way from p to the centre, for n = u x v.
    double across[3], way[3], centre[3];
    const double u2 = dot3(u, u), v2 = dot3(v, v);
    for (int k = 0; k < 3; k++)
        across[k] = u2 * v[k] - v2 * u[k];
    cross3(way, across, normal);
    for (int k = 0; k < 3; k++)
        centre[k] = p[k] + way[k] / (2 * size);
    try_centre(few, centre);
}

// The least sphere is the least through two, three or four of the points: try them all.
static void find_least(few_points* few)
{
    const int n = few->count;
    const double* const* p = few->point;
    few->squared_radius = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            double middle[3];
            for (int k = 0; k < 3; k++)
                middle[k] = p[i][k] / 2 + p[j][k] / 2;
            try_centre(few, middle);
            for (int k = j + 1; k < n; k++) {
                try_through_three(few, p[i], p[j], p[k]);
                for (int l = k + 1; l < n; l++)
                    try_through_four(few, p[i], p[j], p[k], p[l]);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------- Ritter

// The farthest apart of the three pairs of vertices that are extreme along an axis.
static void find_extremes(const triangle_set* set, const double* pair[2])
{
    const double* low[3];
    const double* high[3];
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = vertex_of_set(set, 0);
    for (size_t i = 1; i < set->count * 3; i++) {
        const double* point = vertex_of_set(set, i);
        for (int k = 0; k < 3; k++) {
            if (point[k] < low[k][k]) low[k] = point;
            if (point[k] > high[k][k]) high[k] = point;
        }
    }
    double longest = -1;
    for (int k = 0; k < 3; k++) {
        const double squared = squared_distance(low[k], high[k]);
        if (!(squared > longest)) continue;
        longest = squared;
        pair[0] = low[k];
        pair[1] = high[k];
    }
}

// Start with the sphere about two extremes, and grow it just enough for each vertex outside.
static void find_ritter(const triangle_set* set, double centre[3])
{
    const double* pair[2] = {vertex_of_set(set, 0), vertex_of_set(set, 0)};
    find_extremes(set, pair);
    for (int k = 0; k < 3; k++)
        centre[k] = pair[0][k] / 2 + pair[1][k] / 2;
    double squared_radius = squared_distance(pair[0], centre);
    double radius = sqrt(squared_radius);
    for (size_t i = 0; i < set->count * 3; i++) {
        const double* point = vertex_of_set(set, i);
        const double squared = squared_distance(point, centre);
        if (!(squared > squared_radius)) continue;
        const double distance = sqrt(squared);
        radius = (radius + distance) / 2;
        squared_radius = radius * radius;
        const double move = (distance - radius) / distance;
        for (int k = 0; k < 3; k++)
            centre[k] += move * (point[k] - centre[k]);
    }
}

void sphere_fit(sphere* out, const triangle_set* set, double widen)
{
    few_points few;
    double centre[3];
    ASSERT(set->count > 0);
    if (find_few_points(&few, set)) {
        find_least(&few);
        for (int k = 0; k < 3; k++)
            centre[k] = few.centre[k];
    } else {
        find_ritter(set, centre);
    }
    double farthest = 0;
    round_centre(out->centre, centre);
    for (int k = 0; k < 3; k++)
        centre[k] = (double)out->centre[k];
    for (size_t i = 0; i < set->count * 3; i++) {
        const double squared = squared_distance(vertex_of_set(set, i), centre);
        if (squared > farthest) farthest = squared;
    }
    out->radius = float_round_up(sqrt(farthest) * VOLUME_INFLATION + VOLUME_SLACK + widen);
}

// ------------------------------------------------------------------------------- are two apart?

void sphere_prepare(sphere_constants* out, const relative_pose* r)
{
    out->relative = r;
    // A pose that is not quite rigid makes an ellipsoid of a sphere.
    out->b_factor = r->b_scale * r->stretch * (1 + 1.5 * r->rotation_defect) * ROUNDING;
    out->centre_error = 2 * r->translation_error + 0x1p-44 * (r->a_scale + r->b_scale);
    out->centre_rate = 2 * r->linear_error;
}

void sphere_place(const sphere_constants* c, const sphere* ball, placed_sphere* out)
{
    const relative_pose* r = c->relative;
    double centre[3];
    for (int k = 0; k < 3; k++)
        centre[k] = (double)ball->centre[k] * r->b_scale;
    relative_place(r, centre, out->centre);
    out->radius = (double)ball->radius * c->b_factor + c->centre_error +
                  c->centre_rate * absolute_sum3(centre) + RELATIVE_TINY;
}

// All comparisons are written so that NaN proves nothing.
int sphere_apart(const sphere_constants* c, const sphere* a, const placed_sphere* b)
{
    const double a_scale = c->relative->a_scale;
    const double reach = ((double)a->radius * a_scale + b->radius) * ROUNDING;
    double shift[3];
    for (int k = 0; k < 3; k++) {
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
        if (fabs(shift[k]) > reach) return 1;
    }
    return dot3(shift, shift) > reach * reach;
}

double sphere_least(const sphere_constants* c, const sphere* a, const placed_sphere* b)
{
    const double a_scale = c->relative->a_scale;
    const double reach = ((double)a->radius * a_scale + b->radius) * ROUNDING;
    double shift[3];
    for (int k = 0; k < 3; k++)
        shift[k] = b->centre[k] - (double)a->centre[k] * a_scale;
    const double gap = sqrt(dot3(shift, shift)) * (2 - ROUNDING) - reach;
    return gap > 0 && gap < HUGE_VAL ? gap * (2 - ROUNDING) : 0;
}

// ----------------------------------------------------------------------------------- the class

double sphere_content(const sphere* ball)
{
    const double radius = (double)ball->radius;
    return 4.1887902047863905 * radius * radius * radius;  // 4 pi / 3
}

int sphere_holds(const sphere* ball, const long double point[3])
{
    long double squared = 0;
    for (int k = 0; k < 3; k++) {
        const long double from = point[k] - (long double)ball->centre[k];
        squared += from * from;
    }
    return squared <= (long double)ball->radius * (long double)ball->radius;
}

const char* sphere_check(const sphere* ball)
{
    for (int k = 0; k < 3; k++) {
        if (!(fabs((double)ball->centre[k]) < CENTRE_MAX)) return "a sphere is far away";
    }
    if (!((double)ball->radius >= VOLUME_SLACK)) return "a sphere is too small";
    return NULL;
}

static void fit(void* out, const triangle_set* set, const volume_options* options,
                const void* parent)
{
    (void)parent;
    sphere_fit(out, set, options->widen);
}

// A sphere has no longest side: the axes of the file.
static int directions(const void* volume, int all, double out[VOLUME_DIRECTIONS_MAX][3])
{
    (void)volume;
    (void)all;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[i][k] = i == k;
    }
    return 3;
}

static double content(const void* volume)
{
    return sphere_content(volume);
}

static double half_area(const void* volume)
{
    const sphere* ball = volume;
    return 6.2831853071795862 * (double)ball->radius * (double)ball->radius;
}

static int holds(const void* volume, const long double point[3])
{
    return sphere_holds(volume, point);
}

static const char* check(const void* volume, double defect)
{
    (void)defect;
    return sphere_check(volume);
}

const volume_class sphere_class = {
    .size = sizeof(sphere),
    .fit = fit,
    .directions = directions,
    .content = content,
    .half_area = half_area,
    .holds = holds,
    .check = check,
};

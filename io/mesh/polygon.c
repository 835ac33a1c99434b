// polygon.c - cutting polygons by ears (Meisters 1975) in the coordinate plane nearest to their own.
// Only the choice of diagonals depends on rounding: triangles always have the file's own vertices.
#include "mesh/polygon.h"

#include "file/memory_limit.h"

#include <math.h>
#include <stdlib.h>

// realloc that keeps the old block, and says so, when there is no memory.
static void* enlarge(void* block, size_t size, bool* ok)
{
    void* larger = realloc(block, size);
    if (!larger) *ok = false;
    return larger ? larger : block;
}

static bool reserve(polygon_scratch* s, size_t count)
{
    enum { BYTES_OF_CORNER = 2 * sizeof *s->xy + 5 * sizeof *s->next + sizeof *s->is_ear };
    if (count <= s->capacity) return true;
    size_t capacity = count > 2 * s->capacity ? count : 2 * s->capacity;
    if (capacity > SIZE_MAX / BYTES_OF_CORNER) return false;
    if (!memory_allows((capacity - s->capacity) * BYTES_OF_CORNER)) return false;
    bool ok = true;
    s->xy = enlarge(s->xy, capacity * 2 * sizeof *s->xy, &ok);
    s->previous = enlarge(s->previous, capacity * sizeof *s->previous, &ok);
    s->next = enlarge(s->next, capacity * sizeof *s->next, &ok);
    s->is_ear = enlarge(s->is_ear, capacity * sizeof *s->is_ear, &ok);
    s->triangles = enlarge(s->triangles, capacity * 3 * sizeof *s->triangles, &ok);
    if (ok) s->capacity = capacity;
    return ok;
}

void polygon_scratch_free(polygon_scratch* s)
{
    free(s->xy);
    free(s->previous);
    free(s->next);
    free(s->is_ear);
    free(s->triangles);
    *s = (polygon_scratch){0};
}

// A power of two that brings all coordinates below 1/2, so that no product overflows.
static double find_scale(const double* vertices, const uint32_t* corners, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            largest = fmax(largest, fabs(vertices[3 * (size_t)corners[i] + (size_t)axis]));
    int exponent;
    frexp(largest, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent - 1);
}

static void relative(const double* vertices, uint32_t corner, const double* origin, double scale,
                     double out[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        out[axis] = vertices[3 * (size_t)corner + axis] * scale - origin[axis];
}

// Fill xy with the polygon seen so that it runs counterclockwise; false if it has no area at all.
static bool project(polygon_scratch* s, const double* vertices, const uint32_t* corners,
                    size_t count)
{
    double scale = find_scale(vertices, corners, count);
    const double zero[3] = {0, 0, 0};
    double origin[3], p[3], q[3];
    relative(vertices, corners[0], zero, scale, origin);
    double normal[3] = {0, 0, 0};  // twice the area vector (Newell)
    relative(vertices, corners[1], origin, scale, p);
    for (size_t i = 2; i < count; i++) {
        relative(vertices, corners[i], origin, scale, q);
        for (size_t k = 0; k < 3; k++)
            normal[k] += p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
        for (size_t k = 0; k < 3; k++)
            p[k] = q[k];
    }
    size_t axis = fabs(normal[1]) > fabs(normal[0]) ? 1 : 0;
    if (fabs(normal[2]) > fabs(normal[axis])) axis = 2;
    if (normal[axis] == 0) return false;
    size_t u = (axis + (normal[axis] > 0 ? 1 : 2)) % 3;
    size_t v = 3 - axis - u;
    for (size_t i = 0; i < count; i++) {
        relative(vertices, corners[i], origin, scale, p);
        s->xy[2 * i] = p[u];
        s->xy[2 * i + 1] = p[v];
    }
    return true;
}

static double turn(const double* xy, size_t a, size_t b, size_t c)
{
    double abx = xy[2 * b] - xy[2 * a], aby = xy[2 * b + 1] - xy[2 * a + 1];
    double acx = xy[2 * c] - xy[2 * a], acy = xy[2 * c + 1] - xy[2 * a + 1];
    return abx * acy - aby * acx;
}

static bool same_point(const double* xy, size_t a, size_t b)
{
    return xy[2 * a] == xy[2 * b] && xy[2 * a + 1] == xy[2 * b + 1];
}

// In a simple polygon the fan is right if none of its triangles runs the wrong way round: their signed
// areas then add up to the polygon without covering anything twice.
static bool fan_is_right(const double* xy, uint32_t count)
{
    for (uint32_t i = 2; i < count; i++)
        if (turn(xy, 0, i - 1, i) < 0) return false;
    return true;
}

static void cut_fan(uint32_t* triangles, uint32_t count)
{
    for (uint32_t i = 2; i < count; i++) {
        triangles[0] = 0;
        triangles[1] = i - 1;
        triangles[2] = i;
        triangles += 3;
    }
}

static bool is_ear(polygon_scratch* s, uint32_t b)
{
    const double* xy = s->xy;
    uint32_t a = s->previous[b], c = s->next[b];
    if (!(turn(xy, a, b, c) > 0)) return false;
    for (uint32_t p = s->next[c]; p != a; p = s->next[p]) {
        s->work++;
        if (turn(xy, a, b, p) >= 0 && turn(xy, b, c, p) >= 0 && turn(xy, c, a, p) >= 0 &&
            !same_point(xy, p, a) && !same_point(xy, p, b) && !same_point(xy, p, c))
            return false;
    }
    return true;
}

// The next corner to cut off: an ear; if rounding, collinear corners or a crossing outline left none,
// a corner without area, a convex one, or any.
static uint32_t choose_ear(polygon_scratch* s, uint32_t from, uint32_t left)
{
    uint32_t flat = UINT32_MAX, convex = UINT32_MAX;
    uint32_t at = from;
    for (uint32_t i = 0; i < left; i++, at = s->next[at]) {
        s->work++;
        if (s->is_ear[at]) return at;
        double area = turn(s->xy, s->previous[at], at, s->next[at]);
        if (flat == UINT32_MAX && area == 0) flat = at;
        if (convex == UINT32_MAX && area > 0) convex = at;
    }
    return flat != UINT32_MAX ? flat : convex != UINT32_MAX ? convex : from;
}

// Whether to go on.
static polygon_result check_work(polygon_scratch* s)
{
    enum { STEP = 1 << 22 };
    if (s->most_work != 0 && s->work > s->most_work) return POLYGON_TOO_MUCH_WORK;
    if (s->work < s->next_ask) return POLYGON_CUT;
    s->next_ask = s->work + STEP;
    return s->interrupt && s->interrupt(s->user) != 0 ? POLYGON_INTERRUPTED : POLYGON_CUT;
}

static polygon_result find_ears(polygon_scratch* s, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        s->previous[i] = i == 0 ? count - 1 : i - 1;
        s->next[i] = i + 1 == count ? 0 : i + 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        polygon_result result = check_work(s);
        if (result != POLYGON_CUT) return result;
        s->is_ear[i] = is_ear(s, i);
    }
    return POLYGON_CUT;
}

static polygon_result cut_ears(polygon_scratch* s, uint32_t count)
{
    polygon_result result = find_ears(s, count);
    uint32_t* triangle = s->triangles;
    uint32_t from = 0;
    for (uint32_t left = count; left > 2 && result == POLYGON_CUT; left--) {
        uint32_t ear = choose_ear(s, from, left);
        uint32_t before = s->previous[ear], after = s->next[ear];
        triangle[0] = before;
        triangle[1] = ear;
        triangle[2] = after;
        triangle += 3;
        s->next[before] = after;
        s->previous[after] = before;
        // Cutting an ear can make or unmake ears only of its two neighbours.
        s->is_ear[before] = is_ear(s, before);
        s->is_ear[after] = is_ear(s, after);
        from = s->next[after];  // going round avoids slivers that all meet in one corner
        result = check_work(s);
    }
    return result;
}

polygon_result polygon_cut(polygon_scratch* s, const double* vertices, const uint32_t* corners,
                           size_t corner_count)
{
    if (corner_count > UINT32_MAX / 4) return POLYGON_TOO_LARGE;
    if (!reserve(s, corner_count)) return POLYGON_OUT_OF_MEMORY;
    uint32_t count = (uint32_t)corner_count;
    if (count == 3 || !project(s, vertices, corners, count) || fan_is_right(s->xy, count)) {
        cut_fan(s->triangles, count);
        return POLYGON_CUT;
    }
    if (count > POLYGON_MOST_CORNERS) return POLYGON_TOO_LARGE;
    return cut_ears(s, count);
}

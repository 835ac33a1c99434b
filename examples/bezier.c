// bezier.c - how far are two curved surfaces apart? Bicubic Bezier patches become triangles, and with them goes a bound that is
// proved: no point of the surface is farther from the triangles, nor the other way round. So a distance of the triangles says
// something about the surfaces. Where it says too little, the patches are divided once more.
#include <abut/abut.h>
#include <abut/distance.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- patches

// Control points: the first index goes with u, the second with v, both from 0 to 1.
typedef struct patch {
    double point[4][4][3];
} patch;

// A square of the domain of a patch, which became two triangles.
typedef struct cell {
    size_t patch;
    double u, v, side;
} cell;

// A surface as triangles.
typedef struct surface {
    double* vertices;  // four of each cell
    uint32_t* triangles;
    cell* cells;
    size_t cell_count;
    double bound;  // how far surface and triangles are apart, at most
} surface;

static void middle(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (a[k] + b[k]) / 2;
}

// De Casteljau's algorithm at 1/2: a curve becomes two. The same bits result for the curve reversed, so that two patches with
// a common edge have common vertices there, and no crack is between them.
static void split_curve(double p[4][3], double left[4][3], double right[4][3])
{
    double inner[3];
    memcpy(left[0], p[0], sizeof inner);
    memcpy(right[3], p[3], sizeof inner);
    middle(p[0], p[1], left[1]);
    middle(p[1], p[2], inner);
    middle(p[2], p[3], right[2]);
    middle(left[1], inner, left[2]);
    middle(inner, right[2], right[1]);
    middle(left[2], right[1], left[3]);
    memcpy(right[0], left[3], sizeof inner);
}

// Halve a patch at u = 1/2, or at v = 1/2.
static void split(const patch* p, int at_v, patch half[2])
{
    for (int i = 0; i < 4; i++) {
        double curve[4][3], part[2][4][3];
        for (int j = 0; j < 4; j++)
            memcpy(curve[j], at_v ? p->point[i][j] : p->point[j][i], sizeof curve[j]);
        split_curve(curve, part[0], part[1]);
        for (int h = 0; h < 2; h++)
            for (int j = 0; j < 4; j++)
                memcpy(at_v ? half[h].point[i][j] : half[h].point[j][i], part[h][j],
                       sizeof part[h][j]);
    }
}

// ------------------------------------------------------------------------------------------- the bound

static double length(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// The largest second difference: of steps (du, dv) and (eu, ev).
static double second(const patch* p, int du, int dv, int eu, int ev)
{
    double most = 0;
    for (int i = 0; i + du + eu < 4; i++)
        for (int j = 0; j + dv + ev < 4; j++) {
            double difference[3];
            for (int k = 0; k < 3; k++)
                difference[k] =
                    (p->point[i + du + eu][j + dv + ev][k] - p->point[i + du][j + dv][k]) -
                    (p->point[i + eu][j + ev][k] - p->point[i][j][k]);
            most = fmax(most, length(difference));
        }
    return most;
}

// How far a patch is from the two triangles of its corners. The second derivatives of a patch are Bezier patches themselves,
// whose control points are second differences of its own, times 3 * 2 or 3 * 3; and a Bezier patch lies in the hull of its
// control points, so the longest of these is a bound M of |S_uu|, |S_uv|, |S_vv|.
//   Let E = S - L, with L the triangle that has the same corners; take the component of E in any direction, and the point x of
// the triangle's domain where it is largest. From there some corner c is at most 1/2 away in u and in v, along an edge if x is
// on it. Along the way to c the component begins with slope 0 and ends at 0: so at x it is at most half of the second
// derivative times the square of the way, that is (M_uu + 2 M_uv + M_vv) / 8.
//   S and L are compared at the same (u, v), so it bounds the way from either one to the other.
static double bound_of(const patch* p)
{
    const double uu = 6 * second(p, 1, 0, 1, 0), uv = 9 * second(p, 1, 0, 0, 1),
                 vv = 6 * second(p, 0, 1, 0, 1);
    return (uu + 2 * uv + vv) / 8;
}

// Roundings: each halving in u and v moves control points by less than 2^-49 of the largest coordinate, and the differences
// err by less than 2^-47 of it. A millionth more is for squares, roots and sums.
static double with_roundings(double bound, double largest, int levels)
{
    return bound * 1.000001 + (levels + 1) * largest * 0x1p-46;
}

// ------------------------------------------------------------------------------------------- triangles

// A part of a patch is a patch, too.
typedef struct piece {
    patch shape;
    cell where;
} piece;

// Four of each, in place: from the last one on, so that none is overwritten before its turn.
static void divide(piece* pieces, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        const piece whole = pieces[i];
        const double side = whole.where.side / 2;
        patch half[2], quarter[2];
        split(&whole.shape, 0, half);
        for (int u = 0; u < 2; u++) {
            split(&half[u], 1, quarter);
            for (int v = 0; v < 2; v++) {
                const cell where = {whole.where.patch, whole.where.u + u * side,
                                    whole.where.v + v * side, side};
                pieces[4 * i + 2 * (size_t)u + (size_t)v] = (piece){quarter[v], where};
            }
        }
    }
}

static void add_cell(surface* s, const piece* p)
{
    const uint32_t first = (uint32_t)(4 * s->cell_count);
    const uint32_t corners[6] = {first, first + 1, first + 2, first + 2, first + 1, first + 3};
    for (uint32_t i = 0; i < 4; i++)
        memcpy(s->vertices + 3 * (size_t)(first + i), p->shape.point[i & 1 ? 3 : 0][i & 2 ? 3 : 0],
               3 * sizeof(double));
    memcpy(s->triangles + 6 * s->cell_count, corners, sizeof corners);
    s->cells[s->cell_count++] = p->where;
    s->bound = fmax(s->bound, bound_of(&p->shape));
}

static void surface_free(surface* s)
{
    free(s->vertices);
    free(s->triangles);
    free(s->cells);
    *s = (surface){0};
}

// All patches are divided alike, so that they fit together: 4^levels cells each.
static abut_status surface_make(surface* s, const patch* patches, size_t count, int levels)
{
    const size_t cells = count << (2 * levels);
    piece* pieces = malloc(cells * sizeof *pieces);
    double largest = 0;
    *s = (surface){.vertices = malloc(cells * 12 * sizeof(double)),
                   .triangles = malloc(cells * 6 * sizeof(uint32_t)),
                   .cells = malloc(cells * sizeof(cell))};
    if (!pieces || !s->vertices || !s->triangles || !s->cells) {
        free(pieces);
        surface_free(s);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        pieces[i] = (piece){patches[i], {i, 0, 0, 1}};
        for (int j = 0; j < 48; j++)
            largest = fmax(largest, fabs(patches[i].point[j / 12][j / 3 % 4][j % 3]));
    }
    for (int level = 0; level < levels; level++)
        divide(pieces, count << (2 * level));
    for (size_t i = 0; i < cells; i++)
        add_cell(s, &pieces[i]);
    free(pieces);
    s->bound = with_roundings(s->bound, largest, levels);
    return ABUT_OK;
}

// Boxes of any orientation fit flat pieces of a surface best.
static abut_status model_make(abut_model** out, const surface* s)
{
    const abut_soup soup = {.vertices = s->vertices,
                            .vertex_count = 4 * s->cell_count,
                            .triangles = s->triangles,
                            .triangle_count = 2 * s->cell_count};
    const abut_build by_obb = {.method = ABUT_METHOD_OBB};
    const abut_status status = abut_model_build(out, &soup, &by_obb);
    // A library without the papers' methods has none of these boxes, and the same answers.
    return status == ABUT_NOT_AVAILABLE ? abut_model_build(out, &soup, NULL) : status;
}

// -------------------------------------------------------------------------------- a bowl and an egg

enum { BOWL_PATCHES = 4, EGG_PATCHES = 8, LEVELS_MOST = 6 };

// A curve (radius, height) turned about the z axis: four patches, each a quarter of a turn, nearly a circle.
static void turn(const double curve[4][2], patch out[4])
{
    const double k = 0.5523;
    for (int i = 0; i < 4; i++) {
        const double r = curve[i][0], z = curve[i][1];
        const double quarter[4][2] = {{r, 0}, {r, k * r}, {k * r, r}, {0, r}};
        for (int j = 0; j < 4; j++) {
            double x = quarter[j][0], y = quarter[j][1];
            for (int q = 0; q < 4; q++) {
                const double point[3] = {x, y, z};
                memcpy(out[q].point[i][j], point, sizeof point);
                const double turned = -y;
                y = x;
                x = turned;
            }
        }
    }
}

static const double bowl_curve[4][2] = {{0, 0}, {1.25, 0}, {2, 0.5}, {2, 1.5}};
static const double egg_curves[2][4][2] = {{{0, -0.5}, {0.28, -0.5}, {0.5, -0.28}, {0.5, 0}},
                                           {{0.5, 0}, {0.5, 0.375}, {0.25, 0.75}, {0, 0.75}}};

// ------------------------------------------------------------------------------------------- questions

// What is known of the distance of two surfaces. (A pose that also turned could stretch the bounds: by 2^-10 at most.)
typedef struct known {
    double low, high;
    cell a, b;  // where they are at most high from each other
} known;

static abut_status ask(const surface s[2], const double place[3], known* out)
{
    abut_model* models[2] = {NULL, NULL};
    abut_query* query = NULL;
    abut_distance_answer answer = {0};
    abut_status status = abut_query_create(&query, NULL);
    for (int i = 0; i < 2 && !status; i++)
        status = model_make(&models[i], &s[i]);
    const abut_instance a = {.model = models[0]};
    abut_instance b = {.model = models[1]};
    memcpy(b.pose.translation, place, sizeof b.pose.translation);
    if (!status) status = abut_distance(query, &a, &b, NULL, &answer);
    if (!status) {
        // Sums round, too: by less than 2^-50 of what is added.
        const double both = s[0].bound + s[1].bound, more = (answer.hi + both) * 0x1p-50;
        *out = (known){.low = fmax(answer.lo - both - more, 0),
                       .high = answer.hi + both + more,
                       .a = s[0].cells[answer.pair.a / 2],
                       .b = s[1].cells[answer.pair.b / 2]};
    }
    abut_query_free(query);
    for (int i = 0; i < 2; i++)
        abut_model_free(models[i]);
    return status;
}

static void print_cell(const char* name, const cell* c)
{
    printf("    %s: patch %zu, u from %g to %g, v from %g to %g\n", name, c->patch, c->u,
           c->u + c->side, c->v, c->v + c->side);
}

// Is the egg farther than that from the bowl? Divide until it is certain.
static abut_status decide(const patch* bowl, const patch* egg, double height, double far)
{
    const double place[3] = {0.25, 0.125, height};
    printf("egg at height %g, farther than %g from the bowl?\n", height, far);
    for (int levels = 0; levels <= LEVELS_MOST; levels++) {
        surface s[2] = {{0}, {0}};
        known is = {.low = 0};
        abut_status status = surface_make(&s[0], bowl, BOWL_PATCHES, levels);
        if (!status) status = surface_make(&s[1], egg, EGG_PATCHES, levels);
        if (!status) status = ask(s, place, &is);
        const size_t triangles = 2 * (s[0].cell_count + s[1].cell_count);
        surface_free(&s[0]);
        surface_free(&s[1]);
        if (status) return status;
        // Away from what is known, so that it stays true.
        printf("  %6zu triangles: from %.5f to %.5f\n", triangles, floor(is.low * 1e5) / 1e5,
               ceil(is.high * 1e5) / 1e5);
        if (is.low <= far && is.high > far) continue;
        printf("  %s, certainly\n", is.low > far ? "yes" : "no");
        print_cell("bowl", &is.a);
        print_cell("egg", &is.b);
        return ABUT_OK;
    }
    printf("  too close to tell\n");
    return ABUT_OK;
}

int main(void)
{
    static patch bowl[BOWL_PATCHES], egg[EGG_PATCHES];
    turn(bowl_curve, bowl);
    turn(egg_curves[0], egg);
    turn(egg_curves[1], egg + 4);
    abut_status status = decide(bowl, egg, 1.25, 0);
    if (!status) status = decide(bowl, egg, 1, 0.25);
    if (!status) status = decide(bowl, egg, 0.625, 0);
    if (!status) status = decide(bowl, egg, 0.5625, 0.0625);
    if (!status) status = decide(bowl, egg, 0.5, 0);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    return status != ABUT_OK;
}

// fall_models.c - the models that fall: like those of the papers' experiments in kind and in number of triangles, made
// by formula. All are closed; pipes, fins and boards of one model may reach into each other.
#include "angle.h"
#include "fall_world.h"
#include "maker.h"
#include "random.h"

// ------------------------------------------------------------------------------------------- pipework

typedef struct pipe {
    maker* k;
    uint32_t sides, fine;
    double radius;
    int grid[3];      // corners along each axis
    int c[3];         // corner of the grid that it has reached
    int along, sign;  // direction it goes in
    uint32_t last;    // first vertex of the last ring
    int started;
} pipe;

// A ring about at; u and v span its plane, u x v points forward.
static void add_ring(pipe* p, vec at, vec u, vec v)
{
    const uint32_t first = (uint32_t)p->k->m.vertex_count, n = p->sides;
    for (uint32_t i = 0; i < n; i++) {
        double c, s;
        angle_of_turn(i, n, &c, &s);
        const vec q = vec_step(vec_step(at, u, p->radius * c), v, p->radius * s);
        maker_vertex(p->k, q.x, q.y, q.z);
    }
    for (uint32_t i = 0; i < n && p->started; i++) {
        const uint32_t next = (i + 1) % n;
        maker_quad(p->k, p->last + i, p->last + next, first + next, first + i);
    }
    p->last = first;
    p->started = 1;
}

static void add_lid(pipe* p, vec at, int is_end)
{
    const uint32_t n = p->sides, middle = maker_vertex(p->k, at.x, at.y, at.z);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t a = p->last + i, b = p->last + (i + 1) % n;
        maker_triangle(p->k, middle, is_end ? a : b, is_end ? b : a);
    }
}

static vec axis_vec(int axis, double length)
{
    return (vec){axis == 0 ? length : 0, axis == 1 ? length : 0, axis == 2 ? length : 0};
}

static const double cell = 1.0 / 6;

static vec corner_of(const pipe* p)
{
    return (vec){cell * (p->c[0] + 0.5 - p->grid[0] / 2.0),
                 cell * (p->c[1] + 0.5 - p->grid[1] / 2.0),
                 cell * (p->c[2] + 0.5 - p->grid[2] / 2.0)};
}

// From half a cell before the corner to half a cell after it: straight on in one piece of long thin triangles, or round a
// bend. u and v are carried along without twist.
static void pass_corner(pipe* p, int along, int sign, vec frame[2])
{
    const double half = cell / 2;
    const vec old = axis_vec(p->along, p->sign), turn = axis_vec(along, sign);
    const vec start = vec_step(corner_of(p), old, -half);
    if (along == p->along) {
        add_ring(p, vec_step(start, old, cell), frame[0], frame[1]);
        return;
    }
    vec u[2] = {frame[0], frame[1]};
    for (uint32_t i = 1; i <= p->fine; i++) {
        double c, s;
        angle_of_turn(i, 4 * (uint64_t)p->fine, &c, &s);
        for (int k = 0; k < 2; k++) {
            const double o = vec_dot(frame[k], old), t = vec_dot(frame[k], turn);
            const vec rest = vec_sub(frame[k], vec_add(vec_scale(old, o), vec_scale(turn, t)));
            u[k] = vec_step(vec_step(rest, old, o * c - t * s), turn, o * s + t * c);
        }
        add_ring(p, vec_step(vec_step(start, old, half * s), turn, half * (1 - c)), u[0], u[1]);
    }
    frame[0] = u[0], frame[1] = u[1];
    p->along = along;
    p->sign = sign;
}

static int is_in_grid(const pipe* p, int along, int sign)
{
    const int to = p->c[along] + sign;
    return to >= 0 && to < p->grid[along];
}

// Half of the corners are bends, where the grid allows it.
static void choose_way(const pipe* p, random_source* r, int* along, int* sign)
{
    const int must = !is_in_grid(p, p->along, p->sign);
    *along = p->along;
    *sign = p->sign;
    if (!must && random_below(r, 2) == 0) return;
    do {
        *along = (p->along + 1 + (int)random_below(r, 2)) % 3;
        *sign = random_below(r, 2) ? 1 : -1;
    } while (!is_in_grid(p, *along, *sign));
}

static void add_pipe(pipe* p, uint32_t corners, random_source* r)
{
    for (int axis = 0; axis < 3; axis++)
        p->c[axis] = (int)random_below(r, (uint64_t)p->grid[axis]);
    p->along = (int)random_below(r, 3);
    p->sign = 1;
    p->started = 0;
    vec frame[2] = {axis_vec((p->along + 1) % 3, 1), axis_vec((p->along + 2) % 3, 1)};
    const vec start = vec_step(corner_of(p), axis_vec(p->along, 1), -cell / 2);
    add_ring(p, start, frame[0], frame[1]);
    add_lid(p, start, 0);
    for (uint32_t i = 0; i < corners && p->k->status == SCENE_OK; i++) {
        int along, sign;
        choose_way(p, r, &along, &sign);
        pass_corner(p, along, sign, frame);
        if (i + 1 < corners) p->c[along] += sign;
    }
    add_lid(p, vec_step(corner_of(p), axis_vec(p->along, p->sign), cell / 2), 1);
}

scene_status pipework_make(const pipework_shape* shape, mesh* out)
{
    maker k;
    maker_start(&k, 0, 0);
    random_source r = {shape->seed};
    pipe p = {.k = &k, .sides = shape->sides, .fine = shape->fine, .radius = 0.03};
    for (int axis = 0; axis < 3; axis++)
        p.grid[axis] = shape->grid[axis];
    for (uint32_t i = 0; i < shape->pipes && k.status == SCENE_OK; i++)
        add_pipe(&p, shape->corners, &r);
    return maker_finish(&k, out);
}

// ------------------------------------------------------------------------------------ torus and teeth

scene_status wrinkled_make(uint32_t rings, uint32_t sides, double radius, double tube, mesh* out)
{
    maker k;
    maker_start(&k, (uint64_t)rings * sides, 2 * (uint64_t)rings * sides);
    for (uint32_t i = 0; i < rings; i++) {
        double cu, su, wave, unused;
        angle_of_turn(i, rings, &cu, &su);
        angle_of_turn(10 * (uint64_t)i, rings, &wave, &unused);
        for (uint32_t j = 0; j < sides; j++) {
            double cv, sv, cross;
            angle_of_turn(j, sides, &cv, &sv);
            angle_of_turn(5 * (uint64_t)j, sides, &cross, &unused);
            const double t = tube * (1 + 0.1 * wave + 0.06 * cross);
            maker_vertex(&k, (radius + t * cv) * cu, (radius + t * cv) * su, t * sv);
        }
    }
    for (uint32_t i = 0; i < rings; i++)
        for (uint32_t j = 0; j < sides; j++) {
            const uint32_t here = i * sides, next = (i + 1) % rings * sides, up = (j + 1) % sides;
            maker_quad(&k, here + j, next + j, next + up, here + up);
        }
    return maker_finish(&k, out);
}

// The distance from the nearest whole number, up to a half.
static double fold(double x)
{
    return fabs(x - floor(x + 0.5));
}

// Teeth in rows, and a stalagmite in the middle.
static double teeth_height(double x, double y)
{
    const double tooth = 0.2 * (1 - fold(3 * x) - fold(3 * y));
    const double r = sqrt(x * x + y * y);
    const double cone = 0.9 - 3.6 * r;
    return fmax(cone, 0.3 * tooth);
}

// Over a square; its underside is one quad at height -0.2, its walls go down to it.
scene_status teeth_make(uint32_t cells, double side, mesh* out)
{
    const uint32_t n = cells + 1;
    maker k;
    maker_start(&k, (uint64_t)n * n + 4 * (uint64_t)n,
                2 * (uint64_t)cells * cells + 12 * (uint64_t)n);
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < n; i++) {
            const double x = side * ((double)i / cells - 0.5), y = side * ((double)j / cells - 0.5);
            maker_vertex(&k, x, y, teeth_height(x, y));
        }
    for (uint32_t j = 0; j < cells; j++)
        for (uint32_t i = 0; i < cells; i++)
            maker_quad(&k, j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i);
    // Around the border, counter-clockwise from above.
    const uint32_t border = 4 * cells, low = (uint32_t)k.m.vertex_count;
    for (uint32_t i = 0; i < border && k.status == SCENE_OK; i++) {
        const uint32_t edge = i / cells, at = i % cells;
        const uint32_t corner[4] = {at, at * n + cells, cells * n + cells - at, (cells - at) * n};
        const double* v = k.m.vertices + 3 * (size_t)corner[edge];
        const double x = v[0], y = v[1];
        maker_vertex(&k, x, y, -0.2);
    }
    const uint32_t middle = maker_vertex(&k, 0, 0, -0.2);
    for (uint32_t i = 0; i < border && k.status == SCENE_OK; i++) {
        const uint32_t next = (i + 1) % border;
        uint32_t top[2];
        for (int e = 0; e < 2; e++) {
            const uint32_t b = e ? next : i, edge = b / cells, at = b % cells;
            const uint32_t corner[4] = {at, at * n + cells, cells * n + cells - at,
                                        (cells - at) * n};
            top[e] = corner[edge];
        }
        maker_quad(&k, low + i, low + next, top[1], top[0]);
        maker_triangle(&k, middle, low + next, low + i);
    }
    return maker_finish(&k, out);
}

// --------------------------------------------------------------------------------- torpedo and pivot

typedef struct profile_point {
    double r, z;
    double wave;  // how much it is lifted, towards four sides
} profile_point;

// Turn a polyline from pole to pole (r = 0 at both ends, solid to its left) round the z axis, cut into rows of
// about equal numbers a piece.
static void revolve(maker* k, const profile_point* p, uint32_t pieces, uint32_t rows,
                    uint32_t sides)
{
    const uint32_t cuts = rows / pieces, inner = pieces * cuts - 1;
    const uint32_t first = maker_vertex(k, 0, 0, p[0].z);
    for (uint32_t i = 1; i <= inner; i++) {
        const profile_point *a = p + i / cuts, *b = a + (i % cuts != 0);
        const double t = (double)(i % cuts) / cuts;
        const double r = a->r + (b->r - a->r) * t, z = a->z + (b->z - a->z) * t;
        const double wave = a->wave + (b->wave - a->wave) * t;
        for (uint32_t j = 0; j < sides; j++) {
            double c, s, four, unused;
            angle_of_turn(j, sides, &c, &s);
            angle_of_turn(4 * (uint64_t)j, sides, &four, &unused);
            maker_vertex(k, r * c, r * s, z - wave * four);
        }
    }
    const uint32_t last = maker_vertex(k, 0, 0, p[pieces].z), ring = first + 1;
    for (uint32_t j = 0; j < sides && k->status == SCENE_OK; j++) {
        const uint32_t next = (j + 1) % sides, end = ring + (inner - 1) * sides;
        maker_triangle(k, first, ring + next, ring + j);
        maker_triangle(k, last, end + j, end + next);
        for (uint32_t i = 0; i + 1 < inner; i++) {
            const uint32_t a = ring + i * sides, b = a + sides;
            maker_quad(k, a + j, a + next, b + next, b + j);
        }
    }
}

static void add_box(maker* k, const double low[3], const double high[3])
{
    static const unsigned char quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const uint32_t first = (uint32_t)k->m.vertex_count;
    for (int i = 0; i < 8; i++)
        maker_vertex(k, (i & 1 ? high : low)[0], (i & 2 ? high : low)[1], (i & 4 ? high : low)[2]);
    for (int i = 0; i < 6; i++)
        maker_quad(k, first + quads[i][0], first + quads[i][1], first + quads[i][2],
                   first + quads[i][3]);
}

// Along z, the nose up, with four fins.
scene_status torpedo_make(uint32_t rows, uint32_t sides, mesh* out)
{
    static const profile_point profile[] = {
        {0, -0.36, 0},    {0.03, -0.35, 0}, {0.07, -0.2, 0},  {0.07, 0.0, 0}, {0.07, 0.2, 0},
        {0.062, 0.27, 0}, {0.045, 0.32, 0}, {0.022, 0.35, 0}, {0, 0.36, 0},
    };
    maker k;
    maker_start(&k, 0, 0);
    revolve(&k, profile, 8, rows, sides);
    const double low[2][3] = {{-0.09, -0.008, -0.34}, {-0.008, -0.09, -0.34}};
    const double high[2][3] = {{0.09, 0.008, -0.26}, {0.008, 0.09, -0.26}};
    for (int i = 0; i < 2; i++)
        add_box(&k, low[i], high[i]);
    return maker_finish(&k, out);
}

// A foot, a stem, and a cup whose rim has four notches.
scene_status pivot_make(uint32_t rows, uint32_t sides, mesh* out)
{
    static const profile_point profile[] = {
        {0, 0, 0},         {0.3, 0, 0},        {0.3, 0.05, 0},     {0.06, 0.08, 0},
        {0.06, 0.4, 0},    {0.19, 0.52, 0.03}, {0.18, 0.54, 0.04}, {0.16, 0.53, 0.04},
        {0.06, 0.42, 0.0}, {0, 0.4, 0},
    };
    maker k;
    maker_start(&k, 0, 0);
    revolve(&k, profile, 9, rows, sides);
    return maker_finish(&k, out);
}

// One vertex of a maker, from a frame of columns x, y, z to the world.
static void put(double* v, vec x, vec y, vec z, vec at)
{
    const vec p = vec_step(vec_step(vec_step(at, x, v[0]), y, v[1]), z, v[2]);
    v[0] = p.x, v[1] = p.y, v[2] = p.z;
}

// Eight pairs of rollers along y, each pair a right angle open to the top: a round body of radius 0.07 along y that lies
// at height 0.2 touches all sixteen.
scene_status rollers_make(uint32_t rows, uint32_t sides, mesh* out)
{
    const double half = 0.05, radius = 0.02, reach = 0.07 + radius, part = sqrt(0.5);
    const profile_point profile[] = {
        {0, -half, 0}, {radius, -half, 0}, {radius, half, 0}, {0, half, 0}};
    const vec across = {0, 1, 0};
    maker k;
    maker_start(&k, 0, 0);
    for (int i = 0; i < 16; i++) {
        const double side = i % 2 ? part : -part;
        const vec along = {side, 0, part};
        const vec at = {side * reach, 0.05 * (i / 2) - 0.175, 0.2 - part * reach};
        const size_t first = k.m.vertex_count;
        revolve(&k, profile, 3, rows, sides);
        for (size_t v = first; v < k.m.vertex_count && k.status == SCENE_OK; v++)
            put(k.m.vertices + 3 * v, vec_cross(across, along), across, along, at);
    }
    return maker_finish(&k, out);
}

// A floor at height 0 and four walls, all of boards that reach into each other at the corners.
scene_status tray_make(double side, double wall, mesh* out)
{
    const double s = side / 2, t = 0.2, e = s + t;
    const double low[5][3] = {
        {-e, -e, -t}, {-e, -e, -t / 2}, {s, -e, -t / 2}, {-e, -e, -t / 2}, {-e, s, -t / 2}};
    const double high[5][3] = {{e, e, 0}, {-s, e, wall}, {e, e, wall}, {e, -s, wall}, {e, e, wall}};
    maker k;
    maker_start(&k, 0, 0);
    for (int i = 0; i < 5; i++)
        add_box(&k, low[i], high[i]);
    return maker_finish(&k, out);
}

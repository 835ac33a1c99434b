// fall_body.c - what a body is by its mesh: mass, centre and inertia of the solid inside, summed exactly as
// far as doubles go over the tetrahedra that its triangles span with one point (signed by orientation).
#include "fall_world.h"

#include <abut/statistics.h>

typedef struct moments {
    double volume;
    vec first;
    double second[3][3];  // integrals of x_i x_j
} moments;

// The integral over a tetrahedron with one corner in the origin: volume v, corners p[0..2].
static void add_tetrahedron(moments* m, const vec p[3])
{
    const double v = vec_dot(p[0], vec_cross(p[1], p[2])) / 6;
    const vec sum = vec_add(p[0], vec_add(p[1], p[2]));
    const double s[3] = {sum.x, sum.y, sum.z};
    m->volume += v;
    m->first = vec_step(m->first, sum, v / 4);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double products = s[i] * s[j];
            for (int k = 0; k < 3; k++) {
                const double c[3] = {p[k].x, p[k].y, p[k].z};
                products += c[i] * c[j];
            }
            m->second[i][j] += products * v / 20;
        }
}

static void invert(const matrix* a, matrix* out)
{
    const double(*m)[3] = (const double(*)[3])a->m;
    double c[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c[i][j] = m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1];
        }
    const double determinant = m[0][0] * c[0][0] + m[0][1] * c[0][1] + m[0][2] * c[0][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->m[i][j] = c[j][i] / determinant;
}

static void weigh(fall_body* body, vec about)
{
    moments m = {0};
    for (size_t t = 0; t < body->shape.triangle_count; t++) {
        vec p[3];
        for (int i = 0; i < 3; i++)
            p[i] = vec_sub(
                vec_of(body->shape.vertices + 3 * (size_t)body->shape.triangles[3 * t + (size_t)i]),
                about);
        add_tetrahedron(&m, p);
    }
    const vec shift = vec_scale(m.first, 1 / m.volume);
    const double d[3] = {shift.x, shift.y, shift.z};
    double about_centre[3][3], trace = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            about_centre[i][j] = m.second[i][j] - m.volume * d[i] * d[j];
        trace += about_centre[i][i];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            body->inertia.m[i][j] = (i == j ? trace : 0) - about_centre[i][j];
    body->mass = m.volume;
    body->centre = vec_add(about, shift);
    invert(&body->inertia, &body->inverse);
}

static vec measure(fall_body* body)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t i = 0; i < 3 * body->shape.vertex_count; i++) {
        low[i % 3] = fmin(low[i % 3], body->shape.vertices[i]);
        high[i % 3] = fmax(high[i % 3], body->shape.vertices[i]);
    }
    const vec side = vec_sub(vec_of(high), vec_of(low));
    body->shortest = fmin(side.x, fmin(side.y, side.z));
    body->longest = fmax(side.x, fmax(side.y, side.z));
    return vec_scale(vec_add(vec_of(high), vec_of(low)), 0.5);
}

scene_status fall_body_make(fall_body* body, mesh* shape, int is_fixed)
{
    *body = (fall_body){.shape = *shape};
    *shape = (mesh){0};
    const vec middle = measure(body);
    body->centre = middle;
    if (!is_fixed) {
        weigh(body, middle);
        if (!(body->mass > 0)) return SCENE_BAD_VALUE;
    }
    double square = 0;
    for (size_t i = 0; i < body->shape.vertex_count; i++) {
        const vec arm = vec_sub(vec_of(body->shape.vertices + 3 * i), body->centre);
        square = fmax(square, vec_dot(arm, arm));
    }
    body->radius = sqrt(square) * (1 + 0x1p-40);
    fall_body_set(body, body->centre, (quaternion){1, {0, 0, 0}});

    const abut_soup soup = {
        .vertices = body->shape.vertices,
        .triangles = body->shape.triangles,
        .vertex_count = body->shape.vertex_count,
        .triangle_count = body->shape.triangle_count,
    };
    abut_statistics surface;
    abut_status status = abut_soup_statistics(&soup, NULL, &surface);
    if (status == ABUT_OK && (surface.boundary_count || surface.unoriented_count))
        return SCENE_BAD_VALUE;
    if (status == ABUT_OK) status = abut_model_build(&body->model, &soup, NULL);
    if (status == ABUT_OUT_OF_MEMORY) return SCENE_OUT_OF_MEMORY;
    return status == ABUT_OK ? SCENE_OK : SCENE_BAD_VALUE;
}

void fall_body_set(fall_body* body, vec position, quaternion turn)
{
    body->position = position;
    body->turn = turn;
    body->rotation = quaternion_matrix(turn);
    for (int i = 0; i < 3; i++) {
        const double* row = body->rotation.m[i];
        const vec part = matrix_back(&body->inverse, vec_of(row));  // it is symmetric
        const vec answer = matrix_times(&body->rotation, part);
        body->answer.m[i][0] = answer.x, body->answer.m[i][1] = answer.y;
        body->answer.m[i][2] = answer.z;
    }
}

vec fall_body_inertia(const fall_body* body, vec spin)
{
    const vec inside = matrix_back(&body->rotation, spin);
    return matrix_times(&body->rotation, matrix_times(&body->inertia, inside));
}

double fall_body_kinetic(const fall_body* body)
{
    return 0.5 * body->mass * vec_dot(body->velocity, body->velocity) +
           0.5 * vec_dot(body->spin, fall_body_inertia(body, body->spin));
}

abut_pose fall_body_abut_pose(const fall_body* body)
{
    const vec t = vec_sub(body->position, matrix_times(&body->rotation, body->centre));
    abut_pose pose = {.translation = {t.x, t.y, t.z}, .scale = 1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            pose.rotation[i][j] = body->rotation.m[i][j];
    return pose;
}

// sweep_made.c - see sweep_made.h.
#include "support/sweep_made.h"

#include "support/random_pairs.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- shapes

static const int tetrahedron[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
static const int box[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                            1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

static size_t put(double* out, double v[][3], const int* index, size_t count)
{
    for (size_t i = 0; i < 3 * count; i++)
        memcpy(out + 3 * i, v[index[i]], 3 * sizeof *out);
    return count;
}

static size_t make_box(random_source* r, double* out, made_shape shape)
{
    double half[3], v[8][3];
    for (int c = 0; c < 3; c++)
        half[c] = 0.2 + 0.4 * fabs(random_unit(r));
    if (shape == MADE_PLATE) half[random_below(r, 3)] = ldexp(1, -random_between(r, 6, 40));
    for (int i = 0; i < 8; i++) {
        v[i][0] = i % 4 == 1 || i % 4 == 2 ? half[0] : -half[0];
        v[i][1] = i % 4 > 1 ? half[1] : -half[1];
        v[i][2] = i > 3 ? half[2] : -half[2];
    }
    return put(out, v, box, 12);
}

static size_t make_tetrahedron(random_source* r, double* out, made_shape shape)
{
    double v[4][3];
    const double thin = shape == MADE_NEEDLE ? ldexp(1, -random_between(r, 4, 30)) : 1;
    for (int i = 0; i < 12; i++)
        v[i / 3][i % 3] = 0.7 * random_unit(r) * (i % 3 ? thin : 1);
    v[0][0] = -0.7, v[3][0] = 0.7;
    return put(out, v, tetrahedron, 4);
}

static size_t make_shape(random_source* r, double* out, made_shape shape)
{
    if (shape == MADE_BOX || shape == MADE_PLATE) return make_box(r, out, shape);
    if (shape == MADE_TETRAHEDRON || shape == MADE_NEEDLE) return make_tetrahedron(r, out, shape);
    const size_t count = shape == MADE_TRIANGLE ? 1 : 4;
    for (size_t i = 0; i < 9 * count; i++)
        out[i] = 0.7 * random_unit(r);
    return count;
}

// ------------------------------------------------------------------------------------------ motions

static void anywhere(random_source* r, double reach, double out[3])
{
    for (int c = 0; c < 3; c++)
        out[c] = reach * random_unit(r);
}

static void some_pose(random_source* r, double reach, abut_pose* out)
{
    memset(out, 0, sizeof *out);
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = random_unit(r) + (i == 3 ? 1.5 : 0);
    (void)abut_pose_from_quaternion(out, q);
    anywhere(r, reach, out->translation);
}

static void some_axis(random_source* r, double out[3])
{
    anywhere(r, 2, out);
    if (random_below(r, 3)) return;
    memset(out, 0, 3 * sizeof *out);
    out[random_below(r, 3)] = random_below(r, 2) ? 1 : -2;
}

static void some_piece(random_source* r, made_motion motion, abut_motion* out, abut_pose* to)
{
    static const double halves[] = {180, -180, 90, -90, 360, 540};
    memset(out, 0, sizeof *out);
    if (motion == MADE_REST) return;
    if (motion == MADE_BETWEEN) {
        some_pose(r, 1.5, to);
        anywhere(r, 1, out->pivot);
        out->to = to;
        return;
    }
    if (motion != MADE_HINGE) anywhere(r, 2, out->way);
    if (motion == MADE_STRAIGHT) return;
    some_axis(r, out->axis);
    anywhere(r, 1, out->pivot);
    out->degrees = 120 * random_unit(r);
    if (motion == MADE_TURNS) out->degrees = 2000 * random_unit(r);
    if (motion == MADE_HALF) out->degrees = halves[random_below(r, 6)];
}

// ------------------------------------------------------------------------------------------- twists

// Poses as some have them: rounded to floats, so that they are not quite rotations; scaled; mirrored.
static void warp_poses(random_source* r, sweep_made* m, int side)
{
    const int how = random_below(r, 3);
    for (size_t k = 0; k <= m->c.pieces; k++) {
        abut_pose* const p = k ? &m->to[side][k - 1] : &m->c.body[side].pose;
        double any = 0;
        for (int i = 0; i < 9; i++)
            any += fabs(p->rotation[i / 3][i % 3]);
        for (int i = 0; i < 3 && !(any > 0); i++)
            p->rotation[i][i] = 1;
        for (int i = 0; i < 9; i++) {
            double* const x = &p->rotation[i / 3][i % 3];
            if (how == 0) *x = (double)(float)*x;
            if (how == 2 && i % 3 == 1) *x = -*x;
        }
        if (how == 1) p->scale = 1.7;
    }
}

static void scale_body(sweep_made* m, int side, int power)
{
    for (int c = 0; c < 9 * MADE_TRIANGLES; c++)
        m->corners[side][c] = ldexp(m->corners[side][c], power);
    for (int c = 0; c < 3; c++) {
        m->c.body[side].pose.translation[c] = ldexp(m->c.body[side].pose.translation[c], power);
        for (size_t i = 0; i < m->c.pieces; i++) {
            m->pieces[side][i].way[c] = ldexp(m->pieces[side][i].way[c], power);
            m->pieces[side][i].pivot[c] = ldexp(m->pieces[side][i].pivot[c], power);
            m->to[side][i].translation[c] = ldexp(m->to[side][i].translation[c], power);
        }
    }
}

// Before it is aimed: pivots far away, ways that are long and turns that are small, and so on.
static void twist(random_source* r, sweep_made* m)
{
    for (int side = 0; side < 2; side++) {
        if (m->twist == MADE_WARPED) warp_poses(r, m, side);
        for (size_t i = 0; i < m->c.pieces; i++) {
            abut_motion* const p = &m->pieces[side][i];
            if (p->to) continue;
            for (int c = 0; c < 3; c++) {
                if (m->twist == MADE_FAR_PIVOT) p->pivot[c] += 1e6 * random_unit(r);
                if (m->twist == MADE_FAST) p->way[c] *= 1e3;
                if (m->twist == MADE_SLOW) p->way[c] *= 1e-3;
            }
            if (m->twist == MADE_FAR_PIVOT) p->degrees *= 1e-5;
            if (m->twist == MADE_SLOW) p->degrees *= 1e-3;
        }
    }
}

// -------------------------------------------------------------------------------------------- aiming

static void move_body(sweep_made* m, int side, const double by[3])
{
    for (int c = 0; c < 3; c++) {
        m->c.body[side].pose.translation[c] += by[c];
        for (size_t i = 0; i < m->c.pieces; i++) {
            abut_motion* const piece = &m->pieces[side][i];
            if (piece->to)
                m->to[side][i].translation[c] += by[c];
            else if (fabs(piece->degrees) > 0)
                piece->pivot[c] += by[c];
        }
    }
}

static void spot_point(const sweep_spot* s, const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = s->m[i][0] * v[0] + s->m[i][1] * v[1] + s->m[i][2] * v[2] + s->t[i];
}

static double along(const double x[3], const double y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// The normal of a triangle, from the other corners of its body; 0: it has none.
static int outer_normal(const sweep_body* body, size_t triangle, const sweep_spot* s, double n[3],
                        double face[3][3])
{
    double u[3], v[3], sum = 0;
    for (int k = 0; k < 3; k++)
        spot_point(s, body->corners + 9 * triangle + 3 * k, face[k]);
    for (int c = 0; c < 3; c++)
        u[c] = face[1][c] - face[0][c], v[c] = face[2][c] - face[0][c];
    for (int c = 0; c < 3; c++)
        n[c] = u[(c + 1) % 3] * v[(c + 2) % 3] - u[(c + 2) % 3] * v[(c + 1) % 3];
    const double length = sqrt(along(n, n));
    if (!(length > 0)) return 0;
    for (size_t i = 0; i < 3 * body->count; i++) {
        double p[3];
        spot_point(s, body->corners + 3 * i, p);
        sum += along(n, p) - along(n, face[0]);
    }
    for (int c = 0; c < 3; c++)
        n[c] /= sum > 0 ? -length : length;
    return 1;
}

// The corner of a body that is lowest along n, in its model.
static const double* lowest(const sweep_body* body, const sweep_spot* s, const double n[3])
{
    const double* out = body->corners;
    double least = (double)INFINITY;
    for (size_t i = 0; i < 3 * body->count; i++) {
        double p[3];
        spot_point(s, body->corners + 3 * i, p);
        if (along(n, p) >= least) continue;
        least = along(n, p);
        out = body->corners + 3 * i;
    }
    return out;
}

// Put a corner of one body so deep into a face of the other, at the time that is aimed at; foot: where, in parts of the face's edges.
// Returns which way is out; 0: none.
static int aim_once(sweep_made* m, int corner_side, size_t triangle, const double foot[2],
                    double n[3], const double** corner)
{
    sweep_spot spot[2];
    double face[3][3], p[3], by[3];
    for (int side = 0; side < 2; side++)
        sweep_spot_find(&spot[side], &m->c.body[side], m->c.pieces, m->when);
    if (!outer_normal(&m->c.body[!corner_side], triangle, &spot[!corner_side], n, face)) return 0;
    *corner = lowest(&m->c.body[corner_side], &spot[corner_side], n);
    spot_point(&spot[corner_side], *corner, p);
    for (int c = 0; c < 3; c++)
        by[c] = face[0][c] + foot[0] * (face[1][c] - face[0][c]) +
                foot[1] * (face[2][c] - face[0][c]) - m->depth * n[c] - p[c];
    move_body(m, corner_side, by);
    return 1;
}

// Let the corner go along the face at that time, by another way.
static void go_along(sweep_made* m, int corner_side, const double n[3], const double corner[3])
{
    abut_motion* const piece = &m->pieces[corner_side][0];
    if (m->c.pieces != 1 || piece->to || !m->c.body[corner_side].pieces) return;
    double at[2];
    // The other body's face is taken to rest in its own frame: near enough where it does; else it is just another way.
    for (int late = 0; late < 2; late++) {
        sweep_spot s;
        double p[3];
        sweep_spot_find(&s, &m->c.body[corner_side], 1, m->when + (late ? 1e-4 : -1e-4));
        spot_point(&s, corner, p);
        at[late] = along(n, p);
    }
    const double speed = (at[1] - at[0]) / 2e-4;
    for (int c = 0; c < 3; c++)
        piece->way[c] -= speed * n[c];
}

static void aim(random_source* r, sweep_made* m)
{
    const int side = random_below(r, 2);
    const size_t triangle = (size_t)random_below(r, (int)m->c.body[!side].count);
    double foot[2] = {0.5 + 0.4 * random_unit(r), 0};
    foot[1] = (1 - foot[0]) * (0.5 + 0.4 * random_unit(r));
    m->when = (double)random_between(r, 1, 1023) / 1024 * (double)m->c.pieces;
    m->depth = pow(10, -random_between(r, 1, 13));
    if (m->aim == MADE_MISS) m->depth = -m->depth;
    double n[3];
    const double* corner = NULL;
    if (!aim_once(m, side, triangle, foot, n, &corner)) {
        m->aim = MADE_ANYHOW;
        return;
    }
    if (m->aim == MADE_DEEP) return;
    go_along(m, side, n, corner);
    (void)aim_once(m, side, triangle, foot, n, &corner);
}

void sweep_make_of(sweep_made* out, uint64_t seed, uint64_t index, made_motion a, made_motion b)
{
    random_source r = random_seeded(seed, index);
    memset(out, 0, sizeof *out);
    const made_motion given[2] = {a, b};
    out->c.pieces = random_below(&r, 5) ? 1 : (size_t)random_between(&r, 2, MADE_PIECES);
    out->aim = (made_aim)random_below(&r, MADE_AIMS);
    const int resting = random_below(&r, 3);  // 2: none rests
    for (int side = 0; side < 2; side++) {
        sweep_body* const body = &out->c.body[side];
        out->shape[side] = (made_shape)random_below(&r, MADE_SHAPES);
        body->corners = out->corners[side];
        body->count = make_shape(&r, out->corners[side], out->shape[side]);
        some_pose(&r, 1.5, &body->pose);
        if (!random_below(&r, 4)) memset(body->pose.rotation, 0, sizeof body->pose.rotation);
        out->motion[side] = given[side] < MADE_MOTIONS ? given[side]
                            : side == resting          ? MADE_REST
                                              : (made_motion)random_below(&r, MADE_MOTIONS);
        body->pieces = out->motion[side] == MADE_REST ? NULL : out->pieces[side];
        for (size_t i = 0; i < out->c.pieces; i++) {
            const made_motion next = given[side] < MADE_MOTIONS || i == 0
                                         ? out->motion[side]
                                         : (made_motion)random_below(&r, MADE_MOTIONS);
            some_piece(&r, next, &out->pieces[side][i], &out->to[side][i]);
        }
    }
    const int how = random_below(&r, 12);
    out->twist = how < MADE_TWISTS ? (made_twist)how : MADE_PLAIN;
    twist(&r, out);
    if (out->twist == MADE_OFFSET) {
        const double place[3] = {500000, 4500000, 100};
        move_body(out, 0, place), move_body(out, 1, place);
    }
    if (out->aim != MADE_ANYHOW) aim(&r, out);
    if (out->twist != MADE_SCALED) return;
    const int power = random_between(&r, -100, 100);
    scale_body(out, 0, power), scale_body(out, 1, power);
}

void sweep_make(sweep_made* out, uint64_t seed, uint64_t index)
{
    sweep_make_of(out, seed, index, MADE_MOTIONS, MADE_MOTIONS);
}

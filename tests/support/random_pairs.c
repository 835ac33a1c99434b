// random_pairs.c - hostile pairs of triangles, see random_pairs.h.
//
// A pair starts as small integers (steps of 2^-10), where contacts can be made exactly; then come size,
// perturbation and motion. Where a motion is not exact in doubles the contact is only nearly kept,
// and copies of vertices stand in for collinear points, so that ranks survive.
#include "support/random_pairs.h"

#include <float.h>
#include <math.h>
#include <string.h>

const char* const pair_shape_name[SHAPE_COUNT] = {"free", "meet", "flat", "line", "lattice"};
const char* const pair_size_name[SIZE_COUNT] = {"plain",   "2^+-500", "subnormal",
                                                "largest", "offset",  "far"};
const char* const pair_motion_name[MOTION_COUNT] = {"none",    "same",     "pulled", "columns",
                                                    "shifted", "split",    "spun",   "quarter",
                                                    "junk",    "last bits"};

// ----------------------------------------------------------------------------------- random numbers

uint64_t random_bits(random_source* random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

random_source random_seeded(uint64_t seed, uint64_t index)
{
    random_source random = {seed * 0xD1342543DE82EF95u + index};
    random.state = random_bits(&random);
    return random;
}

int random_below(random_source* random, int count)
{
    return (int)((random_bits(random) >> 33) % (uint64_t)count);
}

int random_between(random_source* random, int low, int high)
{
    return low + random_below(random, high - low + 1);
}

double random_unit(random_source* random)
{
    return (double)(int64_t)(random_bits(random) >> 10) * 0x1p-53 - 1;
}

static int one_in(random_source* random, int count)
{
    return random_below(random, count) == 0;
}

// -------------------------------------------------------------------------------------- whole numbers

enum { STEP_BITS = 10 };  // a whole number 1 stands for 2^-10

typedef struct whole {
    int x[3];
} whole;

static whole whole_random(random_source* random, int low, int high)
{
    whole out;
    for (int i = 0; i < 3; i++)
        out.x[i] = random_between(random, low, high);
    return out;
}

// p + f * d
static whole whole_plus(whole p, int f, whole d)
{
    for (int i = 0; i < 3; i++)
        p.x[i] += f * d.x[i];
    return p;
}

static int whole_parallel(whole p, whole q)
{
    return p.x[0] * q.x[1] == p.x[1] * q.x[0] && p.x[1] * q.x[2] == p.x[2] * q.x[1] &&
           p.x[2] * q.x[0] == p.x[0] * q.x[2];
}

// Two directions that are not parallel, of up to size steps.
static void whole_directions(random_source* random, int size, whole out[2])
{
    do {
        out[0] = whole_random(random, -size, size);
        out[1] = whole_random(random, -size, size);
        if (one_in(random, 4)) out[0].x[random_below(random, 3)] = 0;
        if (one_in(random, 4)) out[1].x[random_below(random, 3)] = 0;
    } while (whole_parallel(out[0], out[1]));
}

// A triangle, segment or point (rank 2, 1, 0) with p in its inside, on an edge or in a vertex, and its
// edges along d[0] and d[1].
static void whole_around(random_source* random, int rank, whole p, const whole d[2], whole out[3])
{
    const int f = random_between(random, 1, 8), g = random_between(random, 1, 8);
    out[0] = out[1] = out[2] = p;
    if (rank == 1) {
        const int h = one_in(random, 2) ? 0 : f;
        out[0] = whole_plus(p, -h, d[0]);
        out[1] = out[2] = whole_plus(p, g, d[0]);
        if (one_in(random, 4)) out[2] = out[0];
        if (one_in(random, 4)) out[2] = p;
    }
    if (rank != 2) return;
    switch (random_below(random, 4)) {
    case 0:  // a vertex
        out[1] = whole_plus(p, f, d[0]);
        out[2] = whole_plus(p, g, d[1]);
        break;
    case 1:  // an edge
        out[0] = whole_plus(p, -f, d[0]);
        out[1] = whole_plus(p, g, d[0]);
        out[2] = whole_plus(p, f, d[1]);
        break;
    default:  // the inside
        out[0] = whole_plus(whole_plus(p, -f, d[0]), -g, d[1]);
        out[1] = whole_plus(p, 2 * f, d[0]);
        out[2] = whole_plus(p, 3 * g, d[1]);
        break;
    }
}

static void whole_lattice(random_source* random, int rank, int low, int high, whole out[3])
{
    out[0] = out[1] = out[2] = whole_random(random, low, high);
    if (rank == 1) {
        while (!memcmp(&out[0], &out[1], sizeof out[0]))
            out[1] = whole_random(random, low, high);
        out[2] = out[random_below(random, 2)];
        int even = 1;
        for (int i = 0; i < 3; i++)
            even &= (out[0].x[i] + out[1].x[i]) % 2 == 0;
        for (int i = 0; i < 3 && even; i++)
            out[2].x[i] = (out[0].x[i] + out[1].x[i]) / 2;
    }
    if (rank != 2) return;
    do {
        out[1] = whole_random(random, low, high);
        out[2] = whole_random(random, low, high);
    } while (whole_parallel(whole_plus(out[1], -1, out[0]), whole_plus(out[2], -1, out[0])));
}

// ------------------------------------------------------------------------------------------- shapes

static void make_shape(random_source* random, pair_shape shape, const int rank[2], whole t[2][3])
{
    whole d[2], e[2];
    whole_directions(random, 128, d);
    whole_directions(random, 128, e);
    whole p = whole_random(random, -1024, 1024), q = p;
    switch (shape) {
    case SHAPE_FREE:
        q = whole_plus(p, one_in(random, 2), whole_random(random, -512, 512));
        break;
    case SHAPE_FLAT:
        e[0] = whole_plus(d[one_in(random, 2)], random_between(random, -1, 1), d[1]);
        e[1] = whole_plus(d[0], random_between(random, -2, 2), d[1]);
        if (whole_parallel(e[0], e[1])) e[0] = d[0], e[1] = d[1];
        q = whole_plus(whole_plus(p, random_between(random, -4, 4), d[0]),
                       random_between(random, -4, 4), d[1]);
        break;
    case SHAPE_LINE:
        e[0] = d[0];
        if (whole_parallel(e[0], e[1])) e[1] = d[1];
        q = whole_plus(p, random_between(random, -12, 12), d[0]);
        break;
    case SHAPE_LATTICE:
        for (int side = 0; side < 2; side++)
            whole_lattice(random, rank[side], 0, 3, t[side]);
        return;
    default:
        break;
    }
    whole_around(random, rank[0], p, d, t[0]);
    whole_around(random, rank[1], q, e, t[1]);
}

// ------------------------------------------------------------------------------------------ matrices

typedef double matrix[3][3];

static void matrix_identity(matrix out)
{
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] = i / 3 == i % 3;
}

static void matrix_multiply(matrix out, const matrix a, const matrix b)
{
    matrix c;
    for (int i = 0; i < 9; i++)
        c[i / 3][i % 3] =
            a[i / 3][0] * b[0][i % 3] + a[i / 3][1] * b[1][i % 3] + a[i / 3][2] * b[2][i % 3];
    memcpy(out, c, sizeof c);
}

static void matrix_transpose(matrix out, const matrix a)
{
    matrix c;
    for (int i = 0; i < 9; i++)
        c[i / 3][i % 3] = a[i % 3][i / 3];
    memcpy(out, c, sizeof c);
}

static void matrix_inverse(matrix out, const matrix a)
{
    matrix c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[j][i] = a[(i + 1) % 3][(j + 1) % 3] * a[(i + 2) % 3][(j + 2) % 3] -
                      a[(i + 1) % 3][(j + 2) % 3] * a[(i + 2) % 3][(j + 1) % 3];
    const double det = a[0][0] * c[0][0] + a[0][1] * c[1][0] + a[0][2] * c[2][0];
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] = c[i / 3][i % 3] / det;
}

static void matrix_apply(double out[3], const matrix a, const double v[3])
{
    const double x = v[0], y = v[1], z = v[2];
    for (int i = 0; i < 3; i++)
        out[i] = a[i][0] * x + a[i][1] * y + a[i][2] * z;
}

static void quaternion_rotation(random_source* random, matrix out)
{
    double x, y, z, w, n;
    do {
        x = random_unit(random), y = random_unit(random);
        z = random_unit(random), w = random_unit(random);
        n = x * x + y * y + z * z + w * w;
    } while (n < 0.01 || n > 1);
    const double s = 2 / n;
    const matrix r = {{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                      {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
                      {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}};
    memcpy(out, r, sizeof r);
}

void random_rotation(random_source* random, double out[3][3])
{
    quaternion_rotation(random, out);
    if (one_in(random, 4))
        for (int i = 0; i < 9; i++)
            out[i / 3][i % 3] = (double)(float)out[i / 3][i % 3];
    if (one_in(random, 4))
        for (int i = 0; i < 3; i++)
            out[i][0] = -out[i][0];
}

// A signed permutation, half of them mirrored.
static void turn_random(random_source* random, matrix out)
{
    const int first = random_below(random, 3), step = random_between(random, 1, 2);
    memset(out, 0, sizeof(matrix));
    for (int i = 0; i < 3; i++)
        out[i][(first + step * i) % 3] = one_in(random, 2) ? -1 : 1;
}

static void turn_about(matrix out, int axis, double cosine, double sine)
{
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    matrix_identity(out);
    out[i][i] = out[j][j] = cosine;
    out[i][j] = -sine, out[j][i] = sine;
}

// ------------------------------------------------------------------------------------------- motions

static double random_scale(random_source* random)
{
    switch (random_below(random, 8)) {
    case 0:
        return ldexp(1, random_between(random, -3, 3));
    case 1:
        return 0.125 + 3.9375 * (1 + random_unit(random));
    case 2:
        return one_in(random, 20)
                   ? ldexp(1 + random_unit(random) / 8, one_in(random, 2) ? 299 : -299)
                   : 2;
    case 3:
        return 1;
    default:
        return 0;
    }
}

static void random_translation(random_source* random, double out[3])
{
    const int kind = random_below(random, 8);
    const double size = pow(10, random_between(random, -2, 6));
    for (int i = 0; i < 3; i++) {
        out[i] = kind < 2   ? 0
                 : kind < 4 ? random_between(random, -3, 3)
                            : size * random_unit(random);
        if (kind == 7 && one_in(random, 3)) out[i] = random_between(random, -1, 1) * 0.1;
    }
    if (one_in(random, 200)) out[random_below(random, 3)] = 1e300;
}

static void random_pose(random_source* random, abut_pose* out)
{
    *out = (abut_pose){.scale = random_scale(random)};
    if (one_in(random, 4))
        turn_random(random, out->rotation);
    else
        random_rotation(random, out->rotation);
    random_translation(random, out->translation);
}

// b's vertices v become turn' v and its rotation R becomes R turn: the world stays where it is.
static void swap_columns(random_source* random, random_pair* out)
{
    matrix turn, back;
    turn_random(random, turn);
    matrix_transpose(back, (const double(*)[3])turn);
    for (int k = 0; k < 3; k++)
        matrix_apply(out->b[k], (const double(*)[3])back, out->b[k]);
    matrix_multiply(out->b_pose.rotation, (const double(*)[3])out->b_pose.rotation,
                    (const double(*)[3])turn);
}

// Rotation entries in steps of 2^-20 and a translation in steps of 2^-30: then the shift is exact for
// vertices in steps of 2^-10.
static void shift_against(random_source* random, random_pair* out)
{
    for (int i = 0; i < 9; i++) {
        double* const x = &out->a_pose.rotation[i / 3][i % 3];
        *x = nearbyint(*x * 0x1p20) * 0x1p-20;
    }
    out->a_pose.scale = ldexp(1, random_between(random, -2, 2));
    double shift[3], moved[3];
    for (int i = 0; i < 3; i++) {
        out->a_pose.translation[i] = random_between(random, -(1 << 29), 1 << 29) * 0x1p-20;
        shift[i] = random_between(random, -(1 << 20), 1 << 20) * 0x1p-10;
    }
    out->b_pose = out->a_pose;
    matrix_apply(moved, (const double(*)[3])out->a_pose.rotation, shift);
    for (int i = 0; i < 3; i++) {
        out->b_pose.translation[i] -= out->a_pose.scale * moved[i];
        for (int k = 0; k < 3; k++)
            out->b[k][i] += shift[i];
    }
}

// World positions in out->a, out->b; poses given: find vertices that land there, nearly.
static void pull_back(random_pair* out, int side)
{
    const abut_pose* const pose = side ? &out->b_pose : &out->a_pose;
    double(*const v)[3] = side ? out->b : out->a;
    matrix inverse;
    matrix_inverse(inverse, (const double(*)[3])pose->rotation);
    for (int k = 0; k < 3; k++) {
        double world[3];
        for (int i = 0; i < 3; i++)
            world[i] = v[k][i] - pose->translation[i];
        matrix_apply(v[k], (const double(*)[3])inverse, world);
        for (int i = 0; i < 3 && pose->scale != 0; i++)
            v[k][i] /= pose->scale;
    }
}

static void pulled_poses(random_source* random, random_pair* out)
{
    for (int side = 0; side < 2; side++) {
        abut_pose* const pose = side ? &out->b_pose : &out->a_pose;
        random_pose(random, pose);
        random_rotation(random, pose->rotation);
        if (one_in(random, 3)) memset(pose->translation, 0, sizeof pose->translation);
        // A far translation would leave nothing of the vertices.
        for (int i = 0; i < 3; i++)
            if (fabs(pose->translation[i]) > 1e6) pose->translation[i] = 1;
        pull_back(out, side);
    }
}

// Both turn about one coordinate axis through the world point translation; what lies on the axis, or
// in one plane across it, stays together.
static void spin(random_source* random, random_pair* out)
{
    const int axis = random_below(random, 3);
    const double scale = random_scale(random);
    double translation[3];
    random_translation(random, translation);
    for (int side = 0; side < 2; side++) {
        abut_pose* const pose = side ? &out->b_pose : &out->a_pose;
        const double angle = 3.2 * random_unit(random);
        turn_about(pose->rotation, axis, cos(angle), sin(angle));
        memcpy(pose->translation, translation, sizeof translation);
        pose->scale = one_in(random, 8) ? random_scale(random) : scale;
    }
    if (one_in(random, 2)) swap_columns(random, out);
}

static void quarter_turns(random_source* random, random_pair* out, int junk)
{
    for (int side = 0; side < 2; side++) {
        abut_pose* const pose = side ? &out->b_pose : &out->a_pose;
        double(*const v)[3] = side ? out->b : out->a;
        matrix turn;
        turn_random(random, turn);
        if (junk) {
            const int axis = random_below(random, 3), quarters = random_between(random, 1, 3);
            const double cosines[] = {1, 0, -1, 0}, sines[] = {0, 1, 0, -1};
            const double angle = quarters * 1.57079632679489661923;
            turn_about(turn, axis, cosines[quarters], sines[quarters]);
            turn_about(pose->rotation, axis, cos(angle), sin(angle));
        } else {
            memcpy(pose->rotation, turn, sizeof turn);
        }
        pose->scale = ldexp(1, random_between(random, -2, 2));
        for (int i = 0; i < 3; i++)
            pose->translation[i] = random_between(random, -4096, 4096) * 0x1p-10;
        matrix_transpose(turn, (const double(*)[3])turn);
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < 3; i++)
                v[k][i] = (v[k][i] - pose->translation[i]) / pose->scale;
            matrix_apply(v[k], (const double(*)[3])turn, v[k]);
        }
    }
}

static void split_scale(random_source* random, random_pair* out)
{
    abut_pose* const a = &out->a_pose;
    if (a->scale == 0) a->scale = 1;
    if (a->scale < 0.125 || a->scale > 8) a->scale = 1.25;
    int k = random_between(random, 1, 100);
    if (out->size == SIZE_SUBNORMAL || (out->size != SIZE_LARGEST && one_in(random, 2))) k = -k;
    out->b_pose.scale = ldexp(a->scale, k);
    for (int i = 0; i < 9; i++)
        out->b[i / 3][i % 3] = ldexp(out->b[i / 3][i % 3], -k);
}

static void change_last_bits(random_source* random, abut_pose* pose)
{
    for (int k = random_between(random, 1, 3); k > 0; k--) {
        const int i = random_below(random, 12);
        double* const x = i < 9 ? &pose->rotation[i / 3][i % 3] : &pose->translation[i - 9];
        *x = nextafter(*x, one_in(random, 2) ? DBL_MAX : -DBL_MAX);
    }
}

static void move(random_source* random, random_pair* out)
{
    if (out->motion == MOTION_NONE && one_in(random, 2)) matrix_identity(out->b_pose.rotation);
    if (out->motion == MOTION_NONE) return;
    random_pose(random, &out->a_pose);
    out->b_pose = out->a_pose;
    switch (out->motion) {
    case MOTION_PULLED:
        pulled_poses(random, out);
        break;
    case MOTION_COLUMNS:
        swap_columns(random, out);
        break;
    case MOTION_SHIFTED:
        shift_against(random, out);
        break;
    case MOTION_SPLIT:
        split_scale(random, out);
        break;
    case MOTION_SPUN:
        spin(random, out);
        break;
    case MOTION_QUARTER:
        quarter_turns(random, out, 0);
        break;
    case MOTION_JUNK:
        quarter_turns(random, out, 1);
        break;
    case MOTION_LAST_BITS:
        change_last_bits(random, &out->b_pose);
        break;
    default:
        break;
    }
}

// ---------------------------------------------------------------------------------------------- sizes

static void resize(random_source* random, random_pair* out)
{
    int exponent = 0;
    double offset[3] = {0, 0, 0};
    switch (out->size) {
    case SIZE_SCALED:
        exponent = one_in(random, 2) ? 500 : -500;
        break;
    case SIZE_SUBNORMAL:
        exponent = -1074 + STEP_BITS;
        break;
    case SIZE_LARGEST:
        exponent = 1020;
        break;
    case SIZE_OFFSET:
        for (int i = 0; i < 3; i++)
            offset[i] = nearbyint(random_unit(random) * 1e5);
        break;
    case SIZE_FAR:
        for (int i = 0; i < 3; i++)
            offset[i] = one_in(random, 2) ? 0x1p40 : 0;
        break;
    default:
        break;
    }
    for (int k = 0; k < 9; k++) {
        const int v = k / 3, i = k % 3;
        out->a[v][i] = ldexp(out->a[v][i] + offset[i], exponent);
        out->b[v][i] = ldexp(out->b[v][i] + offset[i], exponent);
    }
}

static void perturb(random_source* random, random_pair* out)
{
    const double h = pow(10, -out->perturbed);
    double shift[3];
    const int each = one_in(random, 2), axis = random_below(random, 4);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            if (k == 0 || each) shift[i] = axis == 3 || axis == i ? h * random_unit(random) : 0;
            out->b[k][i] += shift[i];
        }
    }
}

// --------------------------------------------------------------------------------------------- whole

// Copies of vertices keep a triangle's rank where rounding would not.
static void seal(int rank, double t[3][3])
{
    if (rank < 2) memcpy(t[2], t[1], sizeof t[2]);
    if (rank < 1) memcpy(t[1], t[0], sizeof t[1]), memcpy(t[2], t[0], sizeof t[2]);
}

static void shuffle(random_source* random, double t[3][3])
{
    for (int k = 2; k > 0; k--) {
        const int other = random_below(random, k + 1);
        double kept[3];
        memcpy(kept, t[k], sizeof kept);
        memcpy(t[k], t[other], sizeof kept);
        memcpy(t[other], kept, sizeof kept);
    }
}

static pair_size pick_size(random_source* random, pair_motion motion)
{
    // These motions are exact only for plain sizes.
    const int plain_only = motion == MOTION_SHIFTED || motion == MOTION_QUARTER ||
                           motion == MOTION_JUNK || motion == MOTION_PULLED;
    const int n = random_below(random, 100);
    if (n >= 20 || motion == MOTION_SPUN) return SIZE_PLAIN;
    if (n < 10) return SIZE_OFFSET;
    if (plain_only) return SIZE_PLAIN;
    return n < 13 ? SIZE_FAR : n < 17 ? SIZE_SCALED : n < 18 ? SIZE_SUBNORMAL : SIZE_LARGEST;
}

static const int mixed_ranks[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
static const pair_motion mixed_motions[20] = {
    MOTION_NONE,    MOTION_NONE,    MOTION_NONE,    MOTION_SAME,   MOTION_SAME,
    MOTION_SAME,    MOTION_PULLED,  MOTION_PULLED,  MOTION_PULLED, MOTION_COLUMNS,
    MOTION_COLUMNS, MOTION_SHIFTED, MOTION_SHIFTED, MOTION_SPLIT,  MOTION_SPUN,
    MOTION_SPUN,    MOTION_QUARTER, MOTION_QUARTER, MOTION_JUNK,   MOTION_LAST_BITS};
static const pair_shape mixed_shapes[10] = {SHAPE_FREE,    SHAPE_FREE,   SHAPE_MEET, SHAPE_MEET,
                                            SHAPE_MEET,    SHAPE_FLAT,   SHAPE_FLAT, SHAPE_LINE,
                                            SHAPE_LATTICE, SHAPE_LATTICE};

random_pair random_pair_make(uint64_t seed, uint64_t index)
{
    random_source random = random_seeded(seed, index);
    random_pair out = {.shape = mixed_shapes[random_below(&random, 10)],
                       .motion = mixed_motions[random_below(&random, 20)],
                       .perturbed = one_in(&random, 3) ? random_between(&random, 0, 17) : -1};
    out.size = pick_size(&random, out.motion);
    const int slot = (int)(index % 100), swap = one_in(&random, 2);
    const int* const mixed = mixed_ranks[slot < 55 ? slot / 11 : 5];
    const int rank[2] = {mixed[swap], mixed[!swap]};

    whole t[2][3];
    if (out.motion == MOTION_SPUN) {
        out.shape = SHAPE_LATTICE;
        for (int side = 0; side < 2; side++)
            whole_lattice(&random, rank[side], -2, 2, t[side]);
    } else {
        make_shape(&random, out.shape, rank, t);
    }
    const double step = out.shape == SHAPE_LATTICE ? 1 : 0x1p-10;
    for (int k = 0; k < 9; k++) {
        out.a[k / 3][k % 3] = t[0][k / 3].x[k % 3] * step;
        out.b[k / 3][k % 3] = t[1][k / 3].x[k % 3] * step;
    }
    if (out.perturbed >= 0) perturb(&random, &out);
    resize(&random, &out);
    move(&random, &out);
    const int exact = out.perturbed < 0 && out.motion != MOTION_PULLED && out.size != SIZE_LARGEST;
    if (!exact) seal(rank[0], out.a), seal(rank[1], out.b);
    shuffle(&random, out.a);
    shuffle(&random, out.b);
    return out;
}

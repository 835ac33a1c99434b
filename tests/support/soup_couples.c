// soup_couples.c - see soup_couples.h.
#include "support/soup_couples.h"

#include "support/random_pairs.h"
#include "support/soup_models.h"

const char* const couple_family_name[COUPLE_FAMILIES] = {"lattice", "hostile", "needles", "far",
                                                         "nested",  "shell",   "sizes",   "sorts"};

static int one_in(rng* r, size_t count)
{
    return rng_below(r, count) == 0;
}

// A turn by multiples of 90 degrees, half of them mirrored.
static abut_pose quarter_turn(rng* r)
{
    abut_pose pose = {0};
    const size_t first = rng_below(r, 3), step = 1 + rng_below(r, 2);
    for (size_t i = 0; i < 3; i++)
        pose.rotation[i][(first + step * i) % 3] = one_in(r, 2) ? 1 : -1;
    for (int i = 0; i < 3; i++)
        pose.translation[i] = (double)rng_below(r, 9) - 4;
    return pose;
}

static void lattice(soup_couple* c, rng* r)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < 3 * c->soup[side].vertex_count; i++)
            c->soup[side].vertices[i] = (double)rng_below(r, 4);
        c->pose[side] = quarter_turn(r);
    }
    if (one_in(r, 2)) memcpy(c->pose[1].rotation, c->pose[0].rotation, sizeof c->pose[0].rotation);
    c->pose[1].translation[rng_below(r, 3)] += (double)rng_below(r, 9);
}

// Triangles like one that is given: its corners, some exchanged, some a last bit off, some mirrored in another.
static void repeat(rng* r, soup_data* s)
{
    for (size_t t = 1; t < s->triangle_count; t++) {
        double* v = s->vertices + 9 * t;
        for (int k = 0; k < 3; k++)
            memcpy(v + 3 * k, s->vertices + 3 * rng_below(r, 3), 3 * sizeof *v);
        if (one_in(r, 3))
            for (int i = 0; i < 3; i++)
                v[i] = 0.5 * v[i] + 0.5 * v[3 + i];
        if (one_in(r, 3)) {
            double* x = v + rng_below(r, 9);
            *x = nextafter(*x, one_in(r, 2) ? 1e300 : -1e300);
        }
    }
}

static void hostile(soup_couple* c, uint64_t seed, uint64_t index, rng* r)
{
    const random_pair p = random_pair_make(seed, index);
    memcpy(c->soup[0].vertices, p.a, sizeof p.a);
    memcpy(c->soup[1].vertices, p.b, sizeof p.b);
    repeat(r, &c->soup[0]);
    repeat(r, &c->soup[1]);
    c->pose[0] = p.a_pose;
    c->pose[1] = p.b_pose;
}

static void needles(soup_couple* c, rng* r)
{
    for (int side = 0; side < 2; side++) {
        soup_data* s = &c->soup[side];
        for (size_t t = 0; t < s->triangle_count; t++) {
            double* v = s->vertices + 9 * t;
            const double length = ldexp(1, (int)rng_below(r, 20)),
                         width = ldexp(1, -(int)rng_below(r, 40));
            for (int i = 0; i < 3; i++) {
                v[i] = rng_signed(r);
                v[3 + i] = v[i] + width * rng_signed(r);
                v[6 + i] = v[i] + length * rng_signed(r);
            }
        }
        c->pose[side] = pose_random(r, 0.5);
    }
    if (one_in(r, 2)) c->pose[1] = c->pose[0];
    c->pose[1].translation[2] += one_in(r, 2) ? 1.5 : 0x1p-30;
}

static void fill(soup_data* s, rng* r, double size, const double middle[3])
{
    for (size_t i = 0; i < 3 * s->vertex_count; i++)
        s->vertices[i] = middle[i % 3] + size * rng_signed(r);
}

static void far_apart(soup_couple* c, rng* r)
{
    const double way = ldexp(1, (int)rng_below(r, 61));
    double middle[2][3] = {{0}, {0}};
    for (int side = 0; side < 2; side++) {
        c->pose[side] = one_in(r, 2) ? pose_random(r, 0.5) : quarter_turn(r);
        double* const place = one_in(r, 2) ? middle[side] : c->pose[side].translation;
        for (int i = 0; i < 3; i++)
            place[i] = side ? way * rng_signed(r) : one_in(r, 2) ? way : 0;
        fill(&c->soup[side], r, 1, middle[side]);
    }
}

static void nested(soup_couple* c, rng* r)
{
    static const double origin[3] = {0, 0, 0};
    const int inner = (int)rng_below(r, 2);
    c->pose[0] = pose_random(r, 4);
    c->pose[1] = one_in(r, 2) ? c->pose[0] : pose_random(r, 0);
    memcpy(c->pose[1].translation, c->pose[0].translation, sizeof c->pose[0].translation);
    fill(&c->soup[inner], r, 1, origin);
    fill(&c->soup[!inner], r, ldexp(1, (int)rng_below(r, 41)), origin);
    if (one_in(r, 2)) c->pose[inner].scale = ldexp(1, -(int)rng_below(r, 41));
}

// Corners at 1, but for a little, from the middle of a's few.
static void shell(soup_couple* c, rng* r)
{
    static const double origin[3] = {0, 0, 0};
    static const double sizes[] = {0, 1e-12, 1e-6, 1e-2};
    fill(&c->soup[0], r, sizes[rng_below(r, 4)], origin);
    const double spread = ldexp(1, -20 - (int)rng_below(r, 33));
    for (size_t i = 0; i < c->soup[1].vertex_count; i++) {
        double* v = c->soup[1].vertices + 3 * i;
        double square;
        do {
            square = 0;
            for (int k = 0; k < 3; k++) {
                v[k] = rng_signed(r);
                square += v[k] * v[k];
            }
        } while (square < 0.01 || square > 1);
        const double out = (i % 3 ? 1.2 : 1 + spread * rng_signed(r)) / sqrt(square);
        for (int k = 0; k < 3; k++)
            v[k] *= out;
    }
    c->pose[0] = pose_random(r, 2);
    c->pose[1] = one_in(r, 2) ? c->pose[0] : pose_random(r, 0);
    memcpy(c->pose[1].translation, c->pose[0].translation, sizeof c->pose[0].translation);
}

// From the least doubles to nearly the largest; whole numbers, so that some of the least are not all 0. Seldom far from each
// other's size: then rationals take thousands of bits.
static void any_size(soup_couple* c, rng* r)
{
    // Beyond 2^289 doubles prove nothing, and all is left to integers: that takes a hundred times as long.
    const int of_any = one_in(r, 100);
    const int of_both = (int)(one_in(r, 8) ? rng_below(r, 2070) : 774 + rng_below(r, 500)) - 1074;
    for (int side = 0; side < 2; side++) {
        int power = of_any ? (int)rng_below(r, 2070) - 1074 : of_both + (int)rng_below(r, 90) - 45;
        power = power < -1074 ? -1074 : power > 995 ? 995 : power;
        for (size_t i = 0; i < 3 * c->soup[side].vertex_count; i++)
            c->soup[side].vertices[i] = ldexp((double)rng_below(r, 64) - 32, power);
        c->pose[side] = one_in(r, 2) ? pose_random(r, 0) : quarter_turn(r);
        const size_t how = rng_below(r, 3);
        for (int i = 0; i < 3; i++)
            c->pose[side].translation[i] =
                how ? ldexp(rng_signed(r), (how == 1 ? power + 5 : (int)rng_below(r, 1000))) : 0;
    }
    if (one_in(r, 3)) memcpy(c->pose[1].rotation, c->pose[0].rotation, sizeof c->pose[0].rotation);
    if (one_in(r, 3))
        memcpy(c->pose[1].translation, c->pose[0].translation, sizeof c->pose[0].translation);
}

static void sorts(soup_couple* c, rng* r)
{
    for (int side = 0; side < 2; side++) {
        const size_t count = c->soup[side].triangle_count;
        soup_free(&c->soup[side]);
        c->soup[side] = soup_random((soup_sort)rng_below(r, SOUP_SORT_COUNT), count, rng_next(r));
        c->pose[side] = pose_of_sort(r, (int)rng_below(r, 6));
    }
    const size_t how = rng_below(r, 4);
    if (how == 0) memcpy(c->pose[1].translation, c->pose[0].translation, 3 * sizeof(double));
    if (how == 1) c->pose[1].translation[0] += 1.5;
    if (how == 2) c->pose[1] = c->pose[0];
}

void soup_couple_make(soup_couple* out, uint64_t seed, uint64_t index, size_t most)
{
    rng r = {seed * 0xD1342543DE82EF95u + index};
    r.state = rng_next(&r);
    out->family = (couple_family)(index % COUPLE_FAMILIES);
    for (int side = 0; side < 2; side++)
        out->soup[side] = soup_separate(1 + rng_below(&r, most));
    switch (out->family) {
    case COUPLE_LATTICE:
        lattice(out, &r);
        break;
    case COUPLE_HOSTILE:
        hostile(out, seed, index, &r);
        return;  // with sizes of its own
    case COUPLE_NEEDLES:
        needles(out, &r);
        break;
    case COUPLE_FAR:
        far_apart(out, &r);
        break;
    case COUPLE_NESTED:
        nested(out, &r);
        break;
    case COUPLE_SHELL:
        shell(out, &r);
        break;
    case COUPLE_SIZES:
        any_size(out, &r);
        return;
    default:
        sorts(out, &r);
        break;
    }
    if (!one_in(&r, 8)) return;
    // All of it by 2^250 or 2^-250, through the poses: with their own scales that is legal.
    const int power = one_in(&r, 2) ? 250 : -250;
    for (int side = 0; side < 2; side++) {
        abut_pose* p = &out->pose[side];
        p->scale = ldexp(p->scale == 0 ? 1 : p->scale, power);
        for (int i = 0; i < 3; i++)
            p->translation[i] = ldexp(p->translation[i], power);
    }
}

void soup_couple_free(soup_couple* c)
{
    soup_free(&c->soup[0]);
    soup_free(&c->soup[1]);
}

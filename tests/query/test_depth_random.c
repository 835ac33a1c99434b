// test_depth_random.c - solids of a few tetrahedra and boxes, turned at random or on a small grid, against rationals (support/convex_truth.h):
// depths along random directions, the least depth of two convex ones, volumes, and that what is told of others
// is true. As a program: COUNT cases from number FROM on, and it prints what they were.
#include "query/depth_check.h"

#include <stdio.h>

enum { MOST_PIECES = 3 };

typedef struct piece {
    int is_box;
    double corner[4][3];  // of a box: the first two, the least and the greatest
} piece;

typedef struct scene {
    piece piece[2][MOST_PIECES];
    size_t count[2];
    abut_pose pose[2];
    solid surface[2];
    convex_set set[2];
    abut_model* model[2];
    abut_solid* solid[2];
    abut_query* query;
    abut_instance at[2];
    int number;
} scene;

// ------------------------------------------------------------------------------------------- scenes

static double coordinate(rng* r, int is_grid)
{
    return is_grid ? (double)rng_below(r, 5) / 4 : (rng_signed(r) + 1) / 2;
}

static double volume_of(const double corner[4][3])
{
    double e[3][3];
    for (int i = 0; i < 9; i++)
        e[i / 3][i % 3] = corner[i / 3 + 1][i % 3] - corner[0][i % 3];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

// In a unit cube of its own, so that pieces of a model are apart, or touch.
static void make_piece(piece* p, rng* r, int is_grid, size_t place)
{
    p->is_box = rng_below(r, 3) == 0;
    do {
        for (int i = 0; i < 12; i++)
            p->corner[i / 3][i % 3] = coordinate(r, is_grid);
        for (int k = 0; p->is_box && k < 3; k++) {
            if (p->corner[0][k] <= p->corner[1][k]) continue;
            const double swap = p->corner[0][k];
            p->corner[0][k] = p->corner[1][k];
            p->corner[1][k] = swap;
        }
        if (rng_below(r, 8) == 0)  // a needle
            for (int i = 0; i < 4; i++)
                p->corner[i][1] = ldexp(p->corner[i][1], -12);
    } while (p->is_box ? !(p->corner[0][0] < p->corner[1][0] && p->corner[0][1] < p->corner[1][1] &&
                           p->corner[0][2] < p->corner[1][2])
                       : fabs(volume_of((const double(*)[3])p->corner)) < 1e-9);
    for (int i = 0; i < 4; i++)
        p->corner[i][0] += (double)place;
}

static void add_surface(solid* s, const piece* p)
{
    static const int faces[4][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}};
    if (p->is_box) {
        solid_add_box(s, p->corner[0], p->corner[1], 1, 0);
        return;
    }
    const int is_turned = volume_of((const double(*)[3])p->corner) < 0;
    for (int t = 0; t < 4; t++) {
        double corner[3][3];
        for (int i = 0; i < 3; i++)
            memcpy(corner[is_turned ? 2 - i : i], p->corner[faces[t][i]], sizeof corner[i]);
        solid_add_triangle(s, (const double(*)[3])corner);
    }
}

static abut_pose pose_of_case(rng* r, int dice)
{
    abut_pose pose = pose_random(r, 0.3);
    if (dice < 3) {  // a quarter turn, or none, on the grid
        memset(pose.rotation, 0, sizeof pose.rotation);
        const int turn = (int)rng_below(r, 3);
        for (int k = 0; k < 3; k++) {
            const int is_back = rng_below(r, 3) == 0;
            pose.rotation[k][(k + turn) % 3] = is_back ? -1 : 1;
            pose.translation[k] = ((double)rng_below(r, 5) - 2) / 4 + is_back;
        }
    }
    if (dice == 4) pose.scale = 1.25;
    if (dice == 5) pose_mirror(&pose);
    if (dice == 6) pose_to_float(&pose);
    if (dice == 7)
        for (int k = 0; k < 3; k++)
            pose.translation[k] += 4.5e6;
    return pose;
}

static void scene_open(scene* s, int number)
{
    rng r = {(uint64_t)number * 1000003 + 17};
    memset(s, 0, sizeof *s);
    s->number = number;
    const int is_grid = (int)rng_below(&r, 2),
              dice = is_grid ? (int)rng_below(&r, 4) : 3 + (int)rng_below(&r, 5);
    const int is_one = rng_below(&r, 3) == 0;
    const int cuts = (int)rng_below(&r, 4);
    for (int side = 0; side < 2; side++) {
        s->count[side] = is_one ? 1 : 1 + rng_below(&r, MOST_PIECES);
        s->pose[side] = side || dice == 7 ? pose_of_case(&r, dice) : (abut_pose){.scale = 1};
        const affine map = oracle_affine(&s->pose[side]);
        for (size_t i = 0; i < s->count[side]; i++) {
            piece* const p = &s->piece[side][i];
            make_piece(p, &r, is_grid, i);
            add_surface(&s->surface[side], p);
            if (p->is_box)
                convex_add_box(&s->set[side], p->corner[0], p->corner[1], &map);
            else
                convex_add_tetrahedron(&s->set[side], (const double(*)[3])p->corner, &map);
        }
        if (is_grid && cuts == 1) solid_quarter(&s->surface[side]);
        if (is_grid && cuts == 2) solid_scatter(&s->surface[side], &r);
        s->model[side] =
            solid_model(&s->surface[side], number % 4 ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE);
        s->at[side] = (abut_instance){.model = s->model[side], .pose = s->pose[side]};
        assert_int_equal(abut_solid_build(&s->solid[side], s->model[side], NULL), ABUT_OK);
    }
    assert_int_equal(abut_query_create(&s->query, NULL), ABUT_OK);
}

static void scene_close(scene* s)
{
    abut_query_free(s->query);
    for (int side = 0; side < 2; side++) {
        abut_solid_free(s->solid[side]);
        abut_model_free(s->model[side]);
        solid_free(&s->surface[side]);
        convex_free(&s->set[side]);
    }
}

// ------------------------------------------------------------------------------------------ answers

typedef struct counts {
    size_t cases, blocked, caught_again, convex, faults;
} counts;

static counts sum;

// Kept for whoever has to look: both models as they are asked, but for their poses.
static void keep(const scene* s)
{
    if (!getenv("ABUT_KEEP")) return;
    for (int side = 0; side < 2; side++) {
        char path[300];
        snprintf(path, sizeof path, "%s/random%d.%c.obj", getenv("ABUT_KEEP"), s->number,
                 "ab"[side]);
        FILE* const out = fopen(path, "w");
        if (!out) return;
        for (size_t i = 0; i < s->surface[side].vertex_count; i++)
            fprintf(out, "v %.17g %.17g %.17g\n", s->surface[side].vertices[3 * i],
                    s->surface[side].vertices[3 * i + 1], s->surface[side].vertices[3 * i + 2]);
        for (size_t i = 0; i < s->surface[side].triangle_count; i++)
            fprintf(out, "f %zu %zu %zu\n", 3 * i + 1, 3 * i + 2, 3 * i + 3);
        for (int i = 0; i < 9; i++)
            fprintf(out, "%s%.17g", i ? " " : "# pose ", s->pose[side].rotation[i / 3][i % 3]);
        fprintf(out, " at %.17g %.17g %.17g scale %.17g\n", s->pose[side].translation[0],
                s->pose[side].translation[1], s->pose[side].translation[2], s->pose[side].scale);
        fclose(out);
    }
}

static void tell(const scene* s, const char* what, double lo, double hi, double is)
{
    sum.faults++;
    keep(s);
    fprintf(stderr, "case %d: %s: %.17g .. %.17g, and it is %.17g\n", s->number, what, lo, hi, is);
}

static void ask_along(scene* s, const double way[3], mpq_t depth, mpq_t clear)
{
    abut_depth_along_answer out[2];
    const double back[3] = {-way[0], -way[1], -way[2]};
    const abut_solids_ask ask = {.a_solid = s->solid[0], .b_solid = s->solid[1]};
    assert_int_equal(abut_depth_along(s->query, &s->at[0], &s->at[1], way, &ask, &out[0]), ABUT_OK);
    assert_int_equal(abut_depth_along(s->query, &s->at[1], &s->at[0], back, NULL, &out[1]),
                     ABUT_OK);
    convex_along(&s->set[0], &s->set[1], way, depth, clear);
    for (int order = 0; order < 2; order++) {
        const abut_depth_along_answer* const o = &out[order];
        if (!convex_is_next(o->depth_lo, o->depth_hi, depth, 0))
            tell(s, order ? "depth along, exchanged" : "depth along", o->depth_lo, o->depth_hi,
                 mpq_get_d(depth));
        if (!convex_is_next(o->clear_lo, o->clear_hi, clear, 0))
            tell(s, order ? "clear, exchanged" : "clear", o->clear_lo, o->clear_hi,
                 mpq_get_d(clear));
        if (!o->complete) tell(s, "not complete", 0, 0, 0);
    }
    sum.caught_again += mpq_cmp(depth, clear) < 0;
}

// What no free translation may contradict: its length is depth * |way|.
static void expect_least(scene* s, mpq_t free_square)
{
    abut_depth_least_answer out[2];
    const int is_one = s->count[0] == 1 && s->count[1] == 1;
    mpq_t is;
    mpq_init(is);
    if (is_one) convex_least_square(&s->set[0].cells[0], &s->set[1].cells[0], is);
    const abut_solids_ask ask = {.absolute = 0.02, .budget = 200000};
    for (int order = 0; order < 2; order++) {
        abut_depth_least_answer* const o = &out[order];
        assert_int_equal(abut_depth_least(s->query, &s->at[order], &s->at[!order], &ask, o),
                         ABUT_OK);
        if (!(o->lo <= o->hi) || !convex_holds(o->lo, (double)INFINITY, free_square, 1))
            tell(s, "least, and a way is shorter", o->lo, o->hi, sqrt(mpq_get_d(free_square)));
        if (is_one && !convex_holds(o->lo, o->hi, is, 1))
            tell(s, "least of two", o->lo, o->hi, sqrt(mpq_get_d(is)));
        if (o->is_convex && (!is_one || !convex_is_next(o->lo, o->hi, is, 1)))
            tell(s, "least, said to be exact", o->lo, o->hi, sqrt(mpq_get_d(is)));
        if (!translation_is_short(o)) tell(s, "longer than it says", o->lo, o->hi, 0);
        if (convex_blocked(&s->set[order], &s->set[!order], o->translation))
            tell(s, "the way does not free it", o->lo, o->hi, 0);
        if (o->complete && o->hi - o->lo > 0.02 && !o->is_convex)
            tell(s, "not as near as asked", o->lo, o->hi, 0);
    }
    if (out[0].lo > out[1].hi || out[1].lo > out[0].hi)
        tell(s, "exchanged, another depth", out[0].lo, out[1].lo, 0);
    sum.convex += (size_t)out[0].is_convex;
    mpq_clear(is);
}

static void expect_volume(scene* s)
{
    abut_overlap_answer out;
    const abut_overlap_ask ask = {.volume = 1};
    mpq_t is, lo, hi, x;
    mpq_inits(is, lo, hi, x, NULL);
    convex_volume(&s->set[0], &s->set[1], is);
    for (int order = 0; order < 2; order++) {
        assert_int_equal(abut_overlap(s->query, &s->at[order], &s->at[!order], &ask, &out),
                         ABUT_OK);
        if (!convex_holds(out.volume_lo, out.volume_hi, is, 0))
            tell(s, order ? "volume, exchanged" : "volume", out.volume_lo, out.volume_hi,
                 mpq_get_d(is));
        const double size = s->pose[1].translation[0] > 1e6 ? 1e-6 : 1e-9;
        if (out.volume_hi - out.volume_lo > size)
            tell(s, "volume, wide", out.volume_lo, out.volume_hi, size);
        if (out.a_left_out || out.b_left_out)
            tell(s, "left out", (double)out.a_left_out, (double)out.b_left_out, 0);
        mpq_set_ui(lo, 0, 1);
        mpq_set_ui(hi, 0, 1);
        for (size_t i = 0; i < out.region_count; i++) {
            mpq_set_d(x, out.regions[i].volume_lo);
            mpq_add(lo, lo, x);
            mpq_set_d(x, out.regions[i].volume_hi);
            mpq_add(hi, hi, x);
        }
        if (mpq_cmp(lo, is) > 0 || mpq_cmp(hi, is) < 0)
            tell(s, "sum of regions", mpq_get_d(lo), mpq_get_d(hi), mpq_get_d(is));
    }
    mpq_clears(is, lo, hi, x, NULL);
}

// How far a point of the world is within a convex piece, in doubles; negative: outside.
static double inner_distance(convex* c, const double x[3])
{
    double least = (double)INFINITY;
    for (int i = 0; i < c->normal_count; i++) {
        double n[3], low = (double)INFINITY, high = -(double)INFINITY, at = 0, square = 0;
        for (int k = 0; k < 3; k++)
            n[k] = mpq_get_d(c->normal[i][k]);
        for (int k = 0; k < 3; k++) {
            square += n[k] * n[k];
            at += n[k] * (x[k] - mpq_get_d(c->corner[0][k]));
        }
        for (int j = 0; j < c->corner_count; j++) {
            double y = 0;
            for (int k = 0; k < 3; k++)
                y += n[k] * (mpq_get_d(c->corner[j][k]) - mpq_get_d(c->corner[0][k]));
            low = fmin(low, y);
            high = fmax(high, y);
        }
        const double length = sqrt(square);
        // A tetrahedron has its face at one of both ends, and a corner at the other: that is no nearer.
        least = fmin(least, fmin(at - low, high - at) / length);
    }
    return least;
}

enum { STEPS = 8 };

// How deep the deepest of the points of a triangle is in the other solid that stand on a grid of it.
static double deepest_of(const convex_set* other, const double x[3][3])
{
    double most = 0;
    for (int i = 0; i < (STEPS + 1) * (STEPS + 1); i++) {
        const double u = (double)(i % (STEPS + 1)) / STEPS, v = (double)(i / (STEPS + 1)) / STEPS;
        double p[3];
        if (u + v > 1) continue;
        for (int k = 0; k < 3; k++)
            p[k] = x[0][k] + u * (x[1][k] - x[0][k]) + v * (x[2][k] - x[0][k]);
        for (size_t n = 0; n < other->count; n++)
            most = fmax(most, inner_distance(&other->cells[n], p));
    }
    return most;
}

// The deepest of all such points of a surface, and how far they are from each other at most.
static double sample_reach(const scene* s, int side, double* spacing)
{
    const solid* const surface = &s->surface[side];
    const affine map = oracle_affine(&s->pose[side]);
    double most = 0;
    *spacing = 0;
    for (size_t t = 0; t < surface->triangle_count; t++) {
        double x[3][3], length = 0;
        for (int i = 0; i < 9; i++) {
            const double* const v = surface->vertices + 9 * t + 3 * (size_t)(i / 3);
            x[i / 3][i % 3] = map.translation[i % 3];
            for (int k = 0; k < 3; k++)
                x[i / 3][i % 3] += map.matrix[i % 3][k] * v[k];
        }
        for (int k = 0; k < 3; k++)
            length += fabs(x[1][k] - x[0][k]) + fabs(x[2][k] - x[0][k]);
        *spacing = fmax(*spacing, length / STEPS);
        most = fmax(most, deepest_of(&s->set[!side], (const double(*)[3])x));
    }
    return most;
}

static void expect_reach(scene* s)
{
    abut_reach_answer out;
    assert_int_equal(abut_reach(s->query, &s->at[0], &s->at[1], NULL, &out), ABUT_OK);
    const double error = s->pose[1].translation[0] > 1e6 ? 1e-8 : 1e-12;
    for (int side = 0; side < 2; side++) {
        const abut_deepest* const d = side ? &out.b_in_a : &out.a_in_b;
        double spacing, told = 0;
        const double most = sample_reach(s, side, &spacing);
        if (d->hi < most - error || d->lo > most + spacing + error || d->lo > d->hi ||
            !out.complete)
            tell(s, side ? "reach of b" : "reach of a", d->lo, d->hi, most);
        for (size_t n = 0; d->lo > 0 && n < s->set[!side].count; n++)
            told = fmax(told, inner_distance(&s->set[!side].cells[n], d->point));
        if (told < d->lo - error) tell(s, "the deepest point is not so deep", d->lo, d->hi, told);
    }
}

static void ask_case(int number)
{
    scene s;
    rng r = {(uint64_t)number + 5};
    mpq_t depth, clear, square, least;
    mpq_inits(depth, clear, square, least, NULL);
    scene_open(&s, number);
    for (int i = 0; i < 4; i++) {
        double way[3] = {0, 0, 0};
        if (i < 2)
            way[rng_below(&r, 3)] = rng_below(&r, 2) ? 1 : -1;
        else
            for (int k = 0; k < 3; k++)
                way[k] = i == 2 ? rng_signed(&r) : 0.5 + (double)rng_below(&r, 3);
        ask_along(&s, way, depth, clear);
        mpq_set_ui(square, 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(clear, way[k]);
            mpq_mul(clear, clear, clear);
            mpq_add(square, square, clear);
        }
        mpq_mul(square, square, depth);
        mpq_mul(square, square, depth);
        if (i == 0 || mpq_cmp(square, least) < 0) mpq_set(least, square);
    }
    sum.cases++;
    sum.blocked += mpq_sgn(least) > 0;
    expect_least(&s, least);
    expect_volume(&s);
    expect_reach(&s);
    scene_close(&s);
    mpq_clears(depth, clear, square, least, NULL);
}

static int case_count = CASES(32), case_from = 0;

static void random_solids_are_as_rationals_say(void** state)
{
    (void)state;
    for (int i = 0; i < case_count; i++)
        ask_case(case_from + i);
    print_message(
        "%zu cases, %zu blocked, %zu ways caught again, %zu told to be convex, %zu faults\n",
        sum.cases, sum.blocked, sum.caught_again, sum.convex, sum.faults);
    assert_int_equal(sum.faults, 0);
    assert_true(sum.blocked > 0 || sum.cases < 16);
}

int main(int argc, char** argv)
{
    if (argc > 1) case_count = (int)strtol(argv[1], NULL, 10);
    if (argc > 2) case_from = (int)strtol(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_solids_are_as_rationals_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// test_sweep_vertices.c - soups whose vertices move linearly, by somebody who has not seen how they are found: exact contacts at times that
// are looked at are never before t_lo nor on a way that is called free, and t_hi is one. Vertices that all go the same way are a model
// that goes straight; two triangles in one soup are two soups. Corners on a small grid, and anywhere.
#include "support/share.h"
#include "support/sweep_ask.h"
#include "support/sweep_judge.h"

#include "abut/vertices.h"

enum { MOST = 3, BITS = 448, TIMES = 128 };

typedef struct flown {
    double from[2][9 * MOST], to[2][9 * MOST];
    size_t count[2];
} flown;

static const uint32_t corners[9 * MOST] = {0, 1,  2,  3,  4,  5,  6,  7,  8,
                                           9, 10, 11, 12, 13, 14, 15, 16, 17};

static abut_soup soup_at(const double* vertices, size_t count)
{
    return (abut_soup){.vertices = vertices,
                       .triangles = corners,
                       .vertex_count = 3 * count,
                       .triangle_count = count};
}

static abut_first ask(abut_query* query, const flown* f, int swapped, const abut_motion_ask* how)
{
    const abut_soup soup[2] = {soup_at(f->from[0], f->count[0]), soup_at(f->from[1], f->count[1])};
    abut_first out;
    memset(&out, 0xA5, sizeof out);
    assert_int_equal(abut_vertices_first(query, &soup[swapped], f->to[swapped], &soup[!swapped],
                                         f->to[!swapped], how, &out),
                     ABUT_OK);
    return swapped ? sweep_unswap(out) : out;
}

// ---------------------------------------------------------------------------------------- looking

static void place(const flown* f, int side, size_t triangle, double time, double out[3][3])
{
    for (size_t i = 0; i < 9; i++) {
        const double x = f->from[side][9 * triangle + i], y = f->to[side][9 * triangle + i];
        out[i / 3][i % 3] = x + time * (y - x);
    }
}

// Exactly.
static int meets(moved_pair* p, const flown* f, size_t a, size_t b, double time)
{
    mpz_t from, to, room[2], none;
    mpz_inits(from, to, room[0], room[1], none, NULL);
    mpz_set_ui(p->off, 0);
    for (int i = 0; i < 18; i++) {
        const int side = i / 9;
        const size_t k = 9 * (side ? b : a) + (size_t)(i % 9);
        mpz_t* const x = &p->point[i / 3][i % 3];
        mpz_ui_pow_ui(none, 2, BITS);
        mpz_set_ui(*x, 0);
        mpz_set_ui(from, 0);
        mpz_set_ui(to, 0);
        mpz_t off;
        mpz_init(off);
        moved_add_product(from, p->off, none, off, f->from[side][k], room);
        moved_add_product(to, p->off, none, off, f->to[side][k], room);
        mpz_sub(to, to, from);
        moved_add_product(from, p->off, to, off, time, room);
        mpz_set(*x, from);
        mpz_clear(off);
    }
    mpz_clears(from, to, room[0], room[1], none, NULL);
    assert_int_equal(mpz_sgn(p->off), 0);
    return moved_pair_meets(p) > 0;
}

static int any_meets(moved_pair* p, const flown* f, double time)
{
    for (size_t a = 0; a < f->count[0]; a++)
        for (size_t b = 0; b < f->count[1]; b++) {
            double x[3][3], y[3][3];
            place(f, 0, a, time, x), place(f, 1, b, time, y);
            if (sweep_gap(x, y) < 1e-9 && meets(p, f, a, b, time)) return 1;
        }
    return 0;
}

// How many contacts are told that last for no time that can be looked at.
typedef struct counts {
    size_t free, contact, exact, unseen;
} counts;

static void check(moved_pair* p, const flown* f, const abut_first* first, uint64_t index, counts* n)
{
    const int is_free = first->state == ABUT_MOTION_FREE;
    assert_true(is_free || first->state == ABUT_MOTION_CONTACT);
    for (int k = 0; k <= TIMES + 20; k++) {
        const double time =
            k <= TIMES ? (double)k / TIMES : first->t_lo * (1 - ldexp(1, -2 * (k - TIMES)));
        if (!is_free && time >= first->t_lo) continue;
        if (any_meets(p, f, time))
            fail_msg("%llu: they touch at %.17g, but state %d, t_lo %.17g",
                     (unsigned long long)index, time, (int)first->state, first->t_lo);
    }
    if (is_free) {
        n->free++;
        assert_true(!(first->t_lo < 1) && !(first->t_hi < 1));
        return;
    }
    n->contact++;
    assert_true(first->t_lo <= first->t_hi && first->t_hi <= nextafter(first->t_lo, 2));
    const int is_exact = !(first->t_lo < first->t_hi);
    const int is_met = meets(p, f, first->pair.a, first->pair.b, first->t_hi);
    if (is_exact && !is_met)
        fail_msg("%llu: they do not touch at %.17g", (unsigned long long)index, first->t_hi);
    n->exact += (size_t)is_exact;
    n->unseen += (size_t)!is_met;
}

// ----------------------------------------------------------------------------------------- making

static void make(flown* f, rng* r, int sort)
{
    f->count[0] = 1 + rng_below(r, MOST), f->count[1] = 1 + rng_below(r, MOST);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < 9 * MOST; i++) {
            double* const x[2] = {&f->from[side][i], &f->to[side][i]};
            for (int late = 0; late < 2; late++) {
                const double far = side && i % 3 == 0 ? (late ? -1 : 2) : 0;
                *x[late] = sort == 0 ? (double)rng_below(r, 4) + far
                           : sort == 1
                               ? rng_signed(r) + far
                               : far + (double)rng_below(r, 3) / 2 + 0x1p-30 * rng_signed(r);
            }
            if (sort == 2 && i % 3 == 2 && side == 0) *x[0] = *x[1] = 0.5;  // in a plane
        }
}

static void no_contact_is_missed(void** state)
{
    (void)state;
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    moved_pair pair;
    moved_pair_init(&pair, BITS);
    counts n = {0};
    rng r = {2401};
    for (uint64_t i = 0; i < CASES(1500); i++) {
        flown f;
        make(&f, &r, (int)(i % 3));
        const abut_first first = ask(query, &f, 0, NULL), swapped = ask(query, &f, 1, NULL);
        check(&pair, &f, &first, i, &n);
        assert_int_equal(first.state, swapped.state);
        assert_memory_equal(&first.t_lo, &swapped.t_lo, sizeof first.t_lo);
        assert_memory_equal(&first.t_hi, &swapped.t_hi, sizeof first.t_hi);
        const abut_motion_ask any = {.any = 1};
        const abut_first some = ask(query, &f, 0, &any);
        assert_int_equal(some.state, first.state);
        assert_true(some.t_hi >= first.t_lo);
    }
    print_message("%zu free, %zu contacts: %zu at a double, %zu that cannot be seen at t_hi\n",
                  n.free, n.contact, n.exact, n.unseen);
    assert_true(n.free > CASES(30) && n.contact > CASES(300) && n.unseen < n.contact / 20);
    moved_pair_clear(&pair);
    abut_query_free(query);
}

static void all_alike_is_straight(void** state)
{
    (void)state;
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    rng r = {2402};
    size_t contacts = 0;
    for (int i = 0; i < CASES(1000); i++) {
        flown f;
        make(&f, &r, 0);
        abut_motion way = {.way = {(double)rng_below(&r, 9) - 6, (double)rng_below(&r, 5) - 2,
                                   (double)rng_below(&r, 5) - 2}};
        for (size_t k = 0; k < 9 * MOST; k++) {
            f.to[0][k] = f.from[0][k];
            f.to[1][k] = f.from[1][k] + way.way[k % 3];
        }
        const abut_first first = ask(query, &f, 0, NULL);
        const sweep_case c = {.body = {{f.from[0], f.count[0], {.scale = 0}, NULL},
                                       {f.from[1], f.count[1], {.scale = 0}, &way}},
                              .pieces = 1};
        sweep_models m = sweep_models_of(&c, NULL);
        const abut_motion_ask plain = {.separation = 0};
        const abut_first straight = sweep_ask(&m, &c, 0, &plain);
        sweep_models_free(&m);
        assert_int_equal(first.state, straight.state);
        assert_true(!(first.t_lo < straight.t_lo) && !(first.t_lo > straight.t_lo));
        assert_true(!(first.t_hi < straight.t_hi) && !(first.t_hi > straight.t_hi));
        contacts += first.state == ABUT_MOTION_CONTACT;
    }
    assert_true(contacts > CASES(300) && contacts < CASES(1000) - CASES(50));
    abut_query_free(query);
}

// Two triangles without a common vertex, in one soup.
static void one_soup_is_as_two(void** state)
{
    (void)state;
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    rng r = {2403};
    size_t compared = 0;
    for (int i = 0; i < CASES(1500); i++) {
        flown f;
        make(&f, &r, i % 3);
        f.count[0] = f.count[1] = 1;
        int shared = 0;
        for (int a = 0; a < 9; a++)  // vertices that are one
            shared |= !memcmp(f.from[0] + a / 3 * 3, f.from[1] + a % 3 * 3, 24) &&
                      !memcmp(f.to[0] + a / 3 * 3, f.to[1] + a % 3 * 3, 24);
        if (shared) continue;
        double from[18], to[18];
        for (int side = 0; side < 2; side++) {
            memcpy(from + 9 * side, f.from[side], 9 * sizeof *from);
            memcpy(to + 9 * side, f.to[side], 9 * sizeof *to);
        }
        const abut_soup both = soup_at(from, 2);
        const abut_first two = ask(query, &f, 0, NULL);
        abut_first one;
        assert_int_equal(abut_vertices_self_first(query, &both, to, NULL, &one), ABUT_OK);
        compared++;
        assert_int_equal(one.state, two.state);
        assert_true(!(one.t_lo < two.t_lo) && !(one.t_lo > two.t_lo));
        assert_true(!(one.t_hi < two.t_hi) && !(one.t_hi > two.t_hi));
    }
    assert_true(compared > CASES(1000));
    abut_query_free(query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_contact_is_missed),
        cmocka_unit_test(all_alike_is_straight),
        cmocka_unit_test(one_soup_is_as_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

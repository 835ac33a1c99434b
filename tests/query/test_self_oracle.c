// test_self_oracle.c - abut_self on small soups, pair by pair as rationals say: common vertices, degenerate triangles, duplicates,
// fans in one plane and nearly so, T-joints, sizes beyond the filter; by every way that answers it, in every state of the
// floating-point unit.
#include "base/simd_set.h"
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/self_truth.h"
#include "support/share.h"

enum { WAYS = 6, MOST_TRIANGLES = 24, MOST_VERTICES = 24 };

typedef struct sort {
    const char* name;
    void (*place)(rng* r, size_t count, double* to);
    size_t vertices, triangles;
} sort;

// ------------------------------------------------------------------------------------------- soups

static void place_on_grid(rng* r, size_t count, double* to)
{
    for (size_t i = 0; i < 3 * count; i++)
        to[i] = (double)rng_below(r, 3);
}

static void place_on_level(rng* r, size_t count, double* to)
{
    for (size_t i = 0; i < count; i++) {
        to[3 * i] = (double)rng_below(r, 4);
        to[3 * i + 1] = (double)rng_below(r, 4);
        to[3 * i + 2] = rng_below(r, 16) ? 1 : 2;
    }
}

static double some_integer(rng* r)
{
    return (double)rng_below(r, 1 << 20) - (1 << 19);
}

// In a tilted plane, exactly.
static void place_on_slope(rng* r, size_t count, double* to)
{
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = some_integer(r);
        v[k] = some_integer(r);
    }
    for (size_t i = 0; i < count; i++) {
        const double x = (double)rng_below(r, 5), y = (double)rng_below(r, 5);
        for (size_t k = 0; k < 3; k++)
            to[3 * i + k] = x * u[k] + y * v[k] + 12345;
    }
}

// The same, but for a few coordinates, which are next to that.
static void place_near_slope(rng* r, size_t count, double* to)
{
    place_on_slope(r, count, to);
    for (size_t i = 0; i < 3 * count; i++)
        if (!rng_below(r, 12)) to[i] = nextafter(to[i], rng_below(r, 2) ? 1e9 : -1e9);
}

// Rounded: no three vectors from one to others are in a plane, but nearly.
static void place_about_slope(rng* r, size_t count, double* to)
{
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = rng_signed(r);
        v[k] = rng_signed(r);
    }
    for (size_t i = 0; i < count; i++) {
        const double x = rng_signed(r), y = rng_signed(r);
        for (size_t k = 0; k < 3; k++)
            to[3 * i + k] = x * u[k] + y * v[k];
    }
}

static void place_anywhere(rng* r, size_t count, double* to)
{
    for (size_t i = 0; i < 3 * count; i++)
        to[i] = rng_signed(r);
}

// On a line, most of them: triangles that are segments, or nearly so.
static void place_on_line(rng* r, size_t count, double* to)
{
    for (size_t i = 0; i < count; i++) {
        const double x = (double)rng_below(r, 9);
        for (size_t k = 0; k < 3; k++)
            to[3 * i + k] = x * (double)(k + 1);
        if (!rng_below(r, 3)) to[3 * i + 1] += rng_below(r, 2) ? 1 : 0x1p-45;
    }
}

// Beyond what the engine's signs are for.
static void place_far(rng* r, size_t count, double* to)
{
    const double size = rng_below(r, 2) ? 0x1p330 : 0x1p-330;
    place_on_grid(r, count, to);
    for (size_t i = 0; i < 3 * count; i++)
        to[i] *= size;
}

static const sort sorts[] = {
    {"grid", place_on_grid, 9, 12},
    {"dense grid", place_on_grid, 24, 24},
    {"level", place_on_level, 9, 12},
    {"slope", place_on_slope, 9, 12},
    {"near slope", place_near_slope, 9, 12},
    {"about slope", place_about_slope, 8, 12},
    {"anywhere", place_anywhere, 8, 12},
    {"line", place_on_line, 9, 10},
    {"far", place_far, 9, 10},
};
enum { SORTS = sizeof sorts / sizeof *sorts, SOUPS = 72 };

typedef struct soup_here {
    double vertices[3 * MOST_VERTICES];
    uint32_t triangles[3 * MOST_TRIANGLES];
    abut_soup soup;
} soup_here;

static void soup_make(const sort* s, rng* r, soup_here* out)
{
    s->place(r, s->vertices, out->vertices);
    for (size_t i = 0; i < 3 * s->triangles; i++)
        out->triangles[i] = (uint32_t)rng_below(r, s->vertices);
    out->soup = (abut_soup){.vertices = out->vertices,
                            .triangles = out->triangles,
                            .vertex_count = s->vertices,
                            .triangle_count = s->triangles};
}

// ------------------------------------------------------------------------------------------- truth

typedef struct truth {
    self_truth pair[MOST_TRIANGLES * MOST_TRIANGLES];  // at a * MOST_TRIANGLES + b
    size_t class_counts[7], count;
} truth;

static void corners_of(const soup_here* s, size_t triangle, double out[3][3])
{
    for (size_t k = 0; k < 3; k++)
        memcpy(out[k], s->vertices + 3 * (size_t)s->triangles[3 * triangle + k], sizeof out[k]);
}

static void truth_find(truth* t, const soup_here* s)
{
    memset(t, 0, sizeof *t);
    for (size_t a = 0; a < s->soup.triangle_count; a++)
        for (size_t b = a + 1; b < s->soup.triangle_count; b++) {
            double x[3][3], y[3][3];
            corners_of(s, a, x);
            corners_of(s, b, y);
            self_truth* p = &t->pair[a * MOST_TRIANGLES + b];
            *p = self_truth_of(x, y);
            if (!p->how) continue;
            t->class_counts[p->how]++;
            t->count++;
        }
}

static void compare_pairs(const char* name, const char* way, const char* mode, const truth* t,
                          const soup_here* s, const abut_self_hits* x)
{
    size_t next = 0;
    for (size_t a = 0; a < s->soup.triangle_count; a++)
        for (size_t b = a + 1; b < s->soup.triangle_count; b++) {
            const self_truth* p = &t->pair[a * MOST_TRIANGLES + b];
            const int is_next = next < x->count && x->pairs[next].a == a && x->pairs[next].b == b;
            if (is_next != (p->how != 0))
                fail_msg("%s, %s, %s: pair %zu %zu is %sfound, class %d", name, way, mode, a, b,
                         is_next ? "" : "not ", p->how);
            if (!is_next) continue;
            const abut_self_meeting* m = &x->meetings[next++];
            if ((int)m->how != p->how || m->contact.kind != p->kind ||
                m->shared_vertices != p->shared_vertices || m->degenerate != p->degenerate)
                fail_msg("%s, %s, %s: pair %zu %zu: class %d kind %d common %d degenerate %d, not "
                         "%d %d %d %d",
                         name, way, mode, a, b, m->how, m->contact.kind, m->shared_vertices,
                         m->degenerate, p->how, p->kind, p->shared_vertices, p->degenerate);
        }
    assert_int_equal(next, x->count);
    assert_memory_equal(x->class_counts, t->class_counts, sizeof t->class_counts);
}

static abut_self_verdict verdict_of(const truth* t)
{
    const size_t* c = t->class_counts;
    if (!t->count) return ABUT_SELF_CLEAN;
    if (c[ABUT_SELF_CROSSING] + c[ABUT_SELF_OVERLAP]) return ABUT_SELF_CROSSES;
    if (c[ABUT_SELF_FOLDED] + c[ABUT_SELF_DUPLICATE]) return ABUT_SELF_FOLDS;
    return ABUT_SELF_TOUCHES;
}

static void compare_way(const sort* k, const distance_way* way, const float_mode* mode,
                        const truth* t, const soup_here* s, const abut_pose* pose)
{
    abut_model* m = distance_model(&s->soup, way, NULL);
    abut_query* q = NULL;
    abut_self_hits x;
    const abut_instance instance = {.model = m, .pose = *pose};
    const abut_self_ask ask = {.detail = ABUT_DETAIL_KINDS};
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    float_mode_enter(mode);
    const abut_status status = abut_self(q, &instance, &ask, &x);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    compare_pairs(k->name, way->name, mode->name, t, s, &x);
    assert_int_equal(x.verdict, verdict_of(t));
    abut_query_free(q);
    abut_model_free(m);
}

static void pairs_are_what_rationals_say(void** state)
{
    (void)state;
    size_t pairs = 0, counts[7] = {0};
    for (int i = 0; i < SORTS * SOUPS; i++) {
        if (!IS_CASE(i)) continue;
        const sort* k = &sorts[i % SORTS];
        rng r = {(uint64_t)i};
        soup_here s;
        truth t;
        soup_make(k, &r, &s);
        truth_find(&t, &s);
        abut_pose pose = {.scale = 0};
        if (i % 3 == 0) pose = pose_of_sort(&r, i / 3 % 6);
        if (!simd_use((simd_set)(i % SIMD_SETS))) assert_true(simd_use(simd_best()));
        for (int w = 0; w < WAYS; w++)
            compare_way(k, &distance_ways[w], &float_modes[(i + w) % FLOAT_MODE_COUNT], &t, &s,
                        &pose);
        pairs += s.soup.triangle_count * (s.soup.triangle_count - 1) / 2;
        for (int c = 0; c < 7; c++)
            counts[c] += t.class_counts[c];
    }
    print_message(
        "%zu pairs: duplicates %zu, folded %zu, crossing %zu, overlapping %zu, T-joints %zu, "
        "touching %zu\n",
        pairs, counts[1], counts[2], counts[3], counts[4], counts[5], counts[6]);
    for (int c = ABUT_SELF_DUPLICATE; c <= ABUT_SELF_TOUCHING; c++)
        assert_true(counts[c] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_what_rationals_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

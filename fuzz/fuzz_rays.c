// fuzz_rays.c - rays and segments about a small model: each way to build it that answers says what every triangle by itself says in
// exact numbers.
#include "grid.h"

#include "abut/ray.h"

#include <fenv.h>
#include <string.h>

enum { MOST = 5, RAYS = 3 };

static const uint32_t corners[MOST * 3] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

typedef struct soup_bytes {
    double vertices[MOST * 9];
    size_t count;
} soup_bytes;

static abut_model* build(const soup_bytes* soup, unsigned how)
{
    abut_build options = {.method = how ? ABUT_METHOD_WIDE : ABUT_METHOD_BRUTE};
    if (how) {
        options.memory = (abut_memory)(how % 4);
        options.effort = (abut_effort)(how / 4 % 4);
        options.leaf_size = (int)(how / 16 % 5);
    }
    const abut_soup given = {.vertices = soup->vertices,
                             .triangles = corners,
                             .vertex_count = 3 * soup->count,
                             .triangle_count = soup->count};
    abut_model* model;
    CHECK(abut_model_build(&model, &given, &options) == ABUT_OK);
    return model;
}

// What is asked, and of what; and all that is met, as every triangle by itself says in exact numbers.
typedef struct question {
    const soup_bytes* soup;
    abut_pose at;
    double origins[3 * RAYS], ways[3 * RAYS];
    abut_ray_ask ask;
    abut_ray_hit truth[RAYS][MOST];
    size_t touches[RAYS], crossings[RAYS];
} question;

static int is_same(const abut_ray_hit* x, const abut_ray_hit* y)
{
    return !memcmp(&x->t_lo, &y->t_lo, 2 * sizeof x->t_lo) && x->triangle == y->triangle &&
           x->feature == y->feature && x->facing == y->facing && x->is_crossing == y->is_crossing &&
           !memcmp(x->point, y->point, sizeof x->point);
}

static void check_order(const abut_ray_hit* hits, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        const abut_ray_hit *x = &hits[k - 1], *y = &hits[k];
        CHECK(x->t_lo < y->t_lo || (x->t_lo == y->t_lo && x->t_hi <= y->t_hi));
    }
}

// Upward, doubles decide nothing.
static void find_truth(question* q, abut_batch* batch, const abut_instance* at)
{
    const abut_ray_answer* a;
    q->ask.want = ABUT_RAY_WANT_ALL;
    CHECK(fesetround(FE_UPWARD) == 0);
    const abut_status status = abut_rays(batch, at, q->origins, q->ways, RAYS, &q->ask, &a);
    CHECK(fesetround(FE_TONEAREST) == 0);
    CHECK(status == ABUT_OK);
    for (size_t i = 0; i < RAYS; i++) {
        CHECK(a[i].hit_count == a[i].touch_count && a[i].crossing_count <= a[i].touch_count);
        q->touches[i] = a[i].touch_count;
        q->crossings[i] = a[i].crossing_count;
        if (q->touches[i]) memcpy(q->truth[i], a[i].hits, q->touches[i] * sizeof *a->hits);
        check_order(q->truth[i], q->touches[i]);
    }
}

static void check_answer(const question* q, size_t i, const abut_ray_answer* a)
{
    const abut_ray_want want = q->ask.want;
    const int are_all = want == ABUT_RAY_WANT_ALL || want == ABUT_RAY_WANT_COUNT;
    CHECK(a->touch_count == (are_all ? q->touches[i] : 0));
    CHECK(a->crossing_count == (are_all ? q->crossings[i] : 0));
    const size_t most = want == ABUT_RAY_WANT_ALL ? MOST : want != ABUT_RAY_WANT_COUNT;
    CHECK(a->hit_count == (q->touches[i] < most ? q->touches[i] : most));
    for (size_t k = 0; k < a->hit_count; k++) {
        size_t same = 0;
        while (same < q->touches[i] && !is_same(&a->hits[k], &q->truth[i][same]))
            same++;
        CHECK(want == ABUT_RAY_WANT_ANY ? same < q->touches[i] : same == k);
    }
}

static void check_way(question* q, unsigned how)
{
    abut_model* model = build(q->soup, how);
    abut_batch* batch;
    const abut_ray_answer* a;
    const abut_instance instance = {.model = model, .pose = q->at};
    CHECK(abut_batch_create(&batch, NULL) == ABUT_OK);
    if (!how) find_truth(q, batch, &instance);
    for (int want = 0; want <= ABUT_RAY_WANT_COUNT; want++) {
        q->ask.want = (abut_ray_want)want;
        CHECK(abut_rays(batch, &instance, q->origins, q->ways, RAYS, &q->ask, &a) == ABUT_OK);
        for (size_t i = 0; i < RAYS; i++)
            check_answer(q, i, &a[i]);
    }
    abut_batch_free(batch);
    abut_model_free(model);
}

static void read_rays(byte_source* s, question* q, int shift)
{
    for (size_t i = 0; i < (size_t)3 * RAYS; i++) {
        q->origins[i] = ldexp(grid_number(s) / (take_byte(s) & 1 ? 2 : 1), shift);
        q->ways[i] = ldexp(grid_number(s) / (take_byte(s) & 1 ? 2 : 1), shift);
    }
    for (size_t i = 0; i < RAYS && !q->ask.segments; i++) {
        double* const way = q->ways + 3 * i;
        if (way[0] == 0 && way[1] == 0 && way[2] == 0) way[2] = -1;
    }
    q->ask.t_least = take_byte(s) / 64.0;
    q->ask.t_most = take_byte(s) / 16.0;
    if (q->ask.t_most > 0 && q->ask.t_most < q->ask.t_least) q->ask.t_least = q->ask.t_most;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    soup_bytes soup;
    question q = {.soup = &soup};
    const unsigned exponent = take_byte(&s);
    const int shift = exponent & 1 ? (int)exponent - 128 : 0;
    soup.count = take_byte(&s) % MOST + 1;
    for (size_t i = 0; i < soup.count; i++)
        grid_triangle(&s, soup.vertices + 9 * i);
    for (size_t i = 0; i < 9 * soup.count; i++)
        soup.vertices[i] = ldexp(soup.vertices[i], shift);
    q.ask.segments = (int)(take_byte(&s) & 1);
    read_rays(&s, &q, shift);
    q.at = grid_pose(&s);
    const unsigned how = 1 + take_byte(&s) % 80;
    check_way(&q, 0);
    check_way(&q, how);
    return 0;
}

// test_image.c - saved models: they answer as the built ones do, whatever the method; no damaged byte
// passes; nothing is copied.
#include "methods/bound/hull.h"
#include "query/image.h"
#include "support/method_here.h"
#include "support/soup_models.h"

#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct image {
    unsigned char* bytes;  // at a multiple of 64
    size_t size, capacity;
    size_t stop_at;  // writing fails beyond this many bytes
} image;

static abut_status append(void* user, const void* bytes, size_t size)
{
    image* to = user;
    if (to->size + size > to->stop_at) return ABUT_CANCELLED;
    if (to->size + size > to->capacity) {
        const size_t capacity = (2 * (to->size + size) + 63) / 64 * 64;
        unsigned char* larger = aligned_alloc(64, capacity);
        assert_non_null(larger);
        if (to->size) memcpy(larger, to->bytes, to->size);
        free(to->bytes);
        to->bytes = larger;
        to->capacity = capacity;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return ABUT_OK;
}

static image image_of(const abut_model* model, const uint64_t source[2])
{
    image made = {.stop_at = SIZE_MAX};
    assert_int_equal(abut_model_save(model, source, append, &made), ABUT_OK);
    assert_int_equal(made.size % 64, 0);
    return made;
}

// Ask two models of one soup the same, and demand the same answer and the same work.
static void expect_same_answers(const abut_model* x, const abut_model* y, rng* r)
{
    abut_query *first = NULL, *second = NULL;
    assert_int_equal(abut_query_create(&first, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&second, NULL), ABUT_OK);
    for (int i = 0; i < 4; i++) {
        const abut_pose a_pose = pose_random(r, 0.3), b_pose = pose_random(r, 0.3);
        const abut_instance a = {x, a_pose}, b = {x, b_pose}, c = {y, a_pose}, d = {y, b_pose};
        abut_hits one, two;
        assert_int_equal(abut_collide(first, &a, &b, NULL, &one), ABUT_OK);
        assert_int_equal(abut_collide(second, &c, &d, NULL, &two), ABUT_OK);
        assert_int_equal(one.count, two.count);
        if (one.count) assert_memory_equal(one.pairs, two.pairs, one.count * sizeof *one.pairs);
        assert_int_equal(one.volume_tests, two.volume_tests);
        assert_int_equal(one.triangle_tests, two.triangle_tests);
        assert_int_equal(one.node_updates, two.node_updates);
        // A built and a saved one together.
        assert_int_equal(abut_collide(second, &a, &d, NULL, &two), ABUT_OK);
        assert_int_equal(one.count, two.count);
    }
    abut_query_free(first);
    abut_query_free(second);
}

static void expect_same_build(const abut_build* x, const abut_build* y)
{
    assert_int_equal(x->method, y->method);
    assert_int_equal(x->leaf_size, y->leaf_size);
    assert_int_equal(x->tree != NULL, y->tree != NULL);
    static const abut_tree_build none;
    const abut_tree_build *t = x->tree ? x->tree : &none, *u = y->tree ? y->tree : &none;
    assert_int_equal(t->depth_max, u->depth_max);
    assert_int_equal(t->degree, u->degree);
    assert_int_equal(t->split, u->split);
    assert_int_equal(t->axis, u->axis);
    assert_int_equal(t->split_all, u->split_all);
    assert_int_equal(t->fits, u->fits);
    assert_int_equal(t->real, u->real);
    assert_int_equal(t->orientation, u->orientation);
    assert_int_equal(t->tumble, u->tumble);
    assert_int_equal(t->volumes, u->volumes);
    assert_int_equal(t->turned, u->turned);
    assert_int_equal(t->trial, u->trial);
    assert_int_equal(x->effort, y->effort);
    assert_int_equal(x->memory, y->memory);
    assert_true(x->epsilon == y->epsilon && t->slender == u->slender && t->lambda == u->lambda &&
                t->child_ratio == u->child_ratio && t->sphere_ratio == u->sphere_ratio);
    assert_true(!x->host && !y->host);
}

// The triangles that a model tells are those of its soup.
static void expect_triangles(const abut_model* m, const soup_data* s)
{
    double place[9];
    const size_t count = s->triangle_count;
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(abut_model_triangles(m, i, 1, place), ABUT_OK);
        for (int k = 0; k < 9; k++) {
            const uint32_t vertex = s->triangles[3 * i + (size_t)k / 3];
            assert_true(place[k] == s->vertices[3 * (size_t)vertex + (size_t)k % 3]);
        }
    }
    assert_int_equal(abut_model_triangles(m, count, 0, NULL), ABUT_OK);
    assert_int_equal(abut_model_triangles(m, count, 1, place), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_triangles(m, 1, SIZE_MAX, place), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_triangles(m, 0, 1, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_triangles(NULL, 0, 1, place), ABUT_BAD_ARGUMENT);
}

static void saved_models_answer_as_built_ones(void** state)
{
    (void)state;
    rng r = {5};
    for (int m = 0; m < 64; m++) {
        if (!method_is_here(m)) continue;
        for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
            soup_data s = soup_random((soup_sort)sort, 70, (uint64_t)sort);
            const abut_build options = {.method = (abut_method)m};
            const uint64_t source[2] = {rng_next(&r), rng_next(&r)};
            uint64_t found[2] = {1, 1};
            abut_model *built = soup_build(&s, &options), *opened = NULL;
            image saved = image_of(built, source), again;
            assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
            assert_int_equal(abut_model_source(opened, found), ABUT_OK);
            assert_memory_equal(found, source, sizeof source);
            assert_int_equal(abut_model_source(built, found), ABUT_OK);
            assert_true(found[0] == 0 && found[1] == 0);
            abut_model_info x, y;
            assert_int_equal(abut_model_describe(built, &x), ABUT_OK);
            assert_int_equal(abut_model_describe(opened, &y), ABUT_OK);
            assert_int_equal(x.method, y.method);
            expect_same_build(&x.build, &y.build);
            // Behind these lies padding, and then nothing but counts and areas.
            assert_memory_equal(&x.triangle_count, &y.triangle_count,
                                sizeof x - offsetof(abut_model_info, triangle_count));
            expect_triangles(built, &s);
            expect_triangles(opened, &s);
            expect_same_answers(built, opened, &r);
            // Saved once more it is the same bytes: nothing is lost.
            again = image_of(opened, source);
            assert_int_equal(again.size, saved.size);
            assert_memory_equal(again.bytes, saved.bytes, saved.size);
            abut_model_free(built);
            abut_model_free(opened);
            free(saved.bytes);
            free(again.bytes);
            soup_free(&s);
        }
    }
}

static void options_survive(void** state)
{
    (void)state;
    const abut_build options[] = {
        {.method = ABUT_METHOD_OBB, .tree = &(abut_tree_build){.real = ABUT_REAL_DOUBLE}},
        {.method = ABUT_METHOD_OBB,
         .tree = &(abut_tree_build){.orientation = ABUT_ORIENTATION_QUATERNION}},
        {.method = ABUT_METHOD_OBB,
         .tree = &(abut_tree_build){.degree = 8},
         .leaf_size = 1,
         .epsilon = 0.01},
        {.method = ABUT_METHOD_DOP14,
         .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN, .depth_max = 2}},
        {.method = ABUT_METHOD_QUICKCD14,
         .tree = &(abut_tree_build){.slender = 0.3, .axis = ABUT_AXIS_MIN_SUM, .split_all = 1}},
        {.method = ABUT_METHOD_WIDE, .leaf_size = 2, .effort = ABUT_EFFORT_BEST, .epsilon = 0.01},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
        {.method = ABUT_METHOD_HYBRID,
         .tree = &(abut_tree_build){.lambda = 2, .child_ratio = 0.75, .sphere_ratio = 0.5}},
        {.method = ABUT_METHOD_HYBRID,
         .leaf_size = 1,
         .tree = &(abut_tree_build){.child_ratio = 1, .volumes = ABUT_VOLUMES_BOXES}},
        {.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_HULL}},
        {.method = ABUT_METHOD_DOP14, .tree = &(abut_tree_build){.turned = 1}},
        {.method = ABUT_METHOD_QUICKCD18,
         .tree = &(abut_tree_build){.turned = 1, .trial = 1, .slender = 0.3, .split_all = 1}},
        {.method = ABUT_METHOD_QUICKCD6,
         .tree = &(abut_tree_build){.turned = 1, .tumble = ABUT_TUMBLE_HULL}},
        {.method = ABUT_METHOD_AABB,
         .tree = &(
             abut_tree_build){.degree = 4, .split = ABUT_SPLIT_RAPID, .axis = ABUT_AXIS_SPLATTER}},
    };
    rng r = {6};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (!method_is_here((int)options[i].method)) continue;
        const abut_tree_build* how = options[i].tree;
        if (how && how->tumble == ABUT_TUMBLE_HULL && !hull_available()) continue;
        // So many that small packs nodes, too.
        soup_data s = soup_random(SOUP_GENERIC, options[i].memory ? 1200 : 90, i);
        abut_model *built = soup_build(&s, &options[i]), *opened = NULL;
        image saved = image_of(built, NULL);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
        abut_model_info x, y;
        assert_int_equal(abut_model_describe(built, &x), ABUT_OK);
        assert_int_equal(abut_model_describe(opened, &y), ABUT_OK);
        expect_same_build(&x.build, &y.build);
        assert_true(x.build.epsilon == options[i].epsilon);
        if (how) assert_true(x.build.tree->slender == how->slender);
        assert_int_equal(x.build.method, options[i].method);
        expect_same_answers(built, opened, &r);
        abut_model_free(built);
        abut_model_free(opened);
        free(saved.bytes);
        soup_free(&s);
    }
}

static void counts_of_the_guard_survive(void** state)
{
    (void)state;
    const abut_build options = {
        .method = ABUT_METHOD_HYBRID, .leaf_size = 1, .tree = &(abut_tree_build){.child_ratio = 1}};
    if (!method_is_here(ABUT_METHOD_HYBRID)) return;
    soup_data s = soup_random(SOUP_GENERIC, 2000, 3);
    abut_model *built = soup_build(&s, &options), *opened = NULL;
    image saved = image_of(built, NULL);
    abut_model_info x, y;
    assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
    assert_int_equal(abut_model_describe(built, &x), ABUT_OK);
    assert_int_equal(abut_model_describe(opened, &y), ABUT_OK);
    assert_true(x.guarded_count > 0);
    assert_int_equal(x.guarded_count, y.guarded_count);
    abut_model_free(built);
    abut_model_free(opened);
    free(saved.bytes);
    soup_free(&s);
}

static void an_empty_model(void** state)
{
    (void)state;
    const abut_soup nothing = {0};
    for (int m = 0; m < 64; m++) {
        const abut_build options = {.method = (abut_method)m};
        abut_model *built = NULL, *opened = NULL;
        if (!method_is_here(m)) continue;
        assert_int_equal(abut_model_build(&built, &nothing, &options), ABUT_OK);
        image saved = image_of(built, NULL);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
        rng r = {7};
        expect_same_answers(built, opened, &r);
        abut_model_free(built);
        abut_model_free(opened);
        free(saved.bytes);
    }
}

// No byte can be changed, none can be missing, none can be added.
static void every_damaged_byte_is_found(void** state)
{
    (void)state;
    const abut_build options[] = {
        {.method = ABUT_METHOD_BRUTE},
        {.method = ABUT_METHOD_AABB},
        {.method = ABUT_METHOD_OBB},
        {.method = ABUT_METHOD_DOP6},
        {.method = ABUT_METHOD_QUICKCD6},
        {.method = ABUT_METHOD_QUICKCD6, .tree = &(abut_tree_build){.turned = 1}},
        {.method = ABUT_METHOD_HYBRID},
        {.method = ABUT_METHOD_WIDE},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
        {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
    };
    size_t changed = 0;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        if (!method_is_here((int)options[i].method)) continue;
        soup_data s = soup_random(SOUP_GRID, 9, 8);
        abut_model *built = soup_build(&s, &options[i]), *opened = NULL;
        image saved = image_of(built, NULL);
        for (size_t at = 0; at < saved.size; at++) {
            const unsigned char right = saved.bytes[at];
            const unsigned char wrong[] = {(unsigned char)(right ^ 1), (unsigned char)(right ^ 128),
                                           (unsigned char)~right, (unsigned char)(right + 1)};
            for (size_t k = 0; k < sizeof wrong; k++) {
                saved.bytes[at] = wrong[k];
                const abut_status status = abut_model_open(&opened, saved.bytes, saved.size, NULL);
                assert_true(status == ABUT_BAD_IMAGE || status == ABUT_OTHER_VERSION);
                assert_null(opened);
                changed++;
            }
            saved.bytes[at] = right;
        }
        for (size_t size = 0; size < saved.size; size++)
            assert_int_equal(abut_model_open(&opened, saved.bytes, size, NULL), ABUT_BAD_IMAGE);
        static const unsigned char zeros[64];
        append(&saved, zeros, sizeof zeros);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_BAD_IMAGE);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size - 64, NULL), ABUT_OK);
        abut_model_free(opened);
        abut_model_free(built);
        free(saved.bytes);
        soup_free(&s);
    }
    printf("%zu changed bytes, all found\n", changed);
}

// Put the right sums in: of the part that begins with start, and of the header.
static void seal(image* i, const void* start)
{
    enum { HEADER = 512, ROW = 24 };
    const uint64_t at = (uint64_t)((const unsigned char*)start - i->bytes);
    uint64_t row[3] = {0}, sum;
    size_t place = HEADER - 8;
    while (row[0] != at) {
        place -= ROW;
        assert_true(place > 64);
        memcpy(row, i->bytes + place, sizeof row);  // where, how many bytes, their sum
    }
    row[2] = XXH3_64bits(i->bytes + at, (size_t)row[1]);
    memcpy(i->bytes + place, row, sizeof row);
    sum = XXH3_64bits(i->bytes, HEADER - 8);
    memcpy(i->bytes + HEADER - 8, &sum, sizeof sum);
}

// A model of each method that this build lacks: nothing else is wrong with it.
static void methods_that_are_not_here_are_told(void** state)
{
    (void)state;
    enum { METHOD_AT = 56 };
    soup_data s = soup_random(SOUP_GENERIC, 50, 10);
    const abut_build options = {.method = ABUT_METHOD_AABB};
    abut_model* built = soup_build(&s, &options);
    image saved = image_of(built, NULL);
    for (uint32_t m = 0; m < 64; m++) {
        abut_model* opened = NULL;
        if (!abut_method_name((abut_method)m)) continue;
        uint32_t kept;
        memcpy(&kept, saved.bytes + METHOD_AT, sizeof kept);
        assert_true(m > 0 || kept == ABUT_METHOD_AABB);
        memcpy(saved.bytes + METHOD_AT, &m, sizeof m);
        seal(&saved, saved.bytes + 512);
        const abut_status status = abut_model_open(&opened, saved.bytes, saved.size, NULL);
        assert_true((status == ABUT_NOT_AVAILABLE) == !method_is_here((int)m));
        if (m == ABUT_METHOD_AABB) assert_int_equal(status, ABUT_OK);
        abut_model_free(opened);
    }
    abut_model_free(built);
    free(saved.bytes);
    soup_free(&s);
}

// Turns that no build makes, with right sums; and that files of version 2 have none.
static void turns_are_checked(void** state)
{
    (void)state;
    enum { VERSION_AT = 8, LEAF_COUNT_AT = 224 };
    static const int16_t parts[][4] = {
        {4096, -4096, 0, 1}, {4097, 0, 0, 1}, {1, 0, 0, -4097}, {INT16_MIN, 1, 1, 1}, {0, 0, 0, 0}};
    static const int is_right[] = {1, 0, 0, 0, 1};
    soup_data s = soup_random(SOUP_FLAT, 50, 10);
    const abut_build options = {.method = ABUT_METHOD_DOP6,
                                .tree = &(abut_tree_build){.turned = 1}};
    if (!method_is_here(ABUT_METHOD_DOP6)) return;
    abut_model *built = soup_build(&s, &options), *opened = NULL;
    image saved = image_of(built, NULL);
    int16_t kept[4];
    memcpy(kept, saved.bytes + LEAF_COUNT_AT, sizeof kept);
    assert_memory_equal(kept, built->tree.turn.part, sizeof kept);
    assert_true(kept[0] || kept[1] || kept[2] || kept[3]);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        memcpy(saved.bytes + LEAF_COUNT_AT, parts[i], sizeof parts[i]);
        seal(&saved, saved.bytes + 512);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL),
                         is_right[i] ? ABUT_OK : ABUT_BAD_IMAGE);
        abut_model_free(opened);
        opened = NULL;
    }
    for (uint32_t version = 1; version <= 4; version++) {
        memcpy(saved.bytes + VERSION_AT, &version, sizeof version);
        seal(&saved, saved.bytes + 512);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL),
                         version == 3   ? ABUT_OK
                         : version == 2 ? ABUT_BAD_IMAGE
                                        : ABUT_OTHER_VERSION);
        abut_model_free(opened);
        opened = NULL;
    }
    abut_model_free(built);
    free(saved.bytes);
    soup_free(&s);
}

// With right sums, as only a forger writes them.
static void a_triangle_that_is_listed_twice_is_found(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_AABB, ABUT_METHOD_OBB, ABUT_METHOD_QUICKCD6,
                                          ABUT_METHOD_HYBRID, ABUT_METHOD_WIDE};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!method_is_here((int)methods[i])) continue;
        soup_data s = soup_random(SOUP_GENERIC, 50, 10);
        const abut_build options = {.method = methods[i]};
        abut_model *built = soup_build(&s, &options), *opened = NULL;
        image saved = image_of(built, NULL);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
        const int is_wide = methods[i] == ABUT_METHOD_WIDE;
        uint32_t *first = is_wide ? opened->wide.leaves[0].id : opened->tree.order, *second = first;
        if (is_wide)
            second = opened->wide.leaves[1].id;
        else
            second++;
        const void* start = is_wide ? (const void*)opened->wide.leaves : opened->tree.order;
        const uint32_t kept = *second;
        abut_model_free(opened);
        opened = NULL;
        *second = *first;
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_BAD_IMAGE);
        seal(&saved, start);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_BAD_IMAGE);
        *second = kept;
        seal(&saved, start);
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, NULL), ABUT_OK);
        abut_model_free(opened);
        abut_model_free(built);
        free(saved.bytes);
        soup_free(&s);
    }
}

// One allocation stays, of the model itself: everything else is used where it is.
static void nothing_is_copied(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 5000, 9);
    abut_model *built = soup_build(&s, NULL), *opened = NULL;
    image saved = image_of(built, NULL);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, &host), ABUT_OK);
    assert_int_equal(c.blocks, 1);
    assert_true(c.bytes < 2000);
    assert_true((const unsigned char*)opened->wide.nodes > saved.bytes &&
                (const unsigned char*)opened->wide.nodes < saved.bytes + saved.size);
    abut_model_free(opened);
    assert_int_equal(c.blocks, 0);
    opened = NULL;
    c = counting_begin();
    for (size_t fail_at = 0; fail_at < 2; fail_at++) {  // and while it is checked, one more
        c = counting_begin();
        c.fail_at = fail_at;
        assert_int_equal(abut_model_open(&opened, saved.bytes, saved.size, &host),
                         ABUT_OUT_OF_MEMORY);
        assert_null(opened);
        assert_int_equal(c.blocks, 0);
    }
    abut_model_free(built);
    free(saved.bytes);
    soup_free(&s);
}

static void bad_arguments_and_failing_writes(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 20, 10);
    abut_model *built = soup_build(&s, NULL), *opened = NULL;
    image saved = image_of(built, NULL);
    uint64_t source[2];
    assert_int_equal(abut_model_save(NULL, NULL, append, &saved), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_save(built, NULL, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_open(NULL, saved.bytes, saved.size, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_open(&opened, NULL, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_open(&opened, saved.bytes + 1, saved.size, NULL),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_source(NULL, source), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_source(built, NULL), ABUT_BAD_ARGUMENT);
    for (size_t stop = 0; stop < saved.size; stop += 64) {
        image partial = {.stop_at = stop};
        assert_int_equal(abut_model_save(built, NULL, append, &partial), ABUT_CANCELLED);
        free(partial.bytes);
    }
    abut_model_free(built);
    free(saved.bytes);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saved_models_answer_as_built_ones),
        cmocka_unit_test(options_survive),
        cmocka_unit_test(counts_of_the_guard_survive),
        cmocka_unit_test(an_empty_model),
        cmocka_unit_test(every_damaged_byte_is_found),
        cmocka_unit_test(methods_that_are_not_here_are_told),
        cmocka_unit_test(turns_are_checked),
        cmocka_unit_test(a_triangle_that_is_listed_twice_is_found),
        cmocka_unit_test(nothing_is_copied),
        cmocka_unit_test(bad_arguments_and_failing_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

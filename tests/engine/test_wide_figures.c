// test_wide_figures.c - the figures of the engine's trees, counted in another way; wide_is_sound, which must take
// every tree that is built and refuse each kind of damage that could lead a walk astray; and wide_check, which must
// find these and each number that is wrong: other tests go by it.
#include "base/bit_set.h"
#include "engine/build/build.h"
#include "engine/tree/figures.h"
#include "query/model.h"
#include "support/soups.h"

#include <stdio.h>

static int is_sound(const wide_tree* t, size_t triangle_count)
{
    unsigned char* seen = calloc(bit_set_bytes(triangle_count), 1);
    assert_non_null(seen);
    const soup_mesh mesh = {.triangle_count = triangle_count};
    const int sound = wide_is_sound(t, &mesh, seen);
    free(seen);
    return sound;
}

static abut_model* build_in(abut_memory memory, soup_sort sort, size_t count, int leaf_size)
{
    soup_data data = soup_random(sort, count, 8);
    const abut_soup soup = soup_of(&data);
    const abut_build options = {
        .method = ABUT_METHOD_WIDE, .leaf_size = leaf_size, .memory = memory};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &options), ABUT_OK);
    soup_free(&data);
    return model;
}

static abut_model* build(soup_sort sort, size_t count, int leaf_size)
{
    return build_in(ABUT_MEMORY_NORMAL, sort, count, leaf_size);
}

// ------------------------------------------------------------------------------------------ figures

typedef struct tally {
    const wide_tree* t;
    size_t leaves[WIDE_DEPTH_MAX], triangles[WIDE_DEPTH_MAX];
    double inner, leaf;
} tally;

// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
static void count_node(tally* c, size_t node, size_t depth)
{
    const wide_node* n = &c->t->nodes[node];
    for (int lane = 0; lane < WIDE_LANES && n->half[0][lane] > WIDE_NO_HALF; lane++) {
        double area = 0;
        for (int k = 0; k < 3; k++)
            area += 8 * (double)n->half[k][lane] * (double)n->half[(k + 1) % 3][lane];
        if (n->child[lane] >= 0) {
            c->inner += area;
            count_node(c, (size_t)n->child[lane], depth + 1);
            continue;
        }
        const wide_leaf* leaf = &c->t->leaves[~n->child[lane]];
        c->leaves[depth]++;
        for (int i = 0; i < WIDE_LEAF; i++) {
            if (leaf->id[i] == WIDE_NOBODY) continue;
            c->triangles[depth]++;
            c->leaf += area;
        }
    }
}

static void expect_figures(const wide_tree* t)
{
    tally c = {.t = t};
    size_t leaves[WIDE_DEPTH_MAX], triangles[WIDE_DEPTH_MAX], only[WIDE_DEPTH_MAX], deepest = 0;
    double inner = -1, leaf = -1, whole = 0;
    if (t->node_count) count_node(&c, 0, 0);
    for (int k = 0; t->node_count && k < 3; k++)
        whole += 8 * (double)t->nodes[0].half[k][0] * (double)t->nodes[0].half[(k + 1) % 3][0];
    memset(leaves, 0xFF, sizeof leaves);
    memset(triangles, 0xFF, sizeof triangles);
    wide_depths(t, leaves, triangles, WIDE_DEPTH_MAX);
    assert_memory_equal(leaves, c.leaves, sizeof leaves);
    assert_memory_equal(triangles, c.triangles, sizeof triangles);
    wide_depths(t, only, NULL, WIDE_DEPTH_MAX);
    assert_memory_equal(only, c.leaves, sizeof only);
    wide_depths(t, NULL, only, WIDE_DEPTH_MAX);
    assert_memory_equal(only, c.triangles, sizeof only);
    for (size_t d = 0; d < WIDE_DEPTH_MAX; d++) {
        if (leaves[d]) deepest = d;
    }
    assert_int_equal(deepest, t->depth);
    wide_areas(t, &inner, &leaf);
    if (whole > 0) {
        assert_true(fabs(inner - c.inner / whole) <= 1e-9 * inner);
        assert_true(fabs(leaf - c.leaf / whole) <= 1e-9 * leaf);
        assert_true(leaf > 0);
    } else {
        assert_true(fabs(inner) + fabs(leaf) <= 0);
    }
}

static void trees_have_their_figures_and_are_sound(void** state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 2, 4, 5, 33, 700};
    for (int i = 0; i < 7 * SOUP_SORT_COUNT; i++) {
        for (int leaf_size = 1; leaf_size <= WIDE_LEAF; leaf_size += 3) {
            const size_t count = counts[i % 7];
            abut_model* m = build((soup_sort)(i / 7), count, leaf_size);
            expect_figures(&m->wide);
            assert_int_equal(is_sound(&m->wide, count), 1);
            assert_int_equal(is_sound(&m->wide, count + 1), 0);
            if (count) assert_int_equal(is_sound(&m->wide, count - 1), 0);
            abut_model_free(m);
        }
    }
}

// Depths are those of the default, areas nearly; of an image that lists a triangle twice, or leads nowhere, no form is
// sound.
static void every_form_has_its_figures_and_is_sound(void** state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 5, 33, 700};
    for (int i = 0; i < 5 * SOUP_SORT_COUNT * 2; i++) {
        const abut_memory memory = i % 2 ? ABUT_MEMORY_COMPACT : ABUT_MEMORY_SMALL;
        const size_t count = counts[i / 2 % 5];
        abut_model* m = build_in(ABUT_MEMORY_NORMAL, (soup_sort)(i / 10), count, WIDE_LEAF);
        abut_model* other = build_in(memory, (soup_sort)(i / 10), count, WIDE_LEAF);
        wide_tree* t = &other->wide;
        size_t leaves[2][WIDE_DEPTH_MAX], triangles[2][WIDE_DEPTH_MAX];
        double inner[2], leaf[2];
        for (int k = 0; k < 2; k++) {
            wide_depths(k ? t : &m->wide, leaves[k], triangles[k], WIDE_DEPTH_MAX);
            wide_areas(k ? t : &m->wide, &inner[k], &leaf[k]);
        }
        assert_memory_equal(leaves[0], leaves[1], sizeof leaves[0]);
        assert_memory_equal(triangles[0], triangles[1], sizeof triangles[0]);
        // Boxes about lines are nearly nothing: what packing adds is more.
        if (i / 10 != SOUP_LINE) {
            assert_true(fabs(inner[1] - inner[0]) <= 0.02 * inner[0]);
            assert_true(fabs(leaf[1] - leaf[0]) <= 0.02 * leaf[0]);
        }
        assert_int_equal(is_sound(t, count), 1);
        assert_int_equal(is_sound(t, count + 1), 0);
        if (count > 1) {
            uint32_t* id =
                t->shorts ? t->shorts[t->leaf_count - 1].id : t->lists[t->leaf_count - 1].id;
            const uint32_t kept = *id;
            *id = *wide_ids(t, 0) ^ (t->leaf_count == 1);
            if (*id != kept) assert_int_equal(is_sound(t, count), 0);
            *id = kept;
        }
        if (t->packed) {
            t->packed[0].child[0]++;
            assert_int_equal(is_sound(t, count), 0);
            t->packed[0].child[0]--;
            t->packed[0].half[0][0] = 0xFF80;  // below every number
            assert_int_equal(is_sound(t, count), 0);
        }
        abut_model_free(m);
        abut_model_free(other);
    }
}

// ------------------------------------------------------------------------------------------- damage

typedef struct patient {
    wide_tree t;
    size_t triangle_count;
} patient;

static patient copy_of(const abut_model* m)
{
    patient p = {m->wide, m->mesh.triangle_count};
    const size_t node_bytes = p.t.node_count * sizeof *p.t.nodes,
                 leaf_bytes = p.t.leaf_count * sizeof *p.t.leaves;
    p.t.nodes = malloc(node_bytes);
    p.t.leaves = malloc(leaf_bytes);
    assert_true(p.t.nodes && p.t.leaves);
    memcpy(p.t.nodes, m->wide.nodes, node_bytes);
    memcpy(p.t.leaves, m->wide.leaves, leaf_bytes);
    return p;
}

static void patient_free(patient* p)
{
    free(p->t.nodes);
    free(p->t.leaves);
}

static int lanes_of(const wide_node* n)
{
    int count = 0;
    while (count < WIDE_LANES && n->half[0][count] > WIDE_NO_HALF)
        count++;
    return count;
}

static void set_half(wide_node* n, int lane, float half)
{
    for (int k = 0; k < 3; k++)
        n->half[k][lane] = half;
}

// These break something. They return what, or NULL if this tree has nothing of the kind.

static const char* damage_child(const patient* p, wide_node* n, int lane, int kind)
{
    int32_t* child = &n->child[lane];
    switch (kind) {
    case 0:
        *child = (int32_t)p->t.node_count;
        return "a node beyond the last";
    case 1:
        *child = ~(int32_t)p->t.leaf_count;
        return "a leaf beyond the last";
    case 2:
        *child = *child < 0 ? INT32_MIN : INT32_MAX;
        return "a child far away";
    case 3:
        if (*child < 0) return NULL;
        *child = (int32_t)(n - p->t.nodes);
        return "a node that is its own child";
    case 4:
        if (*child < 0) return NULL;
        *child = 0;
        return "the first node as a child";
    case 5:
        if (lane == 0) return NULL;
        *child = n->child[lane - 1];
        return "a child twice";
    case 6:
        *child = ~*child;
        return "a leaf for a node, or a node for a leaf";
    default:
        if (lane == 0 || (*child < 0) != (n->child[lane - 1] < 0)) return NULL;
        const int32_t other = n->child[lane - 1];
        n->child[lane - 1] = *child;
        *child = other;
        return "children that are not in order";
    }
}

static const char* damage_boxes(const patient* p, wide_node* n, int lane, int kind)
{
    const int lanes = lanes_of(n);
    switch (kind) {
    case 8:
        set_half(n, lane, WIDE_NO_HALF);
        return "a child less";
    case 9:
        set_half(n, lane, NAN);
        return "a child whose box is not a number";
    case 10:
        if (lanes == WIDE_LANES) return NULL;
        set_half(n, lanes, 0.5f);
        n->child[lanes] = n->child[0];
        return "a child more";
    case 11:
        if (lanes > WIDE_LANES - 2) return NULL;
        set_half(n, lanes + 1, 0.5f);
        return "a child behind a gap";
    case 12:
        for (int i = 0; i < lanes; i++)
            set_half(n, i, WIDE_NO_HALF);
        return "a node without children";
    default:
        set_half(&p->t.nodes[0], 1, 0.5f);
        return "two wholes";
    }
}

static const char* damage_leaf(const patient* p, wide_leaf* leaf, int kind, rng* r)
{
    const size_t count = wide_leaf_count(leaf->id);
    switch (kind) {
    case 14:
        leaf->id[rng_below(r, count)] = (uint32_t)p->triangle_count + (uint32_t)rng_below(r, 5);
        return "a triangle beyond the last";
    case 15:
        leaf->id[0] = WIDE_NOBODY;
        return "a leaf without a first triangle";
    case 16:
        leaf->id[count - 1] = WIDE_NOBODY;
        return "a triangle less";
    case 17:
        if (count == WIDE_LEAF) return NULL;
        leaf->id[count] = leaf->id[0];
        return "a triangle more";
    case 18:
        if (count > WIDE_LEAF - 2) return NULL;
        leaf->id[WIDE_LEAF - 1] = 0;
        return "a triangle behind a gap";
    default: {
        const wide_leaf* other = &p->t.leaves[rng_below(r, p->t.leaf_count)];
        if (other == leaf) return NULL;
        leaf->id[count - 1] = other->id[0];
        return "a triangle in two leaves";
    }
    }
}

static const char* damage_tree(patient* p, int kind, rng* r)
{
    switch (kind) {
    case 20:  // and no memory behind the rest
        p->t.nodes = realloc(p->t.nodes, --p->t.node_count * sizeof *p->t.nodes);
        return "a node less";
    case 21:
        p->t.leaves = realloc(p->t.leaves, --p->t.leaf_count * sizeof *p->t.leaves);
        return "a leaf less";
    case 22:
        p->t.depth += rng_below(r, 2) ? 1 : SIZE_MAX;
        return "another depth";
    default:
        p->t.node_count = 0;
        return "no nodes";
    }
}

// The dice choose where.
static const char* damage(patient* p, int kind, rng* r)
{
    wide_node* n = &p->t.nodes[rng_below(r, p->t.node_count)];
    wide_leaf* leaf = &p->t.leaves[rng_below(r, p->t.leaf_count)];
    const int lane = (int)rng_below(r, (size_t)lanes_of(n));
    return kind < 8    ? damage_child(p, n, lane, kind)
           : kind < 14 ? damage_boxes(p, n, lane, kind)
           : kind < 20 ? damage_leaf(p, leaf, kind, r)
                       : damage_tree(p, kind, r);
}

enum { DAMAGES = 24 };

// Whether wide_check finds fault with a tree, which gets memory of its size, aligned.
static int is_faulty(const patient* p, const abut_model* m, int leaf_size)
{
    const abut_host host = host_complete(NULL);
    wide_tree t = p->t;
    const size_t node_bytes = t.node_count * sizeof *t.nodes,
                 leaf_bytes = t.leaf_count * sizeof *t.leaves;
    t.nodes = host_allocate(&host, t.node_count + 1, sizeof *t.nodes);
    t.leaves = host_allocate(&host, t.leaf_count + 1, sizeof *t.leaves);
    assert_true(t.nodes && t.leaves);
    memcpy(t.nodes, p->t.nodes, node_bytes);
    memcpy(t.leaves, p->t.leaves, leaf_bytes);
    const char* broken = wide_check(&t, &m->mesh, &m->frame, leaf_size, &host);
    host_release(&host, t.nodes, t.node_count + 1, sizeof *t.nodes);
    host_release(&host, t.leaves, t.leaf_count + 1, sizeof *t.leaves);
    return broken != NULL;
}

// Make a number wrong. Returns what, or NULL.
static const char* misplace(patient* p, int kind, rng* r)
{
    wide_node* n = &p->t.nodes[rng_below(r, p->t.node_count)];
    wide_leaf* leaf = &p->t.leaves[rng_below(r, p->t.leaf_count)];
    const int lanes = lanes_of(n), lane = (int)rng_below(r, (size_t)lanes);
    const size_t k = rng_below(r, 3);
    if (kind >= 5 && kind <= 8 && lanes == WIDE_LANES) return NULL;
    switch (kind) {
    case 0:
        if (!(n->half[k][lane] > 1e-3f)) return NULL;
        n->half[k][lane] *= 0.5f;
        return "half a box";
    case 1:
        n->centre[k][lane] = 5;
        return "a centre far away";
    case 2:
        n->half[k][lane] = -0.25f;
        return "a side below 0";
    case 3:
        n->axis[3 * k + rng_below(r, 3)][lane] += 0.01f;
        return "axes that are bent";
    case 4:
        p->t.defect = -1;
        return "no defect";
    case 5:
        n->half[1 + rng_below(r, 2)][lanes] = 0;
        return "half lengths of nothing";
    case 6:
        n->centre[k][lanes] = 1;
        return "a centre of nothing";
    case 7:
        n->axis[rng_below(r, 9)][lanes] = 1;
        return "axes of nothing";
    case 8:
        n->child[lanes] = 1;
        return "a child of nothing";
    case 9:
        leaf->corner[rng_below(r, 9)][rng_below(r, WIDE_LEAF)] += 0.01f;
        return "a corner that moved";
    case 10:
        leaf->reach *= 0.5f;
        return "half a reach";
    case 11:
        leaf->origin[k] = NAN;
        return "an origin that is no number";
    default:
        return NULL;
    }
}

enum { MISPLACED = 12 };

static void each_kind_of_damage_is_found(void** state)
{
    (void)state;
    size_t done[DAMAGES] = {0};
    rng r = {9};
    for (int i = 0; i < 40 * DAMAGES; i++) {
        const int kind = i % DAMAGES;
        abut_model* m = build(i % 2 ? SOUP_GENERIC : SOUP_CLUSTERS, 30 + rng_below(&r, 200),
                              1 + (i / DAMAGES) % 4);
        patient p = copy_of(m);
        assert_int_equal(is_sound(&p.t, p.triangle_count), 1);
        const char* what = damage(&p, kind, &r);
        if (what) {
            done[kind]++;
            if (is_sound(&p.t, p.triangle_count)) fail_msg("%s: not found (%d)", what, i);
            if (!is_faulty(&p, m, WIDE_LEAF))
                fail_msg("%s: not found by the checker (%d)", what, i);
        }
        patient_free(&p);
        abut_model_free(m);
    }
    for (int kind = 0; kind < DAMAGES; kind++) {
        if (done[kind] < 4) fail_msg("damage %d was done %zu times only", kind, done[kind]);
    }
}

static void each_wrong_number_is_found(void** state)
{
    (void)state;
    size_t done[MISPLACED] = {0};
    rng r = {10};
    for (int i = 0; i < 20 * MISPLACED; i++) {
        const int kind = i % MISPLACED, leaf_size = 1 + i / MISPLACED % 4;
        abut_model* m =
            build(i % 2 ? SOUP_GENERIC : SOUP_CLUSTERS, 30 + rng_below(&r, 200), leaf_size);
        patient p = copy_of(m);
        assert_false(is_faulty(&p, m, leaf_size));
        if (leaf_size > 1) assert_true(is_faulty(&p, m, leaf_size - 1));
        const char* what = misplace(&p, kind, &r);
        if (what) {
            done[kind]++;
            if (!is_faulty(&p, m, leaf_size)) fail_msg("%s: not found (%d)", what, i);
        }
        patient_free(&p);
        abut_model_free(m);
    }
    for (int kind = 0; kind < MISPLACED; kind++) {
        if (done[kind] < 4) fail_msg("number %d was wrong %zu times only", kind, done[kind]);
    }
}

static int is_checked_faulty(const wide_tree* t, const abut_model* m)
{
    const abut_host host = host_complete(NULL);
    return wide_check(t, &m->mesh, &m->frame, WIDE_LEAF, &host) != NULL;
}

// Make a number of the first node wrong, which has one child, in the first lane.
static void misplace_packed(wide_packed* p, int kind)
{
    switch (kind) {
    case 0:
        p->unit *= 1.5f;
        break;
    case 1:
        p->unit = 0x1p-23f;
        break;
    case 2:
        p->origin[1] = 0.5f * p->unit;
        break;
    case 3:
        p->origin[2] = 0x1p25f * p->unit;
        break;
    case 4:
        p->half[1][3] = 0;
        break;
    case 5:
        p->centre[2][4] = 1;
        break;
    case 6:
        p->turn[0][7] = 1;
        break;
    default:
        p->child[1] = 1;
    }
}

static void each_wrong_number_of_a_packed_node_is_found(void** state)
{
    (void)state;
    abut_model* m = build_in(ABUT_MEMORY_COMPACT, SOUP_GENERIC, 200, WIDE_LEAF);
    wide_tree t = m->wide;
    const wide_packed kept = t.packed[0];
    assert_false(is_checked_faulty(&t, m));
    for (int kind = 0; kind < 8; kind++) {
        misplace_packed(t.packed, kind);
        if (!is_checked_faulty(&t, m)) fail_msg("wrong number %d: not found", kind);
        t.packed[0] = kept;
    }
    t.packed = (wide_packed*)(void*)((char*)t.packed + 4);  // not aligned
    assert_true(is_checked_faulty(&t, m));
    t.packed = NULL;
    assert_true(is_checked_faulty(&t, m));
    assert_false(is_checked_faulty(&m->wide, m));
    abut_model_free(m);
}

// A tree by hand: children of each node, ended by 0; nodes are above 0, leaves below, -1 the first.
static int is_taken(int children[4][3], size_t node_count, const size_t* in_leaf, size_t leaf_count,
                    size_t depth)
{
    static wide_node nodes[4];
    static wide_leaf leaves[4];
    uint32_t next = 0;
    for (size_t i = 0; i < node_count; i++) {
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            const int child = lane < 3 ? children[i][lane] : 0;
            set_half(&nodes[i], lane, child ? 0.5f : WIDE_NO_HALF);
            nodes[i].child[lane] = child;  // -1 is ~0
        }
    }
    for (size_t i = 0; i < leaf_count; i++) {
        for (size_t k = 0; k < WIDE_LEAF; k++)
            leaves[i].id[k] = k < in_leaf[i] ? next++ : WIDE_NOBODY;
    }
    const wide_tree t = {.nodes = nodes,
                         .leaves = leaves,
                         .node_count = node_count,
                         .leaf_count = leaf_count,
                         .depth = depth};
    return is_sound(&t, next);
}

// All counts agree, and yet.
static void whole_trees_of_a_wrong_shape_are_refused(void** state)
{
    (void)state;
    const size_t triangles[2] = {2, 3}, none[2] = {0, 0}, one_empty[2] = {2, 0};
    int one_leaf[4][3] = {{-1}}, two_wholes[4][3] = {{-1, -2}}, pair[4][3] = {{1}, {-1, -2}};
    int childless[4][3] = {{1}, {2, -1}, {0}}, in_line[4][3] = {{1}, {2, -2}, {-1}};
    assert_int_equal(is_taken(one_leaf, 1, triangles, 1, 0), 1);
    assert_int_equal(is_taken(pair, 2, triangles, 2, 1), 1);
    assert_int_equal(is_taken(in_line, 3, triangles, 2, 2), 1);
    assert_int_equal(is_taken(two_wholes, 1, triangles, 2, 0), 0);
    assert_int_equal(is_taken(childless, 3, triangles, 1, 2), 0);
    assert_int_equal(is_taken(one_leaf, 1, none, 1, 0), 0);
    assert_int_equal(is_taken(pair, 2, one_empty, 2, 1), 0);
}

// A chain of nodes, one below the other, and a leaf in the last.
static void deep_trees_are_refused(void** state)
{
    (void)state;
    static wide_node nodes[WIDE_DEPTH_MAX + 8];
    static wide_leaf leaf = {.id = {0, WIDE_NOBODY, WIDE_NOBODY, WIDE_NOBODY}};
    for (size_t depth = 1; depth < WIDE_DEPTH_MAX + 8; depth++) {
        for (size_t i = 0; i <= depth; i++) {
            for (int lane = 0; lane < WIDE_LANES; lane++)
                set_half(&nodes[i], lane, lane ? WIDE_NO_HALF : 0.5f);
            nodes[i].child[0] = i < depth ? (int32_t)i + 1 : ~0;
        }
        const wide_tree t = {.nodes = nodes,
                             .leaves = &leaf,
                             .node_count = depth + 1,
                             .leaf_count = 1,
                             .depth = depth};
        assert_int_equal(is_sound(&t, 1), depth <= WIDE_DEPTH_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_have_their_figures_and_are_sound),
        cmocka_unit_test(every_form_has_its_figures_and_is_sound),
        cmocka_unit_test(each_kind_of_damage_is_found),
        cmocka_unit_test(each_wrong_number_is_found),
        cmocka_unit_test(each_wrong_number_of_a_packed_node_is_found),
        cmocka_unit_test(whole_trees_of_a_wrong_shape_are_refused),
        cmocka_unit_test(deep_trees_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

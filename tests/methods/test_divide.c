// test_divide.c - walks that are divided among workers, by themselves: trees of pairs made of random numbers, in which a
// contact is anywhere, also the last thing there is. For any number of workers the contacts, the work, and whether
// anything was left are those of one worker who goes depth first; level by level, those of one worker who goes so.
#include "base/host.h"
#include "methods/walk/breadth.h"
#include "methods/walk/scalar.h"
#include "support/share.h"
#include "support/shuffled_run.h"

// A tree: what a pair is follows from its number, its depth and these.
typedef struct made_tree {
    uint64_t seed;
    uint32_t depth, children;  // at most
    uint32_t apart;            // of 16 pairs
    uint32_t rare;             // one of so many leaves is in contact
    // Not 0: so is a last leaf, which is at this level at most; but at the other level what comes after it is doomed.
    uint32_t late, doomed;
} made_tree;

// Of a pair {number, level}, beside its level: on the way to that leaf; after it, and nothing comes of it.
#define IS_LATE   0x80000000u
#define IS_DOOMED 0x40000000u
#define LEVEL     0xFFFFu

static uint64_t mixed(uint64_t x)
{
    rng r = {x};
    return rng_next(&r);
}

// Test the pairs that come of a pair, and put those that may touch to out, the first one first; or test its
// triangles. Returns 0 if the search must end.
static int step(const made_tree* t, search* s, team_visit pair, team_visit* out, size_t* count)
{
    const uint64_t what = mixed(pair.first ^ t->seed);
    const uint32_t level = pair.second & LEVEL;
    const int is_late = pair.second & IS_LATE || (!level && t->late);
    const uint32_t depth = is_late ? t->late : t->depth;
    const uint32_t children = level < depth ? 1 + (uint32_t)(what % t->children) : 0;
    team_visit child[8];
    size_t found = 0;
    *count = 0;
    if (!search_may_test(s)) return 0;
    if (!children) {
        s->work.triangle_tests++;
        s->work.exact_tests += what >> 60 == 0;
        if ((what >> 8) % t->rare == 0 || is_late)
            search_record(s, pair.first, pair.second, ABUT_KIND_TOUCH);
        return s->status == ABUT_OK;
    }
    s->work.node_updates++;
    for (uint32_t i = children; i-- > 0;) {  // the last is tested first, as the walks do
        const uint64_t number = mixed(what + i);
        if (!search_may_test(s)) return 0;
        s->work.volume_tests++;
        if ((number >> 40) % 16 >= t->apart && !(pair.second & IS_DOOMED))
            child[found++] = (team_visit){(uint32_t)number, level + 1};
    }
    if (is_late && found) {
        const size_t late = level == t->doomed && found > 1;
        child[late].second |= IS_LATE;
        if (late) child[0].second |= IS_DOOMED;
    }
    while (found)
        out[(*count)++] = child[--found];
    return 1;
}

static int visit(const void* walk, search* s, const team_visit* pairs, size_t count, team_list* out)
{
    team_visit stack[200], more[8];
    size_t height = 0, fresh;
    for (size_t i = 0; i < count; i++) {
        stack[height++] = pairs[i];
        while (height) {
            if (!step(walk, s, stack[--height], more, &fresh)) return 0;
            if (out) {
                for (size_t k = 0; k < fresh; k++)
                    s->status = s->status == ABUT_OK ? team_push(out, more[k], s->host) : s->status;
                break;
            }
            while (fresh)
                stack[height++] = more[--fresh];
        }
        if (s->status != ABUT_OK) return 0;
    }
    return 1;
}

static void question(search* s, const abut_host* host, size_t limit)
{
    static const soup_mesh mesh = {.triangle_count = UINT32_MAX};
    *s = (search){.host = host, .mesh = {&mesh, &mesh}, .limit = limit};
    assert_int_equal(scalar_open(s), ABUT_OK);
    search_begin(s);
}

static void release(search* s, const abut_host* host)
{
    if (s->team) team_free(s->team);
    search_free(s, host);
    free(s);
}

static void compare(const search* x, const search* y)
{
    assert_int_equal(y->status, ABUT_OK);
    assert_int_equal(x->found_count, y->found_count);
    assert_int_equal(x->stopped, y->stopped);
    assert_true(x->work.volume_tests == y->work.volume_tests &&
                x->work.triangle_tests == y->work.triangle_tests);
    assert_true(x->work.node_updates == y->work.node_updates &&
                x->work.exact_tests == y->work.exact_tests);
    for (size_t i = 0; i < x->found_count; i++) {
        assert_true(x->found[i].key == y->found[i].key);
        assert_int_equal(x->found[i].value, y->found[i].value);
    }
}

typedef struct tally {
    size_t walks, contacts, ends, large;
} tally;

static search* answer(const made_tree* t, const abut_host* host, size_t limit, abut_traversal way,
                      int divides)
{
    const breadth_walk walk = {visit, t, t->depth + 2, 0};
    const team_visit root = {0, 0};
    search* s = malloc(sizeof *s);
    assert_non_null(s);
    question(s, host, limit);
    scalar_of(s)->asked.traversal = way;
    if (way == ABUT_TRAVERSAL_BREADTH) {
        breadth_search(s, &walk);
    } else if (divides) {
        assert_int_equal(team_create(&s->team, host), ABUT_OK);
        assert_int_equal(team_append(&s->team->list, &root, 1, host), ABUT_OK);
        breadth_divide(s, &walk);
    } else {
        (void)visit(t, s, &root, 1, NULL);
    }
    search_end(s);
    return s;
}

static void compare_walks(const made_tree* t, size_t limit, abut_traversal way, tally* sum)
{
    const abut_host none = host_complete(NULL);
    search* one = answer(t, &none, limit, way, 0);
    sum->walks++;
    sum->contacts += one->found_count > 0;
    sum->ends += limit && one->found_count && !one->stopped;
    sum->large += one->work.volume_tests > 4000;
    for (int workers = 2 + (int)(t->seed % 3); workers <= SHUFFLED_WORKERS_MAX;
         workers += 5 + (int)(t->seed % 5)) {
        shuffled order;
        const abut_host given = shuffled_host(&order, workers, t->seed + (uint64_t)workers),
                        host = host_complete(&given);
        search* many = answer(t, &host, limit, way, 1);
        compare(one, many);
        release(many, &host);
    }
    release(one, &none);
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    tally sum = {.walks = 0};
    rng r = {11};
    for (int i = 0; i < CASES(120); i++) {
        made_tree t = {.seed = rng_next(&r),
                       .children = 3 + (uint32_t)rng_below(&r, 3),
                       .apart = (uint32_t)rng_below(&r, 5),
                       .rare = i % 2 ? 1u << rng_below(&r, 14) : UINT32_MAX,
                       .doomed = (uint32_t)rng_below(&r, 12)};
        // Some have a few pairs, some thousands.
        const double most = i % 8 ? 5000 : 60, each = (t.children + 1) * (16 - t.apart) / 32.0;
        double pairs = 1;
        while (pairs < most && t.depth < 40) {
            pairs *= each;
            t.depth++;
        }
        t.late = i % 2 ? 0 : i % 5 ? 1 + (uint32_t)rng_below(&r, t.depth) : t.depth;
        compare_walks(&t, i % 3 > 0, i / 2 % 2 ? ABUT_TRAVERSAL_BREADTH : ABUT_TRAVERSAL_DEPTH,
                      &sum);
    }
    print_message("%zu walks, %zu with a contact, %zu of them at the very end; %zu large\n",
                  sum.walks, sum.contacts, sum.ends, sum.large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_make_no_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

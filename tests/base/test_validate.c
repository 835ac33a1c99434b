// test_validate.c - what VALIDATE asks of whole structures finds each kind of damage; and where a build has it, who meets
// such damage in the middle of things ends there. Elsewhere its condition is not evaluated.
#define _XOPEN_SOURCE 700  // fork
#include "engine/build/build.h"
#include "exec/pool.h"
#include "methods/walk/environment_front.h"
#include "query/model.h"
#include "search/team.h"
#include "soup/mesh_check.h"
#include "support/soups.h"
#include "world/world_tree.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

// -------------------------------------------------------------------------------------------- what is damaged

// Triangles of a grid, and one that is a point.
static soup_mesh mesh_of_test(const abut_host* host)
{
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5};
    static const uint32_t triangles[] = {0, 1, 2, 1, 3, 2, 3, 3, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 3};
    soup_mesh m;
    assert_int_equal(soup_mesh_copy(&m, &soup, host), ABUT_OK);
    return m;
}

static void damage_of_meshes_is_found(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    soup_mesh m = mesh_of_test(&host);
    assert_null(soup_mesh_check(&m));
    soup_mesh bad = m;
    bad.degenerate_count = 2;
    assert_string_equal(soup_mesh_check(&bad), "the number of degenerate triangles is wrong");
    bad = m;
    bad.vertices = NULL;
    assert_string_equal(soup_mesh_check(&bad), "a mesh has no memory");
    bad = m;
    bad.triangle_count = (size_t)INT32_MAX + 1;
    assert_string_equal(soup_mesh_check(&bad), "a mesh is too large");
    bad = m;
    bad.unit *= 2;
    assert_string_equal(soup_mesh_check(&bad), "the mesh was measured when it was another");
    const uint32_t corner = m.triangles[4];
    m.triangles[4] = 4;
    assert_string_equal(soup_mesh_check(&m), "a triangle has a vertex that is none");
    m.triangles[4] = corner;
    const double x = m.vertices[3];
    m.vertices[3] = (double)INFINITY;
    assert_string_equal(soup_mesh_check(&m), "a vertex is not finite");
    m.vertices[3] = x;
    const uint8_t reduced = m.reduced[1];
    m.reduced[1] = 0xFF;
    assert_string_equal(soup_mesh_check(&m), "a triangle has corners that are none");
    m.reduced[1] = reduced;
    assert_null(soup_mesh_check(&m));
    soup_mesh_free(&m, &host);
}

// ------------------------------------------------------------------------------------------- who ends by it

#ifndef NDEBUG  // elsewhere nobody does

// Each damages a structure and goes on with it.

static void search_ends_with_a_pair_twice(void)
{
    const abut_host host = host_complete(NULL);
    const soup_mesh m = mesh_of_test(&host);
    search s = {.host = &host, .mesh = {&m, &m}};
    search_begin(&s);
    search_record(&s, 1, 2, ABUT_KIND_TOUCH);
    search_record(&s, 1, 2, ABUT_KIND_TOUCH);  // which only a search with may_repeat may do
    search_end(&s);
}

static void search_records_a_triangle_that_is_none(void)
{
    const abut_host host = host_complete(NULL);
    const soup_mesh m = mesh_of_test(&host);
    search s = {.host = &host, .mesh = {&m, &m}};
    search_begin(&s);
    search_record(&s, 3, 0, ABUT_KIND_TOUCH);
}

static void mesh_is_arranged_by_what_is_no_order(void)
{
    const abut_host host = host_complete(NULL);
    soup_mesh m = mesh_of_test(&host);
    const uint32_t order[] = {0, 3};
    (void)soup_mesh_arrange(&m, order, 2, &host);
}

static void mesh_is_built_after_its_vertices_moved(void)
{
    const abut_host host = host_complete(NULL);
    soup_mesh m = mesh_of_test(&host);
    frame f = frame_of_mesh(&m);
    f.origin[0] += 8;  // of another mesh
    const wide_options options = {.leaf_size = 1};
    wide_tree t = {0};
    (void)wide_build(&t, &m, &f, &options, &host);
}

static void world_is_refitted_with_a_node_lost(void)
{
    enum { COUNT = 32 };
    const abut_host host = host_complete(NULL);
    world_tree t = {0};
    world_box boxes[COUNT];
    for (int i = 0; i < COUNT; i++)
        boxes[i] = (world_box){{i, 0, 0}, {i + 0.5, 1, 1}};
    (void)world_tree_build(&t, boxes, COUNT, &host);
    t.count--;
    (void)world_tree_refit(&t, boxes);
}

static void pool_is_freed_while_it_works(void* context, size_t index, int worker)
{
    (void)index;
    (void)worker;
    pool_free(context);
}

static void pool_is_freed_in_a_task(void)
{
    abut_pool* pool;
    if (pool_create(&pool, 2, NULL) != ABUT_OK) return;
    const abut_host host = pool_host(pool);
    host.run(host.user, 1000, pool_is_freed_while_it_works, pool);
}

static void team_divides_into_none(void)
{
    const abut_host host = host_complete(NULL);
    search_team* t;
    if (team_create(&t, &host) != ABUT_OK) return;
    team_divide(t, 0, 0, 0);
}

static void front_is_kept_beyond_its_room(void)
{
    uint32_t nodes[1];
    environment_front f = {.nodes = nodes, .capacity = 1};
    environment_front_keep(&f, 0, 1);
    environment_front_keep(&f, 0, 0);
}

typedef struct damage {
    const char* name;
    void (*run)(void);
    bool is_whole;  // it takes VALIDATE, not ASSERT
} damage;

static const damage damages[] = {
    {"a pair twice", search_ends_with_a_pair_twice, true},
    {"a triangle that is none", search_records_a_triangle_that_is_none, false},
    {"no order", mesh_is_arranged_by_what_is_no_order, true},
    {"another frame", mesh_is_built_after_its_vertices_moved, true},
    {"a lost node", world_is_refitted_with_a_node_lost, true},
    {"a pool in use", pool_is_freed_in_a_task, false},
    {"no parts", team_divides_into_none, false},
    {"a full front", front_is_kept_beyond_its_room, false},
};

// By what signal a process ends that does the damage; 0: by none.
static int signal_of(const damage* d)
{
    int status;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        if (!freopen("/dev/null", "w", stderr)) _exit(2);
        signal(SIGABRT, SIG_DFL);  // cmocka's is not ours
        alarm(60);
        d->run();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void who_meets_damage_ends(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
#ifndef ABUT_VALIDATE
        if (damages[i].is_whole) continue;
#endif
        if (signal_of(&damages[i]) != SIGABRT) fail_msg("%s is not noticed", damages[i].name);
    }
}

#endif  // NDEBUG

static int evaluated;

static int evaluate(void)
{
    evaluated++;
    return 1;
}

static void conditions_cost_nothing_where_they_are_off(void** state)
{
    (void)state;
    VALIDATE(evaluate());
#ifdef ABUT_VALIDATE
    assert_int_equal(evaluated, 1);
#else
    assert_int_equal(evaluated, 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_of_meshes_is_found),
#ifndef NDEBUG
        cmocka_unit_test(who_meets_damage_ends),
#endif
        cmocka_unit_test(conditions_cost_nothing_where_they_are_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// test_cli_rows.c - the rows of a review: class, measures, sentences, order, groups and duplicates, of scenes whose answers
// are known by how they were made. The steps of "abut clash" are called as clash.c does it.
#include "clash/cells.h"
#include "clash/rows/rows.h"
#include "models/threads.h"
#include "support/cli_run.h"
#include "support/data_pack.h"
#include "support/mesh_alloc.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

// The test's own main is this one (--wrap); rules are those of the options, but for what a test says here.
static struct {
    double hard, duplicate;
    bool has_table;  // objects have attributes
} asked;

int __wrap_main(void);
const char* __wrap_clash_attribute(const clash_object* object, const char* column);
int __real_clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                         void* why);
int __wrap_clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                         void* why);
double __wrap_clash_rules_duplicate(const clash_rules* rules);

int __wrap_clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                         void* why)
{
    const int rule = __real_clash_rule_of(rules, a, b, demand, why);
    if (asked.hard > 0) demand->hard = asked.hard;
    demand->duplicate = asked.duplicate;
    return rule;
}

const char* __wrap_clash_attribute(const clash_object* object, const char* column)
{
    const char* name = clash_name(object);
    if (!asked.has_table) return NULL;
    if (strcmp(column, "class") == 0) return strcmp(name, "pin") == 0 ? "" : "IfcThing";
    if (strcmp(column, "name") == 0) return strncmp(name, "post", 4) == 0 ? "Post" : NULL;
    if (strcmp(column, "level") == 0)
        return strcmp(name, "lamp") == 0 ? "upper" : strcmp(name, "slab") == 0 ? "lower" : NULL;
    return NULL;
}

double __wrap_clash_rules_duplicate(const clash_rules* rules)
{
    (void)rules;
    return asked.duplicate;
}

// ------------------------------------------------------------------------------------------ scenes

// A file of objects. What is made may be turned, and its triangles may look inward.
typedef struct maker {
    FILE* out;
    int vertices;
    bool is_turned;
    int reversed;  // bits of objects, as they come, whose triangles look inward
    int mirrored;  // likewise, as they come, that are written as a mirror shows them
    int objects;
    int cuts;  // faces of boxes are cut into so many by so many parts; 0: one
} maker;

static maker begin_file(const char* path)
{
    maker m = {.out = fopen(path, "w")};
    assert_non_null(m.out);
    return m;
}

static void write_scene(void (*make)(maker* m))
{
    maker m = begin_file("scene.obj");
    make(&m);
    fclose(m.out);
}

static void begin_object(maker* m, const char* name)
{
    fprintf(m->out, "o %s\n", name);
    m->objects++;
}

static void put_vertex(maker* m, double x, double y, double z)
{
    // Two turns by angles of no special kind; rounded.
    const double c = 0.8191520442889918, s = 0.573576436351046;
    if (m->mirrored >> (m->objects - 1) & 1) x = -x;
    const double u = m->is_turned ? c * x - s * y : x, v = m->is_turned ? s * x + c * y : y;
    const double w = m->is_turned ? s * v + c * z : z;
    fprintf(m->out, "v %.17g %.17g %.17g\n", u, m->is_turned ? c * v - s * z : v, w);
    m->vertices++;
}

static bool is_reversed(const maker* m)
{
    return m->reversed >> (m->objects - 1) & 1;
}

static void put_quad(const maker* m, int base, int a, int b, int c, int d)
{
    const int q[4] = {base + a + 1, base + b + 1, base + c + 1, base + d + 1};
    for (int i = 0; i < 2; i++) {
        const int t[3] = {q[0], q[1 + i], q[2 + i]};
        fprintf(m->out, "f %d %d %d\n", t[0], t[is_reversed(m) ? 2 : 1], t[is_reversed(m) ? 1 : 2]);
    }
}

static double between(double low, double high, int i, int n)
{
    return i == n ? high : low + (high - low) * i / n;
}

// A face of a box across an axis, each part of it with vertices of its own: equal ones are one.
static void put_face(maker* m, const double low[3], const double high[3], int axis, bool is_upper)
{
    const int n = m->cuts ? m->cuts : 1, u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const int base = m->vertices;
            for (int c = 0; c < 4; c++) {
                double x[3];
                x[axis] = is_upper ? high[axis] : low[axis];
                x[u] = between(low[u], high[u], i + (c & 1), n);
                x[v] = between(low[v], high[v], k + (c >> 1), n);
                put_vertex(m, x[0], x[1], x[2]);
            }
            if (is_upper)
                put_quad(m, base, 0, 1, 3, 2);
            else
                put_quad(m, base, 0, 2, 3, 1);
        }
}

static void put_box(maker* m, const char* name, const double low[3], const double high[3])
{
    begin_object(m, name);
    for (int face = 0; face < 6; face++)
        put_face(m, low, high, face / 2, face % 2);
}

#define BOX(m, name, x0, y0, z0, x1, y1, z1)                                                       \
    put_box(m, name, (const double[3]){x0, y0, z0}, (const double[3]){x1, y1, z1})

// A pipe along an axis: 12 sides of an outer radius, and of an inner one, 0: it is solid.
typedef struct pipe {
    const char* name;
    int axis;
    double from, to, outer, inner, u, v;  // u, v: where its middle is across the axis
    bool is_open;                         // its ends are missing
} pipe;

enum { SIDES = 12 };

static void put_ring(maker* m, const pipe* p, double at, double radius)
{
    for (int i = 0; i < SIDES; i++) {
        double x[3];
        const double angle = (2 * i + 0.7) * acos(-1) / SIDES;
        x[p->axis] = at;
        x[(p->axis + 1) % 3] = p->u + radius * cos(angle);
        x[(p->axis + 2) % 3] = p->v + radius * sin(angle);
        put_vertex(m, x[0], x[1], x[2]);
    }
}

static void put_triangle(const maker* m, int a, int b, int c)
{
    fprintf(m->out, "f %d %d %d\n", a + 1, (is_reversed(m) ? c : b) + 1,
            (is_reversed(m) ? b : c) + 1);
}

static void put_end(maker* m, const pipe* p, int ring, bool is_last)
{
    double x[3] = {0};
    x[p->axis] = is_last ? p->to : p->from;
    x[(p->axis + 1) % 3] = p->u;
    x[(p->axis + 2) % 3] = p->v;
    put_vertex(m, x[0], x[1], x[2]);
    for (int i = 0; i < SIDES; i++) {
        const int n = (i + 1) % SIDES;
        put_triangle(m, m->vertices - 1, ring + (is_last ? i : n), ring + (is_last ? n : i));
    }
}

static void put_pipe(maker* m, const pipe* p)
{
    const int base = m->vertices, a = 0, b = SIDES, c = 2 * SIDES, d = 3 * SIDES;
    begin_object(m, p->name);
    put_ring(m, p, p->from, p->outer);
    put_ring(m, p, p->to, p->outer);
    for (int i = 0; i < SIDES; i++)
        put_quad(m, base, a + i, a + (i + 1) % SIDES, b + (i + 1) % SIDES, b + i);
    if (!(p->inner > 0)) {
        put_end(m, p, base + a, false);
        put_end(m, p, base + b, true);
        return;
    }
    put_ring(m, p, p->from, p->inner);
    put_ring(m, p, p->to, p->inner);
    for (int i = 0; i < SIDES; i++) {
        const int n = (i + 1) % SIDES;
        put_quad(m, base, c + n, c + i, d + i, d + n);
        if (p->is_open) continue;
        put_quad(m, base, b + i, b + n, d + n, d + i);
        put_quad(m, base, c + i, c + n, a + n, a + i);
    }
}

#define PIPE(m, ...) put_pipe(m, &(const pipe){__VA_ARGS__})

// --------------------------------------------------------------------------------------------- runs

typedef struct run {
    clash_options options;
    clash_result result;
    threads threads;
    progress progress;
} run;

// mirrored: bits of objects whose pose mirrors them.
static void open_placed(run* x, const char* const* arguments, int mirrored)
{
    int count = 0, status;
    while (arguments[count])
        count++;
    *x = (run){.result.options = &x->options};
    progress_open(&x->progress, true);
    assert_true(clash_options_parse(&x->options, count, (char**)(uintptr_t)arguments, &status));
    assert_true(threads_open(&x->threads, x->options.thread_count, &x->progress));
    x->result.host = &x->threads.host;
    x->result.keeps_models = true;
    assert_true(clash_list(&x->result, &x->progress));
    for (size_t i = 0; i < 2 && i < x->result.object_count; i++)
        if (mirrored >> i & 1) x->result.objects[i].pose.rotation[0][0] = -1;
    assert_true(clash_cells_plan(&x->result, 1));
    assert_true(clash_piece_begin(&x->result, 0, 1));
    assert_true(clash_models_make(&x->result, &x->progress));
    assert_true(clash_find(&x->result, &x->progress));
}

static void open_run(run* x, const char* const* arguments)
{
    open_placed(x, arguments, 0);
}

// The steps that this file is about.
static bool go_on(run* x)
{
    return clash_find_duplicates(&x->result, 0, &x->progress) &&
           clash_measure(&x->result, 0, &x->progress) && clash_word(&x->result);
}

static void close_run(run* x)
{
    clash_models_let_go(&x->result);
    clash_result_free(&x->result);
    threads_close(&x->threads);
    clash_options_free(&x->options);
}

#define ARGUMENTS(...) ((const char* const[]){"clash", __VA_ARGS__, NULL})

static void make_run(run* x, const char* const* arguments)
{
    open_run(x, arguments);
    assert_true(go_on(x));
}

static const char* object_of(const run* x, uint32_t object)
{
    return clash_name(&x->result.objects[object]);
}

static const clash_row* row_at(const run* x, size_t rank)
{
    assert_true(rank < x->result.clashes.count);
    return &x->result.review.rows[x->result.review.order[rank]];
}

static void expect_number(clash_interval x, double value)
{
    if (!(x.lo <= value + 1e-12 && value - 1e-12 <= x.hi && x.hi <= value * (1 + 1e-9) + 1e-12))
        fail_msg("[%.17g, %.17g] in place of %.17g", x.lo, x.hi, value);
}

// ------------------------------------------------------------------------------------------ classes

static void make_pipe_through_wall(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 1.75, .outer = 0.25, .u = 0.1, .v = 0.05);
}

// All curves are within one triangle of each face.
static void make_pipe_beside_diagonal(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 1.75, .outer = 0.25, .u = 1.5, .v = -1.25);
}

static void make_pipe_end_in_wall(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 0.0625, .outer = 0.25, .u = 0.1, .v = 0.05);
}

static void make_tube_through_wall(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 1.75, .outer = 0.25, .inner = 0.2, .u = 0.1);
}

static void make_tube_beside_diagonal(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 1.75, .outer = 0.25, .inner = 0.2, .u = 1.5,
         .v = -1.25);
}

static void make_tube_end_in_wall(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 0.0625, .outer = 0.25, .inner = 0.2, .u = 0.1,
         .v = 0.05);
}

// A shaft that is too thick for its ring.
static void make_press_fit(maker* m)
{
    PIPE(m, "ring", .axis = 2, .from = 0, .to = 0.25, .outer = 1, .inner = 0.5);
    PIPE(m, "shaft", .axis = 2, .from = -1, .to = 1.5, .outer = 0.625, .u = 0.01, .v = 0.02);
}

// A plate through a ring's hole that is larger: it cuts into both sides of it.
static void make_plate_in_hole(maker* m)
{
    PIPE(m, "ring", .axis = 2, .from = 0, .to = 0.25, .outer = 1, .inner = 0.5);
    BOX(m, "plate", -0.625, -0.03, -1, 0.63, 0.04, 1.5);
}

// The same plate, which is too thick on one side only.
static void make_plate_at_side(maker* m)
{
    PIPE(m, "ring", .axis = 2, .from = 0, .to = 0.25, .outer = 1, .inner = 0.5);
    BOX(m, "plate", 0.1, -0.03, -1, 0.53125, 0.04, 1.5);
}

static void make_crossing_pipes(maker* m)
{
    PIPE(m, "main", .axis = 0, .from = -2, .to = 2, .outer = 0.5);
    PIPE(m, "branch", .axis = 1, .from = -1.5, .to = 1.75, .outer = 0.25, .u = 0.01, .v = 0.02);
}

static void make_crossing_beams(maker* m)
{
    BOX(m, "along", -2, -0.125, 0, 2, 0.125, 0.375);
    BOX(m, "across", -0.125, -3, 0, 0.125, 3, 0.375);
}

static void make_joint(maker* m)
{
    BOX(m, "wall", 0, -3, 0, 0.25, 3, 2.5);
    BOX(m, "stub", 0, -0.125, 0, 2, 0.125, 2.5);
}

static void make_shallow_joint(maker* m)
{
    BOX(m, "wall", 0, -3, 0, 0.25, 3, 2.5);
    BOX(m, "stub", 0.1875, -0.125, 0, 2, 0.125, 2.5);
}

static void make_inside(maker* m)
{
    BOX(m, "room", 0, 0, 0, 4, 4, 4);
    BOX(m, "chair", 1, 1.5, 1.5, 2, 2.5, 2.5);
}

static void make_inside_open(maker* m)
{
    PIPE(m, "duct", .axis = 0, .from = -20, .to = 20, .outer = 2, .is_open = true);
    BOX(m, "chair", 0.25, -0.5, -0.5, 1, 0.5, 0.5);
}

static void make_touching(maker* m)
{
    BOX(m, "floor", -2, -2, -1, 2, 2, 0);
    BOX(m, "desk", 0, 0, 0, 1, 0.5, 1);
}

static void make_edge(maker* m)
{
    BOX(m, "floor", -2, -2, -1, 2, 2, 0);
    BOX(m, "desk", 2, 0, 0, 3, 0.5, 1);
}

static void make_open_tube(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    PIPE(m, "pipe", .axis = 0, .from = -1, .to = 1.75, .outer = 0.25, .inner = 0.2, .u = 0.1,
         .is_open = true);
}

// A rod through both walls of a hollow box: the box is of one object, and so is what it goes through.
static void make_rod_through_tube(maker* m)
{
    PIPE(m, "tube", .axis = 2, .from = -2, .to = 2, .outer = 0.5, .inner = 0.45);
    PIPE(m, "rod", .axis = 0, .from = -1.5, .to = 1.75, .outer = 0.125, .u = 0.01, .v = 0.02);
}

// A link through an eye: it goes around outside of the wall, and is one piece there.
static void make_link(maker* m)
{
    BOX(m, "wall", -0.125, -1, 1, 0.125, 1, 3);
    PIPE(m, "link", .axis = 1, .from = -0.1, .to = 0.11, .outer = 2, .inner = 1.7);
}

// A square pipe; where the wall is cut into 8 by 8 parts, its curves run along edges of these, and through vertices.
static void make_square_pipe(maker* m)
{
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    BOX(m, "pipe", -1, -0.75, 0, 1.75, 0.75, 0.5);
}

// One whose sides run across the parts of the wall from corner to corner, along diagonals and through vertices.
static void make_diamond_pipe(maker* m)
{
    static const double y[] = {-0.75, 0, 0.75, 0}, z[] = {0, -0.5, 0, 0.5};
    BOX(m, "wall", 0, -3, -2, 0.25, 3, 2);
    begin_object(m, "pipe");
    const int base = m->vertices;
    for (int i = 0; i < 8; i++)
        put_vertex(m, i < 4 ? -1 : 1.75, y[i % 4], z[i % 4]);
    put_quad(m, base, 3, 2, 1, 0);
    put_quad(m, base, 4, 5, 6, 7);
    for (int i = 0; i < 4; i++)
        put_quad(m, base, i, (i + 1) % 4, 4 + (i + 1) % 4, 4 + i);
}

#define UNKNOWN ((double)NAN)

typedef struct scene {
    void (*make)(maker* m);
    const char *first, *second;  // objects
    clash_class class;
    const char* pierced;  // NULL: neither
    double depth;         // NAN: not known, or known by bounds only
    bool is_flush;        // so that it is another scene once it is turned and rounded
} scene;

static const scene scenes[] = {
    {make_pipe_through_wall, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", 1.25, false},
    {make_pipe_beside_diagonal, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", UNKNOWN, false},
    {make_pipe_end_in_wall, "wall", "pipe", CLASH_CLASS_PROTRUSION, NULL, 0.0625, false},
    {make_tube_through_wall, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", UNKNOWN, false},
    {make_tube_beside_diagonal, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", UNKNOWN, false},
    {make_tube_end_in_wall, "wall", "pipe", CLASH_CLASS_PROTRUSION, NULL, UNKNOWN, false},
    {make_press_fit, "ring", "shaft", CLASH_CLASS_PIERCING, "ring", UNKNOWN, false},
    {make_plate_in_hole, "ring", "plate", CLASH_CLASS_OVERLAP, NULL, UNKNOWN, false},
    {make_plate_at_side, "ring", "plate", CLASH_CLASS_PROTRUSION, NULL, UNKNOWN, false},
    {make_crossing_pipes, "main", "branch", CLASH_CLASS_PIERCING, "main", UNKNOWN, false},
    {make_rod_through_tube, "tube", "rod", CLASH_CLASS_PIERCING, "tube", UNKNOWN, false},
    {make_square_pipe, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", 1.25, true},
    {make_link, "wall", "link", CLASH_CLASS_PIERCING, "wall", UNKNOWN, false},
    {make_diamond_pipe, "wall", "pipe", CLASH_CLASS_PIERCING, "wall", UNKNOWN, true},
    {make_crossing_beams, "along", "across", CLASH_CLASS_OVERLAP, NULL, 0.375, true},
    {make_joint, "wall", "stub", CLASH_CLASS_OVERLAP, NULL, 0.25, true},
    {make_shallow_joint, "wall", "stub", CLASH_CLASS_PROTRUSION, NULL, 0.0625, true},
    {make_inside, "room", "chair", CLASH_CLASS_INSIDE, "room", 2, false},
    {make_touching, "floor", "desk", CLASH_CLASS_TOUCHING, NULL, UNKNOWN, true},
    {make_edge, "floor", "desk", CLASH_CLASS_TOUCHING, NULL, UNKNOWN, true},
    {make_open_tube, "wall", "pipe", CLASH_CLASS_UNKNOWN, NULL, UNKNOWN, false},
};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static void expect_scene(const scene* s, const run* x, const char* how)
{
    assert_int_equal(x->result.clashes.count, 1);
    const clash_row* row = row_at(x, 0);
    const char* pierced = row->pierced < 0 ? NULL : object_of(x, row->pierced ? row->b : row->a);
    if (row->class != s->class || !pierced != !s->pierced ||
        (pierced && strcmp(pierced, s->pierced) != 0))
        fail_msg("%s and %s, %s: %s, pierced: %s", s->first, s->second, how,
                 clash_class_text(row->class), pierced ? pierced : "none");
    if (!isnan(s->depth)) expect_number(row->depth, s->depth);
    if (s->class == CLASH_CLASS_UNKNOWN) {
        assert_int_equal(row->reason, ABUT_REASON_OPEN);
        assert_true(isnan(row->depth.lo) && isnan(row->volume.lo));
    }
}

static void classes_are_as_scenes_are_made(void** state)
{
    (void)state;
    static const char* const ways[] = {"as made", "first reversed", "second reversed",
                                       "both reversed", "turned"};
    for (size_t i = 0; i < SCENES; i++)
        for (int way = 0; way < 5; way++) {
            maker m = begin_file("scene.obj");
            run x;
            m.reversed = way;
            m.is_turned = way == 4;
            if (m.is_turned && scenes[i].is_flush) {
                fclose(m.out);
                continue;
            }
            scenes[i].make(&m);
            fclose(m.out);
            make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
            expect_scene(&scenes[i], &x, ways[way]);
            close_run(&x);
        }
}

// However faces are cut into triangles.
static void cuts_do_not_matter(void** state)
{
    (void)state;
    static const int cuts[] = {2, 3, 8, 16};
    for (size_t i = 0; i < SCENES; i++)
        for (int k = 0; k < 4; k++) {
            maker m = begin_file("scene.obj");
            run x;
            char how[32];
            m.cuts = cuts[k];
            scenes[i].make(&m);
            fclose(m.out);
            make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
            snprintf(how, sizeof how, "cut %d times", cuts[k]);
            expect_scene(&scenes[i], &x, how);
            close_run(&x);
        }
}

// Objects that a pose mirrors are what they are without one.
static void poses_may_mirror(void** state)
{
    (void)state;
    for (size_t i = 0; i < SCENES; i++)
        for (int way = 1; way < 8; way++) {
            maker m = begin_file("scene.obj");
            run x;
            char how[64];
            m.mirrored = way & 3;
            m.reversed = way & 4 ? 3 : 0;
            scenes[i].make(&m);
            fclose(m.out);
            open_placed(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"), way & 3);
            assert_true(go_on(&x));
            snprintf(how, sizeof how, "mirrored %d, reversed %d", way & 3, way >> 2);
            expect_scene(&scenes[i], &x, how);
            close_run(&x);
        }
}

// The translation frees them: they are then separate or touch, which abut_contain says.
static void translations_free(void** state)
{
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        maker m = begin_file("scene.obj");
        run x;
        scenes[i].make(&m);
        fclose(m.out);
        make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
        const clash_row* row = row_at(&x, 0);
        abut_instance a = clash_instance(&x.result.objects[row->a]),
                      b = clash_instance(&x.result.objects[row->b]);
        abut_query* query;
        abut_containment c;
        if (!isnan(row->translation[0])) {
            const double* t = row->translation;
            assert_true(hypot(hypot(t[0], t[1]), t[2]) <= row->depth.hi * (1 + 1e-15));
            memcpy(b.pose.translation, t, 3 * sizeof *t);
            assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
            assert_int_equal(abut_contain(query, &a, &b, NULL, &c), ABUT_OK);
            assert_true(c.relation == ABUT_RELATION_SEPARATE ||
                        c.relation == ABUT_RELATION_TOUCHING);
            abut_query_free(query);
        } else {
            assert_true(row->class == CLASH_CLASS_TOUCHING || row->class == CLASH_CLASS_UNKNOWN);
        }
        close_run(&x);
    }
}

static void copy_object(const char* from, const char* name, const char* to)
{
    char* text = cli_read_file(from);
    char line[64];
    long base = 0, vertices = 0;
    bool is_in = false;
    FILE* out = fopen(to, "w");
    assert_true(text && out);
    snprintf(line, sizeof line, "o %s", name);
    for (char* l = strtok(text, "\n"); l; l = strtok(NULL, "\n")) {
        char* end = l + 1;
        if (*l == 'o') is_in = strcmp(l, line) == 0;
        if (*l == 'o' && is_in) base = vertices;
        vertices += *l == 'v';
        if (!is_in) continue;
        if (*l != 'f') fprintf(out, "%s", l);
        for (int k = 0; *l == 'f' && k < 3; k++)
            fprintf(out, "%s%ld", k ? " " : "f ", strtol(end, &end, 10) - base);
        fputc('\n', out);
    }
    fclose(out);
    free(text);
}

// Depth, sentences and order are the same, whichever file comes first, and on any number of threads.
static void the_order_of_files_does_not_matter(void** state)
{
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        maker m = begin_file("scene.obj");
        run x, y;
        scenes[i].make(&m);
        fclose(m.out);
        copy_object("scene.obj", scenes[i].first, "first.obj");
        copy_object("scene.obj", scenes[i].second, "second.obj");
        make_run(&x, ARGUMENTS("--groups", "first.obj", "second.obj", "--touch", "keep",
                               "--threads", "1"));
        make_run(&y, ARGUMENTS("--groups", "second.obj", "first.obj", "--touch", "keep",
                               "--threads", "3"));
        const clash_row *p = row_at(&x, 0), *q = row_at(&y, 0);
        assert_string_equal(object_of(&x, p->a), object_of(&y, q->b));
        assert_int_equal(p->class, q->class);
        assert_true(memcmp(&p->depth, &q->depth, sizeof p->depth) == 0);
        assert_true(memcmp(&p->volume, &q->volume, sizeof p->volume) == 0);
        assert_true(memcmp(&p->low, &q->low, sizeof p->low) == 0);
        for (int k = 0; k < 3; k++)
            assert_true(isnan(p->translation[k]) || p->translation[k] == -q->translation[k]);
        assert_int_equal(p->pierced, q->pierced < 0 ? -1 : 1 - q->pierced);
        assert_string_equal(p->words[0], q->words[0]);
        assert_string_equal(p->words[1], q->words[1]);
        close_run(&x);
        close_run(&y);
    }
}

// ----------------------------------------------------------------------------------------- measures

static void measures_are_known(void** state)
{
    (void)state;
    run x;
    write_scene(make_shallow_joint);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
    const clash_row* row = row_at(&x, 0);
    expect_number(row->volume, 0.0625 * 0.25 * 2.5);
    const double low[] = {0.1875, -0.125, 0}, high[] = {0.25, 0.125, 2.5};
    assert_memory_equal(row->low, low, sizeof low);
    assert_memory_equal(row->high, high, sizeof high);
    assert_true(row->is_complete && !row->is_undecided);
    close_run(&x);

    write_scene(make_touching);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
    expect_number(row_at(&x, 0)->area, 0.5);
    close_run(&x);

    write_scene(make_edge);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
    row = row_at(&x, 0);
    expect_number(row->length, 0.5);
    assert_true(row->area.hi == 0);
    close_run(&x);

    write_scene(make_inside);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
    row = row_at(&x, 0);
    expect_number(row->volume, 1);
    for (int k = 0; k < 3; k++)
        assert_true(row->low[k] == (k ? 1.5 : 1) && row->high[k] == (k ? 2.5 : 2));
    close_run(&x);

    // Inside an open surface: nothing is shared by solids, and the box is that of what is inside.
    write_scene(make_inside_open);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
    row = row_at(&x, 0);
    assert_int_equal(row->class, CLASH_CLASS_INSIDE);
    for (int k = 0; k < 3; k++)
        assert_true(row->low[k] == (k ? -0.5 : 0.25) && row->high[k] == (k ? 0.5 : 1));
    close_run(&x);
}

// Of a rule that allows a depth: what decides is found, and what does not is said.
static void allowed_depths_are_decided(void** state)
{
    (void)state;
    run x;
    write_scene(make_press_fit);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
    const clash_interval depth = row_at(&x, 0)->depth;
    assert_false(row_at(&x, 0)->is_undecided);
    close_run(&x);
    assert_true(depth.lo > 0 && depth.lo < depth.hi);  // it is one that needs a search
    const struct {
        double allowed;
        bool is_open;
    } tries[] = {{depth.lo / 2, false}, {depth.hi * 2, false}, {(depth.lo + depth.hi) / 2, true}};
    for (size_t i = 0; i < 3; i++) {
        asked.hard = tries[i].allowed;
        make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
        const clash_row* row = row_at(&x, 0);
        const bool decided = row->depth.lo > asked.hard || row->depth.hi <= asked.hard;
        assert_int_equal(row->is_undecided, !decided);
        // More is known than without the rule.
        assert_true(row->depth.lo >= depth.lo && row->depth.hi <= depth.hi);
        if (tries[i].is_open)
            assert_true(row->depth.hi - row->depth.lo < depth.hi - depth.lo);
        else
            assert_false(row->is_undecided);
        close_run(&x);
    }
    write_scene(make_open_tube);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
    assert_true(row_at(&x, 0)->is_undecided);
    asked.hard = 0;
    close_run(&x);
}

// A solid part is a little in the wall; a sheet of the same object crosses it, of which no depth tells.
static void open_parts_hide_no_depth(void** state)
{
    (void)state;
    run x;
    maker m = begin_file("scene.obj");
    BOX(&m, "wall", 0, -3, -2, 0.25, 3, 2);
    BOX(&m, "post", 0.24, 0, 0, 1, 1, 1);
    for (int sheet = 0; sheet < 2; sheet++) {
        if (sheet) {
            m = begin_file("scene.obj");
            BOX(&m, "wall", 0, -3, -2, 0.25, 3, 2);
            BOX(&m, "post", 0.24, 0, 0, 1, 1, 1);
            put_vertex(&m, -1, 2, 0);
            put_vertex(&m, 1, 2, 0);
            put_vertex(&m, 1, 2, 1);
            put_triangle(&m, m.vertices - 3, m.vertices - 2, m.vertices - 1);
        }
        fclose(m.out);
        make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
        const clash_row* row = row_at(&x, 0);
        assert_int_equal(row->class, sheet ? CLASH_CLASS_UNKNOWN : CLASH_CLASS_PROTRUSION);
        assert_int_equal(row->reason, sheet ? ABUT_REASON_OPEN : ABUT_REASON_NONE);
        assert_int_equal(isnan(row->depth.hi), sheet);
        close_run(&x);
    }
}

// "abut check" says the same of a pair: both intervals hold the true depth.
static void depths_agree_with_check(void** state)
{
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        maker m = begin_file("scene.obj");
        run x;
        scenes[i].make(&m);
        fclose(m.out);
        copy_object("scene.obj", scenes[i].first, "first.obj");
        copy_object("scene.obj", scenes[i].second, "second.obj");
        make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
        const clash_row* row = row_at(&x, 0);
        if (!isnan(row->depth.lo)) {
            cJSON* root = CLI_JSON(1, "check", "first.obj", "second.obj", "--depth", "--volume",
                                   "--budget", "100000", "--json");
            assert_true(cli_number(root, "depth.lo") <= row->depth.hi);
            assert_true(row->depth.lo <= cli_number(root, "depth.hi"));
            assert_true(cli_number(root, "volume.lo") <= row->volume.hi);
            assert_true(row->volume.lo <= cli_number(root, "volume.hi"));
            cJSON_Delete(root);
        }
        close_run(&x);
    }
}

// ---------------------------------------------------------------------------------------- sentences

typedef struct wording {
    void (*make)(maker* m);
    const char *unit, *first, *second;
} wording;

static void sentences_say_what_to_do(void** state)
{
    (void)state;
    static const wording wordings[] = {
        {make_pipe_end_in_wall, "m", "pipe protrudes 62.5 mm into wall.",
         "Moving pipe 62.5 mm along -x frees it."},
        {make_pipe_end_in_wall, "mm", "pipe protrudes 0.0625 mm into wall.",
         "Moving pipe 0.0625 mm along -x frees it."},
        {make_pipe_end_in_wall, "in", "pipe protrudes 0.0625 in into wall.",
         "Moving pipe 0.0625 in along -x frees it."},
        {make_pipe_end_in_wall, NULL, "pipe protrudes 0.0625 into wall.",
         "Moving pipe 0.0625 along -x frees it."},
        {make_pipe_through_wall, "m", "pipe pierces wall.",
         "Moving pipe 1.25 m along +x frees it."},
        {make_inside, "m", "chair is inside room.", "Moving chair 2 m along -x frees it."},
        {make_touching, "m", "desk touches floor.",
         "They share an area of 0.5 m²; neither enters the other."},
        {make_edge, "m", "desk touches floor.",
         "They touch along 500 mm; neither enters the other."},
        {make_joint, "m", "stub and wall overlap; the shortest way out is 250 mm.", NULL},
        {make_open_tube, "m", "pipe meets wall; how deep is not known.",
         "Their surfaces cross, and one is open: there is no inside to be free of."},
    };
    for (size_t i = 0; i < sizeof wordings / sizeof wordings[0]; i++) {
        const wording* w = &wordings[i];
        maker m = begin_file("scene.obj");
        run x;
        w->make(&m);
        fclose(m.out);
        make_run(&x, w->unit
                         ? ARGUMENTS("--groups", "scene.obj", "--touch", "keep", "--unit", w->unit)
                         : ARGUMENTS("--groups", "scene.obj", "--touch", "keep"));
        const clash_row* row = row_at(&x, 0);
        assert_string_equal(row->words[0], w->first);
        if (w->second) assert_string_equal(row->words[1], w->second);
        close_run(&x);
    }
}

static void gaps_are_told(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    run x;
    BOX(&m, "a", 0, 0, 0, 1, 1, 1);
    BOX(&m, "b", 1.012, 0, 0, 2, 2, 2);
    fclose(m.out);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--clearance", "0.05", "--touch", "keep",
                           "--unit", "m"));
    const clash_row* row = row_at(&x, 0);
    assert_int_equal(row->class, CLASH_CLASS_CLOSE);
    assert_string_equal(row->words[0], "a is too close to b.");
    assert_string_equal(row->words[1], "They are 12 mm apart; more than 50 mm is asked.");
    assert_true(row->low[0] == 1 && row->high[0] == 1.012);
    close_run(&x);
}

// An interval is told as one where three digits do not hold it.
static void bounds_are_kept(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    run x;
    double lo, hi;
    make_press_fit(&m);
    fclose(m.out);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
    const clash_row* row = row_at(&x, 0);
    const char* less = strstr(row->words[1], "less than ");
    assert_string_equal(row->words[0], "shaft pierces ring.");
    assert_non_null(less);
    lo = strtod(less + strlen("less than "), NULL);
    assert_true(strncmp(row->words[1], "Moving ring ", strlen("Moving ring ")) == 0);
    hi = strtod(row->words[1] + strlen("Moving ring "), NULL);
    assert_true(lo <= row->depth.lo && lo > 0.99 * row->depth.lo);
    assert_true(hi >= row->depth.hi * (1 - 1e-9) && hi < 1.01 * row->depth.hi);
    close_run(&x);
}

// -------------------------------------------------------------------------------------------- order

// Five posts in a slab, deeper and deeper; the deeper, the thinner: volumes are in another order.
static void make_posts(maker* m)
{
    static const double widths[] = {0.5, 0.1, 0.3, 0.2, 0.4};
    BOX(m, "slab", -1, -1, -1, 20, 1, 0);
    for (int i = 0; i < 5; i++) {
        char name[16];
        const double x = 3 * i, w = widths[i], d = 0.03125 * (1 + i);
        snprintf(name, sizeof name, "post%d", (3 * i + 1) % 5);
        BOX(m, name, x, 0, -d, x + w, w, 1);
    }
    BOX(m, "seat", 18, 0, 0, 19, 0.5, 1);  // touches
    BOX(m, "lamp", 18, 0, 1.5, 19, 0.5, 2);
}

static void rows_are_ranked(void** state)
{
    (void)state;
    static const char* const ways[] = {"depth", "volume", "name"};
    for (int way = 0; way < 3; way++) {
        maker m = begin_file("scene.obj");
        run x;
        make_posts(&m);
        fclose(m.out);
        make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", ways[way], "--clearance", "0.6"));
        const size_t count = x.result.clashes.count;
        assert_int_equal(count, 7);
        for (size_t i = 1; i < count; i++) {
            const clash_row *p = row_at(&x, i - 1), *q = row_at(&x, i);
            if (way == 2) {
                const char *n = object_of(&x, p->a), *o = object_of(&x, q->a);
                const char *r = object_of(&x, p->b), *s = object_of(&x, q->b);
                const char *f = strcmp(n, r) < 0 ? n : r, *g = strcmp(o, s) < 0 ? o : s;
                assert_true(strcmp(f, g) <= 0);
                continue;
            }
            if (i < 5 && way == 0) assert_true(p->depth.hi > q->depth.hi);
            if (i < 5 && way == 1) assert_true(p->volume.hi > q->volume.hi);
        }
        if (way < 2) {
            assert_int_equal(row_at(&x, 5)->class, CLASH_CLASS_TOUCHING);
            assert_int_equal(row_at(&x, 6)->class, CLASH_CLASS_CLOSE);
        }
        close_run(&x);
    }
}

// ------------------------------------------------------------------------------------------- groups

static void expect_group(const run* x, const char* object, const char* group)
{
    for (size_t i = 0; i < x->result.clashes.count; i++) {
        const clash_row* row = &x->result.review.rows[i];
        if (strcmp(object_of(x, row->a), object) != 0 && strcmp(object_of(x, row->b), object) != 0)
            continue;
        if (!group)
            assert_null(row->group);
        else
            assert_string_equal(row->group, group);
        return;
    }
    fail_msg("no row has %s", object);
}

static void rows_are_grouped(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    run x;
    make_posts(&m);
    BOX(&m, "pin", 18.5, 0.25, 1.75, 18.6, 0.3, 3);  // in the lamp, which has one row
    fclose(m.out);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "object"));
    for (size_t i = 0; i < x.result.clashes.count; i++) {
        const clash_row* row = &x.result.review.rows[i];
        const bool of_slab = strcmp(object_of(&x, row->a), "slab") == 0;
        assert_string_equal(row->group, of_slab ? "slab" : "lamp");
    }
    close_run(&x);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "cell", "--cell", "2"));
    expect_group(&x, "post1", "cell 0 0 -1");
    expect_group(&x, "post4", "cell 1 0 -1");
    expect_group(&x, "pin", "cell 9 0 0");
    close_run(&x);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "level"));
    expect_group(&x, "pin", NULL);  // nobody says on which it is
    close_run(&x);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "depth"));
    expect_group(&x, "pin", NULL);
    close_run(&x);
}

// What a table says of objects: their classes, names and levels.
static void attributes_are_used(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    run x;
    make_posts(&m);
    BOX(&m, "pin", 18.5, 0.25, 1.75, 18.6, 0.3, 3);
    BOX(&m, "post", 18.2, 0.1, 1.25, 18.3, 0.2, 1.75);
    BOX(&m, "posts", 18.25, 0.15, 1.25, 18.35, 0.2, 1.75);
    fclose(m.out);
    asked.has_table = true;
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "level", "--rank", "name"));
    asked.has_table = false;
    for (size_t i = 0; i < x.result.clashes.count; i++) {
        const clash_row* row = row_at(&x, i);
        const char *a = object_of(&x, row->a), *b = object_of(&x, row->b);
        if (strcmp(a, "slab") == 0) assert_string_equal(row->group, "lower");
        if (strcmp(a, "lamp") == 0) assert_string_equal(row->group, "upper");
        if (strcmp(a, "slab") == 0 && strcmp(b, "post1") == 0)
            assert_string_equal(row->words[0],
                                "IfcThing Post protrudes 0.0312 into IfcThing slab.");
        if (strcmp(b, "pin") == 0)
            assert_string_equal(row->words[0],
                                "pin and IfcThing lamp overlap; the shortest way out is 0.25.");
        if (strcmp(a, "post") != 0) continue;
        assert_null(row->group);
        assert_non_null(strstr(row->words[0], "IfcThing Post (post"));
        assert_non_null(strstr(row->words[0], "IfcThing Post (posts)"));
    }
    close_run(&x);
}

// A group that somebody made holds what it names, whatever --group says of the rest.
static void groups_by_hand_are_kept(void** state)
{
    (void)state;
    static const char text[] =
        "{\"abut_approvals\": 1, \"approvals\": [], \"groups\": [{\"name\": \"mine\", \"keys\": "
        "[\"k1\", \"k2\"]}, {\"name\": \"later\", \"keys\": [\"k2\", \"k4\"]}]}";
    maker m = begin_file("scene.obj");
    run x;
    char why[JSON_TREE_WHY];
    make_posts(&m);
    fclose(m.out);
    open_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "object"));
    assert_int_equal(json_tree_read(&x.result.review.approvals, text, strlen(text), why),
                     JSON_TREE_OK);
    for (size_t i = 0; i < x.result.clashes.count; i++)
        snprintf(x.result.review.rows[i].key, sizeof x.result.review.rows[i].key, "k%zu", i);
    assert_true(go_on(&x));
    static const char* const expected[] = {"slab", "mine", "mine", "slab", "later"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(x.result.review.rows[i].group, expected[i]);
    close_run(&x);
}

// --------------------------------------------------------------------------------------- duplicates

// A box whose corners and triangles come in another order, moved by d.
static void put_shuffled_box(maker* m, const char* name, double d)
{
    static const int t[12][3] = {{7, 6, 2}, {6, 5, 2}, {5, 1, 2}, {4, 0, 3}, {0, 1, 4}, {3, 7, 4},
                                 {1, 3, 2}, {0, 3, 1}, {4, 7, 6}, {4, 6, 5}, {2, 3, 7}, {5, 4, 1}};
    static const double x[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    begin_object(m, name);
    for (int i = 0; i < 8; i++)
        put_vertex(m, x[i][0] + d, x[i][1], x[i][2] == 0 ? -0.0 : x[i][2]);
    for (int i = 0; i < 12; i++)
        fprintf(m->out, "f %d %d %d\n", m->vertices - 7 + t[i][0], m->vertices - 7 + t[i][1],
                m->vertices - 7 + t[i][2]);
}

// The same box, as the one above is cut into triangles.
static void put_like_box(maker* m, const char* name)
{
    static const int t[12][3] = {{3, 2, 1}, {1, 0, 3}, {4, 5, 6}, {6, 7, 4}, {1, 2, 5}, {2, 5, 6},
                                 {2, 6, 7}, {7, 3, 2}, {4, 3, 7}, {3, 0, 4}, {1, 4, 5}, {4, 1, 0}};
    static const double x[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                   {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    begin_object(m, name);
    for (int i = 0; i < 8; i++)
        put_vertex(m, x[7 - i][0], x[7 - i][1], x[7 - i][2]);
    for (int i = 0; i < 12; i++)
        fprintf(m->out, "f %d %d %d\n", m->vertices - t[i][0], m->vertices - t[i][1],
                m->vertices - t[i][2]);
}

static void duplicates_are_found(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    run x;
    put_shuffled_box(&m, "one", 0);
    put_like_box(&m, "two");
    put_shuffled_box(&m, "moved", 1e-9);
    BOX(&m, "cut otherwise", 0, 0, 0, 1, 1, 1);
    fclose(m.out);
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "name"));
    for (size_t i = 0; i < 6; i++) {
        const clash_row* row = &x.result.review.rows[i];
        assert_int_equal(row->test, i == 0 ? CLASH_DUPLICATE : CLASH_HARD);
        assert_int_equal(row->class == CLASH_CLASS_DUPLICATE, i == 0);
    }
    assert_string_equal(x.result.review.rows[0].words[0],
                        "one and two are the same geometry in one place.");
    char texts[4][33];
    for (int i = 0; i < 4; i++)
        clash_geometry_text(&x.result.objects[i], texts[i]);
    assert_int_equal(strlen(texts[0]), 32);
    assert_string_equal(texts[0], texts[1]);
    assert_string_not_equal(texts[0], texts[2]);
    assert_string_not_equal(texts[0], texts[3]);
    close_run(&x);
    asked.duplicate = 1e-8;
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "name", "--unit", "m"));
    asked.duplicate = 0;
    assert_int_equal(x.result.clashes.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(x.result.review.rows[i].class, CLASH_CLASS_DUPLICATE);
    close_run(&x);
}

// Sheets that are a little apart meet nowhere: the row is made for them.
static void duplicates_need_not_meet(void** state)
{
    (void)state;
    run x;
    cli_write_file("scene.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 9\nv 1 0 9\nv 0 1 9\n"
                                "v 0 0 0.001\nv 1 0 0.001\nv 0 1 0.001\nv 1 1 0\n"
                                "o a\nf 1 2 3\no far\nf 4 5 6\no b\nf 7 8 9\no c\nf 2 10 3\n");
    asked.duplicate = 0.002;
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "name"));
    size_t count = 0;
    for (size_t i = 0; i < x.result.clashes.count; i++) {
        const clash_row* row = &x.result.review.rows[i];
        assert_true(row->a == x.result.clashes.pairs[i].a);
        if (row->class != CLASH_CLASS_DUPLICATE) continue;
        count++;
        assert_string_equal(object_of(&x, row->a), "a");
        assert_string_equal(object_of(&x, row->b), "b");
        assert_true(row->high[0] == 1);
    }
    assert_int_equal(count, 1);
    close_run(&x);
    asked.duplicate = 0.0005;
    make_run(&x, ARGUMENTS("--groups", "scene.obj", "--rank", "name"));
    asked.duplicate = 0;
    for (size_t i = 0; i < x.result.clashes.count; i++)
        assert_true(x.result.review.rows[i].class != CLASH_CLASS_DUPLICATE);
    close_run(&x);
}

// ------------------------------------------------------------------------------------------- memory

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    maker m = begin_file("scene.obj");
    make_tube_through_wall(&m);
    BOX(&m, "twin", 5, 5, 5, 6, 6, 6);
    BOX(&m, "twin2", 5, 5, 5, 6, 6, 6);
    fclose(m.out);
    size_t failures = 0;
    for (size_t n = 1;; n += n < 200 ? 1 : n / 8) {
        run x;
        open_run(&x, ARGUMENTS("--groups", "scene.obj", "--group", "object", "--threads", "1"));
        allocations_begin(n);
        const bool fine = go_on(&x);
        allocations_begin(0);
        if (fine) assert_int_equal(x.result.clashes.count, 2);
        close_run(&x);
        failures += !fine;
        if (fine) break;
    }
    assert_true(failures > 50);
}

// ------------------------------------------------------------------------------------------ duplex

// 69 pairs of the duplex's architecture and its electrical parts overlap as solids.
static void duplex_has_69_rows(void** state)
{
    (void)state;
    char paths[2][PATH_SIZE];
    run x;
    if (!data_pack("the rows of a real house")) return;
    data_path(paths[0], "bim/duplex_architecture.obj");
    data_path(paths[1], "bim/duplex_electrical.obj");
    make_run(&x, ARGUMENTS("--groups", paths[0], "--against", paths[1], "--touch", "hide"));
    size_t counts[CLASH_CLASSES] = {0};
    assert_int_equal(x.result.clashes.count, 69);
    for (size_t i = 0; i < 69; i++) {
        const clash_row* row = row_at(&x, i);
        counts[row->class]++;
        if (row->class == CLASH_CLASS_UNKNOWN) continue;
        assert_true(row->depth.lo > 0 && row->depth.hi - row->depth.lo <= 0.01 * row->depth.hi);
        assert_true(row->volume.lo > 0 && row->is_complete);
    }
    assert_int_equal(counts[CLASH_CLASS_PROTRUSION], 61);
    assert_int_equal(counts[CLASH_CLASS_OVERLAP], 6);
    assert_int_equal(counts[CLASH_CLASS_UNKNOWN], 2);
    close_run(&x);
}

int __wrap_main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_as_scenes_are_made),
        cmocka_unit_test(cuts_do_not_matter),
        cmocka_unit_test(poses_may_mirror),
        cmocka_unit_test(translations_free),
        cmocka_unit_test(the_order_of_files_does_not_matter),
        cmocka_unit_test(measures_are_known),
        cmocka_unit_test(allowed_depths_are_decided),
        cmocka_unit_test(open_parts_hide_no_depth),
        cmocka_unit_test(depths_agree_with_check),
        cmocka_unit_test(sentences_say_what_to_do),
        cmocka_unit_test(gaps_are_told),
        cmocka_unit_test(bounds_are_kept),
        cmocka_unit_test(rows_are_ranked),
        cmocka_unit_test(rows_are_grouped),
        cmocka_unit_test(attributes_are_used),
        cmocka_unit_test(groups_by_hand_are_kept),
        cmocka_unit_test(duplicates_are_found),
        cmocka_unit_test(duplicates_need_not_meet),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(duplex_has_69_rows),
    };
    return cmocka_run_group_tests(tests, cli_enter, cli_leave);
}

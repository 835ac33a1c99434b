// ties.c - the verb "ties": what it costs to decide the pairs of triangles that floats cannot. On parts that touch
// these are the contacts of kinds touch and coplanar; on pipes, whose triangles are long and thin, all contacts.
#include "bench.h"
#include "engine/kernels.h"
#include "engine/leaf/exact.h"
#include "mesh/mesh.h"
#include "methods/methods.h"
#include "query/model.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CASES = 1024, CHUNK = 96, RUNS = 15 };

// One query: two models in poses, and pairs of theirs.
typedef struct tie_case {
    const abut_model *a, *b;
    pose_pair poses;
    wide_pair* pairs;
    abut_kind* kinds;
    size_t count;
} tie_case;

typedef struct tie_cases {
    const char* name;
    tie_case list[MOST_CASES];
    size_t count;
    abut_model* models[MOST_CASES];
    size_t model_count;
    int all_kinds;  // not only ties
} tie_cases;

static void cases_free(tie_cases* c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->list[i].pairs);
        free(c->list[i].kinds);
    }
    for (size_t i = 0; i < c->model_count; i++)
        abut_model_free(c->models[i]);
    c->count = c->model_count = 0;
}

static int fail(const tie_cases* c, const char* text)
{
    return bench_fail("%s: %s", c->name, text);
}

// ------------------------------------------------------------------------------------------- cases

static abut_model* add_model(tie_cases* c, const mesh* m, size_t first, size_t count)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles + 3 * first,
                            .vertex_count = m->vertex_count,
                            .triangle_count = count};
    const abut_build options = {.method = ABUT_METHOD_OBB};
    if (c->model_count == MOST_CASES) return NULL;
    abut_model** out = &c->models[c->model_count];
    if (abut_model_build(out, &soup, &options) != ABUT_OK) return NULL;
    c->model_count++;
    return *out;
}

typedef struct ranked_pair {
    size_t a_rank, b_rank;  // places in the orders of the trees
    wide_pair ids;
    abut_kind kind;
} ranked_pair;

static int compare_ranked(const void* x, const void* y)
{
    const ranked_pair *p = x, *q = y;
    if (p->a_rank / 4 != q->a_rank / 4) return p->a_rank < q->a_rank ? -1 : 1;
    if (p->b_rank / 4 != q->b_rank / 4) return p->b_rank < q->b_rank ? -1 : 1;
    if (p->a_rank != q->a_rank) return p->a_rank < q->a_rank ? -1 : 1;
    return (p->b_rank > q->b_rank) - (p->b_rank < q->b_rank);
}

static size_t* ranks_of(const abut_model* m)
{
    size_t* rank = malloc((m->tree.order_count + 1) * sizeof *rank);
    for (size_t i = 0; rank && i < m->tree.order_count; i++)
        rank[m->tree.order[i]] = i;
    return rank;
}

// As the engine queues them: by pairs of leaves.
static void sort_pairs(tie_case* t)
{
    size_t *a_rank = ranks_of(t->a), *b_rank = ranks_of(t->b);
    ranked_pair* list = malloc((t->count + 1) * sizeof *list);
    if (a_rank && b_rank && list) {
        // So many pairs are filled: the analyzer thinks that a call changed their number.
        // NOLINTBEGIN(clang-analyzer-core.uninitialized.ArraySubscript)
        for (size_t i = 0; i < t->count; i++)
            list[i] = (ranked_pair){a_rank[t->pairs[i].a], b_rank[t->pairs[i].b], t->pairs[i],
                                    t->kinds[i]};
        // NOLINTEND(clang-analyzer-core.uninitialized.ArraySubscript)
        qsort(list, t->count, sizeof *list, compare_ranked);
        for (size_t i = 0; i < t->count; i++) {
            t->pairs[i] = list[i].ids;
            t->kinds[i] = list[i].kind;
        }
    }
    free(a_rank);
    free(b_rank);
    free(list);
}

// Ask, and keep what floats would leave undecided.
static int add_case(tie_cases* c, const abut_instance* a, const abut_instance* b)
{
    abut_query* query = NULL;
    abut_hits hits;
    affine pose[2];
    const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
    if (c->count == MOST_CASES) return fail(c, "too many objects");
    tie_case* t = &c->list[c->count];
    if (abut_query_create(&query, NULL) != ABUT_OK ||
        abut_collide(query, a, b, &ask, &hits) != ABUT_OK ||
        affine_from_pose(&pose[0], &a->pose) != ABUT_OK ||
        affine_from_pose(&pose[1], &b->pose) != ABUT_OK)
        return fail(c, "cannot be asked");
    *t = (tie_case){.a = a->model, .b = b->model};
    pose_pair_prepare(&t->poses, &pose[0], &pose[1], 1);
    t->pairs = malloc((hits.count + 1) * sizeof *t->pairs);
    t->kinds = malloc((hits.count + 1) * sizeof *t->kinds);
    if (!t->pairs || !t->kinds) return fail(c, "out of memory");
    for (size_t i = 0; i < hits.count; i++) {
        if (!c->all_kinds && hits.contacts[i].kind == ABUT_KIND_CROSS) continue;
        t->pairs[t->count] = (wide_pair){hits.pairs[i].a, hits.pairs[i].b};
        t->kinds[t->count++] = hits.contacts[i].kind;
    }
    abut_query_free(query);
    sort_pairs(t);
    c->count++;
    return BENCH_OK;
}

// ------------------------------------------------------------------------------------------ scenes

// x -> (y, -x, z): b's vertices are turned back by a quarter, and its pose turns them forward.
static void turn_back(mesh* m)
{
    for (size_t i = 0; i < m->vertex_count; i++) {
        double* v = m->vertices + 3 * i;
        const double x = v[0];
        v[0] = v[1];
        v[1] = -x;
    }
}

static void turn_forward(abut_pose* pose)
{
    for (int i = 0; i < 3; i++) {
        double* row = pose->rotation[i];
        const double x = row[0];
        row[0] = -row[1];
        row[1] = x;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            pose->rotation[i][j] = -pose->rotation[i][j] + 0.0;
}

typedef struct brick_scene {
    double grid, degrees;
    int quarter;
} brick_scene;

static int make_bricks(tie_cases* c, const brick_scene* how)
{
    static const double axis[3] = {1, 2, 3};
    bricks_shape shape = {40, 40, 1, 2, 1, how->grid, 0};
    mesh side[2] = {{0}, {0}};
    abut_instance instance[2] = {{0}, {0}};
    int status = BENCH_OK;
    for (int i = 0; i < 2; i++) {
        abut_pose* pose = &instance[i].pose;
        shape.layer = i;
        if (bricks_make(&shape, &side[i]) != SCENE_OK) status = fail(c, "out of memory");
        abut_pose_from_axis_angle(pose, axis, how->degrees);
        if (i && how->quarter) {
            turn_back(&side[i]);
            turn_forward(pose);
        }
        instance[i].model = add_model(c, &side[i], 0, side[i].triangle_count);
        if (!instance[i].model) status = fail(c, "cannot be built");
    }
    if (status == BENCH_OK) status = add_case(c, &instance[0], &instance[1]);
    mesh_free(&side[0]);
    mesh_free(&side[1]);
    return status;
}

static int make_pipes(tie_cases* c)
{
    static const double axis[3] = {1, 2, 3};
    mesh m = {0};
    if (pipes_make(600, 8, 1.0, 1.0 / 60, 7, &m) != SCENE_OK) return fail(c, "out of memory");
    abut_instance a = {.model = add_model(c, &m, 0, m.triangle_count)}, b = a;
    mesh_free(&m);
    if (!a.model) return fail(c, "cannot be built");
    abut_pose_from_axis_angle(&a.pose, axis, 0);
    abut_pose_from_axis_angle(&b.pose, axis, 20);
    b.pose.translation[0] = 0.1;
    c->all_kinds = 1;
    return add_case(c, &a, &b);
}

// Every object of a file against every later one, or against those of a second file. Returns BENCH_OK; there
// are no cases if ABUT_DATA does not name a folder.
static int make_assembly(tie_cases* c, const char* const names[2], int is_moved)
{
    static const double axis[3] = {1, 2, 3};
    const char* folder = getenv("ABUT_DATA");
    mesh file[2] = {{0}, {0}};
    abut_pose pose, moved;
    int status = BENCH_OK;
    size_t first[3] = {0, 0, 0};
    if (!folder) return BENCH_OK;
    abut_pose_from_axis_angle(&pose, axis, 0);
    abut_pose_from_axis_angle(&moved, axis, 30);
    if (is_moved) pose = moved;
    moved.translation[0] = moved.translation[1] = 0x1p-46;
    c->all_kinds = is_moved;
    for (int k = 0; k < 2 && names[k]; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, names[k]);
        if (mesh_read_file(&file[k], path, NULL, NULL) != MESH_OK) status = fail(c, "unreadable");
        for (size_t i = 0; i < file[k].group_count && status == BENCH_OK; i++) {
            const mesh_group* g = &file[k].groups[i];
            if (g->kind == 'o' && g->triangle_count &&
                !add_model(c, &file[k], g->first_triangle, g->triangle_count))
                status = fail(c, "cannot be built");
        }
        first[k + 1] = c->model_count;
        mesh_free(&file[k]);
    }
    for (size_t i = 0; i < first[1] && status == BENCH_OK; i++)
        for (size_t k = names[1] ? first[1] : i + 1; k < c->model_count && status == BENCH_OK;
             k++) {
            const abut_instance a = {c->models[i], pose},
                                b = {c->models[k], is_moved ? moved : pose};
            status = add_case(c, &a, &b);
            if (c->count && !c->list[c->count - 1].count) {
                free(c->list[--c->count].pairs);
                free(c->list[c->count].kinds);
            }
        }
    return status;
}

// Make scene which if word is in its name. Returns -1 behind the last.
static int make_cases(tie_cases* c, int which, const char* word)
{
    static const char* const as1[2] = {"cad/as1-oc-214.obj", NULL};
    static const char* const cycloidal[2] = {"cad/cycloidal_parts.obj", NULL};
    static const char* const duplex[2] = {"bim/duplex_architecture.obj",
                                          "bim/duplex_electrical.obj"};
    static const brick_scene bricks[] = {
        {1.0 / 16, 0, 0}, {0.1, 0, 0}, {0.1, 30, 0}, {0.1, 0, 1}, {0.1, 30, 1}};
    static const char* const names[] = {
        "bricks of 1/16",     "bricks of 0.1", "bricks, common turn", "bricks, quarter turn",
        "bricks, both turns", "as1",           "cycloidal drive",     "duplex",
        "as1, moved by bits", "pipes"};
    if (which >= (int)(sizeof names / sizeof *names)) return -1;
    c->name = names[which];
    if (!strstr(c->name, word)) return BENCH_OK;
    if (which < 5) return make_bricks(c, &bricks[which]);
    if (which == 5) return make_assembly(c, as1, 0);
    if (which == 6) return make_assembly(c, cycloidal, 0);
    if (which == 7) return make_assembly(c, duplex, 0);
    if (which == 8) return make_assembly(c, as1, 1);
    return make_pipes(c);
}

// ------------------------------------------------------------------------------------------ measuring

static void begin_case(search* s, const tie_case* t, const abut_host* host)
{
    s->host = host;
    s->mesh[0] = &t->a->mesh;
    s->mesh[1] = &t->b->mesh;
    s->poses = t->poses;
    search_begin(s);
}

static int decide_case(search* s, const tie_case* t, wide_settle_kernel* settle)
{
    wide_decider decider;
    wide_decider_prepare(&decider, s, settle);
    for (size_t i = 0; i < t->count; i += CHUNK) {
        const size_t left = t->count - i;
        if (!wide_decide(&decider, s, t->pairs + i, left < CHUNK ? left : CHUNK)) return 0;
    }
    return 1;
}

// What is found must be what was found before, with its kind.
static int check_case(const search* s, const tie_case* t)
{
    if (s->status != ABUT_OK || s->found_count != t->count) return 0;
    for (size_t i = 0; i < t->count; i++) {
        const uint64_t key = (uint64_t)t->pairs[i].a << 32 | t->pairs[i].b;
        if (s->found[i].key != key || s->found[i].value != (uint32_t)t->kinds[i]) return 0;
    }
    return 1;
}

// Seconds for all cases, the least of the runs; below 0 if an answer is wrong.
static double measure(search* s, const tie_cases* c, wide_settle_kernel* settle, uint64_t* exact)
{
    double least = 1e300;
    *exact = 0;
    for (size_t i = 0; i < c->count; i++) {
        begin_case(s, &c->list[i], &c->list[i].a->host);
        if (!decide_case(s, &c->list[i], settle) || !check_case(s, &c->list[i])) return -1;
        *exact += s->work.exact_tests;
    }
    for (int turn = 0; turn < RUNS; turn++) {
        const double start = processor_seconds();
        for (size_t i = 0; i < c->count; i++) {
            begin_case(s, &c->list[i], &c->list[i].a->host);
            decide_case(s, &c->list[i], settle);
        }
        const double seconds = processor_seconds() - start;
        if (seconds < least) least = seconds;
    }
    return least;
}

// A row: with the kernel of this machine, the portable one, and none.
static int write_row(search* s, const tie_cases* c)
{
    wide_settle_kernel* const kernels[] = {wide_kernels_now()->settle,
                                           wide_kernels_of(SIMD_PORTABLE)->settle, NULL};
    size_t pairs = 0;
    for (size_t i = 0; i < c->count; i++)
        pairs += c->list[i].count;
    printf("%-22s %8zu", c->name, pairs);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        uint64_t exact;
        const double seconds = measure(s, c, kernels[k], &exact);
        if (seconds < 0) return fail(c, "the answers differ");
        printf(" %8.1f", 1e9 * seconds / (double)pairs);
        if (!k) printf(" %7.1f %%", 100.0 * (double)exact / (double)pairs);
    }
    printf("\n");
    fflush(stdout);
    return BENCH_OK;
}

static int run(int count, char** arguments)
{
    const char* only = count == 3 && strcmp(arguments[1], "--only") == 0 ? arguments[2] : "";
    if (count > 1 && !*only) return bench_fail("ties takes no option but --only WORD");
    static tie_cases cases;
    static search s;
    int status = BENCH_OK;
    printf("%-22s %8s %8s %9s %8s %8s\n", "pairs of", "count", "ns each", "integers", "portable",
           "no lanes");
    for (int which = 0; status == BENCH_OK; which++) {
        cases = (tie_cases){0};
        status = make_cases(&cases, which, only);
        if (status == BENCH_OK && !cases.count && strstr(cases.name, only))
            fprintf(stderr, "abut-bench: SKIPPED: %s, which is read from ABUT_DATA\n", cases.name);
        if (status == BENCH_OK && cases.count) status = write_row(&s, &cases);
        cases_free(&cases);
    }
    return status < 0 ? BENCH_OK : status;
}

const bench_verb bench_ties = {
    .name = "ties",
    .summary = "pairs of triangles that floats leave undecided: time of each",
    .help = "  --only WORD     scenes whose name contains it\n"
            "\n"
            "Pairs that touch or lie in one plane, as parts of assemblies do, and thin triangles.\n"
            "Nanoseconds of the processor for each pair, the least of several runs, and how many\n"
            "pairs needed integers; then the same with portable code, and without the stage that\n"
            "takes several pairs at once. Answers are compared.\n",
    .run = run,
};

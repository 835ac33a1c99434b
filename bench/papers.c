// papers.c - the verb "papers": tables of the papers remade, one experiment a row of the table below.
#include "bench.h"
#include "method_bench.h"
#include "nc_bench.h"
#include "scenes.h"

#include <string.h>

typedef struct experiment {
    const char *name, *summary;
    int (*run)(bool quick);
} experiment;

static int measure(const bench_scene* s, const abut_build* build, method_figures* out)
{
    const abut_ask ask = {.limit = 0};
    const abut_status status = method_measure(s, build, &ask, 3, out);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s: %s", s->name, abut_status_text(status));
}

// ------------------------------------------------------------------------------------- experiments

typedef struct turning {
    const char* name;
    uint64_t torus;  // triangles; 0: a sphere
    uint32_t stacks, slices;
} turning;

static int make_turning(bench_scene* out, const turning* t, size_t poses)
{
    mesh m = {0};
    uint32_t rings, sides;
    scene_status status = SCENE_OK;
    if (t->torus) {
        torus_divide(t->torus, &rings, &sides);
        status = torus_make(rings, sides, 1, 0.4, &m);
    } else {
        status = sphere_make(t->stacks, t->slices, 1, &m);
    }
    if (status != SCENE_OK) return bench_fail("%s: out of memory", t->name);
    return bench_scene_turn(out, t->name, &m, poses) > 0 ? BENCH_OK : BENCH_ERROR;
}

// Two equal objects, one turning, at four distances; methods side by side.
static int compare_methods(const abut_method* methods, size_t count, bool quick)
{
    static const turning all[] = {
        {"torus 12544", 12544, 0, 0},
        {"torus 73984", 73984, 0, 0},
        {"sphere 22952", 0, 76, 152},
        {"sphere 97032", 0, 156, 312},
    };
    printf("first contact, us a query; bytes a triangle; build ms\n%-14s", "");
    for (size_t m = 0; m < count; m++)
        printf(" %24s", abut_method_name(methods[m]));
    printf("\n");
    for (size_t i = 0; i < (quick ? 1 : sizeof all / sizeof *all); i++) {
        bench_scene s = {0};
        int status = make_turning(&s, &all[i], quick ? 8 : 200);
        if (status != BENCH_OK) return status;
        printf("%-14s", s.name);
        uint64_t hash = 0;
        for (size_t m = 0; m < count && status == BENCH_OK; m++) {
            const abut_build build = {.method = methods[m]};
            method_figures f;
            status = measure(&s, &build, &f);
            if (status == BENCH_OK && m && f.hash != hash)
                status = bench_fail("%s: answers differ", s.name);
            hash = f.hash;
            if (status == BENCH_OK)
                printf(" %9.1f %6.0f %7.0f", f.first_mean_us, f.bytes, f.build_ms);
            fflush(stdout);
        }
        printf("\n");
        bench_scene_free(&s);
        if (status != BENCH_OK) return status;
    }
    return BENCH_OK;
}

static int dop_orientations(bool quick)
{
    static const abut_method methods[] = {ABUT_DOP6, ABUT_DOP8, ABUT_DOP14};
    return compare_methods(methods, 3, quick);
}

static int dop_against_obb(bool quick)
{
    static const abut_method methods[] = {ABUT_DOP6, ABUT_OBB};
    return compare_methods(methods, 2, quick);
}

// Splitting rules by mean and median (Klosowski 1998, chapters 3 and 5).
static int splitting_rules(bool quick)
{
    static const char* const axes[] = {NULL, "longest", "splatter", "min-sum", "min-max"};
    const turning torus = {"torus", quick ? 800 : 12544, 0, 0};
    bench_scene s = {0};
    int status = make_turning(&s, &torus, quick ? 4 : 100);
    uint64_t hash = 0;
    printf("%-10s %-7s %9s %6s %9s %9s %9s\n", "axis", "split", "build ms", "depth", "all us",
           "N_v", "N_p");
    for (int axis = ABUT_AXIS_LONGEST; axis <= ABUT_AXIS_MIN_MAX; axis++) {
        for (int split = ABUT_SPLIT_MEAN; split <= ABUT_SPLIT_MEDIAN; split++) {
            const abut_build build = {
                .method = ABUT_DOP18, .axis = (abut_axis)axis, .split = (abut_split)split};
            method_figures f;
            if (status == BENCH_OK) status = measure(&s, &build, &f);
            if (status != BENCH_OK) break;
            if (hash && f.hash != hash) status = bench_fail("%s: answers differ", s.name);
            hash = f.hash;
            printf("%-10s %-7s %9.0f %6zu %9.1f %9.0f %9.0f\n", axes[axis],
                   split == ABUT_SPLIT_MEAN ? "mean" : "median", f.build_ms, f.depth, f.all_mean_us,
                   f.volume_tests, f.triangle_tests);
            fflush(stdout);
        }
    }
    bench_scene_free(&s);
    return status;
}

static const experiment experiments[] = {
    {"dop-orientations", "k = 6, 8, 14 (Zachmann 1998, tables 1 to 3)", dop_orientations},
    {"dop-obb", "6-DOPs and oriented boxes (Zachmann 1998, tables 4 to 6)", dop_against_obb},
    {"splitting", "splitting rules, mean and median (Klosowski 1998, chapters 3, 5)",
     splitting_rules},
    {"nc", "tools along paths over terrain (Klosowski 1998, chapter 8)", nc_terrains},
    {"nc-fcl", "moves proved, against sampling by FCL", nc_against_fcl},
};
enum { EXPERIMENT_COUNT = sizeof experiments / sizeof *experiments };

static int run(int count, char** arguments)
{
    const char* only = NULL;
    bool quick = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--quick") == 0) {
            quick = true;
        } else if (strcmp(arguments[i], "--list") == 0) {
            for (int k = 0; k < EXPERIMENT_COUNT; k++)
                printf("%-18s %s\n", experiments[k].name, experiments[k].summary);
            return BENCH_OK;
        } else if (strcmp(arguments[i], "--only") == 0 && i + 1 < count) {
            only = arguments[++i];
        } else {
            return bench_fail("there is no option %s, or its value is missing", arguments[i]);
        }
    }
    int status = BENCH_OK, found = 0;
    for (int i = 0; i < EXPERIMENT_COUNT && status == BENCH_OK; i++) {
        if (only && strcmp(only, experiments[i].name) != 0) continue;
        found = 1;
        printf("%s%s: %s\n\n", i && !only ? "\n" : "", experiments[i].name, experiments[i].summary);
        status = experiments[i].run(quick);
    }
    return found ? status : bench_fail("there is no experiment %s; see papers --list", only);
}

const bench_verb bench_papers = {
    .name = "papers",
    .summary = "experiments of the papers, remade",
    .help = "  --list          what there is\n"
            "  --only NAME     only this experiment\n"
            "  --quick         small\n",
    .run = run,
};

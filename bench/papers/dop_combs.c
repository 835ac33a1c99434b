// dop_combs.c - footnote 1 of Zachmann 1998: "We conjecture that for any algorithm there are two objects and two positions
// for them such that the algorithm performs no better than n squared." Two combs (scenes/combs.c): each tooth of one is
// beside each tooth of the other, an ulp away, and every method here looks at all pairs.
#include "bench.h"
#include "papers/paper.h"
#include "papers/run.h"

#include <abut/methods.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 5, METHODS_MOST = 32 };

static const uint32_t teeth[SIZES] = {64, 128, 256, 512, 1024};

typedef struct combed {  // a method; of each size
    const char* name;
    double volume_tests[SIZES], triangle_tests[SIZES], tests[SIZES], us[SIZES];
    double touching;  // N_v + N_p where teeth touch, of the largest size
    double slope;
} combed;

static int make_scene(bench_scene* s, uint32_t count, double gap)
{
    *s = (bench_scene){.name = "combs", .pose_count = 1};
    s->poses = calloc(1, sizeof *s->poses);
    if (!s->poses || combs_make(count, gap, 0, &s->a) != SCENE_OK ||
        combs_make(count, gap, 1, &s->b) != SCENE_OK)
        return bench_fail("out of memory");
    return BENCH_OK;
}

// All contacts. There must be so many.
static int ask_combs(abut_method method, uint32_t count, double gap, double contacts,
                     asked_figures* f)
{
    static const abut_ask all = {.limit = 0};
    const abut_build build = {.method = method};
    bench_scene s;
    pair_built built = {.a = NULL};
    int status = make_scene(&s, count, gap);
    if (status == BENCH_OK) status = pair_build(&built, &s, &build, NULL);
    if (status == BENCH_OK) status = pair_ask_all(&built, &s, &all, 1, NULL, f);
    if (status == BENCH_OK && f->contacts != contacts)
        status = bench_fail("combs: %s finds %.0f contacts, not %.0f", abut_method_name(method),
                            f->contacts, contacts);
    pair_free(&built);
    bench_scene_free(&s);
    return status;
}

static int comb_method(abut_method method, size_t sizes, combed* out)
{
    double n[SIZES];
    asked_figures f;
    *out = (combed){.name = abut_method_name(method)};
    for (size_t i = 0; i < sizes; i++) {
        const int status = ask_combs(method, teeth[i], 0x1p-52, 0, &f);
        if (status != BENCH_OK) return status;
        n[i] = teeth[i];
        out->volume_tests[i] = f.volume_tests;
        out->triangle_tests[i] = f.triangle_tests;
        out->tests[i] = f.volume_tests + f.triangle_tests;
        out->us[i] = f.mean_us;
    }
    const double last = teeth[sizes - 1];
    const int status = ask_combs(method, teeth[sizes - 1], 0, last * last, &f);
    out->touching = f.volume_tests + f.triangle_tests;
    out->slope = fitted_exponent(n, out->tests, sizes, 0, HUGE_VAL);
    return status;
}

// How many methods have just the tests of this one; 0 if an earlier one has.
static size_t count_alike(const combed* m, size_t count, size_t i, size_t sizes)
{
    size_t alike = 0;
    for (size_t k = 0; k < count; k++) {
        if (memcmp(m[k].tests, m[i].tests, sizes * sizeof *m[i].tests) != 0) continue;
        if (k < i) return 0;
        alike++;
    }
    return alike;
}

static void draw(paper* p, const combed* m, size_t count, size_t sizes)
{
    static const figure_shape shape = {.name = "papers-dop-combs",
                                       .title = "Two combs of n triangles each, an ulp apart",
                                       .x = "n",
                                       .y = "tests (N_v + N_p)",
                                       .log_x = true,
                                       .log_y = true};
    paper_figure(p, &shape);
    for (size_t i = 0; i < count; i++) {
        const size_t alike = count_alike(m, count, i, sizes);
        char name[64];
        if (!alike) continue;
        if (alike > 1)
            snprintf(name, sizeof name, "%s, and %zu others", m[i].name, alike - 1);
        else
            snprintf(name, sizeof name, "%s", m[i].name);
        paper_series(p, name);
        for (size_t k = 0; k < sizes; k++)
            paper_point(p, teeth[k], m[i].tests[k]);
    }
    paper_series(p, "the paper: n squared");
    for (size_t k = 0; k < sizes; k++)
        paper_point(p, teeth[k], (double)teeth[k] * teeth[k]);
}

static void judge(paper* p, const combed* m, size_t count, size_t sizes)
{
    size_t so = 0;
    double least = HUGE_VAL, most = 0;
    const double last = teeth[sizes - 1];
    for (size_t i = 0; i < count; i++) {
        so += m[i].slope >= 1.95 && m[i].triangle_tests[sizes - 1] >= last * last;
        least = fmin(least, m[i].slope);
        most = fmax(most, m[i].slope);
    }
    paper_claim(
        p, "DOP-tree, footnote 1",
        "conjecture: for any algorithm there are two objects and two positions for which it "
        "performs no better than n squared",
        "on these combs every method here tests all n squared pairs of triangles, and its "
        "tests (N_v + N_p) grow with an exponent of at least 1.95; partly if some do",
        verdict_of(so, count), "",
        "%zu of %zu methods; exponents %.2f to %.2f. For any algorithm at all that shows "
        "nothing",
        so, count, least, most);
}

int dop_combs(paper* p)
{
    static combed m[METHODS_MOST];
    const size_t sizes = p->quick ? 3 : SIZES;
    size_t count = 0;
    for (int method = ABUT_METHOD_AUTO + 1; method < 64 && count < METHODS_MOST; method++) {
        if (!abut_method_name((abut_method)method)) continue;
        const int status = comb_method((abut_method)method, sizes, &m[count++]);
        if (status != BENCH_OK) return status;
    }
    paper_table(
        p,
        "Two combs of n triangles each (abut-scene combs): all contacts. Exponent: of N_v + N_p "
        "in n, from 64 on. Touching: the same where each tooth touches each.",
        "method|exponent|n|N_v|N_p|N_v + N_p|touching|us");
    for (size_t i = 0; i < count; i++)
        paper_row(p, "%s|%.3f|%u|%.0f|%.0f|%.0f|%.0f|%.0f", m[i].name, m[i].slope, teeth[sizes - 1],
                  m[i].volume_tests[sizes - 1], m[i].triangle_tests[sizes - 1],
                  m[i].tests[sizes - 1], m[i].touching, m[i].us[sizes - 1]);
    draw(p, m, count, sizes);
    judge(p, m, count, sizes);
    return BENCH_OK;
}

// hybrid_table.c - table 1 of Wan, Fan and Gao 2001: 31 objects in a crowded space, every pair at every step; and a
// hand that moves to the door of a car. Whether there is contact, by boxes, spheres and both: in one tree, so that only
// the volumes differ, and in the trees that the methods aabb and sphere have of their own.
#include "bench.h"
#include "papers/hybrid.h"

#include <abut/methods.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const contender hybrid_rivals[RIVALS] = {
    [BRUTE] = {"box, every pair of triangles",
               {"10218", "> 50,000"},
               {.method = ABUT_METHOD_BRUTE},
               false,
               false},
    [SAME_BOXES] = {"hybrid tree, boxes alone",
                    {"4431", "724"},
                    {.method = ABUT_METHOD_HYBRID,
                     .tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_BOXES}},
                    true,
                    true},
    [SAME_SPHERES] = {"hybrid tree, spheres alone",
                      {"3465", "4671"},
                      {.method = ABUT_METHOD_HYBRID,
                       .tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_SPHERES}},
                      true,
                      true},
    [HYBRID] = {"hybrid tree", {"205", "234"}, {.method = ABUT_METHOD_HYBRID}, true, true},
    [FAST_BOXES] = {"fastest rules, boxes alone",
                    {"", ""},
                    {.method = ABUT_METHOD_HYBRID,
                     .tree = &(abut_tree_build){.lambda = 4,
                                                .child_ratio = 0.7,
                                                .volumes = ABUT_VOLUMES_BOXES}},
                    true,
                    false},
    [FAST_SPHERES] = {"fastest rules, spheres alone",
                      {"", ""},
                      {.method = ABUT_METHOD_HYBRID,
                       .tree = &(abut_tree_build){.lambda = 4,
                                                  .child_ratio = 0.7,
                                                  .volumes = ABUT_VOLUMES_SPHERES}},
                      true,
                      false},
    [FAST] = {"hybrid tree, fastest rules",
              {"", ""},
              {.method = ABUT_METHOD_HYBRID,
               .tree = &(abut_tree_build){.lambda = 4, .child_ratio = 0.7, .sphere_ratio = 0.01}},
              true,
              false},
    [OWN_BOXES] = {"tree of boxes of its own", {"", ""}, {.method = ABUT_METHOD_AABB}, true, true},
    [OWN_SPHERES] =
        {"tree of spheres of its own", {"", ""}, {.method = ABUT_METHOD_SPHERE}, true, true},
    [AT_MEAN] = {"both volumes, split at the mean",
                 {"", ""},
                 {.method = ABUT_METHOD_HYBRID,
                  .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN}},
                 true,
                 false},
    [WIDE] = {"wide", {"", ""}, {.method = ABUT_METHOD_WIDE}, false, true},
};

static const abut_tree_walk breadth = {.traversal = ABUT_TRAVERSAL_BREADTH},
                            depth = {.traversal = ABUT_TRAVERSAL_DEPTH};

typedef struct outcomes {  // of case 1, and of case 2
    outcome broad[2][RIVALS], deep[2][RIVALS];
} outcomes;

static double seconds_of(const outcome* o)
{
    return rounds_spread(&o->seconds).middle;
}

// ------------------------------------------------------------------------------------------ case 1

static int measure_crowd(const crowd* c, int rounds, outcomes* out)
{
    abut_model* models[RIVALS][OBJECTS] = {{NULL}};
    int status = BENCH_OK;
    for (int i = 0; i < RIVALS && status == BENCH_OK; i++) {
        status = crowd_models(c, &hybrid_rivals[i].build, models[i]);
        if (status == BENCH_OK) out->broad[0][i].copies = tree_copies(models[i][0]);
    }
    crowd_question q = {.stride = c->steps / 2, .only_near = true};
    if (status == BENCH_OK) status = crowd_ask(c, &q, models[BRUTE], &out->broad[0][BRUTE]);
    q = (crowd_question){.stride = 1};
    for (int n = 0; n < rounds * (RIVALS - 1) && status == BENCH_OK; n++) {
        const int round = n / (RIVALS - 1), i = 1 + (n + round) % (RIVALS - 1);
        q.walk = hybrid_rivals[i].is_walked ? &breadth : NULL;
        status = crowd_ask(c, &q, models[i], &out->broad[0][i]);
    }
    q.walk = &depth;
    for (int i = 1; i < RIVALS && status == BENCH_OK; i++) {
        if (hybrid_rivals[i].is_walked) status = crowd_ask(c, &q, models[i], &out->deep[0][i]);
    }
    for (int i = 0; i < RIVALS; i++)
        crowd_models_free(models[i]);
    return status;
}

// ------------------------------------------------------------------------------------------ case 2

static void keep(outcome* out, const asked_figures* f)
{
    out->seconds = f->mean_of;
    for (int i = 0; i < out->seconds.count; i++)
        out->seconds.of[i] *= 1e-6 * (double)f->queries;
    out->volume_tests = f->volume_tests;
    out->triangle_tests = f->triangle_tests;
    out->asked = out->all = f->queries;
}

// Every pair of triangles, in the last pose before they touch: in most of the others that is what it takes, too.
static int measure_every_pair(const hand_case* h, outcome* out)
{
    const abut_ask first = {.limit = 1};
    const size_t before = h->first_contact ? h->first_contact - 1 : 0;
    pair_built built;
    asked_figures f;
    int status = pair_build(&built, &h->scene, &hybrid_rivals[BRUTE].build, NULL);
    if (status == BENCH_OK)
        status = pair_ask(&built, &h->scene, &(pose_range){before, 1}, &first, 1, NULL, &f);
    pair_free(&built);
    if (status != BENCH_OK) return status;
    if (f.in_contact) return bench_fail("hand: every pair of triangles answers otherwise");
    keep(out, &f);
    out->seconds.of[0] *= (double)h->scene.pose_count;
    out->all = h->scene.pose_count;
    return BENCH_OK;
}

static int check_answers(const hand_case* h, const asked_figures* f)
{
    return f->in_contact == h->touching_count ? BENCH_OK : bench_fail("hand: answers differ");
}

static int measure_hand(const hand_case* h, int rounds, outcomes* out)
{
    static const abut_ask plain = {.limit = 1}, broad = {.limit = 1, .walk = &breadth},
                          deep = {.limit = 1, .walk = &depth};
    pair_built built[RIVALS] = {{NULL}};
    pair_rival one[RIVALS], two[RIVALS];
    asked_figures f[RIVALS], g[RIVALS];
    const pose_range all = {0, h->scene.pose_count};
    int status = measure_every_pair(h, &out->broad[1][BRUTE]);
    for (int i = 1; i < RIVALS && status == BENCH_OK; i++) {
        const bool is_walked = hybrid_rivals[i].is_walked;
        status = pair_build(&built[i], &h->scene, &hybrid_rivals[i].build, NULL);
        one[i] = (pair_rival){&built[i], is_walked ? &broad : &plain, NULL};
        two[i] = (pair_rival){&built[i], is_walked ? &deep : &plain, NULL};
    }
    if (status == BENCH_OK) status = pairs_ask(one + 1, RIVALS - 1, &h->scene, &all, rounds, f + 1);
    if (status == BENCH_OK) status = pairs_ask(two + 1, RIVALS - 1, &h->scene, &all, 1, g + 1);
    if (status == BENCH_OK) status = check_answers(h, &f[WIDE]);
    for (int i = 1; i < RIVALS && status == BENCH_OK; i++) {
        keep(&out->broad[1][i], &f[i]);
        keep(&out->deep[1][i], &g[i]);
        out->broad[1][i].copies = tree_copies(built[i].a);
    }
    for (int i = 1; i < RIVALS; i++)
        pair_free(&built[i]);
    return status;
}

// -------------------------------------------------------------------------------------- judging

static const char* const places[2] = {"hybrid, table 1, case 1", "hybrid, table 1, case 2"};

typedef struct reason {
    char text[400];
} reason;

// The time of a test, in the mean.
static double ns_of(const outcome* o)
{
    return 1e9 * seconds_of(o) / (double)o->all / (o->volume_tests + o->triangle_tests);
}

// What the counters of the run say of two of its rivals.
static reason reason_of(const outcome* own, const outcome* other)
{
    reason out;
    const double volumes = own->volume_tests / other->volume_tests,
                 triangles = own->triangle_tests / other->triangle_tests;
    snprintf(out.text, sizeof out.text,
             "the hybrid tree makes %.2f times the tests of volumes and %.2f times those of "
             "triangles; a test takes %.0f ns in the mean, and %.0f in the other. Its leaves hold "
             "a triangle %.1f times, the other's %.1f times",
             volumes, triangles, ns_of(own), ns_of(other), own->copies, other->copies);
    return out;
}

// The rival, and the tree in which that is.
typedef struct rival_tree {
    const outcome* of;
    const char* tree;
} rival_tree;

static void judge_against(paper* p, int place, const outcome* own, rival_tree other, double his,
                          const char* volumes)
{
    char words[200], rule[120];
    const time_interval ratio = rounds_ratio(&other.of->seconds, &own->seconds);
    snprintf(words, sizeof words, "the hybrid tree is %.1f times faster than %s; these in %s", his,
             volumes, other.tree);
    snprintf(rule, sizeof rule, "more than %.1f times, half of that; partly if faster at all",
             his / 2);
    paper_claim(p, places[place], words, rule, verdict_above(ratio, his / 2, 1),
                reason_of(own, other.of).text, "%s times; N_v %.0f and %.0f, N_p %.0f and %.0f",
                interval_text(ratio).text, own->volume_tests, other.of->volume_tests,
                own->triangle_tests, other.of->triangle_tests);
}

// Table 1: which of the two volumes is the faster, in each case.
static void judge_volumes(paper* p, outcome (*r)[RIVALS])
{
    static const char* const says[2] = {"spheres are 1.3 times faster than boxes",
                                        "boxes are 6.5 times faster than spheres"};
    for (int i = 0; i < 2; i++) {
        const outcome *boxes = &r[i][SAME_BOXES], *spheres = &r[i][SAME_SPHERES];
        const time_interval ratio = i ? rounds_ratio(&spheres->seconds, &boxes->seconds)
                                      : rounds_ratio(&boxes->seconds, &spheres->seconds);
        char why[200];
        snprintf(why, sizeof why,
                 "spheres take %.1f times as many tests of volumes as boxes in the same tree, and "
                 "%.1f times as many of triangles",
                 spheres->volume_tests / boxes->volume_tests,
                 spheres->triangle_tests / boxes->triangle_tests);
        paper_claim(p, places[i], says[i],
                    i ? "more than 3.2 times, half of that; partly if faster at all"
                      : "faster at all",
                    verdict_above(ratio, i ? 6.45 / 2 : 1, 1), why,
                    "%s times; N_v %.0f by boxes, %.0f by spheres; N_p %.0f and %.0f",
                    interval_text(ratio).text, boxes->volume_tests, spheres->volume_tests,
                    boxes->triangle_tests, spheres->triangle_tests);
    }
}

// By counters: whether one of two rivals in the same tree takes fewer tests than the other, in both cases.
static void judge_fewer(paper* p, outcome (*r)[RIVALS], int fewer, int more, const char* where,
                        const char* says)
{
    case_tally t = {0, 0, 0};
    char why[200];
    double volumes[2], triangles[2];
    for (int i = 0; i < 2; i++) {
        volumes[i] = r[i][more].volume_tests / r[i][fewer].volume_tests;
        triangles[i] = r[i][more].triangle_tests / r[i][fewer].triangle_tests;
        tally_count(&t, volumes[i] > 1 && triangles[i] > 1);
    }
    snprintf(why, sizeof why, "the least of these figures is %.2f",
             fmin(fmin(volumes[0], volumes[1]), fmin(triangles[0], triangles[1])));
    paper_claim(p, where, says,
                "in the same tree fewer tests of volumes and of triangles, in both cases",
                tally_verdict(&t), why,
                "%s; by spheres N_v is %.2f and %.2f times as large, N_p %.2f and %.2f",
                tally_text(&t).text, volumes[0], volumes[1], triangles[0], triangles[1]);
}

static void judge_every_pair(paper* p, outcome (*r)[RIVALS])
{
    static const char* const says[2] = {
        "without a tree 50 times slower than the hybrid tree",
        "without a tree over 214 times slower than the hybrid tree"};
    const double his[2] = {10218.0 / 205, 50000.0 / 234};
    for (int i = 0; i < 2; i++) {
        const outcome *own = &r[i][HYBRID], *brute = &r[i][BRUTE];
        const time_interval ratio = rounds_ratio_apart(&brute->seconds, &own->seconds);
        char why[200];
        snprintf(
            why, sizeof why,
            "it tests %.3g times as many pairs of triangles, and no volumes, of which the tree "
            "tests %.0f; a test takes %.0f ns, and %.0f with the tree",
            brute->triangle_tests / own->triangle_tests, own->volume_tests, ns_of(brute),
            ns_of(own));
        paper_claim(p, places[i], says[i],
                    i ? "more than 107 times, half of that; partly if slower at all"
                      : "more than 25 times, half of that; partly if slower at all",
                    verdict_above(ratio, his[i] / 2, 1), why, "%s times; N_p %.3g and %.0f",
                    interval_text(ratio).text, brute->triangle_tests, own->triangle_tests);
    }
}

// By the faster of its two settings, which are rivals of each other.
static void judge_case(paper* p, int place, const outcome* r, double box, double sphere)
{
    const bool is_fast = seconds_of(&r[FAST]) < seconds_of(&r[HYBRID]);
    const char* tree = is_fast ? "the same tree (fastest rules)" : "the same tree";
    const outcome* own = &r[is_fast ? FAST : HYBRID];
    judge_against(p, place, own, (rival_tree){&r[is_fast ? FAST_BOXES : SAME_BOXES], tree}, box,
                  "boxes");
    judge_against(p, place, own, (rival_tree){&r[OWN_BOXES], "a tree of their own"}, box, "boxes");
    judge_against(p, place, own, (rival_tree){&r[is_fast ? FAST_SPHERES : SAME_SPHERES], tree},
                  sphere, "spheres");
    judge_against(p, place, own, (rival_tree){&r[OWN_SPHERES], "a tree of their own"}, sphere,
                  "spheres");
}

static void judge(paper* p, outcome (*r)[RIVALS])
{
    judge_case(p, 0, r[0], 4431.0 / 205, 3465.0 / 205);
    judge_case(p, 1, r[1], 724.0 / 234, 4671.0 / 234);
    judge_volumes(p, r);
    judge_fewer(p, r, SAME_BOXES, SAME_SPHERES, "hybrid, section 3",
                "spheres fit relatively loosely, boxes surround an object much more tightly");
    judge_fewer(p, r, HYBRID, SAME_SPHERES, "hybrid, section 4.2",
                "both volumes discard more polygons than spheres alone, before the exact test");
    judge_every_pair(p, r);
}

// -------------------------------------------------------------------------------------- reporting

static void report_cases(paper* p, const crowd* c, const hand_case* h)
{
    const double pairs = (double)(c->steps * PAIRS);
    paper_text(
        p,
        "Case 1 has %zu triangles in all, and %zu steps: of %.0f questions %zu are about "
        "objects whose boxes touch, %zu are answered by contact, and %zu since one object is "
        "in the other, which was asked where one's box is in the other's (%zu times). Who "
        "collides exchanges both velocities (%zu times), as in the paper; after 30 steps "
        "without that an object gets new ones (%zu times).",
        c->triangles, c->steps, pairs, c->near_count, c->touching_count, c->inside_count,
        c->asked_inside, c->bounces, c->renewals);
    paper_text(
        p,
        "Case 2 has %zu triangles against %zu, and %zu steps, %zu of them with contact, the "
        "first at step %zu; in %zu of the others the hand is in the car (asked %zu times). "
        "All rivals gave these answers at every step, but the first row, which was asked "
        "two steps of case 1 and one of case 2. Whether one is in the other is a question "
        "of its own (docs/proofs/index.md) that no tree takes part in; the times leave it out.",
        h->scene.b.triangle_count, h->scene.a.triangle_count, h->scene.pose_count,
        h->touching_count, h->first_contact, h->inside_count, h->asked_inside);
}

static void report_broad(paper* p, outcome (*r)[RIVALS], size_t iterations)
{
    char title[700];
    snprintf(
        title, sizeof title,
        "Table 1: seconds for 1000 iterations (here for %zu), level by level as in the paper. "
        "Case 1: 31 objects, all 465 pairs; case 2: a hand towards a car; whether there is "
        "contact. The first row's times are those of a few steps, by so many; wide, the "
        "engine, has no order of levels. Copies: how often the leaves hold a triangle, in the "
        "first object of case 1 and in the car. Fastest rules: lambda 4, a child "
        "of at most 0.7, and every box tested after its sphere, of the settings below the one of "
        "the least product of both times when this was written; the defaults are 1, 0.9 and "
        "half of the boxes.",
        iterations);
    paper_table(p, title,
                "method|case 1, paper|here|N_v|N_p|copies|case 2, paper|here|N_v|N_p|copies");
    for (int i = 0; i < RIVALS; i++) {
        const outcome *one = &r[0][i], *two = &r[1][i];
        paper_row(p, "%s|%s|%.4g|%.0f|%.0f|%.1f|%s|%.4g|%.0f|%.0f|%.1f", hybrid_rivals[i].name,
                  hybrid_rivals[i].his[0], seconds_of(one), one->volume_tests, one->triangle_tests,
                  one->copies, hybrid_rivals[i].his[1], seconds_of(two), two->volume_tests,
                  two->triangle_tests, two->copies);
    }
}

static void report_deep(paper* p, outcome (*r)[RIVALS])
{
    paper_table(p, "The same depth first, in one round.",
                "method|case 1, s|N_v|N_p|case 2, s|N_v|N_p");
    for (int i = 0; i < RIVALS; i++) {
        const outcome *one = &r[0][i], *two = &r[1][i];
        if (!hybrid_rivals[i].is_walked) continue;
        paper_row(p, "%s|%.4g|%.0f|%.0f|%.4g|%.0f|%.0f", hybrid_rivals[i].name, seconds_of(one),
                  one->volume_tests, one->triangle_tests, seconds_of(two), two->volume_tests,
                  two->triangle_tests);
    }
}

int hybrid_table(paper* p)
{
    const int rounds = p->quick ? 2 : ROUNDS_USUAL;
    crowd c = {.steps = 0};
    hand_case h = {.touching = NULL};
    static outcomes r;
    memset(&r, 0, sizeof r);
    int status = crowd_make(&c, p->quick);
    if (status == BENCH_OK) status = hand_make(&h, p->quick);
    if (status == BENCH_OK) status = measure_crowd(&c, rounds, &r);
    if (status == BENCH_OK) status = measure_hand(&h, rounds, &r);
    if (status == BENCH_OK) {
        report_broad(p, r.broad, c.steps);
        report_cases(p, &c, &h);
        status = hybrid_rapid(p, &c, &h, rounds);
    }
    if (status == BENCH_OK) {
        report_deep(p, r.deep);
        judge(p, r.broad);
        status = hybrid_trees(p, &c, &h);
    }
    if (status == BENCH_OK) status = hybrid_threads(p, &c, &h);
    crowd_free(&c);
    hand_free(&h);
    return status;
}

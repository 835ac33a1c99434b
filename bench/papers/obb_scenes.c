// obb_scenes.c - table 3 and figure 7 of Gottschalk 1996: pipes fall within pipes, a wrinkled torus round a stalagmite, a
// torpedo onto rollers, moved by impulses at their contacts; all contacts along each path. The paper's models and paths
// are not to be had: these are the falls of scenes/fall.h. And section 7.3, where the paper has sphere trees beside.
#include "bench.h"
#include "papers/paper.h"
#include "papers/rapid.h"
#include "papers/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WITHIN, PIPES, TORUS, ROLLERS, PIVOT, SCENES };
enum { IMITATION, OWN, RAPID, RIVALS };                   // on whole paths
enum { THIN_OBB, THIN_AABB, THIN_SPHERES, THIN_RIVALS };  // on some of their steps

static const char* const falls[SCENES] = {"within", "pipes", "torus", "rollers", "torpedo"};

typedef struct row {
    size_t a, b, steps, still;  // still: the first of the steps at rest
    asked_figures whole[RIVALS], rest[RIVALS], thin[THIN_RIVALS];
    size_t thin_steps;
    rapid_difference rapid;
    double bytes;
} row;

static bool moves(const abut_pose* from, const abut_pose* to)
{
    for (int i = 0; i < 3; i++) {
        if (fabs(to->translation[i] - from->translation[i]) > 1e-6) return true;
        for (int k = 0; k < 3; k++) {
            if (fabs(to->rotation[i][k] - from->rotation[i][k]) > 1e-6) return true;
        }
    }
    return false;
}

// Rest is asked about for a tenth of the path: all its steps are alike. What moves to the end has none.
static void end_at_rest(bench_scene* s, row* out)
{
    out->still = s->pose_count;
    while (out->still > 1 && !moves(&s->poses[out->still - 2], &s->poses[out->still - 1]))
        out->still--;
    const size_t end = out->still + s->pose_count / 10;
    if (end < s->pose_count) s->pose_count = end;
    if (out->still > s->pose_count) out->still = s->pose_count;
    out->steps = s->pose_count;
}

// Rivals by turns over a whole path, and then over its rest.
static int ask_whole(const bench_scene* s, const pair_built built[2], const rapid_pair* his,
                     row* out)
{
    static const abut_ask all = {.limit = 0};
    const pose_range whole = {0, out->steps}, rest = {out->still, out->steps - out->still};
    const pair_rival rivals[RIVALS] = {
        {&built[IMITATION], &all}, {&built[OWN], &all}, {.rapid = his, .ask = &all}};
    const size_t count = his ? RIVALS : RAPID;
    int status = his ? rapid_pair_compare(his, s, &whole, &out->rapid) : BENCH_OK;
    if (status == BENCH_OK) status = pairs_ask(rivals, count, s, &whole, ROUNDS_USUAL, out->whole);
    if (status == BENCH_OK && rest.count)
        status = pairs_ask(rivals, count, s, &rest, ROUNDS_USUAL, out->rest);
    return status;
}

static int measure_whole(const paper* p, const bench_scene* s, row* out)
{
    const abut_build builds[2] = {obbtree_build(), {.method = ABUT_METHOD_WIDE}};
    pair_built built[2] = {{.a = NULL}};
    rapid_pair his = {.p = NULL};
    int status = BENCH_OK;
    for (int i = 0; i < 2 && status == BENCH_OK; i++)
        status = pair_build(&built[i], s, &builds[i], NULL);
    if (status == BENCH_OK && rapid_available(p)) status = rapid_pair_build(&his, p, s);
    if (status == BENCH_OK) {
        const abut_model_info* info = &built[IMITATION].info;
        out->bytes = (double)(info->mesh_bytes + info->tree_bytes) / (double)info->triangle_count;
        status = ask_whole(s, built, his.p ? &his : NULL, out);
    }
    for (int i = 0; i < 2; i++)
        pair_free(&built[i]);
    rapid_pair_free(&his);
    return status;
}

// Sphere trees take too long for all steps.
static int measure_thin(const bench_scene* s, row* out)
{
    enum { EACH = 20 };
    static const abut_ask all = {.limit = 0};
    const abut_build builds[THIN_RIVALS] = {
        obbtree_build(), rapid_axis_build(), {.method = ABUT_METHOD_SPHERE, .leaf_size = 1}};
    pair_built built[THIN_RIVALS] = {{.a = NULL}};
    pair_rival rivals[THIN_RIVALS];
    bench_scene thin = *s;
    int status = BENCH_OK;
    thin.pose_count = (s->pose_count + EACH - 1) / EACH;
    thin.poses = malloc(thin.pose_count * sizeof *thin.poses);
    if (!thin.poses) return bench_fail("out of memory");
    for (size_t i = 0; i < thin.pose_count; i++)
        thin.poses[i] = s->poses[i * EACH];
    for (int i = 0; i < THIN_RIVALS && status == BENCH_OK; i++) {
        status = pair_build(&built[i], &thin, &builds[i], NULL);
        rivals[i] = (pair_rival){&built[i], &all};
    }
    const pose_range whole = {0, out->thin_steps = thin.pose_count};
    if (status == BENCH_OK)
        status = pairs_ask(rivals, THIN_RIVALS, &thin, &whole, ROUNDS_USUAL, out->thin);
    for (int i = 0; i < THIN_RIVALS; i++)
        pair_free(&built[i]);
    free(thin.poses);
    return status;
}

static int measure(const paper* p, const char* name, row* out)
{
    bench_scene s;
    *out = (row){.steps = 0};
    int status = fall_make_scene(&s, name, p->quick);
    if (status == BENCH_OK) {
        out->a = s.a.triangle_count;
        out->b = s.b.triangle_count;
        end_at_rest(&s, out);
        status = measure_whole(p, &s, out);
    }
    if (status == BENCH_OK) status = measure_thin(&s, out);
    bench_scene_free(&s);
    return status;
}

// ---------------------------------------------------------------------------------------- reports

typedef struct table_row {
    const char *head, *pipes, *torus, *torpedo;  // the paper's
    int decimals;
    double of[SCENES];  // NAN: an empty cell
} table_row;

static void add_row(paper* p, const table_row* r)
{
    char cells[SCENES][24];
    for (int i = 0; i < SCENES; i++) {
        cells[i][0] = 0;
        if (!isnan(r->of[i])) snprintf(cells[i], sizeof cells[i], "%.*f", r->decimals, r->of[i]);
    }
    paper_row(p, "%s|%s|%s|%s|%s|%s|%s|%s|%s", r->head, r->pipes, cells[WITHIN], cells[PIPES],
              r->torus, cells[TORUS], r->torpedo, cells[ROLLERS], cells[PIVOT]);
}

static void report_paths(paper* p, const row r[SCENES])
{
    table_row size = {"environment, triangles", "143690", "98000", "44921", 0, {0}};
    table_row object = {"object, triangles", "143690", "20000", "4780", 0, {0}};
    table_row steps = {"steps", "4008", "1298", "", 0, {0}};
    for (int i = 0; i < SCENES; i++) {
        size.of[i] = (double)r[i].a;
        object.of[i] = (double)r[i].b;
        steps.of[i] = (double)r[i].steps;
    }
    add_row(p, &size);
    add_row(p, &object);
    add_row(p, &steps);
}

static void report_rival(paper* p, const row r[SCENES], int rival)
{
    const bool first = rival == IMITATION;
    table_row contact = {"steps in contact", "", "", "", 0, {0}};
    table_row contacts = {"contacts a step", "6.0", "1.7", "", 1, {0}};
    table_row boxes = {first ? "tests of boxes a step" : "RAPID itself: tests of boxes a step",
                       "425",
                       "813",
                       "",
                       0,
                       {0}};
    table_row triangles = {first ? "tests of triangles a step" : "RAPID itself: tests of triangles",
                           "17.9",
                           "5.4",
                           "",
                           1,
                           {0}};
    table_row ms = {first ? "ms a step" : "RAPID itself: ms a step", "4.2", "6.9", "", 4, {0}};
    table_row each = {first ? "µs a test of boxes" : "RAPID itself: µs a test of boxes",
                      "7.9",
                      "7.3",
                      "",
                      3,
                      {0}};
    for (int i = 0; i < SCENES; i++) {
        const asked_figures* f = &r[i].whole[rival];
        contact.of[i] = (double)f->in_contact;
        contacts.of[i] = f->contacts;
        boxes.of[i] = f->volume_tests;
        triangles.of[i] = f->triangle_tests;
        ms.of[i] = f->mean_us / 1e3;
        each.of[i] = f->mean_us / f->volume_tests;
    }
    if (first) {
        add_row(p, &contact);
        add_row(p, &contacts);
    }
    add_row(p, &boxes);
    add_row(p, &triangles);
    add_row(p, &ms);
    add_row(p, &each);
}

static void report_rest(paper* p, const row r[SCENES], int rival)
{
    const bool first = rival == IMITATION;
    table_row boxes = {first ? "at rest: tests of boxes" : "RAPID itself, at rest: tests of boxes",
                       "",
                       "",
                       "",
                       0,
                       {0}};
    table_row contacts = {"at rest: contacts", "", "", "", 1, {0}};
    table_row ms = {first ? "at rest: ms" : "RAPID itself, at rest: ms", "", "", "100", 4, {0}};
    for (int i = 0; i < SCENES; i++) {
        const asked_figures* f = &r[i].rest[rival];
        const bool rests = f->queries > 0;
        boxes.of[i] = rests ? f->volume_tests : (double)NAN;
        contacts.of[i] = rests ? f->contacts : (double)NAN;
        ms.of[i] = rests ? f->mean_us / 1e3 : (double)NAN;
    }
    add_row(p, &boxes);
    if (first) add_row(p, &contacts);
    add_row(p, &ms);
}

static void report(paper* p, const row r[SCENES])
{
    table_row own = {"ms a step, wide", "", "", "", 4, {0}};
    paper_table(
        p,
        "Table 3, and the scene of figure 7. The paper's rules in our obb (`--fit pca --split "
        "rapid --leaf-size 1 --real double`); paths: `abut-scene fall`, up to a tenth after "
        "nothing moves. Pipes within: 15 times smaller than those about them, with gravity toward "
        "the middle, as the paper's; on pipes, on a pivot: other falls. ms and µs are times. "
        "Wide is this library's default.",
        "|pipes, paper|within, here|on pipes, here|torus, paper|torus, here|torpedo, "
        "paper|on rollers, here|on a pivot, here");
    report_paths(p, r);
    report_rival(p, r, IMITATION);
    report_rest(p, r, IMITATION);
    for (int i = 0; i < SCENES; i++)
        own.of[i] = r[i].whole[OWN].mean_us / 1e3;
    add_row(p, &own);
    if (!rapid_available(p)) {
        paper_text(p, "RAPID itself was not given (`--rapid DIR`).");
        return;
    }
    report_rival(p, r, RAPID);
    report_rest(p, r, RAPID);
    for (int i = 0; i < SCENES; i++)
        paper_text(p, "RAPID's answers, %s: %s.", falls[i],
                   rapid_difference_text(&r[i].rapid).text);
}

static void report_spheres(paper* p, const row r[SCENES])
{
    paper_table(
        p,
        "Section 7.3: each twentieth step of these paths. The spheres are Ritter's balls in "
        "a tree cut by splatter, one triangle a leaf; the paper's were Quinlan's, who "
        "covers each triangle with many small balls. AABBs: the obb's code without turns.",
        "fall|steps|N_v OBB|AABB|spheres|N_p OBB|AABB|spheres|ms OBB|AABB|spheres");
    for (int i = 0; i < SCENES; i++) {
        const asked_figures* f = r[i].thin;
        paper_row(p, "%s|%zu|%.0f|%.0f|%.0f|%.1f|%.1f|%.1f|%.4f|%.4f|%.4f", falls[i],
                  r[i].thin_steps, f[0].volume_tests, f[1].volume_tests, f[2].volume_tests,
                  f[0].triangle_tests, f[1].triangle_tests, f[2].triangle_tests, f[0].mean_us / 1e3,
                  f[1].mean_us / 1e3, f[2].mean_us / 1e3);
    }
}

// ---------------------------------------------------------------------------------------- verdicts

static void claim_rates(paper* p, const row* within, const row* torus)
{
    const asked_figures *a = &within->whole[IMITATION], *b = &torus->whole[IMITATION];
    case_tally quick = {0, 0, 0};
    tally_below(&quick, rounds_spread(&a->mean_of), 33e3);
    tally_below(&quick, rounds_spread(&b->mean_of), 33e3);
    paper_claim(p, "OBBTree, table 3", "all contacts at interactive rates (4.2 and 6.9 ms)",
                "both less than 33 ms a step (time); partly one", tally_verdict(&quick),
                "more than a frame of 33 ms", "%.3f and %.3f ms (time)", a->mean_us / 1e3,
                b->mean_us / 1e3);
}

static void claim_tests(paper* p, const row* within, const row* torus)
{
    const asked_figures *a = &within->whole[IMITATION], *b = &torus->whole[IMITATION];
    const double off[2] = {a->volume_tests / 425, b->volume_tests / 813};
    char why[192];
    snprintf(why, sizeof why,
             "%.2f and %.2f times the paper's; in contact at %zu of %zu steps of the torus, with "
             "%.1f contacts a step (1.7 there), at rest %.0f tests",
             off[0], off[1], b->in_contact, b->queries, b->contacts,
             torus->rest[IMITATION].volume_tests);
    paper_claim(p, "OBBTree, table 3", "some hundred tests of boxes a step (425 and 813)",
                "both within a factor of 3 of the paper; partly if one is",
                verdict_of((size_t)(off[0] > 1.0 / 3 && off[0] < 3) +
                               (size_t)(off[1] > 1.0 / 3 && off[1] < 3),
                           2),
                why, "%.0f (pipes within) and %.0f", a->volume_tests, b->volume_tests);
}

static void claim_torus(paper* p, const row* within, const row* torus)
{
    const asked_figures *a = &within->whole[IMITATION], *b = &torus->whole[IMITATION];
    const double tests = b->volume_tests / a->volume_tests;
    char why[160];
    snprintf(why, sizeof why,
             "the torus is in contact at %.0f %% of its steps, the pipes at %.0f %%: how long each "
             "rests decides",
             100 * (double)b->in_contact / (double)b->queries,
             100 * (double)a->in_contact / (double)a->queries);
    paper_claim(p, "OBBTree, section 7.2",
                "a smooth torus close to a surface takes almost twice the tests of the pipes, with "
                "fewer contacts (1.9 times, 1.7 against 6.0)",
                "more than 1.5 times the tests, and fewer contacts; partly if more than once the "
                "tests, or fewer contacts",
                tests > 1.5 && b->contacts < a->contacts ? CLAIM_HOLDS
                : tests > 1 || b->contacts < a->contacts ? CLAIM_PARTLY
                                                         : CLAIM_FAILS,
                why, "%.2f times, %.1f against %.1f", tests, b->contacts, a->contacts);
}

static void claim_torpedo(paper* p, const row* rollers, const row* torus)
{
    static const char where[] = "OBBTree, section 7.2";
    static const char says[] = "a torpedo at rest among rollers, in contact along its length, "
                               "takes 100 ms: 14 times a step of the torus";
    static const char rule[] = "at least 10 times a step of the torus (time); partly 2 times";
    const asked_figures* rest = &rollers->rest[IMITATION];
    if (!rest->queries) {
        paper_claim(p, where, says, rule, CLAIM_NOT_SHOWN, "it moves to the end of its path",
                    "not at rest");
        return;
    }
    const time_interval ratio =
        rounds_ratio_apart(&rest->mean_of, &torus->whole[IMITATION].mean_of);
    char why[192];
    snprintf(why, sizeof why,
             "%.0f tests of boxes at rest, a step of the torus takes %.0f; the paper has no count, "
             "and another machine than that of table 3",
             rest->volume_tests, torus->whole[IMITATION].volume_tests);
    paper_claim(p, where, says, rule, verdict_above(ratio, 10, 2), why,
                "%s times (time); %.4f ms, %.0f contacts", interval_text(ratio).text,
                rest->mean_us / 1e3, rest->contacts);
}

static void claim_spheres(paper* p, const row r[SCENES])
{
    case_tally tenfold = {0, 0, 0}, fewer = {0, 0, 0};
    char here[200] = "", counts[200] = "", why[200] = "";
    double least = HUGE_VAL;
    for (int i = 0; i < SCENES; i++) {
        const asked_figures *obb = &r[i].thin[THIN_OBB], *spheres = &r[i].thin[THIN_SPHERES];
        const time_interval ratio = rounds_ratio(&spheres->mean_of, &obb->mean_of);
        const double tests = spheres->volume_tests / obb->volume_tests;
        const size_t used = strlen(here), counted = strlen(counts);
        tally_above(&tenfold, ratio, 10);
        tally_count(&fewer, tests > 10);
        snprintf(here + used, sizeof here - used, "%s%s %.1f", i ? ", " : "", falls[i],
                 ratio.middle);
        snprintf(counts + counted, sizeof counts - counted, "%s%s %.1f", i ? ", " : "", falls[i],
                 tests);
        if (ratio.middle >= least) continue;
        least = ratio.middle;
        snprintf(why, sizeof why,
                 "least on %s: %.1f times the tests, each %.2f times as long; and %.0f tests of "
                 "triangles against %.0f",
                 falls[i], tests, ratio.middle / tests, spheres->triangle_tests,
                 obb->triangle_tests);
    }
    paper_claim(p, "OBBTree, section 7.3",
                "one order of magnitude faster than sphere trees (very preliminary)",
                "spheres take at least 10 times as long on all falls (time); partly on some",
                tally_verdict(&tenfold), why, "%s times (time)", here);
    paper_claim(p, "OBBTree, section 7.4", "N_v of OBBs is far below that of spheres, on the falls",
                "spheres take at least 10 times the tests on all falls; partly on some",
                tally_verdict(&fewer), why, "%s times", counts);
}

static void judge(paper* p, const row r[SCENES])
{
    claim_rates(p, &r[WITHIN], &r[TORUS]);
    claim_tests(p, &r[WITHIN], &r[TORUS]);
    claim_torus(p, &r[WITHIN], &r[TORUS]);
    claim_torpedo(p, &r[ROLLERS], &r[TORUS]);
    claim_spheres(p, r);
    char why[64] = "not explained";
    if (rapid_available(p)) snprintf(why, sizeof why, "RAPID itself: %.0f", rapid_bytes(p));
    paper_claim(p, "OBBTree, section 7", "412 bytes a triangle (168 a box, 76 a triangle)",
                "at most 412 bytes", r[WITHIN].bytes <= 412 ? CLAIM_HOLDS : CLAIM_FAILS, why,
                "%.0f bytes in doubles, of them 24 for a triangle: vertices are shared",
                r[WITHIN].bytes);
    if (rapid_available(p))
        paper_claim(p, "OBBTree, section 7", "412 bytes a triangle, RAPID itself",
                    "at most 412 bytes", rapid_bytes(p) <= 412 ? CLAIM_HOLDS : CLAIM_FAILS,
                    "not explained", "%.0f bytes: two boxes and a triangle", rapid_bytes(p));
}

int obb_scenes(paper* p)
{
    row rows[SCENES];
    for (int i = 0; i < SCENES; i++) {
        const int status = measure(p, falls[i], &rows[i]);
        if (status != BENCH_OK) return status;
    }
    report(p, rows);
    report_spheres(p, rows);
    judge(p, rows);
    return BENCH_OK;
}

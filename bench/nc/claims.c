// claims.c - what chapter 8 of Klosowski 1998 says of its tables of terrains and moulds, and what is found here.
#include "bench.h"
#include "nc/nc.h"

#include <stdio.h>

#define MUCH   0.5   // of the moves hit: "a lot of intersections"
#define LITTLE 0.25  // "little is hit"

static double mean_us(const measured* m)
{
    return rounds_spread(&m->us).middle;
}

// The fastest of some.
static const measured* fastest_of(const measured* m, int count)
{
    const measured* best = m;
    for (int i = 1; i < count; i++)
        if (mean_us(&m[i]) < mean_us(best)) best = &m[i];
    return best;
}

static double share_of(const measured* m)
{
    return (double)m->hits / (double)m->steps;
}

static time_rounds sum_of(const time_rounds* a, const time_rounds* b)
{
    time_rounds out = {.count = a->count < b->count ? a->count : b->count};
    for (int i = 0; i < out.count; i++)
        out.of[i] = a->of[i] + b->of[i];
    return out;
}

// What the claims compare, of one path.
typedef struct summary {
    const measured *sphere, *swept,
        *mesh;                // the fastest k, and the fastest polyhedral tool with a k-DOP
    time_rounds six, best;    // sphere and swept ball together, with k = 6 and with the best k
    time_rounds dops, rapid;  // all three polyhedral tools; the best k for each
    double dops_tests, dops_updates, rapid_tests;  // N_v and N_u of these
    int k;                                         // that best is of
} summary;

static summary summarise(const nc_figures* f)
{
    static const int ks[NC_DOPS] = {6, 14, 18, 26};
    summary s = {.sphere = fastest_of(f->sphere, NC_DOPS),
                 .swept = fastest_of(f->swept, NC_DOPS),
                 .six = sum_of(&f->sphere[0].us, &f->swept[0].us)};
    for (int i = 0; i < NC_DOPS; i++) {
        const time_rounds both = sum_of(&f->sphere[i].us, &f->swept[i].us);
        if (i && rounds_spread(&both).middle >= rounds_spread(&s.best).middle) continue;
        s.best = both;
        s.k = ks[i];
    }
    for (int i = 0; i < BENCH_TOOLS; i++) {
        const measured *dop = fastest_of(f->skin[i], NC_DOPS), *rapid = &f->skin[i][NC_RAPID];
        if (!i || mean_us(dop) < mean_us(s.mesh)) s.mesh = dop;
        s.dops = i ? sum_of(&s.dops, &dop->us) : dop->us;
        s.rapid = i ? sum_of(&s.rapid, &rapid->us) : rapid->us;
        s.dops_tests += dop->volume_tests;
        s.dops_updates += dop->node_updates;
        s.rapid_tests += rapid->volume_tests;
    }
    return s;
}

static void tell_summaries(paper* p, const nc_figures* all, size_t count)
{
    paper_table(
        p,
        "What the claims compare, µs a step: the ball with its best k; sphere and swept ball "
        "together with k = 6 and with the best k; polyhedral tools: the fastest, and all "
        "three together, with N_v and, where volumes are placed, N_u a step; steps that the "
        "polyhedral cone hits, and the ball.",
        "path|hit, places|hit, whole moves|sphere|swept|both, k = 6|both, best k|fastest "
        "mesh|k-DOPs|N_v|N_u|RAPID's options|N_v|hits of the cone|of the ball");
    for (size_t i = 0; i < count; i++) {
        const nc_figures* f = &all[i];
        const summary s = summarise(f);
        paper_row(
            p,
            "%s%s|%.0f %%|%.0f %%|%.2f|%.2f|%.2f|%.2f (%d)|%.2f|%.1f|%.0f|%.0f|%.1f|%.0f|%zu|%zu",
            f->name, f->is_data ? PAPER_DATA : "", 100 * share_of(&f->sphere[0]),
            100 * share_of(&f->swept[0]), mean_us(s.sphere), mean_us(s.swept),
            rounds_spread(&s.six).middle, rounds_spread(&s.best).middle, s.k, mean_us(s.mesh),
            rounds_spread(&s.dops).middle, s.dops_tests, s.dops_updates,
            rounds_spread(&s.rapid).middle, s.rapid_tests, f->skin[2][0].hits, f->skin[0][0].hits);
    }
}

typedef struct tallies {
    case_tally fastest, little, much, slabs, cone, dops, places;
} tallies;

static tallies count_cases(const nc_figures* all, size_t count)
{
    tallies t = {.fastest = {0, 0, 0}};
    for (size_t i = 0; i < count; i++) {
        const nc_figures* f = &all[i];
        const summary s = summarise(f);
        const double hit = share_of(&f->swept[0]);
        const double cone = (double)f->skin[2][0].hits, ball = (double)f->skin[0][0].hits;
        tally_below(&t.fastest, rounds_ratio(&s.sphere->us, &s.mesh->us), 0.5);
        if (hit < LITTLE) tally_below(&t.little, rounds_ratio(&s.swept->us, &s.mesh->us), 2.0 / 3);
        if (hit > MUCH) {
            tally_above(&t.much, rounds_ratio(&s.swept->us, &s.sphere->us), 1.25);
            tally_below(&t.slabs, rounds_ratio(&s.six, &s.best), 1.25);
        }
        tally_count(&t.cone, cone < 0.9 * ball || cone > 1.1 * ball);
        tally_below(&t.dops, rounds_ratio(&s.dops, &s.rapid), 1);
        tally_count(&t.places, share_of(&f->sphere[0]) < hit);
    }
    return t;
}

// The path on which RAPID's options do best, in figures: the reason where k-DOPs are not faster.
static void explain_rapid(const nc_figures* all, size_t count, char* out, size_t size)
{
    size_t worst = 0;
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const summary s = summarise(&all[i]);
        const double ratio = rounds_ratio(&s.dops, &s.rapid).middle;
        if (ratio <= most) continue;
        most = ratio;
        worst = i;
    }
    const summary s = summarise(&all[worst]);
    const double dops = rounds_spread(&s.dops).middle, rapid = rounds_spread(&s.rapid).middle;
    snprintf(out, size,
             "where they are the slowest against it (%s) they compare %.0f volumes and place %.0f, "
             "which is %.0f ns of each volume compared, and it compares %.0f at %.0f ns",
             all[worst].name, s.dops_tests, s.dops_updates, 1e3 * dops / s.dops_tests,
             s.rapid_tests, 1e3 * rapid / s.rapid_tests);
}

// Where a swept ball is the slowest against the fastest polyhedral tool, of the paths on which little is hit.
static void explain_swept(const nc_figures* all, size_t count, char* out, size_t size)
{
    double most = 0;
    snprintf(out, size, "there is no such path");
    for (size_t i = 0; i < count; i++) {
        const summary s = summarise(&all[i]);
        const double ratio = mean_us(s.swept) / mean_us(s.mesh);
        if (share_of(&all[i].swept[0]) >= LITTLE || ratio <= most) continue;
        most = ratio;
        snprintf(out, size,
                 "at its slowest (%s) it compares %.0f volumes and tests %.1f triangles a move in "
                 "%.1f µs, the tool in a place %.0f and %.1f in %.1f",
                 all[i].name, s.swept->volume_tests, s.swept->triangle_tests, mean_us(s.swept),
                 s.mesh->volume_tests, s.mesh->triangle_tests, mean_us(s.mesh));
    }
}

// What more slabs keep from a sphere and a swept ball, on the paths on which much is hit.
static void explain_slabs(const nc_figures* all, size_t count, char* out, size_t size)
{
    double six = 0, most = 0;
    size_t paths = 0;
    for (size_t i = 0; i < count; i++) {
        const nc_figures* f = &all[i];
        if (share_of(&f->swept[0]) <= MUCH) continue;
        six += f->sphere[0].triangle_tests + f->swept[0].triangle_tests;
        most += f->sphere[3].triangle_tests + f->swept[3].triangle_tests;
        paths++;
    }
    snprintf(out, size,
             "triangles tested by sphere and swept ball together, in the mean of these paths: %.1f "
             "with 6 slabs, %.1f with 26",
             paths ? six / (double)paths : 0, paths ? most / (double)paths : 0);
}

// What share of places the cone and the ball hit, where both hit about as many.
static void explain_cone(const nc_figures* all, size_t count, char* out, size_t size)
{
    double cone_share = 0, ball_share = 0;
    size_t paths = 0;
    for (size_t i = 0; i < count; i++) {
        const double cone = (double)all[i].skin[2][0].hits, ball = (double)all[i].skin[0][0].hits;
        if (cone < 0.9 * ball || cone > 1.1 * ball) continue;
        cone_share += share_of(&all[i].skin[2][0]);
        ball_share += share_of(&all[i].skin[0][0]);
        paths++;
    }
    snprintf(
        out, size,
        "on the other paths the cone hits in %.0f %% of places, the ball in %.0f %%, in the mean",
        paths ? 100 * cone_share / (double)paths : 0, paths ? 100 * ball_share / (double)paths : 0);
}

static void tell(paper* p, const char* says, const char* rule, const case_tally* t, const char* why)
{
    const bool has_cases = tally_cases(t) > 0;
    paper_claim(p, "QuickCD, chapter 8", says, rule, tally_verdict(t),
                has_cases ? why : "there is no such path", "on %s paths", tally_text(t).text);
}

// Level ground is what RAPID's boxes are wasteful for, by volumes compared: both terrains by formula, a touching path over each.
static void tell_lake(paper* p, const nc_figures* all, size_t count)
{
    double more[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        if (!all[i].is_lake && !all[i].is_rugged) continue;
        double dops = 0, rapid = 0;
        for (int t = 0; t < BENCH_TOOLS; t++) {
            dops += all[i].skin[t][2].volume_tests;
            rapid += all[i].skin[t][NC_RAPID].volume_tests;
        }
        more[all[i].is_lake] = rapid / dops;
    }
    paper_claim(
        p, "QuickCD, chapter 8",
        "oriented boxes are particularly wasteful where much of a terrain is a level lake; "
        "RAPID does better on rugged ground",
        "the three polyhedral tools, in places: volumes that RAPID's options compare, in parts "
        "of those of 18-DOPs, are more by a tenth over the terrain with a lake than without it; "
        "partly if they are more",
        more[1] > 1.1 * more[0] ? CLAIM_HOLDS
        : more[1] > more[0]     ? CLAIM_PARTLY
                                : CLAIM_FAILS,
        "not explained", "%.2f with the lake, %.2f without (exact)", more[1], more[0]);
}

static void tell_counts(paper* p, const nc_figures* all, size_t count)
{
    case_tally fewer = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        const nc_figures* f = &all[i];
        const double six = f->sphere[0].volume_tests + f->sphere[0].triangle_tests,
                     most = f->sphere[3].volume_tests + f->sphere[3].triangle_tests;
        tally_count(&fewer, most < six);
    }
    tell(
        p, "more slabs keep spheres from volumes and triangles (what costs them is the test)",
        "N_v + N_p of the sphere in places with 26 slabs is less than with 6, on all paths; partly "
        "on some (exact)",
        &fewer, "where all that is near is hit, slabs keep nothing out");
}

void nc_tell_claims(paper* p, const nc_figures* all, size_t count)
{
    const tallies t = count_cases(all, count);
    char why[300], swept[300], slabs[300], cone[160];
    tell_summaries(p, all, count);
    explain_swept(all, count, swept, sizeof swept);
    explain_slabs(all, count, slabs, sizeof slabs);
    explain_cone(all, count, cone, sizeof cone);
    tell(p, "a sphere in places is by far the fastest check (twice as fast as any polyhedral tool)",
         "less than half the time of the fastest polyhedral tool with a k-DOP on all paths; partly "
         "on some (time)",
         &t.fastest, "not explained");
    tell(p,
         "where little is hit, a ball swept over the whole move is considerably faster than a "
         "polyhedral tool in places",
         "less than 2 / 3 of the time of the fastest polyhedral tool on all paths whose moves hit "
         "in "
         "less than a quarter; partly on some (time)",
         &t.little, swept);
    tell(p, "where much is hit, the cylinder is dominant: a swept ball takes more than its sphere",
         "more than 1.25 times the time of its sphere on all paths whose moves hit in more than "
         "half; partly on some (time)",
         &t.much, "not explained");
    tell(
        p,
        "where much is hit, more than 6 slabs hardly pay for spheres and cylinders (below a fifth)",
        "6 slabs take less than 1.25 times the time of the best k on all paths whose moves hit in "
        "more "
        "than half; partly on some (time)",
        &t.slabs, slabs);
    tell_counts(p, all, count);
    tell(p, "the cone reports other incidents than the ball",
         "its number of places hit differs by more than a tenth on all paths; partly on some "
         "(exact)",
         &t.cone, cone);
    explain_rapid(all, count, why, sizeof why);
    tell(p, "k-DOPs are faster than RAPID (the best k for each of the three tools)",
         "less time than RAPID's options in our obb on all paths; partly on some (time)", &t.dops,
         why);
    tell_lake(p, all, count);
    tell(p, "places miss what the whole way hits",
         "fewer places than moves hit, by the exact ball, on all paths; partly on some (exact)",
         &t.places, "not explained");
}

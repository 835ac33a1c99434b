// papers.c - the verb "papers": the experiments of the papers remade, one a row of the table below.
#include "common/options.h"
#include "nc/nc.h"
#include "papers/coverage.h"
#include "papers/footer.h"
#include "papers/paper.h"
#include "papers/rapid.h"
#include "papers/run.h"
#include "papers/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct experiment {
    const char *name, *summary;
    int (*run)(paper* p);
} experiment;

// docs/notes/papers.md has them in this order.
static const experiment experiments[] = {
    {"obb-tests", "What a test of two boxes takes (OBBTree, tables 1 and 2)", obb_tests},
    {"obb-build", "How the time to build grows (OBBTree, section 4)", obb_build},
    {"obb-proximity", "Spheres that come close (OBBTree, figures 5 and 6)", obb_proximity},
    {"obb-torus", "Boxes converge to a torus (OBBTree, figure 9)", obb_torus},
    {"obb-scenes",
     "Pipes in pipes, a torus in a landscape, a torpedo on rollers; sphere trees (OBBTree, table "
     "3)",
     obb_scenes},
    {"dop-orientations", "k = 6, 8, 14 (DOP-tree, tables 1 to 3, figures 4 to 6)",
     dop_orientations},
    {"dop-obb", "6-DOPs and oriented boxes (DOP-tree, tables 4 to 6, figures 7 and 8)",
     dop_against_obb},
    {"dop-trees", "Depths and rules of splitting (DOP-tree, section 4.2)", dop_trees},
    {"dop-combs", "Two combs that no volume keeps apart (DOP-tree, footnote 1)", dop_combs},
    {"quickcd", "Costs, five data sets, k and RAPID's options (QuickCD, chapters 5 and 7)",
     quickcd_sets},
    {"splitting", "Splitting rules by mean and median (QuickCD, chapters 3 and 5)", quickcd_rules},
    {"quickcd-leaves", "Thresholds of the flying object's tree (QuickCD, chapter 6)",
     quickcd_leaves},
    {"quickcd-proximity", "Nested spheres (QuickCD, chapter 5)", quickcd_proximity},
    {"quickcd-early", "Grid, k-d tree, R-tree and mesh in flight (QuickCD, chapter 2)",
     quickcd_early},
    {"quickcd-front", "Begun where the last query ended (QuickCD, chapters 6 and 7)",
     quickcd_front},
    {"quickcd-choices", "Other k, and splits across all directions (QuickCD, chapters 6 and 7)",
     quickcd_choices},
    {"quickcd-variants", "Other walks and trees, long triangles (QuickCD, chapters 4 to 6)",
     quickcd_variants},
    {"quickcd-overlap", "Intervals, their order and the closure (QuickCD, chapters 4 and 6)",
     quickcd_overlap},
    {"quickcd-scaling", "An airliner among more and more tetrahedra (QuickCD, chapter 7)",
     quickcd_scaling},
    {"hybrid", "31 objects, all pairs; a hand and a car (hybrid, table 1)", hybrid_table},
    {"nc", "Tools along paths over terrains and moulds (QuickCD, chapter 8)", nc_terrains},
    {"nc-fcl", "Moves proved, against sampling by FCL", nc_against_fcl},
};
enum { EXPERIMENT_COUNT = sizeof experiments / sizeof *experiments };

typedef struct request {
    const char *only, *folder, *rapid;
    bool quick, json, csv, list, resume;
} request;

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--csv", offsetof(request, csv)),
    BENCH_FLAG("--list", offsetof(request, list)),
    BENCH_FLAG("--resume", offsetof(request, resume)),
    BENCH_VALUE("--only", bench_text, offsetof(request, only)),
    BENCH_VALUE("--rapid", bench_text, offsetof(request, rapid)),
    BENCH_VALUE("-o", bench_text, offsetof(request, folder)),
};

static int take_options(request* r, int count, char** arguments)
{
    const int status = BENCH_READ_OPTIONS(r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    if (r->json && r->csv) return bench_fail("--json and --csv exclude each other");
    if (!r->resume) return BENCH_OK;
    if (!r->folder) return bench_fail("--resume needs -o");
    return strcmp(bench_commit, "unknown") == 0
               ? bench_fail("--resume: built outside of git, this program does not know its commit")
               : BENCH_OK;
}

static void write_tally(const paper* all, size_t count)
{
    size_t claims[VERDICT_COUNT] = {0};
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < all[i].claim_count; k++)
            claims[all[i].claims[k].holds]++;
    }
    for (int v = 0; v < VERDICT_COUNT; v++)
        printf("%s%s: %zu", v ? ", " : "Claims of the papers: ", verdict_text((verdict)v),
               claims[v]);
    printf("\n");
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run_experiment(const experiment* e, const request* r, const rapid_library* his, paper* p)
{
    *p = (paper){.name = e->name, .summary = e->summary, .quick = r->quick, .rapid = his};
    rounds_taken();
    const double start = now();
    const int status = e->run(p);
    p->seconds = now() - start;
    p->rounds = rounds_taken();
    if (status != BENCH_ERROR && p->out_of_memory) return bench_fail("%s: out of memory", p->name);
    return status;
}

// Files are written after each experiment, so that an interrupted run can go on.
static int run_experiments(const request* r, const rapid_library* his, const char* const* names,
                           paper* all, size_t* count)
{
    const bool text = !r->json && !r->csv;
    int worst = BENCH_OK;
    size_t wanted = 0;
    for (int i = 0; i < EXPERIMENT_COUNT; i++) {
        if (r->only && strcmp(r->only, names[i]) != 0) continue;
        wanted++;
        if (r->resume &&
            paper_is_written(r->folder, names[i], &(paper){.quick = r->quick, .rapid = his})) {
            fprintf(stderr, "abut-bench: %s: not run, %s/papers.md has it of this commit\n",
                    names[i], r->folder);
            continue;
        }
        paper* p = &all[(*count)++];
        const int status = run_experiment(&experiments[i], r, his, p);
        if (status == BENCH_ERROR) return status;
        if (status == BENCH_SLOW) worst = status;
        if (text) paper_write_text(p);
        if (r->folder && paper_write_files(r->folder, p, names, EXPERIMENT_COUNT) != BENCH_OK)
            return BENCH_ERROR;
    }
    if (!wanted) return bench_fail("there is no experiment %s; see papers --list", r->only);
    if (text)
        write_tally(all, *count);
    else if (r->json)
        paper_write_json(all, *count);
    else
        paper_write_csv(all, *count);
    return worst;
}

static int run(int count, char** arguments)
{
    request r = {.only = NULL};
    const char* names[EXPERIMENT_COUNT];
    paper all[EXPERIMENT_COUNT];
    size_t done = 0;
    int status = take_options(&r, count, arguments);
    if (status != BENCH_OK) return status;
    for (int i = 0; i < EXPERIMENT_COUNT; i++) {
        names[i] = experiments[i].name;
        if (r.list) printf("%-18s %s\n", experiments[i].name, experiments[i].summary);
    }
    if (r.list) return BENCH_OK;
    // What can be wrong with the files is told before anything is measured.
    status = coverage_check(papers_coverage, names, EXPERIMENT_COUNT);
    if (status == BENCH_OK && r.folder) status = paper_check_folder(r.folder);
    rapid_library* his = NULL;
    if (status == BENCH_OK && r.rapid) status = rapid_open(&his, r.rapid);
    if (status == BENCH_OK) status = run_experiments(&r, his, names, all, &done);
    for (size_t i = 0; i < done; i++)
        paper_free(&all[i]);
    rapid_close(his);
    return status;
}

const bench_verb bench_papers = {
    .name = "papers",
    .summary = "experiments of the papers, remade",
    .help =
        "  --list          what there is\n"
        "  --only NAME     only this experiment\n"
        "  --quick         small; all of it takes less than three minutes\n"
        "  --rapid DIR     also ask RAPID 2.01, compiled from its sources in DIR by c++ (or CXX); "
        "its\n"
        "                  licence forbids to ship it. Without it no table has it\n"
        "  -o FOLDER       write FOLDER/papers.md, and FOLDER/figures: data, a gnuplot script "
        "and a\n"
        "                  picture each, as soon as an experiment is done. Those that did not run "
        "stay as\n"
        "                  they are there\n"
        "  --resume        with -o: leave out experiments that FOLDER/papers.md has of this "
        "commit, in\n"
        "                  this form (--quick or not), with these data (ABUT_DATA) and this RAPID. "
        "So a run "
        "that was\n"
        "                  interrupted goes on\n"
        "  --json, --csv   claims (JSON: and tables) for a program\n"
        "\n"
        "For each claim of a paper: what is found here, and whether it holds. Counters are "
        "exact; times\n"
        "are of the processor. A claim that does not hold is a finding: the exit status is 0 "
        "all the\n"
        "same, unless answers of methods differ or something could not be measured (2). 1: "
        "abut was\n"
        "less than 100 times faster than sampling (nc-fcl, not --quick).\n",
    .run = run,
};

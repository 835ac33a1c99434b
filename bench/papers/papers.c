// papers.c - the verb "papers": the experiments of the papers remade, one a row of the table below.
#include "common/options.h"
#include "nc/nc.h"
#include "papers/paper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct experiment {
    const char *name, *summary;
    int (*run)(paper* p);
} experiment;

// docs/papers.md has them in this order.
static const experiment experiments[] = {
    {"obb-tests", "What a test of two boxes takes (OBBTree, tables 1 and 2)", obb_tests},
    {"obb-proximity", "Spheres that come close (OBBTree, figures 5 and 6)", obb_proximity},
    {"obb-torus", "Boxes converge to a torus (OBBTree, figure 9)", obb_torus},
    {"obb-scenes",
     "Pipes on pipes, a torus in a landscape, a torpedo on a pivot (OBBTree, table 3)", obb_scenes},
    {"dop-orientations", "k = 6, 8, 14 (DOP-tree, tables 1 to 3, figures 4 to 6)",
     dop_orientations},
    {"dop-obb", "6-DOPs and oriented boxes (DOP-tree, tables 4 to 6, figures 7 and 8)",
     dop_against_obb},
    {"quickcd", "Costs, five data sets, k and RAPID's boxes (QuickCD, chapters 5 and 7)",
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
    {"nc", "Tools along paths over terrain (QuickCD, chapter 8)", nc_terrains},
    {"nc-fcl", "Moves proved, against sampling by FCL", nc_against_fcl},
};
enum { EXPERIMENT_COUNT = sizeof experiments / sizeof *experiments };

typedef struct request {
    const char *only, *folder;
    bool quick, json, csv, list;
} request;

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, quick)),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--csv", offsetof(request, csv)),
    BENCH_FLAG("--list", offsetof(request, list)),
    BENCH_VALUE("--only", bench_text, offsetof(request, only)),
    BENCH_VALUE("-o", bench_text, offsetof(request, folder)),
};

static int take_options(request* r, int count, char** arguments)
{
    const int status = BENCH_READ_OPTIONS(r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    return r->json && r->csv ? bench_fail("--json and --csv exclude each other") : BENCH_OK;
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

static int run_experiments(const request* r, paper* all, size_t* count)
{
    const bool text = !r->json && !r->csv;
    int worst = BENCH_OK;
    for (int i = 0; i < EXPERIMENT_COUNT; i++) {
        if (r->only && strcmp(r->only, experiments[i].name) != 0) continue;
        paper* p = &all[(*count)++];
        *p = (paper){
            .name = experiments[i].name, .summary = experiments[i].summary, .quick = r->quick};
        const int status = experiments[i].run(p);
        if (status == BENCH_ERROR) return status;
        if (status == BENCH_SLOW) worst = status;
        if (p->out_of_memory) return bench_fail("%s: out of memory", p->name);
        if (text) paper_write_text(p);
    }
    if (!*count) return bench_fail("there is no experiment %s; see papers --list", r->only);
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
    status = run_experiments(&r, all, &done);
    if (status != BENCH_ERROR && r.folder &&
        paper_write_files(r.folder, all, done, names, EXPERIMENT_COUNT) != BENCH_OK)
        status = BENCH_ERROR;
    for (size_t i = 0; i < done; i++)
        paper_free(&all[i]);
    return status;
}

const bench_verb bench_papers = {
    .name = "papers",
    .summary = "experiments of the papers, remade",
    .help = "  --list          what there is\n"
            "  --only NAME     only this experiment\n"
            "  --quick         small; all of it takes less than three minutes\n"
            "  -o FOLDER       write FOLDER/papers.md, and FOLDER/figures: data, a gnuplot script "
            "and a\n"
            "                  picture each. Experiments that did not run stay as they are there\n"
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

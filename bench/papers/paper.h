// paper.h - the report that the experiments of the verb "papers" fill: claims of a paper with what was found
// here, tables, figures. report.c shows it, files.c writes docs/notes/papers.md and the figures.
//
// A claim that does not hold is a finding and no error. Answers of methods that differ are an error.
//
// How to judge a claim. Judge counters (N_v, N_p, N_u, bytes) wherever they can say it, and show times beside them: they
// are exact, and one run is enough. A claim about times is measured and judged in four steps:
//
//   1. Build all rivals, and ask them by turns (run.h): pairs_ask(rivals, RIVALS, &s, &range, ROUNDS_USUAL, f).
//      Each round asks every rival once; f[i].mean_of and f[i].longest_of have the times of each round.
//   2. Make the ratio of two, with its interval: rounds_ratio(&f[1].mean_of, &f[0].mean_of).
//   3. Judge it: verdict_above(ratio, 10, 2) for "10 times slower, partly from 2 times"; or count cases, with
//      tally_above(&t, ratio, 1) for each and tally_verdict(&t) at the end. Where the threshold lies within the interval
//      that is "no difference". once_ratio is for what is measured once, such as builds.
//   4. Show it: interval_text(ratio).text is "1.31 (1.25 to 1.34)", tally_text(&t).text "4 of 6, no difference in 1".
//
// quickcd_scaling.c is an example. Two that are not asked by turns (sizes of one scene): rounds_ratio_apart(). A time
// that is no ratio (a frame of 33 ms): rounds_spread(). State the threshold in the claim's rule, and derive its reason
// from figures of the same run.
#ifndef ABUT_BENCH_PAPER_H
#define ABUT_BENCH_PAPER_H
#include "papers/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct claim {
    char *where, *says;  // place in the paper; its words
    char* rule;          // what has to be so that it holds, with its thresholds
    char *here, *why;    // our figure; "" or why not
    verdict holds;
} claim;

typedef enum item_kind { ITEM_TEXT, ITEM_TABLE, ITEM_ROW, ITEM_LINES, ITEM_FIGURE } item_kind;

typedef struct item {
    item_kind kind;
    char* text;  // of a table: its title; of a row: cells with '|' between; of a figure: its number
    char* columns;  // of a table: its heads, as a row
} item;

typedef struct point {
    double x, y;
} point;

typedef struct series {
    char* name;
    bool is_theirs;
    point* points;
    size_t count;
} series;

typedef struct figure {
    char *name, *title, *x, *y;  // name: of its files
    bool log_x, log_y, with_steps, is_picture;
    series* lines;
    size_t line_count;
} figure;

typedef struct paper {  // of one experiment
    const char *name, *summary;
    claim* claims;
    item* items;
    figure* figures;
    size_t claim_count, item_count, figure_count;
    bool quick;
    const struct rapid_library* rapid;  // NULL: not given (papers/rapid.h)
    bool out_of_memory;                 // then the report lacks something, and is not shown
    double seconds;                     // that it took, by the clock
    round_range rounds;                 // of what it asked
} paper;

void paper_free(paper* p);

#define PAPER_PRINTF(at) __attribute__((format(printf, (at), (at) + 1)))

// rule is read after "holds if": the threshold that the verdict was judged by, and that of "partly". The format is of
// what was found here. why may be "": it is shown unless the claim holds.
void paper_claim(paper* p, const char* where, const char* says, const char* rule, verdict holds,
                 const char* why, const char* format, ...) PAPER_PRINTF(7);
// A paragraph.
void paper_text(paper* p, const char* format, ...) PAPER_PRINTF(2);
// One line of a block that is shown as it is.
void paper_line(paper* p, const char* format, ...) PAPER_PRINTF(2);
// Begin a table; columns and rows are cells with '|' between them.
void paper_table(paper* p, const char* title, const char* columns);
void paper_row(paper* p, const char* format, ...) PAPER_PRINTF(2);

// Begin a figure; the points that follow are its.
typedef struct figure_shape {
    const char *name, *title, *x, *y;
    bool log_x, log_y;
    bool with_steps;  // lines only, of many points
    bool is_picture;  // lines only, without axes, to scale; a point of NANs lifts the pen
} figure_shape;
void paper_figure(paper* p, const figure_shape* shape);
// Begin a line of the figure. One whose name begins with "the paper" has the paper's numbers: it is drawn dashed, in grey.
// Its name says how they are scaled, if they are.
void paper_series(paper* p, const char* name);
void paper_point(paper* p, double x, double y);

// At the end of a cell: the row is of a file of ABUT_DATA. What it means is told under the section.
#define PAPER_DATA " †"

// ------------------------------------------------------------------------------ output (report.c)

void paper_write_text(const paper* p);
void paper_write_csv(const paper* all, size_t count);   // claims only
void paper_write_json(const paper* all, size_t count);  // claims and tables
// The section as Markdown, in memory that the caller frees; NULL if there is not enough.
char* paper_markdown(const paper* p);

// ------------------------------------------------------------------------------ files (files.c)

// Whether a folder is there and can be written to; told if not. For before anything is measured.
int paper_check_folder(const char* folder);
// Write the section of an experiment into folder/papers.md, and its figures into folder/figures/. The document is
// replaced at once: other sections stay as they are. names: all experiments in their order. Without gnuplot there are no
// pictures, which paper_check_folder tells. Returns a BENCH_ status.
int paper_write_files(const char* folder, const paper* p, const char* const* names,
                      size_t name_count);
// Whether folder/papers.md has a section of that name that this program gave, in p's form, with these data and p's
// RAPID. Of p only these count.
bool paper_is_written(const char* folder, const char* name, const paper* p);

// ----------------------------------------------------------------------------------- experiments

// Each returns a BENCH_ status, having told on stderr what is wrong.
int obb_tests(paper* p);
int obb_build(paper* p);
int obb_proximity(paper* p);
int obb_torus(paper* p);
int obb_scenes(paper* p);
int dop_orientations(paper* p);
int dop_against_obb(paper* p);
int dop_trees(paper* p);
int dop_combs(paper* p);
int quickcd_sets(paper* p);
int quickcd_rules(paper* p);
int quickcd_leaves(paper* p);
int quickcd_proximity(paper* p);
int quickcd_early(paper* p);
int quickcd_front(paper* p);
int quickcd_overlap(paper* p);
int quickcd_choices(paper* p);
int quickcd_variants(paper* p);
int quickcd_scaling(paper* p);
int hybrid_table(paper* p);

#endif

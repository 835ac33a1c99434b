// paper.h - the report that the experiments of the verb "papers" fill: claims of a paper with what was found
// here, tables, figures. report.c shows it, files.c writes docs/papers.md and the figures.
//
// A claim that does not hold is a finding and no error. Answers of methods that differ are an error.
#ifndef ABUT_BENCH_PAPER_H
#define ABUT_BENCH_PAPER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum verdict {
    CLAIM_HOLDS,
    CLAIM_PARTLY,     // in some of the cases
    CLAIM_FAILS,      // measured, and it is not so
    CLAIM_NOT_SHOWN,  // nothing here says so or not; why tells the reason
    VERDICT_COUNT,
} verdict;

// "holds" "partly" "does not hold" "not shown".
const char* verdict_text(verdict v);
// CLAIM_HOLDS if all cases are so, CLAIM_PARTLY if some, else CLAIM_FAILS.
verdict verdict_of(size_t so, size_t cases);

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
    point* points;
    size_t count;
} series;

typedef struct figure {
    char *name, *title, *x, *y;  // name: of its files
    bool log_x, log_y, with_steps;
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
    const struct rapid* rapid;  // NULL: not given (papers/rapid.h)
    bool out_of_memory;  // then the report lacks something, and is not shown
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
} figure_shape;
void paper_figure(paper* p, const figure_shape* shape);
// Begin a line of the figure.
void paper_series(paper* p, const char* name);
void paper_point(paper* p, double x, double y);

// ------------------------------------------------------------------------------ output (report.c)

void paper_write_text(const paper* p);
void paper_write_csv(const paper* all, size_t count);   // claims only
void paper_write_json(const paper* all, size_t count);  // claims and tables
// The section as Markdown, in memory that the caller frees; NULL if there is not enough.
char* paper_markdown(const paper* p);

// ------------------------------------------------------------------------------ files (files.c)

// Write folder/papers.md and folder/figures/: sections of experiments that did not run stay as they are in
// the file. names: all experiments in their order. Without gnuplot there are no pictures, and that is told.
// Returns a BENCH_ status.
int paper_write_files(const char* folder, const paper* all, size_t count, const char* const* names,
                      size_t name_count);

// ----------------------------------------------------------------------------------- experiments

// Each returns a BENCH_ status, having told on stderr what is wrong.
int obb_tests(paper* p);
int obb_proximity(paper* p);
int obb_torus(paper* p);
int obb_scenes(paper* p);
int dop_orientations(paper* p);
int dop_against_obb(paper* p);
int quickcd_sets(paper* p);
int quickcd_rules(paper* p);
int quickcd_leaves(paper* p);
int quickcd_proximity(paper* p);
int quickcd_early(paper* p);
int quickcd_front(paper* p);
int quickcd_scaling(paper* p);
int hybrid_table(paper* p);

#endif

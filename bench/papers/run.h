// run.h - what the experiments share: pairs of models built and asked, and the scenes that the papers
// used, made by formula.
#ifndef ABUT_BENCH_PAPERS_RUN_H
#define ABUT_BENCH_PAPERS_RUN_H
#include "methods/methods.h"
#include "papers/verdict.h"
#include "scenes.h"

// --------------------------------------------------------------------------------- asking (run.c)

typedef struct pair_built {
    abut_model *a, *b;     // b NULL: the same as a
    double build_ms;       // of a, and of b where that is another
    abut_model_info info;  // of a
} pair_built;

// b_build NULL: as a. Unless BENCH_OK, out is zeroed.
int pair_build(pair_built* out, const bench_scene* s, const abut_build* a_build,
               const abut_build* b_build);
// Build b anew; build_ms becomes that of b. Unless BENCH_OK, p has no b.
int pair_rebuild_b(pair_built* p, const bench_scene* s, const abut_build* b_build);
void pair_free(pair_built* p);

typedef struct asked_figures {
    // The mean query, over all rounds; the longest, by the least of its rounds.
    double mean_us, max_us;
    time_rounds mean_of, longest_of;                              // these in each round
    double volume_tests, triangle_tests, node_updates, contacts;  // a query, in the mean
    size_t queries, in_contact;
    uint64_t hash;  // of all answers; with a limit, of yes and no
} asked_figures;

typedef struct step_figures {  // of one query; us: the least of the rounds
    double us, volume_tests, triangle_tests, node_updates;
} step_figures;

typedef struct pose_range {
    size_t first, count;
} pose_range;

// Ask some poses, in rounds; steps may be NULL.
int pair_ask(const pair_built* p, const bench_scene* s, const pose_range* range,
             const abut_ask* ask, int round_count, step_figures* steps, asked_figures* out);
// All poses.
int pair_ask_all(const pair_built* p, const bench_scene* s, const abut_ask* ask, int round_count,
                 step_figures* steps, asked_figures* out);

typedef struct pair_rival {
    const pair_built* pair;
    const abut_ask* ask;
    step_figures* steps;             // of each query, or NULL
    const struct rapid_pair* rapid;  // in place of pair: RAPID itself (rapid.h)
} pair_rival;

// Ask rivals by turns, so that their times can be compared: in each of at most ROUNDS_MOST rounds each of them is asked
// all poses once, the first of one round last in the next. out: of each rival. Counters are those of the first round: a
// front, if asked for, is kept from one round to the next. Rivals whose answers differ are an error, which is told;
// those that are asked with a limit are compared among each other, by whether there is contact. RAPID is not:
// rapid_pair_compare tells how its answers differ.
enum { PAIR_RIVALS_MOST = 16 };
int pairs_ask(const pair_rival* rivals, size_t count, const bench_scene* s, const pose_range* range,
              int round_count, asked_figures* out);

// Note that something else was asked in so many rounds.
void rounds_note(int round_count);
// How many rounds were taken since this was last asked; 0 if nothing was.
round_range rounds_taken(void);

// What the authors' programs are made of: RAPID (boxes by area-weighted covariance, one triangle a leaf,
// doubles), its boxes along the axes in the same code, QuickCD (environment leaves of one triangle).
// The program RAPID 2.01 cuts across the direction of largest variance; its paper, OBBTree, across the longest side, which
// is obbtree_build, and rapid_axis_build without turns.
abut_build obbtree_build(void);
abut_build rapid_build(void);
abut_build rapid_float_build(void);
abut_build rapid_axis_build(void);

// Least squares in logarithms: the exponent of y in x. Points with y from least to most count; 0 if there are
// fewer than three.
double fitted_exponent(const double* x, const double* y, size_t count, double least, double most);

// ------------------------------------------------------------------------------ shapes (shapes.c)

// Of about so many triangles, lengths about 1; kind and size are the papers', the rest is ours. Each returns a
// BENCH_ status.
// Of scenes.h:
int shape_door(uint32_t triangles, mesh* out);
int shape_lock(uint32_t triangles, mesh* out);
int shape_car(uint32_t triangles, mesh* out);
int shape_cylinder(uint32_t triangles, mesh* out);
int shape_pipes(uint32_t triangles, mesh* out);      // "pipes", along the axes, in the unit cube
int shape_wrinkled(uint32_t triangles, mesh* out);   // a torus with wrinkles
int shape_landscape(uint32_t triangles, mesh* out);  // teeth, dimples, a stalagmite; open
int shape_airliner(uint32_t triangles, mesh* out);
int shape_cross(mesh* out);                      // three bars: 36 triangles
int shape_cabin(uint32_t triangles, mesh* out);  // a tube with seats and small things
int shape_hand(uint32_t triangles, mesh* out);
// Tetrahedra that are apart from each other, in the unit cube; a tube through them if with_tube.
int shape_obstacles(uint32_t triangles, bool with_tube, mesh* out);
void shape_tube_middle(double u, double out[3]);  // u from 0 to 1
// Rolling ground of so many triangles, in the unit square.
int shape_terrain(uint32_t triangles, uint64_t seed, mesh* out);

// mesh_join, which tells what is wrong.
int mesh_add(mesh* to, mesh* part);

// ------------------------------------------------------------------------------ flights (flight.c)

// Fly b about a: billiard_make's path. Poses of s are filled.
int fly_scene(bench_scene* s, const billiard_rules* rules);
// Make a fall of two bodies by its name (fall.h): a rests, b falls. quick: its small form.
int fall_make_scene(bench_scene* s, const char* name, bool quick);

// -------------------------------------------------------------------------------- data sets (sets.c)

enum { SET_PIPES, SET_TORUS, SET_AIRLINER, SET_SWEPT, SET_INTERIOR, SET_COUNT };

// The five of QuickCD (Klosowski 1998, chapter 5), with a path each: billiard flights; the bars of swept fly through
// their tube, the hand of interior through the cabin.
int set_make(bench_scene* out, int which, bool quick, size_t steps);
// The same with one part of so many of the triangles, where there are more than a thousand; quick is a sixteenth.
int set_make_part(bench_scene* out, int which, uint32_t parts, size_t steps);
// How QuickCD builds (chapter 7): the axis of largest variance, the mean, leaves of one triangle in the environment.
abut_build quickcd_build(abut_method method);
// The same for the flying object, whose leaves are found as in chapter 6: small ones for small objects, whatever k;
// for others the larger, the larger k.
abut_build quickcd_flyer(abut_method method, size_t triangles);

#endif

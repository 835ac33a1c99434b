// trial.h - the size of leaves, found by trial queries (Klosowski 1998, chapters 6 and 9): a model meets itself in poses
// that are always the same, once with each size; the one with the least work is taken.
#ifndef ABUT_QUERY_TRIAL_H
#define ABUT_QUERY_TRIAL_H
#include "query/model.h"

// The sizes, in the order in which they are tried: the first is the default of the methods that have trials.
#define TRIAL_SIZES 6
extern const int trial_sizes[TRIAL_SIZES];

// What a query costs, in half nanoseconds as they were measured (docs/notes/methods.md, "Leaf size"). What finds a pair costs
// too, but the same whatever the leaves are.
#define TRIAL_VOLUME   22   // a pair of volumes
#define TRIAL_TRIANGLE 3    // a pair of triangles: most are apart in a few comparisons
#define TRIAL_UPDATE   400  // a volume placed
uint64_t trial_work(const abut_hits* hits);

// Up to 24 poses of a model beside itself, which stands in no pose: turned at random, and moved until the slabs about
// both, along a direction at random, overlap by one of six parts of the narrower one, or not quite. Fewer of large models.
#define TRIAL_POSES 24
int trial_poses(const soup_mesh* m, const frame* f, abut_pose out[TRIAL_POSES]);

// A pose is left out if with the first size it takes more tests: what crosses itself all over would take too long.
uint64_t trial_budget(size_t triangle_count);

// Find the size for a soup that soup_check accepts; the first one where no pose counts. The trees of the trials are
// not turned: which leaves are best hardly depends on that. The same on every machine and for any number of workers.
// Returns ABUT_OK, or as model_build and collide. Cost: a build and at most as much work of queries as
// the first size takes, for each size; one model at a time.
abut_status trial_leaf_size(int* out, const abut_soup* soup, const build_options* options,
                            const abut_host* host);

#endif

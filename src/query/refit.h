// refit.h - a model whose vertices have moved: another one, which shares what is the same.
#ifndef ABUT_QUERY_REFIT_H
#define ABUT_QUERY_REFIT_H
#include "query/model.h"

#include "abut/change.h"

// As abut_model_refit, which checks the arguments; soup as soup_check_present says of the model's mesh.
abut_status model_refit(abut_model** out, const abut_model* model, const abut_soup* soup,
                        const abut_host* host, abut_change* change);

// As wide_looseness, of a model's tree.
double model_looseness(const abut_model* model);
// How much a tree has grown since it was built, which is now so loose (engine/build/refit.h); 1
// for one without triangles, and where that is not known.
double growth_of(const wide_growth* growth, double now);

#endif

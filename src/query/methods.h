// methods.h - the one list of methods: what each is called, which options it has, and what it is made of.
#ifndef ABUT_QUERY_METHODS_H
#define ABUT_QUERY_METHODS_H
#include "engine/build/build.h"
#include "methods/tree/tree.h"
#include "methods/walk/walk.h"

#include "abut/methods.h"

// Options with all defaults filled in. own.tree and own.walk are NULL: they stand beside it.
typedef struct build_options {
    abut_build own;
    abut_tree_build tree;
} build_options;

typedef struct ask_options {
    abut_ask own;
    abut_tree_walk walk;
} ask_options;

// Return the name of a method, or the line that says what it is; NULL if there is no such method.
const char* method_name(abut_method method);
const char* method_text(abut_method method);
abut_status method_from_name(const char* name, abut_method* out);

// Whether a method is in this build: ABUT_OK, ABUT_NOT_AVAILABLE, or ABUT_BAD_ARGUMENT if there is no such method.
abut_status method_presence(abut_method method);

// Whether models of a method have a tree of volumes of one kind. A small library has no such method.
static inline int method_has_tree(abut_method method)
{
#ifdef ABUT_SMALL
    (void)method;
    return 0;
#else
    return method != ABUT_METHOD_WIDE && method != ABUT_METHOD_BRUTE;
#endif
}

// Resolve the defaults of options: out is the same question without zeros that mean a default.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT for a value that no method has, ABUT_BAD_COMBINATION or
// ABUT_NOT_AVAILABLE. ABUT_METHOD_AUTO becomes the method that it stands for.
abut_status method_resolve(const abut_build* options, build_options* out);

// Whether every value of options is one that some method has, or 0.
int method_values_are_valid(const build_options* options);

// How the leaf size of options with trial is found (trial.h). Returns as trial_leaf_size. host: complete.
typedef abut_status trial_function(int* out, const abut_soup* soup, const build_options* options,
                                   const abut_host* host);
// That of a method; NULL if it has none.
trial_function* method_trial(abut_method method);

// The options of a tree, for resolved options of a method that has one. exponent: the frame's.
tree_options method_tree(const build_options* options, int exponent);

// The same for ABUT_METHOD_WIDE.
wide_options method_wide(const abut_build* options, int exponent);

// Whether every value of a question is one that some method has, or 0.
int ask_values_are_valid(const abut_ask* ask);

// Resolve what a query may ask of a method.
abut_status method_resolve_ask(abut_method method, const abut_ask* options, ask_options* out);

// The kind of volume of a method with these numbers, never defaults; NULL if there is none.
const volume_class* method_kind(abut_method method, abut_real real, abut_orientation orientation);

// The walk of trees of that kind.
walk_function* method_walk(const volume_class* kind);
// The walk for the nearest pair of triangles; NULL if the kind has none.
walk_function* method_nearest(const volume_class* kind);
// The walk for all pairs that are close; kinds that have the one have the other.
walk_function* method_close(const volume_class* kind);

#endif

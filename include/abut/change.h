// change.h - models that change: vertices that move, triangles that come and go
// SPDX-License-Identifier: MIT
//
//     abut_model_refit(&next, model, &moved, NULL, &change);     the same triangles, moved
//     abut_model_edit(&next, model, &edit, NULL, &change);         some removed, others inserted
//     if (change.is_rebuild_advised) ...                     abut_model_build, when there is time
//
// A model never changes: each of these makes another one, which answers as one that is built anew,
// and shares with the first what is the same in both. So threads go on asking the first, and each
// model is freed by itself, in any order, by any thread. What is shared goes back to the host that
// it came from, when the last owner is freed: so that host must last as long, and its release may
// be called by any thread. A model that was opened from bytes (saved.h) may share them: they must
// stay until every model is freed that was made of it. abut_model_info counts what is shared as
// each model's own.
#ifndef ABUT_CHANGE_H
#define ABUT_CHANGE_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- change

// What became of the tree.
typedef struct abut_change {
    // How much looser the boxes are than when the tree was built: the sum of their surfaces by
    // that of the triangles, divided by what it was then. About 1 as long as it is as good; below
    // 1 where the surface has become rougher. Of brute, and of models without triangles, 1.
    double growth;
    // 1: the tree is so much worse that questions will be faster after abut_model_build, by more
    // than a few per cent: growth is above 1.5, or more triangles were removed and inserted since
    // the tree was built than half of those that there are.
    int is_rebuild_advised;
    // Whether all vertices were merged anew, as abut_model_build merges them, since some that were
    // one are several now, or several are one, bit by bit. Then less is shared, and refitting
    // takes several times as long. 0 of an edit.
    int is_merged_anew;
    size_t shared_bytes;   // of the new model, that another model has, too
    uint64_t reserved[4];  // zero
} abut_change;

// ------------------------------------------------------------------------------------------ refit

// Make a model of the same triangles with other vertices, as cloth, organs and parts under load
// have them. soup: as that of the model: as many triangles, in the same order; each may have any
// vertices, if only few change their neighbours, for the tree stays, and its boxes are fitted
// anew. Bounds are proved as those of a new tree. Triangles that were removed (abut_model_edit)
// are not read. Vertices that no triangle uses stay as they were. Answers are those of a model
// that is built of the soup; counters may differ. Boxes keep their axes until they have become
// looser by some per cent; then axes are chosen anew, of those that need it or of all. Cost: a
// twelfth of abut_model_build, some 4 ms for 100 000 triangles; half of it where all axes are
// chosen anew, as after a deformation that turns most parts by more than a few degrees. Questions
// take as long as of a new model within a sixth, where growth is below 1.2.
// The model's method is ABUT_METHOD_WIDE (the default) or BRUTE, else ABUT_BAD_COMBINATION. host:
// memory of the new model, and workers. It may be NULL. change may be NULL.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT (also for another number of triangles),
// ABUT_BAD_COMBINATION, ABUT_CANCELLED, or as abut_soup_check.
// Source: van den Bergen 1997, section 4, for boxes that are fitted anew.
ABUT_API abut_status abut_model_refit(abut_model** out, const abut_model* model,
                                      const abut_soup* soup, const abut_host* host,
                                      abut_change* change);

// ------------------------------------------------------------------------------------------- edit

// What is edited. Zeroed: nothing.
typedef struct abut_edit {
    const uint32_t* removed;    // indices of triangles that are there, each once, in any order
    size_t removed_count;       // how many
    const abut_soup* inserted;  // triangles and their vertices; NULL: none
    uint32_t* ids;              // yours: becomes the index of each inserted one; NULL: not wanted
    uint64_t reserved[2];       // zero
} abut_edit;

// Make a model with some triangles fewer, and others more. All others keep their indices: those
// that are removed leave gaps, which meet nothing, and which abut_model_info.removed_count counts.
// Inserted ones take the lowest indices that are free, gaps of this call too, in their order, and
// count up from there. So removing some and inserting as many replaces them, in the order of their
// indices. The tree is built anew where it changes only; all of it where more than half changes,
// or where triangles go beyond the space that it was built for. Vertices that nothing uses any
// more may stay: they are dropped when they are more than half. Answers are those of a model that
// is built anew, with these indices. Methods, host, change as abut_model_refit.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_INDEX (a removed index that is
// not there, or there twice; also as abut_soup_check), ABUT_BAD_COMBINATION, ABUT_TOO_LARGE,
// ABUT_CANCELLED, or as abut_soup_check.
// Cost: a copy, and what changes: for one percent of 100 000 triangles a tenth of a build.
// Source: Klosowski 1998, chapter 9 (insert and delete primitives).
ABUT_API abut_status abut_model_edit(abut_model** out, const abut_model* model,
                                     const abut_edit* edit, const abut_host* host,
                                     abut_change* change);

#ifdef __cplusplus
}
#endif
#endif

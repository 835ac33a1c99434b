// changes.h - what the files about models that change share.
#ifndef ABUT_BENCH_PROBES_CHANGES_H
#define ABUT_BENCH_PROBES_CHANGES_H
#include "probes/probes.h"

// A mesh with other vertices: a smooth motion by at most so much of the size, and each vertex shaken by a hundredth of that.
void changes_move(const probes_scene* s, random_source* r, double most, double* vertices);

// Triangles to be removed, a hundredth of all, sorted; and as many that replace them, which are the same a little beside.
typedef struct changes_edit {
    uint32_t* removed;
    size_t count;
    abut_soup inserted;
    double* vertices;  // its arrays
    uint32_t* triangles;
} changes_edit;
// is_region: those around one triangle; else any. m: as it is now.
changes_edit changes_edit_make(const mesh* m, double size, bool is_region, random_source* r);
// The mesh that an edit makes, vertices and triangles in place of those that there were; all of its vertices are kept.
void changes_edit_apply(const changes_edit* e, mesh* m);
void changes_edit_free(changes_edit* e);

// How a model was changed ten times.
enum { AFTER_REFITS, AFTER_REGIONS, AFTER_SCATTERED };
// Ask a model that was changed so, and one of the same triangles that was built anew (after.c).
void changes_ask_after(probes_run* run, const probes_scene* s, int kind, const abut_model* changed,
                       const abut_model* fresh);

#endif

// early.h - what the files of the experiment quickcd-early share: environments, the mesher beside, and rankings
// (Klosowski 1998, chapter 2).
#ifndef ABUT_BENCH_PAPERS_EARLY_H
#define ABUT_BENCH_PAPERS_EARLY_H
#include "baseline/tetra_mesh.h"
#include "mesh/mesh.h"
#include "papers/paper.h"

// ------------------------------------------------------------------ environments (early_scenes.c)

typedef enum early_group {
    GROUP_SCENES,
    GROUP_TETRAHEDRA,
    GROUP_TERRAINS,
    GROUP_COUNT
} early_group;
extern const char* const early_group_names[GROUP_COUNT];

enum { ENVIRONMENTS = 10, FLYERS = 5 };

typedef struct surroundings {
    char name[48];
    early_group group;
    bool is_data;  // of ABUT_DATA, not made by formula
    mesh m;
    tetra_mesh tetra;   // its surface is m; empty: there is none
    char no_mesh[160];  // why not
} surroundings;

// Make one of ENVIRONMENTS in the unit cube. BENCH_SLOW: its data are not there, which is told.
int surroundings_make(surroundings* out, int which, bool quick);
void surroundings_free(surroundings* s);

// Make one of FLYERS, as large as early_flyer_sizes says.
int early_flyer(mesh* out, int which, bool quick);
extern const char* const early_flyer_names[FLYERS];
extern const double early_flyer_sizes[FLYERS];

// --------------------------------------------------------------------- the mesher (early_mesher.c)

// Have tetgen, if it is installed, fill a box about a surface with tetrahedra: constrained Delaunay, with Steiner points
// inside the box only, so that the surface stays as it is. It is a program beside, run and not linked. BENCH_SLOW: there
// is no mesh; text says why. Unless BENCH_OK, out is zeroed.
int early_mesh(const mesh* surface, tetra_mesh* out, char text[160]);

// ----------------------------------------------------------------------- rankings (early_rank.c)

// Mesh, grid, k-d tree, R-tree.
enum { RIVALS = 4, RIVAL_MESH = 0, RIVAL_GRID, RIVAL_KD, RIVAL_RTREE };
extern const char* const early_rival_names[RIVALS];

// How rivals stand in a race.
typedef enum early_way {
    WAY_TUNED,    // the first phase ends at its first witness, as the paper's does; settings tuned
    WAY_DEFAULT,  // the same with the settings that are the default
    WAY_COLLECT,  // tuned; the first phase collects all, whose range then sorts out triangles of the flyer
    WAY_COUNT,
} early_way;

typedef struct early_figures {  // of one rival along one flight
    bool is_there;
    time_rounds us, full_us;  // a query, as if FULL_SHARE of them got to triangles; one that does
    double looked;            // comparisons of boxes in such a query
} early_figures;

typedef struct early_race {
    early_group group;
    int flyer;
    bool is_data;
    size_t steps, hits, full;
    early_figures f[WAY_COUNT][RIVALS];
} early_race;

// Tables and claims of all races.
void early_report_ranks(paper* p, const early_race* races, size_t count);

// Of one environment.
typedef struct early_memory {
    size_t triangles;
    double bytes[RIVALS];   // with the environment; 0: not there
    double stored[RIVALS];  // triangles in lists
} early_memory;
void early_report_memory(paper* p, const early_memory* all, size_t count);

#endif

// nc.h - the experiments with tools along paths, which papers/papers.c lists, and what their files share.
#ifndef ABUT_BENCH_NC_NC_H
#define ABUT_BENCH_NC_NC_H
#include "mesh/mesh.h"
#include "papers/paper.h"

#include "abut/abut.h"
#include "abut/milling.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Tools over terrains (Klosowski 1998, chapter 8). Return a BENCH_ status.
int nc_terrains(paper* report);
// abut_turned_depth against sampling by FCL; where there is no FCL, that is told.
int nc_against_fcl(paper* report);

// ------------------------------------------------------------------------- terrains (terrain.c)

typedef struct terrain {
    char name[64];
    bool is_data;  // of ABUT_DATA
    uint32_t columns, rows;
    double* height;  // rows x columns, of cells of size 1
    mesh surface;    // two triangles a cell
} terrain;

// Waves by formula; with_lake: what is below the middle height is level.
int terrain_waves(terrain* t, uint32_t width, bool with_lake);
// A file of ABUT_DATA's folder terrain: a grid as .asc (ESRI), .csv or .json; its heights made a tenth of its width.
// BENCH_SLOW: it is not there, which is told.
int terrain_read(terrain* t, const char* name);
void terrain_free(terrain* t);  // leaves it zeroed

typedef struct path {
    double* tips;  // 3 numbers each; freed by the caller
    size_t count;
} path;

// To and fro over every `every`th row: the row's profile, moved outward by the radius of a ball (its tip is told), and up.
int terrain_path(const terrain* t, double radius, uint32_t every, double up, path* out);

// ---------------------------------------------------------------------------------- parts (part.c)

// A mould, or what a program leaves, with a path over it that is distorted a little.
typedef struct bench_part {
    const char* name;
    bool is_data;  // of ABUT_DATA
    mesh surface;
    path p;
    double radius;  // of the ball
} bench_part;

enum { BENCH_PARTS = 5 };
// BENCH_SLOW: its data are not there, which is told.
int bench_part_make(bench_part* out, int which, bool quick);
void bench_part_free(bench_part* p);  // leaves it zeroed

// ------------------------------------------------------------------------------- claims (claims.c)

typedef struct measured {
    size_t steps, hits, open;  // open: undecided
    // A step, in the mean.
    double contacts, volume_tests, triangle_tests, node_updates;
    time_rounds us;
} measured;

enum { NC_DOPS = 4, NC_FLIERS = 6, NC_RAPID = 4, NC_OWN = 5, BENCH_TOOLS = 3 };
extern const char* const nc_flier_names[NC_FLIERS];

// What was measured along one path.
typedef struct nc_figures {
    char name[96];
    bool is_lake, is_rugged, is_data;             // a terrain by formula, which the path touches
    measured sphere[NC_DOPS], swept[NC_DOPS];     // the paper's exact test, k = 6, 14, 18, 26
    measured solid[BENCH_TOOLS][NC_DOPS];         // solids of revolution against k-DOPs, in places
    measured skin[BENCH_TOOLS][NC_FLIERS];        // polyhedral, in places
    measured sampled[BENCH_TOOLS];                // along whole moves
    measured proved_places, proved[BENCH_TOOLS];  // abut_turned_depth
} nc_figures;

void nc_tell_claims(paper* p, const nc_figures* all, size_t count);

// --------------------------------------------------------------------------------- tools (tools.c)

// A tool as a solid, and as a mesh about its tip.
typedef struct bench_tool {
    const char* name;
    abut_turned solid;
    mesh skin;
} bench_tool;

// BENCH_TOOLS: a ball, rounded corners, a cone with a round tip.
int bench_tools_make(bench_tool tools[BENCH_TOOLS], double radius);
void bench_tools_free(bench_tool tools[BENCH_TOOLS]);

// Build a model; NULL after telling why not.
abut_model* bench_model(const mesh* m, const abut_build* build);

// ------------------------------------------------------------------------------------- FCL (fcl.c)

typedef struct fcl_figures {
    char name[128];  // with version
    size_t tests, hits;
    double seconds;  // of all tests together, the build not included
} fcl_figures;

// Ask FCL (fcl-obbrss) whether a mesh meets another that stands at each of some places (3 numbers each). hits are
// counted if wanted. BENCH_SLOW: there is no FCL, which is told.
int fcl_ask(const mesh* still, const mesh* moved, const double* places, size_t count,
            bool with_hits, fcl_figures* out);

#endif

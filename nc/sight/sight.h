// sight.h - what there is to see of an NC program: what it is checked against, the path of the tip, and the tools.
#ifndef ABUT_NC_SIGHT_SIGHT_H
#define ABUT_NC_SIGHT_SIGHT_H
#include "see.h"
#include "verb/command.h"

enum { NC_TOOLS_MOST = 64 };

// The surface of a body of a tool, in triangles of nine numbers, with the tip at the origin.
typedef struct nc_mesh {
    double* triangles;
    size_t count, capacity;
} nc_mesh;

// Add a solid of revolution; one that does not end is drawn up to a height. Returns false without memory.
bool nc_mesh_add(nc_mesh* m, const abut_turned* t, double top);

typedef struct nc_seen_tool {
    int number;
    nc_mesh bodies[NC_BODIES];
    nc_mesh all;   // together
    double size;   // the greatest radius
    bool endless;  // a body goes on above what is drawn
} nc_seen_tool;

// How a move is drawn.
typedef enum nc_ink { NC_INK_FEED, NC_INK_RAPID, NC_INK_UNDECIDED, NC_INK_CUT } nc_ink;

typedef struct nc_sight {
    const nc_result* result;
    nc_seen_tool tools[NC_TOOLS_MOST];
    size_t tool_count;
    uint8_t* move_tools;  // of each move
    uint8_t* inks;        // of each move, nc_ink
    double* points;       // of the path, three numbers each: arcs are chords
    size_t point_count, point_capacity;
    uint32_t* starts;   // the first point of each move, and behind the last
    size_t* line_move;  // of each line of the path
    size_t line_count;
    size_t worst;  // the finding that is shown; SIZE_MAX: none
    size_t shown_tool;
    double tip[3];  // where that tool is shown
    char* notes[SEE_PARTS_MOST];
    char* verdict;
    int target_parts[FIXTURES_MOST + 2];  // which part a target is; -1: not drawn
    see_scene scene;
} nc_sight;

// Look at a result, which must outlive the sight. Returns false after telling what is wrong. Release the sight in any
// case.
bool nc_see(const nc_result* r, nc_sight* s);
void nc_sight_free(nc_sight* s);

// Write corners for see_part; user is an nc_target.
void nc_target_corners(void* user, size_t first, size_t count, double* out);

// Write the report that is asked for. Returns false after telling what is wrong.
bool nc_write_report(nc_result* r, const nc_sight* s, output* out);

#endif

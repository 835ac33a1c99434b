// depth.h - what "abut check" asks of both models as solids: --depth, --along, --curves and --volume.
#ifndef ABUT_CLI_CHECK_DEPTH_H
#define ABUT_CLI_CHECK_DEPTH_H
#include "models/pair.h"
#include "models/solids.h"
#include "output/csv.h"
#include "output/json_parts.h"
#include "picture/report.h"
#include "say/progress.h"
#include "see.h"

#include <abut/depth.h>
#include <abut/overlap.h>

typedef struct depth_options {
    bool depth, curves, volume;
    const char* curves_file;  // NULL: none
    const char* along;        // the direction as it was given; NULL: not asked
    double direction[3];
    double tolerance;  // 0: the default
    uint64_t budget;   // of each search for a depth; 0: none
} depth_options;

// Is anything of that asked?
bool depth_is_asked(const depth_options* o);
// Is what both share asked? It needs all pairs in contact.
bool depth_has_overlap(const depth_options* o);

// Whether its CSV is a table of its own.
bool depth_has_table(const depth_options* o);

// The answers to what is asked.
typedef struct depth_result {
    const depth_options* options;
    const model_file* sides;
    solids solids;
    abut_query* query;  // the overlap lives in it
    abut_depth_least_answer least;
    abut_reach_answer reach;
    abut_depth_along_answer along;
    abut_overlap_answer overlap;
} depth_result;

// Ask. Returns false after telling what is wrong. Free it in any case.
bool depth_ask(depth_result* r, const depth_options* o, const model_file sides[2],
               const abut_pose poses[2], const abut_host* host);
void depth_free(depth_result* r);

// What is proved of their insides, whether surfaces meet or not: that they share a point, that they share none, or
// neither, which is undecided. That they share none is also said where nothing was asked that tells.
typedef enum depth_state { DEPTH_FREE, DEPTH_BLOCKED, DEPTH_UNDECIDED } depth_state;
depth_state depth_state_of(const depth_result* r);
// Whether a search for a depth was ended by the budget.
bool depth_is_stopped(const depth_result* r);

// Add the work of the searches for depths.
void depth_add_costs(const depth_result* r, json_costs* costs);

// What text, facts of a report and pictures say; to be freed, NULL without memory.
char* depth_words(const depth_result* r);
char* depth_along_words(const depth_result* r);
char* depth_reach_words(const depth_result* r, int side);
char* depth_volume_words(const depth_result* r);
char* depth_curves_words(const depth_result* r);
// A part that is left out, from *index of a side on, which becomes the next; *out is NULL without memory. False: there is none.
bool depth_left_out_words(const depth_result* r, int side, size_t* index, char** out);
// From lo to hi, or the one number; and in six digits.
char* depth_bounds(double lo, double hi);
char* depth_brief(double lo, double hi);
// Of the depth, or else of the way along a direction, or of the volume, in few words and digits, for pictures.
char* depth_brief_words(const depth_result* r);

void depth_write_text(const depth_result* r, FILE* out);
void depth_write_json(const depth_result* r, json* j);
void depth_write_csv(const depth_result* r, const csv* table);
// The curves as lines of an OBJ file: a group each.
void depth_write_obj(const depth_result* r, FILE* out);

// What there is to see of it beside the contacts: an arrow along the way that frees b, and the deepest points.
enum { DEPTH_LINES_MOST = 7 };
typedef struct depth_sight {
    see_line lines[DEPTH_LINES_MOST];
    size_t count;
    double points[2][3];
    size_t point_count;
    bool has_arrow;
    double arrow[2][3];  // from where to where
} depth_sight;
void depth_see(const depth_result* r, depth_sight* s);
// Put its lines into a scene, whose line callback is given them: how many there are, and what they mean.
void depth_show(const depth_sight* s, see_scene* scene);
// The same, and the regions, as members of the object of a report; and its facts.
void depth_put_sight(const depth_result* r, const depth_sight* s, json* j);
void depth_report_facts(const depth_result* r, report* p);

#endif

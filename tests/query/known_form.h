// known_form.h - solids of which all is known in closed form: how they are made, what is asked of them, and in which states of the
// world. The answers are what anybody can work out; where numbers are rounded as they are written, rationals say what it
// is of the doubles (support/convex_truth.h), and must agree.
#ifndef ABUT_TESTS_QUERY_KNOWN_FORM_H
#define ABUT_TESTS_QUERY_KNOWN_FORM_H
#include "query/depth_check.h"
#include "support/common_motion.h"
#include "support/float_mode.h"

enum { MOST_BOXES = 4, MOST_WAYS = 4 };

typedef enum special { PLAIN, SKEW, SPIKE } special;  // of b, instead of its boxes

typedef struct known_way {
    double way[3], depth, clear;
} known_way;

typedef struct known {
    const char* name;
    double boxes[2][MOST_BOXES][6];
    size_t box_count[2];
    special b_is;
    double degrees, at[3];  // of b, about z
    double least;           // the only one that the oracle does not know of what is not convex
    double volume, patch_area;
    double reach[2];  // of a in b, of b in a; NAN: not known
    size_t curve_count;
    double curve_length;  // 0: not told
    int is_apart;         // no contact of surfaces: one is inside, so far from the walls
    double surface_distance;
    int is_flush;  // along a way, so that each pair of coplanar triangles is told in long numbers: few triangles
    known_way ways[MOST_WAYS];
    size_t way_count;
} known;

// What is true of the doubles, before anything moves.
typedef struct known_truth {
    mpq_t least, volume, depth[MOST_WAYS], clear[MOST_WAYS];
    int is_square;  // least
} known_truth;

void known_poses(const known* k, abut_pose pose[2]);
solid known_surface(const known* k, int side);
void known_truth_find(known_truth* t, const known* k, const abut_pose pose[2]);
void known_truth_free(const known* k, known_truth* t);

// ------------------------------------------------------------------------------------------- asked

// A state of the world in which the form is asked.
typedef struct known_setting {
    const known* form;
    const known_truth* is;
    abut_instance at[2];
    const common_motion* motion;
    const float_mode* mode;
    abut_query* query;
    const char* what;
    int order;        // 1: b first, so that a moves, the other way
    double diagonal;  // of the box that both boxes share, before anything moves
} known_setting;

extern int known_faults;  // each is told
void known_tell(const known_setting* s, const char* question, double lo, double hi);
double known_diagonal(const solid surface[2], const abut_pose pose[2]);
double known_tolerance(const known_setting* s);
void known_ask_all(const known_setting* s, int with_reach);

// Ask it all in both orders, by both methods, in all modes and motions; with its faces cut in four so many times, and in
// three at random, as it is alone.
void known_ask(const known* k, int cuts, int is_random);
#endif

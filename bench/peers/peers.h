// peers.h - what the files of the verb "peers" share: scenes, those who are asked, what is compared
// and timed, and the report.
#ifndef ABUT_BENCH_PEERS_PEERS_H
#define ABUT_BENCH_PEERS_PEERS_H
#include "mesh/mesh.h"

#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// ------------------------------------------------------------------------------ scenes (scenes.c)

typedef struct peer_query {
    uint32_t a, b;  // meshes
    abut_pose a_pose, b_pose;
} peer_query;

typedef struct peer_scene {
    const char* name;
    bool touches;  // one of the touching scenes of CAD, which have a bar of their own
    mesh* meshes;
    size_t mesh_count;
    peer_query* queries;
    size_t query_count;
} peer_scene;

// How large, and of which random numbers.
typedef struct peer_setup {
    bool is_quick;  // fewer queries, and only the scenes marked so
    // Other seeds and sizes: an engine is tuned on these, and reported on the others.
    bool is_tuning;
} peer_setup;

typedef struct peer_scene_kind {
    const char* name;
    bool is_quick, touches;
    // Returns 1; 0 where its data are not there, told; -1 on an error, told. The scene is freed by
    // the caller in each case.
    int (*make)(peer_scene* out, const struct peer_scene_kind* kind, const peer_setup* setup);
    double value, second;  // what the maker wants to know
    const char* file[3];   // below ABUT_DATA
} peer_scene_kind;

// All scenes, in a fixed order.
const peer_scene_kind* peer_scene_kinds(size_t* count);
int peer_scene_make(peer_scene* out, const peer_scene_kind* kind, const peer_setup* setup);
void peer_scene_free(peer_scene* s);
// Write it as the programs of bench/peers read it. Returns a BENCH_ status, told.
int peer_scene_write(const peer_scene* s, const char* path);

// The makers that read files (data.c).
int peer_make_scan(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
int peer_make_motion(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
int peer_make_parts(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
// What makers use. They tell what is wrong; peer_add_meshes and peer_add_queries zero what they add.
int peer_fail(const peer_scene* s, const char* text);
mesh* peer_add_meshes(peer_scene* s, size_t count);
peer_query* peer_add_queries(peer_scene* s, size_t count);
int peer_add_turn(peer_scene* s, const double* distances, size_t distance_count, uint32_t steps);

// ------------------------------------------------------------- those who are asked (own.c, link.c)

typedef enum side_status { SIDE_OK = 0, SIDE_ABSENT, SIDE_SLOW, SIDE_FAILED } side_status;

typedef struct side_answer {
    size_t count;  // contacts; of one who only tells whether there is any, 0 or 1
    double seconds;
    abut_pair* pairs;  // sorted; NULL if there are none, or none are told. The caller frees them
} side_answer;

// One who answers about one scene: abut itself, or a program of bench/peers. Seconds are of the
// processor, of all threads of the one who answers.
typedef struct side {
    const struct side_calls* calls;
    char name[128];  // with version
    bool has_pairs;
    double build_seconds;  // of all meshes
    char error[200];       // what is wrong, unless SIDE_OK
    const size_t* used;    // the queries that run and each ask
    size_t used_count;
    double limit;  // seconds of the processor for one command, then SIDE_SLOW
    union {
        struct own_side* own;
        struct link_side* link;
    } self;
} side;

typedef struct side_calls {
    // Ask all used queries, repeats times; the seconds of all together.
    side_status (*run)(side* s, bool first, long repeats, double* seconds);
    // Ask each used query; the seconds of each.
    side_status (*each)(side* s, bool first, double* seconds);
    side_status (*answer)(side* s, bool first, size_t query, side_answer* out);
    // The list stays the caller's, and stays.
    side_status (*use)(side* s, const size_t* queries, size_t count);
    void (*close)(side* s);
} side_calls;

// abut with a method (own.c).
side_status side_open_own(side* s, const peer_scene* scene, abut_method method);

typedef struct peer_kind {
    const char* name;     // as --peer takes it
    const char* program;  // NULL: abut's method of that name
    const char* argument;
} peer_kind;
// All peers, in a fixed order.
const peer_kind* peer_kinds(size_t* count);

// Start a program of bench/peers on a scene that is written in folder, in which it may leave files
// (link.c). SIDE_ABSENT: it was not built, for what it needs is not installed.
side_status side_open_program(side* s, const peer_kind* kind, const char* folder, double limit);
// Whether it is there at all, with its name, asked without a scene.
side_status side_find_program(const peer_kind* kind, char* name, size_t size);

// ------------------------------------------------------------------------ rows (compare.c, time.c)

enum { EXAMPLES_MOST = 8, RUNS_MOST = 99 };

// abut's own answers to all queries of a scene.
typedef struct peer_truth {
    side_answer* answers;
    size_t count;
} peer_truth;

typedef struct peer_example {  // a pair of triangles, or only a query, with different answers
    size_t query;
    bool has_pair, ours, peer, is_contact;
    abut_pair pair;
} peer_example;

typedef struct peer_row {
    const char *scene, *peer;
    bool touches, first, has_pairs;
    size_t used, queries;  // of the scene's queries so many were asked
    int runs;
    uint64_t pairs;                      // abut's, in the used queries; first: queries with contact
    uint64_t peer_misses, peer_invents;  // pairs (first, yes/no: queries) that the peer has wrong
    uint64_t ours_wrong;                 // by the exact test of the pair
    double ours_us, peer_us;             // medians over the runs of the mean over the queries
    double ours_max_us, peer_max_us;     // the most over the queries of the median over the runs
    double ours_build_ms, peer_build_ms;
    peer_example examples[EXAMPLES_MOST];
    size_t example_count;
} peer_row;

typedef struct peer_limits {
    double seconds;  // that either side may spend on one row
    double timeout;  // that a peer may spend on one query
    int runs;
} peer_limits;

side_status peer_truth_find(side* ours, const peer_scene* scene, peer_truth* out);
void peer_truth_free(peer_truth* t);

// Who is compared on what.
typedef struct peer_match {
    side *ours, *other;
    const peer_scene* scene;
    const peer_truth* truth;
    const peer_limits* limits;
    size_t* used;  // the numbers of the queries that were compared, sorted; room for all
    double pass;   // seconds of the slower side in them
} peer_match;

// Compare the answers, to as many queries as limits allow. Fills used and pass, and the row but for times.
side_status peer_compare(peer_match* m, peer_row* row);
// Time both sides, in turns, on the used queries.
side_status peer_time(const peer_match* m, peer_row* row);

// ----------------------------------------------------------------------------- report (report.c)

typedef struct peer_skip {  // no row, and why
    const char *scene, *mode, *peer;
    char why[220];
} peer_skip;

typedef struct peer_results {
    char machine[200];
    char ours[128];  // abut, with version and method
    peer_setup setup;
    peer_limits limits;
    double load;
    size_t examples;  // shown of a row
    peer_row* rows;
    size_t row_count;
    peer_skip* skips;
    size_t skip_count;
    char (*peer_names)[128];  // of peer_kinds; "" if not installed
    bool is_whole;            // all scenes, and all peers that have bars: they are for that
} peer_results;

// What the processor calls itself, and how many there are.
void peer_machine(char* out, size_t size);
void peer_report_scene(const peer_scene* s, const side* ours, FILE* out);
void peer_report_row(const peer_row* row, size_t examples, FILE* out);
bool peer_has_bars(const char* peer);
// The means, and the bars where they count. Returns BENCH_OK or BENCH_SLOW.
int peer_report_sums(const peer_results* results, FILE* out);
void peer_report_json(const peer_results* results, FILE* out);
void peer_report_csv(const peer_results* results, FILE* out);

#endif

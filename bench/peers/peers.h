// peers.h - what the files of the verb "peers" share: scenes, those who are asked, what is compared
// and timed, and the report.
#ifndef ABUT_BENCH_PEERS_PEERS_H
#define ABUT_BENCH_PEERS_PEERS_H
#include "mesh/mesh.h"

#include "abut/abut.h"
#include "abut/distance.h"

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

// Build a model of a mesh, and of all meshes of a scene, of which the first that fails ends it.

static inline abut_status peer_build_model(const mesh* m, const abut_build* options,
                                           abut_model** out)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    return abut_model_build(out, &soup, options);
}

static inline abut_status peer_build_models(const peer_scene* s, const abut_build* options,
                                            abut_model** out)
{
    abut_status status = ABUT_OK;
    for (size_t i = 0; i < s->mesh_count && status == ABUT_OK; i++)
        status = peer_build_model(&s->meshes[i], options, &out[i]);
    return status;
}

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
// Whether a verb is to make it: by texts in its name, if any were given; else by the form.
struct bench_names;  // common/options.h
bool peer_scene_is_wanted(const peer_scene_kind* kind, const struct bench_names* texts,
                          const peer_setup* setup);
// Write it as the programs of bench/peers read it. Returns a BENCH_ status, told.
int peer_scene_write(const peer_scene* s, const char* path);

// The makers that read files (data.c).
int peer_make_scan(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
int peer_make_motion(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
int peer_make_parts(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup);
// The triangles of a group, with those vertices only that they use; map is for all vertices, and zero before and after. out:
// zeroed, freed by the caller in each case. Returns 1, or -1 on an error, told.
int peer_take_part(const mesh* whole, const mesh_group* group, uint32_t* map, mesh* out);
// What makers use. They tell what is wrong; peer_add_meshes and peer_add_queries zero what they add.
int peer_fail(const peer_scene* s, const char* text);
mesh* peer_add_meshes(peer_scene* s, size_t count);
peer_query* peer_add_queries(peer_scene* s, size_t count);
int peer_add_turn(peer_scene* s, const double* distances, size_t distance_count, uint32_t steps);

// ------------------------------------------------------------- those who are asked (own.c, link.c)

typedef enum side_status { SIDE_OK = 0, SIDE_ABSENT, SIDE_SLOW, SIDE_FAILED } side_status;

// Some are answered by pairs of triangles (side_calls.answer), the others by a number (measure).
typedef enum peer_question {
    PEER_FIRST = 0,  // pairs: any contact
    PEER_ALL,        // pairs: all contacts
    PEER_BATCH,      // any contact, of all used queries by one call; run only, and of abut only
    PEER_DISTANCE,   // how far, exactly
    PEER_COHERENT,   // the same, beginning with the pair that was the answer last
    PEER_TOLERANCE,  // how far, to one part in a million
    PEER_WITHIN,     // 1 if it is not farther than the query's bound, else 0
    PEER_CLEARANCE,  // how many pairs of triangles are within it; of abut only
    PEER_SELF,  // pairs: where the mesh a of the query meets itself, from vertices and triangles on
    PEER_SELF_AGAIN,  // the same of a model that is built already; of abut only
} peer_question;
// As the protocol and the tables have it.
const char* peer_question_name(peer_question question);

typedef struct side_answer {
    size_t count;  // contacts; of one who only tells whether there is any, 0 or 1
    double seconds;
    abut_pair* pairs;  // sorted; NULL if there are none, or none are told. The caller frees them
} side_answer;

typedef struct side_measure {
    double lo, hi;  // equal of one who tells one number
    double seconds;
    bool has_pair;  // of triangles, that far from each other
    abut_pair pair;
} side_measure;

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
    side_status (*run)(side* s, peer_question question, long repeats, double* seconds);
    // Ask each used query; the seconds of each.
    side_status (*each)(side* s, peer_question question, double* seconds);
    side_status (*answer)(side* s, peer_question question, size_t query, side_answer* out);
    side_status (*measure)(side* s, peer_question question, size_t query, side_measure* out);
    // A bound for each query of the scene, all count of them, for PEER_WITHIN.
    side_status (*bound)(side* s, const double* bounds, size_t count);
    // The list stays the caller's, and stays.
    side_status (*use)(side* s, const size_t* queries, size_t count);
    void (*close)(side* s);
} side_calls;

// abut with a method (own.c).
side_status side_open_own(side* s, const peer_scene* scene, abut_method method);
// Another one on the same models, which outlive it, with so many threads. More than one: seconds are by the clock.
side_status side_open_twin(side* s, const side* of, int workers);
// Time one of one thread by the clock too.
void side_by_clock(side* s);
// What abut says of one query, of PEER_CLEARANCE with distances.
side_status side_own_nearest(side* s, size_t query, abut_distance_answer* out);
side_status side_own_clearance(side* s, size_t query, abut_clearance_answer* out);
// All that abut tells of one query, of PEER_FIRST or PEER_ALL. It lives until the next question.
side_status side_own_hits(side* s, peer_question question, size_t query, abut_hits* out);
// How often its queries have asked for memory.
uint64_t side_own_allocations(const side* s);
// Whether a batch of the used queries has the answers and counters of queries one by one: of how many it has not.
side_status side_own_batch_differs(side* s, uint64_t* count);

// What a row is about.
typedef enum peer_mode {
    PEER_MODE_FIRST = 0,  // any contact
    PEER_MODE_ALL,        // all contacts
    PEER_MODE_BATCH,      // any contact of each query: one call of abut's, of the peer one by one
    PEER_MODES,
} peer_mode;
const char* peer_mode_name(peer_mode mode);

typedef struct peer_kind {
    const char* name;     // as --peer takes it
    const char* program;  // beside abut-bench, or a path; NULL: abut itself, or is_compiled
    const char* argument;
    bool is_compiled;  // for the run, from sources in a folder that the user gives
    bool is_rival;     // one of those of whom the fastest counts for the bars
    bool not_in[PEER_MODES];
} peer_kind;
// All peers, in a fixed order.
const peer_kind* peer_kinds(size_t* count);

// Of pairs of triangles of a query's mesh a, keep those that meet, by a program that judges (link.c). *count: how many.
side_status side_judge(side* s, size_t query, abut_pair* pairs, size_t* count);

// Start a program of bench/peers on a scene that is written in folder, in which it may leave
// files (link.c). SIDE_ABSENT: it was not built, for what it needs is not installed.
side_status side_open_program(side* s, const peer_kind* kind, const char* folder, double limit);
// The path of a program that stands beside this one, or is a path itself. Returns whether it can be run.
int peer_program_path(const char* program, char* out, size_t size);
// Whether it is there at all, with its name, asked without a scene.
side_status side_find_program(const peer_kind* kind, char* name, size_t size);

// Compile the peer of this name, rapid or pqp, whose sources lie in folder or below it, into a program at the path program.
// work: a folder for files that are removed again. Returns a BENCH_ status, told (foreign.c).
int peer_compile(const char* name, const char* folder, char* work, char* program);

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

typedef struct peer_times {
    int runs;
    double ours_us, peer_us;  // medians over the runs of the mean over the queries
    double least, middle;     // of peer / abut in one and the same run
    double ours_max_us,
        peer_max_us;  // the most over the queries of the median over the runs; of a batch 0
} peer_times;

typedef struct peer_row {
    const char *scene, *peer;
    peer_mode mode;
    bool touches, has_pairs;
    size_t used, queries;  // of the scene's queries so many were asked
    peer_times times;
    uint64_t pairs;  // abut's, in the used queries; but for all: queries with contact
    uint64_t peer_misses,
        peer_invents;     // pairs (but for all, yes/no: queries) that the peer has wrong
    uint64_t ours_wrong;  // by the exact test of the pair; or what a batch answers otherwise
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
    size_t used_count;
    double pass;  // seconds of the slower side in them
} peer_match;

// Compares the answers to one query; seconds: of abut, and of the peer.
typedef side_status peer_compare_one(const peer_match* m, size_t query, void* row,
                                     double seconds[2]);
// Compare the answers to as many queries as limits allow, spread over the scene. Fills used and pass.
side_status peer_compare_each(peer_match* m, peer_compare_one* compare, void* row);
// A number without a common divisor with count, near its golden section: then any number of steps is spread over all.
size_t peer_stride(size_t count);
// The same of pairs. Fills the row but for times.
side_status peer_compare(peer_match* m, peer_row* row);
// Time both sides, in turns, each on its used queries with its question.
side_status peer_time(const peer_match* m, peer_question ours, peer_question other,
                      peer_times* out);

// ------------------------------------------------------- what the verbs share: their runs (run.c)

typedef struct peer_skip {  // no row, and why
    const char *scene, *mode, *peer;
    char why[220];
} peer_skip;

enum { PEER_PATH_ROOM = 4096 };
struct json;  // output/json.h

// One call of a verb that asks peers.
typedef struct peer_run {
    char machine[200];            // what the processor calls itself, and how many there are
    char ours[128];               // abut, with version and method
    char folder[PEER_PATH_ROOM];  // for files of the run
    peer_setup setup;
    peer_limits limits;
    double load;    // before
    bool is_whole;  // all scenes, and all peers that have bars: they are for that
    peer_skip* skips;
    size_t skip_count, skip_room;
} peer_run;

// Begin: from here on signals stop the run. setup and limits are there. Returns a BENCH_ status, told.
int peer_run_begin(peer_run* run);
// Whether it is to stop.
bool peer_run_is_stopped(void);
void peer_run_end(peer_run* run);
// Make room for one more than count. Ends the program where there is no memory.
void* peer_run_grow(void* block, size_t count, size_t* room, size_t size);
void peer_run_skip(peer_run* run, const peer_skip* who, const char* why);
// Write the results to a file, or where its name is NULL to standard output. Returns a BENCH_ status, told.
typedef void peer_run_writer(const void* results, FILE* out);
int peer_run_write(const char* path, peer_run_writer* write, const void* results);
// What the last lines of a table say of what has no row, and of abut's own faults. whole: what the bars are for.
void peer_run_write_end(const peer_run* run, const char* whole, uint64_t wrong, FILE* out);
// Enough digits: a time has no more that mean something.
double peer_run_rounded(double value);
// The members of the JSON object: of the run; and what was skipped.
void peer_run_put(struct json* j, const peer_run* run);
void peer_run_put_skips(struct json* j, const peer_run* run);

// ----------------------------------------------------------------------------- report (report.c)

typedef struct peer_results {
    peer_run run;
    size_t examples;  // shown of a row
    peer_row* rows;
    size_t row_count;
    char (*peer_names)[128];  // of peer_kinds; "" if not installed
} peer_results;

void peer_report_scene(const peer_scene* s, const side* ours, FILE* out);
void peer_report_row(const peer_row* row, size_t examples, FILE* out);
double peer_row_ratio(const peer_row* row);
// Whether answers are equal; and whether nearly enough, for the times to say something.
bool peer_row_is_equal(const peer_row* row);
bool peer_row_counts(const peer_row* row);
// Of peer_results.
peer_run_writer peer_report_json;
peer_run_writer peer_report_csv;

// ------------------------------------------------------------------------ without a clock (counted.c)

typedef struct peer_count_request {
    const struct bench_names *scenes, *modes;
    peer_setup setup;
    bool csv;
    const char* out;  // NULL: standard output
} peer_count_request;
// Count what abut's queries do. Returns a BENCH_ status, told.
int peer_count(const peer_count_request* r);

// ---------------------------------------------------------------------------------- bars (bars.c)

// Whether the bars need it: a rival, or one of two that are abut itself.
bool peer_has_bars(const peer_kind* kind);
// The means, the fastest of each scene, and the bars where they count. Returns BENCH_OK or BENCH_SLOW.
int peer_report_sums(const peer_results* results, FILE* out);

#endif

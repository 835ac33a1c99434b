// collide.h - which triangles of two models touch.
#ifndef ABUT_QUERY_COLLIDE_H
#define ABUT_QUERY_COLLIDE_H
#include "engine/walk/walk.h"
#include "methods/walk/scalar.h"
#include "query/frames.h"
#include "query/fronts.h"
#include "query/self_parts.h"
#include "search/close.h"

#include "abut/contain.h"
#include "abut/distance.h"
#include "abut/self.h"

typedef struct shape_search shape_search;          // shape.h
typedef struct range_search range_search;          // range.h
typedef struct vertices_search vertices_search;    // vertices.h
typedef struct region_search region_search;        // regions.h
typedef struct motion_piece motion_piece;          // geom/motion.h
typedef struct straight_scratch straight_scratch;  // straight.h
typedef struct volume_scratch volume_scratch;      // volume.h

// Write pairs first to end - 1 of what was found to a query's answer, by any worker.
typedef void list_function(const abut_query* q, size_t first, size_t end);

// Whether all components of a model are closed, as was found out last.
#define CLOSED_MODELS 64
typedef struct closed_model {
    uint64_t serial;
    int is_known, is_closed;
} closed_model;

struct abut_query {
    abut_host host;  // complete
    search search;
    abut_pair* pairs;
    abut_contact* contacts;
    size_t pair_capacity, contact_capacity;
    abut_detail detail;    // of the answer that is being listed
    list_function* list;   // what lists it
    size_t list_cost;      // of a pair, in units of one without details
    close_question close;  // of abut_clearance
    int with_senses;  // what contact_find returns is kept of each pair, if points are asked for
    int8_t* senses;
    size_t sense_capacity;
    region_search* regions;  // of abut_overlap; NULL: not needed yet
    abut_approach* approaches;
    size_t approach_capacity;
    abut_self_meeting* meetings;  // of abut_self
    size_t meeting_capacity;
    self_parts self_parts;          // of abut_self
    abut_component* components[2];  // of abut_contain
    size_t component_capacity[2];
    front_table fronts;   // of coherent questions, but for those of a batch or a world
    posed_side sides[2];  // of the last question that was not coherent
    // The last question whose options were checked, as given and with its defaults, and of which method: ABUT_METHOD_AUTO if
    // it must be checked again.
    ask_options asked, resolved;
    abut_method asked_method;
    shape_search* shapes;       // of questions about shapes; NULL: not needed yet
    range_search* ranges;       // of abut_range_find; NULL: not needed yet
    vertices_search* vertices;  // of abut_vertices_first; NULL: not needed yet
    motion_piece* motion;       // of questions about motions, of both models
    size_t motion_capacity;
    straight_scratch* straight;     // of models that go straight; NULL: not needed yet
    struct first_team* first_team;  // of long ways; NULL: not needed yet
    volume_scratch* volume;         // of abut_overlap; NULL: not needed yet
    closed_model closed[CLOSED_MODELS];
    uint64_t stop_time;  // of clock_now, for all questions beside their deadlines; 0: none
};

// When a question with such a deadline has to end; 0: never.
uint64_t query_stop_time(const abut_query* query, double deadline);

abut_status query_create(abut_query** out, const abut_host* host);
void query_free(abut_query* query);

// What is asked of all triangles a_ids x b_ids, of blocks of both models. Returns 0 if the search must end.
typedef int block_function(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                           size_t b_count);
// Ask it of every pair of triangles: brute force. Returns 0 if the search ended before.
int query_all_pairs(search* s, block_function* ask);

// Make *block, which holds *capacity elements of size bytes, hold one for each pair that was found, and one at least.
abut_status query_reserve(const abut_query* q, void** block, size_t* capacity, size_t size);
// List what was found, of which each pair costs so many times what one without details does. Many are shared by the workers.
abut_status query_list(abut_query* q, list_function* list, size_t cost);

const char* state_text(abut_state state);

// Whether two models can be asked about together: of one method and kind of numbers.
int models_mix(const abut_model* a, const abut_model* b);
// Place both, and check what is asked of them. Returns as abut_collide.
abut_status models_place(placed_model out[2], affine frames[2], const abut_instance* a,
                         const abut_instance* b, const abut_ask* ask);

// The front of a coherent question, for arguments that were checked; NULL, if it is not coherent or there is no memory.
pair_front* query_front(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_ask* ask);
// To be called when it was answered; NULL is fine.
void query_front_end(abut_query* query, pair_front* front);

// Place an instance where the side is not there already: many questions are about one pose of a. Returns as abut_pose_check.
abut_status posed_side_change(posed_side* side, const abut_instance* instance);
// Before and after a search that is made for many questions at once (crowd.h), of two models of the method wide.
abut_status collide_open(abut_query* query, const placed_model* a, const placed_model* b,
                         const ask_options* how, wide_side side[2]);
abut_status collide_close(abut_query* query, abut_detail detail, abut_hits* out);

// Answer abut_collide from a front, or without one if it is NULL; poses and options are checked here. Where ask is coherent,
// no memory for the front is no failure: it is given up.
abut_status collide_from(abut_query* query, pair_front* front, const abut_instance* a,
                         const abut_instance* b, const abut_ask* ask, abut_hits* out);
// The same for placed models.
abut_status collide_placed(abut_query* query, pair_front* front, const placed_model* a,
                           const placed_model* b, const abut_ask* ask, abut_hits* out);
// Answer abut_collide, for arguments that the api has checked; poses and options are checked here.
abut_status collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_hits* out);

#endif

// shape.h - simple shapes against one model: the questions of abut/shape.h, for arguments that the api has checked.
#ifndef ABUT_QUERY_SHAPE_H
#define ABUT_QUERY_SHAPE_H
#include "engine/shape/core.h"
#include "query/collide.h"
#include "query/shape_nearest.h"
#include "query/shape_pair.h"
#include "query/shape_point.h"

// What a query keeps for shapes.
typedef struct shape_search {
    shape_pair pair;
    core_walk walk;       // of the engine
    core_place own;       // where the model is
    uint64_t own_serial;  // which it is, in own_pose; 0: none, or it has a frame
    affine own_pose;
    const core_place* place;  // that, or a batch's; NULL: of another method
    core_state state;         // of the shape there
    uint32_t* triangles;      // of the last answer
    size_t triangle_capacity;
    double (*at)[2];  // likewise
    size_t at_capacity;
    // Of a ray, for what it meets first: so far; UINT32_MAX: nothing. And t where the box that is walked begins; beyond that
    // a unit of t is at most per_t along the box, in the tree's frame, and slack more.
    uint32_t first;
    int is_least;  // only the least triangle that touches is wanted: none above the least so far is asked
    uint32_t least;  // UINT32_MAX: none yet
    double box_t, per_t, slack;
    // Of a search for the nearest triangle.
    double within,
        cut;  // nobody asks for what is farther than within; what is farther than cut is left out
    double absolute, relative;
    double found_hi;  // found is at most so far; infinite: there is none yet
    uint32_t found;
    double floor;       // of a search that was stopped: what it did not look at is at least so far
    int is_in_contact;  // some triangle certainly is, and the walk ended there
    shape_core_pair core;  // of a shape that has one
    shape_point point;     // of a point or a sphere
    near_candidate* list;  // that may be the nearest: a is the triangle
    size_t count, capacity;
} shape_search;

const char* shape_text(abut_shape_kind kind);
// As abut_shape_check, for a shape that is not NULL.
abut_status shape_check(const abut_shape* shape);
abut_status shape_ask_check(const abut_shape_ask* ask);

// Prepare a search about a model and a shape, for options that were checked. The pair is placed; frames are borrowed.
typedef struct shape_limits {
    size_t limit;
    uint64_t budget;
    uint64_t stop_time;
} shape_limits;
// place: of the model, from shape_place; NULL: it is made here.
abut_status shape_begin(abut_query* query, const placed_model* side, const core_place* place,
                        const abut_shape* shape, const shape_limits* limits);
// Prepare where a model is, for the method wide; c: room for frames, borrowed by nobody later.
void shape_place(core_place* out, const placed_model* side, composition* c);
// Place a shape, and prepare its walk: where it is not CORE_IS_PLACED there is nothing to walk. Done by shape_begin.
void shape_core(shape_search* shapes);
// Whether no triangle of a model touches a shape, as far as floats tell at once: 0 tells nothing. Counts into the search, which
// has begun and may be stopped.
int shape_is_clear(abut_query* query, const placed_model* side, const abut_shape* shape);
// Whether shapes can be asked of a model.
int shape_has_method(const abut_model* model);
// Room for the search of shapes, and where a model is, in it: place is NULL of another method than wide.
abut_status shape_place_model(abut_query* query, const placed_model* side);
// Room for exact numbers: in the pair.
abut_status shape_open_scratch(abut_query* query);
// Room for the frames of a model that has one: in the search.
abut_status shape_open_composition(abut_query* query);
// Make the pair ready, if it is not. Returns 0, with the search's status set, if there is no memory.
int shape_make_ready(abut_query* query);
void shape_free(shape_search* s, const abut_host* host);
// What is found by asking a triangle; by the engine, whose walk is prepared but for how far it looks and who looks.
// A ray for what it meets first: it is in the search then.
void shape_find_first(abut_query* query);
// Find what touches; it is in the search then, in order.
void shape_find(abut_query* query);

abut_status collide_shape_placed(abut_query* query, const placed_model* side,
                                 const core_place* place, const abut_shape* shape,
                                 const abut_shape_ask* ask, abut_shape_hits* out);
abut_status collide_shape(abut_query* query, const abut_instance* instance, const abut_shape* shape,
                          const abut_shape_ask* ask, abut_shape_hits* out);
const char* shape_relation_text(abut_shape_relation relation);
abut_status contain_shape(abut_query* query, const abut_instance* instance, const abut_solid* solid,
                          const abut_shape* shape, abut_shape_relation* out);
abut_status measure_shape(abut_query* query, const abut_instance* instance, const abut_shape* shape,
                          const abut_distance_ask* ask, abut_shape_nearest* out);

#endif

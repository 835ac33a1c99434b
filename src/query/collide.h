// collide.h - which triangles of two models touch.
#ifndef ABUT_QUERY_COLLIDE_H
#define ABUT_QUERY_COLLIDE_H
#include "engine/front/front.h"
#include "methods/walk/scalar.h"
#include "query/model.h"

#include "abut/contain.h"

// A model in a pose that was checked.
typedef struct placed_model {
    const abut_model* model;
    affine pose;
} placed_model;

struct abut_query {
    abut_host host;  // complete
    search search;
    abut_pair* pairs;
    abut_contact* contacts;
    size_t pair_capacity, contact_capacity;
    abut_detail detail;             // of the answer that is being listed
    abut_component* components[2];  // of abut_contain
    size_t component_capacity[2];
    wide_front front;               // of coherent questions
    environment_front environment;  // of those of other methods than the engine
    ask_options asked, resolved;    // the last one of these, as given and with its defaults
    abut_pose posed[2];  // the last ones that were checked, of a and b; and as they were placed
    placed_model placed[2];
};

abut_status query_create(abut_query** out, const abut_host* host);
void query_free(abut_query* query);

const char* state_text(abut_state state);

// Whether two models can be asked about together: of one method and kind of numbers.
int models_mix(const abut_model* a, const abut_model* b);
// Returns ABUT_OK, or as abut_pose_check.
abut_status model_place(placed_model* out, const abut_instance* instance);
// Place both, and check what is asked of them. Returns as abut_collide.
abut_status models_place(placed_model out[2], const abut_instance* a, const abut_instance* b,
                         const abut_ask* ask);

// Answer abut_collide for placed models; options are checked here.
abut_status collide_placed(abut_query* query, const placed_model* a, const placed_model* b,
                           const abut_ask* ask, abut_hits* out);
// Answer abut_collide, for arguments that the api has checked; poses and options are checked here.
abut_status collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_hits* out);

#endif

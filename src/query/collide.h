// collide.h - which triangles of two models touch.
#ifndef ABUT_QUERY_COLLIDE_H
#define ABUT_QUERY_COLLIDE_H
#include "query/model.h"
#include "walk/search.h"

struct abut_query {
    abut_host host;  // complete
    search search;
    abut_pair* pairs;
    abut_contact* contacts;
    size_t pair_capacity, contact_capacity;
    abut_component* components[2];  // of abut_contain
    size_t component_capacity[2];
    int keep_equal_poses;  // for tests: bit-equal poses do not drop out; the answers stay the same
};

abut_status query_create(abut_query** out, const abut_host* host);
void query_free(abut_query* query);

// Answer abut_collide, for arguments that the api has checked; poses and options are checked here.
abut_status collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                    const abut_ask* ask, abut_hits* out);

#endif

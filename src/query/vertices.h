// vertices.h - when triangles whose vertices move linearly first touch.
#ifndef ABUT_QUERY_VERTICES_H
#define ABUT_QUERY_VERTICES_H
#include "query/collide.h"

#include "abut/vertices.h"

// A soup, checked, and its vertices at time 1; NULL: it rests.
typedef struct vertices_asked {
    const abut_soup* soup;
    const double* to;
} vertices_asked;

// Answer abut_vertices_first, or of b == NULL abut_vertices_self_first, for arguments that the api has checked. is_brute: without
// a tree, every pair: for tests.
abut_status vertices_first(abut_query* query, const vertices_asked* a, const vertices_asked* b,
                           const abut_motion_ask* ask, int is_brute, abut_first* out);

void vertices_free(vertices_search* v, const abut_host* host);

#endif

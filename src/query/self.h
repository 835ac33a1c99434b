// self.h - which triangles of one model share more than neighbours do.
#ifndef ABUT_QUERY_SELF_H
#define ABUT_QUERY_SELF_H
#include "query/collide.h"

#include "abut/self.h"

// Answer abut_self, for arguments that the api has checked; the pose is checked here.
abut_status self_find(abut_query* query, const abut_instance* instance, const abut_self_ask* ask,
                      abut_self_hits* out);

const char* self_class_text(abut_self_class how);
const char* self_verdict_text(abut_self_verdict verdict);

// What pairs say, counted by their classes; is_complete: these are all.
abut_self_verdict self_verdict_of(const size_t class_counts[7], int is_complete);

#endif

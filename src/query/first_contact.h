// first_contact.h - when two models that move first touch.
#ifndef ABUT_QUERY_FIRST_CONTACT_H
#define ABUT_QUERY_FIRST_CONTACT_H
#include "query/collide.h"

#include "abut/motion.h"

// As abut_motion_state_text.
const char* motion_state_text(abut_motion_state state);

// Whether the method of a model has this search.
static inline int first_contact_has_method(const abut_model* model)
{
    return !model->tree.kind;
}

// As abut_first_contact, for arguments that the api has checked. until: a time from 0 to count, after which nothing matters:
// free up to it is free.
abut_status first_contact(abut_query* query, const abut_motion_question* motion,
                          const abut_motion_ask* ask, double until, abut_first* out);

#endif

// first_contact.h - when two models that move first touch.
#ifndef ABUT_QUERY_FIRST_CONTACT_H
#define ABUT_QUERY_FIRST_CONTACT_H
#include "query/collide.h"

#include "abut/motion.h"

// As abut_motion_state_text.
const char* motion_state_text(abut_motion_state state);

// As abut_first_contact, for arguments that the api has checked.
abut_status first_contact(abut_query* query, const abut_instance* a, const abut_motion* a_pieces,
                          const abut_instance* b, const abut_motion* b_pieces, size_t count,
                          const abut_motion_ask* ask, abut_first* out);

#endif

// edit.h - models of which triangles are removed, and to which others are added.
#ifndef ABUT_QUERY_EDIT_H
#define ABUT_QUERY_EDIT_H
#include "query/model.h"

#include "abut/change.h"

// As abut_model_edit, for arguments that the api has checked; inserted is there, and what soup_check accepts.
abut_status model_edit(abut_model** out, const abut_model* model, const abut_edit* edit,
                       const abut_host* host, abut_change* change);

#endif

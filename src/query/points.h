// points.h - many points against one model, shared by the workers of a batch: see abut/point.h.
#ifndef ABUT_QUERY_POINTS_H
#define ABUT_QUERY_POINTS_H
#include "query/batch.h"

#include "abut/point.h"

// Answer abut_points, for arguments that the api has checked but for the instance.
abut_status batch_points(abut_batch* b, const abut_instance* instance, const double* points,
                         size_t count, const abut_point_ask* ask, const abut_point_answer** out);

// As abut_side_text.
const char* side_text(abut_side side);

#endif

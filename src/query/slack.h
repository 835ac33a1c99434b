// slack.h - how far the rounding of composed poses can have moved a model (docs/proofs/frames.md, "Slack").
#ifndef ABUT_QUERY_SLACK_H
#define ABUT_QUERY_SLACK_H
#include "query/model.h"

// As abut_pose_slack, which checks the arguments.
abut_status slack_find(const abut_pose* inner, const abut_pose* outer, int products,
                       const abut_model* model, double* out);

#endif

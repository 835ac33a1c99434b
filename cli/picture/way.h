// way.h - what there is to see of a distance: both models in their poses, and the shortest way between them as the one
// contact, in a picture and a report.
#ifndef ABUT_CLI_PICTURE_WAY_H
#define ABUT_CLI_PICTURE_WAY_H
#include "models/measure.h"
#include "output/result.h"
#include "picture/pair.h"

// The shortest way as a contact: of two points, or of one where the models touch. ABUT_KIND_APART.
abut_contact way_of(const abut_distance_answer* answer);

// A fact: what is too close.
void way_report_limit(report* p, const measure_limit* limit);

// What else there is to know of it.
typedef struct way_scene {
    const char* verb;
    const abut_pose* poses;  // two
    const picture_options* options;
    double query_seconds;
} way_scene;
// Draw it, for the picture or the report that is asked for. view gets the direction they are seen from. Returns false after
// telling what is wrong.
bool way_show(const measure* m, const way_scene* scene, result_files* files, double view[3],
              warning_list* warnings);

#endif

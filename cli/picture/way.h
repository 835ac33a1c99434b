// way.h - what there is to see of a distance: both models in their poses, and the shortest way between them as the one
// contact; and the report of it.
#ifndef ABUT_CLI_PICTURE_WAY_H
#define ABUT_CLI_PICTURE_WAY_H
#include "models/measure.h"
#include "picture/pair.h"

// The shortest way as a contact: of two points, or of one where the models touch. ABUT_KIND_APART.
abut_contact way_of(const abut_distance_answer* answer);

typedef struct way_sight {
    pair_sight pair;
    abut_pair nearest;
    abut_contact way;
    abut_hits shown;  // none, or these
} way_sight;

// Look at a measure, as pair_see does. Release the sight in any case.
bool way_see(way_sight* s, const measure* m, const abut_pose poses[2]);
void way_sight_free(way_sight* s);

// What a report needs to know beside the sight.
typedef struct way_report {
    const char* verb;
    const picture_options* picture;
    const warning_list* warnings;
    const double* view;
    double query_seconds;
} way_report;
// Write the report that is asked for. Returns false after telling what is wrong.
bool way_write_report(const measure* m, const way_sight* s, const way_report* how, output* out);

#endif

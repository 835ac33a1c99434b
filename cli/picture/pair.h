// pair.h - what there is to see of two models in their poses: the scene of a picture, and what a report names them.
#ifndef ABUT_CLI_PICTURE_PAIR_H
#define ABUT_CLI_PICTURE_PAIR_H
#include "models/pair.h"
#include "picture/picture.h"
#include "picture/report.h"
#include "picture/swept.h"

typedef struct pair_sight {
    picture_model models[2];
    char* notes[2];
    char* verdict;
    const abut_hits* hits;
    const see_line* lines;
    see_scene scene;  // which refers to all of this
} pair_sight;

// Look at two models and their contacts; all must outlive the sight. verdict: from say_text, which the sight takes.
// Returns false after telling what is wrong. Release the sight in any case.
bool pair_see(pair_sight* s, const model_file sides[2], const abut_pose poses[2],
              const abut_hits* hits, char* verdict);
void pair_sight_free(pair_sight* s);
// Show the way of models in motion, too; it must outlive the sight.
void pair_see_swept(pair_sight* s, const swept* way);

void pair_report_models(const model_file sides[2], report_model out[2]);
// Facts: the files, and how they were searched.
void pair_report_files(report* p, const model_file sides[2]);
void pair_report_search(report* p, const model_file sides[2], double query_seconds);
// That there are so many contacts, all between the two.
void pair_report_meeting(report* p, size_t count);
// The numbers that triangles have in the whole file, where only a group of it was asked about, and their faces.
void pair_report_numbers(report* p, const model_file sides[2]);
// The title of a report, to be freed.
char* pair_report_title(const model_file sides[2]);

#endif

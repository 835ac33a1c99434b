// picture.h - the options about pictures and reports, the same for every verb that makes them, and making them.
#ifndef ABUT_CLI_PICTURE_PICTURE_H
#define ABUT_CLI_PICTURE_PICTURE_H
#include "options/options.h"
#include "output/output.h"
#include "say/warnings.h"
#include "see.h"

#include "abut/abut.h"

enum { PICTURE_FILE, PICTURE_REPORT, PICTURE_VIEW, PICTURE_SIZE, PICTURE_NO_TINT, PICTURE_PARTS };

typedef struct picture_options {
    bool given[PICTURE_PARTS];
    const char* path;    // NULL: no picture is wanted
    const char* report;  // NULL: no report is wanted
    see_options how;
} picture_options;

option_group picture_options_group(picture_options* o);

// Fill in the defaults. Returns false, after telling why, if an option has no effect without another, or
// this build makes no pictures.
bool picture_options_finish(picture_options* o);

// A model in a pose as a part of a scene.
typedef struct picture_model {
    const abut_model* model;
    const abut_pose* pose;  // complete: scale is not 0
} picture_model;
// Write corners for see_part; user is a picture_model.
void picture_corners(void* user, size_t first, size_t count, double* out);

// Is anything to be looked at?
static inline bool is_shown(const picture_options* o)
{
    return o->path || o->report;
}

// Draw a scene and write it to a prepared output, if a picture is asked for. view gets the direction that picture and
// report are seen from. Warns of letters that it cannot draw. Returns false after telling what is wrong.
bool picture_write(const picture_options* o, const see_scene* scene, output* out, double view[3],
                   warning_list* warnings);

#endif

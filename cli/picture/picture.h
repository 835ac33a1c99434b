// picture.h - the options about pictures and reports, the same for every verb that makes them, and making them.
#ifndef ABUT_CLI_PICTURE_PICTURE_H
#define ABUT_CLI_PICTURE_PICTURE_H
#include "options/options.h"
#include "output/output.h"
#include "say/warnings.h"
#include "see.h"

#include "abut/abut.h"

enum { PICTURE_FILE, PICTURE_REPORT, PICTURE_VIEW, PICTURE_SIZE, PICTURE_NO_TINT, PICTURE_PARTS };

// A paragraph of a help.
#define PICTURE_OPTION_HELP                                                                        \
    "To look at, without a display:\n"                                                             \
    "  --picture FILE            draw the models and where they meet, as PNG. What is hidden "     \
    "shows\n"                                                                                      \
    "                            through, paler; a legend names the colours; small places of\n"    \
    "                            contact are ringed\n"                                             \
    "  --report FILE             write a page (HTML) for any browser: the models in space, and\n"  \
    "                            beside them the list of what was found. It needs no network\n"    \
    "  --view X,Y,Z              look from there: a direction from the models to the eye, of "     \
    "any\n"                                                                                        \
    "                            length (default: one from which the contacts are seen)\n"         \
    "  --picture-size WxH        in pixels, from 640x480 to 4096x4096 (default: 1200x900)\n"       \
    "  --no-tint                 do not tint the triangles in contact; in the report a button "    \
    "does\n"

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

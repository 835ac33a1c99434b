// picture.c - from the words of the command line to a picture in a file.
#include "picture/picture.h"

#include "options/arguments.h"
#include "say/say.h"

#include <string.h>
#include <strings.h>

enum { WIDTH_DEFAULT = 1200, HEIGHT_DEFAULT = 900 };

#define AT(member) offsetof(picture_options, member)

static option_take take_file, take_view, take_size;

static const option_row rows[PICTURE_PARTS] = {
    [PICTURE_FILE] = {OPTION("--picture", take_file, AT(path)),
                      OPTION_TEXT(SECTION_SEE, "FILE",
                                  "draw the models and where they meet, as PNG"),
                      .more = "What is hidden shows through, paler; a legend names the colours; "
                              "small places of contact are ringed",
                      .first = true},
    [PICTURE_REPORT] = {OPTION("--report", take_file, AT(report)),
                        OPTION_TEXT(SECTION_SEE, "FILE",
                                    "a page (HTML): turn the models, see what meets"),
                        .more = "It needs any browser, and no network", .first = true},
    [PICTURE_VIEW] = {OPTION("--view", take_view, AT(how)),
                      OPTION_TEXT(SECTION_SEE, "X,Y,Z",
                                  "the direction from the models to the eye, any length"),
                      .more = "Default: one from which the contacts are seen"},
    [PICTURE_SIZE] = {OPTION("--picture-size", take_size, AT(how)),
                      OPTION_TEXT(SECTION_SEE, "WxH",
                                  "in pixels, 640x480 to 4096x4096 (default 1200x900)")},
    [PICTURE_NO_TINT] = {OPTION("--no-tint", option_flag, AT(how.untinted)),
                         OPTION_TEXT(SECTION_SEE, NULL, "do not tint the triangles in contact"),
                         .more = "In the report a button does"},
};

option_group picture_options_group(picture_options* o)
{
    return (option_group)OPTION_GROUP(rows, o, o->given);
}

// Whether a name has one of two suffixes, or none: whoever gives another wants another format.
static bool suffix_fits(const char* path, const char* one, const char* other)
{
    const char* slash = strrchr(path, '/');
    const char* name = slash ? slash + 1 : path;
    const char* dot = strrchr(name, '.');
    return !dot || dot == name || strcasecmp(dot, one) == 0 || strcasecmp(dot, other) == 0;
}

static bool take_file(void* to, const option_row* row, const char* text)
{
    const bool is_page = row == &rows[PICTURE_REPORT];
    *(const char**)to = text;
    if (strcmp(text, "-") == 0) {
        say(O018_NEEDS_A_FILE, "%s: a %s goes to a file, not to standard output", row->name,
            row->name + 2);
        return false;
    }
    if (is_page ? suffix_fits(text, ".html", ".htm") : suffix_fits(text, ".png", ".png"))
        return true;
    say(O021_SUFFIX, "%s: %s: a %s is written as %s: let its name end in %s", row->name, text,
        row->name + 2, is_page ? "HTML" : "PNG", is_page ? ".html" : ".png");
    return false;
}

static bool take_view(void* to, const option_row* row, const char* text)
{
    see_options* how = to;
    double* v = how->view;
    if (!argument_numbers(row->name, text, 3, v)) return false;
    how->has_view = v[0] != 0 || v[1] != 0 || v[2] != 0;
    if (!how->has_view)
        say(O015_NO_LENGTH, "%s: '%s' is no direction: one of its numbers must not be 0", row->name,
            text);
    return how->has_view;
}

// Read the digits up to a letter or the end.
static bool take_length(const char** at, char end, int least, int* out)
{
    int value = 0;
    const char* start = *at;
    for (; **at >= '0' && **at <= '9' && value <= SEE_SIZE_MOST; ++*at)
        value = 10 * value + (**at - '0');
    *out = value;
    return *at != start && **at == end && value >= least && value <= SEE_SIZE_MOST;
}

static bool take_size(void* to, const option_row* row, const char* text)
{
    const char* at = text;
    see_options* how = to;
    if (take_length(&at, 'x', SEE_WIDTH_LEAST, &how->width) && *at++ &&
        take_length(&at, '\0', SEE_HEIGHT_LEAST, &how->height))
        return true;
    say(O014_OTHER_FORM, "%s: '%s' is not WIDTHxHEIGHT from %dx%d to %dx%d", row->name, text,
        SEE_WIDTH_LEAST, SEE_HEIGHT_LEAST, SEE_SIZE_MOST, SEE_SIZE_MOST);
    return false;
}

bool picture_options_finish(picture_options* o)
{
    static const int for_both[] = {PICTURE_VIEW, PICTURE_NO_TINT};
    for (int i = 0; i < 2; i++) {
        if (!o->given[for_both[i]] || is_shown(o)) continue;
        say(O007_NO_EFFECT, "option %s has no effect without %s or %s", rows[for_both[i]].name,
            rows[PICTURE_FILE].name, rows[PICTURE_REPORT].name);
        return false;
    }
    if (o->given[PICTURE_SIZE] && !o->path) {
        say(O007_NO_EFFECT, "option %s has no effect without %s", rows[PICTURE_SIZE].name,
            rows[PICTURE_FILE].name);
        return false;
    }
    if (!o->given[PICTURE_SIZE]) {
        o->how.width = WIDTH_DEFAULT;
        o->how.height = HEIGHT_DEFAULT;
    }
    if (!o->path || see_can_write()) return true;
    say(S005_NOT_BUILT, "%s: this program was built without zlib and makes no pictures",
        rows[PICTURE_FILE].name);
    return false;
}

void picture_corners(void* user, size_t first, size_t count, double* out)
{
    const picture_model* m = user;
    const abut_pose* pose = m->pose;
    double matrix[3][3];
    (void)abut_model_triangles(m->model, first, count, out);  // the model has them: it cannot fail
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            matrix[row][column] = pose->scale * pose->rotation[row][column];
    for (double* p = out; p < out + 9 * count; p += 3) {
        const double v[3] = {p[0], p[1], p[2]};
        for (int row = 0; row < 3; row++)
            p[row] = matrix[row][0] * v[0] + matrix[row][1] * v[1] + matrix[row][2] * v[2] +
                     pose->translation[row];
    }
}

static bool fail(const char* name, see_status status)
{
    if (status == SEE_TOO_LARGE)
        say(Q017_TOO_FAR_TO_DRAW, "%s: cannot draw: the coordinates are beyond 1e150", name);
    else
        say(S001_OUT_OF_MEMORY, "%s: cannot draw: %s", name, abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

// Find the direction that the report is seen from.
static bool choose_view(const picture_options* o, const see_scene* scene, double view[3])
{
    memcpy(view, o->how.view, 3 * sizeof *view);
    if (o->given[PICTURE_VIEW]) return true;
    const see_status status = see_choose_view(scene, view);
    return status == SEE_OK || fail(o->report, status);
}

static bool warn_of_letters(const picture_options* o, const see_scene* scene,
                            warning_list* warnings)
{
    char missing[256];
    if (!see_missing_letters(scene, missing, sizeof missing)) return true;
    return warnings_add(warnings, C019_PICTURES_LACK,
                        "%s: the letters of pictures are Latin, Greek and Cyrillic: boxes "
                        "stand for %s",
                        o->path, missing);
}

bool picture_write(const picture_options* o, const see_scene* scene, output* out, double view[3],
                   warning_list* warnings)
{
    see_image image = {0};
    if (!o->path) return choose_view(o, scene, view);
    if (!warn_of_letters(o, scene, warnings)) return false;
    see_status status = see_draw(&image, scene, &o->how);
    if (status != SEE_OK) return fail(o->path, status);
    memcpy(view, image.view, sizeof image.view);
    bool written = false;
    if (output_open(out)) {
        status = see_write_png(&image, out->stream);
        written = status == SEE_OK ? output_close(out) : fail(o->path, status);
    }
    see_image_free(&image);
    return written;
}

// picture.c - from the words of the command line to a picture in a file.
#include "picture.h"

#include "arguments.h"
#include "say.h"

#include <string.h>

enum { WIDTH_DEFAULT = 1200, HEIGHT_DEFAULT = 900 };

static const char* const names[PICTURE_PARTS] = {"--picture", "--report", "--view",
                                                 "--picture-size"};

static bool take_view(picture_options* o, const char* text)
{
    double* v = o->how.view;
    if (!argument_numbers(names[PICTURE_VIEW], text, 3, v)) return false;
    o->how.has_view = v[0] != 0 || v[1] != 0 || v[2] != 0;
    if (!o->how.has_view) say("%s: '%s' is no direction", names[PICTURE_VIEW], text);
    return o->how.has_view;
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

static bool take_size(picture_options* o, const char* text)
{
    const char* at = text;
    if (take_length(&at, 'x', SEE_WIDTH_LEAST, &o->how.width) && *at++ &&
        take_length(&at, '\0', SEE_HEIGHT_LEAST, &o->how.height))
        return true;
    say("%s: '%s' is not WIDTHxHEIGHT from %dx%d to %dx%d", names[PICTURE_SIZE], text,
        SEE_WIDTH_LEAST, SEE_HEIGHT_LEAST, SEE_SIZE_MOST, SEE_SIZE_MOST);
    return false;
}

bool picture_options_take(picture_options* o, int code, const char* text)
{
    const int part = code - PICTURE_OPTION_BASE;
    if (o->given[part]) {
        say("option %s given twice", names[part]);
        return false;
    }
    o->given[part] = true;
    if (part == PICTURE_VIEW) return take_view(o, text);
    if (part == PICTURE_SIZE) return take_size(o, text);
    *(part == PICTURE_FILE ? &o->path : &o->report) = text;
    if (strcmp(text, "-") != 0) return true;
    say("%s: a %s goes to a file, not to standard output", names[part],
        part == PICTURE_FILE ? "picture" : "report");
    return false;
}

bool picture_options_finish(picture_options* o)
{
    if (o->given[PICTURE_VIEW] && !is_shown(o)) {
        say("option %s has no effect without %s or %s", names[PICTURE_VIEW], names[PICTURE_FILE],
            names[PICTURE_REPORT]);
        return false;
    }
    if (o->given[PICTURE_SIZE] && !o->path) {
        say("option %s has no effect without %s", names[PICTURE_SIZE], names[PICTURE_FILE]);
        return false;
    }
    if (!o->given[PICTURE_SIZE]) {
        o->how.width = WIDTH_DEFAULT;
        o->how.height = HEIGHT_DEFAULT;
    }
    if (!o->path || see_can_write()) return true;
    say("%s: this program was built without zlib and makes no pictures", names[PICTURE_FILE]);
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
        say("%s: cannot draw: the coordinates are beyond 1e150", name);
    else
        say("%s: cannot draw: %s", name, abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

bool picture_view(const picture_options* o, const char* name, const see_scene* scene,
                  double view[3])
{
    memcpy(view, o->how.view, 3 * sizeof *view);
    if (o->given[PICTURE_VIEW]) return true;
    const see_status status = see_choose_view(scene, view);
    return status == SEE_OK || fail(name, status);
}

bool picture_write(const picture_options* o, const see_scene* scene, output* out, double view[3])
{
    see_image image = {0};
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

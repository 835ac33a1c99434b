// draw.c - from a scene to a picture: the view, the layers, then what is made of them.
#include "drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COORDINATE_MOST 1e150
enum {
    MARGIN = 24,        // of a pane, in pixels of the picture
    CLOSE_LEAST = 800,  // narrower pictures have no room for a close-up
    CLOSE_PART = 4,     // contacts that are smaller than this part of the whole get one
};
#define MARK_HALF     2.6  // half the width of a line of contact, in pixels of a layer
#define SPOT          4.2  // the radius of a point of contact
#define LINE_HALF     0.9  // half the width of another line, in pixels of a layer; of a wrong one:
#define WRONG_HALF    1.8
#define BOLD_HALF     3.4  // of a bold one, and the radius of a spot
#define BOLD_SPOT     8.0
#define LIFT          3.0   // marks lie so much above the surfaces that they belong to
#define OUTLINE_LEAST 24.0  // triangles that are larger get an outline

typedef void take_triangle(void* user, int part, size_t index, double p[3][3]);

// Place a triangle's corners; without a camera they stay where they are.
static void place(const camera* c, const double world[9], double out[3][3])
{
    for (size_t k = 0; k < 3; k++) {
        if (c)
            camera_place(c, world + 3 * k, out[k]);
        else
            memcpy(out[k], world + 3 * k, sizeof out[k]);
    }
}

// Hand over all triangles as the camera places them; in world coordinates without a camera.
static void each_triangle(const see_scene* scene, const camera* c, take_triangle* take, void* user)
{
    double world[CHUNK * 9], placed[3][3];
    for (int part = 0; part < scene->part_count; part++) {
        const see_part* from = &scene->parts[part];
        for (size_t first = 0; first < from->triangle_count; first += CHUNK) {
            const size_t left = from->triangle_count - first, count = left < CHUNK ? left : CHUNK;
            from->corners(from->user, first, count, world);
            for (size_t i = 0; i < count; i++) {
                place(c, world + 9 * i, placed);
                take(user, part, first + i, placed);
            }
        }
    }
}

typedef struct measure {
    extent extent;
    bool too_large;
} measure;

static void measure_triangle(void* user, int part, size_t index, double p[3][3])
{
    (void)part, (void)index;
    measure* m = user;
    for (int i = 0; i < 9; i++)
        m->too_large |=
            !(fabs(p[i / 3][i % 3]) <= COORDINATE_MOST);  // not a number is too large, too
    for (int k = 0; k < 3; k++)
        extent_add(&m->extent, p[k]);
}

static void draw_touched(layer* l, double p[3][3], uint8_t shade)
{
    extent e = extent_of_nothing();
    for (int k = 0; k < 3; k++)
        extent_add(&e, p[k]);
    raster_triangle(l, p, shade);
    if (fmax(e.high[0] - e.low[0], e.high[1] - e.low[1]) < OUTLINE_LEAST) return;
    for (int k = 0; k < 3; k++)
        raster_line(l, p[k], p[(k + 1) % 3], 0.75, LIFT / 2, 0);
}

typedef struct target {
    const drawing* drawing;
    pane* pane;
} target;

static void draw_triangle(void* user, int part, size_t index, double p[3][3])
{
    const target* t = user;
    const uint8_t* in_contact = t->drawing->in_contact[part];
    const uint8_t shade = raster_shade(p);
    raster_triangle(&t->pane->parts[part], p, shade);
    // Not as dark as surfaces can be: that is for outlines.
    if (in_contact && in_contact[index])
        draw_touched(&t->pane->touched, p, (uint8_t)(SHADES / 2 + shade / 2));
}

static void draw_contact(pane* to, const see_contact* contact)
{
    double p[6][3];
    const int count = contact->point_count;
    for (int k = 0; k < count; k++)
        camera_place(&to->camera, contact->points[k], p[k]);
    for (int k = 2; k < count; k++) {
        double fan[3][3];
        memcpy(fan[0], p[0], sizeof fan[0]);
        memcpy(fan[1], p[k - 1], sizeof fan[1]);
        memcpy(fan[2], p[k], sizeof fan[2]);
        for (int i = 0; i < 3; i++)
            fan[i][2] += LIFT;
        raster_triangle(&to->marks, fan, 0);
    }
    for (int k = 0; k < count; k++)
        raster_line(&to->marks, p[k], p[(k + 1) % count], count == 1 ? SPOT : MARK_HALF, LIFT, 0);
}

static see_status find_contacts(drawing* d)
{
    const see_scene* scene = d->scene;
    if (!d->tinted) return SEE_OK;
    for (int part = 0; scene->contact_count && part < scene->part_count; part++) {
        d->in_contact[part] = calloc(scene->parts[part].triangle_count + 1, 1);
        if (!d->in_contact[part]) return SEE_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < scene->contact_count; i++) {
        see_contact contact;
        scene->contact(scene->user, i, &contact);
        for (int side = 0; side < 2; side++)
            if (contact.part[side] >= 0)
                d->in_contact[contact.part[side]][contact.triangle[side]] = 1;
    }
    return SEE_OK;
}

static extent extent_of_contacts(const see_scene* scene, const camera* c)
{
    extent e = extent_of_nothing();
    for (size_t i = 0; i < scene->contact_count; i++) {
        see_contact contact;
        double p[3];
        scene->contact(scene->user, i, &contact);
        for (int k = 0; k < contact.point_count; k++) {
            camera_place(c, contact.points[k], p);
            extent_add(&e, p);
        }
    }
    return e;
}

static double larger_side(const extent* e)
{
    return fmax(e->high[0] - e->low[0], e->high[1] - e->low[1]);
}

// Give the contacts a close-up of their own if in the whole they are small.
static void place_close_up(drawing* d, const extent* all)
{
    pane* whole = &d->whole;
    pane* close = &d->close;
    extent e = extent_of_contacts(d->scene, &whole->camera);
    const double size = larger_side(all);
    if (d->image.width < CLOSE_LEAST || d->scene->contact_count == 0 ||
        larger_side(&e) * CLOSE_PART > size)
        return;
    close->width = d->image.width * 3 / 8;
    whole->width = d->image.width - close->width;
    close->left = whole->width;
    close->top = whole->top + TITLE_HEIGHT;
    close->height = whole->height - TITLE_HEIGHT;
    // Some of what is around them, too, but nothing that is far in front of them.
    const double around = fmax(larger_side(&e) * 0.7, size / 25);
    for (int k = 0; k < 3; k++) {
        e.low[k] -= around;
        e.high[k] += around;
    }
    close->camera = whole->camera;
    camera_fit(&close->camera, &e, FINE * close->width, FINE * close->height, FINE * MARGIN);
    close->nearest = (float)(e.high[2] * close->camera.scale);
}

// Find the middle of a scene.
static see_status find_middle(const see_scene* scene, double out[3])
{
    measure world = {extent_of_nothing(), false};
    const extent* e = &world.extent;
    each_triangle(scene, NULL, measure_triangle, &world);
    if (world.too_large) return SEE_TOO_LARGE;
    for (int k = 0; k < 3 && e->low[0] <= e->high[0]; k++)
        out[k] = e->low[k] / 2 + e->high[k] / 2;
    return SEE_OK;
}

see_status see_choose_view(const see_scene* scene, double out[3])
{
    double middle[3] = {0};
    const see_status status = find_middle(scene, middle);
    return status == SEE_OK ? choose_view(scene, middle, out) : status;
}

static see_status place_cameras(drawing* d, const see_options* options)
{
    measure seen = {extent_of_nothing(), false};
    camera* c = &d->whole.camera;
    const see_status found = find_middle(d->scene, c->origin);
    if (found != SEE_OK) return found;
    memcpy(d->image.view, options->view, sizeof d->image.view);
    if (!options->has_view) {
        const see_status status = choose_view(d->scene, c->origin, d->image.view);
        if (status != SEE_OK) return status;
    }
    camera_look(c, d->image.view);
    c->scale = 1;
    each_triangle(d->scene, c, measure_triangle, &seen);
    place_close_up(d, &seen.extent);
    camera_fit(c, &seen.extent, FINE * d->whole.width, FINE * d->whole.height, FINE * MARGIN);
    return SEE_OK;
}

static double half_of(const see_line* line)
{
    if (line->is_bold)
        return memcmp(line->points[0], line->points[1], sizeof line->points[0]) ? BOLD_HALF
                                                                                : BOLD_SPOT;
    return line->ink == SEE_INKS - 1 ? WRONG_HALF : LINE_HALF;
}

// Wrong lines are drawn over the others.
static void draw_lines(pane* to, const see_scene* scene)
{
    for (size_t i = 0; i < scene->line_count; i++) {
        see_line line = {.is_bold = false};
        double p[2][3];
        scene->line(scene->user, i, &line);
        for (int k = 0; k < 2; k++)
            camera_place(&to->camera, line.points[k], p[k]);
        raster_line(&to->lines, p[0], p[1], half_of(&line), LIFT * (line.ink + 1) / SEE_INKS,
                    (uint8_t)(line.is_bold ? SEE_INKS + line.ink : line.ink));
    }
}

static see_status draw_pane(drawing* d, pane* to)
{
    const see_scene* scene = d->scene;
    const int width = FINE * to->width, height = FINE * to->height;
    bool fine =
        layer_create(&to->touched, width, height) && layer_create(&to->marks, width, height);
    if (fine && scene->line_count) fine = layer_create(&to->lines, width, height);
    to->touched.nearest = to->nearest;
    to->lines.nearest = to->nearest;
    for (int part = 0; fine && part < scene->part_count; part++) {
        fine = layer_create(&to->parts[part], width, height);
        to->parts[part].nearest = to->nearest;
    }
    if (!fine) return SEE_OUT_OF_MEMORY;
    each_triangle(scene, &to->camera, draw_triangle, &(target){d, to});
    for (size_t i = 0; i < scene->contact_count; i++) {
        see_contact contact;
        scene->contact(scene->user, i, &contact);
        draw_contact(to, &contact);
    }
    draw_lines(to, scene);
    if (!find_near(to)) return SEE_OUT_OF_MEMORY;
    compose(d, to);
    return ring_small_marks(d, to) ? SEE_OK : SEE_OUT_OF_MEMORY;
}

static void free_pane(pane* p)
{
    for (int part = 0; part < SEE_PARTS_MOST; part++)
        layer_free(&p->parts[part]);
    layer_free(&p->touched);
    layer_free(&p->marks);
    layer_free(&p->lines);
    free(p->far);
}

static see_status draw(drawing* d, const see_options* options)
{
    d->image.pixels = malloc(3 * (size_t)d->image.width * (size_t)d->image.height);
    if (!d->image.pixels) return SEE_OUT_OF_MEMORY;
    see_status status = place_cameras(d, options);
    if (status == SEE_OK) status = find_contacts(d);
    if (status == SEE_OK) status = draw_pane(d, &d->whole);
    if (status == SEE_OK && d->close.width) status = draw_pane(d, &d->close);
    if (status != SEE_OK) return status;
    return legend_draw(d) ? SEE_OK : SEE_OUT_OF_MEMORY;
}

see_status see_draw(see_image* out, const see_scene* scene, const see_options* options)
{
    const int top = legend_height(scene, !options->untinted);
    drawing d = {.scene = scene,
                 .tinted = !options->untinted,
                 .image = {.width = options->width, .height = options->height},
                 .whole = {.top = top,
                           .width = options->width,
                           .height = options->height - top,
                           .nearest = INFINITY}};
    const see_status status = draw(&d, options);
    free_pane(&d.whole);
    free_pane(&d.close);
    for (int part = 0; part < SEE_PARTS_MOST; part++)
        free(d.in_contact[part]);
    if (status == SEE_OK)
        *out = d.image;
    else
        free(d.image.pixels);
    return status;
}

void see_image_free(see_image* image)
{
    free(image->pixels);
    *image = (see_image){0};
}

// choose.c - the view that is taken where none is given: small pictures of a sample from some directions, and
// which of them shows most.
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 120, HEIGHT = 90, TRIANGLES_MOST = 8000, CONTACTS_MOST = 1500 };

// The first of equals is taken: people expect to look from the front and above.
static const double views[][3] = {
    {2, -3, 2},  {-2, -3, 2}, {3, 2, 2},    {-3, 2, 2}, {4, -1, 2},
    {-4, -1, 2}, {1, 4, 2},   {-1, 4, 2},   {1, -2, 4}, {-2, 1, 4},
    {2, 1, 4},   {2, -3, -2}, {-2, -3, -2}, {3, 2, -2}, {-3, 2, -2},
};

typedef struct sample {
    double* triangles[SEE_PARTS_MOST];  // nine numbers each
    size_t triangle_count[SEE_PARTS_MOST];
    double* contacts;  // three numbers each: the middle of what is shared
    size_t contact_count;
    layer layers[SEE_PARTS_MOST];
} sample;

static size_t stride_for(size_t count, size_t most)
{
    return (count + most - 1) / most + (count == 0);
}

// Take every n-th triangle, so much larger that together they cover about what all do.
static bool take_triangles(sample* s, const see_part* from, int part)
{
    const size_t stride = stride_for(from->triangle_count, TRIANGLES_MOST);
    const double factor = sqrt((double)stride);
    s->triangles[part] = calloc(TRIANGLES_MOST + 1, 9 * sizeof(double));
    if (!s->triangles[part]) return false;
    for (size_t i = 0; i < from->triangle_count; i += stride) {
        double* at = s->triangles[part] + 9 * s->triangle_count[part]++;
        from->corners(from->user, i, 1, at);
        for (int k = 0; k < 3 && stride > 1; k++) {
            const double middle = (at[k] + at[3 + k] + at[6 + k]) / 3;
            for (int corner = 0; corner < 3; corner++)
                at[3 * corner + k] = middle + (at[3 * corner + k] - middle) * factor;
        }
    }
    return true;
}

static bool take_contacts(sample* s, const see_scene* scene)
{
    const size_t stride = stride_for(scene->contact_count, CONTACTS_MOST);
    s->contacts = calloc(CONTACTS_MOST + 1, 3 * sizeof(double));
    if (!s->contacts) return false;
    for (size_t i = 0; i < scene->contact_count; i += stride) {
        see_contact contact;
        scene->contact(scene->user, i, &contact);
        double* at = s->contacts + 3 * s->contact_count++;
        for (int k = 0; k < 3; k++) {
            at[k] = 0;
            for (int p = 0; p < contact.point_count; p++)
                at[k] += contact.points[p][k] / contact.point_count;
        }
    }
    return true;
}

static camera look(const sample* s, int part_count, const double view[3], const double middle[3])
{
    camera c = {.origin = {middle[0], middle[1], middle[2]}, .scale = 1};
    extent e = extent_of_nothing();
    camera_look(&c, view);
    for (int part = 0; part < part_count; part++) {
        for (size_t i = 0; i < 3 * s->triangle_count[part]; i++) {
            double p[3];
            camera_place(&c, s->triangles[part] + 3 * i, p);
            extent_add(&e, p);
        }
    }
    camera_fit(&c, &e, WIDTH, HEIGHT, 2);
    return c;
}

static void draw_sample(sample* s, int part_count, const camera* c)
{
    for (int part = 0; part < part_count; part++) {
        layer_clear(&s->layers[part]);
        for (size_t i = 0; i < s->triangle_count[part]; i++) {
            double p[3][3];
            for (int k = 0; k < 3; k++)
                camera_place(c, s->triangles[part] + 9 * i + 3 * (size_t)k, p[k]);
            raster_triangle(&s->layers[part], p, 0);
        }
    }
}

// The depth in front, and whose it is; -1 where nothing is.
static float front_at(const sample* s, int part_count, size_t place, int* part)
{
    float front = -INFINITY;
    *part = -1;
    for (int k = 0; k < part_count; k++) {
        if (s->layers[k].depth[place] <= front) continue;
        front = s->layers[k].depth[place];
        *part = k;
    }
    return front;
}

// How much of the picture the part has of which least is seen.
static double least_share(const sample* s, int part_count)
{
    size_t pixels[SEE_PARTS_MOST] = {0}, all = 0, least = SIZE_MAX;
    for (size_t place = 0; place < (size_t)WIDTH * HEIGHT; place++) {
        int part;
        front_at(s, part_count, place, &part);
        if (part < 0) continue;
        pixels[part]++;
        all++;
    }
    for (int part = 0; part < part_count; part++)
        if (pixels[part] < least) least = pixels[part];
    return all ? (double)least / (double)all : 0;
}

// How many of the contacts are in front, as a share, and how large an area they spread over.
static double seen_share(const sample* s, int part_count, const camera* c, double* spread)
{
    size_t seen = 0;
    extent e = extent_of_nothing();
    *spread = 0;
    if (s->contact_count == 0) return 0;
    for (size_t i = 0; i < s->contact_count; i++) {
        double p[3];
        int part;
        camera_place(c, s->contacts + 3 * i, p);
        extent_add(&e, p);
        const int x = (int)fmin(fmax(p[0], 0), WIDTH - 1);
        const int y = (int)fmin(fmax(p[1], 0), HEIGHT - 1);
        const float front = front_at(s, part_count, (size_t)y * WIDTH + (size_t)x, &part);
        seen += p[2] + 1.5 >= (double)front;
    }
    *spread = sqrt((e.high[0] - e.low[0]) * (e.high[1] - e.low[1]) / (WIDTH * HEIGHT));
    return (double)seen / (double)s->contact_count;
}

static void choose(sample* s, const see_scene* scene, const double middle[3], double out[3])
{
    double best = -1;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        const camera c = look(s, scene->part_count, views[i], middle);
        double spread;
        draw_sample(s, scene->part_count, &c);
        const double seen = seen_share(s, scene->part_count, &c, &spread);
        const double score =
            3 * seen + fmin(4 * least_share(s, scene->part_count), 1) + spread / 2 - (double)i / 40;
        if (score <= best) continue;
        best = score;
        for (int k = 0; k < 3; k++)
            out[k] = views[i][k];
    }
}

see_status choose_view(const see_scene* scene, const double middle[3], double out[3])
{
    sample s = {0};
    bool fine = take_contacts(&s, scene);
    for (int part = 0; fine && part < scene->part_count; part++)
        fine = take_triangles(&s, &scene->parts[part], part) &&
               layer_create(&s.layers[part], WIDTH, HEIGHT);
    if (fine) choose(&s, scene, middle, out);
    for (int part = 0; part < SEE_PARTS_MOST; part++) {
        free(s.triangles[part]);
        layer_free(&s.layers[part]);
    }
    free(s.contacts);
    return fine ? SEE_OK : SEE_OUT_OF_MEMORY;
}

// bcf_picture.c - where a row is seen from, and its picture: its two objects alone, and where they meet.
#include "clash/sight.h"
#include "clash/write/bcf.h"
#include "picture/way.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = SEE_WIDTH_LEAST, HEIGHT = SEE_HEIGHT_LEAST };
// The sine of half of the smaller angle of view, 46.8 degrees.
#define HALF_FIELD_SINE 0.39735970711951313

// What a picture is made of.
typedef struct pair_scene {
    const clash_object* objects[2];
    const abut_hits* hits;  // NULL: none
    const abut_contact* way;
    char *notes[2], *verdict;
    see_scene scene;
} pair_scene;

static void take_contact(void* user, size_t index, see_contact* out)
{
    const pair_scene* s = user;
    const abut_contact* c = s->way ? s->way : &s->hits->contacts[index];
    const abut_pair* pair = &s->hits->pairs[index];
    *out = (see_contact){
        .part = {0, 1}, .triangle = {pair->a, pair->b}, .point_count = c->point_count};
    memcpy(out->points, c->points, 3 * (size_t)c->point_count * sizeof(double));
}

static see_part part_of(const pair_scene* s, int side)
{
    const clash_object* o = s->objects[side];
    const char* name = clash_attribute(o, "name");
    return (see_part){.label = "",
                      .name = name ? name : clash_name(o),
                      .note = s->notes[side],
                      .colour = side,
                      .triangle_count = o->triangle_count,
                      .corners = clash_object_corners,
                      .user = (void*)(uintptr_t)o};
}

// Returns false without memory.
static bool fill_scene(pair_scene* s, const clash_row* row)
{
    for (int k = 0; k < 2; k++) {
        const size_t count = s->objects[k]->triangle_count;
        s->notes[k] = say_text(", %zu triangle%s", count, plural(count));
    }
    s->verdict = say_text("%s", clash_class_text(row->class));
    s->scene = (see_scene){.part_count = 2,
                           .contact_count = s->hits ? s->hits->count : 0,
                           .contact = take_contact,
                           .user = s,
                           .verdict = s->verdict,
                           .is_apart = s->way != NULL};
    if (!s->notes[0] || !s->notes[1] || !s->verdict) return false;
    for (int k = 0; k < 2; k++)
        s->scene.parts[k] = part_of(s, k);
    return true;
}

static void free_scene(pair_scene* s)
{
    free(s->notes[0]);
    free(s->notes[1]);
    free(s->verdict);
}

// ----------------------------------------------------------------------------------------- camera

static double diagonal(const clash_box* b)
{
    return hypot(hypot(b->high[0] - b->low[0], b->high[1] - b->low[1]), b->high[2] - b->low[2]);
}

static clash_box box_of_points(const double p[3], const double q[3])
{
    clash_box b;
    for (int k = 0; k < 3; k++) {
        b.low[k] = fmin(p[k], q[k]);
        b.high[k] = fmax(p[k], q[k]);
    }
    return b;
}

// Where they clash: the box of the row, else what is between the nearest points, else the smaller object.
static clash_box box_of_row(const clash_result* r, const clash_row* row, const clash_box* smaller)
{
    const size_t i = (size_t)(row - r->review.rows);
    if (!isnan(row->low[0])) return box_of_points(row->low, row->high);
    if (!clash_is_close(r, i)) return *smaller;
    const abut_distance_answer* nearest = &clash_gap(r, i)->distance;
    return box_of_points(nearest->a_point, nearest->b_point);
}

static void normalize(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

// Look from view at the middle of where they clash, from so far that a ball about it is seen which holds the smaller
// object: of a pipe in a long wall all of the pipe, and the wall where the pipe is. view: towards the eye.
static bool place_camera(const clash_result* r, const clash_row* row, const double view[3],
                         double unit, bcf_camera* out)
{
    const clash_box *a = &r->review.boxes[row->a], *b = &r->review.boxes[row->b];
    const clash_box* smaller = diagonal(b) < diagonal(a) ? b : a;
    const clash_box at = box_of_row(r, row, smaller);
    double far[3], up[3] = {0, 0, 1}, v[3] = {view[0], view[1], view[2]};
    normalize(v);
    if (fabs(v[2]) > 0.999) memcpy(up, (double[3]){0, 1, 0}, sizeof up);
    const double along = up[0] * v[0] + up[1] * v[1] + up[2] * v[2];
    double middle[3], radius;
    for (int k = 0; k < 3; k++) {
        middle[k] = at.low[k] / 2 + at.high[k] / 2;
        far[k] = fmax(fmax(smaller->high[k] - middle[k], middle[k] - smaller->low[k]),
                      (at.high[k] - at.low[k]) / 2);
        up[k] -= along * v[k];
    }
    normalize(up);
    radius = sqrt(far[0] * far[0] + far[1] * far[1] + far[2] * far[2]);
    bool fine = true;
    for (int k = 0; k < 3; k++) {
        out->eye[k] = (middle[k] + v[k] * radius / HALF_FIELD_SINE) * unit;
        out->direction[k] = 0 - v[k];
        out->up[k] = up[k];
        fine &= isfinite(out->eye[k]);
    }
    return fine;
}

// ---------------------------------------------------------------------------------------- picture

static see_status draw(const see_scene* scene, double view[3], bcf_shot* out)
{
    const see_options how = {.width = WIDTH, .height = HEIGHT};
    see_image image = {0};
    if (!see_can_write()) return see_choose_view(scene, view);
    see_status status = see_draw(&image, scene, &how);
    if (status != SEE_OK) return status;
    memcpy(view, image.view, sizeof image.view);
    FILE* stream = open_memstream(&out->png, &out->size);
    status = stream ? see_write_png(&image, stream) : SEE_OUT_OF_MEMORY;
    if (stream && (ferror(stream) | fclose(stream)) != 0) status = SEE_OUT_OF_MEMORY;
    see_image_free(&image);
    return status;
}

static bool shoot(const clash_result* r, const clash_row* row, const pair_scene* s, double unit,
                  bcf_shot* out)
{
    double view[3] = {2, -3, 2};
    const see_status status = draw(&s->scene, view, out);
    if (status == SEE_OUT_OF_MEMORY) return false;
    out->has_camera = status == SEE_OK && place_camera(r, row, view, unit, &out->camera);
    return true;
}

typedef struct shooter {
    const clash_result* result;
    size_t first;
    double unit;
    bcf_shot* shots;
} shooter;

static bool take_shot(const shooter* t, const clash_row* row, abut_query* query, bcf_shot* out)
{
    const clash_result* r = t->result;
    const size_t i = (size_t)(row - r->review.rows);
    const abut_instance a = clash_instance(&r->objects[row->a]);
    const abut_instance b = clash_instance(&r->objects[row->b]);
    const abut_ask how = {.detail = ABUT_DETAIL_POINTS};
    pair_scene s = {.objects = {&r->objects[row->a], &r->objects[row->b]}};
    abut_hits hits = {0};
    abut_contact way;
    if (r->clashes.clashes[i].count) {
        if (abut_collide(query, &a, &b, &how, &hits) != ABUT_OK) return false;
        s.hits = &hits;
    } else if (clash_is_close(r, i)) {
        const abut_distance_answer* nearest = &clash_gap(r, i)->distance;
        way = way_of(nearest);
        hits = (abut_hits){.pairs = &nearest->pair, .contacts = &way, .count = 1};
        s.hits = &hits;
        s.way = &way;
    }
    const bool fine = fill_scene(&s, row) && shoot(r, row, &s, t->unit, out);
    free_scene(&s);
    return fine;
}

static void shoot_one(void* context, size_t index, int worker)
{
    const shooter* t = context;
    bcf_shot* out = &t->shots[index];
    abut_query* query = NULL;
    (void)worker;
    out->failed = abut_query_create(&query, NULL) != ABUT_OK ||
                  !take_shot(t, clash_ranked(t->result, t->first + index), query, out);
    abut_query_free(query);
}

void bcf_take_shots(const clash_result* r, size_t first, size_t count, double unit, bcf_shot* out)
{
    shooter t = {r, first, unit, out};
    memset(out, 0, count * sizeof *out);
    r->host->run(r->host->user, count, shoot_one, &t);
}

// considered.c - "abut check --considered": the pairs of triangles that the search tested, since no volumes kept them apart
// (Zachmann 1998, figure 1). Listed in the result, and drawn: their triangles in colour, all others grey.
#include "check/check.h"
#include "say/say.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GREY = SEE_PARTS_MOST - 1 };

void considered_add(void* user, uint32_t a, uint32_t b)
{
    considered_pairs* c = user;
    if (c->count == c->capacity) {
        const size_t more = c->capacity ? 2 * c->capacity : 1024;
        abut_pair* pairs = c->is_lost ? NULL : realloc(c->pairs, more * sizeof *pairs);
        c->is_lost |= !pairs;
        if (c->is_lost) return;
        c->pairs = pairs;
        c->capacity = more;
    }
    c->pairs[c->count++] = (abut_pair){a, b};
}

static int compare_pairs(const void* one, const void* other)
{
    const abut_pair *p = one, *q = other;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

// List the triangles of a side that occur.
static bool find_triangles(considered_pairs* c, int side, size_t triangle_count)
{
    uint8_t* occurs = calloc(triangle_count + 1, 1);
    uint32_t* ids = malloc((triangle_count + 1) * sizeof *ids);
    for (size_t i = 0; occurs && i < c->count; i++)
        occurs[side ? c->pairs[i].b : c->pairs[i].a] = 1;
    size_t count = 0, left_out = triangle_count;
    for (size_t t = 0; occurs && ids && t < triangle_count; t++)
        ids[occurs[t] ? count++ : --left_out] = (uint32_t)t;
    free(occurs);
    c->triangles[side] = ids;
    c->triangle_counts[side] = count;
    return occurs && ids;
}

bool considered_finish(check_result* r)
{
    considered_pairs* c = &r->considered;
    if (!r->options->considered) return true;
    if (c->count) qsort(c->pairs, c->count, sizeof *c->pairs, compare_pairs);
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++)
        if (!i || compare_pairs(&c->pairs[i], &c->pairs[i - 1])) c->pairs[kept++] = c->pairs[i];
    c->count = kept;
    bool fine = !c->is_lost;
    for (int side = 0; side < 2; side++)
        fine = fine && find_triangles(c, side, r->sides[side].info.triangle_count);
    if (!fine) say_status("--considered", ABUT_OUT_OF_MEMORY);
    return fine;
}

void considered_free(considered_pairs* c)
{
    free(c->pairs);
    free(c->triangles[0]);
    free(c->triangles[1]);
}

// ---------------------------------------------------------------------------------- text and JSON

static uint32_t number_in_file(const check_result* r, size_t pair, int side)
{
    const abut_pair* p = &r->considered.pairs[pair];
    return model_file_triangle(&r->sides[side], side ? p->b : p->a);
}

void considered_write_text(const check_result* r, FILE* out)
{
    const considered_pairs* c = &r->considered;
    fprintf(out, "considered: %zu pair%s, of %zu triangle%s of a and %zu of b\n", c->count,
            plural(c->count), c->triangle_counts[0], plural(c->triangle_counts[0]),
            c->triangle_counts[1]);
    if (!c->count) return;
    fprintf(out, "\n%12s %12s\n", "considered of a", "considered of b");
    for (size_t i = 0; i < c->count; i++)
        fprintf(out, "%15" PRIu32 " %15" PRIu32 "\n", number_in_file(r, i, 0),
                number_in_file(r, i, 1));
    fputc('\n', out);
}

void considered_write_json(const check_result* r, json* j)
{
    const considered_pairs* c = &r->considered;
    json_key(j, "considered");
    json_object(j, true);
    json_put_count(j, "pair_count", c->count);
    json_put_count(j, "triangles_a", c->triangle_counts[0]);
    json_put_count(j, "triangles_b", c->triangle_counts[1]);
    json_key(j, "pairs");
    json_array(j, true);
    for (size_t i = 0; i < c->count; i++) {
        json_object(j, false);
        json_put_count(j, "a", number_in_file(r, i, 0));
        json_put_count(j, "b", number_in_file(r, i, 1));
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

// ---------------------------------------------------------------------------------------- picture

static void take_corners(void* user, size_t first, size_t count, double* out)
{
    const considered_part* part = user;
    for (size_t i = 0; i < count; i++)
        picture_corners((void*)(uintptr_t)&part->model, part->ids[first + i], 1, out + 9 * i);
}

static int compare_ids(const void* one, const void* other)
{
    const uint32_t a = *(const uint32_t*)one, b = *(const uint32_t*)other;
    return (a > b) - (a < b);
}

// What is in contact was considered.
static void take_contact(void* user, size_t index, see_contact* out)
{
    const check_result* r = user;
    const abut_contact* contact = &r->hits.contacts[index];
    const uint32_t ids[2] = {r->hits.pairs[index].a, r->hits.pairs[index].b};
    *out = (see_contact){.part = {0, 1}, .point_count = contact->point_count};
    for (int side = 0; side < 2; side++) {
        const uint32_t* list = r->considered.triangles[side];
        const uint32_t* found = bsearch(&ids[side], list, r->considered.triangle_counts[side],
                                        sizeof *list, compare_ids);
        if (found)
            out->triangle[side] = (size_t)(found - list);
        else
            out->part[side] = -1;
    }
    memcpy(out->points, contact->points, sizeof out->points);
}

bool considered_see(check_result* r, const pair_sight* whole, considered_sight* s)
{
    static const char* const labels[4] = {
        "a, considered: ", "b, considered: ", "a, the rest: ", "b, the rest: "};
    *s = (considered_sight){.scene = {.part_count = 4,
                                      .contact_count = r->hits.count,
                                      .contact = take_contact,
                                      .user = r,
                                      .verdict = whole->verdict}};
    for (int i = 0; i < 4; i++) {
        const int side = i % 2, is_rest = i / 2;
        const size_t all = r->sides[side].info.triangle_count,
                     considered = r->considered.triangle_counts[side],
                     count = is_rest ? all - considered : considered;
        s->notes[i] = say_text(", %zu triangle%s", count, plural(count));
        s->parts[i] = (considered_part){{r->sides[side].model, &r->options->poses[side]},
                                        r->considered.triangles[side] + (is_rest ? considered : 0)};
        s->scene.parts[i] = (see_part){.label = labels[i],
                                       .name = path_name(r->sides[side].path),
                                       .note = s->notes[i],
                                       .colour = is_rest ? GREY : side,
                                       .triangle_count = count,
                                       .corners = take_corners,
                                       .user = &s->parts[i]};
        if (s->notes[i]) continue;
        say_status("cannot draw", ABUT_OUT_OF_MEMORY);
        return false;
    }
    return true;
}

void considered_sight_free(considered_sight* s)
{
    for (int i = 0; i < 4; i++)
        free(s->notes[i]);
}

// sight.c - what there is to see of a clash: colours, parts, and all contacts with their points.
#include "clash/sight.h"

#include "picture/way.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

static bool fail(abut_status status)
{
    say_status("cannot draw", status);
    return false;
}

// ---------------------------------------------------------------------------------------- contacts

static bool make_room(clash_sight* s, size_t contacts, size_t points)
{
    if (s->contact_count + contacts > s->contact_capacity) {
        s->contact_capacity = 2 * s->contact_capacity + contacts;
        clash_contact* grown = realloc(s->contacts, s->contact_capacity * sizeof *grown);
        if (!grown) return false;
        s->contacts = grown;
    }
    if (s->point_count + points > s->point_capacity) {
        s->point_capacity = 2 * s->point_capacity + points;
        double* grown = realloc(s->points, 3 * s->point_capacity * sizeof *grown);
        if (!grown) return false;
        s->points = grown;
    }
    return true;
}

static bool keep_hits(clash_sight* s, uint32_t clash, const abut_hits* hits)
{
    size_t points = 0;
    for (size_t i = 0; i < hits->count; i++)
        points += (size_t)hits->contacts[i].point_count;
    if (!make_room(s, hits->count, points)) return false;
    for (size_t i = 0; i < hits->count; i++) {
        const abut_contact* c = &hits->contacts[i];
        s->contacts[s->contact_count++] = (clash_contact){
            .clash = clash,
            .triangle = {hits->pairs[i].a, hits->pairs[i].b},
            .kind = (uint8_t)c->kind,
            .point_count = (uint8_t)c->point_count,
            .first = s->point_count,
        };
        memcpy(s->points + 3 * s->point_count, c->points,
               3 * (size_t)c->point_count * sizeof(double));
        s->point_count += (size_t)c->point_count;
    }
    return true;
}

// Where they are nearest, as a contact.
static bool keep_way(clash_sight* s, uint32_t clash)
{
    const abut_distance_answer* answer = &s->result->clashes.gaps[clash].distance;
    const abut_contact way = way_of(answer);
    const abut_hits hits = {.pairs = &answer->pair, .contacts = &way, .count = 1};
    return keep_hits(s, clash, &hits);
}

static bool find_contacts(clash_sight* s, const abut_host* host)
{
    const clash_result* r = s->result;
    const abut_ask how = {.detail = ABUT_DETAIL_POINTS};
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, host);
    for (size_t i = 0; i < r->clashes.count && status == ABUT_OK; i++) {
        const abut_pair* pair = &r->clashes.pairs[i];
        const abut_instance a = clash_instance(&r->objects[pair->a]);
        const abut_instance b = clash_instance(&r->objects[pair->b]);
        abut_hits hits;
        if (clash_is_close(r, i) && !keep_way(s, (uint32_t)i)) status = ABUT_OUT_OF_MEMORY;
        if (!r->clashes.clashes[i].count) continue;
        status = abut_collide(query, &a, &b, &how, &hits);
        if (status == ABUT_OK && !keep_hits(s, (uint32_t)i, &hits)) status = ABUT_OUT_OF_MEMORY;
    }
    abut_query_free(query);
    return status == ABUT_OK || fail(status);
}

// ----------------------------------------------------------------------------------------- colours

// What is known of an object's neighbours before it.
typedef struct neighbours {
    uint32_t uses[CLASH_COLOURS];  // how many of them have a colour
    bool meets;                    // it has any, before it or behind
} neighbours;

// The colour that fewest of them have; of equal ones the first.
static uint8_t choose_colour(const neighbours* n)
{
    if (!n->meets) return CLASH_GREY;
    int best = 0;
    for (int k = 1; k < CLASH_COLOURS; k++)
        if (n->uses[k] < n->uses[best]) best = k;
    return (uint8_t)best;
}

// Each object tells its colour to its neighbours behind it: the pairs are sorted by their first object, so one walk over
// them does. Returns false without memory.
static bool choose_colours(clash_sight* s)
{
    const abut_clashes* c = &s->result->clashes;
    const size_t count = s->result->object_count;
    neighbours* all = calloc(count + 1, sizeof *all);
    for (size_t i = 0; all && i < c->count; i++)
        all[c->pairs[i].a].meets = all[c->pairs[i].b].meets = true;
    for (size_t i = 0, at = 0; all && i < count; i++) {
        s->colours[i] = count <= CLASH_COLOURS ? (uint8_t)i : choose_colour(&all[i]);
        for (; at < c->count && c->pairs[at].a == i; at++)
            all[c->pairs[at].b].uses[s->colours[i]]++;
    }
    free(all);
    return all != NULL;
}

// ------------------------------------------------------------------------------------------- parts

void clash_object_corners(void* user, size_t first, size_t count, double* out)
{
    const clash_object* object = user;
    const picture_model posed = {object->model, &object->pose};
    picture_corners((void*)(uintptr_t)&posed, first, count, out);
}

static void take_corners(void* user, size_t first, size_t count, double* out)
{
    const clash_part* part = user;
    size_t low = 0, high = part->count;  // the last object that begins at first or before
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (part->first[middle] <= first)
            low = middle;
        else
            high = middle;
    }
    for (; count; low++) {
        const size_t left = part->first[low + 1] - first, some = left < count ? left : count;
        if (!some) continue;
        clash_object_corners(&part->result->objects[part->objects[low]], first - part->first[low],
                             some, out);
        first += some;
        count -= some;
        out += 9 * some;
    }
}

// Return the end of a name, of so many bytes at most, from the beginning of a letter on.
static const char* end_of(const char* name, size_t most)
{
    const size_t length = strlen(name);
    if (length > most) name += length - most;
    while (((unsigned char)*name & 0xc0) == 0x80)
        name++;
    return name;
}

// The names of a part's objects, as many as a line has room for, and how many more. A name that is too long for it loses its
// beginning: names of one assembly differ in their ends.
static char* names_of(const clash_part* part)
{
    enum { MOST = 56 };
    char text[MOST + 4] = "";
    size_t length = 0, named = 0;
    for (; named < part->count; named++) {
        const char* name = clash_name(&part->result->objects[part->objects[named]]);
        if (!*name) name = "(no name)";
        const size_t more = strlen(name) + (named ? 2 : 0);
        if (named && length + more > MOST) break;
        snprintf(text + length, sizeof text - length, "%s%s",
                 named         ? ", "
                 : more > MOST ? "..."
                               : "",
                 end_of(name, MOST - 3 * !named));
        length = strlen(text);
    }
    return part->count > named ? say_text("%s and %zu more", text, part->count - named)
                               : say_text("%s", text);
}

static bool fill_part(clash_sight* s, int colour, clash_part* part)
{
    const clash_result* r = s->result;
    size_t triangles = 0;
    *part = (clash_part){.result = r, .objects = s->next_object, .first = s->next_first};
    for (uint32_t i = 0; i < r->object_count; i++) {
        if (s->colours[i] != colour) continue;
        part->objects[part->count] = i;
        part->first[part->count++] = s->beginning[i] = triangles;
        triangles += r->objects[i].triangle_count;
    }
    part->first[part->count] = triangles;
    s->next_object += part->count;
    s->next_first += part->count + 1;
    part->name = names_of(part);
    const char* nothing = r->options->clearance.is_given ? ": clear" : ": no contact";
    part->note = say_text("%s, %zu triangle%s", colour == CLASH_GREY ? nothing : "", triangles,
                          plural(triangles));
    return part->name && part->note;
}

// Colours that are not used leave no part, so that a part's number can be less than its colour's.
static bool fill_parts(clash_sight* s)
{
    see_scene* scene = &s->scene;
    for (int colour = 0; colour < SEE_PARTS_MOST; colour++) {
        clash_part* part = &s->parts[scene->part_count];
        if (!memchr(s->colours, colour, s->result->object_count)) continue;
        if (!fill_part(s, colour, part)) {
            scene->part_count++;  // to be released
            return false;
        }
        scene->parts[scene->part_count++] = (see_part){
            .label = "",
            .name = part->name,
            .note = part->note,
            .colour = colour,
            .triangle_count = part->first[part->count],
            .corners = take_corners,
            .user = part,
        };
    }
    return true;
}

static int part_of(const clash_sight* s, uint32_t object)
{
    int part = 0;
    while (s->scene.parts[part].colour != s->colours[object])
        part++;
    return part;
}

static void take_contact(void* user, size_t index, see_contact* out)
{
    const clash_sight* s = user;
    const clash_contact* c = &s->contacts[index];
    const abut_pair* pair = &s->result->clashes.pairs[c->clash];
    *out = (see_contact){.part = {part_of(s, pair->a), part_of(s, pair->b)},
                         .triangle = {s->beginning[pair->a] + c->triangle[0],
                                      s->beginning[pair->b] + c->triangle[1]},
                         .point_count = c->point_count};
    memcpy(out->points, s->points + 3 * c->first, 3 * (size_t)c->point_count * sizeof(double));
}

static char* verdict_text(size_t meet, size_t close)
{
    if (!close)
        return meet ? say_text("where they meet: %zu pair%s of objects", meet, plural(meet))
                    : say_text("no contact");
    if (!meet) return say_text("too close: %zu pair%s of objects", close, plural(close));
    return say_text("where they meet: %zu pair%s of objects; too close: %zu", meet, plural(meet),
                    close);
}

bool clash_see(const clash_result* r, clash_sight* s)
{
    const size_t meet = clash_contact_count(r), close = clash_close_count(r);
    *s = (clash_sight){.result = r,
                       .colours = calloc(r->object_count + 1, 1),
                       .beginning = calloc(r->object_count + 1, sizeof *s->beginning),
                       .parts = calloc(SEE_PARTS_MOST, sizeof *s->parts),
                       .objects = calloc(r->object_count + 1, sizeof *s->objects),
                       .first = calloc(r->object_count + SEE_PARTS_MOST, sizeof *s->first),
                       .verdict = verdict_text(meet, close)};
    s->scene = (see_scene){
        .contact = take_contact, .user = s, .verdict = s->verdict, .is_apart = !meet && close};
    s->next_object = s->objects;
    s->next_first = s->first;
    if (!s->colours || !s->beginning || !s->parts || !s->objects || !s->first || !s->verdict)
        return fail(ABUT_OUT_OF_MEMORY);
    if (!choose_colours(s) || !fill_parts(s)) return fail(ABUT_OUT_OF_MEMORY);
    if (!find_contacts(s, r->host)) return false;
    s->scene.contact_count = s->contact_count;
    return true;
}

void clash_sight_free(clash_sight* s)
{
    for (int i = 0; s->parts && i < SEE_PARTS_MOST; i++) {
        free(s->parts[i].name);
        free(s->parts[i].note);
    }
    free(s->parts);
    free(s->objects);
    free(s->first);
    free(s->contacts);
    free(s->points);
    free(s->colours);
    free(s->beginning);
    free(s->verdict);
}

// fall_depth.c - how deep two bodies are in each other: the least translation that parts them is at most as long as one
// after which abut, exactly, finds no contact.
#include "fall_world.h"

// Lengths are the bound, halved so often; where a pair first touches the search begins at the usual one.
enum { LEVELS = 12, USUAL = 6, MOST_WAYS = 5 };

// A direction that leads away from all normals' surfaces: the worst is added again and again.
static vec common_way(const fall_contact* c, size_t count)
{
    vec sum = {0, 0, 0};
    for (size_t i = 0; i < count; i++)
        sum = vec_add(sum, c[i].normal);
    vec way = vec_unit(sum);
    for (int turn = 0; turn < 24; turn++) {
        size_t worst = 0;
        double least = HUGE_VAL;
        for (size_t i = 0; i < count; i++) {
            const double away = vec_dot(way, c[i].normal);
            if (away < least) least = away, worst = i;
        }
        way = vec_unit(vec_step(way, c[worst].normal, 1.0 / (2 + turn)));
    }
    return way;
}

static scene_status parted(fall_world* w, const fall_pair* p, vec way, double length, int* out)
{
    const abut_instance a = {w->bodies[p->a].model, fall_body_abut_pose(w->bodies + p->a)};
    abut_instance b = {w->bodies[p->b].model, fall_body_abut_pose(w->bodies + p->b)};
    b.pose.translation[0] += way.x * length;
    b.pose.translation[1] += way.y * length;
    b.pose.translation[2] += way.z * length;
    const abut_ask ask = {.limit = 1};
    abut_hits hits;
    const scene_status asked = fall_ask(w, &a, &b, &ask, &hits);
    if (asked != SCENE_OK) return asked;
    *out = hits.count == 0;
    return SCENE_OK;
}

// The way of the last step first: bodies at rest need no other.
static int find_ways(const fall_world* w, const fall_pair* p, const fall_contact* contacts,
                     size_t count, vec ways[MOST_WAYS])
{
    int n = 0;
    if (vec_dot(p->way, p->way) > 0) ways[n++] = p->way;
    if (count > 0) {
        const vec way = common_way(contacts, count);
        if (vec_dot(way, way) > 0) ways[n++] = way;
    }
    const vec apart = vec_sub(w->bodies[p->b].position, w->bodies[p->a].position);
    ways[n++] = (vec){0, 0, apart.z < 0 && w->bodies[p->a].mass > 0 ? -1 : 1};
    if (vec_dot(apart, apart) > 0 && w->bodies[p->a].mass > 0) ways[n++] = vec_unit(apart);
    return n;
}

// Of all ways, the first that parts the pair at a level.
static scene_status try_level(fall_world* w, fall_pair* p, const vec* ways, int way_count,
                              int level)
{
    const double length = fall_bound(w, p) / (double)(1 << level);
    for (int i = 0; i < way_count; i++) {
        int is_parted = 0;
        const scene_status status = parted(w, p, ways[i], length, &is_parted);
        if (status != SCENE_OK) return status;
        if (!is_parted) continue;
        p->way = ways[i];
        p->level = level;
        p->depth = length;
        p->bad = 0;
        break;
    }
    return SCENE_OK;
}

double fall_bound(const fall_world* w, const fall_pair* p)
{
    return w->depth_share * fmin(w->bodies[p->a].shortest, w->bodies[p->b].shortest);
}

scene_status fall_prove(fall_world* w, fall_pair* p, const fall_contact* contacts, size_t count)
{
    p->bad = 0;
    p->depth = 0;
    if (!p->pairs) {
        p->level = USUAL;
        return SCENE_OK;
    }
    vec ways[MOST_WAYS];
    const int way_count = find_ways(w, p, contacts, count, ways);
    // From half the last length upward, so that a proof follows a body that rises, too; then shorter ones: between
    // two walls a long one may meet the other wall.
    const int start = p->level < USUAL ? p->level + 1 : p->level;
    p->bad = 1;
    for (int i = 0; i < LEVELS && p->bad; i++) {
        const int level = i <= start ? start - i : i;
        const scene_status status = try_level(w, p, ways, way_count, level);
        if (status != SCENE_OK) return status;
    }
    return SCENE_OK;
}

scene_status fall_walls(fall_world* w, const fall_pair* p, fall_list* list)
{
    fall_pair moved = *p;
    vec ways[MOST_WAYS];
    const int way_count = find_ways(w, p, w->trial.items + p->first, p->count, ways);
    const double length = fall_bound(w, p) / (double)(1 << p->level);
    fall_body* b = w->bodies + p->b;
    const vec position = b->position;
    scene_status status = SCENE_OK;
    for (int i = 0; i < way_count && status == SCENE_OK; i++) {
        b->position = vec_step(position, ways[i], length);
        status = fall_contacts(w, &moved, list);
    }
    b->position = position;
    return status;
}

// tree_turn_search.c - turns by which volumes become less, judged by the upper nodes of a tree that is not turned:
// which triangles a node has hardly depends on the turn. Of each of the lowest of these nodes only the points that
// are farthest along many directions count, so a turn takes less than a millisecond, however large the model.
//
// A grid of turns comes first, and the axes of inertia; then the best of them are turned on, by less and less.
#include "base/host.h"
#include "methods/bound/kdop.h"
#include "methods/bound/obb_axes.h"
#include "methods/tree/tree_turn.h"

#include <string.h>

#define NODES_MOST 31  // upper nodes
// Directions of the farthest points: coordinates from -2 to 2 without a common factor, one of each pair.
#define FAN_HALF 49
#define FAN      (2 * FAN_HALF)

#define GRID_SIDE  5
#define GRID_COUNT (GRID_SIDE * GRID_SIDE * GRID_SIDE)
#define TRIED_MOST (GRID_COUNT + 2)  // turns at once

#define CLIMBERS 6
#define LEFT_OUT                                                                                   \
    1.1  // times the least content: who has more when steps become smaller goes no further
#define STEP_FIRST 0.1  // a turn by 11 degrees
#define STEP_LEAST 0.0003
#define STEP_PART  4  // smaller, where none of that size is better
// Two turns of which the volumes differ by less are one, but for a symmetry of the directions.
#define SAME_CONTENT 0.001

// The farthest points of one of the lowest nodes.
typedef struct far_points {
    int count;
    double point[FAN][3];
} far_points;

typedef struct turn_trial {
    double part[4];
    kdop_turn turn;
    double content;  // found
} turn_trial;

typedef struct climber {
    turn_trial at;
    double step;
} climber;

typedef struct turn_search {
    const tree* t;
    const soup_mesh* m;
    const double* points;
    uint32_t node_count;          // of the upper nodes, which come first in the tree
    uint32_t parent[NODES_MOST];  // of each
    int is_lowest[NODES_MOST];
    far_points far[NODES_MOST];  // of the lowest
    signed char fan[FAN_HALF][3];
    turn_trial tried[TRIED_MOST];
    size_t tried_count;
} turn_search;

// ---------------------------------------------------------------------------------- the upper nodes

// The first nodes of a tree, with all children of a node or none.
static void find_nodes(turn_search* s)
{
    s->node_count = 1;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const node_link link = tree_link(s->t, i);
        s->is_lowest[i] = 1;
        if (link_is_leaf(link) || link.first + link_children(link) > NODES_MOST) continue;
        s->is_lowest[i] = 0;
        for (uint32_t k = 0; k < link_children(link); k++)
            s->parent[link.first + k] = i;
        s->node_count = link.first + link_children(link);
    }
}

static void make_fan(turn_search* s)
{
    int count = 0;
    for (int x = 0; x <= 2; x++) {
        for (int y = x ? -2 : 0; y <= 2; y++) {
            for (int z = x || y ? -2 : 1; z <= 2; z++) {
                if (x % 2 == 0 && y % 2 == 0 && z % 2 == 0) continue;  // has a factor, or is 0
                ASSERT(count < FAN_HALF);
                s->fan[count][0] = (signed char)x;
                s->fan[count][1] = (signed char)y;
                s->fan[count++][2] = (signed char)z;
            }
        }
    }
    ASSERT(count == FAN_HALF);
}

typedef struct farthest {
    double along[FAN];
    uint32_t vertex[FAN];
} farthest;

static void look_at_triangle(const turn_search* s, uint32_t triangle, farthest* f)
{
    for (int v = 0; v < 3; v++) {
        const uint32_t vertex = s->m->triangles[3 * (size_t)triangle + (size_t)v];
        const double* point = s->points + 3 * (size_t)vertex;
        for (size_t i = 0; i < FAN_HALF; i++) {
            const double along = kdop_along(s->fan[i], point);
            if (along > f->along[2 * i]) {
                f->along[2 * i] = along;
                f->vertex[2 * i] = vertex;
            }
            if (-along > f->along[2 * i + 1]) {
                f->along[2 * i + 1] = -along;
                f->vertex[2 * i + 1] = vertex;
            }
        }
    }
}

static void keep_farthest(const turn_search* s, farthest* f, far_points* out)
{
    out->count = 0;
    for (int i = 0; i < FAN; i++) {
        int is_new = 1;
        for (int k = 0; k < i && is_new; k++)
            is_new = f->vertex[k] != f->vertex[i];
        if (is_new)
            memcpy(out->point[out->count++], s->points + 3 * (size_t)f->vertex[i],
                   3 * sizeof(double));
    }
}

static void find_far_task(void* context, size_t node, int worker)
{
    turn_search* s = context;
    uint32_t stack[TREE_DEPTH_MAX * (TREE_DEGREE_MAX - 1) + 1] = {(uint32_t)node};
    size_t height = 1;
    farthest f;
    (void)worker;
    if (!s->is_lowest[node]) return;
    for (int i = 0; i < FAN; i++) {
        f.along[i] = -HUGE_VAL;
        f.vertex[i] = 0;
    }
    while (height) {
        const node_link link = tree_link(s->t, stack[--height]);
        for (int32_t i = 0; i < link.count; i++)
            look_at_triangle(s, s->t->order[link.first + (uint32_t)i], &f);
        if (link_is_leaf(link)) continue;
        for (uint32_t k = link_children(link); k-- > 0;)
            stack[height++] = link.first + k;
    }
    keep_farthest(s, &f, &s->far[node]);
}

// --------------------------------------------------------------------------------------- measuring

// How far points reach along the turned directions, upwards and then downwards.
static void measure_points_turned(const kdop_set* set, const kdop_turn_map* map,
                                  const far_points* far, double* reach)
{
    double direction[KDOP_HALF_MAX][3];
    for (int i = 0; i < set->half; i++) {
        for (int k = 0; k < 3; k++)
            direction[i][k] = set->direction[i][0] * map->row[0][k] +
                              set->direction[i][1] * map->row[1][k] +
                              set->direction[i][2] * map->row[2][k];
        reach[i] = reach[set->half + i] = -HUGE_VAL;
    }
    for (int p = 0; p < far->count; p++) {
        for (int i = 0; i < set->half; i++) {
            const double along = dot3(direction[i], far->point[p]);
            reach[i] = along > reach[i] ? along : reach[i];
            reach[set->half + i] = -along > reach[set->half + i] ? -along : reach[set->half + i];
        }
    }
}

static void raise_to(double* reach, double other)
{
    if (other > *reach) *reach = other;
}

// The sum of the upper volumes, once turned.
static void measure_task(void* context, size_t index, int worker)
{
    turn_search* s = context;
    turn_trial* trial = &s->tried[index];
    const kdop_set* set = s->t->kind->dop;
    double reach[NODES_MOST][2 * KDOP_HALF_MAX], sum = 0;
    kdop_turn_map map;
    (void)worker;
    kdop_turn_prepare(&map, &trial->turn);
    for (uint32_t n = 0; n < s->node_count; n++) {
        for (int i = 0; i < set->half; i++)
            reach[n][i] = reach[n][set->half + i] = -HUGE_VAL;
    }
    for (uint32_t n = s->node_count; n-- > 0;) {
        float low[KDOP_HALF_MAX], high[KDOP_HALF_MAX];
        if (s->is_lowest[n]) measure_points_turned(set, &map, &s->far[n], reach[n]);
        for (int i = 0; i < set->half; i++) {
            low[i] = (float)-reach[n][set->half + i];
            high[i] = (float)reach[n][i];
        }
        for (int i = 0; n && i < set->half; i++) {
            double* const of_parent = reach[s->parent[n]];
            raise_to(&of_parent[i], reach[n][i]);
            raise_to(&of_parent[set->half + i], reach[n][set->half + i]);
        }
        sum += kdop_content(set, low, high);
    }
    trial->content = sum / (map.scale * map.scale * map.scale);
}

static void measure_all(turn_search* s, const abut_host* host)
{
    host->run(host->user, s->tried_count, measure_task, s);
}

// ------------------------------------------------------------------------------------------- trials

// Round to a quaternion of small integers. Its size does not matter, so no root is taken.
static turn_trial trial_of(const double part[4])
{
    turn_trial trial = {.content = 0};
    double most = 0;
    for (int i = 0; i < 4; i++)
        most = fabs(part[i]) > most ? fabs(part[i]) : most;
    for (int i = 0; i < 4; i++) {
        const double scaled = most > 0 ? part[i] / most * KDOP_TURN_MOST : 0;
        trial.turn.part[i] = (int16_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
        trial.part[i] = trial.turn.part[i];
    }
    // One that turns nothing is none.
    if (!(trial.turn.part[1] || trial.turn.part[2] || trial.turn.part[3])) {
        memset(&trial.turn, 0, sizeof trial.turn);
        memcpy(trial.part, (double[4]){1, 0, 0, 0}, sizeof trial.part);
    }
    return trial;
}

static void multiply(const double p[4], const double q[4], double out[4])
{
    out[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    out[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    out[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    out[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
}

// The quaternion of a rotation's rows: the largest of four that are the same but for a factor.
static void quaternion_of(const matrix3* axes, double out[4])
{
    const double(*r)[3] = axes->row;
    const double candidates[4][4] = {
        {1 + r[0][0] + r[1][1] + r[2][2], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
        {r[2][1] - r[1][2], 1 + r[0][0] - r[1][1] - r[2][2], r[0][1] + r[1][0], r[0][2] + r[2][0]},
        {r[0][2] - r[2][0], r[0][1] + r[1][0], 1 - r[0][0] + r[1][1] - r[2][2], r[1][2] + r[2][1]},
        {r[1][0] - r[0][1], r[0][2] + r[2][0], r[1][2] + r[2][1], 1 - r[0][0] - r[1][1] + r[2][2]},
    };
    int best = 0;
    for (int i = 1; i < 4; i++) {
        if (candidates[i][i] > candidates[best][best]) best = i;
    }
    memcpy(out, candidates[best], 4 * sizeof *out);
}

// The turn that lays axes along the coordinate axes.
static void add_axes(turn_search* s, matrix3* axes)
{
    double normal[3], part[4];
    cross3(normal, axes->row[0], axes->row[1]);
    if (dot3(normal, axes->row[2]) < 0) {
        for (int k = 0; k < 3; k++)
            axes->row[2][k] = -axes->row[2][k];
    }
    quaternion_of(axes, part);
    s->tried[s->tried_count++] = trial_of(part);
}

static void add_inertia(turn_search* s)
{
    const triangle_set all = {s->points, s->m->triangles, s->t->order, s->t->order_count};
    const range3 range = range_of_set(&all);
    if (!(range.high[0] > range.low[0] || range.high[1] > range.low[1] ||
          range.high[2] > range.low[2]))
        return;
    matrix3 axes = principal_axes(&all, &range);
    add_axes(s, &axes);
}

// Find the longest edge of those that are nearly at a right angle to a direction of length 1; NULL: of all.
// Returns its length, and its direction; 0: there is none.
static double longest_edge(const turn_search* s, const double beside[3], double out[3])
{
    double most = 0;
    for (size_t i = 0; i < 3 * s->m->triangle_count; i++) {
        const size_t next = i % 3 == 2 ? i - 2 : i + 1;
        double edge[3];
        subtract3(edge, s->points + 3 * (size_t)s->m->triangles[next],
                  s->points + 3 * (size_t)s->m->triangles[i]);
        const double square = dot3(edge, edge);
        if (!(square > most)) continue;
        if (beside) {
            const double along = dot3(edge, beside);
            if (along * along > 0x1p-20 * square) continue;
        }
        most = square;
        memcpy(out, edge, 3 * sizeof *out);
    }
    const double length = sqrt(most);
    for (int k = 0; k < 3 && most > 0; k++)
        out[k] /= length;
    return length;
}

// Parts that were made along axes have their longest edges along them, where turns that are nearly right
// are hardly better than others.
static void add_edges(turn_search* s)
{
    matrix3 axes = {{{0}}};
    if (!(longest_edge(s, NULL, axes.row[0]) > 0x1p-100)) return;
    if (!(longest_edge(s, axes.row[0], axes.row[1]) > 0x1p-100)) return;
    cross3(axes.row[2], axes.row[0], axes.row[1]);
    add_axes(s, &axes);
}

// Turns about all axes by up to 70 degrees, which is as far as any is from one of the cube's own.
static void add_grid(turn_search* s)
{
    for (int i = 0; i < GRID_COUNT; i++) {
        const double part[4] = {5, i % GRID_SIDE - 2, i / GRID_SIDE % GRID_SIDE - 2,
                                i / GRID_SIDE / GRID_SIDE - 2};
        s->tried[s->tried_count++] = trial_of(part);
    }
}

// Begin to climb at the best ones, of equal ones the first.
static void begin_climbs(turn_search* s, climber climbers[CLIMBERS])
{
    for (int c = 0; c < CLIMBERS; c++) {
        size_t best = 0;
        for (size_t i = 1; i < s->tried_count; i++) {
            if (s->tried[i].content < s->tried[best].content) best = i;
        }
        climbers[c] = (climber){s->tried[best], STEP_FIRST};
        s->tried[best].content = HUGE_VAL;
    }
}

// All climbers try both ways about each axis. Returns 0 when none can go on.
static int climb_once(turn_search* s, climber climbers[CLIMBERS], const abut_host* host)
{
    s->tried_count = 0;
    for (int c = 0; c < CLIMBERS; c++) {
        for (int way = 0; way < 6 && climbers[c].step > STEP_LEAST; way++) {
            double step[4] = {1, 0, 0, 0}, part[4];
            step[1 + way / 2] = way % 2 ? -climbers[c].step : climbers[c].step;
            multiply(step, climbers[c].at.part, part);
            s->tried[s->tried_count++] = trial_of(part);
        }
    }
    if (!s->tried_count) return 0;
    measure_all(s, host);
    double least = HUGE_VAL;
    for (int c = 0; c < CLIMBERS; c++)
        least = climbers[c].at.content < least ? climbers[c].at.content : least;
    const turn_trial* next = s->tried;
    for (int c = 0; c < CLIMBERS; c++) {
        if (!(climbers[c].step > STEP_LEAST)) continue;
        const turn_trial* best = &climbers[c].at;
        for (int way = 0; way < 6; way++, next++) {
            if (next->content < best->content) best = next;
        }
        if (best == &climbers[c].at)
            climbers[c].step /= climbers[c].at.content > LEFT_OUT * least ? HUGE_VAL : STEP_PART;
        else
            climbers[c].at = *best;
    }
    return 1;
}

// The turn along the edges always: where it is right, all volumes are less, and the upper ones tell little of it. Then
// of those that are less than own, the least, and different ones.
static int choose(const climber climbers[CLIMBERS], const kdop_turn* edges, double own,
                  kdop_turn out[TURNS_KEPT])
{
    int count = 0;
    double last = -HUGE_VAL;
    if (!kdop_turn_is_none(edges)) out[count++] = *edges;
    while (count < TURNS_KEPT) {
        const turn_trial* best = NULL;
        for (int c = 0; c < CLIMBERS; c++) {
            const turn_trial* at = &climbers[c].at;
            if (!kdop_turn_is_none(&at->turn) && at->content < own && at->content > last &&
                (!best || at->content < best->content))
                best = at;
        }
        if (!best) break;
        out[count++] = best->turn;
        last = best->content * (1 + SAME_CONTENT);
    }
    return count;
}

static abut_status search_all(turn_search* s, kdop_turn out[TURNS_KEPT], int* count,
                              const abut_host* host)
{
    climber climbers[CLIMBERS];
    find_nodes(s);
    make_fan(s);
    host->run(host->user, s->node_count, find_far_task, s);
    s->tried[s->tried_count++] = trial_of((const double[4]){1, 0, 0, 0});
    measure_all(s, host);
    const double own = s->tried[0].content;
    s->tried_count = 0;
    add_grid(s);
    add_inertia(s);
    const size_t before_edges = s->tried_count;
    add_edges(s);
    const kdop_turn edges =
        s->tried_count > before_edges ? s->tried[before_edges].turn : (kdop_turn){{0}};
    measure_all(s, host);
    begin_climbs(s, climbers);
    do {
        TRY(host_progress(host, 0.5));
    } while (climb_once(s, climbers, host));
    *count = choose(climbers, &edges, own, out);
    return ABUT_OK;
}

abut_status tree_turn_search(const tree* t, const soup_mesh* m, const double* points,
                             kdop_turn out[TURNS_KEPT], int* count, const abut_host* host)
{
    ASSERT(t->node_count && t->kind->dop && kdop_turn_is_none(&t->turn));
    turn_search* s = host_allocate(host, 1, sizeof *s);
    if (!s) return ABUT_OUT_OF_MEMORY;
    memset(s, 0, sizeof *s);
    s->t = t;
    s->m = m;
    s->points = points;
    const abut_status status = search_all(s, out, count, host);
    host_release(host, s, 1, sizeof *s);
    return status;
}

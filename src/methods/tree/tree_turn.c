// tree_turn.c - which of a few trees is kept.
#include "methods/tree/tree_turn.h"

#include "base/host.h"
#include "base/host_share.h"

#define SUM_NODES 128  // of a task: the sum of all does not depend on the workers

typedef struct content_sum {
    const tree* t;
    size_t node_count;  // of those that count
    double* part;
} content_sum;

static void sum_task(void* context, size_t index, int worker)
{
    const content_sum* s = context;
    const size_t begin = index * SUM_NODES, left = s->node_count - begin,
                 count = left < SUM_NODES ? left : SUM_NODES;
    double sum = 0;
    (void)worker;
    for (size_t i = begin; i < begin + count; i++)
        sum += s->t->kind->content(tree_volume(s->t, (uint32_t)i));
    s->part[index] = sum;
}

abut_status tree_volume_sum(const tree* t, double* out, const abut_host* host)
{
    size_t count = t->node_count;
    if (count > SUM_MOST) count = SUM_MOST;
    const size_t tasks = (count + SUM_NODES - 1) / SUM_NODES;
    content_sum s = {t, count, host_allocate(host, tasks, sizeof(double))};
    if (!s.part) return ABUT_OUT_OF_MEMORY;
    if (tasks) host->run(host->user, tasks, sum_task, &s);
    kdop_turn_map map;
    kdop_turn_prepare(&map, &t->turn);
    *out = 0;
    for (size_t i = 0; i < tasks; i++)
        *out += s.part[i];
    *out /= map.scale * map.scale * map.scale;
    host_release(host, s.part, tasks, sizeof(double));
    return ABUT_OK;
}

static abut_status search_turns(const tree* t, const soup_mesh* m, const frame* f,
                                kdop_turn turns[TURNS_KEPT], int* count, const abut_host* host)
{
    double* points = host_allocate(host, m->vertex_count, 3 * sizeof *points);
    if (!points) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->vertex_count; i++)
        frame_place(f, m->vertices + i * 3, points + i * 3);
    const abut_status status = tree_turn_search(t, m, points, turns, count, host);
    host_release(host, points, m->vertex_count, 3 * sizeof *points);
    return status;
}

// Build one more tree, and keep it in place of best if its volumes are less.
static abut_status try_turn(tree* best, double* least, const soup_mesh* m, const frame* f,
                            const tree_options* options, const abut_host* host)
{
    tree t;
    double content = 0;
    TRY(tree_build(&t, m, f, options, host));
    const abut_status status = tree_volume_sum(&t, &content, host);
    if (status == ABUT_OK && content < *least) {
        const tree other = *best;
        *best = t;
        *least = content;
        t = other;
    }
    tree_free(&t, host);
    return status;
}

abut_status tree_build_turned(tree* out, const soup_mesh* m, const frame* f,
                              const tree_options* options, const abut_host* host)
{
    ASSERT(options->kind->dop);
    tree_options own = *options;
    own.turned = 0;
    own.turn = (kdop_turn){{0}};
    if (!m->triangle_count) return tree_build(out, m, f, &own, host);
    kdop_turn turns[TURNS_KEPT];
    int count = 0;
    double least = 0;
    tree best;
    host_share share;
    host_share_begin(&share, host);
    share.to = 0.2;
    TRY(tree_build(&best, m, f, &own, &share.host));
    abut_status status = tree_volume_sum(&best, &least, &share.host);
    share.from = share.to;
    share.to = 0.3;
    if (status == ABUT_OK) status = search_turns(&best, m, f, turns, &count, &share.host);
    for (int i = 0; i < count && status == ABUT_OK; i++) {
        share.from = share.to;
        share.to = 0.3 + 0.7 * (i + 1) / count;
        own.turn = turns[i];
        status = try_turn(&best, &least, m, f, &own, &share.host);
    }
    if (status == ABUT_OK)
        *out = best;
    else
        tree_free(&best, host);
    return status;
}

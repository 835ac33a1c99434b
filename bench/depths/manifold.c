// manifold.c - the same volumes by Manifold's Boolean, a program in Node.js beside this one (programs/manifold). It has the
// meshes once, in place, and is warm before it is timed.
#include "common/ends.h"
#include "depths/depths.h"
#include "probes/probes.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const probes_rival_kind program = {"manifold", "abut-depth-manifold",
                                          "tools/install bench, tools/build release peers", true};

static int write_scene(const depths_scene* s, const char* path)
{
    peer_scene scene = {.name = s->name};
    mesh* meshes = peer_add_meshes(&scene, s->part_count);
    peer_query* queries = peer_add_queries(&scene, s->pair_count);
    for (size_t i = 0; i < s->part_count; i++)
        meshes[i] = s->parts[i].mesh;
    for (size_t i = 0; i < s->pair_count; i++) {
        queries[i].a = (uint32_t)s->pairs[i].a;
        queries[i].b = (uint32_t)s->pairs[i].b;
        for (int k = 0; k < 3; k++) {
            queries[i].a_pose.rotation[k][k] = queries[i].b_pose.rotation[k][k] = 1;
            queries[i].b_pose.translation[k] = s->pairs[i].move[k];
        }
    }
    const int status = peer_scene_write(&scene, path);
    free(scene.meshes);  // what they are made of is the parts'
    free(scene.queries);
    return status;
}

static double ask_own(depths_run* run, const depths_scene* s, size_t pair, double* volume)
{
    abut_instance at[2];
    abut_overlap_answer o;
    const abut_overlap_ask ask = {.volume = 1,
                                  .a_solid = s->parts[s->pairs[pair].a].solid,
                                  .b_solid = s->parts[s->pairs[pair].b].solid};
    depths_place(s, pair, at);
    const double begun = probes_seconds(false);
    depths_must(s, abut_overlap(run->query, &at[0], &at[1], &ask, &o));
    const double took = probes_seconds(false) - begun;
    *volume = (o.volume_lo + o.volume_hi) / 2;
    return took;
}

// Of the volume that they share; where that is next to nothing, of a billionth of the box of both.
static double difference_of(const depths_scene* s, size_t pair, double ours, double theirs)
{
    const mesh* m = &s->parts[s->pairs[pair].a].mesh;
    double low[3], high[3];
    mesh_ends(m, low, high);
    const double box = (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]);
    return fabs(ours - theirs) / fmax(ours, 1e-9 * box);
}

// Both about each pair, in turns. Pairs that it refuses are left out.
static void measure(depths_run* run, const depths_scene* s, probes_rival* r,
                    const probes_run* place, double bar)
{
    const double tolerance = 1e-6;
    depths_row row = {.scene = s->name,
                      .question = "volume",
                      .beside = "manifold",
                      .runs = run->request->runs,
                      .most = bar};
    size_t refused = 0, worst_pair = 0;
    for (size_t i = 0; i < s->pair_count && !peer_run_is_stopped(); i++) {
        double ours[RUNS_MOST], theirs[RUNS_MOST], own = 0, other = 0;
        char question[64];
        snprintf(question, sizeof question, "volume %zu", i);
        if (probes_rival_ask(r, question) < 0 || !probes_rival_answers(r, place, &other, 1)) {
            refused++;
            continue;
        }
        ask_own(run, s, i, &own);
        if (isnan(own)) continue;  // one has no solid
        for (int k = 0; k < row.runs; k++) {
            theirs[k] = probes_rival_ask(r, question);
            ours[k] = ask_own(run, s, i, &own);
        }
        const double differs = difference_of(s, i, own, other);
        if (differs > row.worst) {
            row.worst = differs;
            worst_pair = i;
        }
        row.differ += differs > tolerance;
        row.pairs++;
        row.ours_us += 1e6 * probes_median(ours, row.runs);
        row.beside_us += 1e6 * probes_median(theirs, row.runs);
    }
    snprintf(row.note, sizeof row.note, "%zu refused by it; differ by at most %.1e (%.60s)",
             refused, row.worst, s->parts[s->pairs[worst_pair].a].name);
    depths_add(run, &row);
}

int depths_manifold(depths_run* run, const depths_scene* s, double bar)
{
    static const char* const files[] = {"scene", "answers"};
    char path[PEER_PATH_ROOM + 64];
    probes_run place = {.request = NULL};
    probes_rival r;
    snprintf(place.folder, sizeof place.folder, "%s", run->place.folder);
    snprintf(path, sizeof path, "%s/scene", run->place.folder);
    const int status = write_scene(s, path);
    if (status == BENCH_OK && probes_rival_open(&r, &place, &program)) {
        measure(run, s, &r, &place, bar);
        probes_rival_close(&r);
    } else {
        run->place.is_whole = false;
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", run->place.folder, files[i]);
        (void)unlink(path);
    }
    return status;
}

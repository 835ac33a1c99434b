// fcl.c - polyhedral tools tested by FCL, and moves that are proved against moves that are sampled by it.
#include "bench.h"
#include "methods/methods.h"
#include "nc/nc.h"
#include "peers/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int count_hits(side* fcl, size_t count, size_t* hits)
{
    for (size_t i = 0; i < count; i++) {
        side_answer answer = {.count = 0};
        if (fcl->calls->answer(fcl, PEER_FIRST, i, &answer) != SIDE_OK)
            return bench_fail("FCL: %s", fcl->error);
        *hits += answer.count > 0;
        free(answer.pairs);
    }
    return BENCH_OK;
}

// Ask all queries of a scene that was written in a folder.
static int ask_scene(const peer_scene* s, const char* folder, bool with_hits, fcl_figures* out)
{
    size_t kind_count, which = 0;
    const peer_kind* kinds = peer_kinds(&kind_count);
    while (strcmp(kinds[which].name, "fcl-obbrss") != 0)
        which++;
    side fcl;
    if (side_open_program(&fcl, &kinds[which], folder, 600) != SIDE_OK) {
        fprintf(stderr, "abut-bench: SKIPPED: FCL: %s\n", fcl.error);
        return BENCH_SLOW;
    }
    int status = BENCH_OK;
    size_t* all = malloc((s->query_count + 1) * sizeof *all);
    for (size_t i = 0; all && i < s->query_count; i++)
        all[i] = i;
    if (!all || fcl.calls->use(&fcl, all, s->query_count) != SIDE_OK ||
        fcl.calls->run(&fcl, PEER_FIRST, 1, &out->seconds) != SIDE_OK)
        status = bench_fail("FCL: %s", fcl.error);
    if (status == BENCH_OK && with_hits) status = count_hits(&fcl, s->query_count, &out->hits);
    snprintf(out->name, sizeof out->name, "%s", fcl.name);
    out->tests = s->query_count;
    fcl.calls->close(&fcl);
    free(all);
    return status;
}

int fcl_ask(const mesh* still, const mesh* moved, const double* places, size_t count,
            bool with_hits, fcl_figures* out)
{
    peer_scene s = {.name = "nc"};
    mesh* meshes = peer_add_meshes(&s, 2);
    peer_query* q = peer_add_queries(&s, count);
    char folder[] = "/tmp/abut-bench-XXXXXX", file[64];
    *out = (fcl_figures){.tests = 0};
    meshes[0] = *still;
    meshes[1] = *moved;
    for (size_t i = 0; i < count; i++) {
        q[i].b = 1;
        memcpy(q[i].b_pose.translation, places + 3 * i, sizeof q[i].b_pose.translation);
    }
    int status = mkdtemp(folder) ? BENCH_OK : bench_fail("no folder for the scene");
    snprintf(file, sizeof file, "%s/scene", folder);
    if (status == BENCH_OK) {
        status = peer_scene_write(&s, file);
        if (status == BENCH_OK) status = ask_scene(&s, folder, with_hits, out);
        unlink(file);
        rmdir(folder);
    }
    s.mesh_count = 0;  // they are the caller's
    free(s.meshes);
    s.meshes = NULL;
    peer_scene_free(&s);
    return status;
}

// ------------------------------------------------------------------------------- against sampling

// Seconds a move of a cutter, a shank and a holder, proved.
static int measure_proof(paper* report, const terrain* t, const bench_tool* tool, const path* p,
                         double* seconds)
{
    static const abut_turned shank = {.rings = {{2, 4, 0}, {2, 30, 0}}, .ring_count = 2};
    static const abut_turned holder = {.rings = {{6, 30, 0}, {12, 60, 0}}, .ring_count = 2};
    const abut_turned* bodies[3] = {&tool->solid, &shank, &holder};
    abut_model* surface = bench_model(&t->surface, NULL);
    if (!surface) return BENCH_ERROR;
    const double start = processor_seconds();
    size_t deep = 0;
    for (size_t i = 0; i + 1 < p->count; i++)
        for (int b = 0; b < 3; b++) {
            abut_depth d;
            if (abut_turned_depth(surface, bodies[b], p->tips + 3 * i, p->tips + 3 * i + 3,
                                  &(abut_depth_ask){.enough = 0.01}, &d) != ABUT_OK)
                return bench_fail("abut_turned_depth failed");
            deep += d.lo > 0.01;
        }
    *seconds = (processor_seconds() - start) / (double)(p->count - 1);
    paper_line(report, "abut: %zu moves, cutter, shank and holder: %.2f us a move, %zu of them cut",
               p->count - 1, 1e6 * *seconds, deep);
    abut_model_free(surface);
    return BENCH_OK;
}

// List the places at most step apart on some of the moves; to be freed. NULL: no memory.
static double* sample_moves(const path* p, size_t moves, double step, size_t* count)
{
    double* places = NULL;
    *count = 0;
    for (size_t i = 0; i < moves; i++) {
        const double* from = p->tips + 3 * (i * (p->count - 1) / moves);
        double length = 0;
        for (int c = 0; c < 3; c++)
            length += (from[c + 3] - from[c]) * (from[c + 3] - from[c]);
        const size_t samples = (size_t)(sqrt(length) / step) + 1;
        double* larger = realloc(places, (*count + samples) * 3 * sizeof *larger);
        if (!larger) {
            free(places);
            return NULL;
        }
        places = larger;
        for (size_t k = 0; k < samples; k++, ++*count)
            for (int c = 0; c < 3; c++)
                places[3 * *count + (size_t)c] =
                    from[c] + (double)k / (double)samples * (from[c + 3] - from[c]);
    }
    return places;
}

// Seconds a move of the cutter's mesh, tested by FCL every tenth of the tolerance on some of the moves.
static int measure_sampling(paper* report, const terrain* t, const bench_tool* tool, const path* p,
                            size_t moves, double* seconds)
{
    const double step = 0.001;
    size_t count;
    fcl_figures f;
    double* places = sample_moves(p, moves, step, &count);
    if (!places) return bench_fail("out of memory");
    const int status = fcl_ask(&t->surface, &tool->skin, places, count, false, &f);
    free(places);
    if (status != BENCH_OK) return status;
    paper_line(report,
               "FCL (%s): a mesh of %zu triangles every %g on %zu of the moves: %zu tests, %.2f us "
               "each, %.0f us a move",
               f.name, tool->skin.triangle_count, step, moves, f.tests,
               1e6 * f.seconds / (double)f.tests, 1e6 * f.seconds / (double)moves);
    *seconds = f.seconds / (double)moves;
    return BENCH_OK;
}

int nc_against_fcl(paper* report)
{
    terrain t = {.columns = 0};
    bench_tool tools[BENCH_TOOLS] = {{.name = NULL}};
    path p = {NULL, 0};
    double proof = 0, sampling = 0;
    int status = terrain_waves(&t, report->quick ? 60 : 224, false);
    if (status == BENCH_OK) status = bench_tools_make(tools, 2);
    if (status == BENCH_OK) status = terrain_path(&t, 2, report->quick ? 10 : 1, 0.6, &p);
    if (status == BENCH_OK) status = measure_proof(report, &t, &tools[0], &p, &proof);
    if (status == BENCH_OK)
        status = measure_sampling(report, &t, &tools[0], &p, report->quick ? 2 : 40, &sampling);
    if (status == BENCH_OK) {
        paper_line(report, "sampling with FCL takes %.0f times as long; the bar is 100",
                   sampling / proof);
        if (!report->quick && sampling < 100 * proof) status = BENCH_SLOW;
    } else if (status == BENCH_SLOW) {
        paper_line(report, "FCL is not installed: not compared");
        status = BENCH_OK;
    }
    bench_tools_free(tools);
    free(p.tips);
    terrain_free(&t);
    return status;
}

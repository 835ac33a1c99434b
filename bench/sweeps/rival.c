// rival.c - FCL asked about the same ways, by a program beside this one (programs/fcl.cpp): conservative advancement, sampling,
// and of straight ways its polynomial solver.
#include "probes/probes.h"
#include "sweeps/sweeps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const probes_rival_kind program = {"fcl", "abut-sweep-fcl",
                                          "tools/install bench, tools/build release peers", true};

static const sweeps_rival_kind kinds[] = {
    {"fcl ca OBBRSS", "ca OBBRSS", SWEEPS_TIMES, false, false, 20},
    {"fcl ca RSS", "ca RSS", SWEEPS_TIMES, false, false, 20},
    {"fcl ca public", "public OBBRSS", SWEEPS_TIMES, false, false, 0},
    {"fcl naive 100", "naive OBB 100", SWEEPS_STATES, false, false, 0},
    {"fcl poly AABB", "poly AABB", SWEEPS_STATES, true, false, 20},
    {"fcl poly OBBRSS", "poly OBBRSS", SWEEPS_STATES, true, false, 20},
};

static void write_pose(const abut_pose* pose, FILE* out)
{
    fwrite(pose->rotation, sizeof pose->rotation, 1, out);
    fwrite(pose->translation, sizeof pose->translation, 1, out);
}

static bool write_ways(const sweeps_scene* s, FILE* out)
{
    for (size_t i = 0; i < s->way_count; i++) {
        sweeps_legs legs;
        if (sweeps_legs_find(&s->ways[i], &legs)) return false;
        fwrite((uint64_t[1]){legs.count}, 8, 1, out);
        for (size_t k = 0; k < legs.count; k++)
            for (int body = 0; body < 2; body++) {
                const sweeps_leg* leg = &legs.legs[body][k];
                write_pose(&leg->from, out);
                write_pose(&leg->to, out);
                fwrite(leg->pivot, sizeof leg->pivot, 1, out);
            }
    }
    return true;
}

static int write_scene(const sweeps_scene* s, const char* path)
{
    FILE* out = fopen(path, "wb");
    if (!out) return bench_fail("%s: cannot be written", path);
    for (int i = 0; i < 2; i++) {
        const mesh* m = &s->meshes[i];
        fwrite((uint64_t[2]){m->vertex_count, m->triangle_count}, 8, 2, out);
        fwrite(m->vertices, sizeof *m->vertices, 3 * m->vertex_count, out);
        fwrite(m->triangles, sizeof *m->triangles, 3 * m->triangle_count, out);
    }
    fwrite((uint64_t[1]){s->way_count}, 8, 1, out);
    const bool fine = write_ways(s, out) && !ferror(out);
    return fclose(out) || !fine ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// Each run gives an answer a way, with its seconds: the medians.
static bool ask_all(probes_rival* r, const probes_run* place, const sweeps_run* run,
                    const sweeps_scene* s, const char* question, sweeps_answer* answers)
{
    enum { RUNS_MOST = 99 };
    const size_t count = s->way_count;
    const int runs = run->request->runs;
    sweeps_answer* all = malloc((size_t)runs * count * sizeof *all);
    if (!all) exit(bench_fail("out of memory"));
    bool fine = true;
    for (int i = 0; i < runs && fine; i++)
        fine = probes_rival_ask(r, question) >= 0 &&
               probes_rival_answers(r, place, &all[(size_t)i * count].contact, 3 * count);
    for (size_t k = 0; k < count && fine; k++) {
        double seconds[RUNS_MOST];
        for (int i = 0; i < runs; i++)
            seconds[i] = all[(size_t)i * count + k].seconds;
        answers[k] = all[k];
        answers[k].seconds = sweeps_median(seconds, runs);
    }
    free(all);
    return fine;
}

static bool is_wanted(const sweeps_run* run, const sweeps_scene* s, const sweeps_rival_kind* kind)
{
    return bench_has_text(&run->request->peers, kind->name) &&
           (s->is_straight || !kind->is_straight);
}

static void ask_kinds(sweeps_run* run, probes_rival* r, const probes_run* place,
                      const sweeps_scene* s, const sweeps_truth* truth)
{
    sweeps_answer* answers = calloc(s->way_count, sizeof *answers);
    if (!answers) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!is_wanted(run, s, &kinds[i])) continue;
        if (ask_all(r, place, run, s, kinds[i].question, answers))
            sweeps_judge(run, s, truth, &kinds[i], answers);
        else
            run->is_whole = false;
    }
    free(answers);
}

int sweeps_rivals(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth)
{
    static const char* const files[] = {"scene", "answers"};
    char path[4096 + 64];
    probes_run place = {.request = NULL};
    probes_rival r;
    size_t wanted = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        wanted += is_wanted(run, s, &kinds[i]);
    if (!wanted) return BENCH_OK;
    snprintf(place.folder, sizeof place.folder, "%s", run->folder);
    snprintf(path, sizeof path, "%.4000s/scene", run->folder);
    int status = write_scene(s, path);
    if (status == BENCH_OK) {
        if (probes_rival_open(&r, &place, &program)) {
            ask_kinds(run, &r, &place, s, truth);
            probes_rival_close(&r);
        } else {
            run->is_whole = false;
        }
    }
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", run->folder, files[i]);
        (void)unlink(path);
    }
    return status;
}

// vertices.c - vertices that move linearly: the public queries whose answers are known (Wang et al. 2021, a sample), asked one by
// one of abut_vertices_first and, by its module of Python, of Tight-Inclusion.
#define _DEFAULT_SOURCE  // scandir
#include "abut/vertices.h"

#include "probes/probes.h"
#include "sweeps/sweeps.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FOLDER "motion/ccd_queries"
#define NAME   "vertices: 3014 queries"

// Four points now, four points then: two edges, or a vertex and a face.
typedef struct query {
    double points[2][4][3];
    double is_edges, truth;
} query;

typedef struct queries {
    query* list;
    size_t count, room;
    sweeps_scene scene;  // its ways count the queries; they are not looked at
    abut_query* asked;
} queries;

// ------------------------------------------------------------------------------------------ reading

// Three coordinates as fractions, and the answer.
static bool read_row(FILE* in, double out[3], double* truth)
{
    double n[3], d[3];
    // NOLINTNEXTLINE(cert-err34-c): what does not fit a double is infinite, and refused by the soup
    if (fscanf(in, "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &n[0], &d[0], &n[1], &d[1], &n[2], &d[2],
               truth) != 7)
        return false;
    for (int k = 0; k < 3; k++)
        out[k] = n[k] / d[k];  // exact: numbers of the pack are doubles
    return true;
}

static bool read_query(FILE* in, query* q)
{
    for (int i = 0; i < 8; i++)
        if (!read_row(in, q->points[i / 4][i % 4], &q->truth)) return false;
    return true;
}

static int read_file(queries* all, const char* path)
{
    FILE* in = fopen(path, "r");
    query q = {.is_edges = strstr(path, "edge-edge") != NULL};
    if (!in) return bench_fail("%s: %s", path, strerror(errno));
    while (read_query(in, &q)) {
        if (all->count == all->room) {
            all->room = 2 * all->room + 64;
            all->list = realloc(all->list, all->room * sizeof q);
            if (!all->list) exit(bench_fail("out of memory"));
        }
        all->list[all->count++] = q;
        sweeps_add_way(&all->scene);
    }
    fclose(in);
    return BENCH_OK;
}

static int is_queries(const struct dirent* entry)
{
    const char* dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".csv") == 0;
}

static int read_all(queries* all)
{
    char folder[4096], path[4096 + 256];
    struct dirent** names = NULL;
    const int found = sweeps_data_path(NAME, FOLDER, folder, sizeof folder);
    if (found <= 0) return found;
    const int count = scandir(folder, &names, is_queries, alphasort);
    int status = count > 0 ? BENCH_OK : bench_fail("%s: no queries", folder);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (status == BENCH_OK) status = read_file(all, path);
        free(names[i]);
    }
    free(names);
    return status == BENCH_OK ? 1 : -1;
}

// ------------------------------------------------------------------------------------------- asking

// Each side is a triangle: an edge twice its end, a vertex three times itself.
static abut_status ask(void* of, const sweeps_scene* s, size_t way, sweeps_answer* out)
{
    static const uint32_t vertex[3] = {0, 0, 0}, edge[3] = {0, 1, 1}, face[3] = {0, 1, 2};
    queries* all = of;
    (void)s;
    const query* q = &all->list[way];
    const bool edges = q->is_edges > 0;
    const size_t first = edges ? 2 : 1;
    const abut_soup a = {.vertices = q->points[0][0],
                         .vertex_count = first,
                         .triangles = edges ? edge : vertex,
                         .triangle_count = 1};
    const abut_soup b = {.vertices = q->points[0][first],
                         .vertex_count = 4 - first,
                         .triangles = edges ? edge : face,
                         .triangle_count = 1};
    abut_first answer;
    const abut_status status = abut_vertices_first(all->asked, &a, q->points[1][0], &b,
                                                   q->points[1][first], NULL, &answer);
    *out = (sweeps_answer){.contact = answer.state == ABUT_MOTION_CONTACT, .time = answer.t_lo};
    return status;
}

static const probes_rival_kind rival = {"tight-inclusion", NULL,
                                        "pip install ipctk numpy; --python names an interpreter "
                                        "that has it",
                                        true};

// What rivals read: counts as for points, and each query's numbers as "points".
static int write_queries(const queries* all, const char* folder)
{
    const struct {
        const char* name;
        const void* bytes;
        size_t size;
    } files[] = {{"rivals.py", sweeps_python_text, sweeps_python_text_size},
                 {"scene", all->list, all->count * sizeof *all->list}};
    for (size_t i = 0; i < 2; i++) {
        char path[4096 + 64];
        snprintf(path, sizeof path, "%.4000s/%s", folder, files[i].name);
        FILE* out = fopen(path, "wb");
        if (!out) return bench_fail("%s: %s", path, strerror(errno));
        fwrite(files[i].bytes, 1, files[i].size, out);
        if (fclose(out)) return bench_fail("%s: cannot be written", path);
    }
    return BENCH_OK;
}

static void remove_files(const char* folder)
{
    static const char* const names[] = {"rivals.py", "scene", "answers"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[4096 + 64];
        snprintf(path, sizeof path, "%.4000s/%s", folder, names[i]);
        (void)unlink(path);
    }
}

static void judge(const queries* all, const sweeps_answer* answers, sweeps_row* row)
{
    for (size_t i = 0; i < all->count; i++) {
        const bool contact = answers[i].contact > 0, truth = all->list[i].truth > 0;
        row->ways++;
        row->right += contact == truth;
        row->missed += truth && !contact;
        row->invented += contact && !truth;
    }
}

static double sum_us(const queries* all, const sweeps_answer* answers, const sweeps_answer* judged)
{
    double seconds = 0, count = 0;
    for (size_t i = 0; i < all->count; i++)
        if ((judged[i].contact > 0) == (all->list[i].truth > 0)) {
            seconds += answers[i].seconds;
            count++;
        }
    return count > 0 ? 1e6 * seconds / count : 0;
}

static int measure_rival(sweeps_run* run, const queries* all, const sweeps_answer* ours)
{
    probes_rival r;
    const probes_request request = {.python = run->request->python};
    probes_run place = {.request = &request};
    sweeps_row row = {.scene = NAME, .peer = rival.name};
    snprintf(place.folder, sizeof place.folder, "%s", run->folder);
    sweeps_answer* theirs = calloc(all->count, sizeof *theirs);
    if (!theirs) return bench_fail("out of memory");
    const int status = write_queries(all, run->folder);
    if (status == BENCH_OK && probes_rival_open(&r, &place, &rival)) {
        if (probes_rival_ask(&r, "queries") >= 0 &&
            probes_rival_answers(&r, &place, &theirs->contact, 3 * all->count)) {
            judge(all, theirs, &row);
            row.ours_us = sum_us(all, ours, theirs);
            row.peer_us = sum_us(all, theirs, theirs);
            sweeps_add(run, &row);
        }
        probes_rival_close(&r);
    }
    remove_files(run->folder);
    free(theirs);
    return status;
}

static int measure(sweeps_run* run, queries* all)
{
    sweeps_row row = {.scene = NAME};
    int result = BENCH_OK;
    sweeps_answer* ours = calloc(all->count, sizeof *ours);
    abut_status status = ours ? abut_query_create(&all->asked, NULL) : ABUT_OUT_OF_MEMORY;
    if (!status) status = sweeps_time(ask, all, &all->scene, run->request->runs, ours);
    if (status) {
        result = bench_fail("%s: %s", NAME, abut_status_text(status));
    } else {
        judge(all, ours, &row);
        run->ours_wrong += row.missed + row.invented;
        if (run->table)
            fprintf(run->table, "\n%s\n  abut %.2f us a query, %zu wrong\n", NAME,
                    sum_us(all, ours, ours), row.missed + row.invented);
        if (bench_has_text(&run->request->peers, rival.name))
            result = measure_rival(run, all, ours);
    }
    free(ours);
    return result;
}

int sweeps_vertices(sweeps_run* run)
{
    queries all = {.count = 0};
    if (!bench_has_text(&run->request->scenes, NAME)) return BENCH_OK;
    const int read = read_all(&all);
    const int status = read < 0 ? BENCH_ERROR : read ? measure(run, &all) : BENCH_OK;
    run->is_whole &= read > 0;
    abut_query_free(all.asked);
    sweeps_scene_free(&all.scene);
    free(all.list);
    return status;
}

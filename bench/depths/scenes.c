// scenes.c - pairs that share something: a scan and itself moved, a bolt in a nut, the parts of assemblies and of a building.
#include "scenes.h"

#include "common/ends.h"
#include "common/merge.h"
#include "depths/depths.h"
#include "probes/probes.h"

#include "abut/contain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static depths_part* add_part(depths_scene* s, const char* name)
{
    s->parts = peer_run_grow(s->parts, s->part_count, &s->part_room, sizeof *s->parts);
    depths_part* out = &s->parts[s->part_count++];
    *out = (depths_part){.name = strdup(name)};
    if (!out->name) exit(bench_fail("out of memory"));
    return out;
}

static void add_pair(depths_scene* s, size_t a, size_t b, const double move[3])
{
    s->pairs = peer_run_grow(s->pairs, s->pair_count, &s->pair_room, sizeof *s->pairs);
    depths_pair* out = &s->pairs[s->pair_count++];
    *out = (depths_pair){.a = a, .b = b};
    for (int k = 0; k < 3; k++)
        out->move[k] = move[k];
}

static int read_mesh(const depths_scene* s, const char* file, mesh* out)
{
    const char* folder = getenv("ABUT_DATA");
    char path[PEER_PATH_ROOM];
    mesh_error error;
    if (!folder || !*folder) {
        fprintf(stderr, "abut-bench: SKIPPED: %s, which is read from ABUT_DATA\n", s->name);
        return 0;
    }
    snprintf(path, sizeof path, "%.3000s/%.1000s", folder, file);
    if (mesh_read_file(out, path, NULL, &error) == MESH_OK) return 1;
    return bench_fail("%s: %s", path, error.text), -1;
}

static void round_to_floats(mesh* m)
{
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        m->vertices[i] = (double)(float)m->vertices[i];
}

// ---------------------------------------------------------------------------------- holes of a scan

// For each vertex the next one along the border, seen from the side that is open; UINT32_MAX: it is not on the border.
static uint32_t* find_border(const mesh* m)
{
    typedef struct half {
        uint32_t from, to;
    } half;
    const size_t count = 3 * m->triangle_count;
    uint32_t* next = malloc((m->vertex_count + 1) * sizeof *next);
    uint32_t* first = calloc(m->vertex_count + 2, sizeof *first);
    half* halves = malloc((count + 1) * sizeof *halves);
    if (!next || !first || !halves) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < count; i++)
        first[m->triangles[i] + 1]++;
    for (size_t v = 0; v < m->vertex_count; v++)
        first[v + 1] += first[v];
    // The edges that leave a vertex stand together.
    uint32_t* at =
        memcpy(malloc((m->vertex_count + 1) * sizeof *at), first, m->vertex_count * sizeof *at);
    for (size_t i = 0; i < count; i++) {
        const uint32_t from = m->triangles[i], to = m->triangles[i - i % 3 + (i + 1) % 3];
        halves[at[from]++] = (half){from, to};
    }
    for (size_t v = 0; v < m->vertex_count; v++)
        next[v] = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        bool has_twin = false;
        for (uint32_t k = first[halves[i].to]; k < first[halves[i].to + 1]; k++)
            has_twin |= halves[k].to == halves[i].from;
        if (!has_twin) next[halves[i].to] = halves[i].from;
    }
    free(at);
    free(halves);
    free(first);
    return next;
}

// A cone over a hole, its apex outward by a quarter of the hole's size: a flat lid would cross its rim.
static void close_hole(mesh* m, uint32_t begin, uint32_t* next)
{
    const double outward = 0.25;
    double middle[3] = {0, 0, 0}, area[3] = {0, 0, 0}, apex[3];
    uint32_t v = begin, count = 0;
    do {
        const double *p = m->vertices + 3 * (size_t)v, *q = m->vertices + 3 * (size_t)next[v];
        for (int k = 0; k < 3; k++) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            middle[k] += p[k];
            area[k] += (p[i] * q[j] - p[j] * q[i]) / 2;
        }
        count++;
    } while ((v = next[v]) != begin);
    const double length = sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
    for (int k = 0; k < 3; k++)
        apex[k] = (double)(float)(middle[k] / count + outward * area[k] / sqrt(length));
    m->vertices = realloc(m->vertices, 3 * (m->vertex_count + 1) * sizeof(double));
    m->triangles = realloc(m->triangles, 3 * (m->triangle_count + count) * sizeof(uint32_t));
    if (!m->vertices || !m->triangles) exit(bench_fail("out of memory"));
    memcpy(m->vertices + 3 * m->vertex_count, apex, sizeof apex);
    while (next[v] != UINT32_MAX) {
        uint32_t* t = m->triangles + 3 * m->triangle_count++;
        const uint32_t to = next[v];
        t[0] = v;
        t[1] = to;
        t[2] = (uint32_t)m->vertex_count;
        next[v] = UINT32_MAX;
        v = to;
    }
    m->vertex_count++;
    m->face_count = m->triangle_count;
}

static void close_holes(mesh* m)
{
    uint32_t* next = find_border(m);
    const size_t count = m->vertex_count;
    for (size_t v = 0; v < count; v++)
        if (next[v] != UINT32_MAX) close_hole(m, (uint32_t)v, next);
    free(next);
}

// ------------------------------------------------------------------------------------------ the makers

// The move of b, in the models' units.
static void find_move(const depths_scene* s, const depths_kind* kind, double out[3])
{
    double low[3], high[3];
    mesh_ends(&s->parts[0].mesh, low, high);
    for (int k = 0; k < 3; k++)
        out[k] = kind->move[k] * (high[k] - low[k]);
}

static int make_tori(depths_scene* s, const depths_kind* kind)
{
    uint32_t rings, sides;
    double move[3];
    torus_divide(kind->is_quick ? 2000 : 50000, &rings, &sides);
    if (torus_make(rings, sides, 2, 0.75, &add_part(s, "torus")->mesh) != SCENE_OK)
        return bench_fail("a torus cannot be made"), -1;
    find_move(s, kind, move);
    add_pair(s, 0, 0, move);
    return 1;
}

// A model and itself, or two models; the second is moved.
static int make_pair(depths_scene* s, const depths_kind* kind)
{
    const size_t count = kind->files[1] ? 2 : 1;
    double move[3];
    for (size_t i = 0; i < count; i++) {
        mesh* m = &add_part(s, strrchr(kind->files[i], '/') + 1)->mesh;
        const int read = read_mesh(s, kind->files[i], m);
        if (read <= 0) return read;
        round_to_floats(m);
        mesh_merge(m);
        close_holes(m);
    }
    find_move(s, kind, move);
    add_pair(s, 0, count - 1, move);
    return 1;
}

// All objects of a file.
static int read_parts(depths_scene* s, const char* file)
{
    mesh whole = {0};
    int status = read_mesh(s, file, &whole);
    uint32_t* map = calloc(whole.vertex_count + 1, sizeof *map);
    if (!map) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < whole.group_count && status > 0; i++) {
        const mesh_group* g = &whole.groups[i];
        if (g->kind == 'o' && g->triangle_count)
            status = peer_take_part(&whole, g, map, &add_part(s, g->name)->mesh);
    }
    free(map);
    mesh_free(&whole);
    return status;
}

static bool boxes_meet(const mesh* a, const mesh* b)
{
    double low[2][3], high[2][3];
    mesh_ends(a, low[0], high[0]);
    mesh_ends(b, low[1], high[1]);
    for (int k = 0; k < 3; k++)
        if (high[0][k] < low[1][k] || high[1][k] < low[0][k]) return false;
    return true;
}

// All parts of the first file beside all of the second; of a single file, each pair once.
static int make_parts(depths_scene* s, const depths_kind* kind)
{
    static const double no_move[3] = {0, 0, 0};
    int status = read_parts(s, kind->files[0]);
    const size_t first = s->part_count;
    if (status > 0 && kind->files[1]) status = read_parts(s, kind->files[1]);
    for (size_t i = 0; i < first && status > 0; i++)
        for (size_t k = kind->files[1] ? first : i + 1; k < s->part_count; k++)
            if (boxes_meet(&s->parts[i].mesh, &s->parts[k].mesh)) add_pair(s, i, k, no_move);
    return status;
}

// Parts of machines, each with itself moved: closed ones that do not cross themselves.
static int make_moved(depths_scene* s, const depths_kind* kind)
{
    static const char* const files[] = {"cgal/anchor_dense.off",
                                        "cgal/couplingdown.off",
                                        "cgal/dragknob.off",
                                        "cgal/handle.off",
                                        "cgal/joint.off",
                                        "cgal/part.off",
                                        "cgal/pinion.off",
                                        "cgal/rotor.off",
                                        "cgal/spool.off",
                                        "cgal/turbine.off",
                                        "axom/aatbase_3_binary.stl",
                                        "axom/naca0012.stl",
                                        "mechanisms/gears/gear.obj",
                                        "mechanisms/gears/rail-guard.obj",
                                        "mechanisms/sprocket/sprocket-20teeth.obj",
                                        "mechanisms/092-piston/piston.stl",
                                        "mechanisms/398-intermitten-motion/curved_wheel.off",
                                        "trimesh/1002_tray_bottom.STL",
                                        "trimesh/fixed_top.ply",
                                        "trimesh/plate_holes.STL"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        double low[3], high[3], move[3];
        char path[128];
        snprintf(path, sizeof path, "cad/%s", files[i]);
        mesh* m = &add_part(s, strrchr(path, '/') + 1)->mesh;
        const int read = read_mesh(s, path, m);
        if (read <= 0) return read;
        round_to_floats(m);
        mesh_merge(m);
        mesh_ends(m, low, high);
        for (int k = 0; k < 3; k++)
            move[k] = kind->move[k] * (high[k] - low[k]);
        add_pair(s, i, i, move);
    }
    return 1;
}

#define BOLT "cad/mechanisms/bolt/"

static const depths_kind kinds[] = {
    {.name = "tori",
     .questions = DEPTHS_CURVES | DEPTHS_VOLUME | DEPTHS_REACH,
     .is_quick = true,
     .make = make_tori,
     .move = {0.3, 0.1, 0.05}},
    {.name = "tori 50k",
     .questions = DEPTHS_CURVES | DEPTHS_VOLUME,
     .make = make_tori,
     .move = {0.3, 0.1, 0.05}},
    {.name = "bunny",
     .questions = DEPTHS_CURVES | DEPTHS_VOLUME | DEPTHS_MANIFOLD,
     .make = make_pair,
     .files = {"scans/bunny.obj"},
     .move = {0.5, 0, 0},
     .manifold_bar = 0.2},
    {.name = "armadillo",
     .questions = DEPTHS_CURVES | DEPTHS_VOLUME | DEPTHS_MANIFOLD,
     .make = make_pair,
     .files = {"scans/armadillo.obj"},
     .move = {0.5, 0, 0}},
    {.name = "bolt in nut",
     .questions = DEPTHS_ALL,
     .make = make_pair,
     .files = {BOLT "nut-big.obj", BOLT "screw-big.obj"},
     .move = {0.05, 0, 0}},
    {.name = "20 parts",
     .questions = DEPTHS_ALL & ~DEPTHS_ALONG,
     .make = make_moved,
     .move = {0.3, 0.2, 0.1}},
    {.name = "as1",
     .questions = DEPTHS_ALL & ~(DEPTHS_ALONG | DEPTHS_MANIFOLD),
     .make = make_parts,
     .files = {"cad/as1-oc-214.obj"}},
    {.name = "cycloidal",
     .questions = DEPTHS_CURVES | DEPTHS_VOLUME,
     .make = make_parts,
     .files = {"cad/cycloidal_parts.obj"}},
    {.name = "duplex",
     .questions = DEPTHS_ALL & ~(DEPTHS_ALONG | DEPTHS_MANIFOLD),
     .make = make_parts,
     .files = {"bim/duplex_architecture.obj", "bim/duplex_electrical.obj"},
     .reach_bar = 1},
};

const depths_kind* depths_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

// ------------------------------------------------------------------------------------ models and solids

void depths_must(const depths_scene* s, abut_status status)
{
    if (status) exit(bench_fail("%s: %s", s->name, abut_status_text(status)));
}

void depths_place(const depths_scene* s, size_t pair, abut_instance at[2])
{
    const depths_pair* p = &s->pairs[pair];
    at[0] = (abut_instance){.model = s->parts[p->a].model};
    at[1] = (abut_instance){.model = s->parts[p->b].model};
    for (int k = 0; k < 3; k++)
        at[1].pose.translation[k] = p->move[k];
}

static void build_part(depths_scene* s, depths_part* part, abut_query* query)
{
    const abut_soup soup = {.vertices = part->mesh.vertices,
                            .triangles = part->mesh.triangles,
                            .vertex_count = part->mesh.vertex_count,
                            .triangle_count = part->mesh.triangle_count};
    depths_must(s, abut_model_build(&part->model, &soup, NULL));
    const double begun = probes_seconds(false);
    depths_must(s, abut_solid_build(&part->solid, part->model, NULL));
    depths_must(s, abut_solid_check(part->solid, query));
    s->solid_seconds += probes_seconds(false) - begun;
}

// Pairs that share nothing are asked by nobody.
static void keep_contacts(depths_scene* s, abut_query* query)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->pair_count; i++) {
        abut_instance at[2];
        abut_containment c;
        depths_place(s, i, at);
        depths_must(s, abut_contain(query, &at[0], &at[1], NULL, &c));
        if (c.relation != ABUT_RELATION_SEPARATE) s->pairs[kept++] = s->pairs[i];
    }
    s->pair_count = kept;
}

int depths_scene_make(depths_scene* out, const depths_kind* kind)
{
    abut_query* query = NULL;
    *out = (depths_scene){.name = kind->name};
    const int made = kind->make(out, kind);
    if (made <= 0) return made;
    depths_must(out, abut_query_create(&query, NULL));
    for (size_t i = 0; i < out->part_count; i++)
        build_part(out, &out->parts[i], query);
    keep_contacts(out, query);
    abut_query_free(query);
    return out->pair_count ? 1 : (bench_fail("%s: nothing is in contact", out->name), -1);
}

void depths_scene_free(depths_scene* s)
{
    for (size_t i = 0; i < s->part_count; i++) {
        abut_solid_free(s->parts[i].solid);
        abut_model_free(s->parts[i].model);
        mesh_free(&s->parts[i].mesh);
        free(s->parts[i].name);
    }
    free(s->parts);
    free(s->pairs);
    *s = (depths_scene){.name = s->name};
}

// volume_check.h - what tests of volumes share: small meshes, and what both share as abut_overlap says.
#ifndef ABUT_TESTS_QUERY_VOLUME_CHECK_H
#define ABUT_TESTS_QUERY_VOLUME_CHECK_H
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include "abut/overlap.h"

static const abut_pose identity = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

enum { REGIONS_MOST = 8 };

typedef struct measured {
    double lo, hi;
    size_t left_out[2], region_count;
    abut_region regions[REGIONS_MOST];  // without their lists
} measured;

static UNUSED abut_status ask(abut_query* q, const abut_instance* a, const abut_instance* b,
                              measured* out)
{
    const abut_overlap_ask how = {.volume = 1};
    abut_overlap_answer found;
    const abut_status status = abut_overlap(q, a, b, &how, &found);
    if (status != ABUT_OK) return status;
    memset(out, 0, sizeof *out);
    out->lo = found.volume_lo;
    out->hi = found.volume_hi;
    out->left_out[0] = found.a_left_out;
    out->left_out[1] = found.b_left_out;
    out->region_count = found.region_count;
    for (size_t i = 0; i < found.region_count && i < REGIONS_MOST; i++) {
        out->regions[i] = found.regions[i];
        out->regions[i].a_triangles = out->regions[i].b_triangles = NULL;
    }
    return status;
}

static UNUSED abut_model* build(const abut_soup* s, abut_method method)
{
    const abut_build how = {.method = method};
    abut_model* m;
    assert_int_equal(abut_model_build(&m, s, &how), ABUT_OK);
    return m;
}

static UNUSED measured measure_in(abut_method method, const abut_instance* one,
                                  const abut_instance* other, const float_mode* mode)
{
    measured out;
    abut_query* q;
    (void)method;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    float_mode_enter(mode);
    const abut_status status = ask(q, one, other, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    abut_query_free(q);
    return out;
}

static UNUSED measured measure_by(abut_method method, const abut_soup* a, const abut_pose* a_pose,
                                  const abut_soup* b, const abut_pose* b_pose,
                                  const float_mode* mode)
{
    abut_model *x = build(a, method), *y = build(b, method);
    const abut_instance one = {.model = x, .pose = a_pose ? *a_pose : identity};
    const abut_instance other = {.model = y, .pose = b_pose ? *b_pose : identity};
    const measured out = measure_in(method, &one, &other, mode);
    abut_model_free(x);
    abut_model_free(y);
    return out;
}

static UNUSED measured measure(const abut_soup* a, const abut_pose* a_pose, const abut_soup* b,
                               const abut_pose* b_pose)
{
    return measure_by(ABUT_METHOD_WIDE, a, a_pose, b, b_pose, &float_modes[0]);
}

static UNUSED int is_within(double lo, double hi, double truth, double slack)
{
    const int is = lo >= 0 && lo <= truth && truth <= hi && hi - lo <= slack;
    if (!is)
        print_error("%.17g is not in [%.17g, %.17g], or that is wider than %.3g\n", truth, lo, hi,
                    slack);
    return is;
}

// ------------------------------------------------------------------------------------------ meshes

typedef struct mesh {
    double vertices[64 * 3];
    uint32_t triangles[128 * 3];
    size_t vertex_count, triangle_count;
} mesh;

static UNUSED abut_soup soup_of_mesh(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

static UNUSED void add_triangle(mesh* m, size_t first, const uint32_t t[3], int turned)
{
    uint32_t* out = m->triangles + 3 * m->triangle_count++;
    for (int k = 0; k < 3; k++)
        out[k] = (uint32_t)first + t[turned && k ? 3 - k : k];
}

static UNUSED void add_block(mesh* m, const double box[6], int inward)
{
    box_soup b;
    box_soup_make(&b, box[0], box[1], box[2], box[3], box[4], box[5]);
    memcpy(m->vertices + 3 * m->vertex_count, b.vertices, sizeof b.vertices);
    for (int i = 0; i < 12; i++)
        add_triangle(m, m->vertex_count, box_triangles + 3 * i, inward);
    m->vertex_count += 8;
}

// Turn some triangles over: which way they face tells nothing.
static UNUSED void turn_some(mesh* m, rng* r)
{
    for (size_t i = 0; i < m->triangle_count; i++) {
        uint32_t* t = m->triangles + 3 * i;
        const uint32_t swap = t[1];
        if (rng_below(r, 2)) continue;
        t[1] = t[2];
        t[2] = swap;
    }
}

#endif

// self_test_faults.c - wrong answers for "abut self-test" to find: the program is linked a second time with
// these in front of the library and the readers (--wrap), and ABUT_FAULT says which faults it has. Each
// is as small as such a fault can be: one pair, one last bit, in one state of the machine.
#include "mesh/mesh.h"
#include "support/method_here.h"

#include "abut/abut.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

abut_status __real_abut_triangles_touch(const double a[9], const abut_pose* a_pose,
                                        const double b[9], const abut_pose* b_pose,
                                        abut_contact* out);
abut_status __wrap_abut_triangles_touch(const double a[9], const abut_pose* a_pose,
                                        const double b[9], const abut_pose* b_pose,
                                        abut_contact* out);
abut_status __real_abut_collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                                const abut_ask* options, abut_hits* out);
abut_status __wrap_abut_collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                                const abut_ask* options, abut_hits* out);
abut_status __real_abut_model_build(abut_model** out, const abut_soup* soup,
                                    const abut_build* options);
abut_status __wrap_abut_model_build(abut_model** out, const abut_soup* soup,
                                    const abut_build* options);
abut_status __real_abut_pose_from_axis_angle(abut_pose* out, const double axis[3], double degrees);
abut_status __wrap_abut_pose_from_axis_angle(abut_pose* out, const double axis[3], double degrees);
int __real_fesetround(int mode);
int __wrap_fesetround(int mode);
mesh_status __real_mesh_read_memory(mesh* out, const void* bytes, size_t size,
                                    const mesh_read_options* options, mesh_error* error);
mesh_status __wrap_mesh_read_memory(mesh* out, const void* bytes, size_t size,
                                    const mesh_read_options* options, mesh_error* error);

// ABUT_FAULT is a list: ";huge;turn;".
static bool has_fault(const char* name)
{
    const char* faults = getenv("ABUT_FAULT");
    for (const char* at = faults; at && (at = strstr(at, name)); at++)
        if (at != faults && at[-1] == ';' && at[strlen(name)] == ';') return true;
    return false;
}

static bool subnormals_are_off(void)
{
    volatile double tiny = 0x1p-1074, large = 0x1p60;
    volatile double product = tiny * large;
    return product == 0;
}

static bool is_subnormal(const double t[9])
{
    double largest = 0;
    for (int i = 0; i < 9; i++)
        largest = fmax(largest, fabs(t[i]));
    return largest < 0x1p-1022;
}

abut_status __wrap_abut_triangles_touch(const double a[9], const abut_pose* a_pose,
                                        const double b[9], const abut_pose* b_pose,
                                        abut_contact* out)
{
    static int calls;
    const abut_status status = __real_abut_triangles_touch(a, a_pose, b, b_pose, out);
    const bool posed = memcmp(a_pose, b_pose, sizeof *a_pose) != 0;
    const bool large = a[0] >= 0x1p900 || a[8] >= 0x1p900;
    calls++;
    if (has_fault("one kind") && calls == 5000)
        out->kind = out->kind == ABUT_KIND_TOUCH ? ABUT_KIND_APART : ABUT_KIND_TOUCH;
    if (has_fault("huge") && large && out->kind == ABUT_KIND_CROSS) out->kind = ABUT_KIND_TOUCH;
    if (has_fault("subnormal") && is_subnormal(a) && out->kind == ABUT_KIND_COPLANAR)
        out->kind = ABUT_KIND_TOUCH;
    if (has_fault("posed") && posed && out->kind == ABUT_KIND_COPLANAR) out->kind = ABUT_KIND_CROSS;
    if (has_fault("flush") && subnormals_are_off() && is_subnormal(a)) out->kind = ABUT_KIND_APART;
    if (has_fault("upward") && fegetround() == FE_UPWARD && posed && out->kind == ABUT_KIND_TOUCH)
        out->kind = ABUT_KIND_APART;
    if (has_fault("last bit") && out->kind == ABUT_KIND_CROSS)
        out->points[1][0] = nextafter(out->points[1][0], HUGE_VAL);
    if (has_fault("last bit upward") && out->kind == ABUT_KIND_CROSS && fegetround() == FE_UPWARD)
        out->points[1][1] = nextafter(out->points[1][1], HUGE_VAL);
    if (has_fault("corner") && out->point_count == 6) out->points[3][0] += 0x1p-52;
    if (has_fault("event") && out->kind == ABUT_KIND_CROSS) out->events[0].a = ABUT_FEATURE_EDGE_0;
    return status;
}

abut_status __wrap_abut_collide(abut_query* query, const abut_instance* a, const abut_instance* b,
                                const abut_ask* options, abut_hits* out)
{
    static abut_contact changed[65536];
    abut_model_info info;
    const abut_status status = __real_abut_collide(query, a, b, options, out);
    if (status != ABUT_OK || abut_model_describe(a->model, &info) != ABUT_OK) return status;
    const bool brute = info.method == ABUT_METHOD_BRUTE, first = options->limit == 1;
    const bool upward = fegetround() == FE_UPWARD;
    if (has_fault("memory")) return ABUT_OUT_OF_MEMORY;
    if (has_fault("lost by obb") && !brute && !first && out->count == 43) out->count--;
    if (has_fault("lost by all") && !first && out->count == 43) out->count--;
    if (has_fault("lost upward") && !brute && upward && out->count) out->count--;
    if (has_fault("no first") && !brute && first) out->count = 0;
    if (has_fault("other first") && !brute && first && out->count) {
        static abut_pair other;
        other = (abut_pair){out->pairs[0].a, out->pairs[0].b + 256};
        out->pairs = &other;
    }
    if (has_fault("kind in a query") && !brute && out->contacts && out->count == 43) {
        memcpy(changed, out->contacts, out->count * sizeof *changed);
        changed[7].kind = ABUT_KIND_COPLANAR;
        out->contacts = changed;
    }
    if (has_fault("incomplete") && !brute && !first) out->complete = 0;
    if (has_fault("mode") && !brute) fesetround(upward ? FE_DOWNWARD : FE_UPWARD);
    return status;
}

abut_status __wrap_abut_model_build(abut_model** out, const abut_soup* soup,
                                    const abut_build* options)
{
    if (has_fault("build") && options->method == SOME_TREE) return ABUT_BAD_ARGUMENT;
    if (has_fault("build memory") && options->method == SOME_TREE) return ABUT_OUT_OF_MEMORY;
    const abut_status status = __real_abut_model_build(out, soup, options);
    if (has_fault("mode of builds") && options->method == SOME_TREE) fesetround(FE_DOWNWARD);
    return status;
}

abut_status __wrap_abut_pose_from_axis_angle(abut_pose* out, const double axis[3], double degrees)
{
    const abut_status status = __real_abut_pose_from_axis_angle(out, axis, degrees);
    if (has_fault("turn") && degrees == 270) out->rotation[1][1] = 6e-17;
    return status;
}

mesh_status __wrap_mesh_read_memory(mesh* out, const void* bytes, size_t size,
                                    const mesh_read_options* options, mesh_error* error)
{
    const mesh_status status = __real_mesh_read_memory(out, bytes, size, options, error);
    if (has_fault("number") && fegetround() == FE_DOWNWARD)
        out->vertices[11] = nextafter(out->vertices[11], 0);
    return status;
}

// A machine that has only one rounding mode.
int __wrap_fesetround(int mode)
{
    return has_fault("no modes") ? 0 : __real_fesetround(mode);
}

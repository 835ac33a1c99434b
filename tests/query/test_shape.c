// test_shape.c - shapes against models whose answers are known in closed form: by every method, in all states of the
// floating-point unit. And what is refused.
#include "support/boxes.h"
#include "support/float_mode.h"
#include "support/shape_cases.h"

#include <math.h>

#define INF ((double)INFINITY)

// A question about the box from -1 to 1, unless another one is named.
typedef struct known {
    const char* name;
    abut_shape shape;
    double box[6];  // of another soup (boxes.h)
    int has_box;
    unsigned triangles;  // bit i: triangle i is in contact
    double lo, hi;       // of the distance, 0 in contact
    uint32_t nearest;
} known;

#define ROOT3_BELOW 1.7320508075688772
#define ROOT3_ABOVE 1.7320508075688774

static const known knowns[] = {
    {.name = "E4, a sphere that is too small",
     .shape = {.kind = ABUT_SHAPE_SPHERE, .points = {{2, 2, 2}}, .radius = ROOT3_BELOW},
     .lo = 1.0035084221806902e-16,
     .nearest = 2},
    {.name = "E4, one that is large enough",
     .shape = {.kind = ABUT_SHAPE_SPHERE, .points = {{2, 2, 2}}, .radius = ROOT3_ABOVE},
     // All that have the corner 6.
     .triangles = 1u << 2 | 1u << 3 | 1u << 6 | 1u << 7 | 1u << 9,
     .nearest = 2},
    {.name = "E5, a capsule above the top",
     .shape = {.kind = ABUT_SHAPE_CAPSULE, .points = {{0, 0, 2}, {0, 0, 3}}, .radius = 1},
     .triangles = 1u << 2 | 1u << 3,
     .nearest = 2},
    {.name = "E5, one that is smaller by the last bit",
     .shape = {.kind = ABUT_SHAPE_CAPSULE,
               .points = {{0, 0, 2}, {0, 0, 3}},
               .radius = 0x1.fffffffffffffp-1},
     .lo = 0x1p-53,
     .hi = 0x1p-53,
     .nearest = 2},
    {.name = "a point on a corner",
     .shape = {.kind = ABUT_SHAPE_POINT, .points = {{1, 1, 1}}},
     .triangles = 1u << 2 | 1u << 3 | 1u << 6 | 1u << 7 | 1u << 9,
     .nearest = 2},
    {.name = "a point within",
     .shape = {.kind = ABUT_SHAPE_POINT, .points = {{0, 0, 0}}},
     .lo = 1,
     .hi = 1,
     .nearest = 0},
    {.name = "a point beyond a corner",
     .shape = {.kind = ABUT_SHAPE_POINT, .points = {{2, 2, 2}}},
     .lo = ROOT3_BELOW,
     .hi = ROOT3_ABOVE,
     .nearest = 2},
    {.name = "a sphere within that does not reach the walls",
     .shape = {.kind = ABUT_SHAPE_SPHERE, .points = {{0.25, 0, 0}}, .radius = 0.5},
     .lo = 0.25,
     .hi = 0.25,
     .nearest = 6},
    {.name = "a segment through the top",
     .shape = {.kind = ABUT_SHAPE_SEGMENT, .points = {{0.25, 0, 0}, {0.25, 0, 4}}},
     .triangles = 1u << 2,
     .nearest = 2},
    {.name = "a triangle beside it",
     .shape = {.kind = ABUT_SHAPE_TRIANGLE, .points = {{3, -9, -9}, {3, 9, -9}, {3, 0, 9}}},
     .lo = 2,
     .hi = 2,
     .nearest = 0},
    {.name = "E7, points on the way of a ray",
     .shape = {.kind = ABUT_SHAPE_SEGMENT, .points = {{0, 0, 5}, {0, 0, -5}}},
     .triangles = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3,
     .nearest = 0},
    {.name = "E6, a half-space that ends at the bottom",
     .shape = {.kind = ABUT_SHAPE_HALF_SPACE, .points = {{7, 7, -1}, {0, 0, 3}}},
     .triangles = 0xff3},
    {.name = "a plane there",
     .shape = {.kind = ABUT_SHAPE_PLANE, .points = {{7, 7, -1}, {0, 0, -3}}},
     .triangles = 0xff3},
    {.name = "a half-space about all",
     .shape = {.kind = ABUT_SHAPE_HALF_SPACE, .points = {{0, 0, 2}, {0, 0, 1}}},
     .triangles = 0xfff},
    {.name = "a plane beyond",
     .shape = {.kind = ABUT_SHAPE_PLANE, .points = {{0, 0, 3}, {0, 0, 0x1p-1060}}},
     .lo = 2,
     .hi = 2,
     .nearest = 2},
    {.name = "E7, a ray downward",
     .shape = {.kind = ABUT_SHAPE_RAY, .points = {{0, 0, 5}, {0, 0, -1}}},
     .triangles = 1u << 0 | 1u << 1 | 1u << 2 | 1u << 3},
    {.name = "a ray upward from there",
     .shape = {.kind = ABUT_SHAPE_RAY, .points = {{0, 0, 5}, {0, 0, 1}}},
     .lo = 4,
     .hi = 4,
     .nearest = 2},
    {.name = "E9, a hull beside a corner",
     .shape = {.kind = ABUT_SHAPE_HULL, .hull = octahedron_vertices, .hull_count = 6},
     .box = {0.5, 0.5, 0.5, 1, 1, 1},
     .has_box = 1,
     .lo = 0.28867513459481287,
     .hi = 0.28867513459481292,
     .nearest = 0},
    {.name = "E9, one that touches a corner",
     .shape = {.kind = ABUT_SHAPE_HULL, .hull = octahedron_vertices, .hull_count = 6},
     .box = {0.25, 0.25, 0.5, 1, 1, 1},
     .has_box = 1,
     .triangles = 1u << 0 | 1u << 1 | 1u << 4 | 1u << 5 | 1u << 10,
     .nearest = 0},
    {.name = "a box on the top",
     .shape = {.kind = ABUT_SHAPE_BOX, .points = {{0, 0, 2}, {1, 1, 1}}},
     .triangles = 0xffc,
     .nearest = 2},
    {.name = "a box within",
     .shape = {.kind = ABUT_SHAPE_BOX, .points = {{0.125, 0, 0}, {0.5, 0.5, 0.5}}},
     .lo = 0.375,
     .hi = 0.375,
     .nearest = 6},
    {.name = "a sphere about all",
     .shape = {.kind = ABUT_SHAPE_SPHERE, .points = {{0, 0, 0}}, .radius = ROOT3_ABOVE},
     .triangles = 0xfff},
    {.name = "a sphere that leaves the corners out",
     .shape = {.kind = ABUT_SHAPE_SPHERE, .points = {{0, 0, 0}}, .radius = ROOT3_BELOW},
     .triangles = 0xfff},
    {.name = "a cylinder within, that is turned",
     .shape = {.kind = ABUT_SHAPE_CYLINDER,
               .pose = {.rotation = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}},
               .points = {{-0.5, 0, 0}, {0.5, 0, 0}},
               .radius = 0.25},
     .lo = 0.5,
     .hi = 0.5,
     .nearest = 4},
    {.name = "a cylinder on the top",
     .shape = {.kind = ABUT_SHAPE_CYLINDER, .points = {{0, 0, 1}, {0, 0, 3}}, .radius = 0.5},
     .triangles = 1u << 2 | 1u << 3,
     .nearest = 2},
    {.name = "a cone on its tip",
     .shape = {.kind = ABUT_SHAPE_CONE, .points = {{0, 0, 1}, {0, 0, 3}}, .radius = 0.5},
     .triangles = 1u << 2 | 1u << 3,
     .nearest = 2},
};
enum { KNOWNS = sizeof knowns / sizeof *knowns };

static void check_known(const known* k, const abut_instance* at, const distance_way* way,
                        const float_mode* mode, abut_query* query)
{
    abut_shape_hits hits;
    abut_shape_nearest near;
    const abut_shape_ask any = {.limit = 1};
    float_mode_enter(mode);
    const abut_status found = abut_shape_collide(query, at, &k->shape, NULL, &hits);
    unsigned triangles = 0;
    for (size_t i = 0; i < hits.count; i++)
        triangles |= 1u << hits.triangles[i];
    const size_t count = hits.count;
    const int complete = hits.complete;
    const abut_status first = abut_shape_collide(query, at, &k->shape, &any, &hits);
    const abut_status measured = abut_shape_distance(query, at, &k->shape, NULL, &near);
    float_mode_leave();
    assert_int_equal(found, ABUT_OK);
    assert_int_equal(first, ABUT_OK);
    assert_int_equal(measured, ABUT_OK);
    if (triangles != k->triangles || (size_t)__builtin_popcount(triangles) != count || !complete)
        fail_msg("%s, %s, %s: triangles %x, not %x", k->name, way->name, mode->name, triangles,
                 k->triangles);
    if (hits.state != (k->triangles ? ABUT_STATE_CONTACT : ABUT_STATE_APART) ||
        hits.count != (k->triangles != 0) ||
        (hits.count && !(k->triangles >> hits.triangles[0] & 1)))
        fail_msg("%s, %s, %s: not one of them first", k->name, way->name, mode->name);
    // hi 0 beside lo: the two doubles about it.
    const double hi = k->hi < k->lo ? nextafter(k->lo, INF) : k->hi;
    const int is_turned = k->shape.kind >= ABUT_SHAPE_CYLINDER;
    const int is_right = is_turned
                             ? near.lo <= k->lo && k->lo <= near.hi && near.hi - near.lo < 1e-11
                             : near.lo == k->lo && near.hi == hi;
    if (!is_right || !near.complete || !near.has_triangle || near.triangle != k->nearest)
        fail_msg("%s, %s, %s: from %.17g to %.17g, triangle %u", k->name, way->name, mode->name,
                 near.lo, near.hi, (unsigned)near.triangle);
}

// What abut_shape_contain says of the shape and the box.
static abut_shape_relation relation_of(const known* k)
{
    if (strstr(k->name, "about all")) return ABUT_SHAPE_RELATION_MODEL_INSIDE;
    if (k->triangles) return ABUT_SHAPE_RELATION_CONTACT;
    return strstr(k->name, "within") ? ABUT_SHAPE_RELATION_SHAPE_INSIDE : ABUT_SHAPE_RELATION_APART;
}

static void check_relation(const known* k, const abut_instance* at, const distance_way* way,
                           abut_query* query)
{
    abut_solid* solid = NULL;
    abut_shape_relation relation;
    assert_int_equal(abut_solid_build(&solid, at->model, NULL), ABUT_OK);
    assert_int_equal(abut_shape_contain(query, at, solid, &k->shape, &relation), ABUT_OK);
    if (relation != relation_of(k))
        fail_msg("%s, %s: %s", k->name, way->name, abut_shape_relation_text(relation));
    abut_solid_free(solid);
}

static void test_known(void** state)
{
    (void)state;
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int w = 0; w < SHAPE_WAYS; w++) {
        for (int i = 0; i < KNOWNS; i++) {
            static const double usual[6] = {-1, -1, -1, 1, 1, 1};
            box_soup room;
            const abut_soup soup = soup_of_known(knowns[i].has_box ? knowns[i].box : usual, &room);
            abut_model* model = distance_model(&soup, &shape_ways[w], NULL);
            const abut_instance at = {.model = model};
            for (int m = 0; m < FLOAT_MODE_COUNT; m++)
                check_known(&knowns[i], &at, &shape_ways[w], &float_modes[m], query);
            check_relation(&knowns[i], &at, &shape_ways[w], query);
            abut_model_free(model);
        }
    }
    abut_query_free(query);
}

// ------------------------------------------------------------------------------------------- refused

typedef struct refused {
    const char* name;
    abut_shape shape;
    abut_status status;
} refused;

static const double some_points[6] = {0, 0, 0, 1, 1, (double)INFINITY};

static const refused refusals[] = {
    {"no kind", {.radius = 1}, ABUT_BAD_ARGUMENT},
    {"an unknown kind", {.kind = (abut_shape_kind)13}, ABUT_BAD_ARGUMENT},
    {"a reserved field", {.kind = ABUT_SHAPE_POINT, .reserved = {0, 1}}, ABUT_BAD_ARGUMENT},
    {"a number that is none",
     {.kind = ABUT_SHAPE_TRIANGLE, .points = {{0}, {0}, {0, 0, (double)NAN}}},
     ABUT_NOT_FINITE},
    {"an infinite radius",
     {.kind = ABUT_SHAPE_SPHERE, .radius = (double)INFINITY},
     ABUT_NOT_FINITE},
    {"a negative radius", {.kind = ABUT_SHAPE_SPHERE, .radius = -0x1p-1074}, ABUT_BAD_ARGUMENT},
    {"a radius in a pose with a scale",
     {.kind = ABUT_SHAPE_CAPSULE, .pose = {.scale = 2}, .radius = 1},
     ABUT_BAD_SCALE},
    {"a negative half length",
     {.kind = ABUT_SHAPE_BOX, .points = {{0}, {1, 1, -1}}},
     ABUT_BAD_ARGUMENT},
    {"no normal", {.kind = ABUT_SHAPE_HALF_SPACE, .points = {{1, 1, 1}}}, ABUT_BAD_ARGUMENT},
    {"a ray to nowhere",
     {.kind = ABUT_SHAPE_RAY, .points = {{1, 0, 1}, {0, -0.0, 0}}},
     ABUT_BAD_ARGUMENT},
    {"a cone without an axis", {.kind = ABUT_SHAPE_CONE, .radius = 1}, ABUT_BAD_ARGUMENT},
    {"no hull", {.kind = ABUT_SHAPE_HULL, .hull_count = 1}, ABUT_BAD_ARGUMENT},
    {"an empty hull", {.kind = ABUT_SHAPE_HULL, .hull = some_points}, ABUT_BAD_ARGUMENT},
    {"a hull that is not finite",
     {.kind = ABUT_SHAPE_HULL, .hull = some_points, .hull_count = 2},
     ABUT_NOT_FINITE},
    {"a pose that is not rigid",
     {.kind = ABUT_SHAPE_POINT, .pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}}}},
     ABUT_NOT_RIGID},
};

static void test_refused(void** state)
{
    (void)state;
    box_soup box;
    box_soup_make(&box, -1, -1, -1, 1, 1, 1);
    abut_model* model = distance_model(&box.soup, &shape_ways[1], NULL);
    abut_query* query = NULL;
    abut_batch* batch = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
    const abut_instance at = {.model = model};
    abut_shape_hits hits = {.count = 77};
    abut_shape_nearest near = {.lo = 77};
    const abut_shape_hits* all = NULL;
    assert_int_equal(abut_shape_check(NULL), ABUT_BAD_ARGUMENT);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refused* r = &refusals[i];
        const abut_shape two[2] = {{.kind = ABUT_SHAPE_POINT}, r->shape};
        if (abut_shape_check(&r->shape) != r->status ||
            abut_shape_collide(query, &at, &r->shape, NULL, &hits) != r->status ||
            abut_shape_distance(query, &at, &r->shape, NULL, &near) != r->status ||
            abut_probe_batch(batch, &at, two, 2, NULL, &all) != r->status)
            fail_msg("%s: not refused", r->name);
    }
    assert_true(hits.count == 77 && near.lo == 77 && !all);
    const abut_shape point = {.kind = ABUT_SHAPE_POINT};
    const abut_shape_ask asks[] = {{.detail = ABUT_DETAIL_POINTS},
                                   {.detail = (abut_detail)3},
                                   {.deadline = -1},
                                   {.deadline = (double)NAN},
                                   {.reserved = {0, 0, 0, 1}}};
    const abut_status statuses[] = {ABUT_BAD_COMBINATION, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT,
                                    ABUT_NOT_FINITE, ABUT_BAD_ARGUMENT};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(abut_shape_collide(query, &at, &point, &asks[i], &hits), statuses[i]);
        assert_int_equal(abut_probe_batch(batch, &at, &point, 1, &asks[i], &all), statuses[i]);
    }
    const abut_distance_ask coherent = {.coherent = 1};
    assert_int_equal(abut_shape_distance(query, &at, &point, &coherent, &near),
                     ABUT_BAD_COMBINATION);
    abut_model* other = distance_model(
        &box.soup, &(distance_way){.name = "aabb", .method = ABUT_METHOD_AABB}, NULL);
    const abut_instance unfit = {.model = other};
    assert_int_equal(abut_shape_collide(query, &unfit, &point, NULL, &hits), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_shape_distance(query, &unfit, &point, NULL, &near), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_probe_batch(batch, &unfit, &point, 1, NULL, &all), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_probe_batch(batch, &at, NULL, 0, NULL, &all), ABUT_OK);
    assert_string_equal(abut_shape_text(ABUT_SHAPE_HALF_SPACE), "half-space");
    assert_null(abut_shape_text((abut_shape_kind)0));
    assert_null(abut_shape_text((abut_shape_kind)13));
    abut_model_free(other);
    abut_model_free(model);
    abut_batch_free(batch);
    abut_query_free(query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_known),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// shapes.c - simple shapes against a model: a sphere that just touches it, how far a capsule is, and a robot of spheres, all
// asked at once. Nothing is rounded: a sphere of exactly the distance touches, one that is smaller by the last bit does not.
#include <abut/abut.h>
#include <abut/shape.h>
#include <math.h>
#include <stdio.h>

// The box from -1 to 1.
static abut_status build_box(abut_model** out)
{
    static const double vertices[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                      -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                         1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles, .triangle_count = 12};
    return abut_model_build(out, &soup, NULL);
}

static abut_status show_contact(abut_query* query, const abut_instance* box,
                                const abut_shape* shape)
{
    abut_shape_hits hits;
    abut_status status = abut_shape_check(shape);
    if (!status) status = abut_shape_collide(query, box, shape, NULL, &hits);
    if (status) return status;
    printf("%s of radius %.17g: %s", abut_shape_text(shape->kind), shape->radius,
           abut_state_text(hits.state));
    for (size_t i = 0; i < hits.count; i++)
        printf("%s %u", i ? "," : ", triangles", (unsigned)hits.triangles[i]);
    printf("\n");
    return ABUT_OK;
}

static abut_status show_distance(abut_query* query, const abut_instance* box,
                                 const abut_shape* shape)
{
    const abut_distance_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_shape_nearest near;
    const abut_status status = abut_shape_distance(query, box, shape, &ask, &near);
    if (status) return status;
    printf("%s: from %.17g to %.17g, nearest to triangle %u at %g, %g, %g\n",
           abut_shape_text(shape->kind), near.lo, near.hi, (unsigned)near.triangle,
           near.model_point[0], near.model_point[1], near.model_point[2]);
    return ABUT_OK;
}

// Distances are those of the walls; what is inside is another question.
static abut_status show_relation(abut_query* query, const abut_instance* box,
                                 const abut_shape* shape)
{
    abut_solid* solid = NULL;
    abut_shape_relation relation = ABUT_SHAPE_RELATION_UNKNOWN;
    abut_status status = abut_solid_build(&solid, box->model, NULL);
    if (!status) status = abut_shape_contain(query, box, solid, shape, &relation);
    if (!status)
        printf("%s: %s\n", abut_shape_text(shape->kind), abut_shape_relation_text(relation));
    abut_solid_free(solid);
    return status;
}

// An arm of spheres that comes down to the box from above.
static abut_status show_arm(abut_batch* batch, const abut_instance* box)
{
    abut_shape arm[6] = {{.kind = ABUT_SHAPE_SPHERE}};
    const abut_shape_hits* answers;
    const abut_shape_ask any = {.limit = 1};
    for (int i = 0; i < 6; i++)
        arm[i] = (abut_shape){
            .kind = ABUT_SHAPE_SPHERE, .points = {{0, 0, 1.25 + 0.5 * i}}, .radius = 0.25};
    const abut_status status = abut_probe_batch(batch, box, arm, 6, &any, &answers);
    if (status) return status;
    printf("arm:");
    for (int i = 0; i < 6; i++)
        printf(" %s", abut_state_text(answers[i].state));
    printf("\n");
    return ABUT_OK;
}

int main(void)
{
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_batch* batch = NULL;
    abut_status status = build_box(&model);
    if (!status) status = abut_query_create(&query, NULL);
    if (!status) status = abut_batch_create(&batch, NULL);

    // The corner (1, 1, 1) is the root of 3 away: between two doubles.
    const abut_instance box = {.model = model};
    abut_shape ball = {
        .kind = ABUT_SHAPE_SPHERE, .points = {{2, 2, 2}}, .radius = 1.7320508075688772};
    if (!status) status = show_contact(query, &box, &ball);
    ball.radius = nextafter(ball.radius, 2);
    if (!status) status = show_contact(query, &box, &ball);

    const abut_shape pill = {
        .kind = ABUT_SHAPE_CAPSULE, .points = {{2, 2, 2}, {2, 3, 4}}, .radius = 0.5};
    if (!status) status = show_distance(query, &box, &pill);
    const abut_shape brick = {.kind = ABUT_SHAPE_BOX, .points = {{0, 0, 0}, {0.5, 0.25, 0.75}}};
    if (!status) status = show_relation(query, &box, &brick);
    if (!status) status = show_arm(batch, &box);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_batch_free(batch);
    abut_query_free(query);
    abut_model_free(model);
    return status != ABUT_OK;
}

// rays.c - what rays and segments meet first, what they meet at all, and how often they go through the surface.
#include <abut/abut.h>
#include <abut/ray.h>
#include <stdio.h>

static void print_hits(const abut_ray_answer* a)
{
    for (size_t i = 0; i < a->hit_count; i++) {
        const abut_ray_hit* h = &a->hits[i];
        printf("    t %.17g, triangle %u, feature %d, %s%s, at %g, %g, %g\n", h->t_hi, h->triangle,
               (int)h->feature, abut_facing_text(h->facing), h->is_crossing ? ", through" : "",
               h->point[0], h->point[1], h->point[2]);
    }
}

int main(void)
{
    // A tetrahedron.
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    // Through two faces, from inside, through the edge that two faces share, and past it.
    const double origins[] = {-1, 0.25, 0.25, 0.125, 0.25, 0.125, 0.5, 0.5, 2, -1, 2, 2};
    const double directions[] = {1, 0, 0, 0, 0, 2, 0, 0, -1, 1, 0, 0};
    const double ends[] = {0.25, 0.25, 0.25, 0.125, 0.25, 2, 0.5, 0.5, 0, 2, 2, 2};
    enum { COUNT = sizeof origins / sizeof *origins / 3 };
    abut_model* model = NULL;
    abut_batch* batch = NULL;
    const abut_ray_answer* answers = NULL;
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_batch_create(&batch, NULL);
    const abut_instance instance = {.model = model};

    // The first triangle of each: NULL asks for that.
    if (!status) status = abut_rays(batch, &instance, origins, directions, COUNT, NULL, &answers);
    for (int i = 0; !status && i < COUNT; i++) {
        printf("ray %d%s\n", i, answers[i].hit_count ? "" : ": nothing");
        print_hits(&answers[i]);
    }
    // All that lie at t >= 0.5.
    const abut_ray_ask all = {.want = ABUT_RAY_WANT_ALL, .t_least = 0.5};
    if (!status) status = abut_rays(batch, &instance, origins, directions, COUNT, &all, &answers);
    for (int i = 0; !status && i < COUNT; i++) {
        printf("ray %d: %zu from there on\n", i, answers[i].touch_count);
        print_hits(&answers[i]);
    }
    // Which begin inside: those go through a closed surface an odd number of times.
    const abut_ray_ask count = {.want = ABUT_RAY_WANT_COUNT};
    if (!status) status = abut_rays(batch, &instance, origins, directions, COUNT, &count, &answers);
    for (int i = 0; !status && i < COUNT; i++)
        printf("ray %d: meets %zu, goes through %zu, begins %s\n", i, answers[i].touch_count,
               answers[i].crossing_count, answers[i].crossing_count % 2 ? "inside" : "outside");
    // Whether segments are free.
    const abut_ray_ask any = {.want = ABUT_RAY_WANT_ANY, .segments = 1};
    if (!status) status = abut_rays(batch, &instance, origins, ends, COUNT, &any, &answers);
    for (int i = 0; !status && i < COUNT; i++)
        printf("segment %d is %s\n", i, answers[i].hit_count ? "blocked" : "free");
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_batch_free(batch);
    abut_model_free(model);
    return status != ABUT_OK;
}

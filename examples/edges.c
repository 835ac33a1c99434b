// edges.c - a planner's edges: which of many motions of one part are free, on all processors? Each is proved, not sampled:
// the wall is thinner than any step.
#include <abut/abut.h>
#include <abut/motion.h>
#include <stdio.h>

int main(void)
{
    // A bar of two triangles, and a wall of one.
    const double bar[] = {-1, 0, 0, 1, 0, 0, 0, 0.1, 0, 0, 0, 0.1};
    const uint32_t bar_triangles[] = {0, 1, 2, 0, 1, 3};
    const double wall[] = {3, -1, -1, 3, 1, -1, 3, 0, 1};
    const uint32_t wall_triangles[] = {0, 1, 2};
    const abut_soup bar_soup = {
        .vertices = bar, .vertex_count = 4, .triangles = bar_triangles, .triangle_count = 2};
    const abut_soup wall_soup = {
        .vertices = wall, .vertex_count = 3, .triangles = wall_triangles, .triangle_count = 1};

    abut_model *bar_model = NULL, *wall_model = NULL;
    abut_pool* pool = NULL;
    abut_batch* batch = NULL;
    abut_host host;
    abut_status status = abut_model_build(&bar_model, &bar_soup, NULL);
    if (!status) status = abut_model_build(&wall_model, &wall_soup, NULL);
    if (!status) status = abut_pool_create(&pool, 0, NULL);
    if (!status) status = abut_pool_host(pool, &host);
    if (!status) status = abut_batch_create(&batch, &host);

    const abut_instance a = {.model = bar_model}, b = {.model = wall_model};
    const abut_motion edges[] = {
        {.way = {6, 0, 0}},                                         // through the wall
        {.way = {0, 6, 0}},                                         // along it
        {.way = {6, 2, 0}, .axis = {0, 0, 1}, .degrees = 90},       // across its edge, turning
        {.axis = {0, 1, 0}, .degrees = 180, .pivot = {2.5, 0, 0}},  // over it
        {.way = {2, 3, 0}, .axis = {0, 0, 1}, .degrees = -90},      // up to it, turning away
    };
    enum { EDGES = sizeof edges / sizeof *edges };
    abut_motion_question questions[EDGES];
    for (int i = 0; i < EDGES; i++)
        questions[i] = (abut_motion_question){.a = &a, .b = &b, .a_pieces = &edges[i], .count = 1};

    const abut_motion_ask any = {.any = 1};  // is it free?
    const abut_first* firsts = NULL;
    if (!status) status = abut_first_contact_batch(batch, questions, EDGES, &any, &firsts);
    for (int i = 0; i < EDGES && !status; i++)
        printf("edge %d: %s\n", i, abut_motion_state_text(firsts[i].state));

    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_batch_free(batch);
    abut_pool_free(pool);
    abut_model_free(bar_model);
    abut_model_free(wall_model);
    return status ? 1 : 0;
}

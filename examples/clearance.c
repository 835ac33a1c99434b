// clearance.c - are two models as far from each other as they should be? Each has a margin of its own; all pairs of
// triangles that are nearer than both together are told, with how near they are.
#include <abut/abut.h>
#include <abut/distance.h>
#include <stdio.h>

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b, const abut_clearance_ask* ask)
{
    abut_clearance_answer answer;
    const abut_status status = abut_clearance(query, a, b, ask, &answer);
    if (status) return status;
    printf("%s: %s", title, abut_band_text(answer.band));
    if (answer.count) printf(", pairs of triangles: %zu", answer.count);
    if (answer.contact_count) printf(", in contact: %zu", answer.contact_count);
    printf("%s\n", answer.complete ? "" : " at least");
    for (size_t i = 0; answer.approaches && i < answer.count; i++)
        printf("    triangles %u and %u: %.3g\n", (unsigned)answer.pairs[i].a,
               (unsigned)answer.pairs[i].b, answer.approaches[i].hi);
    return ABUT_OK;
}

int main(void)
{
    // A tetrahedron, and the same one beside it, 1.15470053837925... away.
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    abut_instance a = {.model = model, .margin = 1};
    abut_instance b = {.model = model, .pose = {.translation = {1, 1, 1}}, .margin = 0.125};
    const abut_clearance_ask any = {.limit = 1}, all = {.detail = ABUT_DETAIL_KINDS};
    if (!status) status = show("1 and 0.125", query, &a, &b, &any);

    b.margin = 0.25;
    if (!status) status = show("1 and 0.25, is it too close?", query, &a, &b, &any);
    if (!status) status = show("1 and 0.25, all of it", query, &a, &b, &all);

    // What is exactly as far as it should be is too close, unless that is said to be enough.
    b.pose.translation[0] = 2;
    b.pose.translation[1] = b.pose.translation[2] = 0;
    b.margin = 0;
    const abut_clearance_ask strict = {.strict = 1, .limit = 1};
    if (!status) status = show("1, with a gap of 1", query, &a, &b, &any);
    if (!status) status = show("the same, strict", query, &a, &b, &strict);

    b.pose.translation[0] = 0.5;
    a.margin = 0.25;
    const abut_clearance_ask pairs = {.limit = 0};
    if (!status) status = show("where they meet", query, &a, &b, &pairs);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_model_free(model);
    return status != ABUT_OK;
}

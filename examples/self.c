// self.c - does a model cross itself? A box is clean; two boxes in one file that overlap are not, and every pair of
// triangles that meets otherwise than neighbours do is told, with how.
#include <abut/abut.h>
#include <abut/self.h>
#include <stdio.h>

// A box from (x0, y0, z0) to (x1, y1, z1): vertices of three numbers at to.
static void put_box(double* to, const double low[3], const double high[3])
{
    for (int i = 0; i < 8; i++) {
        const int is_right = i % 4 == 1 || i % 4 == 2, is_back = i % 4 > 1, is_top = i > 3;
        *to++ = (is_right ? high : low)[0];
        *to++ = (is_back ? high : low)[1];
        *to++ = (is_top ? high : low)[2];
    }
}

static abut_status show(const char* title, abut_query* query, const abut_soup* soup)
{
    const abut_self_ask ask = {.detail = ABUT_DETAIL_KINDS};
    abut_model* model = NULL;
    abut_self_hits hits = {.count = 0};
    abut_status status = abut_model_build(&model, soup, NULL);
    const abut_instance instance = {.model = model};
    if (!status) status = abut_self(query, &instance, &ask, &hits);
    if (!status) {
        printf("%s: %s, pairs: %zu\n", title, abut_self_verdict_text(hits.verdict), hits.count);
        for (int how = ABUT_SELF_DUPLICATE; how <= ABUT_SELF_TOUCHING; how++)
            if (hits.class_counts[how])
                printf("    %s: %zu\n", abut_self_class_text((abut_self_class)how),
                       hits.class_counts[how]);
        if (hits.count)
            printf("    the first: triangles %u and %u, %s, with %d common vertices\n",
                   (unsigned)hits.pairs[0].a, (unsigned)hits.pairs[0].b,
                   abut_self_class_text(hits.meetings[0].how), hits.meetings[0].shared_vertices);
    }
    abut_model_free(model);
    return status;
}

int main(void)
{
    static const uint32_t box[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                        {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                        {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    static const double low[2][3] = {{0, -0.1, 0}, {1.95, -0.1, 0}};
    static const double high[2][3] = {{2, 0.1, 3}, {3.95, 0.1, 3}};
    double vertices[2 * 24];
    uint32_t triangles[24][3];
    for (int i = 0; i < 2; i++)
        put_box(vertices + (size_t)i * 24, low[i], high[i]);
    for (uint32_t t = 0; t < 24; t++)
        for (int k = 0; k < 3; k++)
            triangles[t][k] = box[t % 12][k] + t / 12 * 8;

    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    const abut_soup one = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles[0], .triangle_count = 12};
    const abut_soup both = {
        .vertices = vertices, .vertex_count = 16, .triangles = triangles[0], .triangle_count = 24};
    if (!status) status = show("a box", query, &one);
    if (!status) status = show("two boxes, one in the other's wall", query, &both);

    // A corner that was folded over: two triangles on one side of the edge that they share.
    const double fold[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.5, 0};
    const uint32_t sides[] = {0, 1, 2, 0, 1, 3};
    const abut_soup folded = {
        .vertices = fold, .vertex_count = 4, .triangles = sides, .triangle_count = 2};
    if (!status) status = show("a fold", query, &folded);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    return status != ABUT_OK;
}

// distance.c - how far are two models apart, and where are they nearest? Exactly, within a tolerance, or only whether they
// are nearer than something.
#include <abut/abut.h>
#include <abut/distance.h>
#include <stdio.h>

static const char* const feature_names[] = {"vertex 0", "vertex 1", "vertex 2", "edge 0",
                                            "edge 1",   "edge 2",   "face"};

static void print_nearest(const char* name, unsigned triangle, int feature, const double* point)
{
    printf("    triangle %u of %s, its %s, at %.3g, %.3g, %.3g\n", triangle, name,
           feature_names[feature], point[0], point[1], point[2]);
}

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b, const abut_distance_ask* ask)
{
    abut_distance_answer answer;
    const abut_status status = abut_distance(query, a, b, ask, &answer);
    if (status) return status;
    if (answer.is_farther)
        printf("%s: farther than %g\n", title, ask->within);
    else if (answer.lo < answer.hi)
        printf("%s: from %.17g to %.17g\n", title, answer.lo, answer.hi);
    else
        printf("%s: %.17g\n", title, answer.hi);
    if (answer.has_pair && ask->detail == ABUT_DETAIL_POINTS) {
        print_nearest("a", answer.pair.a, answer.features.a, answer.a_point);
        print_nearest("b", answer.pair.b, answer.features.b, answer.b_point);
    }
    return ABUT_OK;
}

int main(void)
{
    // A tetrahedron.
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    const abut_instance a = {.model = model};
    abut_instance b = {.model = model, .pose = {.translation = {1, 1, 1}}};
    const abut_distance_ask exactly = {.detail = ABUT_DETAIL_POINTS};
    if (!status) status = show("exactly", query, &a, &b, &exactly);

    // Whether it is at most so far is found sooner than how far it is.
    const abut_distance_ask near = {.within = 1}, wide = {.within = 1.25};
    if (!status) status = show("within 1", query, &a, &b, &near);
    if (!status) status = show("within 1.25", query, &a, &b, &wide);

    b.pose.translation[0] = 0.25;
    b.pose.translation[1] = 0.25;
    b.pose.translation[2] = 0.25;
    if (!status) status = show("where they meet", query, &a, &b, &exactly);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_model_free(model);
    return status != ABUT_OK;
}

// first_contact.c - is the whole way free, and when do two models that move first touch?
#include <abut/motion.h>
#include <stdio.h>

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b, const abut_motion* b_moves, size_t count)
{
    const abut_motion_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_first first;
    const abut_status status = abut_first_contact(query, a, NULL, b, b_moves, count, &ask, &first);
    if (status) return status;
    printf("%s: %s", title, abut_motion_state_text(first.state));
    if (first.state == ABUT_MOTION_CONTACT) {
        printf(", first from %.6f to %.6f of its way\n", first.t_lo, first.t_hi);
        printf("    triangles %u of a and %u of b, at %.3f, %.3f, %.3f\n", first.pair.a,
               first.pair.b, first.a_point[0], first.a_point[1], first.a_point[2]);
    } else {
        printf(" for all of its way\n");
    }
    return ABUT_OK;
}

int main(void)
{
    // A wall in the plane x = 0, and a tetrahedron.
    const double wall[] = {0, -9, -9, 0, 9, -9, 0, 0, 9};
    const double tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup a_soup = {
        .vertices = wall, .vertex_count = 3, .triangles = triangles, .triangle_count = 1};
    const abut_soup b_soup = {
        .vertices = tetrahedron, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    abut_model *a_model = NULL, *b_model = NULL;
    abut_query* query = NULL;
    abut_status status = abut_model_build(&a_model, &a_soup, NULL);
    if (!status) status = abut_model_build(&b_model, &b_soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);
    const abut_instance a = {.model = a_model};
    const abut_instance b = {.model = b_model, .pose = {.translation = {0.5, 0, 0}}};

    // A step beyond the wall: both of its ends are free.
    const abut_motion through = {.way = {-2, 0, 0}};
    if (!status) status = show("through the wall", query, &a, &b, &through, 1);

    // A turn about the vertical line through its corner, then there and back by two poses.
    const abut_motion turn = {.axis = {0, 0, 1}, .degrees = 180, .pivot = {0.5, 0, 0}};
    if (!status) status = show("half a turn", query, &a, &b, &turn, 1);
    abut_pose turned = {.translation = {1.5, 1, 0}};
    turned.rotation[0][1] = -1;
    turned.rotation[1][0] = turned.rotation[2][2] = 1;
    const abut_motion path[] = {{.to = &turned}, {.to = &b.pose}};
    if (!status) status = show("there and back", query, &a, &b, path, 2);

    abut_query_free(query);
    abut_model_free(a_model);
    abut_model_free(b_model);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    return status ? 1 : 0;
}

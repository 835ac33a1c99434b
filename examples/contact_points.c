// contact_points.c - where triangles meet: the kind of each contact, its corners, and which parts of
// the two triangles meet in each corner.
#include <abut/abut.h>
#include <stdio.h>

static const char* const kind_names[] = {"apart", "touch", "cross", "coplanar"};
static const char* const feature_names[] = {"vertex 0", "vertex 1", "vertex 2", "edge 0",
                                            "edge 1",   "edge 2",   "face"};

static void print_contact(abut_pair pair, const abut_contact* contact)
{
    printf("triangles %u and %u: %s\n", pair.a, pair.b, kind_names[contact->kind]);
    for (int i = 0; i < contact->point_count; i++) {
        const double* p = contact->points[i];
        const abut_event event = contact->events[i];
        printf("    (%g, %g, %g)  %s of a meets %s of b\n", p[0], p[1], p[2],
               feature_names[event.a], feature_names[event.b]);
    }
}

int main(void)
{
    // A floor of one triangle; above it one that pierces it, one that stands on it with a corner, and
    // one that lies on it.
    const double floor_vertices[] = {0, 0, 0, 8, 0, 0, 0, 8, 0};
    const uint32_t floor_triangles[] = {0, 1, 2};
    const double part_vertices[] = {
        1, 1, -1, 2, 1, -1, 1, 1, 1,  // pierces
        4, 1, 0,  5, 1, 1,  4, 2, 1,  // stands
        1, 4, 0,  5, 4, 0,  1, 6, 0,  // lies, partly beyond the border
    };
    const uint32_t part_triangles[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const abut_soup floor_soup = {.vertices = floor_vertices,
                                  .vertex_count = 3,
                                  .triangles = floor_triangles,
                                  .triangle_count = 1};
    const abut_soup part_soup = {.vertices = part_vertices,
                                 .vertex_count = 9,
                                 .triangles = part_triangles,
                                 .triangle_count = 3};

    abut_model *floor = NULL, *part = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    abut_status status = abut_model_build(&floor, &floor_soup, NULL);
    if (!status) status = abut_model_build(&part, &part_soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);

    const abut_instance a = {.model = floor}, b = {.model = part};
    const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    if (!status) status = abut_collide(query, &a, &b, &ask, &hits);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    for (size_t i = 0; i < hits.count; i++)
        print_contact(hits.pairs[i], &hits.contacts[i]);

    abut_query_free(query);
    abut_model_free(part);
    abut_model_free(floor);
    return status != ABUT_OK;
}

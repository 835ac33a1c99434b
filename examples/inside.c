// inside.c - which is inside which? Contacts alone do not tell: a ball within a box touches nothing. The answer is for
// the models as wholes, and for each connected component of them.
#include <abut/abut.h>
#include <abut/contain.h>
#include <stdio.h>

// The cubes [0, 1]^3 and [2, 3] x [0, 1]^2, as twelve triangles each. The lid, at z = 1, is last.
static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1,
                                  0, 1, 0, 1, 1, 1, 1, 1, 2, 0, 0, 3, 0, 0, 2, 1,
                                  0, 3, 1, 0, 2, 0, 1, 3, 0, 1, 2, 1, 1, 3, 1, 1};
static const uint32_t triangles[] = {
    0,  2,  1,  1,  2,  3,  0, 1,  4,  1,  5,  4,  2, 6,  3,  3,  6,  7,  0,  4,  2,  2,  4,  6,
    1,  3,  5,  3,  7,  5,  4, 5,  6,  5,  7,  6,  8, 10, 9,  9,  10, 11, 8,  9,  12, 9,  13, 12,
    10, 14, 11, 11, 14, 15, 8, 12, 10, 10, 12, 14, 9, 11, 13, 11, 15, 13, 12, 13, 14, 13, 15, 14};

static void print_components(const char* name, const abut_component* components, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const abut_component* c = &components[i];
        printf("    component %zu of %s, %zu triangles: %s", i, name, c->triangle_count,
               abut_relation_text(c->relation));
        if (c->relation == ABUT_RELATION_UNKNOWN) printf(" (%s)", abut_reason_text(c->reason));
        // So often does the open part of the other model go round it. 1 or -1 is wholly inside.
        if (c->has_winding) printf(", winding number %.2f", c->winding);
        printf("\n");
    }
}

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b)
{
    abut_containment answer;
    const abut_status status = abut_contain(query, a, b, NULL, &answer);
    if (status) return status;
    printf("%s: %s, %zu pairs of triangles touch\n", title, abut_relation_text(answer.relation),
           answer.hits.count);
    print_components("a", answer.a, answer.a_count);
    print_components("b", answer.b, answer.b_count);
    return ABUT_OK;
}

// The first triangles of those above.
static abut_status build(abut_model** out, size_t triangle_count)
{
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = 16,
                            .triangles = triangles,
                            .triangle_count = triangle_count};
    return abut_model_build(out, &soup, NULL);
}

int main(void)
{
    abut_model *box = NULL, *open_box = NULL, *corner = NULL, *pair = NULL;
    abut_query* query = NULL;
    abut_status status = build(&box, 12);
    if (!status) status = build(&open_box, 10);  // without its lid
    if (!status) status = build(&corner, 6);     // a floor and two walls
    if (!status) status = build(&pair, 24);
    if (!status) status = abut_query_create(&query, NULL);

    abut_instance a = {.model = box, .pose = {.scale = 8}};
    abut_instance b = {.model = pair, .pose = {.translation = {2, 3, 3}}};
    if (!status) status = show("both cubes in the box", query, &a, &b);
    b.pose.translation[0] = 6.5;  // no contact, but the one is in, and the other out
    if (!status) status = show("one of them outside", query, &a, &b);
    b.pose.translation[0] = 7.5;
    if (!status) status = show("one of them in the wall", query, &a, &b);
    b.pose.translation[0] = 8;
    if (!status) status = show("against the wall, outside", query, &a, &b);
    b.pose.translation[0] = 2;
    a.model = open_box;
    if (!status) status = show("in a box without a lid", query, &a, &b);
    a.model = corner;
    if (!status) status = show("in what has three sides", query, &a, &b);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_model_free(pair);
    abut_model_free(corner);
    abut_model_free(open_box);
    abut_model_free(box);
    return status != ABUT_OK;
}

// overlap.c - what do two solids share? The curves along which they meet, the areas on which they lie on each other, and the
// volume. A peg that stands half in a plate, and one that stands on it.
#include <abut/abut.h>
#include <abut/overlap.h>
#include <stdio.h>

static const uint32_t sides[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7},
                                      {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5},
                                      {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};

// A box from low to high: its first so many sides are two triangles each.
static abut_status build_box(abut_model** out, const double low[3], const double high[3],
                             size_t triangle_count)
{
    double vertices[24], *to = vertices;
    for (int i = 0; i < 8; i++) {
        const int is_right = i % 4 == 1 || i % 4 == 2, is_back = i % 4 > 1, is_top = i > 3;
        *to++ = (is_right ? high : low)[0];
        *to++ = (is_back ? high : low)[1];
        *to++ = (is_top ? high : low)[2];
    }
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = 8,
                            .triangles = sides[0],
                            .triangle_count = triangle_count};
    return abut_model_build(out, &soup, NULL);
}

static void print_curves(const abut_overlap_answer* o)
{
    for (size_t i = 0; i < o->curve_count; i++) {
        const abut_curve* c = &o->curves[i];
        printf("    a %s curve of %zu points, length %.6g, ", abut_curve_kind_text(c->kind),
               c->count, c->length_hi);
        if (c->is_closed)
            printf("closed\n");
        else
            printf("%s to %s\n", abut_curve_end_text(c->begin), abut_curve_end_text(c->end));
    }
    for (size_t i = 0; i < o->patch_count; i++)
        printf("    a patch, area %.6g, %s\n", o->patches[i].area_hi,
               o->patches[i].facing < 0 ? "face to face" : "facing the same way");
}

static abut_status show(const char* title, abut_query* query, const abut_instance* a,
                        const abut_instance* b, const abut_overlap_ask* ask)
{
    abut_overlap_answer o;
    const abut_status status = abut_overlap(query, a, b, ask, &o);
    if (status) return status;
    printf("%s: %zu region%s\n", title, o.region_count, o.region_count == 1 ? "" : "s");
    print_curves(&o);
    if (ask->volume) printf("    volume from %.9g to %.9g\n", o.volume_lo, o.volume_hi);
    return ABUT_OK;
}

// Solids whose volume is asked for are looked at once: which parts of them are solids at all?
static abut_status make_solid(abut_solid** out, const abut_model* model, abut_query* query)
{
    const abut_solid_part* parts = NULL;
    size_t count = 0;
    abut_status status = abut_solid_build(out, model, NULL);
    if (!status) status = abut_solid_check(*out, query);
    if (!status) status = abut_solid_parts(*out, &parts, &count);
    for (size_t i = 0; !status && i < count; i++)
        printf("%zu triangles: %s\n", parts[i].triangle_count, abut_fault_text(parts[i].fault));
    return status;
}

int main(void)
{
    abut_model *plate = NULL, *peg = NULL, *cup = NULL;
    abut_solid *plate_solid = NULL, *peg_solid = NULL, *cup_solid = NULL;
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, NULL);
    if (!status) status = build_box(&plate, (double[]){-1, -1, -1}, (double[]){1, 1, 1}, 12);
    if (!status)
        status = build_box(&peg, (double[]){-0.5, -0.5, 0.5}, (double[]){0.5, 0.5, 1.5}, 12);
    if (!status)  // a box that lacks its last side
        status = build_box(&cup, (double[]){-0.5, -0.5, 0.5}, (double[]){0.5, 0.5, 1.5}, 10);
    if (!status) status = make_solid(&plate_solid, plate, query);
    if (!status) status = make_solid(&peg_solid, peg, query);
    if (!status) status = make_solid(&cup_solid, cup, query);

    const abut_instance a = {.model = plate};
    abut_instance b = {.model = peg};
    const abut_overlap_ask volume = {.volume = 1, .a_solid = plate_solid, .b_solid = peg_solid};
    const abut_overlap_ask curves = {.volume = 0};
    if (!status) status = show("half in the plate", query, &a, &b, &volume);
    b.pose.translation[2] = 0.5;
    if (!status) status = show("on the plate", query, &a, &b, &volume);
    b.model = cup;
    b.pose.translation[2] = 0;
    if (!status) status = show("a cup that lacks a side", query, &a, &b, &curves);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_query_free(query);
    abut_solid_free(cup_solid);
    abut_solid_free(peg_solid);
    abut_solid_free(plate_solid);
    abut_model_free(cup);
    abut_model_free(peg);
    abut_model_free(plate);
    return status != ABUT_OK;
}

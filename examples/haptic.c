// haptic.c - a loop of a thousand steps a second, which must never wait: each question starts from the last answer, and ends
// at a deadline. What it does not know by then, it says so.
#include <abut/abut.h>
#include <math.h>
#include <stdio.h>

#define SIDE  32    // squares along a side of the surface
#define STEPS 2000  // two seconds

// A real loop would give what is left of its millisecond: 300, say. This is never reached, so that the output is always the
// same.
#define DEADLINE 60e6  // microseconds

// A surface of SIDE x SIDE squares, two triangles each, with bumps up to 15 high.
static abut_status build_surface(abut_model** out)
{
    static double vertices[(SIDE + 1) * (SIDE + 1) * 3];
    static uint32_t triangles[SIDE * SIDE * 6];
    double* v = vertices;
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x <= SIDE; x++) {
            *v++ = x;
            *v++ = y;
            *v++ = (x * x + 3 * y * y) % 16;
        }
    uint32_t* t = triangles;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t c = i / SIDE * (SIDE + 1) + i % SIDE;
        const uint32_t square[] = {c, c + 1, c + SIDE + 2, c, c + SIDE + 2, c + SIDE + 1};
        for (int k = 0; k < 6; k++)
            *t++ = square[k];
    }
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = sizeof vertices / sizeof vertices[0] / 3,
                            .triangles = triangles,
                            .triangle_count = sizeof triangles / sizeof triangles[0] / 3};
    return abut_model_build(out, &soup, NULL);
}

// Where the hand holds the probe: down to the surface and through it, up again, and along x all the while.
static void hold(abut_pose* pose, int step)
{
    pose->translation[0] = 8 + step / 128.0;
    pose->translation[1] = 15;
    pose->translation[2] = fabs(step - STEPS / 2.0) / 32;
}

static abut_status feel(abut_query* query, const abut_instance* surface, abut_instance* probe)
{
    const abut_ask ask = {.limit = 1, .coherent = 1, .deadline = DEADLINE};
    const double stride = 0.05;  // more than the probe moves in a step: sqrt(1/128^2 + 1/32^2)
    double safe = 0;             // so far may it move before it can touch anything
    abut_state shown = ABUT_STATE_UNDECIDED;
    size_t unknown_count = 0;
    for (int step = 0; step < STEPS; step++) {
        hold(&probe->pose, step);
        safe -= stride;
        if (safe > 0) continue;  // proved apart, by what the last answer said

        abut_hits hits;
        const abut_status status = abut_collide(query, surface, probe, &ask, &hits);
        if (status) return status;
        safe = hits.distance_least;
        // Neither apart nor in contact: keep the last force, say, but never take it for "apart". The same question asked
        // again would go on where this one stopped.
        if (hits.state == ABUT_STATE_UNDECIDED) unknown_count++;
        if (hits.state == shown) continue;
        shown = hits.state;
        printf("step %4d: %s\n", step, abut_state_text(shown));
    }
    printf("undecided steps: %zu\n", unknown_count);
    return ABUT_OK;
}

// The same by a budget, which stops everywhere at the same work, in place of a deadline: ask again until it is decided.
static abut_status insist(abut_query* query, const abut_instance* a, const abut_instance* b)
{
    abut_ask ask = {.limit = 1, .coherent = 1, .budget = 64};
    abut_hits hits = {0};
    abut_status status = abut_collide(query, a, b, &ask, &hits);
    if (status) return status;
    printf("with little work a call: at first %s", abut_state_text(hits.state));
    while (!status && hits.state == ABUT_STATE_UNDECIDED) {
        ask.budget *= 2;
        status = abut_collide(query, a, b, &ask, &hits);
    }
    if (!status) printf(", in the end %s\n", abut_state_text(hits.state));
    return status;
}

int main(void)
{
    const double corners[] = {0, 0, 0, 2, 0, 4, 0, 2, 4, -2, 0, 4};  // the probe: a tip downward
    const uint32_t faces[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
    const abut_soup tip = {
        .vertices = corners, .vertex_count = 4, .triangles = faces, .triangle_count = 4};
    abut_model *surface = NULL, *probe = NULL;
    abut_query* query = NULL;
    abut_status status = build_surface(&surface);
    if (!status) status = abut_model_build(&probe, &tip, NULL);
    if (!status) status = abut_query_create(&query, NULL);
    const abut_instance a = {.model = surface};
    abut_instance b = {.model = probe};
    if (!status) status = feel(query, &a, &b);
    hold(&b.pose, 600);
    if (!status) status = insist(query, &a, &b);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));
    abut_query_free(query);
    abut_model_free(probe);
    abut_model_free(surface);
    return status != ABUT_OK;
}

// batch.c - many questions at once, on all processors: a list of pairs of instances, each asked by one worker. So a planner
// with thousands of poses to try keeps every processor busy. The answers come in the order of the questions, and are
// those of one thread.
#include <abut/abut.h>
#include <abut/distance.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE  64                     // places along x and along y
#define COUNT ((size_t)SIDE * SIDE)  // questions

// A ring of four bars around the hole [1, 3] x [1, 3], one thick, as 32 triangles.
static abut_status build_ring(abut_model** out, const abut_host* host)
{
    double vertices[16 * 3];
    const double outer[4][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    const double inner[4][2] = {{1, 1}, {3, 1}, {3, 3}, {1, 3}};
    for (size_t i = 0; i < 16; i++) {  // outer below and above, inner below and above
        const double* corner = i < 8 ? outer[i % 4] : inner[i % 4];
        vertices[3 * i] = corner[0];
        vertices[3 * i + 1] = corner[1];
        vertices[3 * i + 2] = (double)(i / 4 % 2);
    }
    static const uint32_t rows[4][2] = {{0, 4}, {4, 12}, {12, 8}, {8, 0}};
    uint32_t triangles[32 * 3], *t = triangles;
    for (uint32_t side = 0; side < 4; side++)
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t p = rows[side][0] + k, q = rows[side][0] + (k + 1) % 4;
            const uint32_t r = rows[side][1] + k, s = rows[side][1] + (k + 1) % 4;
            const uint32_t two[] = {p, q, s, p, s, r};
            for (int i = 0; i < 6; i++)
                *t++ = two[i];
        }
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 16, .triangles = triangles, .triangle_count = 32};
    return abut_model_build(out, &soup, &(abut_build){.host = host});
}

// And where has it most room? How much it needs is a margin of its own.
static abut_status ask_room(abut_batch* batch, abut_question* questions)
{
    const abut_distance_answer* gaps;
    const abut_clearance_answer* answers;
    const abut_clearance_ask any = {.limit = 1};
    abut_status status = abut_distance_batch(batch, questions, COUNT, NULL, &gaps);
    if (status) return status;
    size_t best = 0, enough = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (gaps[i].lo > gaps[best].lo) best = i;
    printf("the one with most room is %g, %g: %g to each side\n",
           questions[best].b.pose.translation[0], questions[best].b.pose.translation[1],
           gaps[best].hi);
    for (size_t i = 0; i < COUNT; i++)
        questions[i].b.margin = 4;
    status = abut_clearance_batch(batch, questions, COUNT, &any, &answers);
    if (status) return status;
    for (size_t i = 0; i < COUNT; i++)
        enough += answers[i].band == ABUT_BAND_CLEAR;
    printf("%zu places leave more than 4\n", enough);
    return ABUT_OK;
}

// Where, among many places in the plane, is a smaller ring free of a larger one?
static abut_status ask_all(abut_batch* batch, abut_question* questions, const abut_model* ring)
{
    for (size_t i = 0; i < COUNT; i++) {
        questions[i].a = (abut_instance){.model = ring, .pose = {.scale = 16}};
        questions[i].b = (abut_instance){.model = ring, .pose = {.scale = 4}};
        questions[i].b.pose.translation[0] = (double)(i % SIDE);
        questions[i].b.pose.translation[1] = (double)(i / SIDE);
    }
    const abut_hits* answers;
    const abut_ask any = {.limit = 1};  // for each of them
    const abut_status status = abut_collide_batch(batch, questions, COUNT, &any, &answers);
    if (status) return status;
    size_t free_count = 0, last = 0;
    for (size_t i = 0; i < COUNT; i++)
        if (answers[i].state == ABUT_STATE_APART) {
            free_count++;
            last = i;
        }
    printf("%zu of %zu places are free, the last of them is %g, %g\n", free_count, COUNT,
           questions[last].b.pose.translation[0], questions[last].b.pose.translation[1]);
    return ask_room(batch, questions);
}

int main(void)
{
    abut_pool* pool = NULL;
    abut_model* ring = NULL;
    abut_batch* batch = NULL;
    abut_host host = {0};
    abut_question* questions = malloc(COUNT * sizeof *questions);
    abut_status status = questions ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (!status) status = abut_pool_create(&pool, 0, NULL);  // 0: as many as there are processors
    if (!status) status = abut_pool_host(pool, &host);
    if (!status) status = build_ring(&ring, &host);
    if (!status) status = abut_batch_create(&batch, &host);
    if (!status) status = ask_all(batch, questions, ring);
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    abut_batch_free(batch);
    abut_model_free(ring);
    abut_pool_free(pool);  // last: the others were made with its host
    free(questions);
    return status != ABUT_OK;
}

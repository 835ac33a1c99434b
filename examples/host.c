// host.c - give the library your own memory, and stop a long build. The host is copied when a model is
// built or a query created; each object gives its memory back to the host that it came from.
#include <abut/abut.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 300  // squares along a side of the grid

typedef struct my_host {
    size_t bytes;    // given out now
    size_t blocks;   // given out now
    size_t calls;    // of allocate, ever
    int cancel;      // what my_progress answers
    double reached;  // the last fraction it was told
} my_host;

static void* my_allocate(void* user, size_t size, size_t alignment)
{
    my_host* host = user;
    void* block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!block) return NULL;
    host->bytes += size;
    host->blocks++;
    host->calls++;
    return block;
}

static void my_release(void* user, void* block, size_t size)
{
    my_host* host = user;
    host->bytes -= size;
    host->blocks--;
    free(block);
}

static int my_progress(void* user, double fraction)
{
    my_host* host = user;
    host->reached = fraction;
    return host->cancel;
}

// A flat grid of SIDE x SIDE squares, two triangles each. The caller frees both arrays.
static int make_grid(double** vertices, uint32_t** triangles, abut_soup* soup)
{
    const uint32_t row = SIDE + 1;
    soup->vertex_count = (size_t)row * row;
    soup->triangle_count = (size_t)SIDE * SIDE * 2;
    double* v = *vertices = malloc(soup->vertex_count * 3 * sizeof(double));
    uint32_t* t = *triangles = malloc(soup->triangle_count * 3 * sizeof(uint32_t));
    if (!v || !t) return 0;
    for (uint32_t i = 0; i < row * row; i++) {
        *v++ = i % row;
        *v++ = i / row;
        *v++ = 0;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const uint32_t corner = i / SIDE * row + i % SIDE;
        const uint32_t square[] = {corner, corner + 1,       corner + row + 1,
                                   corner, corner + row + 1, corner + row};
        for (int k = 0; k < 6; k++)
            *t++ = square[k];
    }
    soup->vertices = *vertices;
    soup->triangles = *triangles;
    return 1;
}

static abut_status demonstrate(const abut_soup* soup)
{
    my_host mine = {.cancel = 1};
    const abut_host host = {
        .allocate = my_allocate, .release = my_release, .progress = my_progress, .user = &mine};
    const abut_build options = {.host = &host};

    abut_model* model = NULL;
    abut_status status = abut_model_build(&model, soup, &options);
    printf("a build that is told to stop: %s\n", abut_status_text(status));
    printf("    model %s, blocks left behind: %zu\n", model ? "set" : "not set", mine.blocks);

    mine.cancel = 0;
    status = abut_model_build(&model, soup, &options);
    printf("a build that may go on: %s\n", abut_status_text(status));
    printf("    told of progress: %s, memory in use: %s\n", mine.reached > 0 ? "yes" : "no",
           mine.bytes > 0 ? "yes" : "no");

    abut_query* query = NULL;
    abut_hits hits = {0};
    const abut_instance a = {.model = model};
    const abut_instance b = {.model = model, .pose = {.translation = {0.5, 0.5, 0}}};
    const abut_ask first = {.limit = 1};
    if (!status) status = abut_query_create(&query, &host);
    if (!status) status = abut_collide(query, &a, &b, &first, &hits);
    const size_t calls = mine.calls;
    if (!status) status = abut_collide(query, &a, &b, &first, &hits);
    printf("asking twice: %s, %zu contact, allocations in the second call: %zu\n",
           abut_status_text(status), hits.count, mine.calls - calls);

    abut_query_free(query);
    abut_model_free(model);
    printf("after both are freed: %zu bytes in %zu blocks\n", mine.bytes, mine.blocks);
    return status;
}

int main(void)
{
    double* vertices = NULL;
    uint32_t* triangles = NULL;
    abut_soup soup = {0};
    const int made = make_grid(&vertices, &triangles, &soup);
    const abut_status status = made ? demonstrate(&soup) : ABUT_OUT_OF_MEMORY;
    free(vertices);
    free(triangles);
    return status != ABUT_OK;
}

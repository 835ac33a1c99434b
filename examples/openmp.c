// openmp.c - let the library work on the threads of your own scheduler, here OpenMP's: abut_host.run is a
// loop whose turns may happen at once. The answers are those of one thread.
#include <abut/abut.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE 200  // squares along a side of the surface

// task takes any index once; worker is a number that no other thread has at the same time.
static void run_with_openmp(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < count; i++)
        task(context, i, omp_get_thread_num());
}

// A wavy surface of SIDE x SIDE squares, two triangles each. The caller frees both arrays.
static int make_surface(double** vertices, uint32_t** triangles, abut_soup* soup)
{
    const uint32_t row = SIDE + 1;
    soup->vertex_count = (size_t)row * row;
    soup->triangle_count = (size_t)SIDE * SIDE * 2;
    double* v = *vertices = malloc(soup->vertex_count * 3 * sizeof(double));
    uint32_t* t = *triangles = malloc(soup->triangle_count * 3 * sizeof(uint32_t));
    if (!v || !t) return 0;
    for (uint32_t i = 0; i < row * row; i++) {
        const int x = (int)(i % row), y = (int)(i / row);
        *v++ = x;
        *v++ = y;
        *v++ = (x * x + 3 * y * y) % 16;  // whole numbers: the same on every machine
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

// Count the contacts of the surface with itself, moved.
static abut_status count_contacts(const abut_soup* soup, const abut_host* host, size_t* out)
{
    const abut_build options = {.host = host};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    abut_status status = abut_model_build(&model, soup, &options);
    if (!status) status = abut_query_create(&query, host);
    const abut_instance a = {.model = model};
    const abut_instance b = {.model = model, .pose = {.translation = {0.5, 0.25, 0}}};
    if (!status) status = abut_collide(query, &a, &b, NULL, &hits);
    *out = hits.count;
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

int main(void)
{
    const abut_host host = {.run = run_with_openmp, .workers = omp_get_max_threads()};
    double* vertices = NULL;
    uint32_t* triangles = NULL;
    abut_soup soup = {0};
    size_t alone = 0, together = 0;
    abut_status status = make_surface(&vertices, &triangles, &soup) ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (!status) status = count_contacts(&soup, NULL, &alone);
    if (!status) status = count_contacts(&soup, &host, &together);
    if (status)
        fprintf(stderr, "%s\n", abut_status_text(status));
    else
        printf("one thread finds %zu contacts, OpenMP's find %zu\n", alone, together);
    free(vertices);
    free(triangles);
    return status != ABUT_OK;
}

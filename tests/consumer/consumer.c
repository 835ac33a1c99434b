// consumer.c - a program of somebody who uses the installed library, and has functions of its own
// whose names the library uses inside. Neither may reach the other's.
#include <abut/abut.h>
#include <stdio.h>

int own_calls;

int collide(int a, int b);
void tree_free(void* tree);
void* host_allocate(size_t size);

int collide(int a, int b)
{
    own_calls++;
    return a * b;
}

void tree_free(void* tree)
{
    own_calls += tree != NULL;
}

void* host_allocate(size_t size)
{
    own_calls++;
    return size ? &own_calls : NULL;
}

// Two tetrahedra that cross in three pairs of triangles: examples/first.c.
static int count_contacts(size_t* count)
{
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 4, .triangles = triangles, .triangle_count = 4};
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_query_create(&query, NULL);
    const abut_instance a = {.model = model};
    const abut_instance b = {.model = model, .pose = {.translation = {0.25, 0.25, 0.125}}};
    if (!status) status = abut_collide(query, &a, &b, NULL, &hits);
    *count = hits.count;
    abut_query_free(query);
    abut_model_free(model);
    return status;
}

int main(void)
{
    size_t count = 0;
    const int status = count_contacts(&count);
    const int calls_of_library = own_calls;
    const int product = collide(6, 7);
    tree_free(host_allocate(1));
    printf("version %d, status %d, %zu pairs, %d calls of our functions by the library, %d by us\n",
           abut_version(), status, count, calls_of_library, own_calls - calls_of_library);
    return !(abut_version() == ABUT_VERSION && status == ABUT_OK && count == 3 && product == 42 &&
             calls_of_library == 0 && own_calls == 3);
}

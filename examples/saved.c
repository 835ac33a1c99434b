// saved.c - build once, save, and open in place: a file that is mapped is shared by all processes that open it, and none
// of them builds the tree again. Without mmap, read the file into memory from aligned_alloc(64, ...).
#define _POSIX_C_SOURCE 200809L
#include <abut/abut.h>
#include <abut/saved.h>
#include <stdio.h>
#include <sys/mman.h>

// Called for one piece after the other. A full disk stops it: the status that you return comes back to you.
static abut_status write_to_file(void* user, const void* bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? ABUT_OK : ABUT_CANCELLED;
}

// The cube [0, 1]^3, saved with two numbers that tell what it was made from.
static abut_status save_cube(FILE* file, const uint64_t source[2])
{
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                               0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                  2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles, .triangle_count = 12};
    abut_model* model = NULL;
    abut_status status = abut_model_build(&model, &soup, NULL);
    if (!status) status = abut_model_save(model, source, write_to_file, file);
    if (!status && fflush(file)) status = ABUT_CANCELLED;
    abut_model_free(model);
    return status;
}

// Is it still the model of these two numbers? Then it answers as the one that was saved.
static abut_status use(const void* bytes, size_t size, const uint64_t wanted[2])
{
    abut_model* model = NULL;
    abut_query* query = NULL;
    abut_hits hits = {0};
    uint64_t source[2] = {0, 0};
    abut_status status = abut_model_open(&model, bytes, size, NULL);
    if (!status) status = abut_model_source(model, source);
    if (!status) status = abut_query_create(&query, NULL);
    const abut_instance a = {.model = model};
    const abut_instance b = {.model = model, .pose = {.translation = {1, 1, 1}}};
    if (!status) status = abut_collide(query, &a, &b, NULL, &hits);
    if (!status) {
        const int same = source[0] == wanted[0] && source[1] == wanted[1];
        printf("opened: made from %s, %zu pairs of triangles touch\n",
               same ? "what was wanted" : "something else", hits.count);
    }
    abut_query_free(query);
    abut_model_free(model);  // before the bytes go
    return status;
}

static void try_to_open(const char* what, const void* bytes, size_t size)
{
    abut_model* model = NULL;
    printf("%s: %s\n", what, abut_status_text(abut_model_open(&model, bytes, size, NULL)));
    abut_model_free(model);
}

int main(void)
{
    const uint64_t source[2] = {4711, 1};  // a hash of the file, say, and how it was read
    FILE* file = tmpfile();
    abut_status status = file ? save_cube(file, source) : ABUT_CANCELLED;
    const long size = status ? 0 : ftell(file);
    unsigned char* bytes = MAP_FAILED;
    if (size > 0)
        bytes = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(file), 0);
    if (!status && bytes == MAP_FAILED) status = ABUT_CANCELLED;

    if (!status) status = use(bytes, (size_t)size, source);
    if (!status) {
        try_to_open("cut off", bytes, (size_t)size - 64);
        try_to_open("not at a multiple of 64", bytes + 8, (size_t)size - 8);
        bytes[size / 2] ^= 1;  // in this process only
        try_to_open("with a bit changed", bytes, (size_t)size);
    }
    if (status) fprintf(stderr, "%s\n", abut_status_text(status));

    if (bytes != MAP_FAILED) munmap(bytes, (size_t)size);
    if (file) fclose(file);
    return status != ABUT_OK;
}

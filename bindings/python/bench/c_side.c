// c_side.c - what abut's C library says of the pair and the poses that c_side.py hands over.
//
// c_side FILE: the file has five counts of 64 bits (vertices and triangles of a, those of b,
// poses, of how many poses all pairs are wanted), then vertices as doubles and triangles as 32-bit
// indices of a and of b, then 16 doubles a pose of b. Answers go to standard output: the
// seconds of the processor that one call a pose took, limit 1; a byte a pose; then for each pose whose pairs are
// wanted how many, and the pairs.
#include "abut/abut.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void* numbers(FILE* in, size_t count, size_t size)
{
    void* out = malloc(count * size + 1);
    if (!out || fread(out, size, count, in) != count) exit(3);
    return out;
}

static void must(abut_status status)
{
    if (status == ABUT_OK) return;
    fprintf(stderr, "c_side: %s\n", abut_status_text(status));
    exit(2);
}

static abut_model* model(FILE* in, uint64_t vertices, uint64_t triangles)
{
    abut_model* out = NULL;
    double* v = numbers(in, 3 * vertices, sizeof *v);
    uint32_t* t = numbers(in, 3 * triangles, sizeof *t);
    const abut_soup soup = {.vertices = v, .vertex_count = vertices, .triangles = t, .triangle_count = triangles};
    must(abut_model_build(&out, &soup, NULL));
    free(v);
    free(t);
    return out;
}

int main(int argc, char** argv)
{
    FILE* in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!in) return 3;
    uint64_t* n = numbers(in, 6, sizeof *n);
    abut_instance a = {.model = model(in, n[0], n[1])}, b = {.model = model(in, n[2], n[3])};
    double(*matrices)[16] = numbers(in, n[4], sizeof *matrices);
    abut_pose* poses = calloc(n[4] + 1, sizeof *poses);
    unsigned char* met = calloc(n[4] + 1, 1);
    if (!poses || !met) return 3;
    for (uint64_t i = 0; i < n[4]; i++)
        must(abut_pose_from_matrix(&poses[i], matrices[i]));
    abut_query* q = NULL;
    must(abut_query_create(&q, NULL));
    const abut_ask first = {.limit = 1};
    abut_hits hits = {0};
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (uint64_t i = 0; i < n[4]; i++) {
        b.pose = poses[i];
        must(abut_collide(q, &a, &b, &first, &hits));
        met[i] = hits.count > 0;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    fwrite(&seconds, sizeof seconds, 1, stdout);
    fwrite(met, 1, n[4], stdout);
    for (uint64_t i = 0; i < n[5]; i++) {
        b.pose = poses[i];
        must(abut_collide(q, &a, &b, NULL, &hits));
        const uint64_t count = hits.count;
        fwrite(&count, sizeof count, 1, stdout);
        fwrite(hits.pairs, sizeof *hits.pairs, hits.count, stdout);
    }
    return fflush(stdout) ? 3 : 0;
}

// pose_frames.h - for the tests of "abut batch": random poses as bytes in every form, and what the library says of each.
#ifndef ABUT_TESTS_SUPPORT_POSE_FRAMES_H
#define ABUT_TESTS_SUPPORT_POSE_FRAMES_H
#include "path/frame.h"
#include "scenes.h"
#include "support/measured.h"
#include "support/models.h"
#include "support/soups.h"

#include "abut/distance.h"

#include <stdlib.h>

// Poses of which about a third are in contact: of a.obj and b.obj, which are boxes.
typedef struct pose_list {
    size_t count;
    double* numbers;  // seven of each
} pose_list;

static inline pose_list poses_make(size_t count, uint64_t seed)
{
    rng r = {seed};
    pose_list p = {.count = count, .numbers = malloc(count * 7 * sizeof(double))};
    assert_non_null(p.numbers);
    for (size_t i = 0; i < count; i++) {
        double* at = p.numbers + 7 * i;
        for (int k = 0; k < 7; k++)
            at[k] = (k < 3 ? 2.5 : 1) * rng_signed(&r);
        at[3 + i % 4] += at[3 + i % 4] < 0 ? -1 : 1;  // so that no quaternion is too short
    }
    return p;
}

static inline void poses_release(pose_list* p)
{
    free(p->numbers);
}

// The numbers of a pose in a form; a of pose24 is at b's place turned back, so that it matters.
static inline void frame_fill(const frame_form* form, const double* pose, double* out)
{
    abut_pose b;
    assert_int_equal(abut_pose_from_quaternion(&b, pose + 3), ABUT_OK);
    memcpy(b.translation, pose, sizeof b.translation);
    if (form->numbers == 7) {
        memcpy(out, pose, 7 * sizeof *out);
    } else if (form->numbers == 24) {
        for (int i = 0; i < 24; i++) {
            const int at = i % 12;
            out[i] = i < 12 ? (at < 3 ? pose[at] / 4 : at % 4 == 3) : 0;
        }
        memcpy(out + 12, b.translation, sizeof b.translation);
        memcpy(out + 15, b.rotation, sizeof b.rotation);
    } else {
        for (int i = 0; i < 12; i++)
            out[i] = i % 4 == 3 ? b.translation[i / 4] : b.rotation[i / 4][i % 4];
        for (int i = 12; i < (int)form->numbers; i++)
            out[i] = i == 15;
    }
}

// Write them to a file in a form.
static inline void poses_write(const pose_list* p, const frame_form* form, const char* path)
{
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    for (size_t i = 0; i < p->count; i++) {
        double numbers[FRAME_NUMBERS_MOST];
        float floats[FRAME_NUMBERS_MOST];
        frame_fill(form, p->numbers + 7 * i, numbers);
        for (size_t k = 0; k < form->numbers; k++)
            floats[k] = (float)numbers[k];
        const void* from = form->is_float ? (const void*)floats : numbers;
        assert_int_equal(fwrite(from, frame_size(form), 1, out), 1);
    }
    assert_int_equal(fclose(out), 0);
}

// The models of the tests, by brute force.
typedef struct box_pair {
    abut_model* models[2];
    abut_query* query;
} box_pair;

static inline box_pair boxes_open(void)
{
    static const double sizes[2][3] = {{2, 2, 2}, {1, 0.5, 3}};
    box_pair b;
    for (int i = 0; i < 2; i++) {
        mesh m = {0};
        assert_int_equal(box_make(sizes[i], i ? 3 : 1, &m), SCENE_OK);
        b.models[i] = model_of_mesh(&m, ABUT_METHOD_BRUTE);
        FILE* out = fopen(i ? "b.obj" : "a.obj", "w");
        assert_non_null(out);
        for (size_t v = 0; v < m.vertex_count; v++)
            fprintf(out, "v %.17g %.17g %.17g\n", m.vertices[3 * v], m.vertices[3 * v + 1],
                    m.vertices[3 * v + 2]);
        for (size_t t = 0; t < m.triangle_count; t++)
            fprintf(out, "f %u %u %u\n", m.triangles[3 * t] + 1, m.triangles[3 * t + 1] + 1,
                    m.triangles[3 * t + 2] + 1);
        assert_int_equal(fclose(out), 0);
        mesh_free(&m);
    }
    assert_int_equal(abut_query_create(&b.query, NULL), ABUT_OK);
    return b;
}

static inline void boxes_close(box_pair* b)
{
    abut_query_free(b->query);
    for (int i = 0; i < 2; i++)
        abut_model_free(b->models[i]);
}

// How far they are apart at a pose, as a form has it: lo and hi of the library, both 0 in contact.
static inline void boxes_distance(const box_pair* b, const frame_form* form, const double* pose,
                                  double near[2])
{
    double numbers[FRAME_NUMBERS_MOST], matrix[16] = {[15] = 1};
    abut_instance sides[2] = {{.model = b->models[0]}, {.model = b->models[1]}};
    frame_fill(form, pose, numbers);
    for (size_t k = 0; form->is_float && k < form->numbers; k++)
        numbers[k] = (double)(float)numbers[k];
    if (form->numbers == 7) {
        assert_int_equal(abut_pose_from_quaternion(&sides[1].pose, numbers + 3), ABUT_OK);
        memcpy(sides[1].pose.translation, numbers, sizeof sides[1].pose.translation);
    } else if (form->numbers == 24) {
        for (int side = 0; side < 2; side++) {
            const double* at = numbers + 12 * side;
            for (int i = 0; i < 12; i++)
                matrix[i] = i % 4 == 3 ? at[i / 4] : at[3 + 3 * (i / 4) + i % 4];
            assert_int_equal(abut_pose_from_matrix(&sides[side].pose, matrix), ABUT_OK);
        }
    } else {
        memcpy(matrix, numbers, 12 * sizeof *matrix);
        assert_int_equal(abut_pose_from_matrix(&sides[1].pose, matrix), ABUT_OK);
    }
    abut_distance_answer d;
    assert_int_equal(abut_distance(b->query, &sides[0], &sides[1], NULL, &d), ABUT_OK);
    near[0] = d.lo;
    near[1] = d.hi;
}

// Read a whole file, to be freed.
static inline unsigned char* bytes_of(const char* path, size_t* size)
{
    FILE* in = fopen(path, "rb");
    if (!in) print_error("there is no %s\n", path);
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *size = (size_t)ftell(in);
    rewind(in);
    unsigned char* bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, in), *size);
    bytes[*size] = '\0';
    fclose(in);
    return bytes;
}

// Write what a file has to another, as fopen's mode says: "wb" in its place, "ab" behind it.
static inline void write_on(const char* to, const char* mode, const char* from)
{
    size_t size;
    unsigned char* bytes = bytes_of(from, &size);
    FILE* out = fopen(to, mode);
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    free(bytes);
}

// Fail unless two files are the same.
static inline void expect_same(const char* one, const char* other)
{
    size_t sizes[2];
    unsigned char* bytes[2] = {bytes_of(one, &sizes[0]), bytes_of(other, &sizes[1])};
    if (sizes[0] != sizes[1]) print_error("%s and %s differ in size\n", one, other);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(bytes[0], bytes[1], sizes[0]);
    free(bytes[0]);
    free(bytes[1]);
}

// Run, expect a status, and of what is told no more than the line with the counts.
static inline void expect_batch(int status, const char* const* arguments)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) print_error("status %d: %s\n", r.status, r.err);
    assert_int_equal(r.status, status);
    assert_non_null(strstr(r.err, " in contact"));
    cli_free(&r);
}

#define BATCH(status, ...) expect_batch(status, PATHS("batch", "a.obj", "b.obj", __VA_ARGS__))

#endif

// test_mesh_window.c - large files, which are read through a window: they must give what the same bytes
// in memory give, also where the window does not do and they are read again.
#define _DEFAULT_SOURCE
#include "io/gltf_make.h"
#include "io/mesh_check.h"
#include "support/threemf_made.h"

#include <unistd.h>

enum { LARGE = 17 << 20 };  // more than WINDOW_LEAST_FILE

typedef struct text {
    char* bytes;
    size_t size;
} text;

static text begin_text(void)
{
    text t = {malloc(LARGE + (8 << 20)), 0};
    assert_non_null(t.bytes);
    return t;
}

static void put(text* t, const char* line)
{
    memcpy(t->bytes + t->size, line, strlen(line));
    t->size += strlen(line);
}

static void fill(text* t, size_t up_to, const char* line)
{
    while (t->size < up_to)
        put(t, line);
}

static mesh_status read_file_of(mesh* out, const text* t, const mesh_read_options* options,
                                mesh_error* error)
{
    char path[] = "mesh-window-XXXXXX";
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    for (size_t done = 0; done < t->size;) {
        ssize_t count = write(descriptor, t->bytes + done, t->size - done);
        assert_true(count > 0);
        done += (size_t)count;
    }
    close(descriptor);
    const mesh_status status = mesh_read_file(out, path, options, error);
    unlink(path);
    return status;
}

// From file and from memory: the same mesh or the same error.
static void assert_same(text* t, int drop_bad, mesh_status expected)
{
    assert_true(t->size > (16 << 20));
    const mesh_read_options options = {.drop_bad = drop_bad};
    mesh a = {0}, b = {0};
    mesh_error ea, eb;
    assert_int_equal(read_file_of(&a, t, &options, &ea), expected);
    assert_int_equal(mesh_read_memory(&b, t->bytes, t->size, &options, &eb), expected);
    assert_string_equal(ea.text, eb.text);
    assert_true(ea.line == eb.line && ea.byte == eb.byte);
    assert_int_equal(a.vertex_count, b.vertex_count);
    assert_int_equal(a.triangle_count, b.triangle_count);
    assert_int_equal(a.warning_total, b.warning_total);
    assert_int_equal(a.group_count, b.group_count);
    if (expected == MESH_OK) {
        assert_memory_equal(a.vertices, b.vertices, a.vertex_count * 3 * sizeof(double));
        assert_memory_equal(a.triangles, b.triangles, a.triangle_count * 3 * sizeof(uint32_t));
        for (size_t i = 0; i < a.group_count; i++)
            assert_string_equal(a.groups[i].name, b.groups[i].name);
    }
    mesh_free(&a);
    mesh_free(&b);
    free(t->bytes);
}

static const char corners[] = "v 0.12345678901234567 -1e-3 5\nv 1 0 0\nv 0 1 0\n";

static void large_files_are_read(void** state)
{
    (void)state;
    text t = begin_text();
    put(&t, corners);
    fill(&t, 4 << 20, "v 1 2 3\n");
    while (t.size < LARGE) {
        put(&t, "g some name\n");
        fill(&t, t.size + (1 << 19), "f 1 -1 3\n");
    }
    assert_same(&t, 0, MESH_OK);
}

static void large_binary_files_are_read(void** state)
{
    (void)state;
    text t = begin_text();
    const size_t count = 400000;
    memset(t.bytes, 0, 84 + 50 * count);
    for (int i = 0; i < 4; i++)
        t.bytes[80 + i] = (char)(count >> (8 * i) & 255);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 9; k++) {
            const float value = (float)(i * 9 + k);
            memcpy(t.bytes + 84 + 50 * i + 12 + 4 * k, &value, 4);
        }
    }
    t.size = 84 + 50 * count;
    assert_same(&t, 0, MESH_OK);
}

// Of these the text and the bytes it speaks of lie apart: they are read whole.
static void large_gltf_files_are_read(void** state)
{
    (void)state;
    for (int bad = 0; bad < 2; bad++) {
        text t = begin_text();
        const size_t count = 1500000, json = 400;
        memset(t.bytes, ' ', 20 + json);
        gltf_put(t.bytes + 12, (uint32_t)json);
        memcpy(t.bytes, "glTF\2\0\0\0", 8);
        memcpy(t.bytes + 16, "JSON", 4);
        const int length =
            snprintf(t.bytes + 20, json,
                     "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{"
                     "\"primitives\":["
                     "{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
                     "\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\"}],\"bufferViews\":[{"
                     "\"buffer\":0,\"byteLength\":%zu}],\"buffers\":[{\"byteLength\":%zu}]}",
                     count, 12 * count, 12 * count);
        t.bytes[20 + length] = ' ';
        gltf_put(t.bytes + 20 + json, (uint32_t)(12 * count));
        memcpy(t.bytes + 24 + json, "BIN", 4);
        for (size_t i = 0; i < 3 * count; i++) {
            const float value = bad && i == 3 * count - 2 ? NAN : (float)i;
            memcpy(t.bytes + 28 + json + 4 * i, &value, 4);
        }
        t.size = 28 + json + 12 * count;
        gltf_put(t.bytes + 8, (uint32_t)t.size);
        assert_same(&t, 0, bad ? MESH_BAD_NUMBER : MESH_OK);
    }
}

// The directory of an archive is at its end: it is read whole. Its model stands far behind what is looked at first.
static void large_3mf_files_are_read(void** state)
{
    (void)state;
    for (int bad = 0; bad < 3; bad++) {
        text t = begin_text();
        put(&t, THREEMF_MODEL "<resources><object id='1'><mesh><vertices>");
        fill(&t, LARGE, "<vertex x='1' y='2.5' z='3'/>\n");
        put(&t, "</vertices><triangles><triangle v1='0' v2='1' v3='2'/>");
        if (bad) put(&t, "\n<triangle v1='0' v2='1' v3='999999999'/>");
        put(&t,
            "</triangles></mesh></object></resources><build><item objectid='1'/></build></model>");
        zip_made z = {0};
        char* thumbnail = calloc(100000, 1);
        assert_non_null(thumbnail);
        zip_made_add(&z, "thumbnail.png", thumbnail, 100000);
        free(thumbnail);
        zip_made_add(&z, "3D/3dmodel.model", t.bytes, t.size);
        zip_made_end(&z);
        free(t.bytes);
        t = (text){.bytes = z.bytes, .size = z.size};
        assert_same(&t, bad == 2, bad == 1 ? MESH_BAD_INDEX : MESH_OK);
    }
}

// What is wrong is told as of the whole file, though it is not read.
static void large_binary_files_are_told_of(void** state)
{
    (void)state;
    const size_t count = 400000;
    for (int kind = 0; kind < 6; kind++) {
        text t = begin_text();
        memset(t.bytes, 0, 84 + 50 * count + 100);
        const size_t told = kind == 0 ? count + 1 : kind == 1 ? count - 1 : count;
        for (int i = 0; i < 4; i++)
            t.bytes[80 + i] = (char)(told >> (8 * i) & 255);
        for (size_t i = 0; i < count; i++)
            t.bytes[84 + 50 * i + 15] = 0x3f;
        t.size = 84 + 50 * count + (kind == 2 ? 7 : kind == 3 ? 100 : 0);
        if (kind >= 4) memset(t.bytes + 84 + 50 * (count - 1) + 20, 0xff, 4);  // a nan
        const mesh_status refused[] = {MESH_TRUNCATED, MESH_SYNTAX,     MESH_OK,
                                       MESH_OK,        MESH_BAD_NUMBER, MESH_OK};
        assert_same(&t, kind != 4 && kind != 1 && kind != 0, refused[kind]);
    }
}

static void long_lines_reach_beyond_the_window(void** state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        text t = begin_text();
        put(&t, corners);
        fill(&t, 3 << 20, "v 1 2 3\n");
        if (kind == 0) put(&t, "f");  // a polygon of megabytes
        if (kind == 1) put(&t, "#");  // a comment
        if (kind == 2) put(&t, "v 0 0 \\\n");
        fill(&t, 9 << 20, kind == 0 ? " 1" : kind == 1 ? " comment" : " \\\n");
        put(&t, kind == 2 ? " 0\n" : "\n");
        fill(&t, LARGE, "f 1 2 3\n");
        assert_same(&t, 0, MESH_OK);
    }
}

static void the_last_line_may_be_long(void** state)
{
    (void)state;
    text t = begin_text();
    put(&t, corners);
    fill(&t, 15 << 20, "f 1 2 3\n");
    put(&t, "#");
    fill(&t, LARGE, " comment");
    assert_same(&t, 0, MESH_OK);
}

static void faults_far_down_have_their_lines(void** state)
{
    (void)state;
    for (int drop_bad = 0; drop_bad < 2; drop_bad++) {
        text t = begin_text();
        put(&t, corners);
        fill(&t, 17 << 20, "f 1 2 3\n");
        put(&t, "f 1 2 9\n");
        fill(&t, LARGE, "f 1 2 3\n");
        assert_same(&t, drop_bad, drop_bad ? MESH_OK : MESH_BAD_INDEX);
    }
    text t = begin_text();  // a face far before its vertices
    put(&t, "f 1 2 3\n");
    fill(&t, LARGE, "vn 1 2 3\n");
    put(&t, corners);
    assert_same(&t, 0, MESH_OK);
}

// What is behind the text is seen before it, and OFF in words is seen where lines do not do.
static void odd_large_files_are_read(void** state)
{
    (void)state;
    static const char* const ends[] = {"\x1a", "\x1a\r\n", "f 1 2 3 \\"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        text t = begin_text();
        put(&t, corners);
        fill(&t, LARGE, "f 1 2 3\n");
        put(&t, ends[i]);
        assert_same(&t, 0, MESH_OK);
    }
    text t = begin_text();
    put(&t, corners);
    fill(&t, LARGE, "f 1 2 3\n");
    memset(t.bytes + t.size, 0, 5 << 20);
    t.size += 5 << 20;
    assert_same(&t, 0, MESH_OK);
    static const char vertex[] = "0.25 0.5 1\n", face[] = "3 0 1 2 3 2 1 0\n";
    enum { VERTICES = 1000000, FACES = 800000 };
    for (int faults = 0; faults < 2; faults++) {
        t = begin_text();
        t.size = (size_t)sprintf(t.bytes, "OFF %d %d 0\n", VERTICES, FACES);
        fill(&t, t.size + VERTICES * (sizeof vertex - 1), vertex);
        fill(&t, t.size + FACES / 2 * (sizeof face - 1), face);
        if (faults) put(&t, "3 0 1 2\n");
        assert_same(&t, 0, faults ? MESH_TRUNCATED : MESH_OK);
    }
}

typedef struct progress_log {
    size_t calls;
    double last;
} progress_log;

static int log_progress(void* user, double fraction)
{
    progress_log* log = user;
    assert_true(fraction >= log->last && fraction <= 1);
    log->last = fraction;
    log->calls++;
    return 0;
}

static void progress_never_goes_back(void** state)
{
    (void)state;
    text t = begin_text();
    put(&t, corners);
    fill(&t, 20 << 20, "f 1 2 3\n");
    put(&t, "f 1 2 9\n");
    fill(&t, LARGE, "f 1 2 3\n");
    progress_log log = {0};
    const mesh_progress progress = {log_progress, &log};
    const mesh_read_options options = {.progress = &progress, .drop_bad = 1};
    mesh m = {0};
    assert_int_equal(read_file_of(&m, &t, &options, NULL), MESH_OK);
    assert_true(log.calls > 8);
    mesh_free(&m);
    free(t.bytes);
}

// Nor does it where a file has many parts.
static void progress_goes_on_from_part_to_part(void** state)
{
    (void)state;
    text t = begin_text();
    put(&t, THREEMF_MODEL "<resources><object id='1'><mesh><vertices>");
    fill(&t, 9 << 20, "<vertex x='1' y='2.5' z='3'/>\n");
    put(&t, "</vertices><triangles/></mesh></object></resources></model>");
    zip_made z = {0};
    char model[2000] = THREEMF_MODEL "<resources/><build>";
    for (int i = 0; i < 5; i++) {
        char name[40];
        snprintf(name, sizeof name, "3D/%d.model", i);
        snprintf(model + strlen(model), 100, "<item objectid='1' p:path='/%s'/>", name);
        zip_made_add(&z, name, t.bytes, t.size);
    }
    strcat(model, "</build></model>");
    zip_made_text(&z, "3D/3dmodel.model", model);
    zip_made_end(&z);
    progress_log log = {0};
    const mesh_progress progress = {log_progress, &log};
    const mesh_read_options options = {.progress = &progress};
    mesh m = {0};
    assert_int_equal(mesh_read_memory(&m, z.bytes, z.size, &options, NULL), MESH_OK);
    assert_true(log.calls >= 15 && log.last > 0.8);
    mesh_free(&m);
    free(t.bytes);
    free(z.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_files_are_read),
        cmocka_unit_test(large_binary_files_are_read),
        cmocka_unit_test(large_gltf_files_are_read),
        cmocka_unit_test(large_3mf_files_are_read),
        cmocka_unit_test(large_binary_files_are_told_of),
        cmocka_unit_test(long_lines_reach_beyond_the_window),
        cmocka_unit_test(the_last_line_may_be_long),
        cmocka_unit_test(faults_far_down_have_their_lines),
        cmocka_unit_test(odd_large_files_are_read),
        cmocka_unit_test(progress_never_goes_back),
        cmocka_unit_test(progress_goes_on_from_part_to_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

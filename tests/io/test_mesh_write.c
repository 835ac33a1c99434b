// test_mesh_write.c - the writers: what is written reads back bit for bit, what could not be read back
// is refused, and a failure leaves nothing behind.
#define _XOPEN_SOURCE 700
#include "io/mesh_check.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

static const mesh_format all_formats[] = {MESH_STL_BINARY, MESH_STL_ASCII, MESH_OBJ, MESH_PLY,
                                          MESH_OFF};
enum { FORMATS = sizeof all_formats / sizeof all_formats[0] };

static char folder[] = "mesh-write-XXXXXX";
static char path[64];

static int make_folder(void** state)
{
    (void)state;
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/mesh", folder);
    return 0;
}

static size_t count_files(void)
{
    size_t count = 0;
    DIR* d = opendir(folder);
    assert_non_null(d);
    for (struct dirent* e = readdir(d); e; e = readdir(d))
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static int remove_folder(void** state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);  // fails if a test left anything behind
}

// The hardest numbers first: subnormal, largest, signed zeros, and what needs every digit.
static double hard_number(size_t i)
{
    static const double known[] = {0,
                                   -0.0,
                                   0x1p-1074,
                                   -0x1p-1074,
                                   0x0.fffffffffffffp-1022,
                                   DBL_MIN,
                                   DBL_MAX,
                                   -DBL_MAX,
                                   1e308,
                                   0.1,
                                   1.0 / 3,
                                   4000000.987654321,
                                   123456789.123456789,
                                   1e22,
                                   1e23,
                                   9007199254740993.0,
                                   -5e-324};
    const size_t count = sizeof known / sizeof known[0];
    if (i < count) return known[i];
    return i % 3 == 0 ? ldexp((double)random_bits(), -40) : random_finite();
}

// Every triangle has corners of its own, as in STL, so that all formats give the same mesh back.
static mesh make_soup(size_t triangles, bool as_float)
{
    mesh m = {.vertex_count = 3 * triangles, .triangle_count = triangles};
    m.vertices = malloc(9 * triangles * sizeof(double));
    m.triangles = malloc(3 * triangles * sizeof(uint32_t));
    assert_true(m.vertices && m.triangles);
    for (size_t i = 0; i < 9 * triangles; i++) {
        double value = hard_number(i);
        if (as_float && fabs(value) > (double)FLT_MAX) value = copysign((double)FLT_MAX, value);
        m.vertices[i] = value;
    }
    for (size_t i = 0; i < 3 * triangles; i++)
        m.triangles[i] = (uint32_t)i;
    return m;
}

static void assert_reads_back(const mesh* m, mesh_format format)
{
    mesh back = {0};
    mesh_error e;
    if (mesh_read_file(&back, path, NULL, &e) != MESH_OK)
        fail_msg("%s: %s", mesh_format_name(format), e.text);
    assert_int_equal(back.format, format);
    assert_int_equal(back.vertex_count, m->vertex_count);
    assert_int_equal(back.triangle_count, m->triangle_count);
    assert_int_equal(back.face_count, m->triangle_count);
    assert_null(back.faces);
    for (size_t i = 0; i < 3 * m->vertex_count; i++) {
        double expected = m->vertices[i];
        if (format == MESH_STL_BINARY) expected = (double)(float)expected;
        if (bits_of(back.vertices[i]) != bits_of(expected))
            fail_msg("%s: %a became %a", mesh_format_name(format), expected, back.vertices[i]);
    }
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        assert_int_equal(back.triangles[i], m->triangles[i]);
    mesh_free(&back);
}

static void assert_written(const mesh* m, mesh_format format)
{
    mesh_error e;
    if (mesh_write_file(m, path, format, &e) != MESH_OK)
        fail_msg("%s: %s", mesh_format_name(format), e.text);
    assert_int_equal(count_files(), 1);
}

static void every_format_reads_back(void** state)
{
    (void)state;
    for (size_t f = 0; f < FORMATS; f++) {
        mesh m = make_soup(3000, all_formats[f] == MESH_STL_BINARY);
        assert_written(&m, all_formats[f]);
        assert_reads_back(&m, all_formats[f]);
        mesh_free(&m);
    }
}

static void shared_vertices_stay_shared(void** state)
{
    (void)state;
    const mesh_format formats[] = {MESH_OBJ, MESH_PLY, MESH_OFF};
    mesh m = make_soup(500, false);
    for (size_t i = 0; i < 3 * m.triangle_count; i++)
        m.triangles[i] = (uint32_t)random_below(m.vertex_count);
    for (size_t f = 0; f < 3; f++) {
        assert_written(&m, formats[f]);
        assert_reads_back(&m, formats[f]);
    }
    mesh_free(&m);
}

static void empty_meshes_read_back(void** state)
{
    (void)state;
    const mesh empty = {0};
    for (size_t f = 0; f < FORMATS; f++) {
        assert_written(&empty, all_formats[f]);
        assert_reads_back(&empty, all_formats[f]);
    }
}

static void rounding_mode_changes_nothing(void** state)
{
    (void)state;
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (size_t f = 0; f < FORMATS; f++) {
        mesh m = make_soup(200, all_formats[f] == MESH_STL_BINARY);
        for (size_t i = 0; i < 3; i++) {
            mesh_error e;
            fesetround(modes[i]);
            mesh_status status = mesh_write_file(&m, path, all_formats[f], &e);
            int mode = fegetround();
            fesetround(FE_TONEAREST);
            assert_int_equal(status, MESH_OK);
            assert_int_equal(mode, modes[i]);
            assert_reads_back(&m, all_formats[f]);
        }
        mesh_free(&m);
    }
}

static void locale_changes_nothing(void** state)
{
    (void)state;
    if (!set_comma_locale()) {
        print_message("SKIPPED: no locale with a decimal comma is installed\n");
        skip();
    }
    for (size_t f = 0; f < FORMATS; f++) {
        mesh m = make_soup(200, all_formats[f] == MESH_STL_BINARY);
        assert_written(&m, all_formats[f]);
        assert_reads_back(&m, all_formats[f]);
        mesh_free(&m);
    }
    setlocale(LC_ALL, "C");
}

static void binary_stl_does_not_begin_with_solid(void** state)
{
    (void)state;
    mesh m = make_soup(1, true);
    assert_written(&m, MESH_STL_BINARY);
    char bytes[200];
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), 134);
    fclose(file);
    assert_memory_not_equal(bytes, "solid", 5);
    mesh_free(&m);
}

static void normals_are_of_unit_length(void** state)
{
    (void)state;
    double vertices[9] = {0, 0, 0, 3, 0, 0, 0, 4, 0};
    uint32_t triangles[6] = {0, 1, 2, 0, 1, 1};
    mesh m = {.vertices = vertices, .vertex_count = 3, .triangles = triangles, .triangle_count = 2};
    assert_written(&m, MESH_STL_ASCII);
    char text[1000] = {0};
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    const char* first = strstr(text, "facet normal 0 0 1\n");
    assert_non_null(first);
    assert_non_null(strstr(first, "facet normal 0 0 0\n"));
}

static void suffixes_choose_the_format(void** state)
{
    (void)state;
    static const struct {
        const char* suffix;
        mesh_format format;
    } suffixes[] = {{"stl", MESH_STL_BINARY}, {"STL", MESH_STL_BINARY}, {"obj", MESH_OBJ},
                    {"ply", MESH_PLY},        {"Off", MESH_OFF},        {"step", MESH_UNKNOWN},
                    {"", MESH_UNKNOWN}};
    mesh m = make_soup(2, true);
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        char name[80];
        mesh_error e;
        mesh back = {0};
        snprintf(name, sizeof name, "%s.%s", path, suffixes[i].suffix);
        mesh_status status = mesh_write_file(&m, name, MESH_UNKNOWN, &e);
        if (suffixes[i].format == MESH_UNKNOWN) {
            assert_int_equal(status, MESH_UNKNOWN_FORMAT);
            assert_int_equal(access(name, F_OK), -1);
            continue;
        }
        assert_int_equal(status, MESH_OK);
        assert_int_equal(mesh_read_file(&back, name, NULL, &e), MESH_OK);
        unlink(name);
        assert_int_equal(back.format, suffixes[i].format);
        mesh_free(&back);
    }
    mesh_error e;
    assert_int_equal(mesh_write_file(&m, "-", MESH_UNKNOWN, &e), MESH_UNKNOWN_FORMAT);
    mesh_free(&m);
}

static void what_cannot_be_read_back_is_refused(void** state)
{
    (void)state;
    unlink(path);
    for (size_t f = 0; f < FORMATS; f++) {
        mesh m = make_soup(10, true);
        mesh_error e;
        m.vertices[17] = f % 2 ? (double)NAN : (double)-INFINITY;
        assert_int_equal(mesh_write_file(&m, path, all_formats[f], &e), MESH_BAD_NUMBER);
        assert_non_null(strstr(e.text, "the z of vertex 5 is not finite"));
        m.vertices[17] = 0;
        m.triangles[7] = 30;
        assert_int_equal(mesh_write_file(&m, path, all_formats[f], &e), MESH_BAD_INDEX);
        assert_non_null(strstr(e.text, "vertex index 30 of triangle 2 does not exist"));
        mesh_free(&m);
    }
    mesh m = make_soup(10, true);
    mesh_error e;
    m.vertices[4] = nextafter(0x1.ffffffp127, 0);  // rounds to FLT_MAX
    assert_int_equal(mesh_write_file(&m, path, MESH_STL_BINARY, &e), MESH_OK);
    assert_reads_back(&m, MESH_STL_BINARY);
    unlink(path);
    m.vertices[4] = -0x1.ffffffp127;
    assert_int_equal(mesh_write_file(&m, path, MESH_STL_BINARY, &e), MESH_BAD_NUMBER);
    assert_non_null(strstr(e.text, "the y of vertex 1"));
    assert_int_equal(mesh_write_file(&m, path, MESH_STL_ASCII, &e), MESH_OK);
    unlink(path);
    assert_int_equal(count_files(), 0);
    mesh_free(&m);
}

static void failures_leave_nothing_behind(void** state)
{
    (void)state;
    mesh good = make_soup(5, true), large = make_soup(20000, true);
    mesh_error e;
    assert_written(&good, MESH_OBJ);
    large.triangles[0] = UINT32_MAX;
    assert_int_equal(mesh_write_file(&large, path, MESH_OBJ, &e), MESH_BAD_INDEX);
    assert_reads_back(&good, MESH_OBJ);
    large.triangles[0] = 0;
    char missing[96];
    snprintf(missing, sizeof missing, "%s/none/mesh.obj", folder);
    assert_int_equal(mesh_write_file(&large, missing, MESH_UNKNOWN, &e), MESH_CANNOT_OPEN);
    assert_non_null(strstr(e.text, strerror(ENOENT)));
    assert_int_equal(mesh_write_file(&large, folder, MESH_OBJ, &e), MESH_CANNOT_OPEN);
    assert_non_null(strstr(e.text, strerror(EISDIR)));
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(mesh_write_file(&large, "/dev/full", MESH_PLY, &e), MESH_CANNOT_OPEN);
        assert_non_null(strstr(e.text, strerror(ENOSPC)));
        assert_int_equal(access("/dev/full", W_OK), 0);
    } else {
        print_message("SKIPPED: there is no /dev/full to fail on\n");
    }
    assert_int_equal(count_files(), 1);
    mesh_free(&good);
    mesh_free(&large);
}

static void links_and_modes_are_kept(void** state)
{
    (void)state;
    mesh first = make_soup(2, true), second = make_soup(7, true);
    char link_path[80];
    struct stat about;
    snprintf(link_path, sizeof link_path, "%s-link", path);
    assert_written(&first, MESH_PLY);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("mesh", link_path), 0);
    assert_int_equal(mesh_write_file(&second, link_path, MESH_PLY, NULL), MESH_OK);
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640);
    assert_reads_back(&second, MESH_PLY);
    // The same where it leads nowhere yet.
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mesh_write_file(&second, link_path, MESH_PLY, NULL), MESH_OK);
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_reads_back(&second, MESH_PLY);
    unlink(link_path);
    mesh_free(&first);
    mesh_free(&second);
}

static void standard_output_is_written(void** state)
{
    (void)state;
    mesh m = make_soup(50, true);
    for (size_t f = 0; f < FORMATS; f++) {
        fflush(stdout);
        int old = dup(STDOUT_FILENO);
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_true(old >= 0 && file >= 0);
        dup2(file, STDOUT_FILENO);
        close(file);
        mesh_error e;
        mesh_status status = mesh_write_file(&m, "-", all_formats[f], &e);
        dup2(old, STDOUT_FILENO);
        close(old);
        assert_int_equal(status, MESH_OK);
        assert_reads_back(&m, all_formats[f]);
    }
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_reads_back),
        cmocka_unit_test(shared_vertices_stay_shared),
        cmocka_unit_test(empty_meshes_read_back),
        cmocka_unit_test(rounding_mode_changes_nothing),
        cmocka_unit_test(locale_changes_nothing),
        cmocka_unit_test(binary_stl_does_not_begin_with_solid),
        cmocka_unit_test(normals_are_of_unit_length),
        cmocka_unit_test(suffixes_choose_the_format),
        cmocka_unit_test(what_cannot_be_read_back_is_refused),
        cmocka_unit_test(failures_leave_nothing_behind),
        cmocka_unit_test(links_and_modes_are_kept),
        cmocka_unit_test(standard_output_is_written),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

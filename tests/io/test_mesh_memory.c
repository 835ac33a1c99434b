// test_mesh_memory.c - every allocation of the readers fails once: they must say so, leave the caller's
// mesh alone and lose nothing. And memory stays in proportion to the file, whatever is in it.
#define _DEFAULT_SOURCE
#include "io/mesh_samples.h"
#include "support/mesh_alloc.h"

#include <unistd.h>

static size_t failures;

// Fail the first allocation and all later ones, then from the second on, and so on.
static void assert_survives(const char* bytes, size_t size, mesh_format format, int drop_bad,
                            int keep_places)
{
    const mesh_read_options options = {
        .format = format, .drop_bad = drop_bad, .keep_places = keep_places};
    for (size_t n = 1;; n++) {
        mesh before, m;
        memset(&m, 0x5a, sizeof m);
        before = m;
        mesh_error e;
        const size_t live = allocations.live, blocks = allocations.blocks;
        allocations_begin(n);
        mesh_status status = mesh_read_memory(&m, bytes, size, &options, &e);
        const bool failed = allocations.calls >= n;
        allocations_begin(0);
        if (status == MESH_OK) {
            // Shrinking at the end may fail: then the larger blocks stay.
            mesh_free(&m);
            assert_true(allocations.live == live && allocations.blocks == blocks);
            if (!failed) break;
            continue;
        }
        assert_true(failed && status == MESH_OUT_OF_MEMORY && e.status == status);
        assert_true(e.text[0] != '\0');
        assert_memory_equal(&m, &before, sizeof m);
        assert_true(allocations.live == live && allocations.blocks == blocks);
        failures++;
    }
}

static const char rich_obj[] = "o a\ng b c\nv 0 0 0\nv 4 0 0\nv 1 1 0\nv 0 4 0\nv x\nf 1 2 3 4\nf "
                               "4 5 1\ng d\nf 2 3 4\nf 9 9 9\n"
                               "who\nf 1 2 3\n";

// Names, components of components, what no item shows, and, where that is left out, what is wrong.
static const char rich_3mf[] = THREEMF_MODEL
    "<resources><object id='9'><mesh/></object><object id='1' name='a'><mesh><vertices>"
    "<vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/><vertex x='0' y='1' z='0'/></vertices>"
    "<triangles><triangle v1='0' v2='1' v3='2'/><triangle v1='0' v2='2' v3='2'/></triangles></mesh>"
    "</object><object id='2' name='b'><components><component objectid='1' p:UUID='c'/></components>"
    "</object></resources><build><item objectid='2' p:UUID='d'/><item objectid='1'/></build>"
    "</model>";
static const char broken_3mf[] = THREEMF_MODEL
    "<resources><object id='9'><mesh/></object><object/><object id='1' name='a'><mesh><vertices>"
    "<vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/><vertex x='0' y='1' z='0'/>"
    "<vertex x='?'/></vertices><triangles><triangle v1='0' v2='1' v3='2'/>"
    "<triangle v1='0' v2='3' v3='2'/><triangle v1='0' v2='9' v3='2'/></triangles></mesh>"
    "</object></resources><build><item objectid='1'/><item objectid='3'/></build></model>";

static void failing_allocations_lose_nothing(void** state)
{
    (void)state;
    static sample samples[16];
    const size_t count = make_samples(samples);
    for (size_t i = 0; i < count; i++)
        for (int how = 0; how < 4; how++)
            assert_survives(samples[i].bytes, samples[i].size, MESH_UNKNOWN, how % 2, how / 2);
    assert_survives(rich_obj, strlen(rich_obj), MESH_OBJ, 1, 0);
    const zip_made archive = threemf_made(rich_3mf);
    for (int how = 0; how < 4; how++)
        assert_survives(archive.bytes, archive.size, MESH_3MF, how % 2, how / 2);
    free(archive.bytes);
    const zip_made broken = threemf_made(broken_3mf);
    assert_survives(broken.bytes, broken.size, MESH_3MF, 1, 0);
    free(broken.bytes);
    print_message("%zu failed allocations\n", failures);
    assert_true(failures > 120);
}

static void files_are_survived_too(void** state)
{
    (void)state;
    char path[] = "mesh-memory-XXXXXX";
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, rich_obj, strlen(rich_obj)), strlen(rich_obj));
    close(descriptor);
    const mesh_read_options options = {.drop_bad = 1};
    size_t failed = 0;
    for (size_t n = 1;; n++, failed++) {
        mesh m = {0};
        mesh_error e;
        const size_t live = allocations.live;
        allocations_begin(n);
        const mesh_status status = mesh_read_file(&m, path, &options, &e);
        const bool reached = allocations.calls >= n;
        allocations_begin(0);
        mesh_free(&m);
        assert_int_equal(allocations.live, live);
        if (!reached) break;
        assert_true(status == MESH_OUT_OF_MEMORY || status == MESH_OK);
    }
    unlink(path);
    assert_true(failed > 5);
}

// A glTF file with its bytes beside it.
static void files_beside_are_survived_too(void** state)
{
    (void)state;
    char folder[] = "mesh-memory-XXXXXX", text[GLTF_ROOM], bytes[GLTF_BYTES], paths[2][40];
    assert_non_null(mkdtemp(folder));
    gltf_bytes(bytes);
    gltf_text(text, &(gltf_parts){.buffers = "{\"byteLength\":92,\"uri\":\"b%20c\"}"});
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, i ? "b c" : "a");
        FILE* file = fopen(paths[i], "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(i ? bytes : text, i ? sizeof bytes : strlen(text), 1, file), 1);
        fclose(file);
    }
    size_t failed = 0;
    for (size_t n = 1;; n++, failed++) {
        mesh m = {0};
        mesh_error e;
        allocations_begin(n);
        const mesh_status status = mesh_read_file(&m, paths[0], NULL, &e);
        const bool reached = allocations.calls >= n;
        allocations_begin(0);
        if (status == MESH_OK) assert_int_equal(m.triangle_count, 2);
        mesh_free(&m);
        assert_int_equal(allocations.blocks, 0);
        if (!reached) break;
        assert_true(status == MESH_OUT_OF_MEMORY || status == MESH_OK);
    }
    assert_true(failed > 15);
    unlink(paths[0]);
    unlink(paths[1]);
    rmdir(folder);
}

static void selecting_survives_or_changes_nothing(void** state)
{
    (void)state;
    for (size_t n = 1;; n++) {
        mesh m = {0};
        const mesh_read_options options = {.drop_bad = 1};
        assert_int_equal(mesh_read_memory(&m, rich_obj, strlen(rich_obj), &options, NULL), MESH_OK);
        const mesh before = m;
        allocations_begin(n);
        const size_t found = mesh_select_group(&m, "b");
        const bool reached = allocations.calls >= n;
        allocations_begin(0);
        if (reached) {
            assert_true(found == SIZE_MAX);
            assert_memory_equal(&m, &before, sizeof m);
        } else {
            assert_int_equal(found, 1);
        }
        mesh_free(&m);
        if (!reached) break;
        assert_true(n < 10);
    }
    assert_int_equal(allocations.blocks, 0);
}

// ------------------------------------------------------------------------------------- proportion

// The worst that each format can do to its reader, some hundred kilobytes of it.
static void memory_is_in_proportion(void** state)
{
    (void)state;
    static const struct {
        const char* begin;
        const char* again;
    } files[] = {
        {"v 0 0 0\n", "f 1 1 1\n"},
        {"v 0 0 0\n", "v 0 0 0\n"},
        {"v 0 0 0\n", "f 1 1 1 1\n"},
        {"v 0 0 0\nf", " 1"},
        {"v 0 0 0\ng", " a"},
        {"v 0 0 0\n", "g a\n"},
        {"v 0 0 0\nf 1 1 1\n", "f 0\n"},
        {"solid\n", "solid\n"},
        {"v 0 0 0\n", "o\n"},
        {"v 0 0 0\nf 1 1 1\n", "?\n"},
    };
    enum { SIZE = 400000 };
    double most = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char* text = malloc(SIZE);
        assert_non_null(text);
        size_t used = strlen(files[i].begin), step = strlen(files[i].again);
        memcpy(text, files[i].begin, used);
        for (; used + step <= SIZE; used += step)
            memcpy(text + used, files[i].again, step);
        for (int drop_bad = 0; drop_bad < 2; drop_bad++) {
            mesh m = {0};
            const size_t live = allocations.live;
            const mesh_read_options options = {.drop_bad = drop_bad};
            allocations_begin(0);
            mesh_read_memory(&m, text, used, &options, NULL);
            const double ratio = (double)(allocations.peak - live) / (double)used;
            mesh_free(&m);
            if (ratio > most) most = ratio;
            if (ratio > 64) fail_msg("%.9s...: %.1f bytes for a byte", files[i].again, ratio);
        }
        free(text);
    }
    print_message("at most %.1f bytes of memory for a byte of the file\n", most);
}

// The same of 3MF, where what repeats stands within a model.
static void memory_of_models_is_in_proportion(void** state)
{
    (void)state;
    static const char triangle[] = "<mesh><vertices><vertex x='0' y='0' z='0'/></vertices>"
                                   "<triangles><triangle v1='0' v2='0' v3='0'/></triangles></mesh>";
    static const struct {
        const char *begin, *again, *end;
    } models[] = {
        {"<object id='1'><mesh><vertices>", "<vertex x='0' y='0' z='0'/>",
         "</vertices></mesh></object></resources><build><item objectid='1'/></build>"},
        {"<object id='1'><mesh><vertices><vertex x='0' y='0' z='0'/></vertices><triangles>",
         "<triangle v1='0' v2='0' v3='0'/>",
         "</triangles></mesh></object></resources><build><item objectid='1'/></build>"},
        {"", "<object id='1'/>", "</resources>"},
        {"<object id='1'>%s</object></resources><build>", "<item objectid='1'/>", "</build>"},
        {"<object id='1'>%s</object><object id='2'><components>", "<component objectid='1'/>",
         "</components></object></resources><build><item objectid='2'/></build>"},
    };
    enum { SIZE = 400000 };
    double most = 0;
    for (size_t i = 0; i < 2 * sizeof models / sizeof models[0]; i++) {
        char* text = malloc(SIZE + 1000);
        assert_non_null(text);
        int used = snprintf(text, SIZE, THREEMF_MODEL "<resources>");
        const char* hole = strstr(models[i / 2].begin, "%s");
        const int before = hole ? (int)(hole - models[i / 2].begin) : 0;
        used += snprintf(text + used, 500, "%.*s%s%s", before, models[i / 2].begin,
                         hole ? triangle : "", models[i / 2].begin + before + (hole ? 2 : 0));
        while (used + 30 < SIZE)
            used += snprintf(text + used, 40, "%s", models[i / 2].again);
        snprintf(text + used, 200, "%s</model>", models[i / 2].end);
        const zip_made z = threemf_made(text);
        free(text);
        mesh m = {0};
        const size_t live = allocations.live;
        const mesh_read_options options = {.drop_bad = 1, .keep_places = i % 2};
        allocations_begin(0);
        const mesh_status status = mesh_read_memory(&m, z.bytes, z.size, &options, NULL);
        const double ratio = (double)(allocations.peak - live) / (double)z.size;
        assert_int_equal(status, i / 2 == 2 ? MESH_SYNTAX : MESH_OK);
        mesh_free(&m);
        free(z.bytes);
        print_message("%-30s %.1f\n", models[i / 2].again, ratio);
        if (ratio > most) most = ratio;
    }
    assert_true(most < 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failing_allocations_lose_nothing),
        cmocka_unit_test(files_are_survived_too),
        cmocka_unit_test(files_beside_are_survived_too),
        cmocka_unit_test(selecting_survives_or_changes_nothing),
        cmocka_unit_test(memory_is_in_proportion),
        cmocka_unit_test(memory_of_models_is_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

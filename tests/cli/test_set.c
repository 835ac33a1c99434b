// test_set.c - saved sets by their functions: what was written comes back bit by bit, and what was changed anywhere is told. The
// program's own runs are in test_cli_set.c.
#include "models/saved.h"
#include "models/set.h"
#include "models/set_table.h"
#include "models/split.h"
#include "support/data_pack.h"
#include "support/mesh_alloc.h"
#include "support/soups.h"

#include <abut/saved.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int __wrap_main(void);  // the test's own main: the program's objects have another

enum { OBJECTS = 7, MODELS = 4 };

// -------------------------------------------------------------------------------------- made sets

// A set as it is written, and what it was made of.
typedef struct made {
    abut_model* models[MODELS];
    set_object objects[OBJECTS];
    unsigned char* bytes;  // at a multiple of 64
    size_t size;
} made;

static const char* const warnings[] = {"first warning", "", "zw\xC3\xB6lf"};

static abut_model* build(const soup_data* s)
{
    const abut_soup soup = soup_of(s);
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, NULL), ABUT_OK);
    return model;
}

static void describe_objects(made* m)
{
    static const char* const names[OBJECTS] = {"one",   "",      NULL, "\x01\xFF\n\x80",
                                               "twice", "twice", "a b"};
    static const char* const ids[OBJECTS] = {"/root/one", NULL, "", "\xE2\x82", NULL, NULL, "7"};
    static const uint32_t models[OBJECTS] = {0, 1, 2, 0, 3, 3, 1};
    rng r = {31};
    for (int i = 0; i < OBJECTS; i++) {
        m->objects[i] = (set_object){.name = names[i], .id = ids[i], .model = models[i]};
        m->objects[i].pose = pose_random(&r, 5);
        if (i == 3) pose_mirror(&m->objects[i].pose);
        if (i == 5) m->objects[i].pose.scale = 0.3;
    }
}

static unsigned char* aligned(const unsigned char* bytes, size_t size)
{
    void* block = NULL;
    assert_int_equal(posix_memalign(&block, 64, size ? size : 1), 0);
    memcpy(block, bytes, size);
    return block;
}

static unsigned char* bytes_of(FILE* file, size_t* size)
{
    assert_int_equal(fflush(file), 0);
    *size = (size_t)ftell(file);
    unsigned char* bytes = malloc(*size + 1);
    assert_non_null(bytes);
    rewind(file);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    unsigned char* placed = aligned(bytes, *size);
    free(bytes);
    return placed;
}

static abut_status write_all(const made* m, FILE* file)
{
    set_writer* w = set_writer_begin(file, 0.001, true);
    if (!w) return ABUT_OUT_OF_MEMORY;
    abut_status status = ABUT_OK;
    for (uint32_t i = 0; status == ABUT_OK && i < MODELS; i++) {
        const uint64_t source[2] = {i, 100 + i};
        uint32_t model = 99;
        status = set_writer_model(w, m->models[i], source, &model);
        if (status == ABUT_OK) assert_int_equal(model, i);
    }
    for (size_t i = 0; status == ABUT_OK && i < OBJECTS; i++)
        status = set_writer_object(w, &m->objects[i]);
    for (size_t i = 0; status == ABUT_OK && i < 3; i++)
        status = set_writer_warning(w, warnings[i]);
    const uint64_t size = set_writer_size(w);
    if (status == ABUT_OK) {
        status = set_writer_end(w);
        if (status == ABUT_OK) assert_int_equal(ftell(file), size);
        return status;
    }
    set_writer_drop(w);
    return status;
}

// Models of 40, 0, 1 and 9 triangles.
static made make(void)
{
    static const size_t counts[MODELS] = {40, 0, 1, 9};
    made m = {0};
    for (size_t i = 0; i < MODELS; i++) {
        soup_data s = soup_random(i == 3 ? SOUP_GRID : SOUP_GENERIC, counts[i], 7 + i);
        m.models[i] = build(&s);
        soup_free(&s);
    }
    describe_objects(&m);
    FILE* file = tmpfile();
    assert_non_null(file);
    assert_int_equal(write_all(&m, file), ABUT_OK);
    m.bytes = bytes_of(file, &m.size);
    return m;
}

static void made_free(made* m)
{
    for (size_t i = 0; i < MODELS; i++)
        abut_model_free(m->models[i]);
    free(m->bytes);
}

static void expect_text(const char* found, const char* wanted)
{
    if (wanted)
        assert_string_equal(found, wanted);
    else
        assert_null(found);
}

// ---------------------------------------------------------------------------------- what comes back

static void the_table_comes_back(void** state)
{
    made m = make();
    set_file s;
    load_error error;
    (void)state;
    assert_true(set_read(&s, m.bytes, m.size, &error));
    assert_int_equal(s.object_count, OBJECTS);
    assert_int_equal(s.model_count, MODELS);
    assert_int_equal(s.warning_count, 3);
    assert_true(s.unit == 0.001 && s.is_partial);
    assert_int_equal(s.build.method, ABUT_METHOD_WIDE);
    assert_int_equal(s.build.leaf_size, 4);
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(s.warnings[i], warnings[i]);
    for (size_t i = 0; i < OBJECTS; i++) {
        const set_object *found = &s.objects[i], *wanted = &m.objects[i];
        expect_text(found->name, wanted->name);
        expect_text(found->id, wanted->id);
        assert_int_equal(found->model, wanted->model);
        assert_memory_equal(&found->pose, &wanted->pose, sizeof found->pose);
    }
    set_close(&s);
    made_free(&m);
}

// By all corners, one after the other.
static void boxes_are_about_triangles(void** state)
{
    made m = make();
    set_file s;
    load_error error;
    (void)state;
    assert_true(set_read(&s, m.bytes, m.size, &error));
    for (size_t i = 0; i < OBJECTS; i++) {
        const set_object* o = &s.objects[i];
        abut_model_info info;
        assert_int_equal(abut_model_describe(m.models[o->model], &info), ABUT_OK);
        assert_int_equal(o->triangle_count, info.triangle_count);
        double* corners = malloc((info.triangle_count * 9 + 1) * sizeof *corners);
        assert_int_equal(abut_model_triangles(m.models[o->model], 0, info.triangle_count, corners),
                         ABUT_OK);
        for (int k = 0; k < 3; k++) {
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (size_t j = 0; j < info.triangle_count * 3; j++) {
                low = fmin(low, corners[3 * j + (size_t)k]);
                high = fmax(high, corners[3 * j + (size_t)k]);
            }
            assert_true(o->low[k] == low && o->high[k] == high);
        }
        free(corners);
    }
    set_close(&s);
    made_free(&m);
}

typedef struct image {
    unsigned char* bytes;
    size_t size;
} image;

static abut_status append(void* user, const void* bytes, size_t size)
{
    image* i = user;
    i->bytes = realloc(i->bytes, i->size + size);
    assert_non_null(i->bytes);
    memcpy(i->bytes + i->size, bytes, size);
    i->size += size;
    return ABUT_OK;
}

static image image_of(const abut_model* model, const uint64_t source[2])
{
    image i = {0};
    assert_int_equal(abut_model_save(model, source, append, &i), ABUT_OK);
    return i;
}

// A model of the set saved again is the built one saved: so all its answers are that one's, which test_image shows.
static void models_come_back(void** state)
{
    made m = make();
    set_file s;
    load_error error;
    abut_query* query = NULL;
    size_t questions = 0;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_true(set_read(&s, m.bytes, m.size, &error));
    for (uint32_t i = 0; i < MODELS; i++) {
        abut_model* model = NULL;
        uint64_t source[2];
        assert_int_equal(set_model_open(&s, i, &model), ABUT_OK);
        assert_int_equal(set_model_check(&s, i, model), ABUT_OK);
        assert_int_equal(abut_model_source(model, source), ABUT_OK);
        assert_true(source[0] == i && source[1] == 100 + i);
        image built = image_of(m.models[i], source), found = image_of(model, source);
        assert_int_equal(built.size, found.size);
        assert_int_equal(built.size, set_model_size(&s, i));
        assert_memory_equal(built.bytes, found.bytes, built.size);
        free(built.bytes);
        free(found.bytes);
        for (size_t j = 0; j < OBJECTS; j++) {
            const abut_instance a = {model, s.objects[0].pose}, a_built = {m.models[i], a.pose};
            const abut_instance b = {m.models[s.objects[j].model], s.objects[j].pose};
            abut_hits hits;
            assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
            const size_t count = hits.count;
            const uint64_t tests = hits.volume_tests;
            assert_int_equal(abut_collide(query, &a_built, &b, NULL, &hits), ABUT_OK);
            assert_true(hits.count == count && hits.volume_tests == tests);
            questions++;
        }
        abut_model_free(model);
        set_model_let_go(&s, i);
    }
    print_message("%zu questions, the same answers\n", questions);
    set_close(&s);
    abut_query_free(query);
    made_free(&m);
}

// What is read and written again has the same bytes: there is one way to write a set.
static void written_again_it_is_the_same(void** state)
{
    made m = make(), again = {0};
    set_file s;
    load_error error;
    (void)state;
    assert_true(set_read(&s, m.bytes, m.size, &error));
    for (uint32_t i = 0; i < MODELS; i++)
        assert_int_equal(set_model_open(&s, i, &again.models[i]), ABUT_OK);
    memcpy(again.objects, s.objects, sizeof again.objects);
    FILE* file = tmpfile();
    assert_int_equal(write_all(&again, file), ABUT_OK);
    again.bytes = bytes_of(file, &again.size);
    assert_int_equal(again.size, m.size);
    assert_memory_equal(again.bytes, m.bytes, m.size);
    made_free(&again);
    set_close(&s);
    made_free(&m);
}

static void a_set_may_hold_nothing(void** state)
{
    set_file s;
    load_error error;
    size_t size;
    (void)state;
    FILE* file = tmpfile();
    set_writer* w = set_writer_begin(file, 0, false);
    assert_int_equal(set_writer_end(w), ABUT_OK);
    unsigned char* bytes = bytes_of(file, &size);
    assert_true(set_read(&s, bytes, size, &error));
    assert_true(s.object_count == 0 && s.model_count == 0 && s.unit == 0 && !s.is_partial);
    set_close(&s);
    free(bytes);
}

static void what_does_not_fit_is_refused(void** state)
{
    made m = make();
    const uint64_t source[2] = {0};
    uint32_t model;
    (void)state;
    FILE* file = tmpfile();
    set_writer* w = set_writer_begin(file, 0, false);
    assert_int_equal(set_writer_model(w, m.models[0], source, &model), ABUT_OK);
    set_object o = m.objects[0];
    o.model = 1;
    assert_int_equal(set_writer_object(w, &o), ABUT_BAD_ARGUMENT);
    o = m.objects[0];
    o.pose.scale = 0;
    assert_int_equal(set_writer_object(w, &o), ABUT_BAD_ARGUMENT);
    o.pose = m.objects[0].pose;
    o.pose.rotation[0][0] += 1;
    assert_int_equal(set_writer_object(w, &o), ABUT_NOT_RIGID);
    const soup_data s = soup_random(SOUP_GENERIC, 5, 1);
    const abut_soup soup = soup_of(&s);
    abut_model* brute = NULL;
    assert_int_equal(abut_model_build(&brute, &soup, &(abut_build){.method = ABUT_METHOD_BRUTE}),
                     ABUT_OK);
    assert_int_equal(set_writer_model(w, brute, source, &model), ABUT_MIXED_METHODS);
    set_writer_drop(w);
    fclose(file);
    abut_model_free(brute);
    free(s.vertices);
    free(s.triangles);
    made_free(&m);
}

// --------------------------------------------------------------------------------------- damage

// Whether a set opens, and each of its models.
static bool is_whole(unsigned char* bytes, size_t size)
{
    set_file s;
    load_error error;
    if (!set_read(&s, bytes, size, &error)) {
        assert_true(error.text[0] != '\0');
        return false;
    }
    bool fine = true;
    for (uint32_t i = 0; i < s.model_count; i++) {
        abut_model* model = NULL;
        if (set_model_open(&s, i, &model) != ABUT_OK) fine = false;
        abut_model_free(model);
    }
    set_close(&s);
    return fine;
}

static void every_damaged_byte_is_told(void** state)
{
    static const unsigned char changes[] = {1, 0x80, 0xFF};
    made m = make();
    size_t tried = 0, missed = 0;
    (void)state;
    assert_true(is_whole(m.bytes, m.size));
    for (size_t i = 0; i < m.size; i++)
        for (size_t c = 0; c < sizeof changes; c++) {
            m.bytes[i] ^= changes[c];
            missed += is_whole(m.bytes, m.size);
            m.bytes[i] ^= changes[c];
            tried++;
        }
    print_message("%zu damaged bytes, %zu not told\n", tried, missed);
    assert_int_equal(missed, 0);
    assert_true(is_whole(m.bytes, m.size));
    made_free(&m);
}

static void every_cut_is_told(void** state)
{
    made m = make();
    size_t missed = 0;
    (void)state;
    for (size_t size = 0; size < m.size; size++) {
        unsigned char* bytes =
            aligned(m.bytes, size);  // so that a sanitizer sees what is read behind
        missed += is_whole(bytes, size);
        free(bytes);
    }
    unsigned char* more = malloc(m.size + 64);
    memcpy(more, m.bytes, m.size);
    memset(more + m.size, 0, 64);
    unsigned char* placed = aligned(more, m.size + 64);
    missed += is_whole(placed, m.size + 64) + is_whole(placed, m.size + 1);
    free(placed);
    free(more);
    print_message("%zu lengths, %zu not told\n", m.size + 2, missed);
    assert_int_equal(missed, 0);
    made_free(&m);
}

// ------------------------------------------------------------------------------ damage with right sums

static uint64_t get(const unsigned char* at)
{
    return set_get_u64(&(set_view){at});
}

// Write a number to a place, and put all sums right.
static void forge(unsigned char* bytes, size_t size, size_t at, uint64_t value, size_t width)
{
    unsigned char* tail = bytes + size - SET_TAIL_SIZE;
    for (size_t i = 0; i < width; i++)
        bytes[at + i] = (unsigned char)(value >> 8 * i);
    const uint64_t table = get(tail), table_size = get(tail + 8);
    if (table < size && table_size < size - table) {
        uint64_t hash[2];
        set_hash_table(bytes + table, (size_t)table_size, hash);
        set_cursor c = {tail + 16};
        set_put_u64(&c, hash[0]);
        set_put_u64(&c, hash[1]);
    }
    set_put_u64(&(set_cursor){tail + SET_TAIL_SIZE - 8}, set_sum(tail, SET_TAIL_SIZE - 8));
    set_put_u64(&(set_cursor){bytes + SET_HEAD_SIZE - 8}, set_sum(bytes, SET_HEAD_SIZE - 8));
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A number somewhere in a set, and what makes it wrong.
typedef struct wrong {
    const char* what;
    size_t at;
    uint64_t value;
    size_t width;
} wrong;

// Try each, and count those that are not told.
static size_t count_missed(const made* m, const wrong* list, size_t count)
{
    size_t missed = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char* bytes = aligned(m->bytes, m->size);
        forge(bytes, m->size, list[i].at, list[i].value, list[i].width);
        if (is_whole(bytes, m->size)) {
            print_message("not told: %s, %llu\n", list[i].what, (unsigned long long)list[i].value);
            missed++;
        }
        free(bytes);
    }
    print_message("%zu wrong numbers, %zu not told\n", count, missed);
    return missed;
}

static size_t table_of(const made* m)
{
    return (size_t)get(m->bytes + m->size - SET_TAIL_SIZE);
}

// Of the head, the tail, and the first parts of the table.
static void counts_that_cannot_be_are_told(void** state)
{
    made m = make();
    const size_t tail = m.size - SET_TAIL_SIZE, table = table_of(&m);
    const wrong list[] = {
        {"version", 8, 2, 4},
        {"size of the head", 12, 128, 4},
        {"zeros of the head", 16, 1, 1},
        {"place of the table", tail, table + 64, 8},
        {"place of the table", tail, table + 1, 8},
        {"place of the table", tail, 0, 8},
        {"place of the table", tail, UINT64_MAX - 63, 8},
        {"size of the table", tail + 8, UINT64_MAX, 8},
        {"size of the table", tail + 8, 1, 8},
        {"size of the file", tail + 32, m.size + 64, 8},
        {"zeros of the tail", tail + 40, 1, 1},
        {"models", table, MODELS + 1, 8},
        {"models", table, UINT64_MAX / SET_MODEL_SIZE + 2, 8},
        {"objects", table + 8, OBJECTS - 1, 8},
        {"objects", table + 8, UINT64_MAX / SET_OBJECT_SIZE + 2, 8},
        {"warnings", table + 16, 4, 8},
        {"warnings", table + 16, 2, 8},
        {"warnings", table + 16, UINT64_MAX, 8},
        {"bytes of texts", table + 24, 0, 8},
        {"unit", table + 32, bits_of(-1), 8},
        {"unit", table + 32, bits_of((double)NAN), 8},
        {"unit", table + 32, bits_of((double)INFINITY), 8},
        {"what is odd", table + 40, 2, 8},
        {"method", table + 52, 99, 4},
        {"method", table + 52, 0, 4},
        {"method", table + 52, ABUT_METHOD_BRUTE, 4},  // another one than its models have
        {"leaf size", table + 56, 65, 4},
        {"effort", table + 60, 4, 4},
        {"memory", table + 64, 4, 4},
        {"real", table + 68, 3, 4},
        {"orientation", table + 72, 3, 4},
        {"zeros of the build", table + 76, 1, 4},
    };
    (void)state;
    unsigned char* same = aligned(m.bytes, m.size);
    forge(same, m.size, tail, table, 8);
    assert_memory_equal(same, m.bytes, m.size);  // else nothing would be shown
    free(same);
    assert_int_equal(count_missed(&m, list, sizeof list / sizeof *list), 0);
    made_free(&m);
}

// Of models, objects and texts.
static void records_that_cannot_be_are_told(void** state)
{
    made m = make();
    const size_t models = table_of(&m) + SET_COUNTS_SIZE + SET_BUILD_SIZE;
    const size_t objects = models + MODELS * SET_MODEL_SIZE;
    const size_t texts = objects + OBJECTS * SET_OBJECT_SIZE;
    const uint64_t size_of_first = get(m.bytes + models);
    const wrong list[] = {
        {"size of an image", models, size_of_first + 64, 8},
        {"size of an image", models, size_of_first - 64, 8},
        {"size of an image", models, 0, 8},
        {"size of an image", models, size_of_first + 1, 8},
        {"size of an image", models, UINT64_MAX - 63, 8},
        {"triangles", models + 8, 41, 8},
        {"triangles", models + 8, 0, 8},
        {"triangles", models + 8, UINT64_MAX, 8},
        {"low", models + 32, bits_of((double)NAN), 8},
        {"low", models + 32, bits_of((double)INFINITY), 8},
        {"low", models + 32, bits_of(-(double)INFINITY), 8},
        {"high", models + 56, bits_of(-100), 8},
        {"box of nothing", models + SET_MODEL_SIZE + 32, bits_of(-(double)INFINITY), 8},
        {"model", objects, MODELS, 4},
        {"which texts", objects + 4, 4, 4},
        {"which texts", objects + 4, SET_HAS_NAME, 4},
        {"which texts", objects + SET_OBJECT_SIZE + 4, SET_HAS_NAME | SET_HAS_ID, 4},
        {"rotation", objects + 8, bits_of(7), 8},
        {"rotation", objects + 8, bits_of((double)NAN), 8},
        {"translation", objects + 80, bits_of((double)INFINITY), 8},
        {"scale", objects + 104, bits_of(0), 8},
        {"scale", objects + 104, bits_of(-1), 8},
        {"scale", objects + 104, bits_of((double)NAN), 8},
        {"a name cut in two", texts + 1, 0, 1},
        {"two names in one", texts + 3, 'x', 1},
    };
    (void)state;
    assert_int_equal(count_missed(&m, list, sizeof list / sizeof *list), 0);
    made_free(&m);
}

// A box that is not its model's is found by who looks.
static void boxes_of_others_are_told(void** state)
{
    made m = make();
    set_file s;
    load_error error;
    abut_model* model = NULL;
    const size_t table = table_of(&m);
    const size_t places[] = {16, 24, 32, 79};  // of the hash, of the box
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t at = table + SET_COUNTS_SIZE + SET_BUILD_SIZE + places[i];
        unsigned char* bytes = aligned(m.bytes, m.size);
        forge(bytes, m.size, at, bytes[at] ^ 1u, 1);
        if (set_read(&s, bytes, m.size, &error)) {
            assert_int_equal(set_model_open(&s, 0, &model), ABUT_OK);
            assert_int_equal(set_model_check(&s, 0, model), ABUT_BAD_IMAGE);
            abut_model_free(model);
            set_close(&s);
        }
        free(bytes);
    }
    made_free(&m);
}

// --------------------------------------------------------------------------------- failing memory

static void memory_that_fails_is_told(void** state)
{
    made m = make();
    size_t reads = 0, writes = 0;
    (void)state;
    const size_t blocks = allocations.blocks;
    for (bool done = false; !done; reads++) {
        set_file s;
        load_error error;
        allocations_begin(reads + 1);
        done = set_read(&s, m.bytes, m.size, &error);
        allocations_begin(0);
        if (done)
            set_close(&s);
        else
            assert_string_equal(error.text, abut_status_text(ABUT_OUT_OF_MEMORY));
        assert_int_equal(allocations.blocks, blocks);
    }
    const int told = dup(2), nowhere = open("/dev/null", O_WRONLY);  // where it is told
    dup2(nowhere, 2);
    for (bool done = false; !done; writes++) {
        FILE* file = tmpfile();
        char buffer[4096];
        setvbuf(file, buffer, _IOFBF, sizeof buffer);
        const size_t before = allocations.blocks;
        allocations_begin(writes + 1);
        const abut_status status = write_all(&m, file);
        allocations_begin(0);
        assert_true(status == ABUT_OK || status == ABUT_OUT_OF_MEMORY);
        assert_int_equal(allocations.blocks, before);
        done = status == ABUT_OK;
        fclose(file);
    }
    dup2(told, 2);
    close(told);
    close(nowhere);
    print_message("memory failed %zu times in reading, %zu in writing\n", reads - 1, writes - 1);
    assert_true(reads >= 5 && writes >= 7);
    made_free(&m);
}

// ----------------------------------------------------------------------------------- large, and real

// Pages of this process that are a file's; -1: the system does not tell.
static long file_pages(void)
{
    char line[200] = "", *at = line;
    FILE* in = fopen("/proc/self/statm", "r");
    if (!in) return -1;
    const char* got = fgets(line, sizeof line, in);
    fclose(in);
    long number = -1;
    for (int i = 0; got && i < 3; i++)  // all, those in memory, and of these a file's
        number = strtol(at, &at, 10);
    return number;
}

static void pages_are_let_go(void** state)
{
    char path[] = "/tmp/abut-set-XXXXXX";
    const uint64_t source[2] = {0};
    uint32_t number;
    (void)state;
    soup_data data = soup_random(SOUP_GENERIC, 100000, 3);
    abut_model* model = build(&data);
    soup_free(&data);
    FILE* file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    set_writer* w = set_writer_begin(file, 1, false);
    assert_int_equal(set_writer_model(w, model, source, &number), ABUT_OK);
    set_object o = {.name = "all", .model = number};
    o.pose = (abut_pose){.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
    assert_int_equal(set_writer_object(w, &o), ABUT_OK);
    assert_int_equal(set_writer_end(w), ABUT_OK);
    assert_int_equal(fclose(file), 0);
    abut_model_free(model);
    set_file s;
    load_error error;
    assert_true(set_is(path) && !saved_is(path));
    assert_true(set_open(&s, path, &error));
    assert_true(set_model_open(&s, 0, &model) == ABUT_OK);
    const long pages = (long)(set_model_size(&s, 0) / (size_t)sysconf(_SC_PAGESIZE));
    const long held = file_pages();
    set_model_let_go(&s, 0);
    const long left = file_pages();
    set_forget_objects(&s);
    assert_true(!s.objects && !s.object_count && s.model_count == 1);
    assert_int_equal(set_model_check(&s, 0, model), ABUT_OK);  // it can be read again
    abut_model_free(model);
    set_close(&s);
    unlink(path);
    print_message("of %ld pages %ld were let go\n", pages, held - left);
    if (held >= 0) assert_true(held - left >= pages - 64);
}

static abut_status read_pack(mesh* m, const char* name)
{
    char path[PATH_SIZE];
    const char* folder = data_pack("objects of real files");
    if (!folder) return ABUT_NOT_AVAILABLE;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const mesh_read_options how = {.keep_places = true};
    assert_int_equal(mesh_read_file(m, path, &how, NULL), MESH_OK);
    return ABUT_OK;
}

// A model of each object, written as "abut build" does it.
static unsigned char* write_split(split* parts, double unit, size_t* size)
{
    FILE* file = tmpfile();
    set_writer* w = set_writer_begin(file, unit, false);
    uint32_t* numbers = calloc(parts->count, sizeof *numbers);
    assert_non_null(numbers);
    for (size_t i = 0; i < parts->count; i++) {
        const split_object* o = &parts->objects[i];
        mesh part;
        assert_true(split_part(parts, i, &part));
        const abut_soup soup = soup_of_mesh(&part);
        uint64_t source[2];
        saved_hash(&part, source);
        if (o->is_lent) {
            numbers[i] = numbers[o->lender];
        } else {
            abut_model* model = NULL;
            assert_int_equal(abut_model_build(&model, &soup, NULL), ABUT_OK);
            assert_int_equal(set_writer_model(w, model, source, &numbers[i]), ABUT_OK);
            abut_model_free(model);
        }
        const set_object object = {
            .name = o->name, .id = o->id, .pose = split_pose(o), .model = numbers[i]};
        assert_int_equal(set_writer_object(w, &object), ABUT_OK);
        mesh_free(&part);
    }
    assert_int_equal(set_writer_end(w), ABUT_OK);
    free(numbers);
    return bytes_of(file, size);
}

// Each object against what was split: name, pose, the box by other code, and the triangles.
static void compare_object(const set_file* s, split* parts, size_t i)
{
    const split_object* o = &parts->objects[i];
    const set_object* found = &s->objects[i];
    mesh part;
    double low[3], high[3], corners[9];
    abut_model* model = NULL;
    assert_true(split_part(parts, i, &part));
    assert_int_equal(part.triangle_count, o->triangle_count);
    split_box(&part, low, high);
    for (int k = 0; k < 3; k++)  // not bit by bit: -0 becomes 0 in a model
        assert_true(low[k] == found->low[k] && high[k] == found->high[k]);
    assert_string_equal(o->name, found->name);
    const abut_pose pose = split_pose(o);
    assert_memory_equal(&pose, &found->pose, sizeof pose);
    assert_int_equal(found->triangle_count, part.triangle_count);
    assert_int_equal(set_model_open(s, found->model, &model), ABUT_OK);
    assert_int_equal(set_model_check(s, found->model, model), ABUT_OK);
    for (size_t t = 0; t < part.triangle_count; t++) {
        assert_int_equal(abut_model_triangles(model, t, 1, corners), ABUT_OK);
        for (size_t k = 0; k < 9; k++)
            assert_true(corners[k] == part.vertices[part.triangles[3 * t + k / 3] * 3 + k % 3]);
    }
    abut_model_free(model);
    mesh_free(&part);
}

// The objects of real files.
static void real_objects_come_back(void** state)
{
    static const char* const files[] = {"bim/duplex_electrical.obj", "cad/2CylinderEngine.glb"};
    size_t objects = 0, models = 0, shared = 0;
    (void)state;
    for (size_t f = 0; f < 2; f++) {
        mesh m;
        split parts = {0};
        warning_list said = {0};
        set_file s;
        load_error error;
        size_t size;
        if (read_pack(&m, files[f]) != ABUT_OK) return;
        assert_true(split_mesh(&parts, &m, files[f], &said));
        unsigned char* bytes = write_split(&parts, m.unit, &size);
        assert_true(set_read(&s, bytes, size, &error));
        assert_true(s.unit == m.unit);
        assert_int_equal(s.object_count, parts.count);
        for (size_t i = 0; i < parts.count; i++) {
            compare_object(&s, &parts, i);
            shared += parts.objects[i].is_lent;
        }
        objects += s.object_count;
        models += s.model_count;
        set_close(&s);
        free(bytes);
        split_free(&parts);
        warnings_free(&said);
        mesh_free(&m);
    }
    print_message("%zu objects, %zu models, %zu lent\n", objects, models, shared);
    assert_true(shared > 0 && models + shared == objects);
}

int __wrap_main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_comes_back),
        cmocka_unit_test(boxes_are_about_triangles),
        cmocka_unit_test(models_come_back),
        cmocka_unit_test(written_again_it_is_the_same),
        cmocka_unit_test(a_set_may_hold_nothing),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_damaged_byte_is_told),
        cmocka_unit_test(every_cut_is_told),
        cmocka_unit_test(counts_that_cannot_be_are_told),
        cmocka_unit_test(records_that_cannot_be_are_told),
        cmocka_unit_test(boxes_of_others_are_told),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(pages_are_let_go),
        cmocka_unit_test(real_objects_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

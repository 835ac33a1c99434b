// test_bad_files.c - odd and broken files collected from the test suites of other programs: what each
// must give stands in bad_files.tsv, a row for each. ABUT_DATA names the folder with the files, which
// is not part of the project.
#define _XOPEN_SOURCE 700
#include "io/mesh_check.h"
#include "support/mesh_alloc.h"
#include "support/uninstrumented.h"

#include <ftw.h>
#include <time.h>

// No file may take more than this; the limits leave room for slow machines and sanitizers.
enum { MOST_BYTES_PER_BYTE = 6, FREE_BYTES = 72 << 10, MOST_SECONDS = 2, MOST_ROWS = 1000 };

typedef struct row {
    char* path;
    char* outcomes[2];  // by default, with drop_bad
    char* groups;
    size_t files;
} row;

static char table_text[1 << 17];
static row rows[MOST_ROWS];
static size_t row_count;

static char* take_field(char** at)
{
    char* field = *at;
    size_t length = strcspn(field, "\t\n");
    *at = field + length + (field[length] != '\0');
    field[length] = '\0';
    return field;
}

static void read_table(void)
{
    FILE* file = fopen(ABUT_BAD_TABLE, "rb");
    assert_non_null(file);
    size_t size = fread(table_text, 1, sizeof table_text - 1, file);
    fclose(file);
    assert_true(size > 0 && size < sizeof table_text - 1);
    for (char* at = table_text; *at != '\0';) {
        if (*at == '#') {
            at += strcspn(at, "\n");
            at += *at == '\n';
            continue;
        }
        assert_true(row_count < MOST_ROWS);
        row* r = &rows[row_count++];
        r->path = take_field(&at);
        r->outcomes[0] = take_field(&at);
        r->outcomes[1] = take_field(&at);
        r->groups = take_field(&at);
        const char* note = take_field(&at);
        if (*note == '\0') fail_msg("%s: no note", r->path);
        if (row_count > 1 && strcmp(rows[row_count - 2].path, r->path) >= 0)
            fail_msg("%s: rows are not in order", r->path);
    }
}

static void table_is_whole(void** state)
{
    (void)state;
    print_message("%zu rows\n", row_count);
    assert_int_equal(row_count, 292);
}

// ------------------------------------------------------------------------------ files of the folder

static char root[4096];  // the folder, or "" without data
static size_t file_count;

static bool skip_without_data(void)
{
    if (root[0] != '\0') return false;
    print_message("SKIPPED: ABUT_DATA is not set; none of the files of the %zu rows was read\n",
                  row_count);
    return true;
}

static int count_file(const char* path, const struct stat* about, int type, struct FTW* place)
{
    (void)about;
    (void)place;
    if (type != FTW_F) return 0;
    WRITTEN_TEXT(path);
    const char* name = path + strlen(root) + 1;
    file_count++;
    for (size_t i = 0; i < row_count; i++) {
        if (strcmp(rows[i].path, name) != 0) continue;
        rows[i].files++;
        return 0;
    }
    fail_msg("%s has no row", name);
    return 1;
}

static void rows_and_files_agree(void** state)
{
    (void)state;
    if (skip_without_data()) skip();
    assert_int_equal(nftw(root, count_file, 16, FTW_PHYS), 0);
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].files != 1) fail_msg("row %s has no file", rows[i].path);
    assert_int_equal(file_count, row_count);
}

// ---------------------------------------------------------------------------------------- outcomes

static const char* status_name(mesh_status status)
{
    static const char* const names[] = {
        "ok",        "out-of-memory", "cannot-open", "unknown-format", "syntax",
        "truncated", "bad-number",    "bad-index",   "too-large",      "cancelled"};
    return (size_t)status < sizeof names / sizeof names[0] ? names[status] : "?";
}

static void tell_outcome(char* to, size_t size, mesh_status status, const mesh* m,
                         const mesh_error* e)
{
    if (status == MESH_OK && m->warning_total > 0)
        snprintf(to, size, "ok %zu %zu w%zu", m->vertex_count, m->triangle_count, m->warning_total);
    else if (status == MESH_OK)
        snprintf(to, size, "ok %zu %zu", m->vertex_count, m->triangle_count);
    else if (e->line > 0)
        snprintf(to, size, "%s line %zu", status_name(status), e->line);
    else if (strncmp(e->text, "byte ", 5) == 0)
        snprintf(to, size, "%s byte %zu", status_name(status), e->byte);
    else
        snprintf(to, size, "%s", status_name(status));
}

static void check_mesh(const row* r, const mesh* m)
{
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        assert_true(isfinite(m->vertices[i]));
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        assert_true(m->triangles[i] < m->vertex_count);
    for (size_t i = 0; i < m->triangle_count; i++)
        assert_true((m->faces ? m->faces[i] : i) < m->face_count);
    for (size_t i = 0; i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        assert_true(g->first_triangle <= m->triangle_count);
        assert_true(g->triangle_count <= m->triangle_count - g->first_triangle);
        assert_non_null(g->name);
    }
    for (size_t i = 0; i < m->warning_count; i++)
        assert_true(m->warnings[i].text[0] != '\0' &&
                    fault_code_name(m->warnings[i].code).text[0] == 'F');
    char groups[32];
    snprintf(groups, sizeof groups, "%zu", m->group_count);
    if (strcmp(groups, r->groups) != 0) fail_msg("%s: %s groups", r->path, groups);
}

// What is wrong with a file is a kind of fault of files, and stands somewhere, unless it is about the file as a whole.
static void check_fault(const row* r, const mesh_error* e)
{
    const fault_name name = fault_code_name(e->code);
    const bool has_place = e->line > 0 || strncmp(e->text, "byte ", 5) == 0;
    const bool is_whole =
        e->code == F001_UNKNOWN_FORMAT || e->code == F016_FOREIGN || e->code == F058_EMPTY;
    if (name.text[0] != 'F') fail_msg("%s: the code %s: %s", r->path, name.text, e->text);
    if (has_place == is_whole && e->code != F058_EMPTY)
        fail_msg("%s: the place of %s: %s", r->path, name.text, e->text);
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct worst {
    double bytes_per_byte, seconds;  // of the files above FREE_BYTES, and of all
} worst;

static void check_costs(const row* r, size_t size, size_t peak, double seconds, worst* w)
{
    if (peak > FREE_BYTES + MOST_BYTES_PER_BYTE * size)
        fail_msg("%s: %zu bytes of memory for a file of %zu", r->path, peak, size);
    if (seconds > MOST_SECONDS) fail_msg("%s took %.1f s", r->path, seconds);
    const double ratio = size > FREE_BYTES ? (double)peak / (double)size : 0;
    w->bytes_per_byte = fmax(w->bytes_per_byte, ratio);
    w->seconds = fmax(w->seconds, seconds);
}

// Returns whether the outcome is the row's.
static bool check_row(const row* r, int drop_bad, worst* w)
{
    char path[5000];
    snprintf(path, sizeof path, "%s/%s", root, r->path);
    struct stat about;
    if (stat(path, &about) != 0) fail_msg("%s: no such file", r->path);
    mesh m = {0};
    mesh_error e;
    const mesh_read_options options = {.drop_bad = drop_bad};
    const size_t before = allocations.live;
    allocations_begin(0);
    const double start = seconds_now();
    const mesh_status status = mesh_read_file(&m, path, &options, &e);
    const double seconds = seconds_now() - start;
    check_costs(r, (size_t)about.st_size, allocations.peak - before, seconds, w);
    char outcome[200];
    tell_outcome(outcome, sizeof outcome, status, &m, &e);
    if (status == MESH_OK)
        check_mesh(r, &m);
    else
        check_fault(r, &e);
    mesh_free(&m);
    assert_int_equal(allocations.live, before);
    if (strcmp(outcome, r->outcomes[drop_bad]) == 0) return true;
    print_message("%s%s: \"%s\" instead of \"%s\" %s\n", r->path, drop_bad ? ", drop_bad" : "",
                  outcome, r->outcomes[drop_bad], status == MESH_OK ? "" : e.text);
    return false;
}

static void files_give_what_their_rows_say(void** state)
{
    (void)state;
    if (skip_without_data()) skip();
    worst w = {0, 0};
    size_t wrong = 0, read[2] = {0, 0};
    for (size_t i = 0; i < row_count; i++) {
        for (int drop_bad = 0; drop_bad < 2; drop_bad++) {
            wrong += !check_row(&rows[i], drop_bad, &w);
            read[drop_bad] += strncmp(rows[i].outcomes[drop_bad], "ok", 2) == 0;
        }
    }
    print_message("%zu files: %zu read by default, %zu with drop_bad; at most %.1f bytes of memory "
                  "for a byte of the file, and %.3f s\n",
                  row_count, read[0], read[1], w.bytes_per_byte, w.seconds);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const char* data = getenv("ABUT_DATA");
    if (data) snprintf(root, sizeof root, "%s/bad", data);
    read_table();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_whole),
        cmocka_unit_test(rows_and_files_agree),
        cmocka_unit_test(files_give_what_their_rows_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

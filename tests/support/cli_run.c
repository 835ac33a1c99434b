// cli_run.c - starting the program, catching what it says.
#include "support/cli_run.h"

#include "mesh/mesh.h"
#include "text/code.h"

#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

extern char** environ;

// Beside the folder of the models, so that counting files there sees only those.
static char folder[512], captured_out[600], captured_err[600];

static void write_cubes(void)
{
    double vertices[8][3];
    uint32_t triangles[12][3];
    // Corner i has the bits of i as coordinates. A face: four corners, counter-clockwise outside.
    static const uint32_t quads[6][4] = {
        {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5},
    };
    FILE* out = fopen("quads.obj", "w");
    assert_non_null(out);
    for (int i = 0; i < 8; i++) {
        for (int axis = 0; axis < 3; axis++)
            vertices[i][axis] = i >> axis & 1;
        fprintf(out, "v %d %d %d\n", i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    for (int i = 0; i < 6; i++) {
        const uint32_t* q = quads[i];
        const uint32_t halves[2][3] = {{q[0], q[1], q[2]}, {q[0], q[2], q[3]}};
        memcpy(triangles[(size_t)i * 2], halves, sizeof halves);
        fprintf(out, "f %u %u %u %u\n", q[0] + 1, q[1] + 1, q[2] + 1, q[3] + 1);
    }
    fclose(out);
    const mesh cube = {.vertices = &vertices[0][0],
                       .vertex_count = 8,
                       .triangles = &triangles[0][0],
                       .triangle_count = 12,
                       .face_count = 12,
                       .format = MESH_OBJ};
    static const char* const names[] = {"cube.obj", "cube.stl", "cube.ply", "cube.off"};
    mesh_error error;
    for (int i = 0; i < 4; i++)
        assert_int_equal(mesh_write_file(&cube, names[i], MESH_UNKNOWN, &error), MESH_OK);
}

int cli_enter(void** state)
{
    (void)state;
    const char* base = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/abut-test-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) return -1;
    snprintf(captured_out, sizeof captured_out, "%s.out", folder);
    snprintf(captured_err, sizeof captured_err, "%s.err", folder);
    if (chdir(folder)) return -1;
    write_cubes();
    cli_write_file("one.obj", "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n");
    cli_write_file("other.obj", "v 1 1 -1\nv 1 1 1\nv 5 5 0\nf 1 2 3\n");
    cli_write_file("empty.off", "OFF\n0 0 0\n");
    return 0;
}

int cli_leave(void** state)
{
    (void)state;
    DIR* d = opendir(folder);
    if (!d) return -1;
    for (struct dirent* e = readdir(d); e; e = readdir(d))
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && unlink(e->d_name) != 0)
            rmdir(e->d_name);
    closedir(d);
    unlink(captured_out);
    unlink(captured_err);
    return chdir("/") || rmdir(folder);
}

char* cli_read_file(const char* path)
{
    FILE* in = fopen(path, "rb");
    if (!in) return NULL;
    char* text = NULL;
    size_t size = 0, got;
    char block[4096];
    do {
        got = fread(block, 1, sizeof block, in);
        text = realloc(text, size + got + 1);
        assert_non_null(text);
        memcpy(text + size, block, got);
        size += got;
        text[size] = '\0';
    } while (got > 0);
    fclose(in);
    return text;
}

void cli_write_file(const char* path, const char* text)
{
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

int cli_count_files(void)
{
    int count = 0;
    DIR* d = opendir(".");
    assert_non_null(d);
    for (struct dirent* e = readdir(d); e; e = readdir(d))
        count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

// Return the environment with one more variable in front, where it wins. Free the array.
static char** environment_with(char* setting)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char** all = malloc((count + 2) * sizeof *all);
    assert_non_null(all);
    all[0] = setting;
    memcpy(all + (setting ? 1 : 0), environ, (count + 1) * sizeof *all);
    return all;
}

// Under the sanitizer of addresses a look for leaks takes longer than most runs: it is taken at every fourth.
static void look_for_leaks(void)
{
    static int is_given = -1, runs = 0;
    if (is_given < 0) is_given = getenv("ASAN_OPTIONS") != NULL;
    if (is_given) return;
    setenv("ASAN_OPTIONS", runs % 4 ? "detect_leaks=0" : "", 1);
    runs++;
}

// Whether a line ends with a code that there is, in brackets.
static bool has_code(const char* line, size_t length)
{
    char code[5] = "";
    if (length < 7 || strncmp(line + length - 7, " [", 2) != 0 || line[length - 1] != ']')
        return false;
    memcpy(code, line + length - 5, 4);
    return fault_code_find(code) != CODE_NONE;
}

// Each error and each warning ends with its code; progress goes to terminals only.
static void expect_codes(const char* err)
{
    for (const char* line = err; *line;) {
        const size_t length = strcspn(line, "\n");
        const bool is_message =
            strncmp(line, "abut: ", 6) == 0 || strncmp(line, "abut-mpi: ", 10) == 0;
        if (is_message && !has_code(line, length))
            fail_msg("no code at the end of: %.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

cli_result cli_run(const cli_call* call)
{
    look_for_leaks();
    const char* program = call->program ? call->program : ABUT_PROGRAM;
    char* arguments[64] = {strdup(program)};
    for (int i = 0; call->arguments[i]; i++) {
        assert_true(i < 62);
        arguments[i + 1] = strdup(call->arguments[i]);
    }
    char* setting = call->setting ? strdup(call->setting) : NULL;
    char** environment = environment_with(setting);
    posix_spawn_file_actions_t files;
    assert_int_equal(posix_spawn_file_actions_init(&files), 0);
    const int write_flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, 0, call->input ? call->input : "/dev/null", O_RDONLY,
                                     0);
    unlink(captured_out);
    if (call->closed_output)
        posix_spawn_file_actions_addclose(&files, 1);
    else
        posix_spawn_file_actions_addopen(&files, 1, call->output ? call->output : captured_out,
                                         write_flags, 0600);
    posix_spawn_file_actions_addopen(&files, 2, captured_err, write_flags, 0600);
    pid_t child;
    int ended = 0;
    assert_int_equal(posix_spawn(&child, program, &files, NULL, arguments, environment), 0);
    assert_int_equal(waitpid(child, &ended, 0), child);
    posix_spawn_file_actions_destroy(&files);
    for (int i = 0; arguments[i]; i++)
        free(arguments[i]);
    free(environment);
    free(setting);
    cli_result r = {WIFEXITED(ended) ? WEXITSTATUS(ended) : -1, cli_read_file(captured_out),
                    cli_read_file(captured_err)};
    if (r.status < 0) print_error("ended by signal %d\n", WTERMSIG(ended));
    assert_true(r.status >= 0);
    if (!r.out) r.out = strdup("");
    // A sanitizer ends a program with a status that may be the expected one.
    const bool is_clean = r.err && !strstr(r.err, "runtime error:") && !strstr(r.err, "Sanitizer");
    if (!is_clean) print_error("%s", r.err);
    assert_true(is_clean);
    expect_codes(r.err);
    return r;
}

void cli_free(cli_result* r)
{
    free(r->out);
    free(r->err);
    *r = (cli_result){0};
}

cJSON* cli_json(const char* const* arguments, int status)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) print_error("%s", r.err);
    assert_int_equal(r.status, status);
    cJSON* root = cJSON_ParseWithOpts(r.out, NULL, 1);
    assert_non_null(root);
    cli_free(&r);
    return root;
}

const cJSON* cli_member(const cJSON* root, const char* path)
{
    char name[64];
    while (*path) {
        const size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        root = cJSON_IsArray(root) ? cJSON_GetArrayItem(root, (int)strtol(name, NULL, 10))
                                   : cJSON_GetObjectItemCaseSensitive(root, name);
        if (!root) print_error("no member %s\n", name);
        assert_non_null(root);
        path += length + (path[length] == '.');
    }
    return root;
}

double cli_number(const cJSON* root, const char* path)
{
    const cJSON* at = cli_member(root, path);
    assert_true(cJSON_IsNumber(at));
    return at->valuedouble;
}

void cli_expect_text(const char* text, const char* part)
{
    if (!strstr(text, part)) print_error("'%s' not found in: %s\n", part, text);
    assert_non_null(strstr(text, part));
}

void cli_expect_status(int status, const char* const* arguments, const char* text)
{
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    if (r.status != status) fail_msg("status %d, not %d: %s%s", r.status, status, r.out, r.err);
    if (text)
        cli_expect_text(r.out, text);
    else
        assert_string_equal(r.out, "");
    cli_free(&r);
}

void cli_expect_pose(const cJSON* root, const char* path, const double* matrix)
{
    const cJSON* pose = cli_member(root, path);
    assert_int_equal(cJSON_GetArraySize(pose), 16);
    for (int i = 0; i < 16; i++) {
        const double found = cJSON_GetArrayItem(pose, i)->valuedouble;
        if (found != matrix[i]) print_error("%s[%d] is %.17g\n", path, i, found);
        assert_true(found == matrix[i]);
    }
}

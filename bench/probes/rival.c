// rival.c - other libraries asked about points: programs beside abut-bench, and modules of Python. Each reads the scene from a
// file and answers commands, a line each, with seconds or with a file of numbers (programs/rival.h).
#include "probes/probes.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 + 64 };

static const probes_rival_kind kinds[] = {
    {"embree", "abut-probe-embree", PROBES_HOW, false},
    {"cgal", "abut-probe-cgal", PROBES_HOW, true},
    {"fcl", "abut-probe-fcl", PROBES_HOW, true},
    {"fcpw", NULL, "pip install fcpw numpy; --python names an interpreter that has it", false},
    {"libigl", NULL, "pip install libigl numpy; --python names an interpreter that has it", true},
};

const probes_rival_kind* probes_rival_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

static void path_in(const probes_run* run, const char* name, char out[PATH_ROOM])
{
    snprintf(out, PATH_ROOM, "%.4000s/%s", run->folder, name);
}

static int write_file(const char* path, const void* first, size_t first_size, const mesh* m,
                      const double* points, size_t count)
{
    FILE* out = fopen(path, "wb");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    fwrite(first, 1, first_size, out);
    if (m) {
        fwrite(m->vertices, sizeof *m->vertices, 3 * m->vertex_count, out);
        fwrite(m->triangles, sizeof *m->triangles, 3 * m->triangle_count, out);
        fwrite(points, sizeof *points, 3 * count, out);
    }
    const int failed = ferror(out);
    return fclose(out) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

int probes_write_scene(const probes_run* run, const probes_scene* s)
{
    const uint64_t counts[3] = {s->mesh.vertex_count, s->mesh.triangle_count, s->point_count};
    char path[PATH_ROOM];
    path_in(run, "rivals.py", path);
    if (write_file(path, probes_python_text, strlen(probes_python_text), NULL, NULL, 0) != BENCH_OK)
        return BENCH_ERROR;
    path_in(run, "scene", path);
    return write_file(path, counts, sizeof counts, &s->mesh, s->points, s->point_count);
}

void probes_remove_scene(const probes_run* run)
{
    static const char* const names[] = {"rivals.py", "scene", "answers"};
    char path[PATH_ROOM];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path_in(run, names[i], path);
        (void)unlink(path);
    }
}

// Beside this program.
static void own_folder(char out[PATH_ROOM])
{
    const ssize_t length = readlink("/proc/self/exe", out, PATH_ROOM - 1);
    out[length > 0 ? length : 0] = '\0';
    char* slash = strrchr(out, '/');
    if (slash) *slash = '\0';
}

// In the child.
static void become(const probes_run* run, const probes_rival_kind* kind)
{
    char scene[PATH_ROOM], program[PATH_ROOM];
    path_in(run, "scene", scene);
    if (kind->program) {
        char folder[PATH_ROOM];
        own_folder(folder);
        snprintf(program, sizeof program, "%.4000s/%s", folder, kind->program);
        execl(program, program, scene, kind->name, (char*)NULL);
    } else {
        path_in(run, "rivals.py", program);
        const char* python = run->request->python ? run->request->python : "python3";
        execlp(python, python, program, kind->name, scene, (char*)NULL);
    }
    _exit(127);
}

static bool read_line(probes_rival* r, char* line, size_t size)
{
    if (!fgets(line, (int)size, r->from)) return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

bool probes_rival_open(probes_rival* r, const probes_run* run, const probes_rival_kind* kind)
{
    int to[2], from[2];
    char line[160];
    *r = (probes_rival){.process = 0};
    signal(SIGPIPE, SIG_IGN);
    if (pipe(to) || pipe(from)) exit(bench_fail("no pipe: %s", strerror(errno)));
    r->process = fork();
    if (r->process == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        close(to[1]);
        close(from[0]);
        become(run, kind);
    }
    close(to[0]);
    close(from[1]);
    r->to = fdopen(to[1], "w");
    r->from = fdopen(from[0], "r");
    if (r->process > 0 && read_line(r, line, sizeof line) && strncmp(line, "ready ", 6) == 0) {
        snprintf(r->name, sizeof r->name, "%.100s", line + 6);
        return true;
    }
    fprintf(stderr, "abut-bench: SKIPPED: %s is not there (%s)\n", kind->name, kind->how);
    probes_rival_close(r);
    return false;
}

double probes_rival_ask(probes_rival* r, const char* question)
{
    char line[160], *end;
    fprintf(r->to, "%s\n", question);
    fflush(r->to);
    if (!read_line(r, line, sizeof line)) return -1;
    const double seconds = strtod(line, &end);
    return end == line ? -1 : seconds;
}

bool probes_rival_stayed(const char* peer, const double* seconds, int count)
{
    for (int i = 0; i < count; i++)
        if (seconds[i] < 0) {
            fprintf(stderr, "abut-bench: SKIPPED: %s died while it was timed\n", peer);
            return false;
        }
    return true;
}

bool probes_rival_answers(probes_rival* r, const probes_run* run, double* out, size_t count)
{
    char path[PATH_ROOM], line[160];
    path_in(run, "answers", path);
    fprintf(r->to, "write %s\n", path);
    fflush(r->to);
    if (!read_line(r, line, sizeof line) || strcmp(line, "ok") != 0) return false;
    FILE* in = fopen(path, "rb");
    if (!in) return false;
    const size_t got = fread(out, sizeof *out, count, in);
    fclose(in);
    return got == count;
}

void probes_rival_close(probes_rival* r)
{
    int how;
    if (r->to) fclose(r->to);
    if (r->from) fclose(r->from);
    if (r->process > 0) waitpid(r->process, &how, 0);
    *r = (probes_rival){.process = 0};
}

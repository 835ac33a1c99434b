// link.c - a program of bench/peers as one of those who are asked. It is a process of its own: so
// a slow one can be stopped, a broken one takes nothing with it, and licences do not mix.
#include "peers/peers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };
enum { LOADS_QUERIES = 10 };  // a build may take as long as so many queries

typedef struct link_side {
    pid_t process;
    int to, from;
    char* line;  // the last answer
    size_t room;
    size_t used, filled;  // of what was read beyond it
    char buffer[4096];
    char file[PATH_ROOM];  // in which pairs and bounds are handed over
} link_side;

const peer_kind* peer_kinds(size_t* count)
{
    static const peer_kind kinds[] = {
        {"abut", .not_in = {[PEER_MODE_FIRST] = true, [PEER_MODE_ALL] = true}},
        {"obb", .not_in = {[PEER_MODE_BATCH] = true}},
        {"rounded", "abut-peer-rounded", .not_in = {[PEER_MODE_BATCH] = true}},
        {"rapid", .is_compiled = true, .is_rival = true},
        {"pqp", .is_compiled = true, .is_rival = true},
        {"fcl-obbrss", "abut-peer-fcl", "OBBRSS", .is_rival = true},
        {"fcl-obb", "abut-peer-fcl", "OBB", .is_rival = true},
        {"coal", "abut-peer-coal", .is_rival = true},
        {"embree", "abut-peer-embree", .is_rival = true},
        {"bullet", "abut-peer-bullet"},
        {"ode", "abut-peer-ode"},
        {"cgal", "abut-peer-cgal"},
        {"three", "abut-peer-three"},
    };
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

static side_status fail(side* s, side_status status, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

static side_status fail(side* s, side_status status, const char* format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(s->error, sizeof s->error, format, values);
    va_end(values);
    return status;
}

// Seconds of the processor that a program has used: on a busy machine the clock would stop it too early.
static double processor_of(pid_t process)
{
    clockid_t clock;
    struct timespec t = {0};
    if (clock_getcpuclockid(process, &clock) == 0) clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---------------------------------------------------------------------------------------- the lines

static side_status send_line(side* s, const char* text, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t wrote = write(s->self.link->to, text + done, size - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return fail(s, SIDE_FAILED, "it has gone");
        done += (size_t)wrote;
    }
    return SIDE_OK;
}

// It has ended: why?
static side_status tell_end(side* s)
{
    link_side* link = s->self.link;
    int how = 0;
    while (waitpid(link->process, &how, 0) < 0 && errno == EINTR)
        ;
    link->process = 0;
    if (WIFSIGNALED(how)) return fail(s, SIDE_FAILED, "it died of signal %d", WTERMSIG(how));
    return fail(s, SIDE_FAILED, "it ended without an answer");
}

// More bytes into the buffer, unless the program has worked for so long since it was asked, or slept.
static side_status receive_more(side* s, double begun)
{
    enum { WAKE_MS = 100, SLEEPS_MOST = 100 };  // without any work
    link_side* link = s->self.link;
    struct pollfd wait = {.fd = link->from, .events = POLLIN};
    double before = -1;
    for (int sleeps = 0;;) {
        const int ready = poll(&wait, 1, WAKE_MS);
        if (ready == 0) {
            const double now = processor_of(link->process);
            sleeps = now > before ? 0 : sleeps + 1;
            before = now;
            if (now - begun > s->limit) return fail(s, SIDE_SLOW, "stopped after %.3g s", s->limit);
            if (sleeps == SLEEPS_MOST) return fail(s, SIDE_FAILED, "it sleeps");
        }
        if (ready <= 0) continue;
        const ssize_t got = read(link->from, link->buffer, sizeof link->buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return tell_end(s);
        link->used = 0;
        link->filled = (size_t)got;
        return SIDE_OK;
    }
}

// One line, which must begin with word; *rest is what follows it, until the next line.
static side_status receive_line(side* s, const char* word, char** rest)
{
    link_side* link = s->self.link;
    const double begun = processor_of(link->process);
    size_t length = 0;
    for (;;) {
        if (link->used == link->filled) {
            const side_status status = receive_more(s, begun);
            if (status != SIDE_OK) return status;
        }
        if (length + 1 >= link->room) {
            const size_t room = link->room ? 2 * link->room : 256;
            char* line = realloc(link->line, room);
            if (!line) return fail(s, SIDE_FAILED, "out of memory");
            link->line = line;
            link->room = room;
        }
        const char c = link->buffer[link->used++];
        if (c == '\n') break;
        link->line[length++] = c;
    }
    link->line[length] = '\0';
    const size_t size = strlen(word);
    if (strncmp(link->line, word, size) != 0)
        return fail(s, SIDE_FAILED, "it says: %.150s", link->line);
    *rest = link->line + size;
    return SIDE_OK;
}

static side_status command(side* s, const char* word, char** rest, const char* format, ...)
    __attribute__((format(printf, 4, 5)));

static side_status command(side* s, const char* word, char** rest, const char* format, ...)
{
    char text[PATH_ROOM + 64];
    va_list values;
    va_start(values, format);
    const int size = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (size < 0 || (size_t)size >= sizeof text) return fail(s, SIDE_FAILED, "a path is too long");
    const side_status status = send_line(s, text, (size_t)size);
    return status == SIDE_OK ? receive_line(s, word, rest) : status;
}

static side_status take_number(side* s, char** at, double* out)
{
    char* end;
    *out = strtod(*at, &end);
    if (end == *at) return fail(s, SIDE_FAILED, "no number: %.150s", *at);
    *at = end;
    return SIDE_OK;
}

// ---------------------------------------------------------------------------------------- the calls

const char* peer_question_name(peer_question question)
{
    static const char* const names[] = {"first",    "all",       "batch",  "distance",
                                        "coherent", "tolerance", "within", "clearance",
                                        "self",     "self again"};
    return names[question];
}

const char* peer_mode_name(peer_mode mode)
{
    static const char* const names[PEER_MODES] = {"first", "all", "batch"};
    return names[mode];
}

static side_status link_run(side* s, peer_question question, long repeats, double* seconds)
{
    char* rest = NULL;
    const side_status status =
        command(s, "time ", &rest, "run %s %ld\n", peer_question_name(question), repeats);
    return status == SIDE_OK ? take_number(s, &rest, seconds) : status;
}

static side_status link_each(side* s, peer_question question, double* seconds)
{
    char* rest = NULL;
    side_status status = command(s, "times ", &rest, "each %s\n", peer_question_name(question));
    for (size_t i = 0; i < s->used_count && status == SIDE_OK; i++)
        status = take_number(s, &rest, &seconds[i]);
    return status;
}

static int compare_pairs(const void* x, const void* y)
{
    const abut_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

// Numbers of 64 bits: a << 32 | b.
static side_status read_pairs(side* s, side_answer* out, size_t count)
{
    FILE* in = fopen(s->self.link->file, "rb");
    if (!in) return fail(s, SIDE_FAILED, "its answer cannot be read");
    out->pairs = malloc((count + 1) * sizeof *out->pairs);
    size_t got = 0;
    for (uint64_t pair; out->pairs && got < count && fread(&pair, sizeof pair, 1, in); got++)
        out->pairs[got] = (abut_pair){(uint32_t)(pair >> 32), (uint32_t)pair};
    fclose(in);
    if (got < count || !out->pairs) {
        free(out->pairs);
        *out = (side_answer){0};
        return fail(s, SIDE_FAILED, "its answer is too short");
    }
    qsort(out->pairs, got, sizeof *out->pairs, compare_pairs);
    return SIDE_OK;
}

static side_status link_answer(side* s, peer_question question, size_t query, side_answer* out)
{
    char* rest = NULL;
    double count = 0, pairs = 0;
    *out = (side_answer){0};
    side_status status = command(s, "answer ", &rest, "answer %s %zu %s\n",
                                 peer_question_name(question), query, s->self.link->file);
    if (status == SIDE_OK) status = take_number(s, &rest, &count);
    if (status == SIDE_OK) status = take_number(s, &rest, &pairs);
    if (status == SIDE_OK) status = take_number(s, &rest, &out->seconds);
    if (status != SIDE_OK) return status;
    out->count = (size_t)count;
    return pairs > 0 ? read_pairs(s, out, (size_t)pairs) : SIDE_OK;
}

static side_status write_pairs(side* s, const abut_pair* pairs, size_t count)
{
    FILE* out = fopen(s->self.link->file, "wb");
    size_t wrote = 0;
    if (!out) return fail(s, SIDE_FAILED, "the pairs cannot be written");
    for (; wrote < count; wrote++) {
        const uint64_t pair = (uint64_t)pairs[wrote].a << 32 | pairs[wrote].b;
        if (fwrite(&pair, sizeof pair, 1, out) != 1) break;
    }
    if (fclose(out) || wrote < count) return fail(s, SIDE_FAILED, "the pairs cannot be written");
    return SIDE_OK;
}

side_status side_judge(side* s, size_t query, abut_pair* pairs, size_t* count)
{
    char* rest = NULL;
    double kept = 0;
    side_answer answer = {0};
    side_status status = write_pairs(s, pairs, *count);
    if (status == SIDE_OK)
        status = command(s, "answer ", &rest, "judge %zu %s\n", query, s->self.link->file);
    if (status == SIDE_OK) status = take_number(s, &rest, &kept);
    if (status == SIDE_OK) status = read_pairs(s, &answer, (size_t)kept);
    if (status != SIDE_OK) return status;
    memcpy(pairs, answer.pairs, (size_t)kept * sizeof *pairs);
    *count = (size_t)kept;
    free(answer.pairs);
    return SIDE_OK;
}

static side_status link_measure(side* s, peer_question question, size_t query, side_measure* out)
{
    char* rest = NULL;
    double pair[2] = {-1, -1};
    *out = (side_measure){0};
    side_status status =
        command(s, "measured ", &rest, "measure %s %zu\n", peer_question_name(question), query);
    if (status == SIDE_OK) status = take_number(s, &rest, &out->lo);
    for (int i = 0; i < 2 && status == SIDE_OK; i++)
        status = take_number(s, &rest, &pair[i]);
    if (status == SIDE_OK) status = take_number(s, &rest, &out->seconds);
    out->hi = out->lo;
    out->has_pair = pair[0] >= 0 && pair[1] >= 0;
    if (out->has_pair) out->pair = (abut_pair){(uint32_t)pair[0], (uint32_t)pair[1]};
    return status;
}

static side_status link_bound(side* s, const double* bounds, size_t count)
{
    link_side* link = s->self.link;
    char* rest = NULL;
    FILE* out = fopen(link->file, "wb");
    if (!out) return fail(s, SIDE_FAILED, "the bounds cannot be written");
    const size_t wrote = fwrite(bounds, sizeof *bounds, count, out);
    if (fclose(out) || wrote < count) return fail(s, SIDE_FAILED, "the bounds cannot be written");
    return command(s, "bounded", &rest, "bounds %s\n", link->file);
}

static side_status link_use(side* s, const size_t* queries, size_t count)
{
    s->used = queries;
    s->used_count = count;
    char number[32], *rest = NULL;
    side_status status = send_line(s, "use", 3);
    for (size_t i = 0; i < count && status == SIDE_OK; i++)
        status = send_line(s, number, (size_t)snprintf(number, sizeof number, " %zu", queries[i]));
    if (status == SIDE_OK) status = send_line(s, "\n", 1);
    return status == SIDE_OK ? receive_line(s, "used", &rest) : status;
}

static void link_close(side* s)
{
    link_side* link = s->self.link;
    close(link->to);
    close(link->from);
    if (link->process) {
        kill(link->process, SIGKILL);
        while (waitpid(link->process, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    unlink(link->file);
    free(link->line);
    free(link);
    s->self.link = NULL;
}

static const side_calls link_calls = {link_run,   link_each, link_answer, link_measure,
                                      link_bound, link_use,  link_close};

// -------------------------------------------------------------------------------------- the program

// Programs of peers stand beside this one, unless their path says where.
int peer_program_path(const char* program, char* out, size_t size)
{
    char own[PATH_ROOM];
    if (strchr(program, '/')) {
        const int wrote = snprintf(out, size, "%s", program);
        return wrote > 0 && (size_t)wrote < size && access(out, X_OK) == 0;
    }
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length < 0) return 0;
    own[length] = '\0';
    char* slash = strrchr(own, '/');
    if (slash) slash[1] = '\0';
    const int wrote = snprintf(out, size, "%s%s", own, program);
    return wrote > 0 && (size_t)wrote < size && access(out, X_OK) == 0;
}

static void become(const char* path, const peer_kind* kind, const int to[2], const int from[2])
{
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    close(to[0]);
    close(to[1]);
    close(from[0]);
    close(from[1]);
    signal(SIGPIPE, SIG_DFL);
    execl(path, kind->program, kind->argument, (char*)NULL);
    _exit(127);
}

static side_status start(side* s, const peer_kind* kind)
{
    char path[PATH_ROOM];
    int to[2], from[2];
    if (!peer_program_path(kind->program, path, sizeof path))
        return fail(s, SIDE_ABSENT, "not installed");
    if (pipe(to) != 0) return fail(s, SIDE_FAILED, "no pipe");
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return fail(s, SIDE_FAILED, "no pipe");
    }
    signal(SIGPIPE, SIG_IGN);  // a peer that has gone is an error of write, not the end
    link_side* link = calloc(1, sizeof *link);
    const pid_t process = link ? fork() : -1;
    if (process == 0) become(path, kind, to, from);
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        free(link);
        return fail(s, SIDE_FAILED, "no process");
    }
    *link = (link_side){.process = process, .to = to[1], .from = from[0]};
    s->self.link = link;
    return SIDE_OK;
}

static side_status greet(side* s)
{
    char* rest = NULL;
    const side_status status = receive_line(s, "peer ", &rest);
    if (status != SIDE_OK) return status;
    const char* space = rest ? strchr(rest, ' ') : NULL;
    if (!space) return fail(s, SIDE_FAILED, "it does not say its name");
    s->has_pairs = strncmp(rest, "pairs ", 6) == 0;
    snprintf(s->name, sizeof s->name, "%.*s", (int)sizeof s->name - 1, space + 1);
    return SIDE_OK;
}

side_status side_open_program(side* s, const peer_kind* kind, const char* folder, double limit)
{
    char* rest = NULL;
    *s = (side){.calls = &link_calls, .limit = limit};
    side_status status = start(s, kind);
    if (status != SIDE_OK) return status;
    const int size = snprintf(s->self.link->file, sizeof s->self.link->file, "%s/numbers", folder);
    if (size < 0 || (size_t)size >= sizeof s->self.link->file)
        status = fail(s, SIDE_FAILED, "a path is too long");
    if (status == SIDE_OK) status = greet(s);
    s->limit = LOADS_QUERIES * limit;
    if (status == SIDE_OK) status = command(s, "ready ", &rest, "load %s/scene\n", folder);
    s->limit = limit;
    if (status == SIDE_OK) status = take_number(s, &rest, &s->build_seconds);
    if (status != SIDE_OK) link_close(s);
    return status;
}

side_status side_find_program(const peer_kind* kind, char* name, size_t size)
{
    side s = {.calls = &link_calls, .limit = 20};
    side_status status = start(&s, kind);
    if (status == SIDE_OK) {
        status = greet(&s);
        link_close(&s);
    }
    snprintf(name, size, "%s", status == SIDE_OK ? s.name : s.error);
    return status;
}

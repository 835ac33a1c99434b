// work.c - abut's queries of one scene of "abut-bench peers", to be counted. "abut-bench peers --count" starts it twice:
//     valgrind ... abut-peer-work ...    callgrind counts the instructions of ask_counted, and writes them after each call
//     abut-peer-touched ...              this file with ABUT_TOUCHED, and the library compiled so that every load and store
//                                        calls a function: which lines of the models' memory were touched
// Arguments: SCENE quick|full tuning|report, then groups: first|all|batch and the numbers of its queries.
// Prints a line for each group: its name, and how many lines were touched, of each query, summed up (without ABUT_TOUCHED 0).
#include "bench.h"
#include "peers/peers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int bench_fail(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("abut-peer-work: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return BENCH_ERROR;
}

// --------------------------------------------------------------------------------- what is touched

enum { LINE = 64 };

// A piece of the models' memory.
typedef struct block {
    char* begin;
    size_t size;
    uint32_t* seen;  // of each line: in which query last; NULL while models are built
} block;

static struct {
    block* blocks;
    size_t count, room;
    uint32_t query;  // 0: none
    uint64_t lines;
} memory;

static void* allocate(void* user, size_t size, size_t alignment)
{
    (void)user;
    const size_t least = alignment > LINE ? alignment : LINE;
    void* out = aligned_alloc(least, (size + least - 1) / least * least);
    if (!out) return NULL;
    if (memory.count == memory.room) {
        memory.room = 2 * memory.room + 64;
        block* more = realloc(memory.blocks, memory.room * sizeof *more);
        if (!more) exit(bench_fail("out of memory"));
        memory.blocks = more;
    }
    memory.blocks[memory.count++] = (block){.begin = out, .size = size};
    return out;
}

static void release(void* user, void* memory_block, size_t size)
{
    (void)user;
    (void)size;
    for (size_t i = 0; i < memory.count; i++) {
        if (memory.blocks[i].begin != memory_block) continue;
        free(memory.blocks[i].seen);
        memory.blocks[i] = memory.blocks[--memory.count];
        break;
    }
    free(memory_block);
}

#ifdef ABUT_TOUCHED
static int compare_blocks(const void* x, const void* y)
{
    const char *a = ((const block*)x)->begin, *b = ((const block*)y)->begin;
    return (a > b) - (a < b);
}

// Once the models are built.
static void watch(void)
{
    qsort(memory.blocks, memory.count, sizeof *memory.blocks, compare_blocks);
    for (size_t i = 0; i < memory.count; i++) {
        memory.blocks[i].seen =
            calloc(memory.blocks[i].size / LINE + 1, sizeof *memory.blocks[i].seen);
        if (!memory.blocks[i].seen) exit(bench_fail("out of memory"));
    }
}

static void touch(const char* at, size_t size)
{
    size_t low = 0, high = memory.count;
    if (!memory.query) return;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (memory.blocks[middle].begin <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low) return;
    const block* b = &memory.blocks[low - 1];
    const size_t first = (size_t)(at - b->begin);
    if (first >= b->size || !size) return;
    for (size_t line = first / LINE; line <= (first + size - 1) / LINE; line++) {
        if (line > b->size / LINE || b->seen[line] == memory.query) continue;
        b->seen[line] = memory.query;
        memory.lines++;
    }
}

// What the compiler calls (-fsanitize=kernel-address) at each load and store.
#define TOUCHES(size)                                                                              \
    void __asan_load##size##_noabort(const char* at);                                              \
    void __asan_store##size##_noabort(const char* at);                                             \
    void __asan_load##size##_noabort(const char* at)                                               \
    {                                                                                              \
        touch(at, size);                                                                           \
    }                                                                                              \
    void __asan_store##size##_noabort(const char* at)                                              \
    {                                                                                              \
        touch(at, size);                                                                           \
    }
TOUCHES(1)
TOUCHES(2)
TOUCHES(4)
TOUCHES(8)
TOUCHES(16)
void __asan_loadN_noabort(const char* at, size_t size);
void __asan_storeN_noabort(const char* at, size_t size);
void __asan_handle_no_return(void);
void __asan_loadN_noabort(const char* at, size_t size)
{
    touch(at, size);
}
void __asan_storeN_noabort(const char* at, size_t size)
{
    touch(at, size);
}
void __asan_handle_no_return(void) {}
#else
static void watch(void) {}
#endif

static void begin_lines(void)
{
    static uint32_t last;
    memory.query = ++last;
}

// ----------------------------------------------------------------------------------------- the work

typedef struct work {
    peer_scene scene;
    abut_model** models;
    abut_query* query;
    abut_batch* batch;
    abut_question* questions;  // the group's
    size_t count;
    size_t limit;
    bool by_batch;
} work;

static abut_status build(work* w)
{
    const abut_host host = {.allocate = allocate, .release = release};
    const abut_build options = {.host = &host};
    return peer_build_models(&w->scene, &options, w->models);
}

// What callgrind is told to count.
abut_status ask_counted(work* w);
__attribute__((noinline)) abut_status ask_counted(work* w)
{
    const abut_ask ask = {.limit = w->limit};
    const abut_hits* many;
    abut_hits one;
    abut_status status = ABUT_OK;
    if (w->by_batch) {
        begin_lines();
        return abut_collide_batch(w->batch, w->questions, w->count, &ask, &many);
    }
    for (size_t i = 0; i < w->count && status == ABUT_OK; i++) {
        begin_lines();
        status = abut_collide(w->query, &w->questions[i].a, &w->questions[i].b, &ask, &one);
    }
    return status;
}

// What a query or batch allocates once is not counted.
static abut_status warm(work* w)
{
    const size_t count = w->count;
    w->count = count < 8 ? count : 8;
    const abut_ask ask = {.limit = w->limit};
    const abut_hits* many;
    abut_hits one;
    abut_status status = abut_collide_batch(w->batch, w->questions, w->count, &ask, &many);
    if (status == ABUT_OK)
        status = abut_collide(w->query, &w->questions[0].a, &w->questions[0].b, &ask, &one);
    w->count = count;
    return status;
}

// A group of arguments. Returns how many it is, 0 if they are none.
static int take_group(work* w, char** arguments, int count)
{
    int i = 1;
    w->count = 0;
    w->limit = strcmp(arguments[0], "all") != 0;
    w->by_batch = strcmp(arguments[0], "batch") == 0;
    for (; i < count && arguments[i][0] >= '0' && arguments[i][0] <= '9'; i++) {
        const size_t query = strtoul(arguments[i], NULL, 10);
        if (query >= w->scene.query_count || w->count == w->scene.query_count) return 0;
        const peer_query* q = &w->scene.queries[query];
        w->questions[w->count++] =
            (abut_question){.a = {.model = w->models[q->a], .pose = q->a_pose},
                            .b = {.model = w->models[q->b], .pose = q->b_pose}};
    }
    return w->count ? i : 0;
}

static int run(work* w, char** groups, int group_count)
{
    w->models = calloc(w->scene.mesh_count + 1, sizeof(abut_model*));
    w->questions = calloc(w->scene.query_count + 1, sizeof *w->questions);
    abut_status status = w->models && w->questions ? build(w) : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) status = abut_query_create(&w->query, NULL);
    if (status == ABUT_OK) status = abut_batch_create(&w->batch, NULL);
    if (status == ABUT_OK) watch();
    for (int i = 0; i < group_count && status == ABUT_OK;) {
        const int taken = take_group(w, groups + i, group_count - i);
        if (!taken) return bench_fail("what is %s?", groups[i]);
        status = warm(w);
        memory.lines = 0;
        if (status == ABUT_OK) status = ask_counted(w);
        memory.query = 0;
        printf("%s %llu\n", groups[i], (unsigned long long)memory.lines);
        i += taken;
    }
    abut_batch_free(w->batch);
    abut_query_free(w->query);
    for (size_t i = 0; i < w->scene.mesh_count && w->models; i++)
        abut_model_free(w->models[i]);
    free(w->models);
    free(w->questions);
    free(memory.blocks);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

enum { SCENE = 1, FORM, SEEDS, GROUPS };

int main(int count, char** arguments)
{
    size_t kind_count;
    const peer_scene_kind* kinds = peer_scene_kinds(&kind_count);
    if (count <= GROUPS) return bench_fail("SCENE quick|full tuning|report MODE QUERY...");
    const peer_setup setup = {.is_quick = strcmp(arguments[FORM], "quick") == 0,
                              .is_tuning = strcmp(arguments[SEEDS], "tuning") == 0};
    for (size_t i = 0; i < kind_count; i++) {
        if (strcmp(arguments[SCENE], kinds[i].name) != 0) continue;
        work w = {.limit = 1};
        const int made = peer_scene_make(&w.scene, &kinds[i], &setup);
        const int status = made > 0 ? run(&w, arguments + GROUPS, count - GROUPS) : BENCH_ERROR;
        peer_scene_free(&w.scene);
        return status;
    }
    return bench_fail("there is no such scene");
}

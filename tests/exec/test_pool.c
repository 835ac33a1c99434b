// test_pool.c - abut_pool: every task once, whatever threads the system gives; no thread before it is needed,
// none that wastes time; and how many processors there are for it.
#define _GNU_SOURCE  // sched_setaffinity
#include "exec/processors.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TASKS = 1000, WORKERS_MOST = 16 };

#if defined __SANITIZE_THREAD__
#define SKIP_UNDER_TSAN(what)                                                                      \
    do {                                                                                           \
        print_message("SKIPPED: %s\n", what);                                                      \
        skip();                                                                                    \
    } while (0)
#else
#define SKIP_UNDER_TSAN(what) ((void)0)
#endif

// ---------------------------------------------------------------------------------- failing threads

static atomic_int threads_left = INT32_MAX;  // that may be created

int __real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*start)(void*), void* argument);
int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*start)(void*), void* argument);

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                          void* (*start)(void*), void* argument)
{
    if (threads_left-- <= 0) return EAGAIN;
    return __real_pthread_create(thread, attributes, start, argument);
}

static int locks_left = INT32_MAX;  // of both kinds, that may be made

int __real_pthread_mutex_init(pthread_mutex_t* lock, const pthread_mutexattr_t* attributes);
int __wrap_pthread_mutex_init(pthread_mutex_t* lock, const pthread_mutexattr_t* attributes);
int __real_pthread_cond_init(pthread_cond_t* signal, const pthread_condattr_t* attributes);
int __wrap_pthread_cond_init(pthread_cond_t* signal, const pthread_condattr_t* attributes);

int __wrap_pthread_mutex_init(pthread_mutex_t* lock, const pthread_mutexattr_t* attributes)
{
    return locks_left-- > 0 ? __real_pthread_mutex_init(lock, attributes) : EAGAIN;
}

int __wrap_pthread_cond_init(pthread_cond_t* signal, const pthread_condattr_t* attributes)
{
    return locks_left-- > 0 ? __real_pthread_cond_init(signal, attributes) : EAGAIN;
}

static int affinity_is_unknown;

int __real_sched_getaffinity(pid_t process, size_t size, cpu_set_t* set);
int __wrap_sched_getaffinity(pid_t process, size_t size, cpu_set_t* set);

int __wrap_sched_getaffinity(pid_t process, size_t size, cpu_set_t* set)
{
    return affinity_is_unknown ? -1 : __real_sched_getaffinity(process, size, set);
}

static int is_forked;

long __real_processors_process(void);
long __wrap_processors_process(void);

long __wrap_processors_process(void)
{
    return __real_processors_process() + is_forked;
}

// ---------------------------------------------------------------------------------------- the tasks

typedef struct record {
    const abut_host* host;
    atomic_int done[TASKS];  // how often
    atomic_int at_once[WORKERS_MOST];
    atomic_int wrong;
    atomic_uint workers;  // a bit for each that had a task
    atomic_size_t nested;
    int modes;  // what fegetround says where run is called
} record;

static void work(void* context, size_t index, int worker)
{
    record* const r = context;
    if (worker < 0 || worker >= WORKERS_MOST || index >= TASKS) abort();
    if (atomic_fetch_add(&r->at_once[worker], 1)) r->wrong++;  // another with this number
    r->wrong += fegetround() != r->modes;
    atomic_fetch_or(&r->workers, 1u << worker);
    atomic_fetch_add(&r->done[index], 1);
    for (volatile int i = 0; i < 2000; i++) {}
    atomic_fetch_sub(&r->at_once[worker], 1);
}

static void run_all(const abut_host* host, size_t count, unsigned* workers)
{
    record r = {.host = host, .modes = fegetround()};
    host->run(host->user, count, work, &r);
    for (size_t i = 0; i < TASKS; i++)
        assert_int_equal(r.done[i], i < count);
    assert_int_equal(r.wrong, 0);
    *workers |= r.workers;
}

static abut_pool* pool_of(int workers, abut_host* host)
{
    abut_pool* pool = NULL;
    assert_int_equal(abut_pool_create(&pool, workers, NULL), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, host), ABUT_OK);
    return pool;
}

static void every_task_is_done_once(void** state)
{
    (void)state;
    for (int workers = 1; workers <= WORKERS_MOST; workers++) {
        abut_host host;
        abut_pool* pool = pool_of(workers, &host);
        assert_int_equal(host.workers, workers);
        unsigned used = 0;
        for (int i = 0; i < 50; i++)
            run_all(&host, i < 5 ? (size_t)i : TASKS, &used);
        assert_int_equal(used >> workers, 0);
        assert_int_equal(used & 1, 1);
        if (workers > 1) assert_true(used > 1);
        abut_pool_free(pool);
    }
}

static void threads_are_done_without(void** state)
{
    (void)state;
    for (int given = 0; given < 5; given++) {
        abut_host host;
        abut_pool* pool = pool_of(5, &host);
        unsigned used = 0;
        threads_left = given;
        for (int i = 0; i < 20; i++)
            run_all(&host, TASKS, &used);
        assert_int_equal(used >> (given + 1), 0);
        threads_left = INT32_MAX;  // the next run tries again
        for (int i = 0; i < 20; i++)
            run_all(&host, TASKS, &used);
        abut_pool_free(pool);
    }
}

static void workers_compute_as_the_caller(void** state)
{
    (void)state;
    static const int modes[] = {FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST, FE_DOWNWARD};
    abut_host host;
    abut_pool* pool = pool_of(4, &host);
    unsigned used = 0;
    // Until another thread took part: on a busy machine it may be late.
    for (int i = 0; i < 8 || (used == 1 && i < 4000); i++) {
        fesetround(modes[i % 4]);
        run_all(&host, TASKS, &used);
    }
    fesetround(FE_TONEAREST);
    assert_true(used > 1);
    abut_pool_free(pool);
}

// ------------------------------------------------------------------------------- one pool, many users

static void run_within(void* context, size_t index, int worker)
{
    record* const r = context;
    unsigned used = 0;
    (void)index;
    (void)worker;
    record inner = {.host = r->host, .modes = r->modes};
    r->host->run(r->host->user, 10, work, &inner);
    for (size_t i = 0; i < 10; i++)
        r->wrong += inner.done[i] != 1;
    used = inner.workers;
    r->wrong += used != 1;  // alone
    r->nested++;
}

static void a_task_may_run_tasks(void** state)
{
    (void)state;
    abut_host host;
    abut_pool* pool = pool_of(4, &host);
    record r = {.host = &host, .modes = fegetround()};
    host.run(host.user, 200, run_within, &r);
    assert_int_equal(r.nested, 200);
    assert_int_equal(r.wrong, 0);
    abut_pool_free(pool);
}

static void* run_in_thread(void* argument)
{
    const abut_host* const host = argument;
    size_t wrong = 0;
    for (int i = 0; i < 30; i++) {
        record r = {.host = host, .modes = fegetround()};
        host->run(host->user, 100, work, &r);
        for (size_t k = 0; k < 100; k++)
            wrong += r.done[k] != 1;
        wrong += (size_t)r.wrong;
    }
    return wrong ? argument : NULL;
}

static void threads_may_share_a_pool(void** state)
{
    (void)state;
    abut_host host;
    abut_pool* pool = pool_of(4, &host);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_in_thread, &host), 0);
    for (int i = 0; i < 4; i++) {
        void* wrong = &host;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    abut_pool_free(pool);
}

// The child has no threads but its own; it makes new ones.
static void a_fork_leaves_a_pool_that_works(void** state)
{
    (void)state;
    SKIP_UNDER_TSAN("a fork: the sanitizer cannot do it");
    abut_host host;
    abut_pool *pool = pool_of(3, &host), *unused = NULL;
    unsigned used = 0;
    for (int i = 0; i < 20; i++)
        run_all(&host, TASKS, &used);
    assert_int_equal(abut_pool_create(&unused, 3, NULL), ABUT_OK);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int wrong = 0;
        unsigned seen = 0;
        // On a busy machine another worker may come late.
        for (int i = 0; i < 20 || (seen <= 1 && i < 20000); i++) {
            record r = {.host = &host, .modes = fegetround()};
            host.run(host.user, TASKS, work, &r);
            for (size_t k = 0; k < TASKS; k++)
                wrong += r.done[k] != 1;
            seen |= r.workers;
        }
        abut_pool_free(unused);
        abut_pool_free(pool);
        _exit(wrong ? 1 : seen > 1 ? 0 : 2);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    run_all(&host, TASKS, &used);
    abut_pool_free(pool);
    abut_pool_free(unused);
}

static void look_at_signals(void* context, size_t index, int worker)
{
    record* const r = context;
    sigset_t blocked;
    (void)index;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    r->wrong += sigismember(&blocked, SIGTERM) != (worker > 0);
    atomic_fetch_or(&r->workers, 1u << worker);
    for (volatile int i = 0; i < 20000; i++) {}
}

// As in a child, but in this process: without locks the caller works alone, and with them there are threads again.
static void a_pool_of_another_process_is_made_anew(void** state)
{
    (void)state;
    abut_host host;
    abut_pool* pool = pool_of(3, &host);
    unsigned used = 0;
    is_forked = 1;
    locks_left = 0;
    run_all(&host, TASKS, &used);
    assert_int_equal(used, 1);
    locks_left = INT32_MAX;
    for (int i = 0; i < 50; i++)
        run_all(&host, TASKS, &used);
    assert_true(used > 1);
    abut_pool_free(pool);
    is_forked = 0;
}

static void signals_go_to_the_program(void** state)
{
    (void)state;
    abut_host host;
    abut_pool* pool = pool_of(3, &host);
    record r = {.host = &host};
    for (int i = 0; i < 20; i++)
        host.run(host.user, 100, look_at_signals, &r);
    assert_int_equal(r.wrong, 0);
    assert_true(r.workers > 1);
    abut_pool_free(pool);
}

// --------------------------------------------------------------------------------------- being idle

static void* nothing(void* argument)
{
    return argument;
}

static int count_threads(void)
{
    DIR* tasks = opendir("/proc/self/task");
    if (!tasks) return -1;
    int count = 0;
    for (struct dirent* entry; (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

static void threads_start_when_they_are_needed(void** state)
{
    (void)state;
    pthread_t first;  // with it a sanitizer starts what it needs
    assert_int_equal(pthread_create(&first, NULL, nothing, NULL), 0);
    pthread_join(first, NULL);
    const int before = count_threads();
    if (before < 0) {
        print_message("SKIPPED: the number of threads (there is no /proc)\n");
        return;
    }
    abut_host host;
    abut_pool* pool = pool_of(8, &host);
    unsigned used = 0;
    assert_int_equal(count_threads(), before);
    run_all(&host, 1, &used);
    assert_int_equal(count_threads(), before);
    run_all(&host, 3, &used);
    assert_int_equal(count_threads(), before + 2);
    run_all(&host, TASKS, &used);
    assert_int_equal(count_threads(), before + 7);
    abut_pool_free(pool);
    assert_int_equal(count_threads(), before);
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void an_idle_pool_takes_no_time(void** state)
{
    (void)state;
    SKIP_UNDER_TSAN("an idle pool: the sanitizer's own thread takes time");
    abut_host host;
    abut_pool* pool = pool_of(4, &host);
    unsigned used = 0;
    run_all(&host, TASKS, &used);
    const struct timespec second = {1, 0}, moment = {0, 10000000};
    nanosleep(&moment, NULL);
    const double before = processor_seconds();
    nanosleep(&second, NULL);
    const double spent = processor_seconds() - before;
    print_message("an idle pool took %.6f s in a second\n", spent);
    assert_true(spent < 0.001);
    abut_pool_free(pool);
}

// ----------------------------------------------------------------------------------------- the host

static void hosts_and_arguments(void** state)
{
    (void)state;
    counting c = counting_begin();
    abut_host host = counting_host(&c), out;
    abut_pool* pool = NULL;
    assert_int_equal(abut_pool_create(NULL, 1, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pool_create(&pool, -1, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pool_create(&pool, 1025, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pool_host(NULL, &out), ABUT_BAD_ARGUMENT);
    c.fail_at = 0;
    assert_int_equal(abut_pool_create(&pool, 4, &host), ABUT_OUT_OF_MEMORY);
    assert_null(pool);
    c = counting_begin();
    assert_int_equal(abut_pool_create(&pool, 4, &host), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pool_host(pool, &out), ABUT_OK);
    void* block = out.allocate(out.user, 100, 64);
    assert_int_equal(c.blocks, 2);
    assert_int_equal(out.progress(out.user, 0.5), 0);
    assert_int_equal(c.progress_calls, 1);
    out.release(out.user, block, 100);
    abut_pool* second = NULL;
    assert_int_equal(abut_pool_create(&second, 2, &out), ABUT_BAD_ARGUMENT);  // it has a run
    abut_pool_free(pool);
    abut_pool_free(NULL);
    assert_int_equal(c.blocks, 0);
    pool = pool_of(0, &out);
    assert_int_equal(out.workers, processors_allowed(""));
    assert_null(out.progress);
    abut_pool_free(pool);
}

static void without_locks_there_is_no_pool(void** state)
{
    (void)state;
    for (int left = 0; left < 3; left++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_pool* pool = NULL;
        locks_left = left;
        const abut_status status = abut_pool_create(&pool, 4, &host);
        locks_left = INT32_MAX;
        assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        assert_null(pool);
        assert_int_equal(c.blocks, 0);
    }
}

// -------------------------------------------------------------------------------------- processors

static char root[] = "/tmp/test_pool_XXXXXX";

static void put_file(const char* path, const char* text)
{
    char whole[4096];
    const int length = snprintf(whole, sizeof whole, "%s%s", root, path);
    assert_true(length > 0 && (size_t)length < sizeof whole);
    for (char* slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE* file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int remove_entry(const char* path, const struct stat* status, int type, struct FTW* where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

// Of a system with these files, seen from a process that may use many processors.
typedef struct group_case {
    const char *groups, *path, *text, *path2, *text2;
    int expected;  // 0: no limit
} group_case;

static const group_case cases[] = {
    {"", NULL, NULL, NULL, NULL, 0},
    {"0::/\n", "/sys/fs/cgroup/cpu.max", "max 100000\n", NULL, NULL, 0},
    {"0::/\n", "/sys/fs/cgroup/cpu.max", "150000 100000\n", NULL, NULL, 1},
    {"0::/\n", "/sys/fs/cgroup/cpu.max", "1000 100000\n", NULL, NULL, 1},
    {"0::/\n", "/sys/fs/cgroup/cpu.max", "100000000 100000\n", NULL, NULL, 0},
    {"0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max", "max 100000\n", "/sys/fs/cgroup/a/cpu.max",
     "100000 100000\n", 1},
    {"0::/../other\n", "/sys/fs/cgroup/cpu.max", "50000 100000", NULL, NULL, 1},
    {"3:memory:/m\n2:cpuacct,cpu:/x\n", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "100000\n",
     "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n", 1},
    {"2:cpu,cpuacct:/far/away\n", "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "100000\n",
     "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n", 1},
    {"2:cpu:/x\n", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "-1\n",
     "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n", 0},
    {"2:cpuset:/x\n", "/sys/fs/cgroup/cpu/x/cpu.cfs_quota_us", "100000\n",
     "/sys/fs/cgroup/cpu/x/cpu.cfs_period_us", "100000\n", 0},
    {"nonsense\n::\n:\n0:\n", "/sys/fs/cgroup/cpu.max", "\n", NULL, NULL, 0},
};

static void control_groups_limit_the_processors(void** state)
{
    (void)state;
    cpu_set_t before;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    const int all = CPU_COUNT(&before);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const group_case* c = &cases[i];
        strcpy(root, "/tmp/test_pool_XXXXXX");
        assert_non_null(mkdtemp(root));
        put_file("/proc/self/cgroup", c->groups);
        if (c->path) put_file(c->path, c->text);
        if (c->path2) put_file(c->path2, c->text2);
        assert_int_equal(processors_allowed(root), c->expected ? c->expected : all);
        assert_int_equal(nftw(root, remove_entry, 16, FTW_DEPTH | FTW_PHYS), 0);
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &before)) CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(processors_allowed("/no/such/folder"), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    static char far[2 * 4096];  // longer than any path
    memset(far, 'x', sizeof far - 1);
    assert_int_equal(processors_allowed(far), all);
    affinity_is_unknown = 1;
    assert_int_equal(processors_allowed("/no/such/folder"), sysconf(_SC_NPROCESSORS_ONLN));
    affinity_is_unknown = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_start_when_they_are_needed),
        cmocka_unit_test(every_task_is_done_once),
        cmocka_unit_test(threads_are_done_without),
        cmocka_unit_test(workers_compute_as_the_caller),
        cmocka_unit_test(a_task_may_run_tasks),
        cmocka_unit_test(threads_may_share_a_pool),
        cmocka_unit_test(a_fork_leaves_a_pool_that_works),
        cmocka_unit_test(a_pool_of_another_process_is_made_anew),
        cmocka_unit_test(signals_go_to_the_program),
        cmocka_unit_test(an_idle_pool_takes_no_time),
        cmocka_unit_test(hosts_and_arguments),
        cmocka_unit_test(without_locks_there_is_no_pool),
        cmocka_unit_test(control_groups_limit_the_processors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

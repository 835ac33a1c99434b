// ranks.c - see ranks.h.
#include "ranks.h"

#include "main/verb.h"
#include "say/say.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ATTEND_NANOSECONDS 1500000  // between two looks
#define ABORT_SECONDS      3
#define WAIT_NANOSECONDS   300000

struct attendant {
    pthread_t thread;
    pthread_mutex_t lock;
    bool is_over;  // under the lock
    void (*look)(void* user);
    void* user;
};

// ------------------------------------------------------------------------------------ what is told

// From now on what is told is kept, until ranks_agree. Without memory for that it is shown at once.
static void hold(ranks* r)
{
    r->held = open_memstream(&r->text, &r->length);
    say_as(r->name, r->held);
}

// Show what was kept, or forget it.
static void release(ranks* r, bool is_shown)
{
    say_as(r->name, NULL);
    if (!r->held) return;
    fclose(r->held);
    if (is_shown && r->length) fwrite(r->text, 1, r->length, stderr);
    free(r->text);
    r->held = NULL;
}

bool ranks_agree(ranks* r, bool fine)
{
    int mine = fine ? INT_MAX : r->rank, first = INT_MAX;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    release(r, first == INT_MAX || first == r->rank);
    hold(r);
    return first == INT_MAX;
}

void ranks_abort(ranks* r, bool is_first)
{
    // The first one ends all: it has to say why before another does.
    const struct timespec pause = {.tv_sec = is_first ? 0 : ABORT_SECONDS};
    release(r, is_first);
    fflush(stderr);
    nanosleep(&pause, NULL);
    ranks_lock(r);
    MPI_Abort(MPI_COMM_WORLD, EXIT_ERROR);
    _Exit(EXIT_ERROR);
}

// ------------------------------------------------------------------------------------ begin and end

bool ranks_begin(ranks* r, int* count, char*** arguments)
{
    int given = 0, length = 0;
    char host[MPI_MAX_PROCESSOR_NAME + 1] = "";
    *r = (ranks){.name = "abut-mpi"};
    say_as(r->name, NULL);
#ifdef OPEN_MPI
    // Debian switches off the only way that it has for one-sided calls over plain networks.
    setenv("OMPI_MCA_osc", "^ucx", 0);
#endif
    if (MPI_Init_thread(count, arguments, MPI_THREAD_SERIALIZED, &given) != MPI_SUCCESS) {
        say(S010_MPI, "MPI cannot be started");
        return false;
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->count);
    if (given < MPI_THREAD_SERIALIZED) {
        if (r->rank == 0) say(S010_MPI, "this MPI has no threads (MPI_THREAD_SERIALIZED)");
        MPI_Finalize();
        return false;
    }
    MPI_Get_processor_name(host, &length);
    snprintf(r->name, sizeof r->name, "abut-mpi: rank %d on %s", r->rank, host);
    hold(r);
    return true;
}

void ranks_end(ranks* r)
{
    release(r, true);
    MPI_Finalize();
}

uint64_t ranks_share_number(uint64_t number)
{
    MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

char* ranks_share_text(ranks* r, const char* text)
{
    const uint64_t size = ranks_share_number(text ? strlen(text) + 1 : 0);
    if (size == 0) return NULL;
    char* out = size <= INT_MAX ? malloc((size_t)size) : NULL;
    if (!out) {
        say_no_memory();
        ranks_abort(r, true);
    }
    if (r->rank == 0) memcpy(out, text, (size_t)size);
    MPI_Bcast(out, (int)size, MPI_CHAR, 0, MPI_COMM_WORLD);
    return out;
}

// ---------------------------------------------------------------------------------------- attendant

void ranks_lock(ranks* r)
{
    if (r->attendant) pthread_mutex_lock(&r->attendant->lock);
}

void ranks_unlock(ranks* r)
{
    if (r->attendant) pthread_mutex_unlock(&r->attendant->lock);
}

// Looking for messages lets MPI answer what others ask of this rank's window.
static void* attend(void* user)
{
    attendant* a = user;
    for (bool is_over = false; !is_over;) {
        const struct timespec pause = {.tv_nsec = ATTEND_NANOSECONDS};
        int there = 0;
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&a->lock);
        is_over = a->is_over;
        if (!is_over) {
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
            a->look(a->user);
        }
        pthread_mutex_unlock(&a->lock);
    }
    return NULL;
}

bool ranks_attend(ranks* r, void (*look)(void* user), void* user)
{
    attendant* a = malloc(sizeof *a);
    if (!a) return say_no_memory();
    *a = (attendant){.look = look, .user = user};
    pthread_mutex_init(&a->lock, NULL);
    r->attendant = a;  // before the thread: who locks finds it
    const int reason = pthread_create(&a->thread, NULL, attend, a);
    if (reason == 0) return true;
    say(S006_THREADS, "a thread cannot be started: %s", strerror(reason));
    r->attendant = NULL;
    free(a);
    return false;
}

void ranks_leave(ranks* r)
{
    attendant* a = r->attendant;
    if (!a) return;
    pthread_mutex_lock(&a->lock);
    a->is_over = true;
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    pthread_mutex_destroy(&a->lock);
    free(a);
    r->attendant = NULL;
}

void ranks_wait(ranks* r)
{
    MPI_Request request;
    int there = 0;
    ranks_lock(r);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    ranks_unlock(r);
    while (!there) {
        const struct timespec pause = {.tv_nsec = WAIT_NANOSECONDS};
        ranks_lock(r);
        MPI_Test(&request, &there, MPI_STATUS_IGNORE);
        ranks_unlock(r);
        if (!there) nanosleep(&pause, NULL);
    }
}

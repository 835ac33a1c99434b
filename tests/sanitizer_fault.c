// sanitizer_fault.c - commits one fault of a kind on purpose. A sanitizer that reports nothing about the
// library says something only if it is there and awake: so it must report this.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int shared;

static void* write_shared(void* argument)
{
    (void)argument;
    for (int i = 0; i < 1000; i++)
        shared++;
    return NULL;
}

// Two threads write one number.
static int fault_of_threads(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, write_shared, NULL)) return 0;
    write_shared(NULL);
    pthread_join(thread, NULL);
    return shared;
}

// A decision on a byte that nobody has written; size is 8.
static int fault_of_memory(size_t size)
{
    char* const bytes = malloc(size);
    if (!bytes) return 0;
    memset(bytes, 1, size - 1);
    const int result = bytes[size - 1] == 3 ? 1 : 2;
    free(bytes);
    return result;
}

// The byte behind a block; size is 8.
static int fault_of_address(size_t size)
{
    volatile char* const bytes = calloc(size, 1);
    if (!bytes) return 0;
    const int result = bytes[size];
    free((void*)bytes);
    return result;
}

static int fault_of_undefined(int most)
{
    return most + 1;
}

int main(int argc, char** argv)
{
    const char* const kind = argc > 1 ? argv[1] : "";
    const size_t size = strlen("8 bytes.");
    int result = 0;
    if (!strcmp(kind, "thread"))
        result = fault_of_threads();
    else if (!strcmp(kind, "memory"))
        result = fault_of_memory(size);
    else if (!strcmp(kind, "address"))
        result = fault_of_address(size);
    else if (!strcmp(kind, "undefined"))
        result = fault_of_undefined(INT_MAX - argc + 2);
    printf("nobody noticed (%d)\n", result);
    return 0;
}

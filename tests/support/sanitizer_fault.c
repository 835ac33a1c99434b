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

// A decision on a byte that nobody has written.
static int fault_of_memory(size_t size)
{
    unsigned char* const bytes = malloc(size);
    if (!bytes) return 0;
    memset(bytes, 1, size - 1);
    const int result = ((volatile unsigned char*)bytes)[size - 1];
    if (result == 3) puts("by chance it is 3");
    free(bytes);
    return result;
}

// The byte behind a block.
static int fault_of_address(size_t size)
{
    unsigned char* const bytes = calloc(size, 1);
    if (!bytes) return 0;
    const int result = ((volatile unsigned char*)bytes)[size];
    free(bytes);
    return result;
}

static int fault_of_undefined(int most)
{
    return most + 1;
}

// sanitizer_fault KIND NUMBER: the number comes from outside, so that no compiler sees the fault.
int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    const char* const kind = argv[1];
    const int number = (int)strtol(argv[2], NULL, 10);
    int result = 0;
    if (!strcmp(kind, "thread")) result = fault_of_threads();
    if (!strcmp(kind, "memory")) result = fault_of_memory((size_t)number);
    if (!strcmp(kind, "address")) result = fault_of_address((size_t)number);
    if (!strcmp(kind, "undefined")) result = fault_of_undefined(INT_MAX - 8 + number);
    printf("nobody noticed (%d)\n", result);
    return 0;
}

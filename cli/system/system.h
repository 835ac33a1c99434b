// system.h - what the program asks of its system beside reading and writing files (file/system.h): in posix.c, and in wasi.c for
// WebAssembly, where there are no threads, no other programs, no rights of files, and no files in memory.
#ifndef ABUT_CLI_SYSTEM_SYSTEM_H
#define ABUT_CLI_SYSTEM_SYSTEM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Where a standard stream is closed, the next file opened would take its number, and results or errors would go into a
// model. Put something there that can only fail. Returns false if that cannot be done.
bool system_fill_standard_files(void);

// A whole file in memory, which is not written to and starts at a multiple of 64. NULL, and errno: it cannot be. An empty file
// cannot be, either.
void* system_map(const char* path, size_t* size);
void system_unmap(void* bytes, size_t size);
// Tell that a part of a mapped file need not stay in memory for now. It can still be read, by other threads meanwhile, too.
void system_let_go(void* bytes, size_t size, size_t offset, size_t length);

// The most bytes of memory that the program has had at one time; 0: the system does not say.
uint64_t system_peak_memory(void);

// The rights that a new file gets.
mode_t system_rights_of_new_files(void);
// Create a file whose name ends with XXXXXX, which is replaced so that the name is nobody's. Returns its descriptor, -1 and errno.
int system_create_temporary(char* name, mode_t rights);

// Create a file that must not be there, to read and write it. Returns its descriptor, -1 and errno.
int system_create(const char* path, mode_t rights);

// A thread that calls tick(user) once a second. ticker_start returns NULL where there are no threads: then it is never called, and
// what follows does nothing.
typedef struct ticker ticker;
ticker* ticker_start(void (*tick)(void* user), void* user);
// Between the two tick is not called.
void ticker_hold(ticker* t);
void ticker_release(ticker* t);
void ticker_stop(ticker* t);

// A thread that does jobs beside the caller, one after the other. NULL where there are no threads, or no more: then the caller
// does each job itself, at once.
typedef struct helper helper;
helper* helper_start(void);
// Give it a job, when the one before is done.
void helper_do(helper* h, void (*job)(void* user), void* user);
// Wait until it has nothing to do.
void helper_wait(helper* h);
// The same, and end it.
void helper_stop(helper* h);

// Files that must outlive a crash of the machine. Each returns false, and errno.
// What was written is on the disk.
bool system_sync(int file);
// And so is the name of a file, in its folder.
bool system_sync_name(const char* path);
// Nobody else has this file now, until it is closed or the process ends, however it does. Where files cannot be locked, true.
bool system_lock(int file);

#endif

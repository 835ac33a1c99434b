// memory_limit.h - how much memory the program may take for what it reads. A file may be endless (/dev/zero, a pipe that
// never closes) or larger than the machine: it then ends with an error, not with the machine.
//
// There is one limit for the program. What is asked here is about to be allocated or filled; what the program holds is
// what the system says, so that nothing need be counted or given back.
#ifndef ABUT_IO_FILE_MEMORY_LIMIT_H
#define ABUT_IO_FILE_MEMORY_LIMIT_H
#include <stdbool.h>
#include <stddef.h>

// Three quarters of the machine's memory, or of what the control group of the process may take, if that is less. SIZE_MAX
// where the system does not say.
size_t memory_limit_default(void);

// Set the limit in bytes. Until this is called there is none. Not while other threads may ask.
void memory_limit_set(size_t bytes);
// The limit, SIZE_MAX: none.
size_t memory_limit(void);

// Whether the program may take so many bytes more. Asks the system once for every megabyte.
bool memory_allows(size_t bytes);
// Whether it was ever told that it may not.
bool memory_limit_was_reached(void);

// Ask for large pages before a large block is first touched: four fifths of the time to read a binary
// STL file went into page faults. Harmless for small blocks, and where the system has no large pages.
void advise_large_block(void* block, size_t size);

#endif

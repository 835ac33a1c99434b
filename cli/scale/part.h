// part.h - the file of a shard: what was asked, and what was found, until "abut merge" has all of them.
//
// A part is a head and sections. A section is a tag of four letters and bytes, with a checksum; the last one says that the file is whole. Numbers are
// little-endian, doubles are their bits: a part means the same on every machine. A part is trusted in nothing: what is cut off or changed is
// told with the part's name, and every number that is read is looked at by who reads it.
#ifndef ABUT_CLI_SCALE_PART_H
#define ABUT_CLI_SCALE_PART_H
#include "say/warnings.h"
#include "scale/shard.h"

#include <stdint.h>
#include <stdio.h>

// ----------------------------------------------------------------------------------------- head

// What makes parts those of one job.
typedef struct part_head {
    const char* verb;  // "clash"
    shard shard;
    // Of the command, which is arguments[0], without --shard, -o, --quiet and --threads (shard_arguments): so the same in each part.
    const char* const* arguments;
    size_t argument_count;
} part_head;

// --------------------------------------------------------------------------------------- writing

// Zeroed: empty. What is put goes to memory, until the section ends. Failures stay: part_finish tells them.
typedef struct part_writer {
    FILE* out;
    unsigned char* bytes;
    size_t size, capacity;
    uint32_t section_count;  // written
    bool no_memory;
} part_writer;

void part_begin(part_writer* w, FILE* out, const part_head* head);
void part_put_u64(part_writer* w, uint64_t x);
void part_put_u32(part_writer* w, uint32_t x);
void part_put_f64(part_writer* w, double x);
void part_put_f64s(part_writer* w, const double* x, size_t count);
void part_put_bytes(part_writer* w, const void* bytes, size_t size);
void part_put_text(part_writer* w, const char* text);  // may be NULL, which is kept apart from ""
void part_put_warnings(part_writer* w, const warning_list* list);
// Write what was put as a section.
void part_end_section(part_writer* w, const char tag[4]);
// Write the end, and release w. Returns false after telling that there was no memory; errors of the stream stay in it.
bool part_finish(part_writer* w);

// Add bytes to a checksum, which begins as zeros: for what says that two shards had the same models and paths.
void part_hash(const void* bytes, size_t size, uint64_t sum[2]);

// --------------------------------------------------------------------------------------- reading

// A part in memory (mapped, where that can be). Texts that are got live in it.
typedef struct part {
    const char* path;  // lent
    part_head head;
    const unsigned char* bytes;
    size_t size;
    bool is_mapped;
    struct part_section* sections;
    size_t section_count;
} part;

// Read a part and check it wholly. Returns false after telling which file is damaged, and how; then out is zeroed.
bool part_open(part* out, const char* path);
void part_close(part* p);
// Whether a file begins as a part does. Standard input never does.
bool part_is(const char* path);

// A place in a section. After the end, or where something does not fit, it is failed, and all that is got is 0 or NULL. Who finds that a
// number means nothing sets it to failed, too: part_is_read tells.
typedef struct part_reader {
    const part* part;
    const unsigned char *at, *end;
    bool failed;
} part_reader;

// Begin at the section of that tag; failed: there is none.
part_reader part_section_of(const part* p, const char tag[4]);
uint64_t part_get_u64(part_reader* r);
uint32_t part_get_u32(part_reader* r);
// A number of things that follow, each of at least so many bytes: failed where they cannot be there.
size_t part_get_count(part_reader* r, size_t bytes_each);
double part_get_f64(part_reader* r);
void part_get_f64s(part_reader* r, double* out, size_t count);
const void* part_get_bytes(part_reader* r, size_t size);
const char* part_get_text(part_reader* r);  // ended by 0, in the part
// Add those that list does not have yet; it is sorted (warnings_sort), and stays so. Returns false after telling that there is no memory.
bool part_get_warnings(part_reader* r, warning_list* list);
// Whether all of the section was read and nothing failed; else tells that the part is damaged, and which section.
bool part_is_read(const part_reader* r, const char tag[4]);

// --------------------------------------------------------------------------------------- merging

typedef struct part_list part_list;

// What "abut merge" gives to a verb: all parts of a job, sorted by shard; each is there once.
struct part_list {
    part* parts;
    size_t count;
    const char* output;  // NULL: standard output
    bool quiet;
};

// Open all parts of a job, in any order, and sort them. Returns false after telling what is wrong: a part is damaged, or of another job,
// is missing, or there twice. Then out is zeroed.
bool part_list_open(part_list* out, const char* const* paths, size_t count);
void part_list_close(part_list* list);

// The command line of the one run: the arguments of the parts, with list's output, ended by NULL. --quiet is not in it, as it excludes others there: who
// reads it sets it behind. Returns NULL after telling that there
// is no memory. To be freed.
char** part_list_arguments(const part_list* list, int* count);
void part_arguments_free(char** arguments);
// The paths of the parts, which may not be written over. Returns NULL after telling that there is no memory. Free the list alone.
const char** part_list_paths(const part_list* list);

#endif

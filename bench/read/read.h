// read.h - the parts of the verb "read": the files, one measured read, and the report.
#ifndef ABUT_BENCH_READ_READ_H
#define ABUT_BENCH_READ_READ_H
#include "mesh/mesh.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// -------------------------------------------------------------------------------------- files (files.c)

typedef struct read_file_kind {
    const char* name;    // in the report
    const char* file;    // its name in the folder
    mesh_format format;  // what it is read as
    int (*write)(const mesh* m, const char* path);
    double bar;  // seconds for a million triangles; 0: none
} read_file_kind;

// Every kind of file that is measured, in a fixed order.
const read_file_kind* read_file_kinds(size_t* count);

// Make a torus of about so many triangles, and write it to every kind of file in the folder. Returns
// BENCH_OK or, told on stderr, BENCH_ERROR.
int read_files_make(const char* folder, uint64_t triangles);

// Join folder and the file's name. The caller frees it; the program ends where there is no memory.
char* read_file_path(const char* folder, const read_file_kind* kind);

// ------------------------------------------------------------------------------------ one read (once.c)

typedef struct read_once {
    double seconds;      // from before the file is opened until the mesh is there
    double processor;    // seconds of the processor that went into it
    uint64_t peak;       // bytes of resident memory, at the most, beyond what was there before
    uint64_t model;      // bytes of the arrays of the mesh
    uint64_t triangles;  // read
    mesh_status status;
    char text[240];  // why it could not be read
} read_once;

// Read a file in a process of its own: what earlier reads left behind in memory neither helps nor counts.
// Returns BENCH_OK or, told on stderr, BENCH_ERROR.
int read_in_child(const char* path, mesh_format format, read_once* out);

// ------------------------------------------------------------------------------------ report (report.c)

typedef struct read_row {
    const read_file_kind* kind;
    uint64_t bytes;  // of the file
    uint64_t peak, model, triangles;
    double median, least, most;  // seconds
    double processor;            // seconds of the processor, median
    double bar;                  // seconds, for these triangles; 0: none
    bool fast, small;            // the bars that are met
} read_row;

typedef struct read_results {
    uint64_t triangles;
    int runs;
    long processors;  // of the machine
    double load;      // average of the machine over the last minute, before the first read
    bool has_bars;    // rows are judged
    const read_row* rows;
    size_t row_count;
} read_results;

// The most memory, as a multiple of the model's bytes.
#define READ_MEMORY_BAR 3.0

void read_report_table(const read_results* results, FILE* out);
void read_report_json(const read_results* results, FILE* out);
void read_report_csv(const read_results* results, FILE* out);

#endif

// versions.h - what the files of the verb "versions" share: a build of the library, and what two of them took.
#ifndef ABUT_BENCH_VERSIONS_VERSIONS_H
#define ABUT_BENCH_VERSIONS_VERSIONS_H
#include "peers/peers.h"

#include "abut/abut.h"

enum { VERSIONS = 2 };  // old, new

typedef enum version_mode {
    VERSION_FIRST = 0,
    VERSION_ALL,
    VERSION_BATCH,     // first contacts, by one call
    VERSION_COHERENT,  // first contacts, one by one, each beginning where the last one ended
    VERSION_MODES,
} version_mode;
const char* version_mode_name(version_mode mode);

// ------------------------------------------------------------------------ one build (version.c)

typedef struct version {
    void* library;
    const char* path;
    __typeof__(abut_version)* number;
    __typeof__(abut_model_build)* model_build;
    __typeof__(abut_model_free)* model_free;
    __typeof__(abut_query_create)* query_create;
    __typeof__(abut_query_free)* query_free;
    __typeof__(abut_collide)* collide;
    __typeof__(abut_batch_create)* batch_create;
    __typeof__(abut_batch_free)* batch_free;
    __typeof__(abut_collide_batch)* collide_batch;
    // Of a scene.
    abut_model** models;
    size_t model_count, question_count;
    abut_question* questions;
    abut_query* query;
    abut_batch* batch;
} version;

enum { VERSION_COUNTERS = 4 };
typedef struct version_answers {
    abut_pair** pairs;  // of each question
    size_t* counts;
    uint64_t counters[VERSION_COUNTERS];  // volumes, triangles, updates, exact; of all questions
    uint64_t found;                       // questions with contact
} version_answers;

// Return a BENCH_ status, told.
int version_open(version* v, const char* path);
int version_load(version* v, const peer_scene* scene, int leaf_size);
// Ask all questions once.
int version_ask(version* v, version_mode mode);
// The same, and keep what was answered.
int version_answer(version* v, version_mode mode, version_answers* out);
void version_answers_free(version_answers* a, size_t question_count);
// What load made; and all.
void version_unload(version* v);
void version_close(version* v);

// ------------------------------------------------------------------- both of them (versions.c)

typedef struct version_row {
    const char* scene;
    version_mode mode;
    size_t queries, rounds;
    double least_us[VERSIONS];
    double ratio, median;               // old / new: of the least; of the rounds
    double counters[VERSION_COUNTERS];  // new / old; 0 if neither did any
    uint64_t found, differ;             // questions
} version_row;

#endif

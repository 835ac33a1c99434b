// cli_run.h - runs the program "abut" for tests, in a folder of its own that holds small models.
#ifndef ABUT_TESTS_SUPPORT_CLI_RUN_H
#define ABUT_TESTS_SUPPORT_CLI_RUN_H
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cli_result {
    int status;  // exit status; -1: it did not exit by itself
    char* out;   // stdout, or what was written before it was closed
    char* err;
} cli_result;

typedef struct cli_call {
    const char* const* arguments;  // without the program, NULL at the end
    const char* input;             // file that becomes stdin; NULL: nothing
    const char* output;            // file or device that becomes stdout; NULL: it is captured
    bool closed_output;            // run with stdout closed
    const char* setting;           // one more variable of the environment, "NAME=value"
    const char* program;           // NULL: ABUT_PROGRAM
} cli_call;

// Make a temporary folder, go there, and write models: cube.{obj,stl,ply,off} = [0,1]^3 of triangles,
// quads.obj = the same of six quads, one.obj and other.obj = the triangles below, empty.off.
//   one:   (0,0,0) (4,0,0) (0,4,0)         other: (1,1,-1) (1,1,1) (5,5,0)
// They cross, from (1,1,0) to (2,2,0). Returns 0. For cmocka's group setup.
int cli_enter(void** state);
// Remove the folder. For cmocka's group teardown.
int cli_leave(void** state);

// Run the program. Fails the test if it cannot be started, dies of a signal, or tells an error or a warning without a code.
cli_result cli_run(const cli_call* call);
void cli_free(cli_result* r);

// Run with these arguments, capture everything.
#define CLI(...) cli_run(&(cli_call){.arguments = (const char* const[]){__VA_ARGS__, NULL}})

// Run, expect the status, parse stdout as one JSON text. Free with cJSON_Delete.
cJSON* cli_json(const char* const* arguments, int status);
#define CLI_JSON(status, ...) cli_json((const char* const[]){__VA_ARGS__, NULL}, status)

// Return a number at a path such as "stats.volume_tests" or "pairs.0.a"; fails the test if there is none.
double cli_number(const cJSON* root, const char* path);
// Return what is at a path; fails the test if there is nothing.
const cJSON* cli_member(const cJSON* root, const char* path);

// Fail the test, and show the text, unless it holds the part.
void cli_expect_text(const char* text, const char* part);
// Fail the test unless the program ends with this status, and its output holds the text; NULL: and says nothing.
void cli_expect_status(int status, const char* const* arguments, const char* text);
// Fail the test unless there are these 16 numbers at a path.
void cli_expect_pose(const cJSON* root, const char* path, const double* matrix);

// Return a whole file as text, to be freed; NULL if there is no such file.
char* cli_read_file(const char* path);
void cli_write_file(const char* path, const char* text);
// Return how many files the folder holds.
int cli_count_files(void);

#endif

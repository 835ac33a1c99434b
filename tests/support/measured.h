// measured.h - what the tests of verbs that measure share: boxes, and a state in all forms.
#ifndef ABUT_TESTS_SUPPORT_MEASURED_H
#define ABUT_TESTS_SUPPORT_MEASURED_H
#include "support/info_check.h"

static inline void write_box(const char* path, const double low[3], const double high[3])
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (int v = 0; v < 8; v++) {
        const int round = v & 3;  // corners go round
        fprintf(out, "v %.17g %.17g %.17g\n", (round == 1 || round == 2 ? high : low)[0],
                (round > 1 ? high : low)[1], (v > 3 ? high : low)[2]);
    }
    fputs(
        "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\nf 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\n"
        "f 4 1 5\nf 4 5 8\n",
        out);
    assert_int_equal(fclose(out), 0);
}

#define BOX(path, x0, y0, z0, x1, y1, z1)                                                          \
    write_box(path, (const double[]){x0, y0, z0}, (const double[]){x1, y1, z1})

// Expect of a verb and a.obj twice a state and a status, in text and JSON, and alone.
static inline void expect_state(const char* verb, const char* wanted, int status,
                                const char* const* more)
{
    const char* arguments[16] = {verb, "a.obj", "a.obj"};
    size_t count = 3;
    while (*more)
        arguments[count++] = *more++;
    char line[32];
    snprintf(line, sizeof line, "\n%s: ", wanted);
    cli_result r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    cli_expect_text(r.out, line);
    cli_free(&r);
    arguments[count] = "--json";
    cJSON* root = cli_json(arguments, status);
    assert_string_equal(cli_member(root, "state")->valuestring, wanted);
    cJSON_Delete(root);
    arguments[count] = "--quiet";
    r = cli_run(&(cli_call){.arguments = arguments});
    assert_int_equal(r.status, status);
    assert_string_equal(r.out, "");
    assert_string_equal(r.err, "");
    cli_free(&r);
}

#endif

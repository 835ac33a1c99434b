// test_cli_review_shard.c - reviews of "abut clash" in shards: rules, tables, units, older results, approvals, groups, frames, duplicates and a converter.
// What "abut merge" makes of the parts has the bytes of one run; and what parts must have alike.
#include "support/shard_run.h"

#include <sys/stat.h>

#define THREE "a.obj", "b.obj", "c.obj"
// Files enough for blocks.
#define MANY                                                                                       \
    "m0.obj", "m1.obj", "m2.obj", "m3.obj", "m4.obj", "m5.obj", "m6.obj", "m7.obj", "m8.obj",      \
        "m9.obj"

static const char rules[] =
    "{\"abut_rules\": 1,\n"
    "\"sets\": {\"walls\": {\"name\": \"wall*\"}, \"pipes\": {\"name\": \"pipe*\"}, \"none\": "
    "{\"name\": \"zz*\"}},\n"
    "\"rules\": [{\"name\": \"wp\", \"a\": \"walls\", \"b\": \"pipes\", \"hard\": 0.3, "
    "\"clearance\": {\"gap\": 0.5, \"expanded\": true}},\n"
    "{\"name\": \"pp\", \"a\": \"pipes\", \"hard\": true, \"touch\": true, \"duplicate\": 0.01},\n"
    "{\"name\": \"zz\", \"a\": \"none\", \"hard\": true}],\n"
    "\"ignore\": [{\"reason\": \"one level\", \"same\": \"level\"},\n"
    "{\"reason\": \"joined\", \"pairs\": [[\"wall1\", \"pipe1\"], [\"wall2\", \"nobody\"]]}]}\n";
// Lengths in metres, of files in millimetres.
static const char metres[] = "{\"abut_rules\": 1, \"unit\": \"m\", \"rules\": [{\"name\": \"all\", "
                             "\"a\": \"all\", \"hard\": 0.0003, \"clearance\": 0.0005}]}\n";

// Of the first twelve pipes; two have one id, some one level.
static void write_table(void)
{
    FILE* out = fopen("b.objects.tsv", "w");
    assert_non_null(out);
    fputs("# abut objects 1\n# unit mm\n# converter test 1.0\n# rounding 1e-7\n"
          "object\tid\tclass\tname\tlevel\n",
          out);
    for (int i = 0; i < 12; i++)
        fprintf(out, "pipe%d\tid%d\tIfcPipe\tPipe %d\tL%d\n", i, i / 2, i, i % 3);
    fclose(out);
}

static void write_frames(const char* path, const char* name, unsigned objects, const char* suffix)
{
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    for (int f = 0; f < 5; f++)
        for (unsigned i = shard_chance(3); i < objects; i += 1 + shard_chance(4))
            fprintf(out, "%d\t%s%u%s\t%g %g 0 0 0 0 1\n", f, name, i, suffix,
                    shard_chance(17) / 4.0 - 2, shard_chance(17) / 4.0 - 2);
    fclose(out);
}

static void run_well(const char* const* words)
{
    cli_result r = cli_run(&(cli_call){.arguments = words});
    if (r.status == 2) fail_msg("%s: %s", words[0], r.err);
    cli_free(&r);
}
#define RUN(...) run_well(PATHS(__VA_ARGS__))

// Approvals of the first rows of a result, one of which is of another shape now; and a group by hand.
static void write_approvals(const char* path, const char* result)
{
    char* text = cli_read_file(result);
    cJSON* root = cJSON_Parse(text);
    const cJSON *rows = cli_member(root, "clashes"), *objects = cli_member(root, "objects");
    FILE* out = fopen(path, "w");
    assert_non_null(out);
    assert_true(cJSON_GetArraySize(rows) > 7);
    fputs("{\"abut_approvals\": 1, \"approvals\": [\n", out);
    for (int i = 0; i < 5; i++) {
        const cJSON* row = cJSON_GetArrayItem(rows, i);
        const char* hashes[2];
        for (int s = 0; s < 2; s++) {
            const int object = cJSON_GetObjectItem(row, s ? "b" : "a")->valueint;
            hashes[s] = cli_member(cJSON_GetArrayItem(objects, object), "geometry")->valuestring;
        }
        fprintf(out,
                "%s{\"key\": \"%s\", \"geometry\": [\"%s\", \"%s\"], \"author\": \"me\", "
                "\"reason\": \"fine\", \"date\": \"2026-01-0%d\"}\n",
                i ? "," : "", cJSON_GetObjectItem(row, "key")->valuestring,
                i ? hashes[0] : "00000000000000000000000000000000", hashes[1], i + 1);
    }
    fprintf(out, "], \"groups\": [{\"name\": \"by hand\", \"keys\": [\"%s\"]}]}\n",
            cJSON_GetObjectItem(cJSON_GetArrayItem(rows, 6), "key")->valuestring);
    fclose(out);
    cJSON_Delete(root);
    free(text);
}

static int enter(void** state)
{
    static const char convert[] =
        "#!/bin/sh\n"
        "here=$(dirname \"$0\")/..\n"
        "while [ $# -gt 0 ]; do case $1 in -o) out=$2; shift;; esac; shift; done\n"
        "cp \"$here/c.obj\" \"$out\" && cp \"$here/made.tsv\" \"${out%.obj}.objects.tsv\"\n";
    char path[4200], folder[4096];
    if (cli_enter(state)) return 1;
    shard_write_boxes("a.obj", "wall", 25, 9);
    shard_write_boxes("b.obj", "pipe", 20, 9);
    shard_write_boxes("c.obj", "pipe", 15, 9);
    for (int i = 0; i < 10; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%d.obj", i);
        shard_write_boxes(name, "part", 1, 3);
    }
    write_table();
    cli_write_file("rules.json", rules);
    cli_write_file("metres.json", metres);
    cli_write_file("ignored.tsv", "wall1\tpipe2\nwall3\tnobody\n");
    cli_write_file("bad.obj", "o x\nv 0 0 0\nv 9 0 0\nv 0 9 9\nf 1 2 3\nf 1 2 7\n");
    cli_write_file("none.obj", "v 0 0 0\n");
    write_frames("walls.tsv", "wall", 25, "");
    write_frames("files.tsv", "m", 10, ".obj");
    RUN("build", "--groups", "a.obj", "-o", "a.abut");
    RUN("build", "--groups", "c.obj", "-o", "c.abut");
    // What there was before: a file that is gone, and other walls.
    shard_write_boxes("old.obj", "pipe", 12, 9);
    RUN("clash", "--groups", "a.obj", "b.obj", "old.obj", "--rank", "depth", "--json", "--no-times",
        "-o", "old.json");
    write_approvals("approved.json", "old.json");
    unlink("old.obj");
    assert_int_equal(mkdir("bin", 0755), 0);
    cli_write_file("bin/abut-convert", convert);
    assert_int_equal(chmod("bin/abut-convert", 0755), 0);
    cli_write_file("made.tsv", "# abut objects 1\n# converter test 1.0\n# unit mm\n"
                               "object\tid\tclass\npipe3\tG1\tIfcPipe\npipe5\tG2\tIfcWall\n");
    cli_write_file("house.ifc", "ISO-10303-21;\n");
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/bin:/usr/bin:/bin", folder);
    assert_int_equal(setenv("PATH", path, 1), 0);
    return 0;
}

static int leave(void** state)
{
    unlink("bin/abut-convert");
    return rmdir("bin") | cli_leave(state);
}

static void any_number_of_shards(void** state)
{
    (void)state;
    shard_expect_job(PATHS("--groups", THREE, "--rules", "rules.json", "--json", "--stats"),
                     shard_all, 1, NULL);
    shard_expect_job(PATHS(MANY, "--clearance", "0.5", "--rank", "volume", "--json"), shard_all, 1,
                     NULL);
    shard_expect_job(PATHS("--groups", "a.obj", "b.obj", "old.obj", "--baseline", "old.json",
                           "--approvals", "approved.json", "--json"),
                     shard_all, 1, NULL);
}

static void any_review(void** state)
{
    (void)state;
    static const struct {
        const char* words[20];
        int status;
    } rows[] = {
        {{"--groups", THREE, "--rank", "depth"}, 1},
        {{"--groups", THREE, "--rank", "name", "--csv"}, 1},
        {{"--groups", THREE, "--rank", "volume", "--clearance", "0.25", "--group", "object"}, 1},
        {{"--groups", THREE, "--group", "cell", "--cell", "2", "--json"}, 1},
        {{"--groups", THREE, "--group", "level", "--ignore", "ignored.tsv", "--json"}, 1},
        {{"--groups", THREE, "--rules", "rules.json"}, 1},
        {{"--groups", THREE, "--rules", "rules.json", "--csv", "--crlf"}, 1},
        {{"--groups", THREE, "--rules", "metres.json", "--json"}, 1},
        {{"--groups", THREE, "--touch", "hide", "--json", "--stats"}, 1},
        {{"--groups", THREE, "--hard-tolerance", "0.3", "--unit", "mm"}, 1},
        {{"--groups", "a.obj", "--against", "b.obj", "--rules", "rules.json", "--json"}, 1},
        {{"--groups", "a.obj", "b.obj", "old.obj", "--baseline", "old.json", "--csv"}, 1},
        {{"--groups", "a.obj", "c.obj", "--baseline", "old.json", "--group", "level"}, 1},
        {{"--groups", "a.obj", "b.obj", "--approvals", "approved.json"}, 1},
        {{"--groups", THREE, "--annotate"}, 1},
        {{"--groups", THREE, "--frames", "walls.tsv"}, 1},
        {{"--groups", THREE, "--frames", "walls.tsv", "--rules", "rules.json", "--json"}, 1},
        {{"--groups", THREE, "--frames", "walls.tsv", "--clearance", "0.5", "--csv"}, 1},
        {{MANY, "--rank", "depth", "--date", "2026-01-02", "--json"}, 1},
        {{MANY, "--against", "a.obj", "--against", "b.obj", "--touch", "keep", "--json"}, 1},
        {{MANY, "--groups", "b.obj", "--rules", "metres.json", "--unit", "mm", "--json"}, 1},
        {{MANY, "none.obj", "--hard-tolerance", "0.1"}, 1},
        {{MANY, "old.obj", "--baseline", "old.json", "--json"}, 1},
        {{MANY, "--frames", "files.tsv", "--json"}, 1},
        {{"a.abut", "c.abut", "--rank", "depth", "--clearance", "0.25", "--json"}, 1},
        {{"a.abut", "b.obj", "--rules", "rules.json", "--groups"}, 1},
        {{"a.obj", "house.ifc", "--rank", "depth", "--json"}, 1},
        {{"--groups", "a.obj", "house.ifc", "--rules", "metres.json", "--csv"}, 1},
        {{"m0.obj", "none.obj", "--rank", "depth"}, 3},
        {{"--groups", "a.obj", "bad.obj", "--baseline", "old.json", "--drop-bad", "--json"}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        shard_expect_job(rows[i].words, shard_some, rows[i].status, NULL);
}

static void other_files(void** state)
{
    (void)state;
    shard_expect_job(PATHS("--groups", THREE, "--rules", "rules.json", "--junit", "tests.xml"),
                     shard_some, 1, "tests.xml");
    shard_expect_job(PATHS(MANY, "old.obj", "--baseline", "old.json", "--junit", "tests.xml"),
                     shard_some, 1, "tests.xml");
}

// ------------------------------------------------------------------------------------------ wrong

static void make_parts(const char* const* job)
{
    const char* order[2];
    shard_run_all(job, 2, order);
}
#define PARTS(...) make_parts(PATHS(__VA_ARGS__))

static void changed_files_are_told(void** state)
{
    (void)state;
    static const char* const names[] = {"rules.json", "approved.json", "old.json", "walls.tsv"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *was = cli_read_file(names[i]), wanted[100];
        PARTS("--groups", THREE, "--rules", "rules.json", "--approvals", "approved.json",
              "--baseline", "old.json", "--frames", "walls.tsv");
        char* now = malloc(strlen(was) + 2);
        assert_non_null(now);
        sprintf(now, "%s\n", was);
        cli_write_file(names[i], now);
        snprintf(wanted, sizeof wanted, "%s is not what it was when part.1 was made", names[i]);
        EXPECT_FAILURE(wanted, "merge", "part.2", "part.1", "-o", "out");
        cli_write_file(names[i], was);
        RUN("merge", "part.2", "part.1", "-o", "out");
        unlink("out");
        free(was);
        free(now);
    }
}

static void other_sources_are_told(void** state)
{
    (void)state;
    PARTS("--groups", THREE, "--rank", "depth");
    cli_write_file("b.objects.tsv", "object\tid\npipe1\tother\n");
    RUN("clash", "--groups", THREE, "--rank", "depth", "--shard", "2/2", "-o", "part.2");
    EXPECT_FAILURE("b.obj was another one", "merge", "part.2", "part.1", "-o", "out");
    write_table();
    RUN("clash", "--groups", THREE, "--rank", "depth", "--shard", "2/2", "-o", "part.2");
    RUN("merge", "part.2", "part.1", "-o", "out");
    // A missing one, and one that is there.
    PARTS("--groups", "a.obj", "old.obj", "--baseline", "old.json");
    shard_write_boxes("old.obj", "pipe", 12, 9);
    RUN("clash", "--groups", "a.obj", "old.obj", "--baseline", "old.json", "--shard", "1/2", "-o",
        "part.1");
    EXPECT_FAILURE("old.obj was another one", "merge", "part.2", "part.1", "-o", "out2");
    unlink("old.obj");
    unlink("out");
}

// Lengths in another unit than the files' need that unit in each shard, also in those that read no file that says it.
static void units_must_be_known_to_all(void** state)
{
    (void)state;
    const char* words[SHARD_WORDS] = {"merge", "-o", "out"};
    shard_run_all(PATHS(MANY, "b.obj", "--rules", "metres.json"), 6, words + 3);
    expect_failure(words, "was made without the files that say the unit, which the rules need");
    shard_run_all(PATHS(MANY, "b.obj", "--rules", "metres.json", "--unit", "mm"), 6, words + 3);
    run_well(words);
    unlink("out");
}

static void counts_are_told(void** state)
{
    (void)state;
    shard_tell_counts();
    assert_true(shard_counts.merges > (CASES_LESS > 1 ? 30 : 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_number_of_shards),
        cmocka_unit_test(any_review),
        cmocka_unit_test(other_files),
        cmocka_unit_test(changed_files_are_told),
        cmocka_unit_test(other_sources_are_told),
        cmocka_unit_test(units_must_be_known_to_all),
        cmocka_unit_test(counts_are_told),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}

// fuzz_clash_part.c - parts of a clash from hostile hands: the sections of the one part of a job, whose checksums are right. The command is one of
// a few, so that nothing is written anywhere: "abut merge" of it ends with a status, and says something just where that is an error.
#define _POSIX_C_SOURCE 200809L
#include "clash/part.h"
#include "fuzz.h"
#include "main/verb.h"
#include "say/say.h"

#include <string.h>

// ------------------------------------------------------------------------- in the place of main.c

static const verb* const verbs[] = {&verb_clash, NULL};

const verb* const* verb_table(void)
{
    return verbs;
}

const verb* verb_find(const char* name)
{
    return strcmp(name, "clash") == 0 ? &verb_clash : NULL;
}

// -------------------------------------------------------------------------------------------- part

enum { WORDS_MOST = 12, COMMANDS = 6 };

static const char* const commands[COMMANDS][WORDS_MOST] = {
    {"clash", "--groups", "a.obj", "b.obj", "--json", "--stats"},
    {"clash", "a.obj", "b.obj", "--clearance", "1", "--csv"},
    {"clash", "--groups", "a.obj", "--against", "b.obj", "--rank", "depth", "--clearance", "1",
     "--json"},
    {"clash", "--groups", "a.obj", "b.obj", "--rank", "volume", "--group", "object"},
    {"clash", "--groups", "a.obj", "b.obj", "--inside"},
    {"clash", "--groups", "a.obj", "b.obj", "--group", "level", "--csv", "--unit", "mm"},
};

static size_t take_size(byte_source* s)
{
    size_t size = take_byte(s);
    size |= (size_t)take_byte(s) << 8;
    const size_t left = (size_t)(s->end - s->at);
    return size < left ? size : left;
}

// Write the part: its sections are sizes of two bytes, and so many bytes.
static void write_part(FILE* out, byte_source* s)
{
    static const char* const tags[] = {PART_INPUTS, PART_SOURCES, PART_OBJECTS,
                                       PART_SUMS,   PART_ROWS,    PART_WARNINGS};
    const char* const* words = commands[take_byte(s) % COMMANDS];
    part_head head = {.verb = "clash", .shard = {1, 1}, .arguments = words};
    part_writer w;
    while (words[head.argument_count])
        head.argument_count++;
    part_begin(&w, out, &head);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        const size_t size = take_size(s);
        part_put_bytes(&w, s->at, size);
        s->at += size;
        part_end_section(&w, tags[i]);
    }
    CHECK(part_finish(&w) && fflush(out) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    byte_source s = {data, data + size};
    char path[40], *said = NULL;
    const char* const paths[] = {path};
    size_t length = 0;
    part_list list;
    FILE *file = tmpfile(), *errors = open_memstream(&said, &length);
    CHECK(file && errors);
    write_part(file, &s);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(file));
    say_as("abut", errors);
    CHECK(part_list_open(&list, paths, 1));
    list.output = "/dev/null";
    list.quiet = true;
    const int status = verb_clash.merge(&list);
    part_list_close(&list);
    say_as("abut", NULL);
    fclose(errors);
    CHECK(status >= 0 && status <= 3 && (status == 2) == (length > 0));
    free(said);
    fclose(file);
    return 0;
}

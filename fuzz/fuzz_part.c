// fuzz_part.c - parts from hostile hands, opened and, of a flight, merged. The command is one of a table, since a part may name any file; checksums, numbers and sizes of
// sections are made right, so that damage reaches whoever reads them. What is merged twice is the same.
#define _GNU_SOURCE
#include "fuzz.h"
#include "main/verb.h"
#include "say/say.h"
#include "scale/part.h"
#include "scale/part_format.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// ------------------------------------------------------------------------- in the place of main.c

static const verb* const verbs[] = {&verb_fly, NULL};

const verb* const* verb_table(void)
{
    return verbs;
}

const verb* verb_find(const char* name)
{
    for (const verb* const* v = verbs; *v; v++)
        if (strcmp((*v)->name, name) == 0) return *v;
    return NULL;
}

// --------------------------------------------------------------------------------------- commands

enum { WORDS_MOST = 12, MEMORY_PER_BYTE = 128, MEMORY_LEAST = 1 << 20 };

// Which one it is says the byte of the form's number.
static const char* const commands[][WORDS_MOST] = {
    {"fly", "a.obj", "b.obj", "--path", "p"},
    {"fly", "a.obj", "b.obj", "--path", "p", "--json", "--stats", "--depth", "--clearance", "1"},
    {"fly", "a.obj", "b.obj", "--path", "p", "--json", "--continuous"},
    {"fly", "a.obj", "b.obj", "--path", "p", "--continuous", "--path-a", "q"},
    {"fly", "a.obj", "b.obj", "--path", "p", "--csv", "--continuous", "--clearance", "1"},
    {"fly", "a.obj", "b.obj", "--path", "p", "--steps", "--coherent", "--allow-empty"},
};

static uint64_t number_at(const uint8_t* at, int bytes)
{
    uint64_t x = 0;
    while (bytes-- > 0)
        x = x << 8 | at[bytes];
    return x;
}

// Write the sections behind the head, as far as there are bytes; those that end the part are left out.
static void write_sections(part_writer* w, const uint8_t* data, size_t size)
{
    for (size_t at = PART_BEGIN_SIZE; size - at > PART_SECTION_SIZE;) {
        const char* tag = (const char*)data + at;
        const uint64_t wanted = number_at(data + at + PART_TAG_SIZE + 4, 8);
        const size_t left = size - at - PART_SECTION_SIZE,
                     some = wanted < left ? (size_t)wanted : left;
        at += PART_SECTION_SIZE;
        if (memcmp(tag, PART_HEAD, PART_TAG_SIZE) != 0 &&
            memcmp(tag, PART_END, PART_TAG_SIZE) != 0) {
            part_put_bytes(w, data + at, some);
            part_end_section(w, tag);
        }
        at += some;
    }
}

// ------------------------------------------------------------------------------------------- files

typedef struct memory_file {
    int descriptor;
    char path[32];
} memory_file;

static memory_file make_file(void)
{
    memory_file f = {.descriptor = memfd_create("part", 0)};
    CHECK(f.descriptor >= 0);
    snprintf(f.path, sizeof f.path, "/proc/self/fd/%d", f.descriptor);
    return f;
}

static void write_part(const memory_file* f, const uint8_t* data, size_t size)
{
    const char* const* words =
        commands[data[PART_MARK_SIZE + 4] % (sizeof commands / sizeof *commands)];
    part_head head = {.verb = words[0], .shard = {1, 1}, .arguments = words};
    while (head.argument_count < WORDS_MOST && words[head.argument_count])
        head.argument_count++;
    FILE* out = fdopen(dup(f->descriptor), "wb");
    part_writer w;
    CHECK(out != NULL);
    part_begin(&w, out, &head);
    write_sections(&w, data, size);
    CHECK(part_finish(&w));
    CHECK(fclose(out) == 0);
}

// As it is: hardly one has its checksums.
static void open_raw(const uint8_t* data, size_t size)
{
    const memory_file f = make_file();
    part p;
    CHECK(write(f.descriptor, data, size) == (ssize_t)size);
    if (part_open(&p, f.path)) {
        CHECK(p.head.verb && p.head.argument_count >= 1 && p.section_count >= 2);
        CHECK(p.head.shard.index >= 1 && p.head.shard.index <= p.head.shard.count);
        part_close(&p);
    }
    close(f.descriptor);
}

// Returns the exit status; *text is what was written, to be freed.
static int merge(const memory_file* f, char** text, size_t* size)
{
    const memory_file out = make_file();
    const char* paths[] = {f->path};
    part_list list;
    CHECK(part_list_open(&list, paths, 1));
    list.output = out.path;
    list.quiet = true;
    const int status = verb_find(list.parts[0].head.verb)->merge(&list);
    part_list_close(&list);
    *size = (size_t)lseek(out.descriptor, 0, SEEK_END);
    *text = malloc(*size + 1);
    CHECK(*text && pread(out.descriptor, *text, *size, 0) == (ssize_t)*size);
    close(out.descriptor);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size < PART_BEGIN_SIZE || size > 1 << 16) return 0;
    static FILE* nowhere;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    say_as("abut", nowhere);
    open_raw(data, size);
    const memory_file f = make_file();
    char *text, *again;
    size_t length, length_again;
    write_part(&f, data, size);
    memory_start();
    const int status = merge(&f, &text, &length);
    CHECK(memory_peak() <= MEMORY_LEAST + MEMORY_PER_BYTE * size + length);
    CHECK(status >= 0 && status <= 3);
    CHECK(status == EXIT_ERROR || length > 0);
    CHECK(merge(&f, &again, &length_again) == status);
    CHECK(length == length_again && memcmp(text, again, length) == 0);
    free(text);
    free(again);
    close(f.descriptor);
    return 0;
}

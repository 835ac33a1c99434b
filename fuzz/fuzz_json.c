// fuzz_json.c - JSON as a tree: what it says is written again as JSON and reads back the same; what is refused has a text and
// a place, and leaves the output as it was.
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"
#include "text/json_tree.h"

#include <math.h>
#include <string.h>

enum { MEMORY_PER_BYTE = 130, MEMORY_LEAST = 1 << 14 };

static void write_text(const char* text, FILE* out)
{
    fputc('"', out);
    for (; *text; text++)
        if (*text == '"' || *text == '\\' || (unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    fputc('"', out);
}

static void write_scalar(const json_value* v, FILE* out)
{
    static const char* const words[] = {"null", "false", "true"};
    if (v->kind <= JSON_TRUE) fputs(words[v->kind], out);
    if (v->kind == JSON_NUMBER) fprintf(out, "%.17g", v->number);
    if (v->kind == JSON_STRING) write_text(v->text, out);
}

// NOLINTBEGIN(misc-no-recursion): JSON_TREE_DEPTH_MOST deep
static void write_value(const json_value* v, FILE* out);

static void write_member(const json_value* m, const json_value* of, FILE* out)
{
    CHECK((m->key != NULL) == (of->kind == JSON_OBJECT));
    if (m->key) {
        CHECK(json_member(of, m->key) != NULL);
        write_text(m->key, out);
        fputc(':', out);
    }
    write_value(m, out);
}

static void write_value(const json_value* v, FILE* out)
{
    size_t count = 0;
    if (v->kind < JSON_ARRAY) {
        write_scalar(v, out);
        return;
    }
    fputc(v->kind == JSON_ARRAY ? '[' : '{', out);
    for (const json_value* m = v->first; m; m = m->next) {
        if (count++) fputc(',', out);
        write_member(m, v, out);
    }
    CHECK(count == v->count);
    fputc(v->kind == JSON_ARRAY ? ']' : '}', out);
}

static void check_same(const json_value* a, const json_value* b)
{
    CHECK(a->kind == b->kind && a->count == b->count);
    CHECK(!a->key == !b->key && (!a->key || strcmp(a->key, b->key) == 0));
    if (a->kind == JSON_NUMBER) CHECK(memcmp(&a->number, &b->number, sizeof a->number) == 0);
    if (a->kind == JSON_STRING) CHECK(strcmp(a->text, b->text) == 0);
    const json_value* q = b->first;
    for (const json_value* p = a->first; p; p = p->next, q = q->next) {
        CHECK(q != NULL);
        check_same(p, q);
    }
    CHECK(!q);
}

static void check_places(const json_value* v, const char* bytes, size_t size)
{
    size_t line = 1;
    CHECK(v->byte < size);
    for (size_t i = 0; i < v->byte; i++)
        line += bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
    CHECK(v->line == line);
    for (const json_value* m = v->first; m; m = m->next)
        check_places(m, bytes, size);
}

// NOLINTEND(misc-no-recursion)

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    json_tree t = {0}, again = {0};
    char why[JSON_TREE_WHY] = "";
    memory_start();
    const json_tree_status status = json_tree_read(&t, (const char*)data, size, why);
    CHECK(memory_peak() <= MEMORY_LEAST + MEMORY_PER_BYTE * size);
    if (status != JSON_TREE_OK) {
        CHECK(status == JSON_TREE_SYNTAX || status == JSON_TREE_TOO_LARGE);
        CHECK(!t.root && !t.blocks && strncmp(why, "line ", 5) == 0);
        return 0;
    }
    if (size < 4096) check_places(t.root, (const char*)data, size);
    char* text = NULL;
    size_t length = 0;
    FILE* out = open_memstream(&text, &length);
    CHECK(out != NULL);
    write_value(t.root, out);
    fclose(out);
    CHECK(json_tree_read(&again, text, length, why) == JSON_TREE_OK);
    check_same(t.root, again.root);
    json_tree_free(&t);
    json_tree_free(&again);
    free(text);
    return 0;
}

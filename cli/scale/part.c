// part.c - see part.h; part_format.h has the bytes.
#include "scale/part.h"

#include "base/hash.h"
#include "file/bytes.h"
#include "file/whole.h"
#include "models/load.h"
#include "models/saved.h"
#include "say/say.h"
#include "scale/part_format.h"
#include "system/system.h"

#include <abut/abut.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LEAST_MAPPED = 1 << 17 };

typedef struct part_section {
    char tag[PART_TAG_SIZE];
    const unsigned char* bytes;
    size_t size;
} part_section;

void part_checksum(const char tag[PART_TAG_SIZE], uint32_t number, const void* bytes, size_t size,
                   uint64_t out[2])
{
    hash_128(bytes, size, load_u32(tag, false) | (uint64_t)number << 32, out);
}

void part_hash(const void* bytes, size_t size, uint64_t sum[2])
{
    hash_128(bytes, size, sum[0] ^ sum[1], sum);
}

static void store_u64(unsigned char* to, uint64_t x)
{
    store_u32(to, (uint32_t)x);
    store_u32(to + 4, (uint32_t)(x >> 32));
}

// --------------------------------------------------------------------------------------- writing

// Room for so many bytes, which are put; NULL: there is none.
static unsigned char* room(part_writer* w, size_t size)
{
    if (w->no_memory) return NULL;
    if (size > w->capacity - w->size) {
        size_t capacity = w->capacity ? w->capacity : 4096;
        while (capacity - w->size < size && capacity <= SIZE_MAX / 2)
            capacity *= 2;
        unsigned char* bytes = capacity - w->size < size ? NULL : realloc(w->bytes, capacity);
        w->no_memory = !bytes;
        if (!bytes) return NULL;
        w->bytes = bytes;
        w->capacity = capacity;
    }
    unsigned char* at = w->bytes + w->size;
    w->size += size;
    return at;
}

void part_put_bytes(part_writer* w, const void* bytes, size_t size)
{
    unsigned char* to = size ? room(w, size) : NULL;
    if (to) memcpy(to, bytes, size);
}

void part_put_u64(part_writer* w, uint64_t x)
{
    unsigned char* to = room(w, 8);
    if (to) store_u64(to, x);
}

void part_put_u32(part_writer* w, uint32_t x)
{
    unsigned char* to = room(w, 4);
    if (to) store_u32(to, x);
}

void part_put_f64(part_writer* w, double x)
{
    unsigned char* to = room(w, 8);
    if (to) store_f64(to, x);
}

void part_put_f64s(part_writer* w, const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        part_put_f64(w, x[i]);
}

// Its bytes and the zero behind them, counted; none: NULL.
void part_put_text(part_writer* w, const char* text)
{
    const size_t size = text ? strlen(text) + 1 : 0;
    part_put_u64(w, size);
    part_put_bytes(w, text, size);
}

void part_put_warnings(part_writer* w, const warning_list* list)
{
    part_put_u64(w, list->count);
    for (size_t i = 0; i < list->count; i++)
        part_put_text(w, list->texts[i]);
}

void part_end_section(part_writer* w, const char tag[4])
{
    unsigned char begin[PART_SECTION_SIZE];
    uint64_t sum[2];
    if (w->no_memory) return;
    part_checksum(tag, w->section_count, w->bytes, w->size, sum);
    memcpy(begin, tag, PART_TAG_SIZE);
    store_u32(begin + PART_TAG_SIZE, w->section_count);
    store_u64(begin + PART_TAG_SIZE + 4, w->size);
    store_u64(begin + PART_TAG_SIZE + 12, sum[0]);
    store_u64(begin + PART_TAG_SIZE + 20, sum[1]);
    fwrite(begin, 1, sizeof begin, w->out);
    if (w->size) fwrite(w->bytes, 1, w->size, w->out);
    w->section_count++;
    w->size = 0;
}

void part_begin(part_writer* w, FILE* out, const part_head* head)
{
    unsigned char begin[PART_BEGIN_SIZE];
    *w = (part_writer){.out = out};
    memcpy(begin, PART_MARK, PART_MARK_SIZE);
    store_u32(begin + PART_MARK_SIZE, ABUT_VERSION);
    store_u32(begin + PART_MARK_SIZE + 4, PART_FORMAT);
    fwrite(begin, 1, sizeof begin, out);
    part_put_text(w, head->verb);
    part_put_u64(w, head->shard.index);
    part_put_u64(w, head->shard.count);
    part_put_u64(w, head->argument_count);
    for (size_t i = 0; i < head->argument_count; i++)
        part_put_text(w, head->arguments[i]);
    part_end_section(w, PART_HEAD);
}

bool part_finish(part_writer* w)
{
    const bool fine = !w->no_memory;
    part_end_section(w, PART_END);
    free(w->bytes);
    *w = (part_writer){0};
    return fine || say_no_memory();
}

// --------------------------------------------------------------------------------------- opening

bool part_is(const char* path)
{
    return saved_begins(path, (const unsigned char*)PART_MARK);
}

// Map it, or read what cannot be mapped, as a pipe, or is small: a system maps some ten thousand files at most.
static bool get_bytes(part* p, const char* path)
{
    struct stat about;
    if (strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
        about.st_size >= LEAST_MAPPED) {
        p->bytes = system_map(path, &p->size);
        p->is_mapped = p->bytes != NULL;
    }
    if (p->bytes) return true;
    whole_file_why why;
    char* bytes;
    if (whole_file_read(path, &bytes, &p->size, &why) != WHOLE_FILE_OK) {
        say(why.code, "%s: %s", p->path, why.text);
        return false;
    }
    char* fitting = realloc(bytes, p->size + 1);  // many small ones are to take little
    if (fitting) bytes = fitting;
    p->bytes = (unsigned char*)bytes;
    return true;
}

// Tell that a part is damaged, and which it is, if that is known yet.
static bool tell_damaged(const part* p, const char* what, const char* tag)
{
    char name[PART_TAG_SIZE + 2] = "";
    if (tag) snprintf(name, sizeof name, " %.4s", tag);
    if (shard_is_given(&p->head.shard))
        say(C021_PART_DAMAGED, "%s: part %zu of %zu is damaged: %s%s; run its shard again", p->path,
            p->head.shard.index, p->head.shard.count, what, name);
    else
        say(C021_PART_DAMAGED, "%s: this part is damaged: %s%s; run its shard again", p->path, what,
            name);
    return false;
}

static bool check_begin(const part* p)
{
    const size_t marked = p->size < PART_MARK_SIZE ? p->size : PART_MARK_SIZE;
    if (p->size == 0 || memcmp(p->bytes, PART_MARK, marked) != 0) {
        say(C020_NO_PART, "%s: this is no part: 'abut VERB --shard I/N -o FILE' writes one",
            p->path);
        return false;
    }
    if (p->size < PART_BEGIN_SIZE) return tell_damaged(p, "it is cut off", NULL);
    const char* at = (const char*)p->bytes + PART_MARK_SIZE;
    const uint32_t version = load_u32(at, false), format = load_u32(at + 4, false);
    if (version == ABUT_VERSION && format == PART_FORMAT) return true;
    say(C022_PART_VERSION,
        "%s: this part is of another version of abut (%" PRIu32 ".%" PRIu32 ".%" PRIu32
        ", form %" PRIu32 "), and this is " ABUT_VERSION_STRING ", form %d",
        p->path, version / 10000, version / 100 % 100, version % 100, format, (int)PART_FORMAT);
    return false;
}

// The section at *at, which then is behind it.
static bool take_section(const part* p, size_t* at, part_section* out)
{
    const size_t left = p->size - *at;
    const char* begin = (const char*)p->bytes + *at;
    uint64_t sum[2];
    if (left < PART_SECTION_SIZE) return tell_damaged(p, "it is cut off", NULL);
    const uint64_t size = load_u64(begin + PART_TAG_SIZE + 4, false);
    memcpy(out->tag, begin, PART_TAG_SIZE);
    out->bytes = p->bytes + *at + PART_SECTION_SIZE;
    if (size > left - PART_SECTION_SIZE) return tell_damaged(p, "it ends within section", out->tag);
    out->size = (size_t)size;
    const uint32_t number = load_u32(begin + PART_TAG_SIZE, false);
    part_checksum(out->tag, number, out->bytes, out->size, sum);
    if (sum[0] != load_u64(begin + PART_TAG_SIZE + 12, false) ||
        sum[1] != load_u64(begin + PART_TAG_SIZE + 20, false))
        return tell_damaged(p, "bytes were changed in section", out->tag);
    if (number != p->section_count)
        return tell_damaged(p, "something is missing before section", out->tag);
    *at += PART_SECTION_SIZE + out->size;
    return true;
}

static bool add_section(part* p, const part_section* section)
{
    const size_t count = p->section_count;
    if ((count & (count - 1)) == 0) {  // it is full
        part_section* grown = realloc(p->sections, (count ? 2 * count : 1) * sizeof *grown);
        if (!grown) return say_no_memory();
        p->sections = grown;
    }
    p->sections[p->section_count++] = *section;
    return true;
}

// The head is read when it is the only section, so that what is said of others names the part.
static bool read_head(part* p)
{
    part_reader r = part_section_of(p, PART_HEAD);
    part_head head = {.verb = part_get_text(&r)};
    head.shard.index = (size_t)part_get_u64(&r);
    head.shard.count = (size_t)part_get_u64(&r);
    head.argument_count = part_get_count(&r, 8);
    const char** arguments = calloc(head.argument_count + 1, sizeof *arguments);
    if (!arguments) return say_no_memory();
    p->head.arguments = arguments;
    for (size_t i = 0; i < head.argument_count; i++) {
        arguments[i] = part_get_text(&r);
        r.failed |= !arguments[i];
    }
    const shard* s = &head.shard;
    r.failed |= !head.verb || !head.argument_count || s->index < 1 || s->index > s->count ||
                s->count > SHARDS_MOST;
    if (!part_is_read(&r, PART_HEAD)) return false;
    head.arguments = arguments;
    p->head = head;
    return true;
}

static bool read_sections(part* p)
{
    part_section section = {.size = 0};
    size_t at = PART_BEGIN_SIZE;
    do {
        if (!take_section(p, &at, &section) || !add_section(p, &section)) return false;
        if (p->section_count == 1 && !read_head(p)) return false;
    } while (memcmp(section.tag, PART_END, PART_TAG_SIZE) != 0);
    return at == p->size || tell_damaged(p, "more stands behind its end", NULL);
}

bool part_open(part* out, const char* path)
{
    *out = (part){.path = path_name(path)};
    if (get_bytes(out, path) && check_begin(out) && read_sections(out)) return true;
    part_close(out);
    return false;
}

void part_close(part* p)
{
    void* bytes = (void*)(uintptr_t)p->bytes;  // which was made by this file
    if (bytes && p->is_mapped)
        system_unmap(bytes, p->size);
    else
        free(bytes);
    free((void*)(uintptr_t)p->head.arguments);
    free(p->sections);
    *p = (part){0};
}

// --------------------------------------------------------------------------------------- reading

part_reader part_section_of(const part* p, const char tag[4])
{
    for (const part_section* s = p->sections; s < p->sections + p->section_count; s++)
        if (memcmp(s->tag, tag, PART_TAG_SIZE) == 0)
            return (part_reader){.part = p, .at = s->bytes, .end = s->bytes + s->size};
    return (part_reader){.part = p, .failed = true};
}

const void* part_get_bytes(part_reader* r, size_t size)
{
    r->failed |= !r->failed && size > (size_t)(r->end - r->at);
    if (r->failed) return NULL;
    const void* at = r->at;
    r->at += size;
    return at;
}

uint64_t part_get_u64(part_reader* r)
{
    const void* at = part_get_bytes(r, 8);
    return at ? load_u64(at, false) : 0;
}

uint32_t part_get_u32(part_reader* r)
{
    const void* at = part_get_bytes(r, 4);
    return at ? load_u32(at, false) : 0;
}

size_t part_get_count(part_reader* r, size_t bytes_each)
{
    const uint64_t count = part_get_u64(r);
    r->failed |= !r->failed && count > (size_t)(r->end - r->at) / bytes_each;
    return r->failed ? 0 : (size_t)count;
}

double part_get_f64(part_reader* r)
{
    const void* at = part_get_bytes(r, 8);
    return at ? load_f64(at, false) : 0;
}

void part_get_f64s(part_reader* r, double* out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = part_get_f64(r);
}

const char* part_get_text(part_reader* r)
{
    const size_t size = part_get_count(r, 1);
    const char* text = size ? part_get_bytes(r, size) : NULL;
    if (!text) return NULL;
    r->failed |= memchr(text, '\0', size) != text + size - 1;
    return r->failed ? NULL : text;
}

bool part_get_warnings(part_reader* r, warning_list* list)
{
    const size_t had = list->count, count = part_get_count(r, 8);
    warning_list sorted = *list;  // without those that are added
    bool added = false;
    for (size_t i = 0; i < count && !r->failed; i++) {
        const char* text = part_get_text(r);
        r->failed |= !text;
        if (!text || warnings_have(&sorted, text)) continue;
        if (!warnings_take(list, say_text("%s", text))) return false;
        sorted.texts = list->texts;
        sorted.count = had;
        added = true;
    }
    if (added) warnings_sort(list);
    return true;
}

bool part_is_read(const part_reader* r, const char tag[4])
{
    if (!r->failed && r->at == r->end) return true;
    return tell_damaged(r->part, "it does not make sense: section", tag);
}

// fuzz_xml.c - XML: walked through, and over each element that it has.
#include "fuzz.h"
#include "text/xml.h"

#include <string.h>

static const char* const known[] = {"a", "urn:b"};

static void check_within(const char* at, size_t length, const char* begin, const char* end)
{
    CHECK(at >= begin && at <= end && length <= (size_t)(end - at));
}

static void check_element(const xml_reader* x, const char* begin, const char* end)
{
    check_within(x->name, x->name_length, begin, end);
    CHECK(x->name_length > 0 && x->depth > 0 && x->depth <= XML_DEPTH_MOST);
    for (size_t i = 0; i < x->attribute_count; i++) {
        const xml_attribute* a = &x->attributes[i];
        check_within(a->name, a->name_length, begin, end);
        check_within(a->value, a->value_length, begin, end);
        char* value = malloc(a->value_length + 1);
        CHECK(value);
        const size_t length = xml_decode(a, value);
        CHECK(length <= a->value_length && !memchr(value, '\0', length));
        CHECK(!a->is_plain || memcmp(value, a->value, length) == 0);
        free(value);
    }
}

// Skip the element that has just been opened with a reader of its own: where that ends.
static const char* skipped_to(const xml_reader* x)
{
    xml_reader* ahead = malloc(sizeof *ahead);
    CHECK(ahead);
    *ahead = *x;
    const char* at = xml_skip(ahead) == XML_CLOSED ? ahead->at : NULL;
    CHECK(!at || ahead->depth == x->depth);
    free(ahead);
    return at;
}

// What is open, and where skipping it led; NULL: that was not tried, or failed.
typedef struct walk {
    const char* skipped[XML_DEPTH_MOST + 1];
    size_t depth, skips;
} walk;

static void check_event(walk* w, const xml_reader* x, xml_event event)
{
    enum { SKIPS_MOST = 64 };  // each may go through all of the text
    if (event == XML_OPENED) {
        CHECK(x->depth == ++w->depth);
        w->skipped[w->depth] = w->skips++ < SKIPS_MOST ? skipped_to(x) : NULL;
    } else {
        CHECK(x->depth == w->depth && x->attribute_count == 0);
        CHECK(!w->skipped[w->depth] || w->skipped[w->depth] == x->at);
        w->depth--;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const char *begin = (const char*)data, *end = begin + size;
    xml_reader* x = malloc(sizeof *x);
    CHECK(x);
    xml_begin(x, begin, size, known, 2);
    walk w = {.depth = 0};
    xml_event event;
    for (event = xml_next(x); event == XML_OPENED || event == XML_CLOSED; event = xml_next(x)) {
        check_element(x, begin, end);
        check_event(&w, x, event);
    }
    CHECK(xml_next(x) == event);
    if (event == XML_FAILED) {
        CHECK(memchr(x->why, '\0', sizeof x->why) && x->why[0] != '\0');
        check_within(x->fault_at, 0, begin, end);
    } else {
        CHECK(w.depth == 0);
    }
    free(x);
    return 0;
}

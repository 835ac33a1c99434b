// xml.h - a text in XML 1.0 with namespaces, element by element. Own code, since what is read comes from strangers:
// nothing is fetched or expanded, a document type is refused, and nesting ends somewhere. Only UTF-8 is read.
//
// Texts between elements are passed over: nobody here has a use for them.
#ifndef ABUT_IO_TEXT_XML_H
#define ABUT_IO_TEXT_XML_H
#include <stdbool.h>
#include <stddef.h>

enum {
    XML_DEPTH_MOST = 64,
    XML_ATTRIBUTES_MOST = 64,  // of an element
    XML_SPACES_MOST = 64,      // declared at one time
    XML_WHY = 160,
};

// Namespaces: the number of one of those that the caller knows, or
enum {
    XML_NO_SPACE = -1,
    XML_OTHER_SPACE = -2,  // one that the caller does not know
};

typedef enum xml_event {
    XML_FAILED,
    XML_ENDED,   // the root is closed, and nothing follows
    XML_OPENED,  // an element begins
    XML_CLOSED,  // it ends; those without content, too
} xml_event;

typedef enum xml_fault {
    XML_SYNTAX,
    XML_TRUNCATED,
    XML_TOO_LARGE,  // one of the limits above
    XML_REFUSED,    // another encoding, a document type
} xml_fault;

typedef struct xml_attribute {
    int space;  // XML_NO_SPACE without a prefix
    const char* name;
    const char* value;     // as it is written: xml_decode
    size_t prefix_length;  // of what stands before the name, with its colon
    size_t name_length, value_length;
    bool is_plain;  // nothing in it is to be decoded
} xml_attribute;

// A reader. After xml_begin everything above "private" is for the caller to see.
typedef struct xml_reader {
    const char* at;  // where it is
    // Of the last event:
    const char* where;  // its tag
    int space;
    const char* name;
    size_t name_length;
    size_t depth;  // elements that are open, this one among them
    xml_attribute attributes[XML_ATTRIBUTES_MOST];
    size_t attribute_count;
    // The first name whose prefix is not declared: it is of a namespace that nobody knows. NULL: there is none.
    const char* undeclared;
    size_t undeclared_length;  // of the prefix
    // After XML_FAILED: where and why.
    xml_fault fault;
    const char* fault_at;
    char why[XML_WHY];

    // private
    const char* begin;
    const char* end;
    const char* const* known;
    size_t known_count;
    struct xml_open {
        const char* tag;  // with its prefix
        size_t tag_length;
        size_t name_from;  // behind the prefix
        int space;
    } open[XML_DEPTH_MOST];
    struct xml_bound {
        const char *prefix, *uri;
        size_t prefix_length, uri_length;
        int space;
        size_t depth;
    } bound[XML_SPACES_MOST];
    size_t bound_count;
    bool is_empty, is_closing, has_root;
} xml_reader;

// Begin with a text. known: the namespaces that have a number, in their order.
void xml_begin(xml_reader* x, const char* bytes, size_t size, const char* const* known,
               size_t known_count);
// Go on to the next event. After XML_FAILED and XML_ENDED it stays so.
xml_event xml_next(xml_reader* x);
// Behind the end of the element that was just opened, over everything in it. XML_CLOSED, or XML_FAILED.
xml_event xml_skip(xml_reader* x);

// Whether the element of the last event has this name.
bool xml_is(const xml_reader* x, int space, const char* name);
// An attribute of the element that was just opened; NULL: it has none of that name.
const xml_attribute* xml_find(const xml_reader* x, int space, const char* name);
// Write the value of an attribute: entities resolved, each white space a blank. Returns its length, which is at most
// value_length: so much room there has to be.
size_t xml_decode(const xml_attribute* attribute, char* to);
// The namespace that a prefix means here; XML_NO_SPACE: none is declared. Else *uri, of *uri_length bytes, is as it is written.
int xml_space_of(const xml_reader* x, const char* prefix, size_t length, const char** uri,
                 size_t* uri_length);

#endif

// xml_write.h - XML 1.0 written as it comes, indented. Errors of the stream stay in the stream.
#ifndef ABUT_CLI_OUTPUT_XML_WRITE_H
#define ABUT_CLI_OUTPUT_XML_WRITE_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { XML_DEPTH_MOST = 8 };

typedef struct xml {
    FILE* out;
    const char* open[XML_DEPTH_MOST];
    int depth;
    bool in_tag;    // attributes may follow
    bool has_text;  // of the innermost element: its end follows on the same line
} xml;

// Write what stands before the outermost element.
void xml_begin(xml* x, FILE* out);
// Open an element; name is borrowed until it is closed. Attributes come first, then elements, or a text. Close the
// innermost one.
void xml_open(xml* x, const char* name);
void xml_close(xml* x);
// Write an attribute, or a text. Bytes that are no UTF-8, and characters that XML has no way to write, become U+FFFD.
void xml_attribute(xml* x, const char* name, const char* value);
void xml_attribute_count(xml* x, const char* name, uint64_t value);
void xml_text(xml* x, const char* text);
// An element with a text, or with a number of 15 digits: readers that compare a number with its text keep these.
void xml_element(xml* x, const char* name, const char* text);
void xml_number(xml* x, const char* name, double value);

#endif

// xml_write.h - XML 1.0 written as it comes, indented. Errors of the stream stay in the stream.
#ifndef ABUT_CLI_OUTPUT_XML_WRITE_H
#define ABUT_CLI_OUTPUT_XML_WRITE_H
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { XML_DEPTH_MOST = 8 };

typedef struct xml_writer {
    FILE* out;
    const char* open[XML_DEPTH_MOST];
    int depth;
    bool in_tag;    // attributes may follow
    bool has_text;  // of the innermost element: its end follows on the same line
} xml_writer;

// Write what stands before the outermost element.
void xml_write_begin(xml_writer* x, FILE* out);
// Open an element; name is borrowed until it is closed. Attributes come first, then elements, or a text. Close the
// innermost one.
void xml_write_open(xml_writer* x, const char* name);
void xml_write_close(xml_writer* x);
// Write an attribute, or a text. Bytes that are no UTF-8, and characters that XML has no way to write, become U+FFFD.
void xml_write_attribute(xml_writer* x, const char* name, const char* value);
void xml_write_count(xml_writer* x, const char* name, uint64_t value);
void xml_write_text(xml_writer* x, const char* text);
// An element with a text, or with a number of 15 digits: readers that compare a number with its text keep these.
void xml_write_element(xml_writer* x, const char* name, const char* text);
void xml_write_number(xml_writer* x, const char* name, double value);

#endif

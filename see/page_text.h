// page_text.h - the page of reports as it is in see/report/page.html, put into the program by cmake/embed.cmake.
#ifndef ABUT_SEE_PAGE_TEXT_H
#define ABUT_SEE_PAGE_TEXT_H
#include <stddef.h>

extern const char see_page_text[];
extern const size_t see_page_text_size;

#endif

// statistics.h - what a soup is like as a surface: abut_soup_statistics.
#ifndef ABUT_SOUP_STATISTICS_H
#define ABUT_SOUP_STATISTICS_H
#include "abut/abut.h"
#include "abut/statistics.h"

// Find the statistics of a soup that soup_check accepts. host is complete.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; unless ABUT_OK, out is untouched.
abut_status soup_statistics(const abut_soup* soup, const abut_host* host, abut_statistics* out);

#endif

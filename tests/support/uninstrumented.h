// uninstrumented.h - tells MemorySanitizer (preset msan) of texts that code built without it has
// written, where it cannot know. uninstrumented.c does the same for whole libraries.
#ifndef ABUT_TESTS_SUPPORT_UNINSTRUMENTED_H
#define ABUT_TESTS_SUPPORT_UNINSTRUMENTED_H

#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WRITTEN_TEXT(text) __msan_unpoison_string(text)
#endif
#endif

#ifndef WRITTEN_TEXT
#define WRITTEN_TEXT(text) ((void)(text))
#endif

#endif

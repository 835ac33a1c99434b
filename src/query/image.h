// image.h - a built model as bytes that can be mapped and used in place (Klosowski 1998, chapters 3, 5).
#ifndef ABUT_QUERY_IMAGE_H
#define ABUT_QUERY_IMAGE_H
#include "query/model.h"

#include "abut/saved.h"

// Write a model, piece by piece. Returns ABUT_OK, or what write returned.
abut_status image_save(const abut_model* model, const uint64_t source[2], abut_write* write,
                       void* user);

// Make a model of bytes that stay where they are, and stay as they are, while the model lives. They are
// checked wholly. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_IMAGE or ABUT_OTHER_VERSION.
abut_status image_open(abut_model** out, const void* bytes, size_t size, const abut_host* host);

#endif

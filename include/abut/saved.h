// saved.h - models as bytes: saved once, opened in place
// SPDX-License-Identifier: MIT
#ifndef ABUT_SAVED_H
#define ABUT_SAVED_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------- saved models

// Take size bytes that follow those of earlier calls; return ABUT_OK, or any other status to stop.
typedef abut_status abut_write(void* user, const void* bytes, size_t size);

// Write a built model as bytes, triangles included, so that it need not be built again (Klosowski
// 1998, chapters 3 and 5). The bytes are the same on every machine. source: any two numbers that
// tell from what the model was made, such as a hash of its file; NULL: zeros.
// Returns ABUT_OK, ABUT_BAD_ARGUMENT, or what write returned. Cost: one pass.
ABUT_API abut_status abut_model_save(const abut_model* model, const uint64_t source[2],
                                     abut_write* write, void* user);

// Make a model of bytes that abut_model_save wrote, in place: nothing is copied, so a file can be
// mapped and shared by processes. bytes start at a multiple of 64, and must stay as they are
// until the model is freed. The model answers as the one that was saved.
// Everything is checked first: every checksum, index and link, so that no bytes whatever lead
// outside of them. A checksum is no signature: whoever forges one can make a model that misses
// contacts. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_BAD_IMAGE,
// ABUT_OTHER_VERSION or ABUT_NOT_AVAILABLE. host may be NULL. Cost: two passes over the bytes.
ABUT_API abut_status abut_model_open(abut_model** out, const void* bytes, size_t size,
                                     const abut_host* host);

// Tell the two numbers that a model was saved with; zeros for one that was built. Returns ABUT_OK
// or ABUT_BAD_ARGUMENT.
ABUT_API abut_status abut_model_source(const abut_model* model, uint64_t source[2]);

#ifdef __cplusplus
}
#endif
#endif

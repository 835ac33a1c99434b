// find.c - from what was typed to a code, and to what is known of it.
#include "explain/explain.h"
#include "options/nearest.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const explain_area explain_areas[EXPLAIN_AREAS] = {
    {'O', "options", "The command line", explain_options},
    {'F', "files", "Files of models", explain_files},
    {'P', "paths", "Files of points, rays and poses", explain_paths},
    {'N', "nc", "NC programs and tools", explain_nc},
    {'C', "clashes", "Clashes, rules, sets, shards and merging", explain_clashes},
    {'M', "scenes", "Models made by abut-scene", explain_scenes},
    {'V', "convert", "STEP and IFC: abut-convert", explain_convert},
    {'S', "system", "The system: memory, files, threads", explain_system},
    {'Q', "library", "What the library answers", explain_library},
};

static const struct {
    const char* name;
    abut_status status;
} statuses[] = {
#define STATUS(name)                                                                               \
    {                                                                                              \
#name, name                                                                                \
    }
    STATUS(ABUT_OK),
    STATUS(ABUT_OUT_OF_MEMORY),
    STATUS(ABUT_BAD_ARGUMENT),
    STATUS(ABUT_BAD_INDEX),
    STATUS(ABUT_NOT_FINITE),
    STATUS(ABUT_NOT_RIGID),
    STATUS(ABUT_BAD_SCALE),
    STATUS(ABUT_NON_UNIFORM_SCALE),
    STATUS(ABUT_SHEAR),
    STATUS(ABUT_NOT_AFFINE),
    STATUS(ABUT_TOO_LARGE),
    STATUS(ABUT_CANCELLED),
    STATUS(ABUT_MIXED_METHODS),
    STATUS(ABUT_BAD_COMBINATION),
    STATUS(ABUT_NOT_AVAILABLE),
    STATUS(ABUT_BAD_IMAGE),
    STATUS(ABUT_OTHER_VERSION),
#undef STATUS
};

enum { STATUSES = sizeof statuses / sizeof *statuses };

const explanation* explain_find(fault_code code, const explain_area** area)
{
    for (int i = 0; i < EXPLAIN_AREAS; i++)
        for (const explanation* e = explain_areas[i].rows; e->code != CODE_NONE; e++) {
            if (e->code != code) continue;
            if (area) *area = &explain_areas[i];
            return e;
        }
    return NULL;
}

// Without brackets.
static void trim(const char* text, char out[64])
{
    const char* from = text + strspn(text, "[ ");
    snprintf(out, 64, "%.*s", (int)strcspn(from, "] "), from);
}

bool explain_take(const char* text, fault_code* code)
{
    char word[64];
    trim(text, word);
    for (int i = 0; i < STATUSES; i++) {
        if (strcasecmp(word, statuses[i].name) != 0) continue;
        *code = fault_code_of_status(statuses[i].status);
        return true;
    }
    *code = fault_code_find(word);
    return *code != CODE_NONE;
}

// The code whose number is nearest, of those that begin with the same letter.
static fault_code nearest_number(const char* word)
{
    fault_code best = CODE_NONE;
    long least = 0;
    const long number = strtol(word + 1, NULL, 10);
    const int letter = toupper((unsigned char)*word);
    for (int code = CODE_NONE + 1; code < CODE_END; code++) {
        const fault_name name = fault_code_name((fault_code)code);
        if (name.text[0] != letter) continue;
        const long steps = labs(strtol(name.text + 1, NULL, 10) - number);
        if (best && steps >= least) continue;
        best = (fault_code)code;
        least = steps;
    }
    return best;
}

char* explain_nearest(const char* text, char meant[64])
{
    char word[64];
    trim(text, word);
    const bool has_number = *word && isdigit((unsigned char)word[1]);
    const fault_code code = has_number ? nearest_number(word) : CODE_NONE;
    nearest near = nearest_begin(word);
    const fault_name name = fault_code_name(code);
    if (code)
        near.name = name.text;
    else
        for (int i = 0; i < STATUSES; i++)
            nearest_offer(&near, statuses[i].name);
    return nearest_text(&near, meant);
}

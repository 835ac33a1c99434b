// code.c - see code.h.
#include "text/code.h"

#include <string.h>

static const struct {
    const char *name, *title;
} rows[] = {{"", ""},
#define ONE(name, title) {#name, title},
            FAULT_CODES(ONE)
#undef ONE
};

fault_name fault_code_name(fault_code code)
{
    fault_name name = {""};
    if (code > CODE_NONE && code < CODE_END) memcpy(name.text, rows[code].name, 4);
    return name;
}

const char* fault_code_title(fault_code code)
{
    return code > CODE_NONE && code < CODE_END ? rows[code].title : "";
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

fault_code fault_code_find(const char* text)
{
    for (int code = CODE_NONE + 1; code < CODE_END; code++) {
        const char* name = rows[code].name;
        size_t i = 0;
        while (i < 4 && upper(text[i]) == name[i])
            i++;
        if (i == 4 && text[4] == '\0') return (fault_code)code;
    }
    return CODE_NONE;
}

fault_code fault_code_of_status(abut_status status)
{
    switch (status) {
    case ABUT_OK:
        return CODE_NONE;
    case ABUT_OUT_OF_MEMORY:
        return S001_OUT_OF_MEMORY;
    case ABUT_BAD_ARGUMENT:
        return Q002_BAD_ARGUMENT;
    case ABUT_BAD_INDEX:
        return F005_BAD_INDEX;
    case ABUT_NOT_FINITE:
        return Q004_NOT_FINITE;
    case ABUT_NOT_RIGID:
        return Q005_NOT_RIGID;
    case ABUT_BAD_SCALE:
        return Q006_BAD_SCALE;
    case ABUT_NON_UNIFORM_SCALE:
        return Q007_NON_UNIFORM_SCALE;
    case ABUT_SHEAR:
        return Q008_SHEAR;
    case ABUT_NOT_AFFINE:
        return Q009_NOT_AFFINE;
    case ABUT_TOO_LARGE:
        return Q010_TOO_LARGE;
    case ABUT_CANCELLED:
        return Q011_CANCELLED;
    case ABUT_MIXED_METHODS:
        return Q012_MIXED_METHODS;
    case ABUT_BAD_COMBINATION:
        return Q013_BAD_COMBINATION;
    case ABUT_NOT_AVAILABLE:
        return Q014_NOT_AVAILABLE;
    case ABUT_BAD_IMAGE:
        return F008_SAVED_DAMAGED;
    case ABUT_OTHER_VERSION:
        return F009_SAVED_VERSION;
    }
    return Q002_BAD_ARGUMENT;
}

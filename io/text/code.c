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
    if (status == ABUT_OK) return CODE_NONE;
    if (status == ABUT_OUT_OF_MEMORY) return S001_OUT_OF_MEMORY;
    if (status > ABUT_BAD_ARGUMENT || status < ABUT_OTHER_VERSION) return Q002_BAD_ARGUMENT;
    return (fault_code)(Q002_BAD_ARGUMENT + (ABUT_BAD_ARGUMENT - status));
}

// build_options.c - reading the options that say how a model is built.
#include "build_options.h"

#include "arguments.h"
#include "say.h"

#include <stdio.h>
#include <string.h>

static const char* const option_texts[BUILD_PARTS] = {
    "--method", "--leaf-size", "--split", "--fit", "--real",
};

static bool take_method(const char* text, abut_method* out)
{
    if (abut_method_from_name(text, out) == ABUT_OK) return true;
    char list[256] = "";
    for (int m = 0; m < 64; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name || strlen(list) + strlen(name) + 2 > sizeof list) continue;
        strcat(list, " ");
        strcat(list, name);
    }
    say("--method: there is no '%s' in this version; there are:%s", text, list);
    return false;
}

// Read names of axes, separated by commas, into a sum of ABUT_FIT_*.
static bool take_fits(const char* text, unsigned* out)
{
    static const char* const names[] = {"aabb", "pca", "parent", "dito14"};
    static const unsigned bits[] = {ABUT_FIT_AABB, ABUT_FIT_PCA, ABUT_FIT_PARENT, ABUT_FIT_DITO14};
    char name[16];
    *out = 0;
    for (;;) {
        const size_t length = strcspn(text, ",");
        // A name that is too long for any is cut, and then found in no list.
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), text);
        size_t place;
        if (!argument_choice("--fit", name, names, 4, &place)) return false;
        if (*out & bits[place]) {
            say("--fit: '%s' given twice", name);
            return false;
        }
        *out |= bits[place];
        if (text[length] == '\0') return true;
        text += length + 1;
    }
}

bool build_options_take(build_options* o, int code, const char* text)
{
    static const char* const splits[] = {"mean", "median"};
    static const char* const reals[] = {"float", "double"};
    const int part = code - BUILD_OPTION_BASE;
    const char* option = option_texts[part];
    uint64_t count = 0;
    size_t place = 0;
    if (o->given[part]) {
        say("option %s given twice", option);
        return false;
    }
    o->given[part] = true;
    switch (part) {
    case BUILD_METHOD:
        return take_method(text, &o->build.method);
    case BUILD_LEAF_SIZE:
        if (!argument_count(option, text, 1, 64, &count)) return false;
        o->build.leaf_size = (int)count;
        return true;
    case BUILD_SPLIT:
        if (!argument_choice(option, text, splits, 2, &place)) return false;
        o->build.split = place == 0 ? ABUT_SPLIT_MEAN : ABUT_SPLIT_MEDIAN;
        return true;
    case BUILD_FIT:
        return take_fits(text, &o->build.fits);
    default:
        if (!argument_choice(option, text, reals, 2, &place)) return false;
        o->build.real = place == 0 ? ABUT_REAL_FLOAT : ABUT_REAL_DOUBLE;
        return true;
    }
}

bool build_options_have_effect(const build_options* o)
{
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS; part++) {
        if (o->build.method != ABUT_BRUTE || !o->given[part]) continue;
        say("option %s has no effect: the method brute has no tree", option_texts[part]);
        return false;
    }
    return true;
}

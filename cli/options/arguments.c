// arguments.c - values of options. The program never calls setlocale, so strtod reads the "C" locale.
#include "options/arguments.h"

#include "options/nearest.h"
#include "say/say.h"
#include "text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WHITE " \t\r\n"

// Step over what may stand between two numbers: white space with at most one comma in it.
static const char* skip_separator(const char* at)
{
    at += strspn(at, WHITE);
    if (*at == ',') at++;
    return at + strspn(at, WHITE);
}

bool argument_numbers(const char* option, const char* text, size_t count, double* out)
{
    const char* at = text + strspn(text, WHITE);
    for (size_t i = 0; i < count; i++) {
        if (*at == '\0') {
            say(O011_NO_NUMBER, "%s: %zu number%s needed, %zu found in '%s'%s", option, count,
                plural(count), i, text,
                count > 1 ? "; all are one argument, as in 1,2,3 or \"1 2 3\"" : "");
            return false;
        }
        char* end;
        out[i] = strtod(at, &end);
        if (end == at || !isfinite(out[i])) {
            say(O011_NO_NUMBER, "%s: '%.*s' in '%s' is not a finite number", option,
                (int)strcspn(at, WHITE ","), at, text);
            return false;
        }
        const char* next = skip_separator(end);
        if (*end != '\0' && next == end) {  // junk right behind the number
            say(O011_NO_NUMBER, "%s: '%.*s' in '%s' is not a number", option,
                (int)strcspn(at, WHITE ","), at, text);
            return false;
        }
        // A comma behind the last number promises another one.
        if (*next == '\0' && strchr(end, ',')) {
            say(O011_NO_NUMBER, "%s: '%s' ends with a comma", option, text);
            return false;
        }
        at = next;
    }
    if (*at == '\0') return true;
    say(O011_NO_NUMBER, "%s: more than %zu number%s in '%s'", option, count, count == 1 ? "" : "s",
        text);
    return false;
}

bool argument_count(const char* option, const char* text, uint64_t lowest, uint64_t highest,
                    uint64_t* out)
{
    uint64_t value = 0;
    bool fits = *text != '\0';
    for (const char* at = text; *at && fits; at++) {
        const unsigned digit = (unsigned)(unsigned char)*at - '0';
        fits = digit <= 9 && value <= (UINT64_MAX - digit) / 10;
        if (fits) value = value * 10 + digit;
    }
    if (fits && value >= lowest && value <= highest) {
        *out = value;
        return true;
    }
    if (highest == UINT64_MAX || highest == SIZE_MAX)
        say(O012_OUT_OF_RANGE, "%s: '%s' is not a whole number of at least %llu", option, text,
            (unsigned long long)lowest);
    else
        say(O012_OUT_OF_RANGE, "%s: '%s' is not a whole number from %llu to %llu", option, text,
            (unsigned long long)lowest, (unsigned long long)highest);
    return false;
}

bool argument_bytes(const char* option, const char* text, uint64_t* out)
{
    static const char units[] = "KkMmGgTt";
    const size_t digits = strspn(text, "0123456789");
    const char* unit = text[digits] ? strchr(units, text[digits]) : NULL;
    const unsigned shift = unit ? 10 * ((unsigned)(unit - units) / 2 + 1) : 0;
    uint64_t value = 0;
    bool fits = digits > 0 && unit && text[digits + 1] == '\0';
    for (size_t i = 0; i < digits && fits; i++) {
        value = value * 10 + (unsigned)(text[i] - '0');
        fits = value <= UINT64_MAX >> 11 && value << shift >> shift == value;
    }
    if (fits && value << shift >= 1 << 20) {
        *out = value << shift;
        return true;
    }
    say(O014_OTHER_FORM, "%s: '%s' is not an amount of memory of at least 1M, as 500M or 2G",
        option, text);
    return false;
}

bool argument_microseconds(const char* option, const char* text, double* out)
{
    static const struct {
        const char* name;
        double microseconds;
    } units[] = {{"us", 1}, {"ms", 1e3}, {"s", 1e6}};
    const char* const unit = text + strspn(text, "0123456789.eE+-");
    const char* at = text;
    double value = 0;
    const bool is_number = number_parse(&at, unit, &value) == NUMBER_OK && at == unit;
    for (size_t i = 0; is_number && i < sizeof units / sizeof *units; i++) {
        const double microseconds = value * units[i].microseconds;
        if (strcmp(unit, units[i].name) != 0 || !(microseconds > 0 && isfinite(microseconds)))
            continue;
        *out = microseconds;
        return true;
    }
    say(O014_OTHER_FORM,
        "%s: '%s' is not a duration above 0 with its unit, such as 200us, 1.5ms or 2s", option,
        text);
    return false;
}

bool argument_choice(const char* option, const char* text, const char* const* names, size_t count,
                     size_t* out)
{
    char list[1024] = "", meant[64];
    nearest near = nearest_begin(text);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *out = i;
            return true;
        }
        nearest_offer(&near, names[i]);
        const size_t used = strlen(list), room = sizeof list - used - 1;
        if (strlen(names[i]) + 1 > room) continue;
        if (used) strcat(list, " ");
        strcat(list, names[i]);
    }
    say(O013_NO_SUCH_VALUE, "%s: there is no '%s'%s; there are: %s", option, text,
        nearest_text(&near, meant), list);
    return false;
}

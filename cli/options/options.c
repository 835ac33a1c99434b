// options.c - see options.h.
#include "options/options.h"

#include "options/arguments.h"
#include "options/help.h"
#include "options/nearest.h"
#include "say/say.h"

#include <assert.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

// Codes that getopt_long returns: those of letters are smaller.
enum { CODE_HELP = 256, CODE_HELP_ALL, CODE_FIRST, OPTIONS_MOST = 96 };

bool option_flag(void* to, const option_row* row, const char* text)
{
    (void)row;
    (void)text;
    *(bool*)to = true;
    return true;
}

bool option_one(void* to, const option_row* row, const char* text)
{
    (void)row;
    (void)text;
    *(int*)to = 1;
    return true;
}

bool option_has_value(const option_row* row)
{
    return row->take != option_flag && row->take != option_one;
}

bool option_text(void* to, const option_row* row, const char* text)
{
    (void)row;
    *(const char**)to = text;
    return true;
}

bool option_int(void* to, const option_row* row, const char* text)
{
    uint64_t count = 0;
    if (!argument_count(row->name, text, row->lowest, row->highest, &count)) return false;
    *(int*)to = (int)count;
    return true;
}

bool option_size(void* to, const option_row* row, const char* text)
{
    uint64_t count = 0;
    if (!argument_count(row->name, text, row->lowest, row->highest, &count)) return false;
    *(size_t*)to = (size_t)count;
    return true;
}

bool option_count(void* to, const option_row* row, const char* text)
{
    return argument_count(row->name, text, row->lowest, row->highest, to);
}

bool option_length(void* to, const option_row* row, const char* text)
{
    double* out = to;
    if (!argument_numbers(row->name, text, 1, out)) return false;
    if (*out >= 0) return true;
    say(O012_OUT_OF_RANGE, "%s: '%s' is below 0", row->name, text);
    return false;
}

bool option_time(void* to, const option_row* row, const char* text)
{
    return argument_microseconds(row->name, text, to);
}

bool option_point(void* to, const option_row* row, const char* text)
{
    return argument_numbers(row->name, text, 3, to);
}

size_t option_name_count(const option_row* row)
{
    size_t count = 0;
    while (count < OPTION_NAMES_MOST && row->names[count])
        count++;
    return count;
}

bool option_choice(const option_row* row, const char* text, size_t* out)
{
    return argument_choice(row->name, text, row->names, option_name_count(row), out);
}

bool option_name(void* to, const option_row* row, const char* text)
{
    return option_choice(row, text, to);
}

// ---------------------------------------------------------------------------------- what was given

static const char* text_of(const option_row* row)
{
    return row->brief ? row->brief : row->name;
}

// The row with this name, or NULL; *given is whether it was.
static const option_row* find(const command_line* line, const char* name, bool* given)
{
    for (const option_group* g = line->groups; g < line->groups + OPTION_GROUPS_MOST; g++) {
        for (size_t i = 0; i < g->count; i++) {
            if (strcmp(g->rows[i].name, name) != 0) continue;
            *given = g->given[i];
            return &g->rows[i];
        }
    }
    *given = false;
    return NULL;
}

const option_row* option_row_of(const command_line* line, const char* name)
{
    bool given;
    return find(line, name, &given);
}

bool option_given(const command_line* line, const char* name)
{
    bool given;
    find(line, name, &given);
    return given;
}

const char* option_first_given(const command_line* line, const char* const* names)
{
    for (; *names; names++) {
        bool given;
        const option_row* row = find(line, *names, &given);
        if (given) return text_of(row);
    }
    return NULL;
}

bool option_fits_beside(const command_line* line, const char* name, const char* other)
{
    if (!option_given(line, name) || option_given(line, other)) return true;
    say(O007_NO_EFFECT, "option %s has no effect without %s", name, other);
    return false;
}

bool option_fits_beside_one(const command_line* line, const char* name, const char* one,
                            const char* other)
{
    if (!option_given(line, name) || option_given(line, one) || option_given(line, other))
        return true;
    say(O007_NO_EFFECT, "option %s has no effect without %s or %s", name, one, other);
    return false;
}

bool options_exclude(const command_line* line, const char* const pairs[][2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!option_given(line, pairs[i][0]) || !option_given(line, pairs[i][1])) continue;
        say(O006_EXCLUDE, "options %s and %s exclude each other", pairs[i][0], pairs[i][1]);
        return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------- the loop

// Whether an argument is a letter, or the whole name of the option that getopt_long took it for.
static bool is_whole(const char* argument, const struct option* long_options)
{
    if (optopt < CODE_HELP) return true;
    for (const struct option* o = long_options; o->name; o++)
        if (o->val == optopt) return strcmp(argument + 2, o->name) == 0;
    return false;
}

// Tell what getopt_long found wrong with the argument it has just left.
static bool tell_wrong(int code, const char* argument, const struct option* long_options)
{
    if (code == ':' && is_whole(argument, long_options)) {
        say(O003_VALUE_MISSING, "option %s needs a value", argument);
        return false;
    }
    nearest near = nearest_begin(argument);
    for (const struct option* o = long_options; o->name; o++) {
        if (code == ':' || optopt < CODE_HELP || o->val != optopt) {
            nearest_offer(&near, o->name);
            continue;
        }
        say(O004_VALUE_TOO_MUCH, "option --%s takes no value", o->name);
        return false;
    }
    if (near.name)
        say(O002_UNKNOWN_OPTION, "unknown option %s (is --%s meant?)", argument, near.name);
    else
        say(O002_UNKNOWN_OPTION, "unknown option %s; --help-all lists all", argument);
    return false;
}

// The next option's code, 1 with an operand in optarg, or -1 at the end. Unlike bare getopt_long it finds options after
// operands whatever the environment says, and takes no abbreviations: these would change their meaning when an
// option is added. letters starts with "-:". Returns false after telling what is wrong.
static bool next(int count, char** arguments, const char* letters,
                 const struct option* long_options, int* out)
{
    opterr = 0;
    const int place = optind;
    // To some getopt_long a lone "-" is the end of all options.
    if (place < count && strcmp(arguments[place], "-") == 0) {
        optarg = arguments[optind++];
        *out = 1;
        return true;
    }
    int index = -1;
    const int code = *out = getopt_long(count, arguments, letters, long_options, &index);
    if (code == '?' || code == ':') return tell_wrong(code, arguments[place], long_options);
    if (index < 0) return true;
    const char* given = arguments[place] + 2;
    const char* name = long_options[index].name;
    if (strcspn(given, "=") == strlen(name)) return true;
    say(O002_UNKNOWN_OPTION, "unknown option %s (is --%s meant?)", arguments[place], name);
    return false;
}

static bool take_path(command_line* line, const char* path)
{
    if (line->path_count == line->paths_most) {
        say(O009_TOO_MANY, "%s; '%s' is one too many", line->takes, path);
        return false;
    }
    line->paths[line->path_count++] = path;
    return true;
}

// Take the option of this place, counted over all groups.
static bool take(command_line* line, size_t place, const char* text)
{
    const option_group* g = line->groups;
    for (; place >= g->count; g++)
        place -= g->count;
    const option_row* row = &g->rows[place];
    if (g->given[place] && !row->repeats) {
        say(O005_GIVEN_TWICE, "option %s given twice", text_of(row));
        return false;
    }
    g->given[place] = true;
    return row->take((char*)g->options + row->at, row, text);
}

// What getopt_long is given. Returns the code of the option that has a letter, which is 'o' where there is one.
static int tables(const command_line* line, char letters[8],
                  struct option long_options[OPTIONS_MOST + 3])
{
    int brief = 0, code = CODE_FIRST;
    struct option* out = long_options;
    *out++ = (struct option){"help", no_argument, NULL, CODE_HELP};
    *out++ = (struct option){"help-all", no_argument, NULL, CODE_HELP_ALL};
    for (const option_group* g = line->groups; g < line->groups + OPTION_GROUPS_MOST; g++) {
        for (size_t i = 0; i < g->count; i++, code++) {
            const option_row* row = &g->rows[i];
            assert(code < CODE_FIRST + OPTIONS_MOST);
            assert(!row->text || option_has_value(row) == (row->value != NULL));
            const int value = option_has_value(row) ? required_argument : no_argument;
            *out++ = (struct option){row->name + 2, value, NULL, code};
            if (row->brief) brief = code;
        }
    }
    *out = (struct option){0};
    strcpy(letters, brief ? "-:o:h" : "-:h");
    return brief;
}

bool command_line_read(command_line* line, int count, char** arguments, int* status)
{
    struct option long_options[OPTIONS_MOST + 3];
    char letters[8];
    const int brief = tables(line, letters, long_options);
    *status = EXIT_ERROR;
    optind = 1;
    for (int code; next(count, arguments, letters, long_options, &code);) {
        if (code == -1) {
            for (; optind < count; optind++)  // what stands behind "--"
                if (!take_path(line, arguments[optind])) return false;
            return true;
        }
        if (code == 'h' || code == CODE_HELP || code == CODE_HELP_ALL) {
            help_write(line->verb, line->groups, code == CODE_HELP_ALL, stdout);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (code == 'o') code = brief;
        if (code == 1 ? !take_path(line, optarg) : !take(line, (size_t)(code - CODE_FIRST), optarg))
            return false;
    }
    return false;
}

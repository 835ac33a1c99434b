// shard.c - see shard.h.
#include "scale/shard.h"

#include "options/arguments.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

bool option_shard(void* to, const option_row* row, const char* text)
{
    shard* out = to;
    uint64_t index = 0, count = 0;
    char number[32];
    const size_t length = strcspn(text, "/");
    if (text[length] != '/' || length >= sizeof number) {
        say(O014_OTHER_FORM, "%s: '%s' is not I/N, as in 3/8", row->name, text);
        return false;
    }
    memcpy(number, text, length);
    number[length] = '\0';
    if (!argument_count(row->name, text + length + 1, 1, SHARDS_MOST, &count) ||
        !argument_count(row->name, number, 1, count, &index))
        return false;
    *out = (shard){(size_t)index, (size_t)count};
    return true;
}

void shard_range(const shard* s, size_t count, size_t* first, size_t* last)
{
    *first = 0;
    *last = count;
    if (!shard_is_given(s)) return;
    // The first ones have one more where it does not come out even.
    const size_t each = count / s->count, more = count % s->count, before = s->index - 1;
    *first = each * before + (before < more ? before : more);
    *last = *first + each + (before < more);
}

// ---------------------------------------------------------------------------------------- arguments

static bool is_among(const char* name, size_t length, const char* const* names)
{
    for (; names && *names; names++)
        if (strlen(*names) == length && strncmp(*names, name, length) == 0) return true;
    return false;
}

// How many arguments the option at the first of them takes up; *is_left_out: whether it is one of those that differ. The line was read, so that
// what is here is fine.
static int words_of(const command_line* line, const char* argument, const char* const* names,
                    bool* is_left_out)
{
    static const char* const own[] = {"--shard",   "--output",   "--quiet",
                                      "--threads", "--no-times", NULL};
    if (argument[0] == '-' && argument[1] == 'o') {
        *is_left_out = true;
        return argument[2] ? 1 : 2;
    }
    const size_t length = strcspn(argument, "=");
    *is_left_out = is_among(argument, length, own) || is_among(argument, length, names);
    if (argument[length] == '=') return 1;
    const option_row* row = option_row_of(line, argument);
    return row && option_has_value(row) ? 2 : 1;
}

const char** shard_arguments(const command_line* line, int count, char** arguments,
                             const char* const* names, size_t* kept)
{
    const char** out = malloc((size_t)count * sizeof *out);
    *kept = 0;
    if (!out) {
        say_no_memory();
        return NULL;
    }
    bool are_options = true;
    out[(*kept)++] = arguments[0];
    for (int i = 1; i < count;) {
        bool is_left_out = false;
        int words = 1;
        if (are_options && strcmp(arguments[i], "--") == 0)
            are_options = false;
        else if (are_options && arguments[i][0] == '-' && arguments[i][1])
            words = words_of(line, arguments[i], names, &is_left_out);
        for (const int end = i + words; i < end && i < count; i++)
            if (!is_left_out) out[(*kept)++] = arguments[i];
    }
    return out;
}

bool shard_options_fit(const shard* s, const command_line* line, const char* output,
                       const char* const* names)
{
    static const char* const own[] = {"--picture", "--report", NULL};
    if (!shard_is_given(s)) return true;
    const char* other = option_first_given(line, own);
    if (!other && names) other = option_first_given(line, names);
    if (other)
        say(O006_EXCLUDE, "options --shard and %s exclude each other", other);
    else if (!output)
        say(O018_NEEDS_A_FILE, "option --shard needs -o FILE: it gets a part, for 'abut merge'");
    return !other && output;
}

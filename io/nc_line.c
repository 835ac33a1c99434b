// nc_line.c - a line of an NC program: blanks and comments taken out, then words (a letter and a value) and
// settings of parameters ("#3=15"). And how many lines may be carried out: a program that does not end must end with an
// error, after the same line on every machine. So work is counted, not time.
#include "nc_machine.h"

#include <math.h>
#include <string.h>

enum {
    LINES_MOST = 20 * 1000 * 1000,  // beyond what the program has
    IDLE_MOST = 1000 * 1000,        // the same, since the last move
    LINE_BYTES = 80,                // of a longer line each so many count as one more
};

nc_status nc_line_count(nc_machine* m, size_t index)
{
    const nc_read_options* o = m->options;
    const uint64_t own = m->line_count + m->bytes / LINE_BYTES;
    const uint64_t most = o->most_lines ? o->most_lines : LINES_MOST;
    const uint64_t idle = o->most_idle ? o->most_idle : IDLE_MOST;
    m->lines_done += 1 + (uint64_t)(m->starts[index + 1] - m->starts[index]) / LINE_BYTES;
    if (m->lines_done - m->idle_since > own + idle)
        return nc_fail(m, NC_TOO_LONG, 0,
                       "%llu lines more than the program has were carried out since the last move: "
                       "a loop that "
                       "does not end? (--max-idle allows more)",
                       (unsigned long long)idle);
    if (m->lines_done > own + most)
        return nc_fail(
            m, NC_TOO_LONG, 0,
            "%llu lines more than the program has were carried out: a loop that does not end? "
            "(--max-lines allows more)",
            (unsigned long long)most);
    return NC_OK;
}

// Blanks may stand anywhere, even within numbers: RS274/NGC, section 3.3.
nc_status nc_text_take(nc_machine* m, size_t index)
{
    nc_text* t = &m->text;
    const char* begin = m->starts[index];
    const char* end = m->starts[index + 1];
    t->line = index + 1;
    t->length = 0;
    const char* comment = NULL;
    for (const char* at = begin; at != end && *at != '\n' && *at != '\r'; at++) {
        const uint32_t column = (uint32_t)(at - begin) + 1;
        if (comment) {
            if (*at == '(') return nc_fail(m, NC_SYNTAX, column, "a comment within a comment");
            if (*at == ')') comment = NULL;
            continue;
        }
        if (*at == '(') comment = at;
        if (*at == ';') break;
        if (*at == '(' || *at == ' ' || *at == '\t' || *at == '\v' || *at == '\f') continue;
        if (*at == ')') return nc_fail(m, NC_SYNTAX, column, "')' without a '(' before it");
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            return nc_fail(m, NC_SYNTAX, column, "a byte that no program may hold: %u",
                           (unsigned)(unsigned char)*at);
        if (t->length == NC_LINE_MOST)
            return nc_fail(m, NC_SYNTAX, column, "the line has more than %d characters",
                           NC_LINE_MOST);
        t->at[t->length] = *at >= 'A' && *at <= 'Z' ? (char)(*at + ('a' - 'A')) : *at;
        t->column[t->length++] = column;
    }
    t->at[t->length] = '\0';
    t->column[t->length] = (uint32_t)(end - begin) + 1;
    if (comment)
        return nc_fail(m, NC_SYNTAX, (uint32_t)(comment - begin) + 1, "a comment without its ')'");
    return NC_OK;
}

// ------------------------------------------------------------------------------------------ words

// G and M words may stand several times in a line; their values are tenths.
static nc_status take_code(nc_machine* m, char letter, uint32_t column, double value, nc_block* b)
{
    const double tenths = floor(value * 10 + 0.5);
    const bool fits = fabs(value * 10 - tenths) < 0.001 && tenths >= 0 && tenths < 10000;
    if (!fits)
        return nc_fail(m, NC_BAD_VALUE, column, "%c%.10g is no %c word", letter - 32, value,
                       letter - 32);
    int* count = letter == 'g' ? &b->g_count : &b->m_count;
    if (*count == NC_WORD_G_MOST)
        return nc_fail(m, NC_SYNTAX, column, "too many %c words in a line", letter - 32);
    (letter == 'g' ? b->g : b->m)[*count] = (int)tenths;
    (letter == 'g' ? b->g_column : b->m_column)[*count] = column;
    ++*count;
    return NC_OK;
}

static nc_status take_word(nc_machine* m, size_t* at, nc_block* b)
{
    const char letter = m->text.at[*at];
    const uint32_t column = m->text.column[*at];
    if (letter < 'a' || letter > 'z')
        return nc_fail(m, NC_SYNTAX, column, "a word begins with a letter, not with '%c'", letter);
    if (letter == 'o') return nc_fail(m, NC_SYNTAX, column, "an O-word stands first in its line");
    ++*at;
    double value;
    NC_TRY(nc_value(m, at, &value));
    if (letter == 'g' || letter == 'm') return take_code(m, letter, column, value, b);
    nc_word* w = &b->word[letter - 'a'];
    if (w->given) return nc_fail(m, NC_SYNTAX, column, "a second %c in a line", letter - 32);
    *w = (nc_word){.given = true, .column = column, .value = value};
    return NC_OK;
}

typedef struct setting {
    nc_parameter what;
    uint32_t column;
    double value;
} setting;

static nc_status take_setting(nc_machine* m, size_t* at, setting* s)
{
    s->column = m->text.column[*at];
    ++*at;
    NC_TRY(nc_parameter_read(m, at, &s->what));
    if (m->text.at[*at] != '=')
        return nc_fail(m, NC_SYNTAX, m->text.column[*at], "'=' is missing behind a parameter");
    ++*at;
    return nc_value(m, at, &s->value);
}

// All values of a line are found before any of its parameters is set.
nc_status nc_block_read(nc_machine* m, size_t at, nc_block* out)
{
    setting settings[NC_SETTINGS_MOST];
    size_t setting_count = 0;
    memset(out, 0, sizeof *out);
    while (m->text.at[at]) {
        if (m->text.at[at] != '#') {
            NC_TRY(take_word(m, &at, out));
            continue;
        }
        if (setting_count == NC_SETTINGS_MOST)
            return nc_fail(m, NC_SYNTAX, m->text.column[at], "too many settings in a line");
        NC_TRY(take_setting(m, &at, &settings[setting_count]));
        setting_count++;
    }
    for (size_t i = 0; i < setting_count; i++)
        NC_TRY(nc_parameter_set(m, &settings[i].what, settings[i].column, settings[i].value));
    return NC_OK;
}

// line.c - a line of an NC program: blanks and comments taken out, then words (a letter and a value) and
// settings of parameters ("#3=15"). And how many lines may be carried out: a program that does not end must end with an
// error, after the same line on every machine. So work is counted, not time.
#include "machine/machine.h"
#include "text/number.h"

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
        return nc_fail(m, N005_ENDLESS, 0,
                       "%llu lines more than the program has were carried out since the last move: "
                       "a loop that "
                       "does not end? (--max-idle allows more)",
                       (unsigned long long)idle);
    if (m->lines_done > own + most)
        return nc_fail(
            m, N005_ENDLESS, 0,
            "%llu lines more than the program has were carried out: a loop that does not end? "
            "(--max-lines allows more)",
            (unsigned long long)most);
    return NC_OK;
}

// What tapes and DOS leave before and behind a line: zeros, control characters of readers, rubouts, Ctrl-Z.
static bool is_padding(char c)
{
    return c == '\0' || (c >= 0x11 && c <= 0x14) || c == 0x1A || c == 0x7F;
}

static const char* skip_padding(const char* at, const char* end)
{
    while (at != end && (is_blank(*at) || is_padding(*at)))
        at++;
    return at;
}

// Find the ')' of the comment that begins at a '('. Comments within it belong to it, as in what many posts write; where a
// ')' is missing, the last of the line is taken if nothing stands behind it. NULL: it does not end.
static const char* end_of_comment(nc_machine* m, const char* begin, const char* end)
{
    const char* last = NULL;
    int depth = 0;
    for (const char* at = begin; at != end; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == '(' && at != begin && !m->text.nested)
            m->text.nested = (uint32_t)(at - m->starts[m->text.line - 1]) + 1;
        if (*at == ')') last = at;
        if (depth == 0) return at;
    }
    if (last && skip_padding(last + 1, end) == end) return last;
    return m->options->dialect == NC_GRBL ? end - 1 : NULL;
}

static const char* end_of_line(const char* at, const char* end)
{
    while (at != end && !is_newline(*at))
        at++;
    return at;
}

// "/2" is "/" with the number of its switch.
static void drop_switch(nc_text* t)
{
    if (t->at[0] != '/' || !is_digit(t->at[1]) || is_digit(t->at[2])) return;
    for (size_t i = 1; i < t->length; i++) {
        t->at[i] = t->at[i + 1];
        t->column[i] = t->column[i + 1];
    }
    t->length--;
}

// Blanks may stand anywhere, even within numbers: RS274/NGC, section 3.3.
nc_status nc_text_take(nc_machine* m, size_t index)
{
    nc_text* t = &m->text;
    const char* begin = m->starts[index];
    const char* end = end_of_line(begin, m->starts[index + 1]);
    while (end != begin && (is_blank(end[-1]) || is_padding(end[-1])))
        end--;
    t->line = index + 1;
    t->length = 0;
    t->nested = 0;
    for (const char* at = skip_padding(begin, end); at != end; at++) {
        const uint32_t column = (uint32_t)(at - begin) + 1;
        if (*at == ';') break;
        if (is_blank(*at)) continue;
        if (*at == '(') {
            at = end_of_comment(m, at, end);
            if (!at)
                return nc_fail(m, N025_COMMENT, column,
                               "a comment without its ')' (--dialect grbl ends it with the line)");
            continue;
        }
        if (*at == ')') return nc_fail(m, N025_COMMENT, column, "')' without a '(' before it");
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            return nc_fail(m, N001_SYNTAX, column, "a byte that no program may hold: %u",
                           (unsigned)(unsigned char)*at);
        if (t->length == NC_LINE_MOST)
            return nc_fail(m, N029_LIMIT, column, "the line has more than %d characters",
                           NC_LINE_MOST);
        t->at[t->length] = *at >= 'A' && *at <= 'Z' ? (char)(*at + ('a' - 'A')) : *at;
        t->column[t->length++] = column;
    }
    t->at[t->length] = '\0';
    t->column[t->length] = (uint32_t)(m->starts[index + 1] - begin) + 1;
    if (t->at[0] == ':' && is_digit(t->at[1])) t->at[0] = 'o';  // as ISO code has it
    drop_switch(t);
    return NC_OK;
}

// ----------------------------------------------------------------------------- words of other languages

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

typedef struct language {
    const char* of;
    const char* words;  // between blanks
} language;

static const language languages[] = {
    {"macro B (Fanuc), which is not supported; O-words (o1 if [#1 GT 2]) are",
     " IF THEN GOTO WHILE DO END POPEN PCLOS BPRNT DPRNT SETVN WHEN "},
    {"Heidenhain's language, which is not supported; RS274/NGC is",
     " BEGIN BLK TOOL CYCL LBL FN CC CP LP CR CT RND CHF APPR DEP PLANE FUNCTION FMAX PGM CALL "},
    {"Siemens' language, which is not supported; RS274/NGC is",
     " CYCLE MCALL TRANS ATRANS ROT AROT SCALE ASCALE MIRROR AMIRROR DEF PROC EXTCALL EXTERN MSG "
     "POCKET HOLES SLOT WORKPIECE SUPA GOTOF GOTOB LOOP FOR REPEAT UNTIL STOPRE FFWON FFWOF SOFT "
     "BRISK COMPCAD COMPON COMPOF TRAORI TRAFOOF DIAMON DIAMOF LIMS SETMS RET CASE "},
};

// Refuse a word of several letters by its name, as the line spells it.
static nc_status refuse_word(nc_machine* m, uint32_t column)
{
    const char *begin = m->starts[m->text.line - 1] + (column - 1), *end = m->starts[m->text.line];
    char name[NC_NAME_MOST], wanted[NC_NAME_MOST + 3];
    size_t length = 0, letters = 0;
    while (begin + length != end && length < NC_NAME_MOST - 1 &&
           (is_letter(begin[length]) || is_digit(begin[length]) || begin[length] == '_')) {
        name[length] = begin[length];
        if (letters == length && is_letter(name[length])) letters++;
        length++;
    }
    name[length] = '\0';
    if (letters == 1)  // what follows stands behind a blank
        return nc_fail(m, N016_EXPRESSION, column, "%s has no value", name);
    wanted[0] = ' ';
    for (size_t i = 0; i < letters; i++)
        wanted[i + 1] = (char)(name[i] & ~0x20);
    wanted[letters + 1] = ' ';
    wanted[letters + 2] = '\0';
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (strstr(languages[i].words, wanted))
            return nc_fail(m, N021_OTHER_LANGUAGE, column, "%s is of %s", name, languages[i].of);
    return nc_fail(m, N021_OTHER_LANGUAGE, column,
                   "'%s' is no word of RS274/NGC: a letter and a value", name);
}

// Whether letters stand where a value should.
static bool is_long_word(const nc_machine* m, size_t at)
{
    return is_letter(m->text.at[at]) && is_letter(m->text.at[at + 1]) && !nc_is_function(m, at + 1);
}

// What stands where a word should begin; with `lenient` *at may be behind it.
static nc_status refuse_beginning(nc_machine* m, size_t* at)
{
    const char* text = m->text.at + *at;
    const char c = *text;
    const uint32_t column = m->text.column[*at];
    size_t digits = 0;
    while (is_digit(text[digits]))  // lines of Heidenhain's begin with a number alone
        digits++;
    if (is_long_word(m, *at + digits)) return refuse_word(m, m->text.column[*at + digits]);
    if (c == ',')
        return nc_fail(m, N003_UNSUPPORTED, column,
                       "corners that are rounded or chamfered by ',R' or ',C' are not supported");
    if (c == '$' && (text[1] == 'h' || text[1] == 'j'))
        return nc_fail(m, N003_UNSUPPORTED, column, "'%.20s' moves, and where to is not known",
                       text);
    if (c == '$') {
        *at = m->text.length;
        return nc_unknown(m, column, "'%.20s' is a command to grbl, no word of a program", text);
    }
    return nc_fail(m, N001_SYNTAX, column, "a word begins with a letter, not with '%c'", c);
}

// M117 and M118 of printers show what stands behind them.
static nc_status pass_text(nc_machine* m, size_t* at, uint32_t column, double value)
{
    *at = m->text.length;
    return nc_unknown(m, column, "M%g shows the text behind it on other machines", value);
}

// ------------------------------------------------------------------------------------------ words

// G and M words may stand several times in a line; their values are tenths.
static nc_status take_code(nc_machine* m, char letter, uint32_t column, double value, nc_block* b)
{
    const double tenths = floor(value * 10 + 0.5);
    const bool fits = fabs(value * 10 - tenths) < 0.001 && tenths >= 0 && tenths < 10000;
    if (!fits)
        return nc_fail(m, N004_BAD_VALUE, column, "%c%.10g is no %c word", letter - 32, value,
                       letter - 32);
    int* count = letter == 'g' ? &b->g_count : &b->m_count;
    if (*count == NC_WORD_G_MOST)
        return nc_fail(m, N029_LIMIT, column, "too many %c words in a line", letter - 32);
    (letter == 'g' ? b->g : b->m)[*count] = (int)tenths;
    (letter == 'g' ? b->g_column : b->m_column)[*count] = column;
    ++*count;
    return NC_OK;
}

// Whether a value that ends before a place goes on as "1e-05" does. Behind a blank E is a word.
static bool has_exponent(const nc_machine* m, size_t at)
{
    const nc_text* t = &m->text;
    if (t->at[at] != 'e' || t->column[at] != t->column[at - 1] + 1) return false;
    const size_t sign = t->at[at + 1] == '-' || t->at[at + 1] == '+';
    return (is_digit(t->at[at - 1]) || t->at[at - 1] == '.') && is_digit(t->at[at + 1 + sign]);
}

static nc_status take_word(nc_machine* m, size_t* at, nc_block* b)
{
    const char letter = m->text.at[*at];
    const uint32_t column = m->text.column[*at];
    if (letter < 'a' || letter > 'z') return refuse_beginning(m, at);
    if (is_long_word(m, *at)) return refuse_word(m, column);
    if (letter == 'o')
        return nc_fail(m, N019_STRUCTURE, column, "an O-word stands first in its line");
    const size_t begin = ++*at;
    double value;
    NC_TRY(nc_value(m, at, &value));
    if (has_exponent(m, *at))
        return nc_fail(m, N016_EXPRESSION, m->text.column[*at],
                       "a value with an exponent, which RS274/NGC does not have");
    if (letter == 'm' && (value == 117 || value == 118)) return pass_text(m, at, column, value);
    if (letter == 'g' || letter == 'm') return take_code(m, letter, column, value, b);
    nc_word* w = &b->word[letter - 'a'];
    if (w->given) return nc_fail(m, N013_CONFLICT, column, "a second %c in a line", letter - 32);
    *w = (nc_word){.given = true, .bare = true, .column = column, .value = value};
    for (size_t i = begin; i < *at; i++)
        w->bare =
            w->bare && (is_digit(m->text.at[i]) || m->text.at[i] == '-' || m->text.at[i] == '+');
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
        return nc_fail(m, N016_EXPRESSION, m->text.column[*at],
                       "'=' is missing behind a parameter");
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
            return nc_fail(m, N029_LIMIT, m->text.column[at], "too many settings in a line");
        NC_TRY(take_setting(m, &at, &settings[setting_count]));
        setting_count++;
    }
    for (size_t i = 0; i < setting_count; i++)
        NC_TRY(nc_parameter_set(m, &settings[i].what, settings[i].column, settings[i].value));
    return NC_OK;
}

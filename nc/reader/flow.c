// flow.c - O-words of an NC program, as in LinuxCNC: subroutines, loops and conditions. All labels are
// found before the program starts, so that a subroutine may stand behind its calls.
#include "machine/machine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SUB,
    ENDSUB,
    CALL,
    RETURN,
    IF,
    ELSEIF,
    ELSE,
    ENDIF,
    WHILE,
    ENDWHILE,
    DO,
    REPEAT,
    ENDREPEAT,
    BREAK,
    CONTINUE,
    WORDS,
    NAME = WORDS,  // a number alone: a program (subprogram.c)
};
static_assert((int)NAME < (int)NC_FLOW_WORDS,
              "a word more than a label's nearest ones have room for");

// Longer words before those that they begin with.
static const struct {
    const char* text;
    uint8_t word;
} words[WORDS] = {
    {"endsub", ENDSUB}, {"sub", SUB},     {"call", CALL},
    {"return", RETURN}, {"endif", ENDIF}, {"elseif", ELSEIF},
    {"else", ELSE},     {"if", IF},       {"endwhile", ENDWHILE},
    {"while", WHILE},   {"do", DO},       {"endrepeat", ENDREPEAT},
    {"repeat", REPEAT}, {"break", BREAK}, {"continue", CONTINUE},
};

static const char* word_text(uint8_t word)
{
    int i = 0;
    while (words[i].word != word)
        i++;
    return words[i].text;
}

// Read the label that m->text begins with; *at is behind its word.
static nc_status read_label(nc_machine* m, size_t* at, char name[NC_NAME_MOST], uint8_t* word)
{
    const nc_text* t = &m->text;
    while (t->at[*at] != 'o')  // a line number, or "/"
        ++*at;
    const uint32_t column = t->column[*at];
    ++*at;
    if (t->at[*at] == '<') {
        NC_TRY(nc_name(m, at, name));
    } else {
        size_t length = 0;
        for (; t->at[*at] >= '0' && t->at[*at] <= '9'; ++*at) {
            if (length == 0 && t->at[*at] == '0' && t->at[*at + 1] >= '0' && t->at[*at + 1] <= '9')
                continue;
            if (length == NC_NAME_MOST - 1)
                return nc_fail(m, N029_LIMIT, column, "the number is too long");
            name[length++] = t->at[*at];
        }
        name[length] = '\0';
        if (length == 0)
            return nc_fail(m, N019_STRUCTURE, column, "an O-word has a number or a <name>");
    }
    for (int i = 0; i < WORDS; i++) {
        const size_t length = strlen(words[i].text);
        if (strncmp(t->at + *at, words[i].text, length) != 0) continue;
        *word = words[i].word;
        *at += length;
        return NC_OK;
    }
    if (t->at[*at] == '<') {  // O1000<NAME>
        char unused[NC_NAME_MOST];
        NC_TRY(nc_name(m, at, unused));
    }
    if (t->at[*at] == '\0') {
        *word = NAME;
        return NC_OK;
    }
    return nc_fail(m, N002_UNKNOWN_WORD, t->column[*at], "o%s: no O-word that is known: '%.20s'",
                   name, t->at + *at);
}

// Whether m->text begins with an O-word, behind a "/" and a line number.
bool nc_flow_begins(const nc_text* t)
{
    size_t at = t->at[0] == '/';
    if (t->at[at] == 'n')
        for (at++; t->at[at] >= '0' && t->at[at] <= '9';)
            at++;
    return t->at[at] == 'o';
}

static nc_status keep_label(nc_machine* m, size_t line)
{
    char name[NC_NAME_MOST];
    nc_label label = {.line = line};
    size_t at = 0;
    nc_named* named;
    NC_TRY(read_label(m, &at, name, &label.word));
    NC_TRY(nc_names_add(m, &m->label_names, 0, name, &named));
    label.name = (size_t)(named - m->label_names.at);
    label.is_program = label.word == NAME;
    void* block = m->labels;
    NC_TRY(nc_grow(m, &block, &m->label_capacity, m->label_count + 1, sizeof *m->labels));
    m->labels = block;
    m->labels[m->label_count++] = label;
    return NC_OK;
}

// The nearest of two labels of the same name; SIZE_MAX is none.
static size_t nearer(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Find where blocks end and branch, from the last label to the first: so every jump is one step.
static nc_status join_labels(nc_machine* m)
{
    const size_t size = m->label_names.count * sizeof *m->label_nearest;
    m->label_nearest = malloc(size);
    if (!m->label_nearest) return nc_no_memory(m);
    memset(m->label_nearest, 0xff, size);  // SIZE_MAX
    for (size_t i = m->label_count; i-- > 0;) {
        static const uint8_t ends[NC_FLOW_WORDS] = {
            // of others nothing is asked
            [SUB] = ENDSUB,     [IF] = ENDIF, [ELSEIF] = ENDIF,     [ELSE] = ENDIF,
            [WHILE] = ENDWHILE, [DO] = WHILE, [REPEAT] = ENDREPEAT,
        };
        nc_label* l = &m->labels[i];
        size_t* nearest = m->label_nearest[l->name];
        l->end = nearest[ends[l->word]];
        l->branch = nearer(nearer(nearest[ELSEIF], nearest[ELSE]), nearest[ENDIF]);
        nearest[l->word] = i;
    }
    return NC_OK;
}

nc_status nc_labels_find(nc_machine* m)
{
    size_t head;
    NC_TRY(nc_names_begin(m, &m->label_names, &head));
    for (size_t i = 0; i < m->line_count; i++) {
        const char* begin = m->starts[i];
        const size_t size = (size_t)(m->starts[i + 1] - begin);
        if (!memchr(begin, 'o', size) && !memchr(begin, 'O', size) && !memchr(begin, ':', size))
            continue;
        // A line that is wrong is told when it is carried out, if ever.
        if (nc_text_take(m, i) != NC_OK || !nc_flow_begins(&m->text)) continue;
        NC_TRY(keep_label(m, i));
    }
    return join_labels(m);
}

static const char* name_of(const nc_machine* m, const nc_label* l)
{
    return m->label_names.at[l->name].name;
}

static bool names(const nc_label* l, const nc_label* other, unsigned set)
{
    return (set >> l->word & 1) && l->name == other->name;
}

static nc_status missing_end(nc_machine* m, size_t label)
{
    const nc_label* l = &m->labels[label];
    return nc_fail(m, N019_STRUCTURE, 1, "o%s %s has no end", name_of(m, l), word_text(l->word));
}

static nc_status go_behind_end(nc_machine* m, size_t label)
{
    const size_t end = m->labels[label].end;
    if (end == SIZE_MAX) return missing_end(m, label);
    m->next = m->labels[end].line + 1;
    return NC_OK;
}

// ------------------------------------------------------------------------------------------ blocks

static size_t open_floor(const nc_machine* m)
{
    return m->call_count ? m->calls[m->call_count - 1].blocks : 0;
}

static nc_status open_block(nc_machine* m, size_t label, uint64_t left)
{
    if (m->open_count == NC_BLOCKS_MOST)
        return nc_fail(m, N029_LIMIT, 1, "more than %d loops and conditions within each other",
                       NC_BLOCKS_MOST);
    m->open[m->open_count++] = (nc_open){.label = label, .left = left};
    return NC_OK;
}

// The innermost open block of this name and one of these words, and none within it is open any more.
static nc_open* close_to(nc_machine* m, const nc_label* l, unsigned set)
{
    for (size_t i = m->open_count; i > open_floor(m); i--) {
        if (!names(&m->labels[m->open[i - 1].label], l, set)) continue;
        m->open_count = i;
        return &m->open[i - 1];
    }
    return NULL;
}

static nc_status not_open(nc_machine* m, const nc_label* l)
{
    return nc_fail(m, N019_STRUCTURE, 1, "o%s %s, but nothing of that name was begun",
                   name_of(m, l), word_text(l->word));
}

static nc_status read_condition(nc_machine* m, size_t* at, double* out)
{
    if (m->text.at[*at] != '[')
        return nc_fail(m, N016_EXPRESSION, m->text.column[*at], "'[' is missing");
    return nc_value(m, at, out);
}

static nc_status end_of_line(nc_machine* m, size_t at)
{
    return m->text.at[at] ? nc_fail(m, N019_STRUCTURE, m->text.column[at],
                                    "something stands behind an O-word: '%.20s'", m->text.at + at)
                          : NC_OK;
}

// Take the line of a label into m->text; *at is behind its word.
static nc_status take_label(nc_machine* m, size_t label, size_t* at)
{
    char unused[NC_NAME_MOST];
    uint8_t word;
    *at = 0;
    NC_TRY(nc_line_count(m, m->labels[label].line));
    NC_TRY(nc_text_take(m, m->labels[label].line));
    return read_label(m, at, unused, &word);
}

// A condition, whichever branch: go on within it, or at the next that may be true.
static nc_status run_if(nc_machine* m, size_t label, size_t at)
{
    for (;;) {
        double value = 1;
        const uint8_t word = m->labels[label].word;
        if (word == IF || word == ELSEIF) NC_TRY(read_condition(m, &at, &value));
        NC_TRY(end_of_line(m, at));
        m->next = m->labels[label].line + 1;
        if (word == ENDIF) return NC_OK;
        if (value != 0) return open_block(m, label, 0);
        if (m->labels[label].branch == SIZE_MAX) return missing_end(m, label);
        label = m->labels[label].branch;
        NC_TRY(take_label(m, label, &at));
    }
}

static nc_status run_end_of_branch(nc_machine* m, size_t label)
{
    const nc_label* l = &m->labels[label];
    if (!close_to(m, l, 1u << IF | 1u << ELSEIF | 1u << ELSE)) return not_open(m, l);
    m->open_count--;
    if (l->word == ENDIF) return NC_OK;
    return go_behind_end(m, label);
}

// "while" begins a loop, or ends one that "do" began.
static nc_status run_while(nc_machine* m, size_t label, size_t at)
{
    const nc_label* l = &m->labels[label];
    nc_open* open = m->open_count > open_floor(m) ? &m->open[m->open_count - 1] : NULL;
    if (open && !names(&m->labels[open->label], l, 1u << DO | 1u << WHILE)) open = NULL;
    double value = 0;
    NC_TRY(read_condition(m, &at, &value));
    NC_TRY(end_of_line(m, at));
    if (open && m->labels[open->label].word == DO) {
        if (value != 0)
            m->next = m->labels[open->label].line + 1;
        else
            m->open_count--;
        return NC_OK;
    }
    const bool again = open && open->label == label;
    if (value != 0) return again ? NC_OK : open_block(m, label, 0);
    if (again) m->open_count--;
    return go_behind_end(m, label);
}

static nc_status run_repeat(nc_machine* m, size_t label, size_t at)
{
    double value = 0;
    NC_TRY(read_condition(m, &at, &value));
    NC_TRY(end_of_line(m, at));
    const double times = floor(value + 0.5);
    if (times < 1) return go_behind_end(m, label);
    return open_block(m, label, times > 1e15 ? (uint64_t)1e15 : (uint64_t)times);
}

static nc_status run_end_of_loop(nc_machine* m, const nc_label* l)
{
    nc_open* open = close_to(m, l, l->word == ENDWHILE ? 1u << WHILE : 1u << REPEAT);
    if (!open) return not_open(m, l);
    if (l->word == ENDWHILE)
        m->next = m->labels[open->label].line;
    else if (--open->left > 0)
        m->next = m->labels[open->label].line + 1;
    else
        m->open_count--;
    return NC_OK;
}

static nc_status run_jump(nc_machine* m, const nc_label* l)
{
    nc_open* open = close_to(m, l, 1u << WHILE | 1u << DO | 1u << REPEAT);
    if (!open) return not_open(m, l);
    const size_t end = m->labels[open->label].end;
    if (end == SIZE_MAX) return missing_end(m, open->label);
    m->next = m->labels[end].line + (l->word == BREAK);
    if (l->word == BREAK) m->open_count--;
    return NC_OK;
}

// ------------------------------------------------------------------------------------- subroutines

static nc_status run_call(nc_machine* m, const nc_label* l, size_t at)
{
    const size_t sub = m->label_nearest[l->name][SUB];
    if (sub == SIZE_MAX)
        return nc_fail(m, N020_NO_SUBROUTINE, 1,
                       "o%s call: there is no such subroutine in this program", name_of(m, l));
    if (m->call_count == NC_CALLS_MOST)
        return nc_fail(m, N005_ENDLESS, 1, "more than %d subroutines within each other",
                       NC_CALLS_MOST);
    nc_call call = {.back = m->next, .sub = sub, .blocks = m->open_count};
    for (int i = 0; m->text.at[at] == '['; i++) {
        if (i == NC_LOCALS)
            return nc_fail(m, N029_LIMIT, m->text.column[at], "more than %d arguments", NC_LOCALS);
        NC_TRY(nc_value(m, &at, &call.locals[i]));
    }
    NC_TRY(end_of_line(m, at));
    m->calls[m->call_count++] = call;
    m->next = m->labels[sub].line + 1;
    return NC_OK;
}

static nc_status run_return(nc_machine* m, const nc_label* l, size_t at)
{
    if (m->call_count == 0) return not_open(m, l);
    const nc_call* call = &m->calls[m->call_count - 1];
    const nc_label* sub = &m->labels[call->sub];
    if (call->is_program)
        return nc_fail(m, N019_STRUCTURE, 1, "o%s %s within a program that M98 called",
                       name_of(m, l), word_text(l->word));
    if (l->word == ENDSUB && sub->name != l->name)
        return nc_fail(m, N019_STRUCTURE, 1, "o%s %s within the subroutine o%s", name_of(m, l),
                       word_text(l->word), name_of(m, sub));
    m->returned = 0;
    if (m->text.at[at] == '[') NC_TRY(nc_value(m, &at, &m->returned));
    NC_TRY(end_of_line(m, at));
    nc_call_leave(m);
    return NC_OK;
}

size_t nc_program_label(const nc_machine* m, const char* name)
{
    char padded[NC_NAME_MOST] = {0};  // as names are kept
    memcpy(padded, name, strlen(name) + 1);
    const nc_named* found = nc_names_find(&m->label_names, 0, padded);
    return found ? m->label_nearest[found - m->label_names.at][NAME] : SIZE_MAX;
}

nc_status nc_flow_run(nc_machine* m, size_t index)
{
    size_t label = 0, end = m->label_count;
    while (label < end) {  // labels stand in the order of lines
        const size_t middle = label + (end - label) / 2;
        if (m->labels[middle].line < index)
            label = middle + 1;
        else
            end = middle;
    }
    const nc_label* l = &m->labels[label];
    char unused[NC_NAME_MOST];
    uint8_t word;
    size_t at = 0;
    NC_TRY(read_label(m, &at, unused, &word));
    m->labels[label].is_run = true;
    switch (l->word) {
    case IF:
        return run_if(m, label, at);
    case WHILE:
        return run_while(m, label, at);
    case REPEAT:
        return run_repeat(m, label, at);
    case CALL:
        return run_call(m, l, at);
    case ENDSUB:
    case RETURN:
        return run_return(m, l, at);
    case NAME:
        return nc_program_name(m, name_of(m, l));
    default:
        break;
    }
    if (l->word != ELSEIF) NC_TRY(end_of_line(m, at));  // its condition is not asked for here
    switch (l->word) {
    case SUB:  // reached, not called
        return go_behind_end(m, label);
    case ELSEIF:
    case ELSE:
    case ENDIF:
        return run_end_of_branch(m, label);
    case DO:
        return open_block(m, label, 0);
    case ENDWHILE:
    case ENDREPEAT:
        return run_end_of_loop(m, l);
    default:
        return run_jump(m, l);
    }
}

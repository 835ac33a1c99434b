// help.c - see help.h.
#include "options/help.h"

#include <assert.h>
#include <string.h>

enum { COLUMNS = 80, TEXT_COLUMN = 28, TERM_MOST = 64, TEXT_MOST = 1024 };

static const char* const headings[SECTIONS] = {
    [SECTION_OPTIONS] = "Options",
    [SECTION_RANKS] = "How ranks work together",
    [SECTION_OBJECTS] = "Which objects",
    [SECTION_UNCUT] = "What must not be cut (at least one)",
    [SECTION_TOOL] = "The tool",
    [SECTION_PROGRAM] = "The program",
    [SECTION_PLACE] = "Where the models stand",
    [SECTION_MOTION] = "How the models move",
    [SECTION_FIND] = "How much to find",
    [SECTION_REVIEW] = "Rows that you can act on",
    [SECTION_WRITE] = "What to write",
    [SECTION_SEE] = "To look at, without a display",
    [SECTION_READ] = "How to read",
    [SECTION_METHOD] = "Which method, and how (see 'abut methods'; the answer is always the same)",
    [SECTION_HELP] = "Help",
};

// What every verb takes; command_line_read looks for them by itself.
static const option_row help_rows[] = {
    {OPTION("--help", option_flag, 0), OPTION_TEXT(SECTION_HELP, NULL, "what you need most"),
     .brief = "-h"},
    {OPTION("--help-all", option_flag, 0), OPTION_TEXT(SECTION_HELP, NULL, "this text")},
};

// ------------------------------------------------------------------------------------------ lines

// Write words, of ASCII, in lines. column: where the first one goes; indent: where the lines after it begin.
static void write_words(const char* text, size_t column, size_t indent, FILE* out)
{
    const char* between = "";
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (*between && column + 1 + length > COLUMNS) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            between = "";
        }
        fprintf(out, "%s%.*s", between, (int)length, text);
        column += strlen(between) + length;
        between = " ";
        text += length + strspn(text + length, " ");
    }
    fputc('\n', out);
}

void help_write_text(const char* text, size_t indent, FILE* out)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        char line[TEXT_MOST];
        assert(length < sizeof line);
        memcpy(line, text, length);
        line[length] = '\0';
        fprintf(out, "%*s", (int)indent, "");
        if (*line == ' ')
            fprintf(out, "%s\n", line);
        else
            write_words(line, indent, indent, out);
        text += length + (text[length] == '\n');
    }
}

static void write_paragraphs(const char* const* texts, FILE* out)
{
    for (int i = 0; i < VERB_TEXTS_MOST && texts[i]; i++) {
        fputc('\n', out);
        help_write_text(texts[i], 0, out);
    }
}

// ---------------------------------------------------------------------------------------- options

static void append(char* text, size_t room, const char* more)
{
    assert(strlen(text) + strlen(more) < room);
    strncat(text, more, room - strlen(text) - 1);
}

// "  -o, --output FILE       text: its values. More". twin: one more name of what row says, or NULL.
static void write_row(const option_row* row, const option_row* twin, bool all, FILE* out)
{
    char term[TERM_MOST] = "  ", text[TEXT_MOST] = "";
    const char* const parts[] = {row->brief,
                                 row->brief ? ", " : NULL,
                                 twin ? twin->name : NULL,
                                 twin ? ", " : NULL,
                                 row->name,
                                 row->value ? " " : NULL,
                                 row->value};
    for (size_t i = 0; i < OPTION_COUNT(parts); i++)
        if (parts[i]) append(term, sizeof term, parts[i]);
    append(text, sizeof text, row->text);
    for (size_t i = 0; i < option_name_count(row); i++) {
        append(text, sizeof text, i ? ", " : ": ");
        append(text, sizeof text, row->names[i]);
    }
    if (all && row->more) {
        append(text, sizeof text, ". ");
        append(text, sizeof text, row->more);
    }
    const size_t columns = strlen(term);
    if (columns + 2 > TEXT_COLUMN)
        fprintf(out, "%s\n%*s", term, TEXT_COLUMN, "");
    else
        fprintf(out, "%s%*s", term, (int)(TEXT_COLUMN - columns), "");
    write_words(text, TEXT_COLUMN, TEXT_COLUMN, out);
}

void help_write_row(const option_row* row, FILE* out)
{
    write_row(row, NULL, true, out);
}

// Write the rows of a section, of the first screen instead of it where section is SECTIONS.
static void write_rows(const option_group* g, option_section section, FILE* out)
{
    const option_row* twin = NULL;
    for (size_t i = 0; i < g->count; i++) {
        const option_row* row = &g->rows[i];
        const bool is_wanted = section == SECTIONS ? row->first : row->section == section;
        if (row->text && is_wanted) write_row(row, twin, section != SECTIONS, out);
        twin = row->text ? NULL : row;
    }
    assert(!twin);  // the last row has a text
}

static bool has_rows(const option_group* groups, option_section section)
{
    for (const option_group* g = groups; g < groups + OPTION_GROUPS_MOST; g++)
        for (size_t i = 0; i < g->count; i++)
            if (g->rows[i].text && g->rows[i].section == section) return true;
    return false;
}

static void write_section(const option_group* groups, option_section section, FILE* out)
{
    const option_group help = OPTION_GROUP(help_rows, NULL, NULL);
    if (section != SECTION_HELP && !has_rows(groups, section)) return;
    fprintf(out, "\n%s:\n", headings[section]);
    for (const option_group* g = groups; g < groups + OPTION_GROUPS_MOST; g++)
        write_rows(g, section, out);
    write_rows(&help, section, out);
}

// ------------------------------------------------------------------------------------- both helps

static const char* program_of(const verb* v)
{
    return v->program ? v->program : "abut";
}

static void write_beginning(const verb* v, FILE* out)
{
    fprintf(out, "Usage: %s %s%s%s\n\n", program_of(v), v->name, v->usage ? " " : "",
            v->usage ? v->usage : "");
    help_write_text(v->about, 0, out);
}

static void write_status(const verb* v, bool all, FILE* out)
{
    char text[TEXT_MOST] = "Exit status: ";
    append(text, sizeof text, v->status);
    if (all && v->status_more) {
        append(text, sizeof text, " ");
        append(text, sizeof text, v->status_more);
    }
    fputc('\n', out);
    help_write_text(text, 0, out);
}

static void write_first_screen(const verb* v, const option_group* groups, FILE* out)
{
    write_beginning(v, out);
    if (groups->count)
        fprintf(out, "\nOptions ('%s %s --help-all' has all):\n", program_of(v), v->name);
    for (const option_group* g = groups; g < groups + OPTION_GROUPS_MOST; g++)
        write_rows(g, SECTIONS, out);
    write_status(v, false, out);
    fprintf(out, "Example: %s\n", v->examples[0]);
}

static void write_everything(const verb* v, const option_group* groups, FILE* out)
{
    write_beginning(v, out);
    write_paragraphs(v->more, out);
    for (int section = 0; section < SECTIONS; section++)
        write_section(groups, (option_section)section, out);
    write_paragraphs(v->notes, out);
    write_status(v, true, out);
    fprintf(out, "\nExample%s:\n", v->examples[1] ? "s" : "");
    for (int i = 0; i < VERB_TEXTS_MOST && v->examples[i]; i++)
        fprintf(out, "  %s\n", v->examples[i]);
}

void help_write(const verb* v, const option_group* groups, bool all, FILE* out)
{
    (all ? write_everything : write_first_screen)(v, groups, out);
}

// explain.c - "abut explain CODE": what a code that a message ends with means, why it comes, and what to do.
#include "explain/explain.h"

#include "main/verb.h"
#include "options/help.h"
#include "options/options.h"
#include "output/json.h"
#include "say/say.h"

#include <stdlib.h>

static void write_list(void)
{
    for (int i = 0; i < EXPLAIN_AREAS; i++) {
        const explain_area* area = &explain_areas[i];
        printf("%s%s\n", i ? "\n" : "", area->title);
        for (const explanation* e = area->rows; e->code != CODE_NONE; e++)
            printf("  %s  %s\n", fault_code_name(e->code).text, fault_code_title(e->code));
    }
    printf("\n'abut explain CODE' tells what one means, why it comes, and what to do.\n");
}

static void write_one(const explanation* e)
{
    const struct {
        const char *heading, *text;
    } parts[] = {
        {"What happened", e->means},
        {"Why", e->cause},
        {"What to do", e->cure},
    };
    printf("%s: %s\n", fault_code_name(e->code).text, fault_code_title(e->code));
    for (size_t i = 0; i < OPTION_COUNT(parts); i++) {
        printf("\n%s:\n", parts[i].heading);
        help_write_text(parts[i].text, 2, stdout);
    }
    printf("\nExample:\n  %s\n", e->example);
}

static void write_row(json* j, const explain_area* area, const explanation* e)
{
    json_object(j, true);
    json_put_string(j, "code", fault_code_name(e->code).text);
    json_put_string(j, "area", area->name);
    json_put_string(j, "title", fault_code_title(e->code));
    json_put_string(j, "means", e->means);
    json_put_string(j, "cause", e->cause);
    json_put_string(j, "cure", e->cure);
    json_put_string(j, "example", e->example);
    json_close(j);
}

// CODE_NONE: all of them.
static void write_json(bool all, fault_code code)
{
    json j = {.out = stdout};
    json_array(&j, true);
    for (int i = 0; i < EXPLAIN_AREAS; i++)
        for (const explanation* e = explain_areas[i].rows; e->code != CODE_NONE; e++)
            if (all || e->code == code) write_row(&j, &explain_areas[i], e);
    json_close(&j);
}

static int explain_run(int count, char** arguments)
{
    static const option_row rows[] = {OPTION_JSON(0)};
    bool as_json = false, given[OPTION_COUNT(rows)] = {false};
    const char* text = NULL;
    int status;
    fault_code code = CODE_NONE;
    command_line line = {.verb = &verb_explain,
                         .groups = {OPTION_GROUP(rows, &as_json, given)},
                         .takes = "explain takes one code",
                         .paths = &text,
                         .paths_most = 1};
    if (!command_line_read(&line, count, arguments, &status)) return status;
    if (text && !explain_take(text, &code)) {
        char meant[64];
        say(O013_NO_SUCH_VALUE, "there is no code '%s'%s; 'abut explain' lists them", text,
            explain_nearest(text, meant));
        return EXIT_ERROR;
    }
    if (as_json)
        write_json(!text, code);
    else if (!text)
        write_list();
    else if (code == CODE_NONE)
        printf("ABUT_OK: no error, and so there is nothing to do\n");
    else
        write_one(explain_find(code, NULL));
    return EXIT_SUCCESS;
}

const verb verb_explain = {
    .name = "explain",
    .summary = "cause and cure of any error or warning, by its code",
    .usage = "[CODE] [--json]",
    .about = "Tell what an error or a warning means, why it comes, and what you can do. Each "
             "message of this "
             "program ends with such a code, as in [S002]. Without a code you get the list of all.",
    .more = {"The first letter of a code tells the area: O the command line, F files of models, "
             "P points and paths, N NC programs, C clashes, M abut-scene, V abut-convert, S the "
             "system, Q the library. A code "
             "keeps its meaning in all versions.",
             "Brackets and capitals do not matter: s002 will do. The name of a status of the C "
             "library, such as ABUT_OUT_OF_MEMORY, leads to its code."},
    .status = "0, or 2 if there is no such code.",
    .examples = {"abut explain S002", "abut explain --json"},
    .run = explain_run,
};

// methods.c - "abut methods": how models can be searched, and which options each way has. The library
// alone knows that: it is asked, option by option.
#include "options/method.h"
#include "output/json.h"

#include <stdlib.h>
#include <string.h>

enum { METHODS_MOST = 64, LINE_MOST = 99, INDENT = 11, WORD_MOST = 200 };

// "--split mean|median": an option and those of its values that a method has; false if none.
static bool describe_option(abut_method method, int part, char* word)
{
    const char* const* names;
    const size_t count = method_option_choices(part, &names);
    snprintf(word, WORD_MOST, "%s", method_option_name(part));
    if (count == 0) return method_option_belongs(method, part, 0);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(word);
        if (!method_option_belongs(method, part, i)) continue;
        snprintf(word + used, WORD_MOST - used, "%s%s", any ? "|" : " ", names[i]);
        any = true;
    }
    return any;
}

static bool is_listed(abut_method method)
{
    return abut_method_name(method) && method_is_built(method);
}

// "Not in this build: sphere obb", if any is not.
static void write_missing(void)
{
    int column = 0;
    for (int m = 0; m < METHODS_MOST; m++) {
        const char* name = abut_method_name((abut_method)m);
        if (!name || is_listed((abut_method)m)) continue;
        if (!column) column = printf("\nNot in this build:");
        if (column + 1 + (int)strlen(name) > LINE_MOST) column = printf("\n%*s", INDENT, "");
        column += printf(" %s", name);
    }
    if (column) printf("\n");
}

// Lists all methods; is_used gets the options that any of them has.
static void write_list(bool is_used[BUILD_PARTS])
{
    char word[WORD_MOST];
    for (int m = 0; m < METHODS_MOST; m++) {
        const abut_method method = (abut_method)m;
        if (!is_listed(method)) continue;
        printf("%-*s%s\n", INDENT, abut_method_name(method), abut_method_text(method));
        size_t column = 0;
        for (int part = BUILD_METHOD + 1; part < BUILD_PARTS && m != ABUT_METHOD_AUTO; part++) {
            if (!describe_option(method, part, word)) continue;
            is_used[part] = true;
            if (column && column + 1 + strlen(word) > LINE_MOST) {
                printf("\n");
                column = 0;
            }
            if (column)
                column += (size_t)printf(" %s", word);
            else
                column = (size_t)printf("%*s%s", INDENT, "", word);
        }
        if (column) printf("\n");
    }
}

static void write_text(void)
{
    bool is_used[BUILD_PARTS] = {false};
    write_list(is_used);
    write_missing();
    printf("\nWhat the options mean (docs/explanation/methods.md says whose they are, and why):\n");
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS; part++)
        if (is_used[part]) method_option_explain(part, stdout);
}

static void write_options(json* j, abut_method method)
{
    json_key(j, "options");
    json_object(j, true);
    for (int part = BUILD_METHOD + 1; part < BUILD_PARTS && method != ABUT_METHOD_AUTO; part++) {
        const char* const* names;
        const size_t count = method_option_choices(part, &names);
        char word[WORD_MOST];
        if (!describe_option(method, part, word)) continue;
        json_key(j, method_option_name(part) + 2);
        json_array(j, false);
        for (size_t i = 0; i < count; i++) {
            if (method_option_belongs(method, part, i)) json_string(j, names[i]);
        }
        json_close(j);
    }
    json_close(j);
}

static void write_json(void)
{
    json j = {.out = stdout};
    json_object(&j, true);
    json_put_string(&j, "abut", ABUT_VERSION_STRING);
    json_key(&j, "methods");
    json_array(&j, true);
    for (int m = 0; m < METHODS_MOST; m++) {
        const abut_method method = (abut_method)m;
        if (!is_listed(method)) continue;
        json_object(&j, true);
        json_put_string(&j, "name", abut_method_name(method));
        json_put_string(&j, "text", abut_method_text(method));
        write_options(&j, method);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

static int methods_run(int count, char** arguments)
{
    static const option_row rows[] = {OPTION_JSON(0)};
    bool as_json = false, given[OPTION_COUNT(rows)] = {false};
    int status;
    command_line line = {.verb = &verb_methods,
                         .groups = {OPTION_GROUP(rows, &as_json, given)},
                         .takes = "methods takes no file"};
    if (!command_line_read(&line, count, arguments, &status)) return status;
    if (as_json)
        write_json();
    else
        write_text();
    return EXIT_SUCCESS;
}

const verb verb_methods = {
    .name = "methods",
    .summary = "the ways to search, whose they are, and their options",
    .usage = "[--json]",
    .about =
        "List the methods by which you can search models, each with the paper that it is from and "
        "the options that it has; then what these options mean. All give the same answers. Give "
        "the options with --method to check, clash, fly, build and info.",
    .status = "0, or 2 on an error.",
    .examples = {"abut methods", "abut check a.stl b.stl --method obb --split median"},
    .run = methods_run,
};

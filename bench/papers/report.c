// report.c - a report is filled, and shown as Markdown (which reads well on a terminal too), JSON or CSV.
#define _POSIX_C_SOURCE 200809L
#include "output/json.h"
#include "papers/paper.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- filling

// Room for one more of a list whose count is a power of two, or 0, when it is full.
static void* grow(paper* p, void* list, size_t count, size_t size)
{
    if (count & (count - 1)) return list;
    void* larger = realloc(list, (count ? 2 * count : 1) * size);
    if (!larger) p->out_of_memory = true;
    return larger;
}

static char* keep(paper* p, const char* text)
{
    char* copy = strdup(text);
    if (!copy) p->out_of_memory = true;
    return copy;
}

static __attribute__((format(printf, 2, 0))) char* keep_format(paper* p, const char* format,
                                                               va_list values)
{
    char text[4096];
    vsnprintf(text, sizeof text, format, values);
    return keep(p, text);
}

#define FORMATTED(to)                                                                              \
    do {                                                                                           \
        va_list values;                                                                            \
        va_start(values, format);                                                                  \
        (to) = keep_format(p, format, values);                                                     \
        va_end(values);                                                                            \
    } while (0)

void paper_claim(paper* p, const char* where, const char* says, const char* rule, verdict holds,
                 const char* why, const char* format, ...)
{
    claim* larger = grow(p, p->claims, p->claim_count, sizeof *p->claims);
    if (!larger) return;
    p->claims = larger;
    claim* c = &p->claims[p->claim_count++];
    *c = (claim){.where = keep(p, where), .says = keep(p, says), .holds = holds};
    c->rule = keep(p, rule);
    c->why = keep(p, holds == CLAIM_HOLDS ? "" : why);
    FORMATTED(c->here);
}

static item* add_item(paper* p, item_kind kind)
{
    static item spare;
    item* larger = grow(p, p->items, p->item_count, sizeof *p->items);
    if (!larger) return &spare;
    p->items = larger;
    item* i = &p->items[p->item_count++];
    *i = (item){.kind = kind};
    return i;
}

void paper_text(paper* p, const char* format, ...)
{
    FORMATTED(add_item(p, ITEM_TEXT)->text);
}

void paper_line(paper* p, const char* format, ...)
{
    FORMATTED(add_item(p, ITEM_LINES)->text);
}

void paper_table(paper* p, const char* title, const char* columns)
{
    item* i = add_item(p, ITEM_TABLE);
    i->text = keep(p, title);
    i->columns = keep(p, columns);
}

void paper_row(paper* p, const char* format, ...)
{
    FORMATTED(add_item(p, ITEM_ROW)->text);
}

void paper_figure(paper* p, const figure_shape* shape)
{
    figure* larger = grow(p, p->figures, p->figure_count, sizeof *p->figures);
    if (!larger) return;
    p->figures = larger;
    p->figures[p->figure_count++] = (figure){.name = keep(p, shape->name),
                                             .title = keep(p, shape->title),
                                             .x = keep(p, shape->x),
                                             .y = keep(p, shape->y),
                                             .log_x = shape->log_x,
                                             .log_y = shape->log_y,
                                             .with_steps = shape->with_steps,
                                             .is_picture = shape->is_picture};
    char number[24];
    snprintf(number, sizeof number, "%zu", p->figure_count - 1);
    add_item(p, ITEM_FIGURE)->text = keep(p, number);
}

void paper_series(paper* p, const char* name)
{
    static const char theirs[] = "the paper";
    if (!p->figure_count) return;
    figure* f = &p->figures[p->figure_count - 1];
    series* larger = grow(p, f->lines, f->line_count, sizeof *f->lines);
    if (!larger) return;
    f->lines = larger;
    f->lines[f->line_count++] =
        (series){.name = keep(p, name), .is_theirs = strncmp(name, theirs, sizeof theirs - 1) == 0};
}

void paper_point(paper* p, double x, double y)
{
    if (!p->figure_count || !p->figures[p->figure_count - 1].line_count) return;
    figure* f = &p->figures[p->figure_count - 1];
    series* s = &f->lines[f->line_count - 1];
    point* larger = grow(p, s->points, s->count, sizeof *s->points);
    if (!larger) return;
    s->points = larger;
    s->points[s->count++] = (point){x, y};
}

static void free_figure(figure* f)
{
    for (size_t i = 0; i < f->line_count; i++) {
        free(f->lines[i].name);
        free(f->lines[i].points);
    }
    free(f->lines);
    free(f->name);
    free(f->title);
    free(f->x);
    free(f->y);
}

void paper_free(paper* p)
{
    for (size_t i = 0; i < p->claim_count; i++) {
        free(p->claims[i].where);
        free(p->claims[i].says);
        free(p->claims[i].rule);
        free(p->claims[i].here);
        free(p->claims[i].why);
    }
    for (size_t i = 0; i < p->item_count; i++) {
        free(p->items[i].text);
        free(p->items[i].columns);
    }
    for (size_t i = 0; i < p->figure_count; i++)
        free_figure(&p->figures[i]);
    free(p->claims);
    free(p->items);
    free(p->figures);
    *p = (paper){.name = p->name, .summary = p->summary};
}

// --------------------------------------------------------------------------------------- Markdown

static void write_row(FILE* out, const char* cells)
{
    fputs("| ", out);
    for (const char* c = cells; *c; c++) {
        if (*c == '|')
            fputs(" | ", out);
        else
            fputc(*c, out);
    }
    fputs(" |\n", out);
}

static void write_rule(FILE* out, const char* cells)
{
    fputs("| ---", out);
    for (const char* c = cells; *c; c++) {
        if (*c == '|') fputs(" | ---", out);
    }
    fputs(" |\n", out);
}

static void write_claims(const paper* p, FILE* out)
{
    if (!p->claim_count) return;
    fputs("\n| where | the paper | holds if | here | | why |\n| --- | --- | --- | --- | --- | --- "
          "|\n",
          out);
    for (size_t i = 0; i < p->claim_count; i++) {
        const claim* c = &p->claims[i];
        fprintf(out, "| %s | %s | %s | %s | **%s** | %s |\n", c->where, c->says, c->rule, c->here,
                verdict_text(c->holds), c->why);
    }
}

static void write_item(const paper* p, size_t which, FILE* out)
{
    const item* i = &p->items[which];
    const bool goes_on = which && p->items[which - 1].kind == i->kind;
    const bool ends = which + 1 == p->item_count || p->items[which + 1].kind != i->kind;
    switch (i->kind) {
    case ITEM_TEXT:
        fprintf(out, "\n%s\n", i->text);
        break;
    case ITEM_LINES:
        if (!goes_on) fputs("\n```\n", out);
        fprintf(out, "%s\n", i->text);
        if (ends) fputs("```\n", out);
        break;
    case ITEM_TABLE:
        fprintf(out, "\n%s\n\n", i->text);
        write_row(out, i->columns);
        write_rule(out, i->columns);
        break;
    case ITEM_ROW:
        write_row(out, i->text);
        break;
    case ITEM_FIGURE: {
        const figure* f = &p->figures[strtoul(i->text, NULL, 10)];
        fprintf(out, "\n![%s](figures/%s.svg)\n", f->title, f->name);
        break;
    }
    }
}

static void write_markdown(const paper* p, FILE* out)
{
    fprintf(out, "## %s\n\n%s%s.\n", p->name, p->summary, p->quick ? " (the quick form)" : "");
    write_claims(p, out);
    bool has_data = false;
    for (size_t i = 0; i < p->item_count; i++) {
        write_item(p, i, out);
        has_data |= p->items[i].kind == ITEM_ROW && strstr(p->items[i].text, PAPER_DATA);
    }
    if (has_data)
        fputs("\n†: from a file of ABUT_DATA, which is not part of this project. Without it these "
              "rows are left out; all others are made by formula.\n",
              out);
}

char* paper_markdown(const paper* p)
{
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    if (!out) return NULL;
    write_markdown(p, out);
    if (fclose(out) == 0) return text;
    free(text);
    return NULL;
}

void paper_write_text(const paper* p)
{
    write_markdown(p, stdout);
    fputc('\n', stdout);
    fflush(stdout);
}

// ------------------------------------------------------------------------------------ CSV and JSON

static void write_csv_cell(const char* text, char end)
{
    putchar('"');
    for (const char* c = text; *c; c++) {
        if (*c == '"') putchar('"');
        putchar(*c);
    }
    putchar('"');
    putchar(end);
}

void paper_write_csv(const paper* all, size_t count)
{
    puts("experiment,where,claim,rule,here,verdict,why");
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < all[i].claim_count; k++) {
            const claim* c = &all[i].claims[k];
            write_csv_cell(all[i].name, ',');
            write_csv_cell(c->where, ',');
            write_csv_cell(c->says, ',');
            write_csv_cell(c->rule, ',');
            write_csv_cell(c->here, ',');
            write_csv_cell(verdict_text(c->holds), ',');
            write_csv_cell(c->why, '\n');
        }
    }
}

static void write_json_cells(json* j, const char* cells)
{
    char cell[4096];
    json_array(j, false);
    for (const char* c = cells;; c++) {
        const size_t length = strcspn(c, "|");
        snprintf(cell, sizeof cell, "%.*s", (int)length, c);
        json_string(j, cell);
        c += length;
        if (!*c) break;
    }
    json_close(j);
}

static void write_json_claim(json* j, const claim* c)
{
    const char* const pairs[][2] = {{"where", c->where},
                                    {"claim", c->says},
                                    {"rule", c->rule},
                                    {"here", c->here},
                                    {"verdict", verdict_text(c->holds)},
                                    {"why", c->why}};
    json_object(j, false);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        json_key(j, pairs[i][0]);
        json_string(j, pairs[i][1]);
    }
    json_close(j);
}

static void write_json_tables(json* j, const paper* p)
{
    for (size_t i = 0; i < p->item_count; i++) {
        if (p->items[i].kind != ITEM_TABLE) continue;
        json_object(j, true);
        json_key(j, "title");
        json_string(j, p->items[i].text);
        json_key(j, "columns");
        write_json_cells(j, p->items[i].columns);
        json_key(j, "rows");
        json_array(j, true);
        for (size_t k = i + 1; k < p->item_count && p->items[k].kind == ITEM_ROW; k++)
            write_json_cells(j, p->items[k].text);
        json_close(j);
        json_close(j);
    }
}

void paper_write_json(const paper* all, size_t count)
{
    json j = {.out = stdout};
    json_object(&j, true);
    json_key(&j, "experiments");
    json_array(&j, true);
    for (size_t i = 0; i < count; i++) {
        json_object(&j, true);
        json_key(&j, "name");
        json_string(&j, all[i].name);
        json_key(&j, "quick");
        json_bool(&j, all[i].quick);
        json_key(&j, "claims");
        json_array(&j, true);
        for (size_t k = 0; k < all[i].claim_count; k++)
            write_json_claim(&j, &all[i].claims[k]);
        json_close(&j);
        json_key(&j, "tables");
        json_array(&j, true);
        write_json_tables(&j, &all[i]);
        json_close(&j);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}

// value.c - real values of an NC program: numbers, parameters, functions and expressions, RS274/NGC
// section 3.3.2.2 to 3.3.2.4, with the comparisons and named parameters of LinuxCNC.
#include "machine/machine.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

// Values hold parameters and expressions, which hold values: as deep as NC_EXPRESSION_MOST.
// NOLINTBEGIN(misc-no-recursion)
static nc_status read_expression(nc_machine* m, size_t* at, double* out);

static uint32_t column_at(const nc_machine* m, size_t at)
{
    return m->text.column[at];
}

// True, and *at behind it, if a word stands there.
static bool accept(const nc_machine* m, size_t* at, const char* word)
{
    const size_t length = strlen(word);
    if (strncmp(m->text.at + *at, word, length) != 0) return false;
    *at += length;
    return true;
}

static nc_status finite_number(nc_machine* m, uint32_t column, double value)
{
    return isfinite(value) ? NC_OK
                           : nc_fail(m, N004_BAD_VALUE, column, "the value is not a finite number");
}

// ---------------------------------------------------------------------------------------- numbers

// No exponents: E is a letter.
static nc_status read_number(nc_machine* m, size_t* at, double* out)
{
    const char* begin = m->text.at + *at;
    const char* p = begin;
    size_t digits = 0;
    for (; is_digit(*p); p++)
        digits++;
    if (*p == '.')
        for (p++; is_digit(*p); p++)
            digits++;
    const char* scan = begin;
    if (digits == 0 || number_parse(&scan, p, out) != NUMBER_OK)
        return nc_fail(m, N016_EXPRESSION, column_at(m, *at), "a value is missing%s%.*s%s",
                       *begin ? " before '" : "", 1, begin, *begin ? "'" : "");
    *at += (size_t)(p - begin);
    return NC_OK;
}

// ------------------------------------------------------------------------------------- parameters

nc_status nc_name(nc_machine* m, size_t* at, char out[NC_NAME_MOST])
{
    const uint32_t column = column_at(m, *at);
    ++*at;  // '<'
    size_t length = 0;
    for (; m->text.at[*at] && m->text.at[*at] != '>'; ++*at) {
        if (length == NC_NAME_MOST - 1)
            return nc_fail(m, N029_LIMIT, column, "the name is too long");
        out[length++] = m->text.at[*at];
    }
    memset(out + length, 0, NC_NAME_MOST - length);
    if (m->text.at[*at] != '>' || length == 0)
        return nc_fail(m, N016_EXPRESSION, column, "a name has the form <name>");
    ++*at;
    return NC_OK;
}

nc_status nc_parameter_read(nc_machine* m, size_t* at, nc_parameter* out)
{
    *out = (nc_parameter){0};
    if (m->text.at[*at] == '<') return nc_name(m, at, out->name);
    const uint32_t column = column_at(m, *at);
    double value = 0;
    NC_TRY(nc_value(m, at, &value));
    const double whole = floor(value + 0.5);
    if (fabs(value - whole) > 0.0001 || whole < 1 || whole >= NC_PARAMETERS)
        return nc_fail(m, N004_BAD_VALUE, column, "there is no parameter #%.10g", value);
    out->number = (int)whole;
    return NC_OK;
}

// The set that a name belongs to: that of the innermost subroutine, or all of the program. NULL: it has none yet.
static const nc_names* names_of(const nc_machine* m, const char* name, size_t* head)
{
    const nc_call* call = m->call_count && name[0] != '_' ? &m->calls[m->call_count - 1] : NULL;
    const nc_names* names = call ? &m->local_names : &m->global_names;
    const bool begun = call ? call->names > 0 : names->count > 0;
    *head = call && begun ? call->names - 1 : 0;
    return begun ? names : NULL;
}

static nc_named* find_named(const nc_machine* m, const char name[NC_NAME_MOST])
{
    size_t head;
    const nc_names* names = names_of(m, name, &head);
    return names ? nc_names_find(names, head, name) : NULL;
}

static nc_status add_named(nc_machine* m, const char name[NC_NAME_MOST], nc_named** out)
{
    size_t head;
    const bool is_local = m->call_count > 0 && name[0] != '_';
    nc_names* names = is_local ? &m->local_names : &m->global_names;
    if (!names_of(m, name, &head)) {
        NC_TRY(nc_names_begin(m, names, &head));
        if (is_local) m->calls[m->call_count - 1].names = head + 1;
    }
    return nc_names_add(m, names, head, name, out);
}

// The sets of subroutines stand in the order in which these were called.
void nc_named_leave(nc_machine* m)
{
    const nc_call* call = &m->calls[m->call_count - 1];
    if (call->names > 0) m->local_names.count = call->names - 1;
}

// Find the system whose angle a parameter is; false if it is none.
static bool is_turn(int number, int* system)
{
    *system = (number - 5230) / 20;
    return number >= 5230 && (number - 5230) % 20 == 0 && *system < NC_SYSTEMS;
}

// Find the position of the machine that a parameter is, a length of the result counted from zero; false if it is none.
static bool is_position(nc_machine* m, int number, double** out, double* zero)
{
    static const int homes[2] = {5161, 5181};
    const int system = (number - 5221) / 20, axis = (number - 5221) % 20;
    for (int i = 0; i < 2; i++) {
        if (number < homes[i] || number >= homes[i] + 3) continue;
        *out = &m->home[i][number - homes[i]];
        *zero = m->options->machine_zero[number - homes[i]];
        return true;
    }
    *zero = 0;
    if (number >= 5211 && number < 5214) {
        *out = &m->shift[number - 5211];
        return true;
    }
    if (number < 5221 || system >= NC_SYSTEMS || axis >= 3) return false;
    *out = &m->systems[system].origin[axis];
    *zero = m->options->machine_zero[axis];
    return true;
}

// A work coordinate of the tip, in the unit of the program.
static double work_at(const nc_machine* m, int axis)
{
    double work[3];
    nc_to_work(m, m->at, work);
    return nc_convert(work[axis], m->options->unit, m->modal.unit);
}

static double numbered(nc_machine* m, int number)
{
    if (number <= NC_LOCALS && m->call_count > 0)
        return m->calls[m->call_count - 1].locals[number - 1];
    if (number >= 5420 && number < 5423) return work_at(m, number - 5420);
    if (number == 5220) return m->modal.system + 1;
    if (number == 5210) return m->modal.shift_is_on;
    if (number == 5400) return m->tool;
    double *position, zero;
    int system;
    if (is_position(m, number, &position, &zero))
        return nc_convert(*position - zero, m->options->unit, m->modal.unit);
    if (is_turn(number, &system)) return m->systems[system].turn;
    return m->parameter[number];
}

// What the machine knows under a name; false if it is none of these.
static bool predefined(nc_machine* m, const char* name, double* out)
{
    static const char axes[3][4] = {"_x", "_y", "_z"};
    for (int k = 0; k < 3; k++) {
        if (strcmp(name, axes[k]) != 0) continue;
        *out = work_at(m, k);
        return true;
    }
    const struct {
        const char* name;
        double value;
    } list[] = {
        {"_metric", m->modal.unit == NC_MM},
        {"_imperial", m->modal.unit == NC_INCH},
        {"_absolute", !m->modal.incremental},
        {"_incremental", m->modal.incremental},
        {"_feed", m->feed},
        {"_rpm", m->speed},
        {"_current_tool", m->tool},
        {"_selected_tool", m->tool_next},
        {"_value", m->returned},
        {"_motion_mode", m->modal.motion},
        {"_coord_system", m->modal.system >= NC_SYSTEMS ? 541
                          : m->modal.system >= 6        ? 585 + m->modal.system
                                                        : 540 + 10 * m->modal.system},
        {"_plane", m->modal.third == 2   ? 170
                   : m->modal.third == 1 ? 180
                                         : 190},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (strcmp(name, list[i].name) != 0) continue;
        *out = list[i].value;
        return true;
    }
    return false;
}

static nc_status parameter_get(nc_machine* m, const nc_parameter* p, uint32_t column, double* out)
{
    if (!p->name[0]) {
        *out = numbered(m, p->number);
        return NC_OK;
    }
    const nc_named* found = find_named(m, p->name);
    if (found) *out = found->value;
    if (found || predefined(m, p->name, out)) return NC_OK;
    return nc_fail(m, N017_NO_VALUE, column, "the parameter #<%s> has no value yet", p->name);
}

static nc_status set_numbered(nc_machine* m, int number, uint32_t column, double value)
{
    if ((number >= 5400 && number < 5430) || number == 5220 || number == 5210)
        return nc_fail(m, N018_READ_ONLY, column, "the parameter #%d may only be read", number);
    double *position, zero;
    int system;
    if (is_position(m, number, &position, &zero)) {
        *position = nc_length(m, value) + zero;
        if (number >= 5221) m->systems[(number - 5221) / 20].is_placed = true;
        if (number < 5200) m->home_is_known[number >= 5181] = true;
        return number >= 5211 && number < 5214
                   ? NC_OK
                   : nc_warn_zero(m, NC_TOLD_PLACE, column, "the parameter");
    }
    if (is_turn(number, &system)) {
        if (fabs(value) > 1e9)
            return nc_fail(m, N004_BAD_VALUE, column, "#%d, an angle, is out of all bounds",
                           number);
        nc_system_turn(&m->systems[system], value);
        return NC_OK;
    }
    if (number <= NC_LOCALS && m->call_count > 0)
        m->calls[m->call_count - 1].locals[number - 1] = value;
    else
        m->parameter[number] = value;
    return NC_OK;
}

nc_status nc_parameter_set(nc_machine* m, const nc_parameter* p, uint32_t column, double value)
{
    if (!p->name[0]) return set_numbered(m, p->number, column, value);
    nc_named* found = find_named(m, p->name);
    double unused;
    if (!found && predefined(m, p->name, &unused))
        return nc_fail(m, N018_READ_ONLY, column, "the parameter #<%s> may only be read", p->name);
    if (!found) NC_TRY(add_named(m, p->name, &found));
    found->value = value;
    return NC_OK;
}

// -------------------------------------------------------------------------------------- functions

static double degrees(double radians)
{
    return radians * (180 / PI);
}
static double radians(double angle)
{
    return angle * (PI / 180);
}
static double f_acos(double x)
{
    return degrees(acos(x));
}
static double f_asin(double x)
{
    return degrees(asin(x));
}
static double f_cos(double x)
{
    return cos(radians(x));
}
static double f_sin(double x)
{
    return sin(radians(x));
}
static double f_tan(double x)
{
    return tan(radians(x));
}
static double f_round(double x)
{
    return x < 0 ? -floor(-x + 0.5) : floor(x + 0.5);
}

static const struct function {
    const char* name;
    double (*of)(double);
} functions[] = {
    {"abs", fabs},      {"acos", f_acos}, {"asin", f_asin}, {"cos", f_cos},
    {"exp", exp},       {"fix", floor},   {"fup", ceil},    {"ln", log},
    {"round", f_round}, {"sin", f_sin},   {"sqrt", sqrt},   {"tan", f_tan},
};

static nc_status bracket(nc_machine* m, size_t* at, double* out)
{
    const uint32_t column = column_at(m, *at);
    if (!accept(m, at, "[")) return nc_fail(m, N016_EXPRESSION, column, "'[' is missing");
    return read_expression(m, at, out);
}

// atan[y]/[x]
static nc_status read_atan(nc_machine* m, size_t* at, double* out)
{
    double y = 0, x = 0;
    NC_TRY(bracket(m, at, &y));
    if (!accept(m, at, "/"))
        return nc_fail(m, N016_EXPRESSION, column_at(m, *at), "atan has the form atan[y]/[x]");
    NC_TRY(bracket(m, at, &x));
    *out = degrees(atan2(y, x));
    return NC_OK;
}

// exists[#<name>]
static nc_status read_exists(nc_machine* m, size_t* at, double* out)
{
    nc_parameter p;
    if (!accept(m, at, "[#<"))
        return nc_fail(m, N016_EXPRESSION, column_at(m, *at),
                       "exists has the form exists[#<name>]");
    --*at;
    NC_TRY(nc_name(m, at, p.name));
    if (!accept(m, at, "]"))
        return nc_fail(m, N016_EXPRESSION, column_at(m, *at), "']' is missing");
    double unused;
    *out = find_named(m, p.name) || predefined(m, p.name, &unused);
    return NC_OK;
}

bool nc_is_function(const nc_machine* m, size_t at)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (accept(m, &at, functions[i].name)) return true;
    return accept(m, &at, "atan") || accept(m, &at, "exists");
}

static nc_status read_function(nc_machine* m, size_t* at, double* out)
{
    const uint32_t column = column_at(m, *at);
    if (accept(m, at, "atan")) return read_atan(m, at, out);
    if (accept(m, at, "exists")) return read_exists(m, at, out);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!accept(m, at, functions[i].name)) continue;
        double x = 0;
        NC_TRY(bracket(m, at, &x));
        *out = functions[i].of(x);
        if (!isfinite(*out))
            return nc_fail(m, N004_BAD_VALUE, column, "%s of %.10g has no value", functions[i].name,
                           x);
        return NC_OK;
    }
    return read_number(m, at, out);
}

static nc_status read_value(nc_machine* m, size_t* at, double* out)
{
    const uint32_t column = column_at(m, *at);
    *out = 0;
    const bool minus = accept(m, at, "-");
    if (!minus) accept(m, at, "+");
    const char c = m->text.at[*at];
    if (c == '[') {
        ++*at;
        NC_TRY(read_expression(m, at, out));
    } else if (c == '#') {
        ++*at;
        nc_parameter p;
        NC_TRY(nc_parameter_read(m, at, &p));
        NC_TRY(parameter_get(m, &p, column, out));
    } else {
        NC_TRY(read_function(m, at, out));
    }
    if (minus) *out = -*out;
    return NC_OK;
}

nc_status nc_value(nc_machine* m, size_t* at, double* out)
{
    const uint32_t column = column_at(m, *at);
    if (m->expression_depth == NC_EXPRESSION_MOST)
        return nc_fail(m, N029_LIMIT, column, "more than %d brackets within each other",
                       NC_EXPRESSION_MOST);
    m->expression_depth++;
    const nc_status status = read_value(m, at, out);
    m->expression_depth--;
    return status;
}

// ------------------------------------------------------------------------------------ expressions

typedef enum operation {
    ADD,
    SUBTRACT,
    TIMES,
    DIVIDE,
    MODULO,
    POWER,
    EQUAL,
    DIFFERENT,
    ABOVE,
    AT_LEAST,
    BELOW,
    AT_MOST,
    AND,
    OR,
    XOR
} operation;

// Longer words before those that they begin with.
static const struct {
    const char* word;
    operation what;
    int rank;
} operators[] = {
    {"**", POWER, 5}, {"*", TIMES, 4},     {"/", DIVIDE, 4}, {"mod", MODULO, 4},
    {"+", ADD, 3},    {"-", SUBTRACT, 3},  {"eq", EQUAL, 2}, {"ne", DIFFERENT, 2},
    {"gt", ABOVE, 2}, {"ge", AT_LEAST, 2}, {"lt", BELOW, 2}, {"le", AT_MOST, 2},
    {"and", AND, 1},  {"or", OR, 1},       {"xor", XOR, 1},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

static double apply(operation what, double a, double b)
{
    switch (what) {
    case ADD:
        return a + b;
    case SUBTRACT:
        return a - b;
    case TIMES:
        return a * b;
    case DIVIDE:
        return a / b;
    case MODULO: {  // of the sign of b, as in RS274/NGC
        const double rest = fmod(a, b);
        return rest < 0 ? rest + fabs(b) : rest;
    }
    case POWER:
        return pow(a, b);
    case EQUAL:
        return fabs(a - b) < 1e-10;
    case DIFFERENT:
        return fabs(a - b) >= 1e-10;
    case ABOVE:
        return a > b;
    case AT_LEAST:
        return a >= b;
    case BELOW:
        return a < b;
    case AT_MOST:
        return a <= b;
    case AND:
        return a != 0 && b != 0;
    case OR:
        return a != 0 || b != 0;
    case XOR:
        return (a != 0) != (b != 0);
    }
    return (double)NAN;
}

// Operators of a rank of at least `rank`, from left to right, up to the closing bracket.
static nc_status read_rank(nc_machine* m, size_t* at, int rank, double* out)
{
    NC_TRY(nc_value(m, at, out));
    for (;;) {
        size_t behind = *at;
        int i = 0;
        while (i < OPERATORS && !accept(m, &behind, operators[i].word))
            i++;
        if (i == OPERATORS || operators[i].rank < rank) return NC_OK;
        const uint32_t column = column_at(m, *at);
        double right = 0;
        *at = behind;
        NC_TRY(read_rank(m, at, operators[i].rank + 1, &right));
        *out = apply(operators[i].what, *out, right);
        NC_TRY(finite_number(m, column, *out));
    }
}

// Behind '['.
static nc_status read_expression(nc_machine* m, size_t* at, double* out)
{
    NC_TRY(read_rank(m, at, 1, out));
    const uint32_t column = column_at(m, *at);
    if (accept(m, at, "]")) return NC_OK;
    if (!m->text.at[*at])
        return nc_fail(m, N016_EXPRESSION, column,
                       "the line ends where an operator or ']' should be");
    return nc_fail(m, N016_EXPRESSION, column, "'%c' where an operator or ']' should be",
                   m->text.at[*at]);
}
// NOLINTEND(misc-no-recursion)

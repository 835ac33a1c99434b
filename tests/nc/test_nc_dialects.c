// test_nc_dialects.c - NC programs as posts write them: what each control means by a word, what moves nothing, which lines
// without axis words are refused, programs by number, turned coordinates, and words of other languages.
#include "nc/nc_check.h"

#include <math.h>

#define ZERO_AT(x, y, z)                                                                           \
    {                                                                                              \
        .machine_zero_is_known = true, .machine_zero = { x, y, z }                                 \
    }

typedef struct path_row {
    const char *program, *path;
    nc_read_options options;
    size_t warnings;  // with that of the unit, where there is no G20 or G21
} path_row;

static void check_paths(const path_row* rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        nc_program p;
        nc_error e;
        if (nc_read_text(&p, rows[i].program, &rows[i].options, &e) != NC_OK)
            fail_msg("%s: %zu:%zu: %s", rows[i].program, e.line, e.column, e.text);
        if (strcmp(nc_path_text(&p), rows[i].path) != 0)
            fail_msg("%s: %s, not %s", rows[i].program, nc_path_text(&p), rows[i].path);
        const bool unit = !p.unit_is_set && p.move_count > 0;
        if (p.warning_total != rows[i].warnings + unit)
            fail_msg("%s: %zu warnings, the first: %s", rows[i].program, p.warning_total,
                     p.warning_count ? p.warnings[0].text : "");
        nc_program_free(&p);
    }
}
#define CHECK_PATHS(rows) check_paths(rows, sizeof(rows) / sizeof *(rows))

typedef struct fault_row {
    const char* program;
    nc_status status;
    size_t line, column;
    const char* text;
    nc_read_options options;
} fault_row;

static void check_faults(const fault_row* rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        nc_program p;
        nc_error e;
        const nc_status status = nc_read_text(&p, rows[i].program, &rows[i].options, &e);
        if (status != rows[i].status || e.line != rows[i].line || e.column != rows[i].column ||
            !strstr(e.text, rows[i].text))
            fail_msg("%s: status %d, %zu:%zu: %s", rows[i].program, (int)status, e.line, e.column,
                     e.text);
    }
}
#define CHECK_FAULTS(rows) check_faults(rows, sizeof(rows) / sizeof *(rows))

// As initialisers.
#define OF_FANUC                                                                                   \
    {                                                                                              \
        .dialect = NC_FANUC                                                                        \
    }
#define OF_GRBL                                                                                    \
    {                                                                                              \
        .dialect = NC_GRBL                                                                         \
    }
#define LENIENT                                                                                    \
    {                                                                                              \
        .lenient = true                                                                            \
    }

// ------------------------------------------------------------------------------- lines without axis words

static void test_without_axes(void** state)
{
    (void)state;
    static const path_row rows[] = {
        {.program = "G0\nG1 F5\nG80\nG1 X1", .path = "L1,0,0"},
        {.program = "G1 X1\nG2 I1\nJ1\nG3 K0 I1", .path = "L1,0,0 A1,0,0 A1,0,0 A1,0,0"},
        {.program = "G0 Z9\nG81 X1 Z-1 R2\nF5\nM3\nG4 P1\nG80",
         .path = "R0,0,9 R1,0,9 R1,0,2 L1,0,-1 R1,0,9"},
        {.program = "G0 A0 B0. C-0\nG92 A0\nG53 G0 A0\nG28 A0.\nG53 G90\nG0 X1", .path = "R1,0,0"},
    };
    CHECK_PATHS(rows);
    static const fault_row faults[] = {
        {"G0 Z9\nG81 X1 Z-1 R2\nG81 F100", NC_SYNTAX, 3, 1, "G81 needs X, Y or Z", {0}},
        {"G0 Z9\nG81 X1 Z-1 R2\nN7 G81", NC_SYNTAX, 3, 4, "G81 needs X, Y or Z", {0}},
        {"G82 Z-1 R2 F9\nX1\nG82 R2", NC_SYNTAX, 3, 1, "G82 needs", {0}},
        {"G83 Z-1 R2 Q1\nG83 Q2 R1 L2", NC_SYNTAX, 2, 1, "G83 needs", {0}},
        {"G73 R1", NC_SYNTAX, 1, 1, "G73 needs", {0}},
        {"G74", NC_SYNTAX, 1, 1, "G74 needs", {0}},
        {"G84 F1", NC_SYNTAX, 1, 1, "G84 needs", {0}},
        {"G85", NC_SYNTAX, 1, 1, "G85 needs", {0}},
        {"G86", NC_SYNTAX, 1, 1, "G86 needs", {0}},
        {"G88", NC_SYNTAX, 1, 1, "G88 needs", {0}},
        {"G89 A0", NC_SYNTAX, 1, 1, "G89 needs", {0}},
        {"G5", NC_SYNTAX, 1, 1, "G5 needs X, Y or Z", {0}},
        {"G5 I1 J1 P1 Q1", NC_SYNTAX, 1, 1, "G5 needs", {0}},
        {"G5.1", NC_SYNTAX, 1, 1, "G5.1 needs", {0}},
        {"G5.1 I1 J1", NC_SYNTAX, 1, 1, "G5.1 needs", {0}},
        {"G2", NC_SYNTAX, 1, 1, "G2 needs an end", {0}},
        {"G1 X1\nG3 F100 M3", NC_SYNTAX, 2, 1, "G3 needs an end", {0}},
        {"G2 P2", NC_SYNTAX, 1, 1, "G2 needs an end", {0}},
        {"G2 R5", NC_BAD_VALUE, 1, 4, "end where it begins", {0}},
        // Of what is in force only those words that some machines repeat a cycle for.
        {"G81 X1 Z-1 R2\nR3", NC_SYNTAX, 2, 1, "R, but no X, Y or Z for the G81", LENIENT},
        {"G81 X1 Z-1 R2\nL3", NC_SYNTAX, 2, 1, "L, but no X", LENIENT},
        {"G81 X1 Z-1 R2\nA0", NC_SYNTAX, 2, 1, "A, but no X", LENIENT},
        {"G5.1 X1 I1\nI1", NC_SYNTAX, 2, 1, "I, but no X", LENIENT},
        {"G81 F100", NC_SYNTAX, 1, 1, "G81 needs", LENIENT},
        {"G81 X1 Z-1 R2\nG81 F1", NC_SYNTAX, 2, 1, "G81 needs", OF_FANUC},
        {"G81 X1 Z-1 R2\nG81 F1", NC_SYNTAX, 2, 1, "G81 needs", OF_GRBL},
    };
    CHECK_FAULTS(faults);
}

// ------------------------------------------------------------------------------------- the machine's zero

static void test_zero(void** state)
{
    (void)state;
    static const path_row rows[] = {
        {.program = "G0 X5\nG53 Z7\nG53 G0 Z0", .path = "R5,0,0 R5,0,7 R5,0,0", .warnings = 1},
        {.program = "G0 X5\nG53 Z-20", .path = "R5,0,0 R5,0,80", .options = ZERO_AT(1, 2, 100)},
        {.program = "G53 G0 X0 Y0 Z0", .path = "R1,2,100", .options = ZERO_AT(1, 2, 100)},
        {.program = "G10 L2 P1 X-5\nG0 X1", .path = "R-4,0,0", .warnings = 1},
        {.program = "G10 L2 P1 X-5\nG0 X1\nZ1",
         .path = "R16,0,0 R16,0,1",
         .options = ZERO_AT(20, 0, 0)},
        {.program = "G1 X#5221", .path = "L-20,0,0", .options = ZERO_AT(20, 0, 0)},
        {.program = "#5221=-19\nG1 X0", .path = "L1,0,0", .options = ZERO_AT(20, 0, 0)},
        {.program = "#5221=2\nG1 X0", .path = "L2,0,0", .warnings = 1},
        {.program = "G1 Z1\nG91 G28 Z0", .path = "L0,0,1 R0,0,100", .options = ZERO_AT(1, 2, 100)},
        {.program = "G28.1\nG1 X1\nG28\nG1 X#5161",
         .path = "L1,0,0 R0,0,0 L-9,0,0",
         .options = ZERO_AT(9, 0, 0)},
        {.program = "G91 G28 Z0",
         .path = "R0,0,50",
         .options = {.home_is_known = true,
                     .home = {0, 0, 50},
                     .machine_zero_is_known = true,
                     .machine_zero = {0, 0, 100}}},
        {.program = "G20 G53 G0 Z-1", .path = "R0,0,74.6", .options = ZERO_AT(0, 0, 100)},
    };
    CHECK_PATHS(rows);
    static const fault_row faults[] = {
        {"G28", NC_UNSUPPORTED, 1, 1, "--home", {0}},
        {"G0 X1\nG91 G30 Z0", NC_UNSUPPORTED, 2, 5, "--home", ZERO_AT(0, 0, 9)},
        {"G53 G2 X1 I1", NC_SYNTAX, 1, 1, "G53", ZERO_AT(0, 0, 9)},
        {"G53 G28 X1", NC_SYNTAX, 1, 1, "takes the axis words", ZERO_AT(0, 0, 9)},
    };
    CHECK_FAULTS(faults);
    nc_program p;
    assert_int_equal(nc_read_text(&p, "G21 G0 X1\n\nN5 G53 G0 Z0", NULL, NULL), NC_OK);
    assert_true(p.warning_total == 1 && p.warnings[0].line == 3 && p.warnings[0].column == 4);
    assert_non_null(strstr(p.warnings[0].text, "G53"));
    assert_non_null(strstr(p.warnings[0].text, "--machine-zero"));
    nc_program_free(&p);
}

// ------------------------------------------------------------------------------------- turned coordinates

static void test_turned(void** state)
{
    (void)state;
    static const path_row rows[] = {
        {.program = "G10 L2 P1 R90\nG0 X10 Y0\nX10 Y5\nY6", .path = "R0,10,0 R-5,10,0 R-6,10,0"},
        {.program = "G10 L2 P1 R-270\nG0 X10", .path = "R0,10,0"},
        {.program = "G10 L2 P1 R360\nG18 G2 X2 I1", .path = "A2,0,0"},
        {.program = "G10 L2 P1 R45\nG0 X1", .path = "R0.707107,0.707107,0"},
        {.program = "G10 L2 P1 R30\nG0 Z1\nG1 Y2", .path = "R0,0,1 L-1,1.73205,1"},
        {.program = "G10 L2 P2 R90\nG0 X10\nG55 X11\nG54 X3",
         .path = "R10,0,0 R10,11,0 R3,11,0",
         .warnings = 1},
        {.program = "G10 L2 P0 R90\nG91 G1 X1\nY1\nZ1", .path = "L0,1,0 L-1,1,0 L-1,1,1"},
        {.program = "G10 L2 P1 X1 R90\nG52 X5\nG0 X1 Y2", .path = "R-1,6,0", .warnings = 1},
        {.program = "G10 L2 P1 R90\nG0 X3\nG92 X0 Y0\nG0 X1", .path = "R0,3,0 R0,4,0"},
        {.program = "G10 L2 P1 R90\nG0 X3\nG10 L20 P1 X1\nG0 X0", .path = "R0,3,0 R0,2,0"},
        {.program = "G10 L2 P1 R90\nG0 X2\nG2 X0 I-1\nG3 J1", .path = "R0,2,0 A0,0,0 A0,0,0"},
        {.program = "G10 L2 P1 R90\nG0 X2\nG90.1 G2 X0 I1 J0", .path = "R0,2,0 A0,0,0"},
        {.program = "G10 L2 P1 R90\nG0 X2\nG3 X0 R1", .path = "R0,2,0 A0,0,0"},
        {.program = "G10 L2 P1 R37\nG0 X2 Y1\nG3 I-1\nG3 X2 I-1",
         .path = "R0.995456,2.00227,0 "
                 "A0.995456,2.00227,0 A0.995456,2.00227,0"},
        {.program = "G10 L2 P1 R90\nG0 X1\nG53 G0 X2", .path = "R0,1,0 R2,1,0", .warnings = 1},
        {.program = "#5230=90\nG1 X1\nG10 L2 P2 R30\nG1 X#5250", .path = "L0,1,0 L0,30,0"},
        {.program = "G10 L2 P1 R90\nG0 X1\nG1 X[#5420*2] Z#<_x>", .path = "R0,1,0 L0,2,1"},
        {.program = "G10 L2 P1 R90\nG0 Z9\nG81 X1 Z-1 R2",
         .path = "R0,0,9 R0,1,9 R0,1,2 L0,1,-1 R0,1,9"},
        {.program = "G10 L2 P1 R90\nG5.1 X2 I1 J1\nG10 L2 P1 R0\nG1 X1", .path = "S0,2,0 L1,2,0"},
        // Nowhere: the place is a move, so that it is checked.
        {.program = "G0 G53 X0 Y0\nG92 X1\nG10 L2 P1 R45\nG0 G53 X0 Y0",
         .path = "R0,0,0",
         .warnings = 1},
        {.program = "G10 L2 P1 R90\nG28 X1",
         .path = "R0,1,0 R7,1,0",
         .options = {.home_is_known = true, .home = {7, 8, 9}}},
    };
    CHECK_PATHS(rows);
    static const fault_row faults[] = {
        {"G10 L2 P1 R9\nG18 G2 X1 I1", NC_UNSUPPORTED, 2, 1, "G17", {0}},
        {"G10 L2 P1 R9\nG19 G81 X1 Y1 R2", NC_UNSUPPORTED, 2, 1, "G17", {0}},
        {"G10 L20 P1 R9", NC_UNSUPPORTED, 1, 12, "only G10 L2", {0}},
    };
    CHECK_FAULTS(faults);
    // A parabola is turned with its control point.
    nc_program p;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    assert_int_equal(nc_read_text(&p, "G10 L2 P1 R90\nG5.1 X2 I1 J1", NULL, NULL), NC_OK);
    nc_move_bounds(&p.moves[0], low, high);
    assert_true(fabs(low[0] + 0.5) < 1e-15 && high[0] == 0 && low[1] == 0 && high[1] == 2);
    nc_program_free(&p);
    // So is the centre of an arc: half a circle about work (1, 0).
    assert_int_equal(nc_read_text(&p, "G10 L2 P1 R90\nG3 X2 I1", NULL, NULL), NC_OK);
    assert_true(p.moves[0].centre[0] == 0 && p.moves[0].centre[1] == 1);
    assert_true(fabs(nc_move_length(&p.moves[0]) - 3.14159265358979323846) < 1e-14);
    nc_program_free(&p);
}

// ------------------------------------------------------------------------------------- programs by number

static const path_row program_paths[] = {
    {.program = "%\nO1234(NAME)\nG0 X1\nM30\n%", .path = "R1,0,0"},
    {.program = "%\nO0000\nG0 X1", .path = "R1,0,0"},
    {.program = ":1001\nG0 X1", .path = "R1,0,0"},
    {.program = "%\n: 1001 (A)\nG0 X1", .path = "R1,0,0"},
    {.program = "<PLATE-2>\nG0 X1", .path = "R1,0,0"},
    {.program = "O1001<PLATE>\nG0 X1", .path = "R1,0,0"},
    {.program = "O<plate>\nG0 X1", .path = "R1,0,0"},
    {.program = "%1000\nG0 X1\n%\nX2", .path = "R1,0,0"},
    {.program = "%O7(A)\nG0 X1", .path = "R1,0,0"},
    {.program = "N1 O7\nG0 X1", .path = "R1,0,0"},
    {.program = "M98 P23\nG52 Y9\nM98 P0023\nM30\nO23\nG0 X1 Y0\nX0\nM99\n%",
     .path = "R1,0,0 R0,0,0 R1,9,0 R0,9,0"},
    {.program = "G91 M98 P12 L3\nG1 Y1\nM2\n:12\nG1 X1\nM99",
     .path = "L1,0,0 L2,0,0 L3,0,0 L3,1,0"},
    {.program = "G91 M98 P30012\nM30\nO0012\nG1 X1.\nM99",
     .path = "L1,0,0 L2,0,0 L3,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G91 M98 P30012\nM30\nO12\nG1 X1.\nM99\nO30012\nG1 Y1.\nM99",
     .path = "L0,1,0",
     .options = {.dialect = NC_FANUC},
     .warnings = 1},  // of O12
    {.program = "O1\nG1 X1\nM30\n%\n:2\nX2\nM30\nO3\nM99", .path = "L1,0,0", .warnings = 2},
    {.program = "G1 X1 M98 P1\nX3\nM2\nO1\nX2\nM98 P2\nM99\nO2\nY1\nM99",
     .path = "L1,0,0 L2,0,0 L2,1,0 L3,1,0"},
    {.program = "#1=1\nM98 P2 L3\nG1 X#1\nM2\nO2\n#1=[#1*2]\nM99", .path = "L8,0,0"},
    {.program = "o1 sub\nM98 P2\nG1 X#1\no1 endsub\no1 call [3]\nG1 X#1\nM2\nO2\n#1=[#1+1]\nM99",
     .path = "L4,0,0 L0,0,0"},
    {.program = "M98 P2\nG1 X1\nN7 X2\nM2\nO2\nN7 G1 Y1\nM99 P7", .path = "L0,1,0 L2,1,0"},
    {.program = "G1 X1\nM99 P5\nX2\nN 0 5 Y1\nM2", .path = "L1,0,0 L1,1,0"},
    {.program = "M98 P2 L2\nM2\nO2\no5 repeat [2]\nG91 G1 X1\nM99\no5 endrepeat",
     .path = "L1,0,0 L2,0,0"},
    {.program = "G91 M97 P10 L2\nM30\nN10 G1 X1.\nM99", .path = "L1,0,0 L2,0,0"},
    {.program = "G1 X1\nM99\nX2", .path = "L1,0,0", .warnings = 1},
    {.program = "M98 P2 L0\nG1 X1\nM2\nO2\nG1 Y1\nM99", .path = "L1,0,0"},
    {.program = "o1 sub\no7 return\nG1 X1\no1 endsub\no1 call\nG1 Y1", .path = "L0,1,0"},
    {.program = "M98 P2\nM2\nO2\nG1 X1\nG4 P1 M99", .path = "L1,0,0"},
};

static const fault_row program_faults[] = {
    {"G0 X1\nM98 P5", NC_UNKNOWN, 2, 5, "no program O5", {0}},
    {"M98 P30012\nM2\nO12\nM99", NC_UNKNOWN, 1, 5, "no program O30012", {0}},
    {"M98 P5\nM2\no5 sub\no5 endsub", NC_UNKNOWN, 1, 5, "no program O5", {0}},
    {"M98", NC_SYNTAX, 1, 1, "M98 needs P", {0}},
    {"M98 P1.5", NC_BAD_VALUE, 1, 5, "whole number", {0}},
    {"M98 P1 L-1\nM2\nO1\nM99", NC_BAD_VALUE, 1, 8, "L must be a whole number", {0}},
    {"M97 P1\nM2\nO2\nN1 M99", NC_UNKNOWN, 1, 5, "no N1", OF_FANUC},
    {"M98 P1 L2\nM2\nO1\nM99 P3", NC_UNSUPPORTED, 4, 5, "still to be repeated", {0}},
    {"M98 P1\nM2\nO1\nN3 M99 P3", NC_UNKNOWN, 4, 8, "no N3", {0}},
    {"O1\nM98 P1", NC_TOO_LONG, 2, 1, "within each other", {0}},
    {"M98 P2\nM2\nO2\nG1 X1\n%", NC_SYNTAX, 5, 1, "within a subroutine", {0}},
    {"M98 P2\nM2\nO2\nG1 X1\n", NC_SYNTAX, 4, 1, "within a subroutine", {0}},
    {"M98 P2\nM2\nO2\nG1 X1\nO3\nM99", NC_SYNTAX, 5, 1, "no end", {0}},
    {"G1 X1\nO2\nX2", NC_SYNTAX, 2, 1, "no end", {0}},
    {"o1 sub\nM99\no1 endsub\no1 call", NC_SYNTAX, 2, 1, "endsub", {0}},
    {"M98 P2\nM2\nO2\no1 return\n", NC_SYNTAX, 4, 1, "M98", {0}},
    {"%_N_PART_MPF\nG0 X1", NC_SYNTAX, 1, 2, "behind '%'", {0}},
    {"G0 X1\n%7\n", NC_SYNTAX, 2, 2, "behind '%'", {0}},
};

static void test_programs(void** state)
{
    (void)state;
    CHECK_PATHS(program_paths);
    CHECK_FAULTS(program_faults);
}

// ------------------------------------------------------------------------------------------- what moves nothing

static void test_idle(void** state)
{
    (void)state;
    static const path_row rows[] = {
        {.program = "G21 G90 G1 X1 F9\nG05.1 Q1\nX2\nY3\nG05.1 Q0\nX0",
         .path = "L1,0,0 L2,0,0 L2,3,0 L0,3,0"},
        {.program = "G1 X1\nG05 P10000\nX2\nG05 P0\nX0", .path = "L1,0,0 L2,0,0 L0,0,0"},
        {.program = "G1 X1.\nG05.1 Q2 X0. Y0. Z0.\nX2.",
         .path = "L1,0,0 L2,0,0",
         .options = {.dialect = NC_FANUC}},
        {.program = "G1 X1\nG05.1 Q2 X0 Y0 Z0\nX2", .path = "L1,0,0 L2,0,0"},
        {.program = "G1 X1\nG05.1 Q1 R8\nG8 P1\nG187 P2 E0.01\nG103 P1\nX2",
         .path = "L1,0,0 L2,0,0"},
        {.program = "G0 G17 G40 G49 G80 G15 G69 G50 G94\nG1 X1\nG9 X2\nG50.1\nG67\nG23\nX3",
         .path = "L1,0,0 L2,0,0 L3,0,0"},
        {.program = "G40 D0 G49 H0\nG44 H1 Z1 G0\nG43 H1 D1", .path = "R0,0,1"},
        {.program = "G1 X1. H1\nD2", .path = "L1,0,0", .options = {.dialect = NC_FANUC}},
        {.program = "G21\nG71\nG71 G91.1\nG0 X1", .path = "R1,0,0"},
        {.program = "G71 G21\nG0 X1", .path = "R1,0,0"},
        {.program = "G20 G70\nG0 X1\nG70", .path = "R25.4,0,0"},
        {.program = "G2 X2 I1 K0", .path = "A2,0,0"},
        {.program = "G18 G2 X2 I1 J0.000", .path = "A2,0,0"},
        {.program = "G19 G2 Y2 J1 I-0", .path = "A0,2,0"},
        {.program = "G2 X2 I1 K0.5", .path = "A2,0,0", .options = {.dialect = NC_GRBL}},
        {.program = "(tool change to 6 mm (end mill))\n(Max (X): 70.0 in)G21(a)(b)\nG0 X1 ((c))",
         .path = "R1,0,0",
         .warnings = 1},
        {.program = "(T1 (6 mm)\nG0 X1", .path = "R1,0,0", .warnings = 1},
        {.program = "(T1\nG0 X1 (a", .path = "R1,0,0", .options = {.dialect = NC_GRBL}},
        {.program = "\x12G0 X1\x14\n\x1a", .path = "R1,0,0"},
        {.program = "/1N5 G0 X1\n/ 2 Y1", .path = "R1,0,0 R1,1,0"},
        {.program = "/3 G0 X1\nG0 Y1", .path = "R0,1,0", .options = {.block_delete = true}},
        {.program = "G0 X1\nM117 Hello (world)\nG0 X2 M117 G0 X3",
         .path = "R1,0,0 R2,0,0",
         .options = {.lenient = true},
         .warnings = 2},
        {.program = "$X\nG0 X1", .path = "R1,0,0", .options = {.lenient = true}, .warnings = 1},
    };
    CHECK_PATHS(rows);
    static const fault_row faults[] = {
        {"G2 X2 I1 K0.5", NC_SYNTAX, 1, 10, "not in the plane", LENIENT},
        {"G2 X2 K0", NC_SYNTAX, 1, 1, "needs its centre", {0}},
        {"G5 P1 Q1", NC_SYNTAX, 1, 1, "G5 needs", {0}},
        {"G05.1 Q1 X5", NC_UNSUPPORTED, 1, 10, "X beside a G5.1", OF_FANUC},
        {"G5 X1 I1 J1 P1 Q1", NC_UNSUPPORTED, 1, 1, "looks ahead", OF_FANUC},
        {"G50 X5", NC_UNKNOWN, 1, 1, "G50", {0}},
        {"G50 S2000", NC_UNKNOWN, 1, 1, "G50", {0}},
        {"$H", NC_UNSUPPORTED, 1, 1, "moves", LENIENT},
        {"$J=G91 X1", NC_UNSUPPORTED, 1, 1, "moves", LENIENT},
        {"G0 X1)", NC_SYNTAX, 1, 6, "')' without", {0}},
    };
    CHECK_FAULTS(faults);
}

// ------------------------------------------------------------------------------- what controls mean otherwise

static const path_row meaning_paths[] = {
    // G52 is G92's shift in LinuxCNC.
    {.program = "G52 X5 Y-5\nG0 X10 Y10\nG52 X0 Y0\nG0 X10 Y10", .path = "R15,5,0 R10,10,0"},
    {.program = "G0 X3\nG92 X0\nG52 X1\nG0 X0", .path = "R3,0,0 R1,0,0"},
    {.program = "G0 X3.\nG92 X0\nG52 X1.\nG0 X0",
     .path = "R3,0,0 R4,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G52 X5.\nG55 G0 X1.\nG52 X0\nX1.",
     .path = "R6,0,0 R1,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G52 X5.\nG0 X1.\nG92 X0\nX1.",
     .path = "R6,0,0 R7,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G52 X5\nG92.1\nG0 X1", .path = "R1,0,0"},
    {.program = "G52 X5. Y5.\nG92.1 X0\nG0 X1. Y1.",
     .path = "R1,6,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G0 X1\nG92 X0\nG92.1 X5", .path = "R1,0,0 R5,0,0"},
    {.program = "G0 X1\nG28.1 X5", .path = "R1,0,0 R5,0,0"},
    {.program = "G0 G28 Z0\nX1\nG1 G92 X0\nX1",
     .path = "R0,0,50 R1,0,50 L2,0,50",
     .options = {.home_is_known = true, .home = {0, 0, 50}}},
    {.program = "G1 X1\nG4 X9\nG4 U9\nG4 P1 X2\nM29 S500\nX3 M88", .path = "L1,0,0 L2,0,0 L3,0,0"},
    {.program = "G0 Z9.\nG81 X1. Z-1. R2.\nG80\nZ8.\nG1 X0\nG80 X3.",
     .path = "R0,0,9 R1,0,9 R1,0,2 L1,0,-1 R1,0,9 R1,0,8 L0,0,8 L3,0,8",
     .options = {.dialect = NC_FANUC}},
    // Systems of coordinates whose places nobody tells lie where the first one does.
    {.program = "G54 G0 X1\nG55 X2\nG54 X3\nG56 X4",
     .path = "R1,0,0 R2,0,0 R3,0,0 R4,0,0",
     .warnings = 1},
    {.program = "G55 G0 X1\nX2", .path = "R1,0,0 R2,0,0"},
    {.program = "G0 X1\nG10 L20 P2 X0\nG55 X2\n#5241=5\nX2",
     .path = "R1,0,0 R3,0,0 R7,0,0",
     .warnings = 1},
    {.program = "G54.1 P1 G0 X1\nG154 P99 X2", .path = "R1,0,0 R2,0,0", .warnings = 1},
    {.program = "G10 L20 P2 X5.\nG54 P2 G0 X1.\nG54 X1.",
     .path = "R6,0,0 R1,0,0",
     .options = {.dialect = NC_FANUC, .machine_zero_is_known = true},
     .warnings = 1},
    {.program = "X1\nG1 X2", .path = "R1,0,0 L2,0,0", .options = {.dialect = NC_GRBL}},
    {.program = "G1 X1.\nG0 G91 G28 Z0\nX1.",
     .path = "L1,0,0 R1,0,50 R2,0,50",
     .options = {.dialect = NC_FANUC, .home_is_known = true, .home = {0, 0, 50}}},
    {.program = "G91 G30 P2 Z0",
     .path = "R0,0,50",
     .options = {.dialect = NC_FANUC, .home_is_known = true, .home = {0, 0, 50}}},
    {.program = "G1 X1.\nG4 X9.\nG4 U2.\nG04 P100\nX2.",
     .path = "L1,0,0 L2,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G1 X1.\nG53 Z5.\nX2.\nG53 G1 Z6.",
     .path = "L1,0,0 R1,0,5 L2,0,5 L2,0,6",
     .options = {.dialect = NC_FANUC, .machine_zero_is_known = true}},
    {.program = "G91 G53 G0 X3\nX1",
     .path = "R3,0,0 R4,0,0",
     .options = {.dialect = NC_GRBL, .machine_zero_is_known = true}},
    {.program = "G10 L2 P1 X1.\nG91 G10 L2 P1 X2.\nG90 G0 X0",
     .path = "R3,0,0",
     .options = {.dialect = NC_FANUC, .machine_zero_is_known = true}},
    {.program = "G10 L10 P1 R5.\nG10 L12 P1 R5.\nG11\nG0 X1.",
     .path = "R1,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G2 X2. I5. J5. R1.", .path = "A2,0,0", .options = {.dialect = NC_FANUC}},
    {.program = "G91 G99 G81 X1. Z-1. R0 K2",
     .path = "R1,0,0 L1,0,-1 R1,0,0 R2,0,0 L2,0,-1 R2,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G81 X1. Z-1. R0 L0\nX2.",
     .path = "R2,0,0 L2,0,-1 R2,0,0",
     .options = {.dialect = NC_FANUC}},
    {.program = "G64\nM29 S500\nG0 X1. M88\nX20\nX30",
     .path = "R1,0,0 R20,0,0 R30,0,0",
     .options = {.dialect = NC_FANUC},
     .warnings = 1},  // X20 may be 0.02
};

static const fault_row meaning_faults[] = {
    {"G2 G28 Z0", NC_SYNTAX, 1, 1, "takes the axis words", {.home_is_known = true}},
    {"G28 U0", NC_UNSUPPORTED, 1, 5, "lathes", OF_FANUC},
    {"G81 G28 Z0",
     NC_SYNTAX,
     1,
     1,
     "takes the axis words",
     {.dialect = NC_FANUC, .home_is_known = true}},
    {"G4", NC_SYNTAX, 1, 1, "G4 needs P", {0}},
    {"Z1", NC_SYNTAX, 1, 1, "--dialect grbl", {0}},
    {"Z1", NC_SYNTAX, 1, 1, "--dialect grbl", OF_FANUC},
    {"G0 Z9\nG80\nZ1", NC_SYNTAX, 3, 1, "--dialect fanuc", {0}},
    {"G80 Z1", NC_SYNTAX, 1, 5, "no motion", OF_GRBL},
    {"G91 G53 G0 X1", NC_SYNTAX, 1, 1, "G90", OF_FANUC},
    {"G81 X1. Z-1. R0\nG53 Z5.", NC_SYNTAX, 2, 1, "G53", OF_FANUC},
    {"G2 X2 I5 J5 R1", NC_SYNTAX, 1, 1, "--dialect fanuc", {0}},
    {"G10 L2 P0 X1.", NC_BAD_VALUE, 1, 8, "from 1 to 6", OF_FANUC},
    {"G10 L20 P301 X1.", NC_BAD_VALUE, 1, 9, "from 1 to 300", OF_FANUC},
    {"G54.1", NC_SYNTAX, 1, 1, "needs P", {0}},
    {"G54.1 P301", NC_BAD_VALUE, 1, 7, "from 1 to 300", {0}},
    {"G54 P1", NC_UNKNOWN, 1, 5, "P means nothing", {0}},
    {"G10 L2 P1 R9.", NC_UNSUPPORTED, 1, 11, "LinuxCNC", OF_FANUC},
    {"G91 G30 P3 Z0",
     NC_BAD_VALUE,
     1,
     9,
     "from 2 to 2",
     {.dialect = NC_FANUC, .home_is_known = true}},
    {"G83 X1 Z-1 R0 Q1 I1", NC_UNKNOWN, 1, 18, "I means nothing", {0}},
    {"G52", NC_SYNTAX, 1, 1, "G52 needs", {0}},
    {"G4 P1 U5", NC_UNSUPPORTED, 1, 7, "further axis", {0}},
    // Passed over, it would be a value that is 100000 times as large.
    {"G1 X1.e-05", NC_SYNTAX, 1, 7, "exponent", LENIENT},
    {"G1 X1 Y-1E+2", NC_SYNTAX, 1, 10, "exponent", LENIENT},
    {"G1 X1 H1", NC_UNKNOWN, 1, 7, "H means nothing", {0}},
    {"G92 F1", NC_SYNTAX, 1, 1, "G92 needs", {0}},
    {"G0 X1 M188", NC_UNKNOWN, 1, 7, "M188", LENIENT},
    {"M188", NC_UNKNOWN, 1, 1, "--lenient", {0}},
    {"G0 X1 (a", NC_SYNTAX, 1, 7, "--dialect grbl", {0}},
};

static void test_meanings(void** state)
{
    (void)state;
    CHECK_PATHS(meaning_paths);
    CHECK_FAULTS(meaning_faults);
}

// --------------------------------------------------------------------------------------- other languages

static void test_words(void** state)
{
    (void)state;
    static const fault_row faults[] = {
        {"#1=1\nIF [#1 EQ 1] GOTO 10", NC_UNSUPPORTED, 2, 1, "IF is of macro B", {0}},
        {"N10 GOTO 10", NC_UNSUPPORTED, 1, 5, "GOTO is of macro B", LENIENT},
        {"WHILE [#1 LT 3] DO1", NC_UNSUPPORTED, 1, 1, "WHILE is of macro B", {0}},
        {"END1", NC_UNSUPPORTED, 1, 1, "END1 is of macro B", {0}},
        {"DPRNT[X#1]", NC_UNSUPPORTED, 1, 1, "DPRNT is of macro B", {0}},
        {"G0 X1\nCYCLE81(10,0,2,-5)", NC_UNSUPPORTED, 2, 1, "CYCLE81 is of Siemens", {0}},
        {"N5 MCALL CYCLE82(1)", NC_UNSUPPORTED, 1, 4, "MCALL is of Siemens", {0}},
        {"TRANS X10", NC_UNSUPPORTED, 1, 1, "TRANS is of Siemens", LENIENT},
        {"0 BEGIN PGM TEST MM", NC_UNSUPPORTED, 1, 3, "BEGIN is of Heidenhain", {0}},
        {"BEGIN PGM TEST MM", NC_UNSUPPORTED, 1, 1, "BEGIN is of Heidenhain", {0}},
        {"3 TOOL CALL 1 Z S5000", NC_UNSUPPORTED, 1, 3, "TOOL is of Heidenhain", {0}},
        {"G0 X1 Fast", NC_UNSUPPORTED, 1, 7, "'Fast' is no word", LENIENT},
        {"G1 X1 FMAX", NC_UNSUPPORTED, 1, 7, "FMAX is of Heidenhain", {0}},
        {"M117 Hello", NC_UNKNOWN, 1, 1, "M117 shows", {0}},
        {"hello world", NC_UNSUPPORTED, 1, 1, "'hello' is no word", LENIENT},
        {"G1 X1 ,R5", NC_UNSUPPORTED, 1, 7, "corners", LENIENT},
        {"12 34", NC_SYNTAX, 1, 1, "not with '1'", {0}},
        {"L X+10 Y+5 R0 FMAX", NC_SYNTAX, 1, 1, "L has no value", {0}},
        {"G1 X Y5", NC_SYNTAX, 1, 4, "X has no value", {0}},
        {"G1 XY5", NC_UNSUPPORTED, 1, 4, "'XY5' is no word", {0}},
    };
    CHECK_FAULTS(faults);
    static const path_row rows[] = {
        // Letters before a function are a word and its value.
        {.program = "G1 Xsin[90] Y SQRT[4] Z-abs[-1]", .path = "L1,2,-1"},
        {.program = "#<a>=1\nG1 Xexists[#<a>] Yatan[1]/[1]", .path = "L1,45,0"},
    };
    CHECK_PATHS(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_axes), cmocka_unit_test(test_zero),
        cmocka_unit_test(test_turned),       cmocka_unit_test(test_programs),
        cmocka_unit_test(test_idle),         cmocka_unit_test(test_meanings),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests_name("nc_dialects", tests, NULL, NULL);
}

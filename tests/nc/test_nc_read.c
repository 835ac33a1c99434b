// test_nc_read.c - NC programs: what each word does to the path, what is refused and where, arcs cut into
// pieces, and the programs of the data pack.
#include "nc/nc_check.h"
#include "support/data_pack.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const nc_read_options at_home = {.home_is_known = true, .home = {0, 0, 50}};

static void test_paths(void** state)
{
    (void)state;
    static const struct {
        const char *program, *path;
    } rows[] = {
        {"G0 X1 Y2\nG1 Z-3 F1\nX5\n", "R1,2,0 L1,2,-3 L5,2,-3"},
        {"g 0 x 1 0 . 5 (a) y2;z3\n", "R10.5,2,0"},  // blanks anywhere
        {"%\nG1 X1\n%\nX2\n", "L1,0,0"},
        {"G1 X1\nM2\nX2\n", "L1,0,0"},
        {"G20 G1 X1 Y-.5\nG21 X1", "L25.4,-12.7,0 L1,-12.7,0"},
        {"G91 G1 X1\nX1\nG90 X1.5", "L1,0,0 L2,0,0 L1.5,0,0"},
        {"G1 X1 Y1 X[2]", NULL},
        {"G2 X2 Y0 I1 J0\nG3 X4 R1\nG2 I-1 P2", "A2,0,0 A4,0,0 A4,0,0"},
        {"G90.1 G2 X2 I1 J0", "A2,0,0"},
        {"G18 G2 X1 Z1 K1\nG19 G3 Y1 Z2 J1", "A1,0,1 A1,1,2"},
        {"G5.1 X2 I1 J1\nX4 Y1 J2\nG1 X5", "S2,0,0 S4,1,0 L5,1,0"},
        {"G5 I0 J3 P0 Q-3 X1 Y1\nP0 Q-3 X2 Y2\nG91 G5 X1 P1 Q1", "S1,1,0 S2,2,0 S3,2,0"},
        {"G10 L2 P1 X5\nG0 X1\nG53 G0 X1\nG55 G0 X2", "R6,0,0 R1,0,0 R2,0,0"},
        {"G0 X3\nG92 X0\nG0 X1\nG92.2 G0 X1 Y1\nG92.3\nG0 X0\nG92.1 X0",
         "R3,0,0 R4,0,0 R1,1,0 R3,1,0 R0,1,0"},
        {"G0 X3\nG92 X0\nG0 X1\nG92.2\nG0 X1 Y1\nG92.3\nG0 X0\nG92.1\nX0",
         "R3,0,0 R4,0,0 R1,1,0 R3,1,0 R0,1,0"},
        {"G10 L20 P1 X2\nG0 X0\n#5221=7\nG0 X1", "R-2,0,0 R8,0,0"},
        {"G28 X1 Z2\nG0 X2\nG30", "R1,0,2 R0,0,50 R2,0,50 R0,0,50"},
        {"G91 G28 Z0", "R0,0,50"},
        {"G43 H1 Z3 G0\nG49 Z4", "R0,0,3 R0,0,4"},
        {"G0 Z9\nG81 X1 Z-1 R2\nX2",
         "R0,0,9 R1,0,9 R1,0,2 L1,0,-1 R1,0,9 R2,0,9 R2,0,2 L2,0,-1 R2,0,9"},
        {"G0 Z9\nG99 G85 X1 Z-1 R2", "R0,0,9 R1,0,9 R1,0,2 L1,0,-1 L1,0,2"},
        {"G0 Z1\nG83 X0 Z-1 R1 Q1.5\nG80", "R0,0,1 L0,0,-0.5 R0,0,1 R0,0,-0.246 L0,0,-1 R0,0,1"},
        {"G91 G81 X1 Z-2 R1 L2", "R0,0,1 R1,0,1 L1,0,-1 R1,0,1 R2,0,1 L2,0,-1 R2,0,1"},
        {"#1=2 #1=[#1+3]\nG1 X#1", "L3,0,0"},  // values are found before they are set
        {"#1=2\n#[1+1]=#1\nG1 X##1 Y-#2 Z[2**3**2]", "L2,-2,64"},
        {"G1 X[7 MOD 4] Y[1+2*3] Z[2 GT 1 AND 3 LT 2]", "L3,7,0"},
        {"G1 X[atan[1]/[1]] Y[round[-1.5]] Z[fup[.1]-fix[-.1]]", "L45,-2,2"},
        {"#<a>=3 #<_b>=4\nG1 X#<a> Y#<_b> Z[exists[#<c>]]", "L3,4,0"},
        {"o1 sub\nG1 X#1 Y#<_x>\no1 endsub [#1*2]\no1 call [3]\nG1 Z#<_value>\n", "L3,0,0 L3,0,6"},
        {"o1 call\nM2\no1 sub\nG1 X1\no1 return\nX2\no1 endsub", "L1,0,0"},
        {"o1 if [0]\nG1 X1\no1 elseif [1]\nG1 X2\no1 else\nG1 X3\no1 endif", "L2,0,0"},
        {"o1 while [#1 LT 3]\n#1=[#1+1]\no2 if [#1 EQ 2]\no1 continue\no2 endif\nG1 X#1\no1 "
         "endwhile",
         "L1,0,0 L3,0,0"},
        {"o1 do\n#1=[#1+1]\nG1 X#1\no1 while [#1 LT 2]\no2 repeat [2]\nG91 G1 Y1\no2 endrepeat",
         "L1,0,0 L2,0,0 L2,1,0 L2,2,0"},
        {"o<cut> repeat [9]\nG91 G1 X1\no<cut> break\no<cut> endrepeat\nY1", "L1,0,0 L1,1,0"},
        {"N5 G0 X1 A0 C0.", "R1,0,0"},
        {"T1 M6 G0 X1 M3 S100", "R1,0,0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        const nc_status status = nc_read_text(&p, rows[i].program, &at_home, &e);
        if (!rows[i].path) {
            assert_int_equal(status, NC_SYNTAX);
            continue;
        }
        if (status != NC_OK) fail_msg("%s: %zu:%zu: %s", rows[i].program, e.line, e.column, e.text);
        assert_string_equal(nc_path_text(&p), rows[i].path);
        nc_program_free(&p);
    }
}

static const struct {
    const char* program;
    nc_status status;
    size_t line, column;
    const char* text;
} faults[] = {
    {"G0 X1\nX2 (a", NC_SYNTAX, 2, 4, "comment"},
    {"G0 X1 (a (b", NC_SYNTAX, 1, 7, "comment without"},
    {"G0 X1 (a (b) X2", NC_SYNTAX, 1, 7, "comment without"},
    {"X1", NC_SYNTAX, 1, 1, "no motion"},
    {"G0 X", NC_SYNTAX, 1, 5, "value is missing"},
    {"G0 X1 E5", NC_UNKNOWN, 1, 7, "E means nothing"},
    {"G0 X1E5", NC_SYNTAX, 1, 6, "exponent"},
    {"G0 G1 X1", NC_SYNTAX, 1, 4, "exclude"},
    {"G0 X1 X2", NC_SYNTAX, 1, 7, "second X"},
    {"G123 X1", NC_UNKNOWN, 1, 1, "G123 is unknown"},
    {"M98 P1000", NC_UNKNOWN, 1, 5, "no program O1000"},
    {"G68 R45", NC_UNSUPPORTED, 1, 1, "rotation"},
    {"G71", NC_UNSUPPORTED, 1, 1, "G21"},
    {"G20\nG71", NC_UNSUPPORTED, 2, 1, "G21"},
    {"G20 G71", NC_UNSUPPORTED, 1, 5, "G21"},
    {"G21\nG20 G71", NC_UNSUPPORTED, 2, 5, "G21"},
    {"G21\nG71 P10 Q20 D2", NC_UNSUPPORTED, 2, 1, "something else"},
    {"G41 D1", NC_UNSUPPORTED, 1, 1, "G41"},
    {"G5.2 X1 Y1 P1 L3", NC_UNSUPPORTED, 1, 1, "NURBS"},
    {"G5.1 X1 Y1", NC_SYNTAX, 1, 1, "control point"},
    {"G5.1 X1 I0 J0", NC_SYNTAX, 1, 1, "control point"},
    {"G5.1 X1 Z1 I1", NC_SYNTAX, 1, 9, "no Z"},
    {"G18 G5.1 X1 I1", NC_SYNTAX, 1, 1, "plane"},
    {"G5.1 X1 I1 P1 Q1", NC_UNKNOWN, 1, 12, "P means nothing"},
    {"G5 X1 I1 J1 P1", NC_SYNTAX, 1, 1, "P and Q"},
    {"G5 X1 I1 P1 Q1", NC_SYNTAX, 1, 1, "both I and J"},
    {"G5 X1 P1 Q1", NC_SYNTAX, 1, 1, "first G5 of a series"},
    {"G5 X1 I1 J1 P1 Q1\nG1 X2\nG5 X1 P1 Q1", NC_SYNTAX, 3, 1, "first G5 of a series"},
    {"G5 X1 I9999999999999999 J1 P1 Q1", NC_BAD_VALUE, 1, 1, "out of all bounds"},
    {"G1 X1 A5", NC_UNSUPPORTED, 1, 7, "only X, Y and Z"},
    {"G2 X2 I1.5", NC_BAD_VALUE, 1, 1, "radius"},
    {"G2 X9 R1", NC_BAD_VALUE, 1, 7, "half the way"},
    {"G2 X0 R1", NC_BAD_VALUE, 1, 7, "end where it begins"},
    {"G2 X1 K1", NC_SYNTAX, 1, 7, "not in the plane"},
    {"G2 X1", NC_SYNTAX, 1, 1, "centre"},
    {"G2 I1 P0", NC_BAD_VALUE, 1, 7, "turns"},
    {"G0 Z9\nG83 X1 Z1 R2", NC_SYNTAX, 2, 1, "needs Q"},
    {"G81 X1 Z3 R2", NC_BAD_VALUE, 1, 1, "below"},
    {"G1 X[1/0]", NC_BAD_VALUE, 1, 7, "finite"},
    {"G1 X[1+", NC_SYNTAX, 1, 8, "value is missing"},
    {"G1 X[1", NC_SYNTAX, 1, 7, "operator"},
    {"G1 X[sqrt[-1]]", NC_BAD_VALUE, 1, 6, "sqrt"},
    {"G1 X#<no>", NC_UNKNOWN, 1, 5, "no value yet"},
    {"#9999=1", NC_BAD_VALUE, 1, 2, "no parameter"},
    {"o1 call", NC_UNKNOWN, 1, 1, "no such subroutine"},
    {"o1 while [1]\n", NC_TOO_LONG, 1, 1, "does not end"},
    {"o1 if [0]\nG0 X1", NC_SYNTAX, 1, 1, "has no end"},
    {"o1 endwhile", NC_SYNTAX, 1, 1, "nothing of that name"},
    {"o1 jump", NC_UNKNOWN, 1, 4, "no O-word"},
    {"o1 sub\no1 call\no1 endsub\no1 call", NC_TOO_LONG, 2, 1, "within each other"},
    {"G1 X\x80", NC_SYNTAX, 1, 5, "byte"},
    {"G10 L1 P1", NC_UNSUPPORTED, 1, 5, "L1"},
    {"G53 G91 G0 X1", NC_SYNTAX, 1, 1, "G53"},
};

static void test_faults(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        nc_program p, before;
        nc_error e;
        const bool endless = faults[i].status == NC_TOO_LONG;
        const nc_read_options o = {.most_lines = endless ? 1000 : 0};
        // A loop without an end label is endless only with one.
        const char* program = strcmp(faults[i].program, "o1 while [1]\n") == 0
                                  ? "o1 while [1]\no1 endwhile"
                                  : faults[i].program;
        memset(&p, 0x5a, sizeof p);
        before = p;
        assert_int_equal(nc_read_memory(&p, program, strlen(program), &o, &e), faults[i].status);
        assert_memory_equal(&p, &before, sizeof p);
        if (!strstr(e.text, faults[i].text)) fail_msg("%s: '%s'", program, e.text);
        if (!endless || faults[i].line == 2) assert_int_equal(e.line, faults[i].line);
        assert_int_equal(e.column, faults[i].column);
    }
    nc_error e;
    nc_program p;
    assert_int_equal(nc_read_text(&p, "G28", NULL, &e), NC_UNSUPPORTED);
    assert_int_equal(nc_read_file(&p, "/no/such/file", NULL, &e), NC_CANNOT_OPEN);
}

static void test_options(void** state)
{
    (void)state;
    nc_program p;
    nc_error e;
    nc_read_options o = {.lenient = true};
    assert_int_equal(nc_read_text(&p, "M428\nG123\nG21 G0 X1 E5", &o, &e), NC_OK);
    assert_string_equal(nc_path_text(&p), "R1,0,0");
    assert_int_equal(p.warning_total, 3);
    assert_int_equal(p.warnings[2].line, 3);
    assert_int_equal(p.warnings[2].column, 11);
    nc_program_free(&p);
    assert_int_equal(nc_read_text(&p, "%\nO1000 (a part)\nG21 G0 X1\nM99\n%", &o, &e), NC_OK);
    assert_string_equal(nc_path_text(&p), "R1,0,0");
    assert_int_equal(p.warning_total, 1);
    assert_int_equal(p.warnings[0].line, 4);
    assert_int_equal(p.warnings[0].column, 1);
    nc_program_free(&p);
    // A path that is not known stays an error.
    assert_int_equal(nc_read_text(&p, "G68 R45\nG1 X1", &o, &e), NC_UNSUPPORTED);
    assert_int_equal(nc_read_text(&p, "M98 P1\nG1 X1", &o, &e), NC_UNKNOWN);
    assert_int_equal(nc_read_text(&p, "G123 X1", &o, &e), NC_UNKNOWN);
    assert_int_equal(nc_read_text(&p, "G1 X1 A5", &o, &e), NC_UNSUPPORTED);

    o = (nc_read_options){.dog_leg = true};
    assert_int_equal(nc_read_text(&p, "G0 X3 Y-1 Z2\nG1 X0 Y0", &o, &e), NC_OK);
    assert_string_equal(nc_path_text(&p), "R1,-1,1 R2,-1,2 R3,-1,2 L0,0,2");
    nc_program_free(&p);

    o = (nc_read_options){.origin = {10, 20, 30}, .start = {0, 0, 1}, .unit = NC_INCH};
    assert_int_equal(nc_read_text(&p, "G1 X1\nG21 X25.4\nG2 X0 I0 J1 Y1", &o, &e), NC_BAD_VALUE);
    assert_int_equal(nc_read_text(&p, "G1 X1\nG21 Y25.4\nG2 X0 I-25.4 J0 P2", &o, &e),
                     NC_BAD_VALUE);
    assert_int_equal(nc_read_text(&p, "G1 X1\nG21 Y25.4\nG2 X-25.4 I-25.4", &o, &e), NC_OK);
    assert_string_equal(nc_path_text(&p), "L11,20,31 L11,21,31 A9,21,31");
    assert_true(p.moves[2].centre[0] == 10 && p.moves[2].centre[1] == 21);
    assert_true(p.moves[0].from[2] == 31);
    nc_program_free(&p);

    o = (nc_read_options){.block_delete = true};
    assert_int_equal(nc_read_text(&p, "/G0 X1\nG0 Y1\nG64 P.5\nG64", &o, &e), NC_OK);
    assert_string_equal(nc_path_text(&p), "R0,1,0");
    assert_true(p.blend == 0.5 && p.blends_freely);
    nc_program_free(&p);
    assert_int_equal(nc_read_text(&p, "G21 G3 X0 Y-.0000001 I1", NULL, &e), NC_OK);
    assert_int_equal(p.warning_total, 1);
    assert_true(nc_move_length(&p.moves[0]) > 6.28);
    nc_program_free(&p);
    assert_int_equal(nc_read_text(&p, "T1\nG0 X1\nT2 M6\nT3\nX2", NULL, &e), NC_OK);
    assert_int_equal(p.moves[0].tool, 1);
    assert_int_equal(p.moves[1].tool, 2);
    assert_int_equal(p.moves[1].tool_line, 3);
    nc_program_free(&p);
}

// Every piece of an arc stays as near to its chord as nc_curve_error says: its own middle shows it, and sines do.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static void check_pieces(const nc_curve* arc, double start, double end, int levels)
{
    const nc_move* m = arc->move;
    const double error = nc_curve_error(arc);
    for (int i = 0; i <= 8 && error < HUGE_VAL; i++) {
        const double share = i / 8.0, angle = start + (end - start) * share;
        const double radius = arc->a_radius;
        double off[3];
        off[0] = m->centre[0] + radius * cos(angle) -
                 (arc->from[m->first] * (1 - share) + arc->to[m->first] * share);
        off[1] = m->centre[1] + radius * sin(angle) -
                 (arc->from[m->second] * (1 - share) + arc->to[m->second] * share);
        assert_true(hypot(off[0], off[1]) <= error + 1e-13);
    }
    if (levels == 0) {
        assert_true(error < 1e-3);
        return;
    }
    nc_curve before, behind;
    nc_curve_halve(arc, &before, &behind);
    check_pieces(&before, start, (start + end) / 2, levels - 1);
    check_pieces(&behind, (start + end) / 2, end, levels - 1);
}

static void test_arcs(void** state)
{
    (void)state;
    static const struct {
        const char* program;
        double start, sweep;  // degrees
    } rows[] = {
        {"G3 X0 Y1 I-1 J0 Z1", 0, 90},
        {"G2 X0 Y1 I-1 J0", 0, -270},
        {"G3 X1 Y0 I-1 J0 P5 Z3", 0, 1800},
        {"G2 X-1 Y0 I-1 P2", 0, -540},
        {"G3 X-1 R1", 0, 180},
        {"G3 X0 Y1 R-1", -90, 0},
        {"G3 X0 Y1 I-1 P4", 0, 90 + 1080},
        {"G3 I-1 P3", 0, 1080},
    };
    const nc_read_options o = {.start = {1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        assert_int_equal(nc_read_text(&p, rows[i].program, &o, &e), NC_OK);
        const nc_move* m = &p.moves[0];
        if (rows[i].sweep != 0) {
            const double turn = 3.14159265358979323846 / 180;
            const nc_curve whole = nc_curve_whole(m);
            check_pieces(&whole, rows[i].start * turn, (rows[i].start + rows[i].sweep) * turn, 10);
            const double way = rows[i].sweep * turn, rise = m->to[2] - m->from[2];
            assert_true(fabs(nc_move_length(m) - sqrt(way * way + rise * rise)) < 1e-12);
        } else {  // the longer arc about (1, 1): three quarters
            assert_true(fabs(m->centre[0] - 1) < 1e-15 && fabs(m->centre[1] - 1) < 1e-15);
            assert_true(fabs(nc_move_length(m) - 1.5 * 3.14159265358979323846) < 1e-12);
        }
        nc_program_free(&p);
    }
}

static void place_on(const nc_curve* c, double t, double out[2])
{
    const double u = 1 - t;
    for (int k = 0; k < 2; k++)
        out[k] = u * u * u * c->from[k] + 3 * u * u * t * c->control[0][k] +
                 3 * u * t * t * c->control[1][k] + t * t * t * c->to[k];
}

// Every piece of a spline is where the whole is at that time, and as near to its chord as it says.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static void check_spline(const nc_curve* whole, const nc_curve* c, double begin, double end,
                         int levels)
{
    const double error = nc_curve_error(c);
    double most = 0;
    for (int i = 0; i <= 8; i++) {
        const double share = i / 8.0;
        double p[2], q[2], off[2];
        place_on(whole, begin + (end - begin) * share, p);
        place_on(c, share, q);
        for (int k = 0; k < 2; k++)
            off[k] = p[k] - (c->from[k] * (1 - share) + c->to[k] * share);
        assert_true(hypot(p[0] - q[0], p[1] - q[1]) < 1e-13);
        assert_true(hypot(off[0], off[1]) <= error);
        most = fmax(most, hypot(off[0], off[1]));
    }
    assert_true(error < 4 * most + 1e-12);
    if (levels == 0) return;
    nc_curve before, behind;
    nc_curve_halve(c, &before, &behind);
    check_spline(whole, &before, begin, (begin + end) / 2, levels - 1);
    check_spline(whole, &behind, (begin + end) / 2, end, levels - 1);
}

static void test_splines(void** state)
{
    (void)state;
    static const struct {
        const char* program;
        double length;  // 0: not known
        double low[2], high[2];
    } rows[] = {
        {"G5.1 X2 Y0 I1 J1", 2.295587149392638, {0, 0}, {2, 0.5}},  // y = x - x^2 / 2
        {"G20 G5.1 X2 Y0 I1 J1", 2.295587149392638 * 25.4, {0, 0}, {50.8, 12.7}},
        {"G91 G5 X3 Y3 I1 J1 P-1 Q-1", 4.242640687119285, {0, 0}, {3, 3}},  // straight
        {"G5 X1 Y1 I3 J0 P0 Q-3", 0, {0, -32 / 49.0}, {81 / 49.0, 1}},
        {"G5 X0 Y0 I3 J3 P-3 Q3", 0, {-0.8660254037844386, 0}, {0.8660254037844386, 2.25}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        assert_int_equal(nc_read_text(&p, rows[i].program, NULL, &e), NC_OK);
        const nc_curve whole = nc_curve_whole(&p.moves[0]);
        check_spline(&whole, &whole, 0, 1, 7);
        const double length = nc_move_length(&p.moves[0]), wanted = rows[i].length;
        if (wanted > 0) assert_true(fabs(length - wanted) < 1e-6 * wanted);
        double low[3] = {0}, high[3] = {0};
        nc_move_bounds(&p.moves[0], low, high);
        for (int k = 0; k < 2; k++)
            if (fabs(low[k] - rows[i].low[k]) > 1e-12 || fabs(high[k] - rows[i].high[k]) > 1e-12)
                fail_msg("%zu: %.16g to %.16g", i, low[k], high[k]);
        nc_program_free(&p);
    }
}

// The box of an arc holds where it is farthest along each axis, if it comes there.
static void test_bounds(void** state)
{
    (void)state;
    static const struct {
        const char* program;
        double low[3], high[3];
    } rows[] = {
        {"G3 X0 Y1 I-1 J0 Z1", {0, 0, 0}, {1, 1, 1}},   {"G2 X0 Y1 I-1 J0", {-1, -1, 0}, {1, 1, 0}},
        {"G3 X-1 R1", {-1, 0, 0}, {1, 1, 0}},           {"G3 I-1 Z-2", {-1, -1, -2}, {1, 1, 0}},
        {"G3 X0 Y1 I-1 J0 P2", {-1, -1, 0}, {1, 1, 0}}, {"G18 G2 X0 Z1 I-1", {0, 0, 0}, {1, 0, 1}},
        {"G18 G3 X0 Z1 I-1", {-1, 0, -1}, {1, 0, 1}},   {"G19 G3 Y2 J1", {1, 0, -1}, {1, 2, 0}},
        {"G1 X5 Y-2 Z3", {1, -2, 0}, {5, 0, 3}},
    };
    const nc_read_options o = {.start = {1, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        nc_program p;
        nc_error e;
        double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        assert_int_equal(nc_read_text(&p, rows[i].program, &o, &e), NC_OK);
        nc_move_bounds(&p.moves[0], low, high);
        for (int k = 0; k < 3; k++)
            if (fabs(low[k] - rows[i].low[k]) > 1e-15 || fabs(high[k] - rows[i].high[k]) > 1e-15)
                fail_msg("%zu: axis %d, %.17g to %.17g", i, k, low[k], high[k]);
        nc_program_free(&p);
    }
}

// Every program of the pack is read, or refused for a reason that was looked at: compare docs/notes/nc.md.
static void test_pack(void** state)
{
    (void)state;
    static const struct {
        const char* path;
        size_t moves, line;
    } rows[] = {
        {"camotics/flower_mold/flower_mold.nc", 16557, 0},
        {"camotics/genes-encoder/genes-encoder.ngc", 4393, 0},
        {"camotics/cameo/cameo.nc", 35282, 0},
        {"camotics/bear/bear.nc", 15156, 0},
        {"camotics/heart/heart.ngc", 166, 0},
        {"camotics/heart/cutout.ngc", 56, 0},
        {"camotics/botomata_bottom/botomata_bottom.nc", 6031, 0},
        {"camotics/compass/bottom.ngc", 2576, 0},
        {"camotics/compass/top.ngc", 1764, 0},
        {"camotics/cds/cds.gcode", 490, 0},
        {"linuxcnc/arcspiral.ngc", 1003, 0},
        {"linuxcnc/contour.ngc", 10000, 0},
        {"linuxcnc/trochoidal.ngc", 11351, 0},
        {"linuxcnc/3D_Chips.ngc", 4684, 0},
        {"cncjs/tball.gcode", 2679, 0},
        {"cncjs/tball-pocket.gcode", 40266, 0},
        {"cncjs/arc-xz-plane.gcode", 2, 0},
        {"cncjs/jsdc.gcode", 2377, 0},
        {"cncjs/arc-xy-plane.gcode", 2, 0},
        {"cncjs/circle-inch.gcode", 10, 0},
        {"cncjs/arc-yz-plane.gcode", 2, 0},
        {"cncjs/tball-engrave.gcode", 3428, 0},
        {"linuxcnc/systems.ngc", 821, 0},
        {"linuxcnc/boat-xyzac.ngc", 0, 2},               // M428, and five axes
        {"linuxcnc/impeller-7bl-xyzac.ngc", 0, 4},       // the same
        {"cncjs/helical-thread-milling.gcode", 0, 5},    // G42
        {"cncjs/full-circle-without-xyz.gcode", 0, 11},  // an arc without centre
    };
    const char* pack = data_pack("programs of the pack");
    if (!pack) skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/nc/%s", pack, rows[i].path);
        nc_program p = {0};
        nc_error e;
        const nc_status status = nc_read_file(&p, path, NULL, &e);
        if ((status == NC_OK) != (rows[i].line == 0)) fail_msg("%s:%zu: %s", path, e.line, e.text);
        if (status == NC_OK && p.move_count != rows[i].moves)
            fail_msg("%s: %zu moves", path, p.move_count);
        if (status != NC_OK) assert_int_equal(e.line, rows[i].line);
        nc_program_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),   cmocka_unit_test(test_faults),
        cmocka_unit_test(test_options), cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_splines), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_pack),
    };
    return cmocka_run_group_tests_name("nc_read", tests, NULL, NULL);
}

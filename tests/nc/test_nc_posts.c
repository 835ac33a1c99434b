// test_nc_posts.c - heads and feet of NC programs as common posts and people write them, rebuilt by hand: they are read, and
// the path is as long, and reaches as far, as a closed form says, in all dialects that have such words.
#include "nc/nc_check.h"

#include <math.h>

#define PI 3.14159265358979323846

enum { LINUXCNC = 1 << NC_LINUXCNC, FANUC = 1 << NC_FANUC, GRBL = 1 << NC_GRBL };
#define ALL (LINUXCNC | FANUC | GRBL)

// Most cut half a circle from (10, 0) to (-10, 0) at z = -3.
static const struct {
    const char* what;
    unsigned dialects;
    const char* program;
    double length;  // 0: not looked at
    double low[3], high[3];
} posts[] = {
    {"Fusion, grbl",
     ALL,
     "(part)\n(T1  D=6. CR=0. - ZMIN=-3. - flat end mill)\nG90 G94\nG17\nG21\nG53 G0 Z0.\n"
     "(2D Contour1)\nT1\nS5000 M3\nG17 G90 G94\nG54\nG0 X10. Y0.\nZ15.\nG1 Z-3. F300.\n"
     "G3 X-10. Y0. I-10. J0.\nG0 Z15.\nG53 G0 Z0.\nX0.\nM5\nM30\n",
     86 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 15}},
    {"Fusion, Mach3",
     ALL,
     "(part)\n(MACHINE)\n(  VENDOR: AUTODESK)\n(T1  D=6. CR=0. - ZMIN=-3. - FLAT END MILL)\n"
     "N10 G90 G94 G91.1 G40 G49 G17\nN15 G21\nN20 G28 G91 Z0.\nN25 G90\n(2D CONTOUR1)\n"
     "N30 M5\nN35 M9\nN40 T1 M6\nN45 S5000 M3\nN50 G54\nN55 M8\nN60 G0 X10. Y0.\n"
     "N65 G43 Z15. H1\nN70 G1 Z-3. F300.\nN75 G3 X-10. Y0. I-10. J0.\nN80 G0 Z15.\nN85 G17\n"
     "N90 M9\nN95 M5\nN100 G28 G91 Z0.\nN105 G90\nN110 G28 G91 X0. Y0.\nN115 G90\nN120 M30\n",
     326 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"Fusion, Fanuc",
     ALL,
     "%\nO1001(PART)\n(T1  D=6. CR=0. - ZMIN=-3. - FLAT END MILL)\n"
     "N10 G90 G94 G17 G49 G40 G80\nN15 G21\nN20 G28 G91 Z0.\nN25 G90\n(2D CONTOUR1)\n"
     "N30 T1 M6\nN35 S5000 M3\nN40 G17 G90 G94\nN45 G54\nN50 G05.1 Q1\nN55 G0 X10. Y0.\n"
     "N60 G43 Z15. H1\nN65 G1 Z-3. F300.\nN70 G3 X-10. Y0. I-10. J0.\nN75 G0 Z15.\n"
     "N80 G05.1 Q0\nN85 M5\nN90 G28 G91 Z0.\nN95 G28 X0. Y0.\nN100 M30\n%\n",
     326 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"Fusion, Haas: drilling",
     FANUC,
     "%\nO01001 (PART1)\n(T1 D=6. CR=0. - ZMIN=-3. - flat end mill)\nN10 G90 G94 G17\n"
     "N15 G21\nN20 G53 G0 Z0.\n(Drill1)\nN25 T1 M6\nN30 S5000 M3\nN35 G17 G90 G94\nN40 G54\n"
     "N45 M8\nN50 G0 X10. Y0.\nN55 G43 Z15. H1\nN60 G0 Z5.\n"
     "N65 G98 G81 X10. Y0. Z-3. R5. F300.\nN70 X20.\nN75 G80\nN80 Z15.\nN85 M5\nN90 M9\n"
     "N95 G53 G0 Z0.\nN100 G53 G0 X0. Y0.\nN105 M31\nN110 M33\nN115 M30\n%\n",
     122,
     {0, 0, -3},
     {20, 0, 15}},
    {"Fusion, Haas: a rotary axis that stays, subprograms",
     ALL,
     "%\nO01001\nN10 G90 G94 G17\nN15 G20\nN20 G53 G0 Z0.\nN25 G103 P1\nN30 T2 M6\n"
     "N35 S5000 M3\nN40 G54\nN42 M11\nN45 G0 A0.\nN46 M10\nN50 G0 X1. Y0.\nN55 G43 Z.6 H2\n"
     "N60 G187 P1 E0.02\nN62 M97 P1000 L2\nN64 G103\nN95 G53 G0 Z0.\nN105 M30\nN1000\n"
     "N1001 G1 Z-.1 F30.\nN1002 G0 Z.6\nN1003 M99\n%\n",
     127,
     {0, 0, -2.54},
     {25.4, 0, 15.24}},
    {"Mastercam",
     ALL,
     "%\nO0000(PART)\n(DATE=DD-MM-YY - 01-02-23 TIME=HH:MM - 10:11)\n"
     "(MCAM FILE - C:\\USERS\\ME\\PART.MCAM)\n(NC FILE - C:\\PART.NC)\n"
     "(MATERIAL - ALUMINUM MM - 2024)\n( T1 | 6. FLAT ENDMILL | H1 )\nN100 G21\n"
     "N102 G0 G17 G40 G49 G80 G90\n/ N104 G91 G28 Z0.\n/ N106 G28 X0. Y0.\nN108 T1 M6\n"
     "N110 G0 G90 G54 X10. Y0. A0. S5000 M3\nN112 G43 H1 Z25. M8\nN114 Z10.\n"
     "N116 G1 Z-3. F300.\nN118 G3 X-10. Y0. I-10. J0.\nN120 G0 Z25.\nN122 M5\n"
     "N124 G91 G28 Z0. M9\nN126 G28 X0. Y0. A0.\nN128 M30\n%\n",
     326 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"Mastercam: G0 beside G28",
     ALL,
     "%\nO0001 (PART)\nG20\nG0 G17 G40 G49 G80 G90\n"
     "( 1/4 FLAT ENDMILL TOOL - 1 DIA. OFF. - 1 LEN. - 1 DIA. - .25 )\nT1 M6\n"
     "G0 G90 G54 X1. Y0. S5000 M3\nG43 H1 Z2. T2\nG98 G83 Z-1. R.1 Q.1 F10.\nX2.\nG80\nM5\n"
     "G0 G91 G28 Z0. M9\nG0 G28 Y0.\nM01\nG90\nM30\n%\n",
     0,
     {0, 0, -25.4},
     {50.8, 0, 100}},
    {"SolidWorks CAM",
     ALL,
     "O0001\nN1 G21\nN2 (6MM CRB 4FL)\nN3 G91 G28 X0 Y0 Z0\nN4 T01 M06\nN5 S5000 M03\n"
     "( Contour Mill1 )\nN6 G90 G54 G00 X10. Y0\nN7 G43 Z25. H01 M08\nN8 G01 Z-3. F300.\n"
     "N9 G03 X-10. Y0 I-10. J0\nN10 G00 Z25. M09\nN11 G91 G28 Z0\nN12 G28 X0 Y0\nN13 M30\n",
     326 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"VCarve, grbl",
     ALL,
     "T1M6\nG17\nG0Z20.320\nG0X0.000Y0.000S12000M3\nG0X10.000Y0.000Z5.080\nG1Z-3.000F300.0\n"
     "G3X-10.000Y0.000I-10.000J0.000F600.0\nG0Z20.320\nG0X0.000Y0.000\nM09\nM30\n",
     20.32 + 18.227934605983201 /* hypot(10,15.24) */ + 8.08 + 10 * PI + 23.32 + 10,
     {-10, 0, -3},
     {10, 10, 20.32}},
    {"VCarve, Mach3, inches: G70",
     ALL,
     "( Profile 1 )\n( File created: Monday, January 01, 2024 - 10:00 AM)\n"
     "( for Mach2/3 from Vectric )\n( Material Size)\n( X= 100.000, Y= 100.000, Z= 12.000)\n"
     "()\n(Toolpaths used in this file:)\n(Profile 1)\n(Tools used in this file: )\n"
     "(1 = End Mill {6 mm})\nN100G00G20G17G90G40G49G80\nN110G70G91.1\nN120T1M06\n"
     "N130 (End Mill {0.25\"})\nN140G00G43Z0.8000H1\nN150S12000M03\n"
     "N160(Toolpath:- Profile 1)\nN170()\nN180G94\nN190X0.0000Y0.0000F100.0\n"
     "N200G00X1.0000Y0.0000Z0.2000\nN210G1Z-0.1000F30.0\n"
     "N220G3X-1.0000Y0.0000I-1.0000J0.0000F100.0\nN230G00Z0.2000\nN240G00Z0.8000\n"
     "N250G00X0.0000Y0.0000\nN260M09\nN270M30\n%\n",
     (3 + 1.1661903789690602 /* hypot(1, 0.6) */ + PI) * 25.4,
     {-25.4, 0, -2.54},
     {25.4, 25.4, 20.32}},
    {"Estlcam",
     ALL,
     "(Project: Test)\n(Created by Estlcam version 11 build 11.245)\n"
     "(Machining time about 00:01:00 hours)\n(Required tools:)\n(Fraeser 6mm (2 Schneiden))\n"
     "G21\nG90\nM03 S24000\n(No. 1 Engraving 1)\nG00 Z5.0000\nG00 X10.0000 Y0.0000\n"
     "G00 Z0.5000\nG01 Z-3.0000 F300 S24000\nG03 X-10.0000 Y0.0000 I-10.0000 J0.0000 F600\n"
     "G00 Z5.0000\nM05\nM30\n",
     5 + 10 + 4.5 + 3.5 + 10 * PI + 8,
     {-10, 0, -3},
     {10, 10, 5}},
    {"Easel",
     ALL,
     "G21\nG90\nG1 Z3.81000 F228.6\nG0 X10.00000 Y0.00000\nM3 S12000\nG4 P0.5\nG1 Z-1 F228.6\n"
     "G1 X20\nG1 Z3.81\nM5\n",
     3.81 + 10 + 4.81 + 10 + 4.81,
     {0, 0, -1},
     {20, 0, 3.81}},
    {"Carbide Create",
     ALL,
     "%\n(DESIGN,test.c2d)\n(STOCK/BLOCK,100.00, 100.00, 12.00, 0.00, 0.00, 12.00)\n"
     "(TOOL/MILL,6.35, 0.00, 0.00, 0.00)\n(MACHINE,Shapeoko)\nG90\nG21\n"
     "(Move to safe Z to avoid workholding)\nG53G0Z-5.000\nM05\nM6T102\nM03S18000\n"
     "(PREPOSITION FOR RAPID PLUNGE)\nG0X10.00Y0.00\nZ1.000\nG1Z-3.000F228.6\n"
     "G3X-10.00Y0.00I-10.00J0.00F1143.0\nG0Z5.000\nM05\nM02\n%\n",
     5 + 10 + 6 + 4 + 10 * PI + 8,
     {-10, 0, -5},
     {10, 10, 5}},
    {"FreeCAD, LinuxCNC: drilling",
     ALL,
     "(Exported by FreeCAD)\n(Post Processor: linuxcnc_post)\n"
     "(Output Time:2024-01-01 10:00:00.000000)\n(begin preamble)\nG17 G54 G40 G49 G80 G90\n"
     "G21\n(begin operation: Fixture)\n(machine units: mm/min)\nG54\n"
     "(finish operation: Fixture)\n(begin operation: T1: 6mm)\n(T1: 6mm)\nM5\nM6 T1\nG43 H1\n"
     "M3 S5000\n(finish operation: T1: 6mm)\n(begin operation: Drilling)\nG0 Z15.000\nG90\n"
     "G98\nG81 X10.000 Y0.000 Z-3.000 R5.000 F300.000\n"
     "G81 X20.000 Y0.000 Z-3.000 R5.000 F300.000\nG80\nG0 Z15.000\n(finish operation)\n"
     "(begin postamble)\nM05\nG17 G54 G90 G80 G40\nM2\n",
     15 + (10 + 10 + 8 + 8 + 10) + (10 + 10 + 8 + 8 + 10),
     {0, 0, -3},
     {20, 0, 15}},
    {"FreeCAD, Mach3: K0",
     ALL,
     "(Exported by FreeCAD)\n(Post Processor: mach3_mach4_post)\n(begin preamble)\n"
     "G17 G54 G40 G49 G80 G90\nG21\nM5\nM6 T1.0\nG43 H1.0\nM3 S5000.0\n"
     "G0 X10.000 Y0.000 Z15.000\nG1 X10.000 Y0.000 Z-3.000 F300.000\n"
     "G3 X-10.000 Y0.000 Z-3.000 I-10.000 J0.000 K0.000 F300.000\nG0 Z15.000\nM05\n"
     "G17 G54 G90 G80 G40\nM6 T0\nM2\n",
     18.027756377319946 /* hypot(10,15) */ + 18 + 10 * PI + 18,
     {-10, 0, -3},
     {10, 10, 15}},
    {"HeeksCNC",
     ALL,
     "(Created with emc2b post processor 2014/01/01 10:00)\n"
     "(Using tool number 1 HSS (6 mm) End Mill)\nN10 G21\nN20 G61\n"
     "N30 (6 mm HSS End Mill (long))\nN40 G90\nT1 M06\nG43\nS5000 M03\nG0 X10 Y0\nG0 Z15\n"
     "G1 Z-3 F300\nG3 X-10 Y0 I-10 J0\nG0 Z15\nM05\nM02\n",
     61 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 15}},
    {"PyCAM",
     ALL,
     ";PYCAM-META-DATA: Filename: a\nG40 (disable tool radius compensation)\n"
     "G49 (disable tool length compensation)\nG80 (cancel modal motion)\n"
     "G54 (select coordinate system 1)\nG90 (use absolute coordinates)\nG21 (metric)\n"
     "G61 (exact path mode)\nF300.00000\nS5000.00000\nT1 M6\nG04 P3 (delay in seconds)\n"
     "M3 (start spindle)\nG0 Z5.0000\nG0 X10.0 Y0.0\nG1 Z-3.0\nX-10\nG0 Z5.0000\n"
     "M5 (stop spindle)\nM2 (end program)\n",
     51,
     {-10, 0, -3},
     {10, 0, 5}},
    {"Inkscape, Gcodetools",
     ALL,
     "%\n(Header)\n(Generated by gcodetools from Inkscape.)\n"
     "(Using default header. To add your own header create file \"header\" in the output dir.)\n"
     "M3\n(Header end.)\nG21 (All units in mm)\n(Start cutting path id: path1)\n"
     "(Change tool to Default tool)\nG00 Z5.000000\nG00 X10.000000 Y0.000000\n"
     "G01 Z-3.000000 F100.0(Penetrate)\n"
     "G03 X-10.000000 Y0.000000 Z-3.000000 I-10.000000 J0.000000 F400.000000\nG00 Z5.000000\n"
     "(End cutting path id: path1)\n(Footer)\nM5\nG00 X0.0000 Y0.0000\nM2\n"
     "(Using default footer. To add your own footer create file \"footer\" in the output dir.)\n"
     "(end)\n%\n",
     5 + 10 + 8 + 10 * PI + 8 + 10,
     {-10, 0, -3},
     {10, 10, 5}},
    {"pcb2gcode",
     ALL,
     "( pcb2gcode 2.0.0 )\n( Software-independent Gcode )\n"
     "( This file uses 1 drill bit sizes. )\n( Bit sizes: [0.8mm] )\n"
     "G94       (Millimeters per minute feed rate.)\nG21       (Units == Millimeters.)\n"
     "G91.1     (Incremental arc distance mode.)\nG90       (Absolute coordinates.)\n"
     "G00 S10000     (RPM spindle speed.)\nG00 Z15.00000 (Retract)\nT1\n"
     "M5      (Spindle stop.)\nG04 P1.00000\nM6      (Tool change.)\n"
     "(MSG, Change tool bit to drill size 0.8mm)\nM0      (Temporary machine stop.)\n"
     "M3      (Spindle on clockwise.)\nG0 Z15\nG04 P1.00000\nG1 F300.00000\n"
     "G0 X10.00000 Y0.00000\nG1 Z-3.00000\nG1 Z5.00000\nG0 Z15.000 ( All done -- retract )\n"
     "M5      (Spindle off.)\nG04 P1.00000\nM9      (Coolant off.)\nM2      (Program end.)\n",
     15 + 10 + 18 + 8 + 10,
     {0, 0, -3},
     {10, 0, 15}},
    {"FlatCAM",
     ALL,
     "(G-CODE GENERATED BY FLATCAM v8.994 - www.flatcam.org - Version Date: 2020/11/7)\n"
     "(Name: a_cnc)\n(Type: G-code from Geometry)\n(Units: MM)\n"
     "(Preprocessor Geometry: default)\n(X range:    -10.0000 ...   10.0000  mm)\nG21\nG90\n"
     "G17\nG94\nG01 F120.00\nM5\nG00 Z15.0000\nG00 X0.0000 Y0.0000\nT1\nM6\n"
     "(MSG, Change to Tool Dia = 0.8000)\nM0\nG00 Z15.0000\nM03 S10000\nG01 F120.00\n"
     "G00 X10.0000 Y0.0000\nG01 F60.00\nG01 Z-3.0000\nG01 F120.00\nG01 X-10.0000 Y0.0000\n"
     "G00 Z2.0000\nM05\nG00 Z2.0000\nG00 Z15.00\n",
     15 + 10 + 18 + 20 + 5 + 13,
     {-10, 0, -3},
     {10, 0, 15}},
    {"CamBam",
     ALL,
     "( Made using CamBam - http://www.cambam.info )\n( Test 1/1/2024 10:00:00 AM )\n"
     "( T1 : 6.0 )\nG21 G90 G91.1 G64 G40\nG0 Z15.0\n( T1 : 6.0 )\nT1 M6\n( Profile1 )\nG17\n"
     "M3 S1000\nG0 X10.0 Y0.0\nG0 Z1.0\nG1 F300.0 Z-3.0\nG3 F800.0 X-10.0 Y0.0 I-10.0 J0.0\n"
     "G0 Z15.0\nM5\nM30\n",
     61 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 15}},
    {"SheetCAM: G53 alone",
     ALL,
     "N0010 (Filename: test.tap)\nN0020 (Post processor: Mach3 plasma.scpost)\n"
     "N0030 (Date: 01/01/2024)\nN0040 G21 (Units: Metric)\nN0050 G53 G90 G91.1 G40\nN0060 F1\n"
     "N0070 S500\nN0080 (Part: test)\n"
     "N0090 (Operation: Outside Offset, 0, T1: 6 mm (end mill))\nN0100 M06 T1\n"
     "N0110 G00 Z10.0000\nN0120 X10.0000 Y0.0000\nN0130 G01 Z-3.0000 F300.0\n"
     "N0140 G03 X-10.0000 Y0.0000 I-10.0000 J0.0000\nN0150 G00 Z10.0000\nN0160 M05 M30\n",
     10 + 10 + 13 + 10 * PI + 13,
     {-10, 0, -3},
     {10, 10, 10}},
    {"GibbsCAM",
     ALL,
     "%\nO0100 (GIBBS)\n( FORMAT: FANUC 6M [HB] M )\n( 1/1/24 AT 10:00 AM )\n"
     "N1G40G80G0G90G17G21\n( OPERATION 1: CONTOUR )\n( TOOL 1: 6 ROUGH ENDMILL )\nN2T1M6\n"
     "N3S5000M3\nN4G54\nN5G0G90X10.Y0.\nN6G43Z15.H1M8\nN7G1Z-3.F300.\nN8G3X-10.I-10.\n"
     "N9G0Z15.M9\nN10G91G28Z0.\nN11G28Y0.\nN12M30\n%\n",
     146 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"Surfcam: a name in ISO code",
     ALL,
     "%\n:0001\nN1 G90 G80 G40 G17\nN2 G21\nN3 T1 M6\nN4 G0 X10. Y0. S5000 M3\n"
     "N5 G43 Z15. H1 M8\nN6 G1 Z-3. F300.\nN7 G3 X-10. I-10. K0.\nN8 G0 Z15.\nN9 M30\n%\n",
     61 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 15}},
    {"Universal Gcode Sender",
     LINUXCNC | GRBL,
     "(start)\nG21G90G94\nG10 P0 L20 X0 Y0 Z0\nG0 X10 Y0 Z15\nG1Z-3F300\nG0Z15\nM2\n",
     18.027756377319946 /* hypot(10,15) */ + 36,
     {0, 0, -3},
     {10, 0, 15}},
    {"PowerMill",
     ALL,
     "%\n:0001\n( Output by Delcam PowerMill )\nN10 G21 G0 G17 G40 G80 G90\nN20 T1 M6\n"
     "N30 G54 G0 G90\nN40 X10. Y0. S5000 M3\nN50 G43 Z15. H1 M8\nN60 G1 Z-3. F300\n"
     "N70 G3 X-10. R10.\nN80 G0 Z15. M9\nN90 M5\nN100 G91 G28 Z0 Y0\nN110 M30\n%\n",
     146 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"Edgecam",
     ALL,
     "%\nO0001(EDGECAM)\nN10G21\nN20G0G28G91Z0\nN30G0G90G40G49G80\n"
     "N40T1M6(6MM ENDMILL (HSS))\nN50G54\nN60G0X10.Y0.S5000M3\nN70G43H1Z15.M8\nN80G1Z-3.F300\n"
     "N90G3X-10.Y0.I-10.J0.K0.\nN100G0Z15.\nN110M9\nN120G0G28G91Z0\nN130M30\n%\n",
     316 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"ArtCAM",
     ALL,
     "T1M6\nG0Z10.000\nG0X0.000Y0.000S12000M3\nG0X10.000Y0.000\nG1Z-3.000F300.0\n"
     "X-10.000F600.0\nG0Z10.000\nG0X0Y0\nM30\n",
     10 + 10 + 13 + 20 + 13 + 10,
     {-10, 0, -3},
     {10, 0, 10}},
    {"DeskProto",
     ALL,
     "%\nN10 G00 G90 G21 G17 G40 G49 G80\nN11 T01 M06\nN12 M03 S5000\nN13 G00 Z15.000\n"
     "N14 X10.000 Y0.000\nN15 G01 Z-3.000 F300\nN16 X-10.000\nN17 G00 Z15.000\nN18 M05\n"
     "N19 M30\n%\n",
     15 + 10 + 18 + 20 + 18,
     {-10, 0, -3},
     {10, 0, 15}},
    {"Alphacam: nested comments",
     ALL,
     "%\nO0001 (ALPHACAM (FANUC) POST)\nG21 G90 G17 G40 G80\nT1 M6\nS5000 M3\nG54\n"
     "G0 X10. Y0.\nG43 Z15. H1\nG1 Z-3. F300\nG3 X-10. Y0. I-10. J0.\nG0 Z15.\nG28 G91 Z0.\n"
     "M30\n%\n",
     146 + 10 * PI,
     {-10, 0, -3},
     {10, 10, 100}},
    {"by hand, Haas: subprograms",
     ALL,
     "%\nO00100 (MAIN)\nG21 G90 G17 G40 G80\nG54\nM98 P200 L2\nG55\nM98 P200\nG28 G91 Z0.\n"
     "M30\nO00200 (SUB)\nG90 G0 X10. Y0.\nG1 Z-3. F300.\nG0 Z15.\nM99\n%\n",
     188,
     {0, 0, -3},
     {10, 0, 100}},
    {"by hand, Fanuc: G10 L2",
     ALL,
     "%\nO0001\nG90 G10 L2 P1 X-350. Y-200. Z-400.\nG54\nG0 X10. Y0. Z15.\nG1 Z-3. F300.\n"
     "G0 Z15.\nM30\n%\n",
     551.20322930839222 /* sqrt(340 * 340 + 200 * 200 + 385 * 385) */ + 36,
     {-340, -200, -403},
     {0, 0, 0}},
};

static void check_post(size_t i, nc_dialect dialect)
{
    nc_program p;
    nc_error e;
    const nc_read_options o = {.dialect = dialect, .home_is_known = true, .home = {0, 0, 100}};
    if (nc_read_text(&p, posts[i].program, &o, &e) != NC_OK)
        fail_msg("%s, dialect %d: %zu:%zu: %s", posts[i].what, (int)dialect, e.line, e.column,
                 e.text);
    double length = 0, low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
           high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (size_t k = 0; k < p.move_count; k++) {
        length += nc_move_length(&p.moves[k]);
        nc_move_bounds(&p.moves[k], low, high);
    }
    if (posts[i].length > 0 && fabs(length - posts[i].length) > 1e-9)
        fail_msg("%s: %.17g long, not %.17g", posts[i].what, length, posts[i].length);
    for (int k = 0; k < 3; k++)
        if (fabs(low[k] - posts[i].low[k]) > 1e-9 || fabs(high[k] - posts[i].high[k]) > 1e-9)
            fail_msg("%s: axis %d, %.17g to %.17g", posts[i].what, k, low[k], high[k]);
    nc_program_free(&p);
}

static void test_posts(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof posts / sizeof *posts; i++)
        for (int dialect = NC_LINUXCNC; dialect <= NC_GRBL; dialect++) {
            nc_program p;
            const nc_read_options o = {
                .dialect = (nc_dialect)dialect, .home_is_known = true, .home = {0, 0, 100}};
            if (posts[i].dialects >> dialect & 1)
                check_post(i, (nc_dialect)dialect);
            else
                assert_int_not_equal(nc_read_text(&p, posts[i].program, &o, NULL), NC_OK);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_posts)};
    return cmocka_run_group_tests_name("nc_posts", tests, NULL, NULL);
}

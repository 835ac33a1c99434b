"""The runs that check_schemas looks at: for each verb, each option that changes what is written for programs.

A case is (schema, exit status, command). Its command is words; those that begin with > name the file that its output is kept in, for later ones.
EXAMPLES are shown in the schemas, as they are written; MODELS are small enough to be read.
"""

import base64
import json
import re
import struct

CUBE_FACES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def boxes(*named):
    """OBJ of boxes: a name, then low and high corners."""
    lines = []
    for number, (name, low, high) in enumerate(named):
        lines.append("o " + name)
        lines += ["v %g %g %g" % tuple((high if corner >> axis & 1 else low)[axis] for axis in range(3)) for corner in range(8)]
        lines += ["f " + " ".join(str(8 * number + 1 + corner) for corner in face) for face in CUBE_FACES]
    return "\n".join(lines) + "\n"


PLATE = "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n"
KEYS = "976007da-bc57-52f9-8cfe-4c431483d5c8"
SITE = (("pipe", (4, -2, 1), (4.25, 2, 1.5)), ("wall", (0, 0, 0), (8, 0.5, 4)), ("slab", (0, -4, -1), (8, 4, 0)),
        ("lamp", (1, 0.75, 2), (2, 1, 3)), ("shelf", (2, -1, 2), (3, 0, 2.25)), ("rod", (6, -2, 2), (6.25, 2, 2.25)),
        ("hook", (7, -1, 2), (7.25, 0, 2.25)))
MODELS = {
    "plate.obj": PLATE,
    "flap.obj": "v 1 0 -1\nv 3 0 -1\nv 3 0 1\nv 1 0 1\nf 1 2 3 4\n",
    "cross.obj": "v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nv 1 1 -1\nv 2 1 -1\nv 2 1 1\nv 1 1 1\nf 4 5 6 7\n",
    "bad.obj": "f 1 2 3\n",
    "odd.obj": "v 0 0 0\nv 4 0 0\nv 0 nan 0\nv 0 4 0\nv 9 9 9\nf 1 2 3\nf 1 2 4\n",
    "flat.obj": "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
    "empty.obj": "v 0 0 0\n",
    "two.obj": boxes(("two", (-1, -1, -1), (1, 1, 1))),
    "peg.obj": boxes(("peg", (-0.5, -0.5, 0.5), (0.5, 0.5, 1.5))),
    "touching.obj": boxes(("touching", (1, -1, -1), (3, 1, 1))),
    "small.obj": boxes(("small", (-0.5, -0.5, -0.5), (0.5, 0.5, 0.5))),
    "site.obj": boxes(*SITE),
    "later.obj": boxes(("pipe", (4, -2, 1), (4.25, 2, 1.75)), ("lamp", (1, 0.625, 2), (2, 1, 3)), *SITE[1:3], SITE[4]),
    "table.obj": boxes(*SITE[:2]),
    "table.objects.tsv": "# abut objects 1\n# converter hand 1.0\n# rounding 0.001\nobject\tname\tid\tclass\tlevel\tlayer\tassembly\n"
                         "pipe\tpipe 1\tp1\tPipe\tground\tm\tplant\nwall\twall 1\tw1\tWall\tground\ta\thouse\n",
    # Without the sides +x, and without +x, +y and +z: the winding number in the middle is 5/6 and 1/2.
    "lidless.obj": boxes(("lidless", (-1, -1, -1), (1, 1, 1))).replace("f 2 4 8 6\n", ""),
    "half.obj": re.sub("f (2 4 8 6|3 7 8 4|5 6 8 7)\n", "", boxes(("half", (-1, -1, -1), (1, 1, 1)))),
    "node.gltf": json.dumps({
        "asset": {"version": "2.0"}, "nodes": [{"mesh": 0, "name": "bolt"}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36, "uri": "data:;base64," + base64.b64encode(
            struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()}]}),
    "open.obj": boxes(*SITE[1:2]) + "o flap\nv 1 -1 1\nv 2 -1 1\nv 2 1 1.25\nv 1 1 1.25\nf 9 10 11 12\n",
    "twice.obj": boxes(SITE[0], ("copy",) + SITE[0][1:], SITE[1]),
    "wall.obj": boxes(("wall", (0, 60, 0), (100, 70, 100))),
    "crossed.obj": boxes(("one", (0, 0, 0), (2, 2, 2)), ("two", (1, 1, 1), (3, 3, 3))),
    "probes.csv": "x,y,z\n1,1,1\n-3,4,0\n",
    "inner.csv": "0,0,0\n5,0,0\n1,0,0\nnone\n",
    "beams.csv": "x,y,z,dx,dy,dz\n1,1,3,0,0,-2\n-3,4,1,0,0,-1\n",
    "ends.csv": "0,0,5,0,0,-5\n",
    "down.csv": "t,x,y,z,qx,qy,qz,qw\n0,0,1,2,0,0,0,1\n0.5,0,1,1,0,0,0,1\n1,0,1,0.5,0,0,0,1\n",
    "through.csv": "t,x,y,z,qx,qy,qz,qw\n0,0,1,2,0,0,0,1\n0.5,0,1,1.5,0,0,0,1\n1,0,1,-2.5,0,0,0,1\n",
    "far.csv": "0 0 9 0 0 0 1\n0 0 9.5 0 0 0 1\n",
    "rest.csv": "0 0 0 0 0 0 1\n",
    "along.ngc": "G21 G90 G17\nG1 F1 X105 Y50.001 Z15\n",
    "ignore.tsv": "slab\twall\tbuilt so\n",
    "frames.tsv": "0\tpipe\t0\t0\t0\t0\t0\t0\t1\n1\tpipe\t0\t0\t0.5\t0\t0\t0\t1\n",
    "rules.json": '{"abut_rules": 1, "rules": [{"name": "all", "a": "all", "hard": true, "touch": true,'
                  ' "clearance": {"gap": 0.5, "expanded": true}, "duplicate": true}]}\n',
}
REVIEW = "clash --groups site.obj --ignore ignore.tsv --date 2026-11-30 --unit m --json"
FLY = "fly plate.obj flap.obj --path "

EXAMPLES = [
    ("check", 1, "check plate.obj flap.obj --json --points --scale-b 0.5 --move-b 0,1,0"),
    ("check", 1, "check two.obj peg.obj --depth --along x --curves --volume --json"),
    ("check", 1, "check plate.obj ray:1,1,3,0,0,-2 --json"),
    ("distance", 0, "distance plate.obj flap.obj --move-b 0,0,3 --json"),
    ("point", 1, "point plate.obj --points probes.csv --within 2 --json"),
    ("ray", 1, "ray plate.obj --rays beams.csv --all --json"),
    ("clash-result", 1, "clash plate.obj flap.obj --json"),
    ("clash-result", 1, "clash --groups table.obj --rank depth --date 2026-11-30 --unit m --no-times --json"),
    ("clash-diff", 1, "clash diff monday.json friday.json --json"),
    ("move", 1, "move plate.obj flap.obj --move-b 0,1,3 --way-b 0,0,-4 --json"),
    ("fly", 1, FLY + "down.csv --json"),
    ("fly", 1, FLY + "through.csv --continuous --json"),
    ("self", 1, "self cross.obj --json --points"),
    ("info", 2, "info plate.obj bad.obj --json --groups --method obb"),
    ("explain", 0, "explain F005 --json"),
    ("nc", 1, "nc along.ngc --tool flat:d=6 --holder 20,60,10,10 --fixture wall.obj --start=-5,50.001,15 --tolerance 0.0005 --json"),
    ("self-test", 0, "self-test --only arithmetic --json"),
]

CASES = [
    ("check", 0, "check plate.obj flap.obj --move-b 0,0,9 --json"),
    ("check", 3, "check plate.obj empty.obj --json"),
    ("check", 3, "check plate.obj flap.obj --budget 1 --json"),
    ("check", 1, "check plate.obj flap.obj --move-b 0,0,2 --clearance 1 --json"),
    ("check", 1, "check site.obj plate.obj --group-a wall --considered --json"),
    ("check", 1, "check two.obj small.obj --inside --depth --json"),
    ("check", 1, "check two.obj plate.obj --inside --json"),
    ("check", 1, "check two.obj plate.obj --depth --along 1,0,0 --volume --json"),
    ("check", 1, "check two.obj touching.obj --curves --volume --inside --json"),
    ("check", 1, "check two.obj crossed.obj --volume --json"),
    ("check", 1, "check lidless.obj small.obj --inside --json"),
    ("check", 1, "check small.obj half.obj --inside --json"),
    ("check", 1, "check plate.obj flap.obj --depth --json"),
    ("check", 1, "check two.obj sphere:0,0,0,1 --inside --json"),
    ("check", 0, "check hull:two.obj plate.obj --move-b 9,0,0 --clearance 1 --json"),
    ("check", 1, "check two.obj sphere:3,0,0,1 --clearance 2 --json"),
    ("distance", 1, "distance plate.obj flap.obj --json"),
    ("distance", 0, "distance plate.obj flap.obj --move-b 0,0,9 --within 1 --json"),
    ("distance", 1, "distance plate.obj flap.obj --move-b 0,0,2 --all-within 1.5 --json"),
    ("distance", 0, "distance two.obj sphere:5,0,0,1 --json"),
    ("distance", 0, "distance plate.obj sphere:5,0,9,1 --within 1 --json"),
    ("distance", 3, "distance plate.obj empty.obj --json"),
    ("point", 1, "point two.obj --points inner.csv --drop-bad --side --winding --nearest 2 --json"),
    ("ray", 1, "ray two.obj --rays ends.csv --segments --count --json"),
    ("ray", 1, "ray two.obj --from 0,0,5 --direction 0,0,-1 --json"),
    ("clash-result", 1, "clash --groups site.obj --against plate.obj --inside --json"),
    ("clash-result", 1, "clash --groups open.obj --inside --json"),
    ("clash-result", 1, "clash --groups site.obj --clearance 0.5 --memory 1G --json"),
    ("clash-result", 3, "clash empty.obj plate.obj --json"),
    ("clash-result", 1, REVIEW + " --rules rules.json --group object >monday.json"),
    ("clash-result", 1, REVIEW.replace("site", "later") + " --rules rules.json --baseline monday.json --approvals approvals.json >friday.json"),
    ("clash-result", 1, REVIEW.replace("site", "twice") + " --rules rules.json"),
    ("clash-result", 1, REVIEW.replace("site", "open") + " --touch keep --no-times --stats"),
    ("clash-result", 1, "clash --groups table.obj --frames frames.tsv --rank depth --json"),
    ("clash-result", 1, "clash --groups table.obj odd.obj --drop-bad --rank depth --json"),
    ("clash-result", 3, "clash --groups plate.obj lost.obj --baseline lost.json --json"),
    ("move", 0, "move plate.obj flap.obj --move-b 0,1,3 --way-b 1,0,0 --json"),
    ("move", 1, "move two.obj peg.obj --move-b 5,0,0 --turn-b 0,0,1,360 --way-b=-5,0,0 --json"),
    ("move", 1, "move two.obj peg.obj --move-b 5,0,0 --to-b 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 --json"),
    ("move", 3, "move plate.obj empty.obj --way-b 1,0,0 --json"),
    ("fly", 1, FLY + "down.csv --clearance 1.2 --stats --no-times --json"),
    ("fly", 1, "fly two.obj peg.obj --path down.csv --path-a rest.csv --depth --json"),
    ("fly", 1, FLY + "through.csv --continuous --no-times --stats --json"),
    ("fly", 0, "fly two.obj plate.obj --path far.csv --coherent --budget 10000 --json"),
    ("fly", 3, "fly site.obj empty.obj --group-a wall --path down.csv --json"),
    ("self", 2, "self two.obj bad.obj empty.obj --json"),
    ("self", 1, "self crossed.obj --json"),
    ("self", 0, "self site.obj --group wall --json"),
    ("info", 0, "info two.obj crossed.obj --self --json"),
    ("info", 3, "info flat.obj empty.obj --method wide --json"),
    ("info", 0, "info odd.obj site.obj node.gltf --drop-bad --groups --json"),
    ("info", 0, "info two.abut --self --json"),
    ("info", 0, "info site.abut node.abut --groups --json"),
    ("nc", 0, "nc along.ngc --tool flat:d=6 --fixture plate.obj --start=-5,50.001,15 --json"),
    ("self-test", 0, "self-test --only grids --json"),
    ("methods", 0, "methods --json"),
    ("explain", 0, "explain --json"),
]

# What is made before.
BEFORE = ["build two.obj -o two.abut --method wide", "build --groups site.obj -o site.abut", "build --groups node.gltf -o node.abut"]

# (verb, exit status, command): what --csv and batch write; the verb and title of its table are in csv.json.
TABLES = [
    ("check", "pairs", 1, "check plate.obj flap.obj --csv --points --scale-b 0.5 --move-b 0,1,0"),
    ("check", "a shape", 1, "check two.obj ray:0,0,3,0,0,-2 --csv"),
    ("check", "depths", 1, "check two.obj peg.obj --depth --csv"),
    ("check", "curves", 1, "check two.obj peg.obj --curves --csv"),
    ("distance", "two models", 0, "distance plate.obj flap.obj --move-b 0,0,3 --csv"),
    ("distance", "all pairs", 1, "distance plate.obj flap.obj --all-within 1 --csv"),
    ("distance", "a shape", 0, "distance two.obj sphere:5,0,0,1 --csv"),
    ("point", "points", 1, "point two.obj --points probes.csv --nearest 2 --side --winding"),
    ("ray", "hits", 1, "ray two.obj --rays beams.csv"),
    ("ray", "counts", 1, "ray plate.obj --rays beams.csv --count"),
    ("clash", "pairs of objects", 1, "clash --groups site.obj --inside --csv"),
    ("clash", "pairs of objects", 1, "clash --groups site.obj --clearance 1 --csv"),
    ("clash", "a review", 1, "clash --groups table.obj --frames frames.tsv --csv"),
    ("move", "a motion", 1, "move plate.obj flap.obj --move-b 0,1,3 --way-b 0,0,-4 --csv"),
    ("fly", "steps", 1, FLY + "down.csv --clearance 1 --csv"),
    ("fly", "steps", 1, "fly two.obj peg.obj --path down.csv --depth --continuous --csv"),
    ("batch", "poses", 1, "batch plate.obj flap.obj --poses poses.bin --rows --clearance 1"),
    ("self", "pairs", 1, "self cross.obj --points --csv"),
    ("nc", "findings", 1, "nc along.ngc --tool flat:d=6 --holder 20,60,10,10 --fixture wall.obj --start=-5,50.001,15 --tolerance 0.0005 --csv"),
]

"""Cases of tests/check_faults for the command line, clashes, the system, and files that verbs refuse: code -> (files, command[, commands
before it]). A command is words for abut; what is a text is for the shell. There are two files that touch, a.off and b.off, and empty.off."""

FACES = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
HALL = "o pipe\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no wall\nv 0 0 -1\nv 1 0 1\nv 0 1 1\nf 4 5 6\n"
FILES = {"a.off": FACES, "b.off": FACES, "empty.off": "OFF\n0 0 0\n"}
PROGRAM = "G21\nG1 X9 F1\n"
POSE = "0 0 0 0 0 0 1\n"
FRAME = b"\0" * 48 + b"\0\0\0\0\0\0\xf0\x3f"
RULES = '{"abut_rules": 1, "rules": [{"name": "r", "a": "all", "hard": true}]}'


def two(*options):
    return {}, ["check", "a.off", "b.off", *options]


def clash(*options, **files):
    """Of two files; a name of a file has _ for its point."""
    return {name.replace("_", ".", 1): text for name, text in files.items()}, ["clash", "a.off", "b.off", *options]


def hall(table):
    return {"hall.obj": HALL, "hall.objects.tsv": table}, ["clash", "hall.obj", "--groups", "--rank", "depth"]


def shard(which, out, *options):
    return ["clash", "a.off", "b.off", *options, "--shard", which, "-o", out]


def matrix(numbers):
    return two("--pose-b", numbers)


def saved(*command):
    return {}, list(command), [["build", "a.off", "-o", "part.abut"]]


def merge(files, *before):
    return files, ["merge", "part.1", "part.2"], list(before)


def fly(*options, **files):
    return {f"{name}.txt": text for name, text in files.items()}, ["fly", "a.off", "b.off", *options]


def batch(*options, before=()):
    return {"poses.bin": FRAME}, ["batch", "a.off", "b.off", "--poses", "poses.bin", *options], list(before)


def nc(program, *options, **files):
    return {"part.nc": program, **{f"{name}.tbl": text for name, text in files.items()}}, ["nc", "part.nc", "--part", "a.off", *options]


CASES = {
    "O001": ({}, ["chek"]),
    "O002": two("--mov-b", "0,0,1"),
    "O003": two("--move-b"),
    "O004": two("--quiet=yes"),
    "O005": two("--budget", "9", "--budget", "9"),
    "O006": two("--pose-b", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", "--move-b", "0,0,1"),
    "O007": two("--picture-size", "800x600"),
    "O008": ({}, ["check", "a.off"]),
    "O009": two("c.off"),
    "O010": ({}, ["fly", "a.off", "b.off"]),
    "O011": two("--move-b", "0,0"),
    "O012": two("--threads", "0"),
    "O013": two("--format", "OBJ"),
    "O014": ({}, ["distance", "a.off", "b.off", "--deadline", "5"]),
    "O015": two("--picture", "x.png", "--view", "0,0,0"),
    "O016": ({}, ["check", "-", "-"]),
    "O017": ({}, ["check", "-", "b.off"]),
    "O018": two("--picture", "-"),
    "O019": two("-o", "b.off"),
    "O020": two("-o", "x.png", "--picture", "x.png"),
    "O021": two("--picture", "view.jpg"),
    "O022": two("--method", "brute", "--split", "mean"),
    "O023": saved("check", "part.abut", "b.off", "--method", "obb"),
    "O024": ({}, ["info", "sphere:0,0,0,1"]),
    "O025": ({}, ["check", "sphere:0,0,1", "b.off"]),
    "O026": two("--quat-b", "0,0,0,0,0,0,0.1"),
    "O027": saved("check", "part.abut", "b.off", "--group-a", "pipe"),
    "F007": ({"hall.obj": HALL}, ["check", "hall.obj", "b.off", "--group-a", "pipes"]),
    "F008": ({}, ["check", "part.abut", "b.off"], [["build", "a.off", "-o", "part.abut"], "truncate -s -8 part.abut"]),
    "F010": saved("build", "part.abut", "-o", "again.abut"),
    "F011": ({}, ["check", "a.off", "empty.off"]),
    "F012": ({"thin.off": "OFF\n4 3 0\n0 0 0\n1 0 0\n2 0 0\n0 1 0\n3 0 1 2\n3 0 0 1\n3 0 1 3\n"}, ["check", "thin.off", "b.off"]),
    "F013": ({"points.csv": "x,y,z\n" + "x\n" * 50}, ["point", "a.off", "--points", "points.csv", "--drop-bad"]),
    "P005": ({"points.csv": "# none\n"}, ["point", "a.off", "--points", "points.csv"]),
    "P007": fly("--path", "b.txt", "--path-a", "a.txt", a=POSE * 3, b=POSE * 2),
    "P008": fly("--path", "both.txt", "--path-a", "a.txt", a=POSE, both="0 0 0 1 0 0 0 1 0 0 0 1 " * 2 + "\n"),
    "P009": fly("--path", "path.txt", "--continuous", path="1 0 0 0 0 1 0 0 0 0 1 0\n2 0 0 0 0 2 0 0 0 0 2 0\n"),
    "P010": fly("--path", "path.txt", "--continuous", path=POSE),
    "P011": ({"poses.bin": b"\0" * 200}, ["batch", "a.off", "b.off", "--poses", "poses.bin", "--rows"]),
    "P012": ({"points.csv": "# none\n"}, ["check", "hull:points.csv", "b.off"]),
    "N007": nc("G21\n", "--tool", "ball:d=1"),
    "N008": nc("G21 G64\nG1 X9 F1\n", "--tool", "ball:d=1"),
    "N009": nc(PROGRAM, "--tool", "ball:d=9,length=1"),
    "N010": nc(PROGRAM, "--tool-table", "tools.tbl", tools="P1 D1\n"),
    "N011": nc(PROGRAM, "--tool-table", "tools.tbl", tools="T1 P1 D1\n"),
    "C001": clash("--rules", "rules.json", rules_json='{"abut_rules": 1,\n "rules": 3}'),
    "C002": clash("--ignore", "ignore.txt", ignore_txt="a.off\tpipe\n"),
    "C003": clash("--ignore", "ignore.txt", ignore_txt="a.off b.off\n"),
    "C004": clash("--frames", "frames.tsv", frames_tsv=f"0\tcrane\t{POSE}"),
    "C005": clash("--frames", "frames.tsv", frames_tsv=f"0\ta.off\t{POSE}3\ta.off\t{POSE}"),
    "C006": hall("object\tname\tid\npipe\tp\n"),
    "C007": hall("object\tname\npipe\tp\n"),
    "C010": clash("--baseline", "last.json", last_json="{}"),
    "C012": hall("object\tid\npipe\t7\nwall\t7\n"),
    "C017": clash("--memory", "1M"),
    "C020": ({}, ["merge", "a.off"]),
    "C021": merge({}, shard("1/2", "part.1"), shard("2/2", "part.2"), "truncate -s -9 part.2"),
    "C023": merge({}, shard("1/2", "part.1"), shard("2/3", "part.2")),
    "C024": ({}, ["merge", "part.1"], [shard("1/2", "part.1")]),
    "C025": merge({}, shard("1/2", "part.1"), "cp part.1 part.2"),
    "C026": merge({"rules.json": RULES}, shard("1/2", "part.1", "--rules", "rules.json"), shard("2/2", "part.2", "--rules", "rules.json"),
                  "echo >>rules.json"),
    "C027": hall("object\tname\npipe\tp\nwall\tw\n"),
    "S002": ({}, ["check", "nofile.stl", "b.off"]),
    "S003": two("-o", "out/pairs.csv"),
    "S004": ({"big.obj": HALL * 20000}, ["info", "big.obj", "--max-memory", "1M"]),
    "S007": batch("-o", "out.bits", before=["touch out.bits.unfinished out.bits.journal"]),
    "S008": batch("--resume", "-o", "out.bits", before=["echo x >out.bits.unfinished; echo x >out.bits.journal"]),
    "Q004": ({}, ["move", "a.off", "b.off", "--way-b", "1e305,0,0"]),
    "Q006": two("--scale-b", "0"),
    "Q007": matrix("1,0,0,0,0,1,0,0,0,0,2,0,0,0,0,1"),
    "Q008": matrix("1,1,0,0,0,1,0,0,0,0,1,0,0,0,0,1"),
    "Q009": matrix("1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1"),
    "Q013": ({}, ["build", "a.off", "-o", "it.abut", "--method", "quickcd6", "--trial", "--leaf-size", "8"]),
    "Q017": two("--move-b", "1e200,0,0", "--picture", "view.png"),
}
# What a small file cannot show, and where it is tried.
ELSEWHERE = {
    "F009": "tests/cli: saved models", "F014": "tests/cli: sets", "C008": "tests/cli: rules", "C009": "tests/cli: rules",
    "C011": "tests/cli: life", "C013": "tests/cli: clash", "C014": "tests/cli: sources", "C015": "tests/cli: sources",
    "C016": "tests/cli: sources", "C018": "tests/bcf", "C019": "tests/cli: pictures", "C022": "tests/cli: parts",
    "S001": "tests/cli: memory", "S005": "without zlib", "S006": "tools/test_wasm", "S009": "tests/cli: batch", "S010": "tests/mpi",
    "Q002": "the library alone", "Q005": "the library alone", "Q010": "the library alone", "Q011": "the library alone",
    "Q012": "the library alone", "Q014": "builds of few methods",
}

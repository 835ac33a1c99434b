# installed_document.awk - a document as it is installed. Links to files of the sources that are not installed become
# words, so that every link that is left leads somewhere.
#   awk -v name=docs/x.md -v installed="README.md docs/x.md ..." -v out=FILE -f installed_document.awk docs/x.md
# name and installed are relative to the project's folder, and to the one that is installed into. The licence is called
# copyright there.

# Where a link of this document leads: a path relative to the project's folder.
function resolve(target,    part, count, i, out, depth) {
    sub(/[#?].*/, "", target)
    sub(/\/$/, "", target)
    count = split(folder target, part, "/")
    depth = 0
    for (i = 1; i <= count; i++)
        if (part[i] == "..") depth--
        else if (part[i] != "." && part[i] != "") kept[++depth] = part[i]
    out = kept[1]
    for (i = 2; i <= depth; i++) out = out "/" kept[i]
    return depth > 0 ? out : ""
}

function link_of(label, target,    path) {
    if (target ~ /^([a-z]+:|#)/) return "[" label "](" target ")"
    path = resolve(target)
    if (path == "LICENSE") return "[copyright](" up "copyright)"
    if (path in is_installed) return "[" label "](" target ")"
    return label == path ? label : label " (`" path "` of the sources)"
}

BEGIN {
    count = split(installed, list, " ")
    for (i = 1; i <= count; i++) {
        path = list[i]
        is_installed[path] = 1
        while (sub(/\/[^\/]*$/, "", path)) is_installed[path] = 1  # its folders
    }
    folder = up = ""
    if (name ~ /\//) {
        folder = name
        sub(/[^\/]*$/, "", folder)
        up = folder
        gsub(/[^\/]+/, "..", up)
    }
}
/^```/ { in_code = !in_code }
in_code || !/\]\([^)]*\)/ { print >out; next }
{
    rest = $0
    text = ""
    while (match(rest, /\[[^][]*\]\([^) ]*\)/)) {
        both = substr(rest, RSTART + 1, RLENGTH - 2)
        middle = index(both, "](")
        text = text substr(rest, 1, RSTART - 1) link_of(substr(both, 1, middle - 1), substr(both, middle + 2))
        rest = substr(rest, RSTART + RLENGTH)
    }
    print text rest >out
}

# scene_page.awk - makes the man page of abut-scene of what it says of itself, word for word.
#   awk -f scene_page.awk VERSION HELP LIST >abut-scene.1.scd
# VERSION is what "abut-scene --version" prints, HELP what --help does, and LIST what "abut-scene list" does.

function section(title)
{
    if (open_block) print "```"
    open_block = 0
    print "\n# " title "\n"
}

function literal(text)
{
    if (!open_block) print "```"
    open_block = 1
    print text
}

FNR == 1 { file++ }
file == 1 && FNR == 1 {
    print "abut-scene(1) \"abut " $NF "\""
    section("NAME")
    print "abut-scene - write models and motions that are made by formula"
}
file == 2 && /^usage: / {
    section("SYNOPSIS")
    sub(/^usage: /, "")
}
file == 2 && /^$/ && !described {
    section("DESCRIPTION")
    described = 1
    next
}
file == 2 && /^Exit status: / {
    section("EXIT STATUS")
    sub(/^Exit status: /, "")
}
file == 2 {
    sub(/^       abut-scene/, "abut-scene")
    literal($0)
}
file == 3 && FNR == 1 { section("NAMES") }
file == 3 { literal($0) }
END {
    section("FILES")
    print "docs/notes/scenes.md below _share/doc/abut_ where abut was installed has all keys."
    section("SEE ALSO")
    print "*abut*(1)"
}

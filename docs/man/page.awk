# page.awk - makes the man page of the program, or of a verb, from its help: the texts stand only there.
#   awk -v page=abut-VERB -v template=page.scd.in -f page.awk OVERVIEW HELP >abut-VERB.1.scd
#   awk -v page=abut      -v template=page.scd.in -f page.awk OVERVIEW      >abut.1.scd
# OVERVIEW is what "abut --help" prints, HELP what "abut VERB --help-all" does. Help is paragraphs: the
# usage; descriptions; options under a heading that ends with a colon; notes; "Exit status: ...";
# "Examples:". A section of the page that gets nothing is left out.

# ------------------------------------------------------------------------------------ scdoc's markup

function plain(text)
{
    gsub(/[\\*_`]/, "\\\\&", text)
    return text ~ /^[][#|-]/ ? "\\" text : text
}

# A word of a usage: names are bold, what stands for a value is underlined.
function usage_word(text,    before, after)
{
    if (text !~ /[A-Za-z]/ || text == "[arguments]" || text == "[options]") return plain(text)
    while (text ~ /^\[/) {
        before = before "["
        text = substr(text, 2)
    }
    while (text ~ /[].]$/) {
        after = substr(text, length(text)) after
        text = substr(text, 1, length(text) - 1)
    }
    return before (text ~ /^[a-z-]+$/ ? "*" plain(text) "*" : "_" plain(text) "_") after
}

# What an entry of a list is about: an option with its value, or a name.
function term(text,    name, value)
{
    if (text !~ /^-/) return "*" plain(text) "*"
    match(text, /^(-+[A-Za-z0-9-]+, )*-+[A-Za-z0-9-]+/)
    name = substr(text, 1, RLENGTH)
    value = substr(text, RLENGTH + 2)
    gsub(/, /, "*, *", name)
    return "*" name "*" (value == "" ? "" : " _" plain(value) "_")
}

# -------------------------------------------------------------------------------------- paragraphs

function add(section, text)
{
    if (text == "") return
    sections[section] = sections[section] (sections[section] == "" ? "" : "\n\n") text
}

# Lines of text, and entries of a list: "  TERM  text", whose text goes on further to the right.
function add_lines(section, from, to,    i, n, text, all, parts)
{
    for (i = from; i <= to; i++) {
        text = line[i]
        sub(/^ +/, "", text)
        if (line[i] ~ /^  [^ ]/) {
            add(section, all)
            n = split(text, parts, /  +/)
            all = term(parts[1]) "\n\t"
            if (n > 1) all = all plain(parts[2])
        } else {
            all = all (all == "" || all ~ /\n\t$/ ? "" : all ~ /\n\t/ ? " " : "\n") plain(text)
        }
    }
    add(section, all)
}

function add_options(count,    heading)
{
    heading = line[1]
    sub(/:$/, "", heading)
    if (heading != "Options") add("OPTIONS", "## " plain(heading))
    add_lines("OPTIONS", 2, count)
}

function add_usage(count,    i, k, n, text, list, all)
{
    for (i = 1; i <= count; i++) {
        text = line[i]
        sub(/^Usage: +|^ +/, "", text)
        n = split(text, list, / +/)
        if (i > 1) all = all "++\n"
        for (k = 1; k <= n; k++) all = all (k > 1 ? " " : "") usage_word(list[k])
    }
    add("SYNOPSIS", all)
}

function add_examples(count,    i, text, all)
{
    for (i = 2; i <= count; i++) {
        text = substr(line[i], 3)
        gsub(/\\/, "\\\\\\\\", text)
        all = all text "\n"
    }
    add("EXAMPLES", "```\n" all "```")
}

# The verbs are the other pages.
function add_verbs(count,    i, name, text)
{
    for (i = 2; i <= count; i++) {
        name = text = line[i]
        sub(/^ +/, "", name)
        sub(/ .*/, "", name)
        sub(/^ +[a-z-]+ +/, "", text)
        name = "abut-" name
        if (name == page || page == "abut-mpi") summary = text
        if (name != page) also = also ", *" name "*(1)"
        if (page == "abut") add("VERBS", "*" name "*(1)\n\t" plain(text))
    }
}

function add_help(count)
{
    if (sub(/^Example: /, "Example:\n  ", line[1])) count = split(line[1], line, "\n")
    if (line[1] ~ /^Usage: /) add_usage(count)
    else if (line[1] ~ /^Examples?:$/) add_examples(count)
    else if (line[1] ~ /:$/ && line[2] ~ /^  -/) add_options(count)
    else if (sub(/^Exit status: */, "", line[1])) add_lines("EXIT STATUS", 1, count)
    else add_lines(sections["OPTIONS"] == "" ? "DESCRIPTION" : "NOTES", 1, count)
}

BEGIN { RS = "" }
FNR == 1 { file++ }
{ count = split($0, line, "\n") }
file == 1 && FNR == 1 {
    version = $2
    sub(/:$/, "", version)
    if (page != "abut") next
    summary = substr(line[1], index(line[1], ": ") + 2)
    sub(/^[^\n]*\n/, "")  # its usage may follow
    count = split($0, line, "\n")
    if (line[1] ~ /^Usage: /) add_help(count)
    next
}
file == 1 && line[1] == "Verbs:" { add_verbs(count); next }
file == 2 || page == "abut" { add_help(count) }

# ---------------------------------------------------------------------------------------- the page

# Fill the places of a paragraph of the template; false if one of them stays empty.
function fill(    name, value)
{
    while (match($0, /@[A-Z ]+@/)) {
        name = substr($0, RSTART + 1, RLENGTH - 2)
        value = sections[name]
        if (value == "") return 0
        $0 = substr($0, 1, RSTART - 1) value substr($0, RSTART + RLENGTH)
    }
    return 1
}

END {
    if (summary == "") {
        print "page.awk: " page " is not in the overview" > "/dev/stderr"
        exit 1
    }
    sections["PAGE"] = page
    sections["VERSION"] = version
    sections["SUMMARY"] = plain(summary)
    sections["ALSO"] = page == "abut" ? substr(also, 3) : "*abut*(1)" also
    while ((getline < template) > 0) {
        if (/^# /) heading = $0 "\n\n"
        else if (fill()) {
            printf "%s%s\n\n", heading, $0
            heading = ""
        }
    }
}

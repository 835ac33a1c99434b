"""Pages with one fault each, and pages without: what tools/check_blocks says of them."""
import os
import shutil
import sys
import tempfile

from blocks.page import Page

SELF_TEST = [  # (a page, what is said about it; None: nothing)
    ("```console\n$ echo a; echo b\na\nb\n$ echo \"seconds: 5\"\nseconds: 7\n$ false\n$ echo $?\n1\n```\n", None),
    ("```console\n$ cd /; x=1\n```\n\n```console\n$ pwd; echo $x \\\n>   2\n/\n1 2\n```\n", None),
    ("```console\n$ seq 9\n1\n...\n9\n$ echo one two\none ...\n```\n", None),
    ("```console\n$ echo a\nb\n```\n", "prints something else"),
    ("```console\n$ echo a\n```\n", "prints something else"),
    ("```console\n$ no-such-command-at-all\n...\n```\n", "is not found"),
    ("```console\na\n$ echo a\na\n```\n", "does not begin with a command"),
    ("```console\n$ exit 3\n```\n", "ended the shell"),
    ("```c\n#include <stdio.h>\nint main(void) { puts(\"a\"); return 0; }\n```\n\n<!-- prints -->\n```text\na\n```\n", None),
    ("```c\n#include <stdio.h>\nint main(void) { puts(\"a\"); return 0; }\n```\n\n<!-- prints -->\n```text\nb\n```\n", "is not what"),
    ("```c\nint main(void) { return x; }\n```\n", "does not compile"),
    ("```c\nint main(void) { int unused = 1; return 0; }\n```\n", "does not compile"),
    ("```c\nabut_query_free(query);\n```\n", "is no whole program"),
    ("<!-- fragment of source.c -->\n```c\nint b;\n// ...\nint d;\n```\n", None),
    ("<!-- fragment of source.c -->\n```c\nint b;\nint e;\n```\n", "is no fragment of source.c: it has not: int e;"),
    ("<!-- fragment of source.c -->\n```c\nint d;\nint b;\n```\n", "other lines, or another order"),
    ("<!-- same as source.c -->\n```c\nint a;\n```\n", "differs from source.c"),
    ("<!-- same as nowhere.c -->\n```c\nint a;\n```\n", "there is no nowhere.c"),
    ("```json\n{\"a\": 1}\n```\n", None),
    ("```json\n{\"a\": 1,}\n```\n", "does not parse"),
    ("<!-- schema one -->\n```json\n{\"a\": 1}\n```\n", None),
    ("<!-- schema one -->\n```json\n{\"b\": 1}\n```\n", "does not fit the schema one"),
    ("```\nwhat\n```\n", "has no line before it"),
    ("```yaml\na: 1\n```\n", "has no line before it"),
    ("```text\nwhat\n```\n", "has no line before it"),
    ("<!-- drawn -->\n```text\nwhat\n```\n", "a marker that nobody knows"),
    ("<!-- prints -->\n```text\nwhat\n```\n", "nothing before it prints"),
    ("<!-- run by source.c -->\n```sh\nint what\n# more\n```\n", None),
    ("<!-- run by source.c -->\n```sh\nmake all\n```\n", "'make' is run by none of"),
    ("<!-- file a.txt -->\n```text\nwhat\n```\n\n```console\n$ cat a.txt\nwhat\n```\n", None),
    ("<!-- file a.txt -->\n```text\nwhat\n```\n", "no later command names the file"),
    ("```python\nx = 1\n```\n\n```console\n$ echo a >b\n```\n\n```python\nprint(x, open('b').read())  # 1 a\nprint('')  # \n```\n", None),
    ("```python\n>>> 1 + 1\n2\n```\n\n```python\nprint(3)\n```\n\n<!-- prints -->\n```text\n3\n```\n", None),
    ("```python\n>>> 1 + 1\n3\n```\n", "fails"),
    ("```python\nprint(1)  # 2\n```\n", "its comments say"),
    ("```python\nprint(1\n```\n", "fails"),
    ("```python\nimport no_such_module\n```\n", "SKIPPED"),
    ("```js\nconst x = 1;\n```\n\n```js\nconsole.log(x); // 1\n```\n", None),
    ("```js\nconsole.log(1);\n```\n\n<!-- prints -->\n```text\n2\n```\n", "is not what"),
    ("```js\nthrow new Error(\"what\");\n```\n", "fails"),
]


def self_test(build, options):
    """Each fault is found, and no page without one is blamed; --fix mends what is shown."""
    failures, root = [], tempfile.mkdtemp()
    options.python, options.module, options.fix = [sys.executable], "json", False
    try:
        os.makedirs(os.path.join(root, "docs/reference/schemas"))
        for path, text in (("source.c", "int a;\nint b;\n\nint c;\nint d;\n"), ("docs/reference/schemas/one.schema.json", '{"required": ["a"]}')):
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        def put(text):
            with open(os.path.join(root, "page.md"), "w", encoding="utf-8") as file:
                file.write(text)
        for text, expected in SELF_TEST:
            if "```js" in text and not shutil.which("node"):
                continue
            put(text)
            faults, skipped, _, _ = Page(root, build, "page.md", options).run()
            if expected == "SKIPPED" and skipped and not faults:
                continue
            if skipped and "jsonschema" not in "".join(skipped):
                faults.append("skipped: %s" % skipped)
            if not (any(expected in f for f in faults) if expected else not faults):
                failures.append("%r: expected %s, found %s" % (text, expected, faults))
        options.fix = True
        put("```console\n$ echo a\nb\n$ echo c\n```\n\n```c\n#include <stdio.h>\nint main(void) { puts(\"a\"); }\n```\n\n<!-- prints -->\n```text\nb\n```\n")
        Page(root, build, "page.md", options).run()
        options.fix = False
        if Page(root, build, "page.md", options).run()[0]:
            failures.append("--fix does not mend what is shown")
    finally:
        shutil.rmtree(root)
    for line in failures:
        print("check_blocks: " + line)
    print("check_blocks: %d pages tried, %d judged wrongly" % (len(SELF_TEST) + 1, len(failures)))
    return 1 if failures else 0

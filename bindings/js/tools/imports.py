"""Print what a WebAssembly module imports, a line each: "module name".

    python3 imports.py FILE
"""

import sys
from pathlib import Path


def number(data, at):
    """An unsigned LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def text(data, at):
    size, at = number(data, at)
    return data[at:at + size].decode(), at + size


def imports(data):
    if data[:8] != b"\0asm\1\0\0\0":
        sys.exit("imports.py: this is no WebAssembly module")
    at = 8
    while at < len(data):
        section = data[at]
        size, at = number(data, at + 1)
        if section == 2:
            count, place = number(data, at)
            for _ in range(count):
                module, place = text(data, place)
                name, place = text(data, place)
                if data[place] != 0:
                    sys.exit(f"imports.py: {module} {name}: no function")  # memories, tables and globals are the module's own
                _, place = number(data, place + 1)
                yield module, name
        at += size


def main():
    for module, name in imports(Path(sys.argv[1]).read_bytes()):
        print(module, name)


if __name__ == "__main__":
    main()

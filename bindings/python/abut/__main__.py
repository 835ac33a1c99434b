"""python -m abut: the program `abut` of this installation."""

import sys

from ._program import main

if __name__ == "__main__":
    sys.exit(main())

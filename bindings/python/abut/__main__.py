"""python -m abut: the program `abut` of this installation."""

import sys

from ._program import main

sys.exit(main())

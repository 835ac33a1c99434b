"""What batches answer: numpy's structured arrays, which are tables of Apache Arrow, too. Imported when numpy is there."""

from __future__ import annotations

from typing import Any

import numpy as np


class Table(np.ndarray[Any, Any]):
    """A structured array, a row a question. table["lo"] is a plain array; pyarrow.table(table) is a table."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return found if not isinstance(found, Table) or found.dtype.names else found.view(np.ndarray)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The rows as a stream of Apache Arrow. They are copied."""
        from ._arrow import stream_of_array

        return stream_of_array(self)

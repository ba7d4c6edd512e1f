"""`SymbolDoc`, a helper for MXNet's documentation of symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .symbol import Symbol

class SymbolDoc:
    """Base class of MXNet's additions to the documentation of operators."""

    @staticmethod
    def get_output_shape(sym: Symbol, **input_shapes: Any) -> Any:
        """Return the shapes of the outputs of a symbol by name.

        Examples
        --------
        >>> mx.symbol_doc.SymbolDoc.get_output_shape(mx.sym.Flatten(mx.sym.var("x"), name="flat"), x=(2, 3, 4))
        {'flat_output': (2, 12)}
        """
        return dict(zip(sym.list_outputs(), sym.infer_shape(**input_shapes)[1], strict=True))

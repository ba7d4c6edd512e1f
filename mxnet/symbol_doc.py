"""`SymbolDoc`, a helper of MXNet's documentation of symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .symbol import Symbol

class SymbolDoc:
    """Base class of what MXNet adds to the documentation of an operator."""

    @staticmethod
    def get_output_shape(sym: Symbol, **input_shapes: Any) -> Any:
        """Shapes of the outputs of a symbol, by name.

        Examples
        --------
        >>> mx.symbol_doc.SymbolDoc.get_output_shape(mx.sym.Flatten(mx.sym.var("x"), name="flat"), x=(2, 3, 4))
        {'flat_output': (2, 12)}
        """
        return dict(zip(sym.list_outputs(), sym.infer_shape(**input_shapes)[1], strict=True))

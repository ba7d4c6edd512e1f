"""Text of ``help()``: meanings of parameters and examples, written once for arrays, symbols and ``mx.np`` arrays."""

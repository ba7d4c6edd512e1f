"""From registry to callables: eager and symbolic functions, methods, operators, namespaces.

Functions are closures over an `OpDef` with a real signature and documentation; no source is
generated. The array and symbol classes are handed in by the public modules.
"""

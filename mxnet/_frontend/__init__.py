"""Callables built from the registry: eager and symbolic functions, methods, operators, namespaces.

Functions are closures over an `OpDef` with a real signature and documentation; no source is generated. The public
modules pass in the array and symbol classes.
"""

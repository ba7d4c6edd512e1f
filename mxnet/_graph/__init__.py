"""HOW graphs run: `ir` holds them, `infer` completes shapes, `passes` improve them, `codegen` turns
them into Python source over torch, `plan` caches and runs the result.

A Symbol, a JSON file and a traced HybridBlock all become the same `Graph`.
"""

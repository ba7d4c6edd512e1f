"""Graphs: nodes (`ir`), shapes (`infer`), `passes`, generated Python source (`codegen`) and execution (`program`).

A Symbol, a JSON file and a traced HybridBlock all become the same `Graph`.
"""

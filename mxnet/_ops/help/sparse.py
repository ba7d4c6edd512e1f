"""Examples of operators whose inputs are not dense arrays: for arrays and for symbols, with {path} for the name."""

_GRAPH = """\
>>> edges = mx.nd.sparse.csr_matrix(([1, 2, 3], [1, 2, 0], [0, 1, 2, 3]), shape=(3, 3), dtype='int64')
"""
_SEEDS = _GRAPH + ">>> seeds = mx.nd.array([0], dtype='int64')\n"
_SYMBOL = ">>> {path}(mx.sym.Variable('data')%s).list_arguments()\n['data']"
_SYMBOLS = ">>> {path}(*map(mx.sym.Variable, %s)).list_arguments()\n%s"

EXAMPLES = {
    "Custom": ("""\
>>> class Twice(mx.operator.CustomOp):
...     def forward(self, is_train, req, in_data, out_data, aux):
...         self.assign(out_data[0], req[0], 2 * in_data[0])
>>> @mx.operator.register('twice_for_help')
... class TwiceProp(mx.operator.CustomOpProp):
...     def create_operator(self, ctx, in_shapes, in_dtypes):
...         return Twice()
>>> {path}(mx.nd.array([1, 2]), op_type='twice_for_help').asnumpy()
array([2., 4.], dtype=float32)""", """\
>>> @mx.operator.register('nothing_for_help')
... class NothingProp(mx.operator.CustomOpProp):
...     pass
>>> {path}(mx.sym.Variable('data'), op_type='nothing_for_help').list_arguments()
['data']"""),
    "reset_arrays": ("""\
>>> x = mx.nd.array([1, 2])
>>> _ = {path}(x, num_arrays=1)
>>> x.asnumpy()
array([0., 0.], dtype=float32)""", ">>> {path}(mx.sym.Variable('data'), num_arrays=1).list_outputs()\n[]"),
    "cast_storage": ("""\
>>> {path}(mx.nd.array([[0, 1], [2, 0]]), stype='csr').data.asnumpy()
array([1., 2.], dtype=float32)""", _SYMBOL % ", stype='csr'"),
    "_sparse_retain": ("""\
>>> x = mx.nd.array([[1, 2], [3, 4]]).tostype('row_sparse')
>>> {path}(x, mx.nd.array([1])).asnumpy()
array([[0., 0.],
       [3., 4.]], dtype=float32)""", _SYMBOLS % (("data", "indices"), ["data", "indices"])),
    "_contrib_getnnz": ("""\
>>> x = mx.nd.array([[0, 1], [2, 0]]).tostype('csr')
>>> {path}(x).asnumpy()
array([2])""", _SYMBOL % ""),
    "_contrib_edge_id": (_GRAPH + """\
>>> {path}(edges, mx.nd.array([0, 0], dtype='int64'), mx.nd.array([1, 2], dtype='int64')).asnumpy()
array([ 1, -1])""", _SYMBOLS % (("data", "u", "v"), ["data", "u", "v"])),
    "_contrib_dgl_adjacency": (_GRAPH + """\
>>> {path}(edges).asnumpy()
array([[0., 1., 0.],
       [0., 0., 1.],
       [1., 0., 0.]], dtype=float32)""", _SYMBOL % ""),
    "_contrib_dgl_csr_neighbor_uniform_sample": (_SEEDS + """\
>>> vertices, graph, layer = {path}(
...     edges, seeds, num_args=2, num_hops=1, num_neighbor=1, max_num_vertices=3)
>>> graph.shape
(3, 3)""", _SYMBOLS % (("graph", "seeds"), ["graph", "seeds"])),
    "_contrib_dgl_csr_neighbor_non_uniform_sample": (_SEEDS + """\
>>> vertices, graph, probability, layer = {path}(
...     edges, mx.nd.ones((3,)), seeds, num_args=3, num_hops=1, num_neighbor=1, max_num_vertices=3)
>>> graph.shape
(3, 3)""", _SYMBOLS % (("graph", "probability", "seeds"), ["graph", "probability", "seeds"])),
    "_contrib_dgl_subgraph": (_GRAPH + """\
>>> part = {path}(edges, mx.nd.array([0, 1], dtype='int64'), return_mapping=False, num_args=2)
>>> part.shape
(2, 2)""", ">>> graph, vertices = mx.sym.Variable('graph'), mx.sym.Variable('vertices')\n"
                    ">>> {path}(graph, vertices, return_mapping=False).list_arguments()\n['graph', 'vertices']"),
    "_contrib_dgl_graph_compact": (_SEEDS + """\
>>> vertices, graph, layer = mx.nd.contrib.dgl_csr_neighbor_uniform_sample(
...     edges, seeds, num_args=2, num_hops=1, num_neighbor=1, max_num_vertices=3)
>>> {path}(graph, vertices, graph_sizes=(2,), return_mapping=False).shape
(2, 2)""", ">>> graph, vertices = mx.sym.Variable('graph'), mx.sym.Variable('vertices')\n"
           ">>> {path}(graph, vertices, graph_sizes=(2,), return_mapping=False).list_arguments()\n"
           "['graph', 'vertices']"),
}

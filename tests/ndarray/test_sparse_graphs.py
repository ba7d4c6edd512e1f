"""Test sampling of graphs, which are CSR arrays of edge numbers."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def ring(size: int) -> nd.NDArray:
    """Return a graph in which each vertex has edges to the next three."""
    rows = np.arange(size).repeat(3)
    columns = (rows + np.tile([1, 2, 3], size)) % size
    return nd.sparse.csr_matrix((np.arange(1, 3 * size + 1), (rows, columns)), shape=(size, size), dtype="int64")


def check_sample(graph: nd.NDArray, numbers: nd.NDArray, edges: nd.NDArray, layers: nd.NDArray, most: int) -> None:
    found = numbers.asnumpy()
    count = found[-1]
    vertices = found[:count]
    assert (np.diff(vertices) > 0).all()
    edges.check_format()
    whole, part = graph.asnumpy(), edges.asnumpy()
    assert ((part[:count] == 0) | (part[:count] == whole[vertices])).all() and (part[count:] == 0).all()
    assert ((part != 0).sum(1) <= most).all()
    distances = layers.asnumpy()[:count]
    for vertex, distance in zip(vertices, distances, strict=True):
        if distance:
            nearer = vertices[distances == distance - 1]
            assert (whole[nearer, vertex] != 0).any()


def test_uniform_sample_is_part_of_the_graph() -> None:
    graph = ring(20)
    mx.random.seed(3)
    for seeds in ([0], [4, 11], [2, 2, 7]):
        numbers, edges, layers = nd.contrib.dgl_csr_neighbor_uniform_sample(
            graph, nd.array(seeds, dtype="int64"), num_hops=3, num_neighbor=2, max_num_vertices=20)
        check_sample(graph, numbers, edges, layers, 2)
        assert set(seeds) <= set(numbers.asnumpy()[:-1].tolist())


def test_sample_is_repeated_by_its_seed() -> None:
    def draw() -> list:
        mx.random.seed(7)
        parts = nd.contrib.dgl_csr_neighbor_uniform_sample(ring(20), nd.array([1], dtype="int64"), num_hops=2,
                                                           num_neighbor=2, max_num_vertices=15)
        return [p.asnumpy().tolist() for p in parts]

    assert draw() == draw()


def test_improbable_vertices_are_not_drawn() -> None:
    graph, chances = ring(12), np.ones(12, "float32")
    chances[[1, 4]] = 0
    numbers, edges, probability, layers = nd.contrib.dgl_csr_neighbor_non_uniform_sample(
        graph, nd.array(chances), nd.array([0, 3], dtype="int64"), num_hops=1, num_neighbor=2, max_num_vertices=12)
    check_sample(graph, numbers, edges, layers, 2)
    count = int(numbers.asnumpy()[-1])
    assert numbers.asnumpy()[:count].tolist() == [0, 2, 3, 5, 6] and (probability.asnumpy()[:count] == 1).all()


def test_several_arrays_of_seeds() -> None:
    parts = nd.contrib.dgl_csr_neighbor_uniform_sample(
        ring(10), nd.array([0], dtype="int64"), nd.array([5], dtype="int64"), num_neighbor=3, max_num_vertices=6)
    assert [p.asnumpy()[:5].tolist() for p in parts[:2]] == [[0, 1, 2, 3, 0], [5, 6, 7, 8, 0]]
    assert [p.stype for p in parts] == ["default"] * 2 + ["csr"] * 2 + ["default"] * 2


def test_compacted_sample_is_the_subgraph() -> None:
    numbers, edges, _ = nd.contrib.dgl_csr_neighbor_uniform_sample(
        ring(10), nd.array([0], dtype="int64"), num_neighbor=3, max_num_vertices=6)
    new, old = nd.contrib.dgl_graph_compact(edges, numbers, graph_sizes=4, return_mapping=True)
    assert new.asnumpy().tolist() == [[0, 0, 1, 2], [0] * 4, [0] * 4, [0] * 4] and new.indices.shape == (3,)
    assert old.asnumpy().tolist() == [[0, 1, 2, 3], [0] * 4, [0] * 4, [0] * 4]


def test_errors_name_the_rule() -> None:
    graph = ring(5)
    with pytest.raises(mx.MXNetError, match="max_num_vertices"):
        nd.contrib.dgl_csr_neighbor_uniform_sample(graph, nd.array([0, 1], dtype="int64"), max_num_vertices=1)
    with pytest.raises(mx.MXNetError, match="sorted"):
        nd.contrib.dgl_subgraph(graph, nd.array([2, 0], dtype="int64"), return_mapping=False)
    with pytest.raises(mx.MXNetError, match="csr"):
        nd.contrib.dgl_subgraph(graph.tostype("default"), nd.array([0], dtype="int64"), return_mapping=False)
    with pytest.raises(mx.MXNetError, match="int64"):
        nd.contrib.dgl_adjacency(graph.astype("float32"))
    with pytest.raises(mx.MXNetError, match="graph_sizes"):
        nd.contrib.dgl_graph_compact(graph, nd.array([0] * 6, dtype="int64"), graph_sizes=3, return_mapping=False)

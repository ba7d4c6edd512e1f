"""Graphs as CSR matrices of edge IDs: sampled neighborhoods, subgraphs, compacted graphs."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from .._runtime.storage.sparse import Csr, Stored, pointers
from .opdef import OpDef

Content = Tensor | Stored


def _graph(content: Content) -> Csr:
    if not isinstance(content, Csr) or content.dtype is not torch.int64:
        raise ValueError("the graph must be a csr array of int64 edge numbers")
    return content


def _vertices(content: Content, name: str) -> Tensor:
    if not isinstance(content, Tensor) or content.ndim != 1:
        raise ValueError(f"{name} must be a dense array with one axis")
    return content.long()


def _first_occurrences(vertices: Tensor, known: Tensor) -> Tensor:
    """Return the positions at which unknown vertices first occur."""
    distinct, place = vertices.unique(return_inverse=True)
    first = torch.full_like(distinct, vertices.numel()).scatter_reduce_(
        0, place, torch.arange(vertices.numel(), device=vertices.device), "amin")
    return first[~torch.isin(distinct, known)].sort().values


def _sample_edges(graph: Csr, centres: Tensor, most: int, weights: Tensor | None,
                  generator: torch.Generator) -> Csr:
    """Sample up to `most` edges of each row in `centres` without replacement, in their original order."""
    rows = graph.gather(centres)
    owner = rows.rows()
    # The smallest of independent exponential variables form a sample without replacement.
    times = torch.empty(owner.numel(), dtype=torch.float64, device=owner.device).exponential_(generator=generator)
    if weights is not None:
        times = times / weights.double()[rows.indices]
    order = times.argsort()
    order = order[owner[order].argsort(stable=True)]
    rank = torch.arange(owner.numel(), device=owner.device) - rows.indptr[:-1][owner[order]]
    kept = order[rank < most].sort().values
    counts = rows.indptr.diff().clamp(max=most)
    return Csr(rows.values[kept], rows.indices[kept], pointers(counts), rows.shape)


def _sample_neighborhood(graph: Csr, seeds: Tensor, params: dict[str, Any], weights: Tensor | None) -> list[Any]:
    """Return the vertices reached from the seeds (and their number), their edges, probabilities and distances."""
    room = params["max_num_vertices"]
    if seeds.numel() > room:
        raise ValueError(f"max_num_vertices={room} is less than the number of seeds {seeds.numel()}")
    vertices = seeds[_first_occurrences(seeds, seeds[:0])]
    layers = torch.zeros_like(vertices)
    frontier, centres, parts = vertices, [], []
    for hop in range(params["num_hops"]):
        if vertices.numel() >= room or not frontier.numel():
            break
        edges = _sample_edges(graph, frontier, params["num_neighbor"], weights, params["generator"])
        new = _first_occurrences(edges.indices, vertices)
        # Visit a vertex only while the result has room for more.
        before = torch.searchsorted(new, edges.indptr[:-1])
        looked_at = int((vertices.numel() + before < room).sum())
        centres.append(frontier[:looked_at])
        parts.append(edges.row_block(0, looked_at))
        frontier = edges.indices[new[:room - vertices.numel()]]
        vertices = torch.cat([vertices, frontier])
        layers = torch.cat([layers, torch.full_like(frontier, hop + 1)])
    order = vertices.argsort()
    numbers = torch.zeros(room + 1, dtype=torch.int64, device=vertices.device)
    numbers[:vertices.numel()], numbers[room] = vertices[order], vertices.numel()
    padded = torch.zeros(room, dtype=torch.int64, device=vertices.device)
    padded[:vertices.numel()] = layers[order]
    results: list[Any] = [numbers, _assemble(graph, numbers[:vertices.numel()], centres, parts, room)]
    if weights is not None:
        chances = weights.new_zeros(room)
        chances[:vertices.numel()] = weights[numbers[:vertices.numel()]]
        results.append(chances)
    return [*results, padded]


def _assemble(graph: Csr, vertices: Tensor, centres: list[Tensor], parts: list[Csr], room: int) -> Csr:
    """Collect the sampled edges with one row per vertex, in ascending order, and empty rows at the end."""
    shape = (room, graph.shape[1])
    if not parts:
        return Csr.zeros(shape, torch.int64, vertices.device)
    centre = torch.cat(centres)
    counts = torch.cat([p.indptr.diff() for p in parts])
    together = Csr(torch.cat([p.values for p in parts]), torch.cat([p.indices for p in parts]), pointers(counts),
                   (centre.numel(), graph.shape[1]))
    ordered = together.gather(centre.argsort())
    rows = torch.zeros(room, dtype=torch.int64, device=vertices.device)
    rows[torch.searchsorted(vertices, centre.sort().values)] = ordered.indptr.diff()
    return Csr(ordered.values, ordered.indices, pointers(rows), shape)


def _interleave(groups: list[list[Any]]) -> tuple[Any, ...]:
    """Group the results of several graphs by kind."""
    return tuple(result for results in zip(*groups, strict=True) for result in results)


def sample_uniform(op: OpDef, params: dict[str, Any], graph: Content, *seeds: Content) -> Any:
    """Sample neighborhoods of seeds with equal edge probabilities."""
    return _interleave([_sample_neighborhood(_graph(graph), _vertices(s, "seed_arrays"), params, None) for s in seeds])


def sample_non_uniform(op: OpDef, params: dict[str, Any], graph: Content, probability: Content, *seeds: Content) -> Any:
    """Sample neighborhoods of seeds by vertex probability."""
    if not isinstance(probability, Tensor) or probability.ndim != 1:
        raise ValueError("probability must be a dense array with one axis")
    return _interleave([_sample_neighborhood(_graph(graph), _vertices(s, "seed_arrays"), params, probability)
                        for s in seeds])


def subgraph(op: OpDef, params: dict[str, Any], graph: Content, *data: Content) -> Any:
    """Return the edges between the selected vertices."""
    groups = []
    for chosen in data:
        vertices = _vertices(chosen, "data")
        if bool((vertices.diff() < 0).any()) or (vertices.numel() and int(vertices[-1]) >= graph.shape[0]):
            raise ValueError(f"the vertex list has to be sorted and within {graph.shape[0]} vertices")
        rows = _graph(graph).gather(vertices)
        at = torch.searchsorted(vertices, rows.indices).clamp_(max=max(vertices.numel() - 1, 0))
        kept = vertices[at] == rows.indices
        counts = torch.bincount(rows.rows()[kept], minlength=vertices.numel())
        old = Csr(rows.values[kept], at[kept], pointers(counts), (vertices.numel(), vertices.numel()))
        new = old.with_values(torch.arange(old.values.numel(), device=vertices.device))
        groups.append([new, old] if params["return_mapping"] else [new])
    return _interleave(groups)


def compact(op: OpDef, params: dict[str, Any], *graph_data: Content) -> Any:
    """Remove missing vertices from sampled graphs."""
    half = len(graph_data) // 2
    groups = []
    for content, numbers, size in zip(graph_data[:half], graph_data[half:], params["graph_sizes"], strict=True):
        graph, vertices = _graph(content), _vertices(numbers, "graph_data")
        if vertices.numel() != graph.shape[0] + 1 or int(vertices[-1]) != size:
            raise ValueError(f"graph_sizes must be the last vertex entries, received {size} for {vertices.tolist()}")
        named = vertices[:size]
        at = torch.searchsorted(named, graph.indices).clamp_(max=max(size - 1, 0))
        if bool((named[at] != graph.indices).any()):
            raise ValueError("an edge leads to a vertex that is not listed")
        old = Csr(graph.values, at, graph.indptr[:size + 1].clone(), (size, size))
        new = old.with_values(torch.arange(old.values.numel(), device=at.device))
        groups.append([new, old] if params["return_mapping"] else [new])
    return _interleave(groups)


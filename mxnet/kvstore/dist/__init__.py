"""Stores over many processes and machines.

`place` says which process of the program this one is, `cluster` where they meet and who has failed, `group` how workers
add up arrays. `synchronous` and `asynchronous` are the stores; `overlap` lets sums of the former begin in the backward pass,
`wire` and `server` are the parameter servers of the latter.
"""

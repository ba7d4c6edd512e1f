"""Key-value stores over several processes and machines.

`place` reads the role of this process, `cluster` connects the processes and detects failures, `group` runs the
collective operations. The stores are in `synchronous` and `asynchronous`. `overlap` starts the sums of the
synchronous store during the backward pass. `wire` and `server` implement the parameter servers of the asynchronous
store.
"""

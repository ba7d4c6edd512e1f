"""A process without the secret: reads what it finds in the store, and tries to be worker 1 of two.

Run as ``stranger.py PORT``. It prints what it could read, and "joined" if another worker computed with it.
"""

import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist

store = dist.TCPStore("127.0.0.1", int(sys.argv[1]), is_master=False, wait_for_workers=False, timeout=timedelta(seconds=3))
seen = {}
while len(seen) < 2:  # worker 0 has not come yet
    time.sleep(0.1)
    seen = {name: store.get(name) for name in store.list_keys() if name.startswith("mxnet/")}
print(len(seen), "entries")
for name, value in seen.items():
    if any(word in name.encode() + value for word in (b"worker", b"version", b"torch", b"alive", b"127.0.0.1", b"\x7f\0\0\1")):
        print("readable", name, value)

# Everything that worker 0 has said, as if worker 1 said it, below each prefix that the names have.
prefixes = {name.partition("/version/")[0] for name in seen} | {name.rpartition("/")[0] for name in seen} | {"mxnet"}
for name, value in seen.items():
    store.set(name.replace("worker 0", "worker 1"), value)
    store.set(name[:-1] + "1", value)
for prefix in prefixes:
    try:
        part = dist.PrefixStore(prefix, store)
        options = dist.ProcessGroupGloo._Options()
        options._devices = [dist.ProcessGroupGloo.create_device(hostname="127.0.0.1", lazy_init=False)]
        options._timeout = timedelta(seconds=2)
        backend = dist.ProcessGroupGloo(part, 1, 2, options)
        numbers = [torch.zeros(5, dtype=torch.int64) for _ in range(2)]
        backend.allgather([numbers], [torch.zeros(5, dtype=torch.int64)]).wait(timedelta(seconds=2))
        print("joined", numbers)
    except RuntimeError as error:
        print("turned away:", str(error)[:80])

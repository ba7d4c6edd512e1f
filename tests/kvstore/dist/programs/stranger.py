"""A process without the secret that reads the store and tries to join as the second worker.

Run it as ``stranger.py PORT``. It prints the data that it can read. If a worker accepts it, it prints "joined".
"""

import sys
import time
from datetime import timedelta

import torch
import torch.distributed as dist

store = dist.TCPStore("127.0.0.1", int(sys.argv[1]), is_master=False, wait_for_workers=False, timeout=timedelta(seconds=3))
seen = {}
while len(seen) < 2:  # wait for worker 0
    time.sleep(0.1)
    seen = {name: store.get(name) for name in store.list_keys() if name.startswith("mxnet/")}
print(len(seen), "entries")
for name, value in seen.items():
    if any(word in name.encode() + value for word in (b"worker", b"version", b"torch", b"alive", b"127.0.0.1", b"\x7f\0\0\1")):
        print("readable", name, value)

# Copy all entries of worker 0 to worker 1, for each prefix of the names.
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

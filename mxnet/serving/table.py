"""The table of models, which all protocols share."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from .batching import Call, Job, JobQueue, QueueClosed, QueueFull, Result
from .interface import Description, Source
from .metrics import Metrics
from .workers import LocalBackend, ProcessBackend, Start, Worker, WorkerDied

logger = logging.getLogger("mxnet.serving")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}")
_TICK = 0.25
Opener = Callable[[str, "str | None"], Source]


class Problem(Exception):
    """An error that a client sees: its status, its type in the JSON of Multi Model Server, and a message."""

    def __init__(self, status: int, message: str, type: str | None = None, retry_after: int | None = None,
                 close: bool = False) -> None:
        super().__init__(message)
        self.status, self.message, self.retry_after, self.close = status, message, retry_after, close
        self.type = type or _TYPES.get(status, "InternalServerException")


_TYPES = {
    400: "BadRequestException", 401: "UnauthorizedException", 403: "ForbiddenException",
    404: "ResourceNotFoundException", 405: "MethodNotAllowedException", 408: "RequestTimeoutException",
    409: "ConflictStatusException", 413: "RequestEntityTooLargeException", 415: "UnsupportedMediaTypeException",
    429: "ServiceUnavailableException", 503: "ServiceUnavailableException", 504: "RequestTimeoutException",
    507: "OutOfMemoryException",
}


@dataclass(frozen=True)
class Settings:
    """How a model is served. Times are in seconds."""

    batch_size: int = 1
    max_batch_delay: float = 0.1
    response_timeout: float = 120.0
    queue_size: int = 128
    min_workers: int = 1
    max_workers: int = 1


class Model:
    """A model with its queue and its workers."""

    def __init__(self, name: str, url: str, source: Source, settings: Settings, cores: int, metrics: Metrics) -> None:
        self.name, self.url, self.source, self.settings = name, url, source, settings
        self.at_startup = False
        self.workers: list[Worker] = []
        self.latencies: deque[float] = deque(maxlen=512)
        self.rejected = self.answered = 0
        self.queue = JobQueue(settings.queue_size)
        self._cores, self._metrics = cores, metrics
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Condition()
        self._number = 0

    @property
    def description(self) -> Description | None:
        """What the first loaded worker says about the model."""
        return next((worker.description for worker in self.workers if worker.description), None)

    @property
    def version(self) -> str:
        return self.description.version if self.description else ""

    @property
    def ready(self) -> bool:
        """Whether a worker has loaded the model and finished its warm-up."""
        return any(worker.state == "READY" for worker in self.workers)

    @property
    def ready_workers(self) -> int:
        return sum(worker.state == "READY" for worker in self.workers)

    def _start(self) -> Start:
        workers = max(1, self.settings.min_workers)
        sizes = (1,) if self.settings.batch_size == 1 else (1, self.settings.batch_size)
        return Start(self.source, max(1, self._cores // workers), sizes)

    def _limits(self) -> tuple[int, float]:
        batches = self.description is None or self.description.batchable
        return (self.settings.batch_size, self.settings.max_batch_delay) if batches else (1, 0.0)

    def scale(self, local: bool) -> list[Worker]:
        """Start or retire workers until there are `settings.min_workers`. Return the retired ones."""
        running = [worker for worker in self.workers if worker.is_alive()]
        count = self.settings.min_workers
        for _ in range(count - len(running)):
            backend = LocalBackend() if local else ProcessBackend()
            worker = Worker(self._number, backend, self.queue, self._start, self._limits, self._notify)
            self._number += 1
            running.append(worker)
            worker.start()
        for worker in running[count:]:
            worker.retire()
        self.workers = running[:count]
        return running[count:]

    def _notify(self, worker: Worker) -> None:
        """Log the new state of a worker and wake up tasks that wait for it."""
        if worker.error and worker.state == "FAILED":
            logger.error("model %s, worker %d: %s", self.name, worker.number, worker.error)
        else:
            logger.info("model %s, worker %d: %s", self.name, worker.number, worker.state)
        if worker.state == "READY" and worker.restarts:
            self._metrics.restarts.labels(self.name).inc()
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(self._wake()))

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def wait(self) -> None:
        """Wait until all workers are ready. Raise Problem if one cannot load the model."""
        async with self._changed:
            await self._changed.wait_for(lambda: all(worker.state == "READY" or worker.error or not worker.is_alive()
                                                     for worker in self.workers))
        error = next((worker.error for worker in self.workers if worker.error), None)
        if error is not None:
            raise Problem(507 if error.out_of_memory else 500, f"Failed to start workers: {error}",
                          "OutOfMemoryException" if error.out_of_memory else "InternalServerException")

    def submit(self, call: Call) -> Job:
        """Queue a call. Raise Problem if there is no worker or no room."""
        if not any(worker.description for worker in self.workers):
            raise Problem(503, f"No worker is available to serve request for model: {self.name}", retry_after=5)
        job = Job(call)
        try:
            self.queue.put(job)
        except (QueueFull, QueueClosed):
            self.rejected += 1
            self._metrics.rejected.labels(self.name).inc()
            raise Problem(503, f"the queue of the model {self.name} is full ({self.queue.size} requests); try again "
                          "later", retry_after=1) from None
        return job

    async def answer(self, call: Call) -> Result:
        """Return the result of a call, or raise Problem."""
        begin, job = time.perf_counter(), self.submit(call)
        try:
            result = await asyncio.wait_for(asyncio.wrap_future(job.future), self.settings.response_timeout)
        except asyncio.TimeoutError:
            raise Problem(504, f"the model {self.name} did not answer within {self.settings.response_timeout:g} s"
                          ) from None
        except WorkerDied:
            raise Problem(503, f"the worker process of the model {self.name} ended unexpectedly; retry the request",
                          retry_after=1) from None
        seconds = time.perf_counter() - begin
        self.latencies.append(seconds)
        self.answered += 1
        self._metrics.observe(self.name, seconds, result.batch)
        return result

    async def stop(self, timeout: float | None = None) -> None:
        """Let the workers answer all queued calls and end. Kill them after `timeout` seconds."""
        self.queue.close()
        await _end(self.workers, self.settings.response_timeout if timeout is None else timeout)


async def _end(workers: list[Worker], timeout: float) -> None:
    """Wait for the end of workers, and kill them after `timeout` seconds."""
    end = time.monotonic() + timeout
    while any(worker.is_alive() for worker in workers) and time.monotonic() < end:
        if all(worker.state != "READY" for worker in workers if worker.is_alive()):
            break  # they load or wait for a restart: there is nothing to wait for
        await asyncio.sleep(0.02)
    for worker in workers:
        worker.retire(kill=worker.is_alive())
    for worker in workers:
        await asyncio.to_thread(worker.join, 10)


class Table:
    """Models by name.

    Parameters
    ----------
    opener
        Opens the files of a model: ``opener(url, name)``.
    defaults
        Settings of models that are registered without any.
    cores
        Number of cores that the workers of a model share.
    local
        Compute in threads of this process instead of processes.
    most
        Maximum number of models.
    """

    def __init__(self, opener: Opener, defaults: Settings, cores: int, local: bool = False, most: int = 1000) -> None:
        self.models: dict[str, Model] = {}
        self.defaults, self.metrics = defaults, Metrics(self)
        self._opener, self._cores, self._local, self._most = opener, cores, local, most
        self._changing: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    def get(self, name: str) -> Model:
        """Return a model, or raise Problem."""
        model = self.models.get(name)
        if model is None:
            raise Problem(404, f"Model not found: {name[:128]}", "ModelNotFoundException")
        return model

    @property
    def ready(self) -> bool:
        """Whether all models with workers are ready."""
        return all(model.ready for model in self.models.values() if model.settings.min_workers)

    def start(self) -> None:
        """Start to watch the workers. Needs the event loop."""
        self._watch = asyncio.get_running_loop().create_task(self._check())

    async def _check(self) -> None:
        """Kill workers that do not answer."""
        while True:
            await asyncio.sleep(_TICK)
            for model in list(self.models.values()):
                for worker in model.workers:
                    worker.check(model.settings.response_timeout)

    def in_background(self, work: Callable[[], object]) -> None:
        """Run a coroutine function and log its failure."""
        async def run() -> None:
            try:
                await work()  # type: ignore[misc]
            except Problem as error:
                logger.error("%s", error.message)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open(self, url: str, name: str | None) -> tuple[Source, str]:
        if name is not None and not _NAME.fullmatch(name):
            raise Problem(400, "a model name has letters, digits, '.', '_' and '-' only, and at most 128 of them")
        source = await asyncio.to_thread(self._opener, url, name)
        name = name or source.name
        if not _NAME.fullmatch(name):
            raise Problem(400, "the model name must consist of letters, digits, '.', '_' and '-'; set another name "
                          "with model_name")
        return source, name

    async def register(self, url: str, name: str | None = None, settings: Settings | None = None) -> Model:
        """Add a model and start its workers, without waiting for them."""
        if name in self.models or name in self._changing:
            raise Problem(409, f"Model {name} is already registered.")
        if len(self.models) >= self._most:
            raise Problem(507, f"the limit of {self._most} models is reached; remove a model first")
        source, name = await self._open(url, name)
        if name in self.models or name in self._changing:
            raise Problem(409, f"Model {name} is already registered.")
        model = Model(name, url, source, settings or self.defaults, self._cores, self.metrics)
        self.models[name] = model
        model.scale(self._local)
        return model

    async def reload(self, name: str, url: str | None = None, settings: Settings | None = None) -> Model:
        """Load a model again, switch to it when its workers are ready, and let the old ones finish."""
        old = self.get(name)
        if name in self._changing:
            raise Problem(409, f"Model {name} is being replaced already.")
        self._changing.add(name)
        try:
            source, _ = await self._open(url or old.url, name)
            new = Model(name, url or old.url, source, settings or old.settings, self._cores, self.metrics)
            new.at_startup = old.at_startup
            new.scale(self._local)
            try:
                await new.wait()
            except Problem:
                await new.stop(0)
                raise
            if self.models.get(name) is not old:  # it was removed meanwhile
                await new.stop(0)
                self.get(name)
            self.models[name] = new
        finally:
            self._changing.discard(name)
        self.in_background(old.stop)
        return new

    async def unregister(self, name: str) -> None:
        """Remove a model. Its queued requests are still answered."""
        model = self.get(name)
        del self.models[name]
        await model.stop()

    def scale(self, name: str, **changes: float) -> Model:
        """Change settings of a model and its number of workers, without waiting for them."""
        model = self.get(name)
        model.settings = replace(model.settings, **changes)  # type: ignore[arg-type]
        retired = model.scale(self._local)
        if retired:
            self.in_background(lambda: _end(retired, model.settings.response_timeout))
        return model

    async def stop(self, timeout: float = 30.0) -> None:
        """Answer what is queued, then end all workers."""
        if self._watch is not None:
            self._watch.cancel()
        models, self.models = list(self.models.values()), {}
        await asyncio.gather(*(model.stop(timeout) for model in models))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=timeout)

"""An event loop for asyncio without sockets: WASI has none, so the loop only waits for time."""

import sys


def install(sleep):
    """Installs the loop when a program imports asyncio. Other programs do not load it."""
    sys.meta_path.insert(0, _Finder(sleep))


class _Finder:
    def __init__(self, sleep):
        self._sleep = sleep

    def find_spec(self, name, path=None, target=None):
        if name != "asyncio":
            return None
        sys.meta_path.remove(self)
        import importlib.util

        spec = importlib.util.find_spec(name)
        spec.loader = _Loader(spec.loader, self._sleep)
        return spec


class _Loader:
    def __init__(self, real, sleep):
        self._real = real
        self._sleep = sleep

    def __getattr__(self, name):
        return getattr(self._real, name)

    def exec_module(self, module):
        self._real.exec_module(module)
        _use_timed_loop(module, self._sleep)


def _use_timed_loop(asyncio, sleep):
    class Clock:
        def select(self, timeout):
            sleep(1e6 if timeout is None else max(timeout, 0))
            return []

        def close(self):
            pass

    class TimedEventLoop(asyncio.base_events.BaseEventLoop):
        def __init__(self):
            super().__init__()
            self._selector = Clock()

        def _process_events(self, events):
            pass

        def _write_to_self(self):
            pass

    class TimedPolicy(asyncio.events.BaseDefaultEventLoopPolicy):
        _loop_factory = TimedEventLoop

    asyncio.set_event_loop_policy(TimedPolicy())

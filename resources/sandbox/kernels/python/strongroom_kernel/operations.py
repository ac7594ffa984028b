"""Reads operations from the channel and answers them one after the other."""

import os

from .streams import flush_streams, restore_streams

OPERATIONS = {b"run", b"complete", b"inspect", b"interrupt"}


class Operations:
    def __init__(self, channel, *, runner, display, interrupts, async_support):
        self._channel = channel
        self._async = async_support
        self._runner = runner
        self._display = display
        self._interrupts = interrupts

    def run(self):
        """Runs until the channel closes, then ends the process at once: init kills what the cells have left."""
        while True:
            self._channel.run_until_input(self._async.wait_for_input)
            if self._channel.is_forked():
                os._exit(0)
            operation = self._channel.read_field()
            if operation is None:
                flush_streams()
                os._exit(0)
            # Skips fields that begin no operation, such as the rest of a code that contains NUL.
            if operation not in OPERATIONS:
                continue
            number, payload = self._channel.read_field(), self._channel.read_field()
            if payload is not None and number.isdigit():
                self._answer(operation, int(number), payload)

    def _answer(self, operation, number, payload):
        if operation == b"run":
            self._run_cell(number, payload)
        elif operation == b"complete":
            self._complete(number, payload)
        elif operation == b"inspect":
            self._inspect(number, payload)

    def _run_cell(self, number, payload):
        restore_streams()
        self._display.cell = number
        status, error = self._runner.run(payload)
        if self._channel.is_forked():
            os._exit(self._runner.exit_code(error))
        if error is not None:
            self._channel.send({"type": "error", "id": number, **error})
        self._interrupts.guard(flush_streams)
        self._display.cell = None
        self._channel.send({"type": "done", "id": number, "status": status})

    def _complete(self, number, payload):
        answer = {"matches": [], "start": 0, "end": 0}

        def complete():
            from .completion import complete as complete_code

            answer.update(complete_code(payload, self._runner.namespace))

        # A failure, such as that of a cell's `__dir__`, is answered by an empty list.
        self._interrupts.guard(complete)
        self._channel.send({"type": "complete", "id": number, **answer})

    def _inspect(self, number, payload):
        answer = {"found": False}

        def inspect():
            from .inspection import inspect as inspect_code

            answer.update(inspect_code(payload, self._runner.namespace))

        self._interrupts.guard(inspect)
        self._channel.send({"type": "inspect", "id": number, **answer})

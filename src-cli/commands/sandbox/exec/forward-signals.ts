import { signalProcess } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { type EndSignal, exitCodesOfSignals, onSignals } from '../../../signals/on-signals.ts';

/**
 * Passes signals of this process on to a process in a sandbox: the first one as it is, the second one as SIGKILL. A third
 * one, or one before the process has started, ends the command. If the reader of the output has exited, nothing can be
 * printed any more, so the process is killed.
 */
export function forwardSignals(client: ApiClient, id: string) {
  let pid: string | undefined;
  let received = 0;
  let isPipeBroken = false;

  function send(signal: Exclude<EndSignal, 'SIGPIPE'> | 'SIGKILL'): void {
    if (pid === undefined) return;
    // The process may have ended before the request arrived, which is fine.
    client.call(signalProcess, { params: { id, pid }, body: { signal } }).catch(() => undefined);
  }

  function handle(signal: EndSignal): void {
    if (signal === 'SIGPIPE') {
      // Each further write fails in the same way.
      if (!isPipeBroken) send('SIGKILL');
      isPipeBroken = true;
      return;
    }
    received += 1;
    if (pid === undefined || received > 2) process.exit(exitCodesOfSignals[signal]);
    send(received === 1 ? signal : 'SIGKILL');
  }

  const stop = onSignals(handle);
  return {
    processIs(started: number): void {
      pid = String(started);
      if (isPipeBroken) send('SIGKILL');
    },
    isPipeBroken: () => isPipeBroken,
    stop,
  };
}

import { signalProcess } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { exitCodes } from '../../../exit-codes.ts';

const exitCodesOfSignals = {
  SIGINT: exitCodes.cancelled,
  SIGTERM: 143,
  SIGHUP: 129,
  SIGPIPE: exitCodes.brokenPipe,
} as const;
type Signal = keyof typeof exitCodesOfSignals;

/**
 * Passes signals of this process on to a process in a sandbox: the first one as it is, the second one as SIGKILL. A third
 * one, or one before the process has started, ends the command. If the reader of the output has exited, nothing can be
 * printed any more, so the process is killed.
 */
export function forwardSignals(client: ApiClient, id: string) {
  let pid: string | undefined;
  let received = 0;
  let isPipeBroken = false;

  function send(signal: Exclude<Signal, 'SIGPIPE'> | 'SIGKILL'): void {
    if (pid === undefined) return;
    // The process may have ended before the request arrived, which is fine.
    client.call(signalProcess, { params: { id, pid }, body: { signal } }).catch(() => undefined);
  }

  function handle(signal: Signal): void {
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

  const handlers = (Object.keys(exitCodesOfSignals) as Signal[]).map((signal) => {
    const handler = () => handle(signal);
    process.on(signal, handler);
    return () => process.off(signal, handler);
  });
  return {
    processIs(started: number): void {
      pid = String(started);
      if (isPipeBroken) send('SIGKILL');
    },
    isPipeBroken: () => isPipeBroken,
    stop(): void {
      for (const off of handlers) off();
    },
  };
}

import type { z } from 'zod';
import type {
  ProcessStatus,
  signalProcess,
  writeProcessInput,
} from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { base64Bytes } from '../../../src-shared/formats/base64.ts';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../errors/app-error.ts';
import type { OwnSandboxAccess } from '../access.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { sandboxEnded } from '../life/sandbox-errors.ts';
import { processEnded } from './process-ended.ts';
import type { ProcessList } from './process-list.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { signalNumbers } from './signals.ts';

/** A process of a sandbox. */
export interface ProcessKey {
  id: string;
  pid: number;
}

type InputRequest = z.infer<typeof writeProcessInput.body>;

const usualWaitMs = 30_000;

/** Input, signals and the wait for the end of a process. */
export function createProcessControl(access: OwnSandboxAccess, listOf: (sandbox: ActiveSandbox) => ProcessList) {
  return {
    /** Resolves when the sandbox has taken the input. What it has not taken is dropped when `signal` aborts. */
    writeProcess: (actor: Actor, key: ProcessKey, { input, signal }: Writing): Promise<void> =>
      access.use(actor, key.id, ({ sandbox }) =>
        requireRunning(sandbox, key.pid).input.write(bytesOf(input), { isLast: input.end === true, signal }),
      ),

    signalProcess: (actor: Actor, key: ProcessKey, { signal }: z.infer<typeof signalProcess.body>): Promise<void> =>
      access.use(actor, key.id, async ({ sandbox }) =>
        requireRunning(sandbox, key.pid).live()?.signal(signalNumbers[signal]),
      ),

    /** Resolves when the process has ended, or after `timeoutMs`. */
    waitForProcess: (
      actor: Actor,
      key: ProcessKey,
      { timeoutMs = usualWaitMs, signal }: Waiting,
    ): Promise<ProcessStatus> =>
      access.use(actor, key.id, async ({ sandbox }) => {
        const list = listOf(sandbox);
        const running = list.findRunning(key.pid);
        if (running !== undefined) await waitAtMost(running, timeoutMs, signal);
        // A process that ended with its sandbox has no result.
        const endReason = sandbox.endReason();
        if (endReason !== undefined) throw sandboxEnded(endReason);
        const status = running?.status() ?? list.status(key.pid);
        if (status === undefined) throw processNotFound();
        return status;
      }),
  };

  function requireRunning(sandbox: ActiveSandbox, pid: number): SandboxProcess {
    const list = listOf(sandbox);
    const running = list.findRunning(pid);
    if (running !== undefined) return running;
    throw list.status(pid) === undefined ? processNotFound() : processEnded();
  }
}

interface Writing {
  input: InputRequest;
  signal: AbortSignal;
}

interface Waiting {
  timeoutMs?: number | undefined;
  signal: AbortSignal;
}

function bytesOf({ text, base64 }: InputRequest): Uint8Array {
  return base64 === undefined ? Buffer.from(text ?? '', 'utf8') : base64Bytes(base64);
}

/** Resolves when the process has ended, the time has passed, or the client has left. */
export async function waitAtMost(
  process: Pick<SandboxProcess, 'onEnded'>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, timeoutMs);
  const stopListening = process.onEnded(over.resolve);
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  await over.promise;
  stopListening();
  clearTimeout(timer);
}

/** Returns the error for a pid that is not in the list of the sandbox. */
export function processNotFound(): AppError {
  return new AppError(
    'process_not_found',
    'No process with this pid was started in the sandbox from outside, or it ended long ago. List the processes.',
  );
}

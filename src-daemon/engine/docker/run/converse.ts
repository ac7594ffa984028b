import { AppError } from '../../../core/app-error.ts';
import type { SandboxFile } from '../../engine.ts';
import type { Frame, StatusFrame } from '../../protocol/frames.ts';
import { encodeJob, type SandboxProgram } from '../../protocol/job-frame.ts';
import type { EngineLink } from '../link/engine-link.ts';
import type { BootedSandbox } from '../sandbox/boot-sandbox.ts';

/** How a conversation with init ended. */
export type Ending =
  | { kind: 'status'; status: StatusFrame }
  | { kind: 'failed'; stage: string; error: string }
  | { kind: 'cancelled' }
  /** Init did not keep the time limit, so the container was ended from outside. */
  | { kind: 'overdue' }
  /** The container died without a last word. */
  | { kind: 'died' };

export interface Listener {
  onStarted: () => void;
  onOutput: (stream: 'stdout' | 'stderr', chunk: Uint8Array) => void;
  onTail: (stream: 'stdout' | 'stderr', at: number, chunk: Uint8Array) => void;
  onFile: (file: SandboxFile) => void;
  signal: AbortSignal;
}

/** Init keeps the limit itself; this much later it is kept for it. */
const graceMs = 250;
const bootLimitMs = 30_000;
const deliveryLimitMs = 30_000;
const lastEventsMs = 1500;

/**
 * Sends the one job and hears it out.
 * @throws AppError `engine_unavailable` when the engine goes away meanwhile; ProtocolError
 */
export function converse(
  place: { link: EngineLink; sandbox: BootedSandbox },
  program: SandboxProgram,
  listener: Listener,
): Promise<Ending> {
  const { link, sandbox } = place;
  const ending = Promise.withResolvers<Ending>();
  const clock = createClock(ending.reject);

  const onFrame = (frame: Frame) => {
    if (frame.type === 'started') {
      clock.restart(program.limitMs + graceMs, () => ending.resolve({ kind: 'overdue' }));
      listener.onStarted();
    } else if (frame.type === 'stdout' || frame.type === 'stderr') listener.onOutput(frame.type, frame.chunk);
    else if (frame.type === 'tail') listener.onTail(frame.stream, frame.at, frame.chunk);
    else if (frame.type === 'ended') clock.restart(deliveryLimitMs);
    else if (frame.type === 'file') listener.onFile({ path: frame.path, content: frame.content });
    else if (frame.type === 'status') ending.resolve({ kind: 'status', status: frame.status });
    else if (frame.type === 'failed') ending.resolve({ kind: 'failed', stage: frame.stage, error: frame.error });
  };
  sandbox.frames.listen(onFrame, ending.reject);

  const onLost = () => ending.reject(engineGone());
  const onAbort = () => ending.resolve({ kind: 'cancelled' });
  const onClose = () => void deathOf(link).then(() => ending.resolve({ kind: 'died' }));
  sandbox.stream.once('close', onClose);
  sandbox.stream.once('end', () => sandbox.stream.destroy());
  link.lost.addEventListener('abort', onLost, { once: true });
  listener.signal.addEventListener('abort', onAbort, { once: true });
  if (link.lost.aborted) onLost();
  else if (listener.signal.aborted) onAbort();
  else if (sandbox.stream.closed) onClose();
  else send(sandbox, program);

  return ending.promise.finally(() => {
    clock.stop();
    sandbox.stream.removeAllListeners('data');
    sandbox.stream.on('data', () => {});
    link.lost.removeEventListener('abort', onLost);
    listener.signal.removeEventListener('abort', onAbort);
  });
}

/**
 * To be called when a container's stream has closed: resolves when its last events are here, of which the kernel's kill
 * is one, and the engine has been asked. One that ends takes its containers along; the link is lost then.
 */
export async function deathOf(link: EngineLink): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, lastEventsMs).unref());
  if (!link.lost.aborted) await link.confirm();
}

/** The engine went away, or does not do what it was asked to. */
export function engineGone(cause?: unknown): AppError {
  return new AppError('engine_unavailable', 'The sandbox engine stopped answering during the run. Try again.', {
    cause,
    retryAfterSeconds: 5,
  });
}

function send({ stream, nonce }: BootedSandbox, program: SandboxProgram): void {
  stream.cork();
  for (const piece of encodeJob(program, nonce)) stream.write(piece);
  stream.uncork();
}

interface Clock {
  restart(limitMs: number, onLate?: () => void): void;
  stop(): void;
}

/** One timer at a time; whoever lets it pass without words of its own has lost the engine. */
function createClock(reject: (error: unknown) => void): Clock {
  const late = () => reject(engineGone());
  let timer = setTimeout(late, bootLimitMs);
  return {
    restart: (limitMs, onLate = late) => {
      clearTimeout(timer);
      timer = setTimeout(onLate, limitMs);
    },
    stop: () => clearTimeout(timer),
  };
}

import type { Context } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { KernelEndedError, type KernelSession } from './kernel-session.ts';

interface ContextOptions {
  id: string;
  language: string;
  sandbox: Pick<ActiveSandbox, 'isPaused' | 'whenRunning'>;
  /** @param after the kernel starts when this has settled */
  startKernel: (after?: Promise<unknown>) => KernelSession;
  /** The context ended: by a request without a cause, or because its kernel ended. */
  onEnded: (end?: ContextEnd) => void;
  now: () => number;
}

interface ContextEnd {
  cause: unknown;
  executionCount: number;
}

export type KernelContext = ReturnType<typeof createKernelContext>;

/** A kernel with the queue of its operations. A restart exchanges the kernel. */
export function createKernelContext({ id, language, sandbox, startKernel, onEnded, now }: ContextOptions) {
  const createdAt = now();
  let executionCount = 0;
  let isEnded = false;
  let isReady = false;
  let session = start();
  const queue = createOperationQueue({ sandbox, session: () => session });

  return {
    id,
    language,
    /** Resolves when the kernel accepts operations. @throws StartError, KernelEndedError, SandboxEndedError */
    ready: (): Promise<void> => session.ready,

    /** @throws AppError `context_queue_full`, `context_not_found` */
    add(operation: ContextOperation): void {
      if (isEnded) throw contextNotFound();
      queue.add(operation);
    },

    stop: queue.stop,
    interrupt: queue.interrupt,

    /** Returns the number of the next cell that counts. */
    nextCount: (): number => ++executionCount,
    count: () => executionCount,

    /** Ends the kernel and starts a new one. Cells that run or wait end. */
    async restart(): Promise<void> {
      const old = session;
      // Both may not fit into the memory of the sandbox.
      session = start(old.ended.catch(() => undefined));
      executionCount = 0;
      queue.refuseWaiting(new KernelEndedError());
      old.kill();
      await session.ready;
    },

    close(): void {
      end(new KernelEndedError(), { isRequested: true });
      session.kill();
    },

    view: (): Context => ({
      ...{ id, language, executionCount },
      status: queue.isBusy() ? 'busy' : 'idle',
      createdAt: new Date(createdAt).toISOString(),
    }),
  };

  function start(after?: Promise<unknown>): KernelSession {
    const started = startKernel(after);
    void started.ready.then(
      () => {
        isReady = true;
      },
      () => undefined,
    );
    started.ended.catch((cause: unknown) => {
      // No client knows a context that never was ready, or a cell reports why.
      if (session === started) end(cause, { isRequested: !isReady });
    });
    return started;
  }

  function end(cause: unknown, { isRequested }: { isRequested: boolean }): void {
    if (isEnded) return;
    isEnded = true;
    queue.refuseWaiting(cause);
    onEnded(isRequested ? undefined : { cause, executionCount });
  }
}

export function contextNotFound(): AppError {
  return new AppError(
    'context_not_found',
    'The sandbox has no context with this id, or its kernel has ended. Create a new one: its variables are lost.',
  );
}

/** Something that a kernel does for one request. */
export interface ContextOperation {
  /** Does it in a kernel that is ready. Never rejects. */
  perform(session: KernelSession): Promise<void>;
  /** It is not performed. `cause`: an AppError, KernelEndedError, InterruptedError, or an error of the engine's interface. */
  refuse(cause: unknown): void;
}

/** The operation was interrupted before the kernel had received it. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

interface CurrentOperation {
  operation: ContextOperation;
  session: KernelSession;
  /** It waits until the kernel has booted, the kernel has it, or it was refused before. */
  state: 'waiting' | 'sent' | 'refused';
}

interface QueueOptions {
  sandbox: Pick<ActiveSandbox, 'isPaused' | 'whenRunning'>;
  /** Returns the kernel for the next operation. */
  session: () => KernelSession;
}

/** An interrupt is repeated once after this time: bash loses one that arrives while it forks a subshell. */
const repeatMs = 1000;
/** A kernel that does not react to an interrupt in this time is ended. */
const interruptLimitMs = 2000;

/** Does the operations of one context one after the other. */
function createOperationQueue({ sandbox, session }: QueueOptions) {
  const waiting: ContextOperation[] = [];
  let current: CurrentOperation | undefined;

  return {
    isBusy: () => current !== undefined,

    /** @throws AppError `context_queue_full` */
    add(operation: ContextOperation): void {
      if (current !== undefined && waiting.length >= sandboxLimits.waitingCells) throw queueFull();
      waiting.push(operation);
      if (current === undefined) void work();
    },

    /** Stops an operation: one that waits is refused, one in progress is interrupted. */
    stop(operation: ContextOperation): void {
      if (current?.operation === operation) interrupt();
      const index = waiting.indexOf(operation);
      if (index === -1) return;
      waiting.splice(index, 1);
      operation.refuse(new InterruptedError());
    },

    interrupt,

    refuseWaiting(cause: unknown): void {
      for (const operation of waiting.splice(0)) operation.refuse(cause);
    },
  };

  async function work(): Promise<void> {
    for (let operation = waiting.shift(); operation !== undefined; operation = waiting.shift()) {
      current = { operation, session: session(), state: 'waiting' };
      await doCurrent(current);
    }
    current = undefined;
  }

  /** Interrupts the operation in progress, and ends a kernel that does not react. */
  function interrupt(): void {
    const entry = current;
    if (entry?.state === 'waiting') {
      entry.state = 'refused';
      entry.operation.refuse(new InterruptedError());
    }
    if (entry?.state !== 'sent') return;
    entry.session.interrupt();
    setTimeout(() => {
      if (current === entry && !sandbox.isPaused()) entry.session.interrupt();
    }, repeatMs).unref();
    setTimeout(() => {
      if (current !== entry) return;
      if (!sandbox.isPaused()) entry.session.kill();
      else void sandbox.whenRunning().then(() => current === entry && interrupt());
    }, interruptLimitMs).unref();
  }
}

async function doCurrent(entry: CurrentOperation): Promise<void> {
  try {
    await entry.session.ready;
    if (entry.state === 'refused') return;
    entry.state = 'sent';
    await entry.operation.perform(entry.session);
  } catch (cause) {
    if (entry.state !== 'refused') entry.operation.refuse(cause);
  }
}

function queueFull(): AppError {
  const max = sandboxLimits.waitingCells;
  return new AppError('context_queue_full', `${max} cells already wait for this context. Wait for one to end.`);
}

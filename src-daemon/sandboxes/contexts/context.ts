import type { Context } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { KernelEndedError, type KernelSession } from './kernel-session.ts';
import { type ContextOperation, createOperationQueue } from './operation-queue.ts';

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

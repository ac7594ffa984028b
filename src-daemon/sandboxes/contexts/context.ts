import type { Context } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { AppError } from '../../core/app-error.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { KernelEndedError, type KernelSession } from './kernel-session.ts';
import { type ContextOperation, createOperationQueue } from './operation-queue.ts';

interface ContextOptions {
  id: string;
  language: string;
  sandbox: Pick<ActiveSandbox, 'isPaused' | 'whenRunning'>;
  startKernel: () => KernelSession;
  /** The kernel ended, and with it the context. */
  onEnded: () => void;
  now: () => number;
}

export type KernelContext = ReturnType<typeof createKernelContext>;

/** A kernel with the queue of its operations. A restart exchanges the kernel. */
export function createKernelContext({ id, language, sandbox, startKernel, onEnded, now }: ContextOptions) {
  const createdAt = now();
  let executionCount = 0;
  let isEnded = false;
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
      session = start();
      executionCount = 0;
      queue.refuseWaiting(new KernelEndedError());
      old.kill();
      await session.ready;
    },

    close(): void {
      end(new KernelEndedError());
      session.kill();
    },

    view: (): Context => ({
      ...{ id, language, executionCount },
      status: queue.isBusy() ? 'busy' : 'idle',
      createdAt: new Date(createdAt).toISOString(),
    }),
  };

  function start(): KernelSession {
    const started = startKernel();
    started.ended.catch((cause: unknown) => {
      if (session === started) end(cause);
    });
    return started;
  }

  function end(cause: unknown): void {
    if (isEnded) return;
    isEnded = true;
    queue.refuseWaiting(cause);
    onEnded();
  }
}

export function contextNotFound(): AppError {
  return new AppError(
    'context_not_found',
    'The sandbox has no context with this id, or its kernel has ended. Create a new one: its variables are lost.',
  );
}

import type { CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { StartError } from '../../engine/live-sandbox.ts';
import { withUnixLines } from '../../engine/shell-lines.ts';
import { AppError } from '../../errors/app-error.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { isExhausted } from '../life/sandbox-errors.ts';
import type { CodeAuthor, RecordSandboxCode } from '../record-code.ts';
import type { Cell } from './cell.ts';
import { type ContextOperation, contextNotFound, InterruptedError, type KernelContext } from './context.ts';
import { type EndedContext, endedBefore } from './context-list.ts';
import { type FinalMessage, KernelEndedError, type KernelOperation } from './kernel-session.ts';

/** Default time limit of a cell. */
const defaultTimeoutMs = 30_000;
/** Time limit of a completion or an inspection. */
const askLimitMs = 10_000;

type DoneMessage = Extract<FinalMessage, { type: 'done' }>;

interface CellParts {
  cell: Cell;
  context: KernelContext;
  sandbox: ActiveSandbox;
  author: CodeAuthor;
  recordCode: RecordSandboxCode;
  /** The result of the cell says that the context ended. */
  onEndReported: (cause: KernelEndedError) => void;
  /** Maps an error of the engine's interface to an error of the API. */
  asApiError: (error: unknown) => unknown;
}

/** Runs a cell. Its cancellation and its time limit interrupt it. */
export function cellOperation(parts: CellParts): ContextOperation {
  const { cell, context, sandbox, author, recordCode, onEndReported, asApiError } = parts;
  const { code, silent = false, timeoutMs = defaultTimeoutMs } = cell.request;
  const { language } = context;
  let forcedStatus: 'timed_out' | 'cancelled' | undefined;

  const stop = (status: 'timed_out' | 'cancelled') => {
    forcedStatus ??= status;
    context.stop(operation);
  };
  const operation: ContextOperation = {
    async perform(session) {
      let timer: NodeJS.Timeout | undefined;
      try {
        recordCode(author, {
          sandboxId: sandbox.id,
          kind: 'cell',
          language,
          codeLength: code.length,
        });
        cell.begin(silent ? context.count() : context.nextCount());
        timer = setTimeout(() => void sandbox.whenRunning().then(() => stop('timed_out')), timeoutMs);
        const { onOutput, onRich } = cell;
        const answer = await session.perform({
          name: 'run',
          payload: language === 'bash' ? withUnixLines(code) : code,
          onOutput,
          onRich,
        });
        const done = answer as DoneMessage;
        cell.finish({
          status: statusOf(done, forcedStatus),
          contextEnded: false,
          ...(done.exitCode !== undefined && { exitCode: done.exitCode }),
        });
      } catch (cause) {
        operation.refuse(cause);
      } finally {
        clearTimeout(timer);
      }
    },
    refuse(cause) {
      const status = statusOfRefusal(cause);
      if (status === undefined) cell.failWith(asKernelError(asApiError, cause));
      else if (!(cause instanceof KernelEndedError))
        cell.finish({ status: forcedStatus ?? status, contextEnded: false });
      else {
        // The client of a cancelled cell has left.
        if (forcedStatus !== 'cancelled') onEndReported(cause);
        cell.finish({ status: forcedStatus ?? status, contextEnded: true, ...exitOf(cause) });
      }
    },
  };
  cell.cancellation.signal.addEventListener('abort', () => stop('cancelled'), { once: true });
  return operation;
}

function statusOf({ status }: DoneMessage, forced: CellResult['status'] | undefined): CellResult['status'] {
  if (status === 'ok') return 'succeeded';
  if (status === 'error') return 'failed';
  return forced ?? 'interrupted';
}

/** Ends a cell whose context had ended before it. */
export function refuseCell(cell: Cell, { cause }: EndedContext): void {
  const status = statusOfRefusal(cause) ?? 'context_ended';
  cell.finish({ status, contextEnded: true, ...exitOf(cause), error: endedBefore(cell.contextId, cause) });
}

/** Returns how the kernel ended: on its own, by the kernel of the machine, or by this daemon. */
function exitOf({ end: { exitCode, signal } }: KernelEndedError): { exitCode?: number; signal?: string } {
  return { ...(exitCode !== null && { exitCode }), ...(signal !== null && { signal }) };
}

function statusOfRefusal(cause: unknown): CellResult['status'] | undefined {
  if (cause instanceof InterruptedError) return 'interrupted';
  if (cause instanceof KernelEndedError) return cause.end.isOutOfMemory ? 'out_of_memory' : 'context_ended';
  return undefined;
}

interface Question {
  name: 'complete' | 'inspect';
  payload: string;
  context: KernelContext;
  sandbox: ActiveSandbox;
  signal: AbortSignal;
}

/** Asks a kernel, and resolves with its answer. @throws AppError, SandboxEndedError */
export function askKernel({ name, payload, context, sandbox, signal }: Question): Promise<FinalMessage> {
  const answer = Promise.withResolvers<FinalMessage>();
  const stop = () => context.stop(operation);
  const operation: ContextOperation = {
    async perform(session) {
      const timer = setTimeout(() => void sandbox.whenRunning().then(stop), askLimitMs);
      const question: KernelOperation = { name, payload };
      await session
        .perform(question)
        .then(answer.resolve, operation.refuse)
        .finally(() => clearTimeout(timer));
    },
    refuse: answer.reject,
  };
  signal.addEventListener('abort', stop, { once: true });
  context.add(operation);
  return answer.promise;
}

function killedForMemory(): AppError {
  return new AppError(
    'sandbox_memory_full',
    'The memory of the sandbox was full, so the interpreter of the context was killed. Delete other contexts or end processes, ' +
      'or create a sandbox with more memory.',
  );
}

/** Maps the errors of a context that is not usable to errors of the API. */
export function asKernelError(asApiError: (error: unknown) => unknown, cause: unknown): unknown {
  if (cause instanceof KernelEndedError && cause.end.isOutOfMemory) return killedForMemory();
  if (cause instanceof KernelEndedError || cause instanceof InterruptedError) return contextNotFound();
  if (cause instanceof StartError && !isExhausted(cause))
    return new AppError(
      'language_has_no_kernel',
      'The image of the sandbox has no kernel of this language. Create a sandbox of that language.',
    );
  return asApiError(cause);
}

import { randomBytes } from 'node:crypto';
import type { CellResult, ContextRequest } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { refuseLargeEnvironment } from '../../engine/environment-size.ts';
import { hasKernel, type KernelLanguage } from '../../engine/guest/kernel-command.ts';
import { resolveLanguage } from '../../engine/languages/languages.ts';
import type { LiveSandbox } from '../../engine/live-sandbox.ts';
import { AppError } from '../../errors/app-error.ts';
import { unknownLanguage } from '../../errors/repeated-errors.ts';
import { createCurrentWorks } from '../../work/current-works.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import type { Cell } from './cell.ts';
import { contextNotFound, createKernelContext, type KernelContext } from './context.ts';
import { createKernelCapacity } from './kernel-capacity.ts';
import { createMessageBudget } from './kernel-messages.ts';
import { KernelEndedError, startKernelSession } from './kernel-session.ts';

/** Id of the context that its first use creates. */
const defaultContext = 'default';

export type ContextList = ReturnType<typeof createContextList>;

/** The contexts of one sandbox, and the cells whose events are in memory. */
export function createContextList(sandbox: ActiveSandbox, now: () => number) {
  const contexts = new Map<string, KernelContext>();
  const ended = createEndedContexts();
  const capacity = createKernelCapacity(sandbox);
  const messageBudget = createMessageBudget(sandbox.memory);

  return {
    cells: createCurrentWorks<Cell>(),
    create,
    /** Contexts that ended between cells. */
    ended,
    has: (id: string): boolean => contexts.has(id),
    list: () => [...contexts.values()].map((context) => context.view()),

    /** @throws AppError `context_not_found`; an error of `create` for the default context */
    require(id: string): KernelContext {
      const context = contexts.get(id);
      if (context !== undefined) return context;
      if (id !== defaultContext) throw contextNotFound();
      return create(id, {});
    },

    /** Like `require`, but does not create the default context. */
    requireExisting(id: string): KernelContext {
      const context = contexts.get(id);
      if (context === undefined) throw contextNotFound();
      return context;
    },
  };

  /** Starts its kernel when there is room for it. @throws AppError `unknown_language`, `language_has_no_kernel`, `environment_too_large` */
  function create(id: string, request: ContextRequest): KernelContext {
    const { language: name = sandbox.language, cwd = '', env: own } = request;
    const of = requireKernel(name);
    const { id: language, kernel } = of;
    // Without the variables of the language: the engine adds them, and uses the waiting kernel only if no other is set.
    const env = { ...sandbox.env, ...own };
    refuseLargeEnvironment({ args: [], env, secretNames: sandbox.secretNames });
    const { live, mask } = sandbox;
    const { hasInterruptMessage = false, isSignalledAlone } = kernel;
    const context: KernelContext = createKernelContext({
      ...{ id, language, sandbox, now },
      startKernel: (after) => {
        const seat = capacity.seat(of);
        const startKernel: LiveSandbox['startKernel'] = async (options, listener) => {
          await after;
          await seat.take();
          return await live.startKernel(options, listener);
        };
        const kernelOptions = { language, env, cwd };
        const started = startKernelSession({
          ...{ live: { startKernel }, kernel: kernelOptions, mask, messageBudget },
          ...{ hasInterruptMessage, isSignalledAlone },
        });
        started.ready.then(seat.settle, seat.leave);
        started.ended.catch(seat.leave);
        return started;
      },
      onEnded: (end) => {
        if (contexts.get(id) === context) contexts.delete(id);
        if (end?.cause instanceof KernelEndedError)
          ended.add(id, { cause: end.cause, request, executionCount: end.executionCount });
      },
    });
    contexts.set(id, context);
    return context;
  }
}

/** Returns a language that has a kernel. @throws AppError `unknown_language`, `language_has_no_kernel` */
function requireKernel(name: string): KernelLanguage {
  const language = resolveLanguage(name);
  if (language === undefined) throw unknownLanguage(name);
  if (hasKernel(language)) return language;
  throw new AppError(
    'language_has_no_kernel',
    'The language has no kernel, so it cannot run cells. Run its code as a process.',
  );
}

export function newContextId(): string {
  return `ctx_${randomBytes(12).toString('base64url')}`;
}

export function newCellId(): string {
  return `cell_${randomBytes(12).toString('base64url')}`;
}

/** A context that ended on its own, which no cell has reported yet. */
export interface EndedContext {
  cause: KernelEndedError;
  request: ContextRequest;
  /** Number of cells that it ran. */
  executionCount: number;
}

/** The oldest are forgotten: then the context does not exist. */
const maxEnded = 256;

/** Remembers contexts that ended between cells, until the next cell reports it. */
function createEndedContexts() {
  const ended = new Map<string, EndedContext>();

  return {
    add(id: string, context: EndedContext): void {
      ended.delete(id);
      ended.set(id, context);
      const [oldest] = ended.keys();
      if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest);
    },

    /** Returns the end of a context, and forgets it. */
    take(id: string): EndedContext | undefined {
      const found = ended.get(id);
      ended.delete(id);
      return found;
    },

    /** Forgets an end that a cell has reported. */
    forget(id: string, cause: unknown): void {
      if (ended.get(id)?.cause === cause) ended.delete(id);
    },
  };
}

/** Returns the error of a cell whose context had ended before it. */
export function endedBefore(id: string, { end }: KernelEndedError): NonNullable<CellResult['error']> {
  const message = `The context ended before this cell: ${reasonOf(end)}. The cell did not run, and all variables are lost. ${
    id === defaultContext ? 'The next cell starts a new interpreter.' : 'Create a new context.'
  }`;
  return { name: 'ContextEnded', message, traceback: message };
}

function reasonOf({ isOutOfMemory, exitCode, signal }: KernelEndedError['end']): string {
  if (isOutOfMemory)
    return 'the memory of the sandbox was full, so its interpreter was killed. Delete other contexts or end processes, or create a sandbox with more memory';
  if (signal !== null) return `its interpreter was ended by ${signal}`;
  return exitCode === null ? 'its interpreter ended' : `its interpreter exited with code ${exitCode}`;
}

import type { CellResult, ContextRequest } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { defaultContext } from './default-context.ts';
import type { KernelEndedError } from './kernel-session.ts';

/** A context that ended on its own, and of which no cell has been told. */
export interface EndedContext {
  cause: KernelEndedError;
  request: ContextRequest;
  /** Number of cells that it ran. */
  executionCount: number;
}

/** The oldest are forgotten: then the context does not exist. */
const most = 256;

/** Remembers contexts that ended between cells, until the next cell reports it. */
export function createEndedContexts() {
  const ended = new Map<string, EndedContext>();

  return {
    add(id: string, context: EndedContext): void {
      ended.delete(id);
      ended.set(id, context);
      const [oldest] = ended.keys();
      if (ended.size > most && oldest !== undefined) ended.delete(oldest);
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

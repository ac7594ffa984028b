import type { Hint } from '../../../src-shared/contracts/hints.ts';
import type { CellOutput } from '../../../src-shared/contracts/sandboxes/cell-output.ts';
import type { CellEvent, CellRequest, CellResult } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import { asAppError } from '../../errors/app-error.ts';
import { createCurrentWork } from '../../work/current-work.ts';
import type { ActiveSandbox } from '../life/sandbox.ts';
import { createTextHead } from '../output/kept-text.ts';
import type { OutputStream } from '../output/masked-streams.ts';
import type { Ended } from '../sandbox-hints.ts';
import type { RichMessage } from './kernel-session.ts';
import { createRichOutput, type RichOutput } from './rich-output.ts';

export interface CellOptions {
  id: string;
  contextId: string;
  sandbox: ActiveSandbox;
  credentialId: string;
  request: CellRequest;
  /** Returns what would help a cell that failed. */
  hintsOf: (ended: Ended) => Hint[];
}

type ErrorMessage = Extract<RichMessage, { type: 'error' }>;

interface CellEnd {
  status: CellResult['status'];
  contextEnded: boolean;
  exitCode?: number;
  /** The signal that ended the kernel. */
  signal?: string;
  /** The error of a cell that did not run. */
  error?: NonNullable<CellResult['error']>;
}

const { outputBytes, richOutputBytes, outputs: maxOutputs } = sandboxLimits;
/** All text of a stream fits, in events of the usual size. Of a cell that prints single characters, the newest stay. */
const eventLimits = { stdout: 4 * outputBytes, stderr: 4 * outputBytes, clear_output: outputBytes };
/** Maximum lengths of the parts of an error, in characters. */
const errorLimits = { name: 256, message: 64 * 1024, traceback: 1024 * 1024 };

/** An account that has less room cannot run a cell. */
export const cellBytes = 1024 * 1024;

export type Cell = ReturnType<typeof createCell>;

/** A cell in memory: its events, which clients follow, and its result. All text is masked. */
export function createCell({ id, contextId, sandbox, credentialId, request, hintsOf }: CellOptions) {
  const { work, heads } = newWork({ id, sandbox, credentialId, request });
  const rich = createRichOutput(sandbox, richOutputBytes);
  const arrivedAt = performance.now();
  let startedAt: number | undefined;
  let executionCount = 0;
  const outputs: CellOutput[] = [];
  let error: CellResult['error'];
  let result: CellResult | undefined;
  let failure: unknown;
  /** The next output replaces all output so far. */
  let isClearing = false;

  return {
    ...work,
    contextId,
    request,
    /** A cell has no other copy, but ended cells are dropped once they are too large together. */
    isKept: () => true,

    begin(count: number): void {
      executionCount = count;
      startedAt = performance.now();
      work.append({ event: 'started', data: { id } });
    },

    onOutput(stream: OutputStream, text: string): void {
      if (isClearing) clear();
      const part = heads[stream].push(text);
      if (part !== '') work.append({ event: stream, data: { text: part } });
    },

    onRich,

    finish({ status, contextEnded, error: notRun, ...exit }: CellEnd): void {
      const { stdout, stderr } = heads;
      if (notRun !== undefined) {
        error = notRun;
        work.append({ event: 'traceback', data: notRun });
      }
      const hints = notRun === undefined ? hintsOf({ status, errorText: errorTextOf(stderr.text(), error) }) : [];
      result = {
        ...{ id, status, contextEnded, executionCount, outputs, stdout: stdout.text(), stderr: stderr.text() },
        ...(error && { error }),
        ...exit,
        ...timesOf(arrivedAt, startedAt),
        truncated: stdout.isTruncated() || stderr.isTruncated() || rich.isTruncated(),
        ...(hints.length > 0 && { hints }),
      };
      work.append({ event: 'finished', data: result });
      work.end();
    },

    /** Ends a cell that has no result. */
    failWith(cause: unknown): void {
      failure = cause;
      work.fail(asAppError(cause));
      work.end();
    },

    /** Returns the result. @throws AppError if the cell has none */
    async result(): Promise<CellResult> {
      await work.ended;
      if (result === undefined) throw failure;
      return result;
    },
  };

  async function onRich(message: RichMessage): Promise<void> {
    if (message.type === 'error') return await onError(message);
    if (message.type === 'clear_output') return onClear(message.wait);
    if (message.type === 'result' && request.silent === true) return;
    const parts = await rich.parts(message);
    if (parts === undefined) return;
    if (isClearing) clear();
    // The result of the last expression has a place of its own.
    const max = message.type === 'result' ? maxOutputs + 1 : maxOutputs;
    if (message.type !== 'update_display' && outputs.length >= max) return rich.truncate();
    if (message.type === 'result') {
      outputs.push({ kind: 'result', ...parts });
      work.append({ event: 'result', data: parts });
      return;
    }
    const displayId = message.displayId === undefined ? {} : { displayId: await rich.text(message.displayId, 256) };
    const shown: CellOutput = { kind: 'display', ...parts, ...displayId };
    if (message.type === 'display') outputs.push(shown);
    else for (const [at, output] of outputs.entries()) if (output.displayId === shown.displayId) outputs[at] = shown;
    work.append({ event: message.type, data: { ...parts, ...displayId } });
  }

  function onClear(wait: boolean): void {
    work.append({ event: 'clear_output', data: { wait } });
    isClearing = wait;
    if (!wait) clear();
  }

  function clear(): void {
    isClearing = false;
    outputs.length = 0;
    heads.stdout.clear();
    heads.stderr.clear();
  }

  async function onError(message: ErrorMessage): Promise<void> {
    if (error !== undefined) return;
    error = await maskError(rich, message);
    work.append({ event: 'traceback', data: error });
  }
}

function newWork({ id, sandbox, credentialId, request }: Omit<CellOptions, 'contextId' | 'hintsOf'>) {
  const { accountId, memory } = sandbox;
  const work = createCurrentWork<CellEvent>({ id, accountId, credentialId, memory, limits: eventLimits });
  work.holding?.grow(request.code.length);
  const newHead = () => createTextHead(outputBytes, { held: work.holding });
  return { work, heads: { stdout: newHead(), stderr: newHead() } };
}

function errorTextOf(stderr: string, error: CellResult['error']): string {
  return error === undefined ? stderr : `${stderr}\n${error.traceback}\n${error.name}: ${error.message}`;
}

async function maskError({ text }: RichOutput, { name, message, traceback }: ErrorMessage) {
  return {
    name: await text(name, errorLimits.name),
    message: await text(message, errorLimits.message),
    traceback: await text(traceback, errorLimits.traceback),
  };
}

/** Both times by performance.now(); a cell that did not start has waited until now. */
function timesOf(arrivedAt: number, startedAt: number | undefined) {
  const endedAt = performance.now();
  return {
    durationMs: startedAt === undefined ? 0 : Math.round(endedAt - startedAt),
    queuedMs: Math.round((startedAt ?? endedAt) - arrivedAt),
  };
}

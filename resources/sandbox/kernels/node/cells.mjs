import { types } from 'node:util';
import { queue, writeUnsent } from './channel.mjs';
import { DisplayHandle } from './display.mjs';
import { rewriteImports } from './imports.mjs';
import { describeValue, mediaOf } from './media.mjs';
import { afterOutput, restoreOutput } from './output.mjs';
import { runAsOwner } from './timers.mjs';
import { describeError, describeSyntaxError, nameComment } from './traceback.mjs';
import { compileErrorPosition, compileTypeScript, originalPosition } from './typescript.mjs';

const terminated = 'The evaluation of the cell was terminated.';
const endOfTerminated = { name: 'Error', message: terminated, traceback: `Error: ${terminated}` };

/**
 * A cell in progress.
 * @typedef {object} Cell
 * @property {number} id of the operation
 * @property {number} number from 1
 * @property {string} code
 * @property {import('./timers.mjs').Owner} owner
 */

/**
 * Runs cells, one at a time.
 * @param {object} options
 * @param {'javascript' | 'typescript'} options.language
 * @param {ReturnType<typeof import('./evaluate.mjs').createEvaluator>} options.evaluator
 * @param {import('./progress.mjs').Progress} options.progress
 * @param {(owner: import('./timers.mjs').Owner) => void} options.onInterrupt ends what an interrupted cell has started
 * @param {() => void} options.onEnd is called after the last message of a cell
 */
export function createCells({ language, evaluator, progress, onInterrupt, onEnd }) {
  /** @type {Cell | undefined} */
  let current;
  /** A cell that was interrupted before it started. */
  let skipped = 0;
  /**
   * The last cell that has ended, and a function that removes its traces, until that has been done.
   * @type {{ number: number, clean?: () => void }}
   */
  const ended = { number: 0 };
  return { run, interrupt, tidy, isBusy: () => current !== undefined, currentId: () => current?.id };

  /** @param {Cell} cell */
  function run(cell) {
    current = cell;
    if (skipped === cell.number) return interrupt(cell.number);
    restoreOutput();
    let script;
    try {
      script = rewriteImports(language === 'typescript' ? compileTypeScript(cell.code, cell.number) : cell.code);
    } catch (error) {
      return fail(cell, compileError(cell, error));
    }
    return runAsOwner(cell.owner, () =>
      evaluator.evaluateCell(script, nameComment(cell.number), (outcome) => finish(cell, outcome)),
    );
  }

  /**
   * Ends a cell that waits or that was terminated. V8 settles the promise of neither, so the driver settles the cell.
   * @param {number} number
   */
  function interrupt(number) {
    if (current?.number !== number) {
      skipped = number;
      return;
    }
    const { owner } = current;
    owner.isInterrupted = true;
    onInterrupt(owner);
    settle(current, { status: 'interrupted' });
  }

  /**
   * @param {Cell} cell
   * @param {import('./evaluate.mjs').Outcome} outcome
   */
  function finish(cell, outcome) {
    if (current !== cell) return undefined;
    // It can also have ended because the program ended that it waited for.
    if (progress.interruptedCell === cell.number) return interrupt(cell.number);
    if (outcome.kind === 'terminated') return fail(cell, endOfTerminated);
    if (outcome.kind === 'syntax-error') return fail(cell, syntaxError(cell, outcome));
    if (outcome.kind === 'thrown') return fail(cell, describeError(outcome.value, describeValue));
    const { value } = outcome;
    if (value === undefined || DisplayHandle.isHandle(value)) return settle(cell, { status: 'ok' });
    const media = mediaOf(value);
    if (!types.isPromise(media)) return settle(cell, { status: 'ok', data: media });
    return media.then((data) => settle(cell, { status: 'ok', data }));
  }

  /**
   * @param {Cell} cell
   * @param {{ name: string, message: string, traceback: string }} error
   */
  function fail(cell, error) {
    settle(cell, { status: 'error', error });
  }

  /**
   * @param {Cell} cell
   * @param {{ status: 'ok' | 'error' | 'interrupted', data?: object, error?: object }} end
   */
  function settle(cell, { status, data, error }) {
    afterOutput(() => {
      if (current !== cell || (cell.owner.isInterrupted && status !== 'interrupted')) return;
      const { id } = cell;
      const clean = status === 'interrupted' ? evaluator.abandon : evaluator.release;
      const last = [{ type: 'done', id, status }];
      if (data !== undefined) last.unshift({ type: 'result', id, data });
      if (error !== undefined) last.unshift({ type: 'error', id, ...error });
      queue(last);
      // No call is between these lines, so an interrupt cannot end the code there.
      current = undefined;
      ended.number = cell.number;
      ended.clean = clean;
      tidy();
      onEnd();
    });
  }

  /** Completes the end of the last cell. An interrupt that comes late can have ended that before. */
  function tidy() {
    if (current !== undefined) return;
    progress.finishedCell = ended.number;
    ended.clean?.();
    ended.clean = undefined;
    writeUnsent();
  }
}

/**
 * @param {Cell} cell
 * @param {unknown} error of the compiler of TypeScript
 */
function compileError({ code, number }, error) {
  const position = compileErrorPosition(error);
  if (position === undefined) return describeError(error, describeValue);
  return describeSyntaxError({ code, cell: number, message: error.message, position });
}

/**
 * @param {Cell} cell
 * @param {{ message: string, line: number, column: number }} error
 */
function syntaxError({ code, number }, { message, line, column }) {
  return describeSyntaxError({ code, cell: number, message, position: originalPosition(number, line, column) });
}

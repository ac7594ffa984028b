import process from 'node:process';
import { complete } from './assist/completion.mjs';
import { inspectName } from './assist/inspection.mjs';
import { createCells } from './cells.mjs';
import { send } from './channel.mjs';
import { defineDisplay } from './display.mjs';
import { createEvaluator } from './evaluate.mjs';
import { rewriteImports } from './imports.mjs';
import { describeValue } from './media.mjs';
import { defineModuleLoading } from './modules.mjs';
import { defineConsole, keepOutput, reportStrayErrors } from './output.mjs';
import { followPrograms } from './programs.mjs';
import { replaceTimers, soon } from './timers.mjs';
import { installStacks, nameComment } from './traceback.mjs';
import { compileTypeScript } from './typescript.mjs';

/** @typedef {import('./inbox.mjs').Operation} Operation */

/**
 * Creates the kernel in this process: it answers operations one after the other, in order.
 * @param {{ language: 'javascript' | 'typescript', inbox: ReturnType<typeof import('./inbox.mjs').startInbox> }} options
 */
export function createKernel({ language, inbox }) {
  const { progress } = inbox;
  const evaluator = createEvaluator();
  // Each cell starts with an empty stack.
  const programs = followPrograms(inbox.programs);
  const onInterrupt = (owner) => inbox.killLater(programs.interrupt(owner));
  const cells = createCells({ language, evaluator, progress, onInterrupt, onEnd: () => soon(answerWaiting) });
  /** @type {Operation[]} */
  const waiting = [];
  let lastRun = 0;
  installStacks();
  replaceTimers();
  keepOutput();
  defineConsole();
  defineDisplay(cells.currentId);
  defineModuleLoading(process.cwd(), language);
  reportStrayErrors();
  return { ready: () => send({ type: 'ready' }), receive, prepare };

  /** Loads what the first cell needs. The compiler that strips types is WebAssembly and takes long to load. */
  async function prepare() {
    rewriteImports('import path from "node:path"');
    if (language === 'typescript') compileTypeScript('enum A { B }', 0);
    describeValue({ number: [1] });
    await new Promise((resolve) => evaluator.evaluateCell('await 0', nameComment(0), resolve));
    evaluator.release();
  }

  /** @param {Operation} message */
  function receive(message) {
    const { operation, sequence, cell } = message;
    cells.tidy();
    if (operation === 'interrupt') {
      progress.answeredPing = sequence;
      if (progress.finishedCell < cell) cells.interrupt(cell);
    } else if (progress.receivedOperation < sequence) {
      waiting.push(message);
      progress.receivedOperation = sequence;
    }
    answerWaiting();
  }

  function answerWaiting() {
    while (waiting.length > 0 && !cells.isBusy()) {
      const [operation] = waiting;
      answer(operation);
      // An interrupt that ends the line above leaves the operation here.
      if (waiting[0] === operation) waiting.shift();
    }
  }

  /** @param {Operation} operation */
  function answer({ operation, id, payload, cell }) {
    if (operation === 'run' && cell > lastRun) {
      lastRun = cell;
      cells.run({ id, number: cell, code: payload, owner: { number: cell, isInterrupted: false } });
    } else if (operation === 'complete') send({ type: 'complete', id, ...assist(complete, payload) });
    else if (operation === 'inspect') send({ type: 'inspect', id, ...assist(inspectName, payload) });
  }

  function assist(answerFor, payload) {
    const { code, cursor } = JSON.parse(payload);
    try {
      return answerFor(evaluator, String(code), Number(cursor));
    } catch {
      // A cell can have replaced functions that the driver uses.
      return answerFor === complete ? { matches: [], start: cursor, end: cursor } : { found: false };
    }
  }
}

import process from 'node:process';
import { types } from 'node:util';
import { Script } from 'node:vm';
import { openSession } from './session.mjs';

/**
 * How the evaluation of a cell has ended.
 * @typedef {{ kind: 'value', value: unknown } | { kind: 'thrown', value: unknown }
 *   | { kind: 'syntax-error', message: string, line: number, column: number } | { kind: 'terminated' }} Outcome
 */

/**
 * Objects of evaluations belong to this group until they are released. It also retains the promise of the cell in progress:
 * if that were collected, V8 would call the session during the collection and abort the process.
 */
const objectGroup = 'cell';
/** Completion and inspection end after this time. */
const assistMs = 300;

/**
 * Creates the evaluator of this process: V8's inspector evaluates code as a REPL does, with top-level `await`, a value,
 * and declarations that stay. A cell can be terminated only if a session of the same thread evaluates it.
 */
export function createEvaluator() {
  let { session, readValue } = openSession();
  // Otherwise Node waits at its exit for the session to end.
  process.on('exit', () => session.disconnect());
  return { evaluateCell, evaluatePure, globalNames, release, abandon };

  /**
   * @param {string} code
   * @param {string} lastLine
   * @param {(outcome: Outcome) => void} onEnd is not called if the code is terminated after its first `await`
   */
  function evaluateCell(code, lastLine, onEnd) {
    const expression = `${asExpression(code)}${lastLine}`;
    const options = { expression, replMode: true, awaitPromise: true, objectGroup, userGesture: false };
    let hasStarted = false;
    session.post('Runtime.evaluate', options, (error, reply) => {
      onEnd(error === null ? outcomeOf(reply, hasStarted) : { kind: 'terminated' });
    });
    hasStarted = true;
  }

  /** Forgets the cell in progress, whose promise may never be settled. A new session does not wait for that promise. */
  function abandon() {
    session.disconnect();
    ({ session, readValue } = openSession());
  }

  /**
   * @param {any} reply of the inspector
   * @param {boolean} hasStarted V8 reports an error of the syntax at once, and other errors by the promise of the cell
   * @returns {Outcome}
   */
  function outcomeOf({ result, exceptionDetails }, hasStarted) {
    if (exceptionDetails === undefined) return { kind: 'value', value: readValue(result) };
    const { exception, lineNumber, columnNumber } = exceptionDetails;
    const value = readValue(exception ?? result);
    if (hasStarted || !types.isNativeError(value)) return { kind: 'thrown', value };
    return { kind: 'syntax-error', message: value.message, line: lineNumber + 1, column: columnNumber + 1 };
  }

  /**
   * Evaluates an expression that has no side effect. Returns undefined if it has one, fails or takes long.
   * @param {string} expression
   * @returns {{ value: unknown } | undefined}
   */
  function evaluatePure(expression) {
    let found;
    const options = { expression, throwOnSideEffect: true, timeout: assistMs, silent: true, objectGroup };
    session.post('Runtime.evaluate', options, (error, reply) => {
      if (error === null && reply.exceptionDetails === undefined) found = { value: readValue(reply.result) };
    });
    session.post('Runtime.releaseObjectGroup', { objectGroup });
    return found;
  }

  /** Returns the names that cells have declared with `let`, `const` and `class`. */
  function globalNames() {
    let names = [];
    session.post('Runtime.globalLexicalScopeNames', {}, (error, reply) => {
      if (error === null) names = reply.names;
    });
    return names;
  }

  /** Forgets a cell that has ended. */
  function release() {
    session.post('Runtime.releaseObjectGroup', { objectGroup });
  }
}

/**
 * Returns code that begins with `{` in parentheses if it is an object then, as the Node REPL does.
 * @param {string} code
 */
function asExpression(code) {
  if (!code.trimStart().startsWith('{')) return code;
  try {
    new Script(`(${code}\n)`);
    return `(${code}\n)`;
  } catch {
    return code;
  }
}

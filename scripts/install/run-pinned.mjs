// Runs a program on the pinned Node, on behalf of a script that the system's Node has started.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode } from './pinned-node.mjs';

const parentPollMs = 250;

/**
 * Runs a program on the pinned Node with the terminal of this process, and forwards signals to it.
 * @param {string} root the checkout
 * @param {string[]} args the program and its arguments
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<number>} the exit code; 128 and the signal's number after a signal
 */
export async function runPinned(root, args, options = {}) {
  const child = spawn(pinnedNode(root), args, { ...options, stdio: 'inherit' });
  const stop = forwardSignals(child);
  try {
    return await new Promise((done, fail) => {
      child.once('error', fail);
      child.once('close', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    stop();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} stops forwarding
 */
function forwardSignals(child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const listeners = signals.map((signal) => {
    const forward = () => {
      // A terminal sends SIGINT and SIGHUP to both processes. The child would take a second one as "stop at once".
      if (signal === 'SIGTERM' || !hasTerminal()) child.kill(signal);
    };
    process.on(signal, forward);
    return () => process.off(signal, forward);
  });
  const stopWatching = watchParent(() => child.kill('SIGTERM'));
  return () => {
    for (const remove of listeners) remove();
    stopWatching();
  };
}

/**
 * npm runs a script in a shell and forwards a signal to that shell only. The shell exits without notifying the script, so
 * the script polls its parent.
 * @param {() => void} onOrphaned
 * @returns {() => void} stops polling
 */
function watchParent(onOrphaned) {
  if (!process.env.npm_lifecycle_event) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, parentPollMs);
  timer.unref();
  return () => clearInterval(timer);
}

function hasTerminal() {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

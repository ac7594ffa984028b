// The daemon as a child of a script: what it reports on its standard output, and its end.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ ready: true, url: string, version: string, pid: number }} ReadyLine
 * @typedef {{ ready: false, error: string, url?: string }} RefusedLine
 * @typedef {{ selfCheck: 'passed', startupMs?: number }
 *   | { selfCheck: 'failed', reason: string }
 *   | { selfCheck: 'skipped', reason: string, nextStep?: string }} SelfCheckLine
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ended
 *
 * @typedef {object} DaemonProcess
 * @property {Promise<Ended>} ended
 * @property {Promise<ReadyLine | RefusedLine | undefined>} ready undefined when it ends without a word
 * @property {Promise<SelfCheckLine | undefined>} selfCheck
 * @property {(signal: NodeJS.Signals) => void} kill
 */

/**
 * Starts the daemon; its warnings go straight to this process's standard error.
 * @param {{ node: string, bundle: string, flags: string[] }} start
 * @returns {DaemonProcess}
 */
export function startDaemon({ node, bundle, flags }) {
  // A session of its own: Ctrl+C reaches it once, through us, and not a second time from the terminal.
  const child = spawn(node, [bundle, ...flags], {
    stdio: ['inherit', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  });
  /** @type {Promise<Ended>} */
  const ended = new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code, signal }));
  });
  const lines = readReports(child.stdout);
  return {
    ended,
    ready: lines.find((line) => typeof line.ready === 'boolean'),
    selfCheck: lines.find((line) => typeof line.selfCheck === 'string'),
    kill: (signal) => child.kill(signal),
  };
}

/** @param {import('node:stream').Readable} stream */
function readReports(stream) {
  /** @type {{ matches: (line: any) => boolean, done: (line: any) => void }[]} */
  const waiting = [];
  const lines = createInterface({ input: stream });
  lines.on('line', (text) => {
    const line = parse(text);
    for (const { matches, done } of waiting) if (line && matches(line)) done(line);
  });
  lines.on('close', () => {
    for (const { done } of waiting) done(undefined);
  });
  return {
    /**
     * @param {(line: any) => boolean} matches
     * @returns {Promise<any>}
     */
    find: (matches) => new Promise((done) => waiting.push({ matches, done })),
  };
}

/** @param {string} text */
function parse(text) {
  try {
    const line = JSON.parse(text);
    return typeof line === 'object' ? line : undefined;
  } catch {
    return undefined;
  }
}

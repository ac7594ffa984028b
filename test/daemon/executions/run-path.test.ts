/** The way of a run from its route to its sandbox: how many files and functions someone reads who follows it. */
import { Socket } from 'node:net';
import { relative, sep } from 'node:path';
import { expect, it } from 'vitest';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { root } from '../../house/checkout.ts';
import { type TestDaemon, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

interface Step {
  file: string;
  name: string;
}

const max = { files: 10, frames: 12, verbs: 8 };

/** Runs a program and returns the daemon's functions between its route and the bytes that carry it, the innermost first. */
async function pathOf(run: () => Promise<unknown>, carries: (bytes: string) => boolean): Promise<Step[]> {
  const limit = Error.stackTraceLimit;
  const write = Socket.prototype.write;
  let stack = '';
  Error.stackTraceLimit = 200;
  Socket.prototype.write = function (this: Socket, ...args: Parameters<typeof write>) {
    if (stack === '' && carries(String(args[0]))) stack = new Error('the path').stack ?? '';
    return write.apply(this, args);
  } as typeof write;
  try {
    await run();
  } finally {
    Socket.prototype.write = write;
    Error.stackTraceLimit = limit;
  }
  return stack.split('\n').flatMap(stepOf);
}

function stepOf(line: string): Step[] {
  const [, name = '(anonymous)', path] =
    /^\s+at (?:async )?(?:(\S+(?: \[as \w+\])?) )?\(?(?:file:\/\/)?(\/.+?):\d+:\d+\)?$/.exec(line) ?? [];
  if (path === undefined) return [];
  const file = relative(root, path).split(sep).join('/');
  // Below a route is the code that every operation shares.
  return file.startsWith('src-') && !file.startsWith('src-daemon/http/') ? [{ file, name }] : [];
}

const code = 'echo the program whose way is followed';

async function stepsOf({ newUser }: TestDaemon, language: string): Promise<Step[]> {
  const user = await newUser();
  const run = () => user.client.call(execute, { body: { language, code } });
  return pathOf(run, (bytes) => bytes.includes(code) && !bytes.startsWith('POST '));
}

/** The innermost function first. */
const shown = (steps: Step[]) => steps.map(({ file, name }) => `${file} ${name}`).join('\n');
const verbOf = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? name;

describeWithEngine('a run', () => {
  const daemon = testDaemonOfFile();
  const automatic = testDaemonOfFile({ args: ['--engine', 'auto'] });
  const embedded = testDaemonOfFile({ args: ['--engine', 'embedded'] });

  it.each([
    ['docker', daemon, 'bash'],
    ['auto', automatic, 'bash'],
    ['embedded', embedded, 'javascript'],
  ])('with the engine %s passes few files, functions and verbs', async (_engine, daemonOf, language) => {
    const steps = await stepsOf(daemonOf(), language);
    const path = shown(steps);
    expect(path).toMatch(/ executeFor$/);
    expect(new Set(steps.map(({ file }) => file)).size, path).toBeLessThanOrEqual(max.files);
    expect(steps.length, path).toBeLessThanOrEqual(max.frames);
    expect(new Set(steps.map(({ name }) => verbOf(name))).size, path).toBeLessThanOrEqual(max.verbs);
  });
});

/** Input that the command passes to the program while it runs, and output byte for byte. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { hasTerminal, runOnTerminal } from '../../support/terminal.ts';
import { cliBundle, commandWithDaemon } from '../command.ts';

const fixture = commandWithDaemon();
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const allBytes = Buffer.from(Array.from({ length: 4 * 256 }, (_, index) => index % 256));
const copy = 'import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)';

/** Starts the command with a stdin that stays open until the test ends it. */
async function open(args: string[]) {
  const { user, command } = await fixture.forNewUser();
  const env = { ...process.env, ...command.env, STRONGROOM_API_KEY: user.apiKey };
  const argv = [cliBundle, '--data-dir', command.dataDir, ...args];
  const child = spawn(process.execPath, argv, { env, cwd: fixture.folder, stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'close').then(([code]) => code);
  return { child, exited };
}

async function onTerminal(argv: string[], typing: { after: string; keys: string }[]) {
  const { user, command } = await fixture.forNewUser();
  const env = { ...process.env, ...command.env, STRONGROOM_API_KEY: user.apiKey };
  return runOnTerminal(argv, { typing, env, cwd: fixture.folder, quietMs: 60_000 });
}

describeWithEngine('the stdin of the command', () => {
  it('that is open and silent does not delay a program that does not read it', async () => {
    const { child, exited } = await open(['exec', 'python', 'print("at once")']);
    expect((await buffer(child.stdout)).toString()).toBe('at once\n');
    expect(await exited).toBe(0);
  });

  it('reaches the program line by line, and its end ends the loop', async () => {
    const { child, exited } = await open(['exec', 'bash', 'while read -r line; do echo "got $line"; done; echo end']);
    const lines = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
    for (const line of ['one', 'two']) {
      child.stdin.write(`${line}\n`);
      expect((await lines.next()).value).toBe(`got ${line}\n`);
    }
    child.stdin.end();
    expect((await lines.next()).value).toBe('end\n');
    expect(await exited).toBe(0);
  });

  it('is passed on byte for byte, and so is the output', async () => {
    const { child, exited } = await open(['exec', 'python', copy]);
    child.stdin.end(allBytes);
    expect(await buffer(child.stdout)).toEqual(allBytes);
    expect(await exited).toBe(0);
    writeFileSync(join(fixture.folder, 'bytes.bin'), allBytes);
    const ofFile = await open(['exec', '--stdin', 'bytes.bin', 'python', copy]);
    expect(await buffer(ofFile.child.stdout)).toEqual(allBytes);
  });

  it('that the program does not read to its end leaves the exit code to the program', async () => {
    const { child, exited } = await open(['exec', 'python', 'import sys; print(len(sys.stdin.read(5))); exit(3)']);
    child.stdin.end(Buffer.alloc(32 * 1024 * 1024));
    expect((await buffer(child.stdout)).toString()).toBe('5\n');
    expect(await exited).toBe(3);
  });

  it('is text with --json, which says that bytes were replaced', async () => {
    const { child } = await open(['exec', '--json', 'python', copy]);
    child.stdin.end(Buffer.from([0x61, 0xff]));
    expect(JSON.parse((await buffer(child.stdout)).toString())).toMatchObject({
      stdout: 'a\ufffd',
      stdoutNotUtf8: true,
    });
  });
});

describeWithEngine('the terminal of the command', () => {
  it.skipIf(!hasTerminal)('is the input of the program: input() asks, and Ctrl+D ends it', async () => {
    const { command } = await fixture.forNewUser();
    const code = 'import sys\nname = input("name? ")\nprint("hello", name)\nprint(len(sys.stdin.read()), "more")';
    const argv = [process.execPath, cliBundle, '--data-dir', command.dataDir, 'exec', 'python', code];
    const typing = [
      { after: 'name? ', keys: 'Ada\n' },
      { after: 'hello Ada', keys: 'abc\n\x04' },
    ];
    const { shown, exitCode } = await onTerminal(argv, typing);
    expect(shown).toContain('4 more');
    expect(exitCode).toBe(0);
  });

  it.skipIf(!hasTerminal)('does not stop a command in the background', async () => {
    const { command } = await fixture.forNewUser();
    const run = `"${process.execPath}" "${cliBundle}" --data-dir "${command.dataDir}" exec python 'print("from behind")'`;
    const { shown, exitCode } = await onTerminal(['/bin/bash', '-c', `set -m; ${run} & wait $!`], []);
    expect(shown).toContain('from behind');
    expect(exitCode).toBe(0);
  });
});

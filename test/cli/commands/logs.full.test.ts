/** `strongroom logs`: the daemon's log files, also while they are replaced, without a daemon. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { hiddenCharacter } from '../../../src-shared/formats/visible-text.ts';
import { startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { until } from '../../support/until.ts';
import { commandIn, temporaryFolder } from '../command.ts';

let command: ReturnType<typeof commandIn>;
let logs: string;
beforeEach(() => {
  const folder = temporaryFolder();
  command = commandIn(folder, join(folder, 'data'));
  logs = join(command.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
});

const line = (msg: string, fields: object = {}) =>
  `${JSON.stringify({ level: 30, time: '2026-01-02T03:04:05.678Z', ...fields, msg })}\n`;
const shown = (msg: string, level = 'INFO ') => `2026-01-02T03:04:05.678Z ${level} ${msg}\n`;
const file = (number: number) => join(logs, `daemon.${number}.log`);

describe('strongroom logs', () => {
  it('shows the last lines across the files, in the order of their numbers', async () => {
    writeFileSync(file(9), line('one') + line('two'));
    writeFileSync(file(10), line('three', { port: 7341, reason: 'two words' }) + line('four', { level: 50 }));
    writeFileSync(join(logs, 'other.log'), 'not ours\n');
    const three = 'three  port=7341  reason="two words"';
    const all = shown('one') + shown('two') + shown(three) + shown('four', 'ERROR');
    expect(await command.run(['logs'])).toEqual({ exitCode: 0, stdout: all, stderr: '' });
    const last = await command.run(['logs', '-n', '3']);
    expect(last.stdout).toBe(shown('two') + shown(three) + shown('four', 'ERROR'));
    expect((await command.run(['logs', '--lines', '0'])).stdout).toBe('');
  });

  it('prints the lines as they are with --json', async () => {
    const lines = line('one', { port: 1 }) + line('two', { err: { type: 'Error', stack: 'Error: x\n    at y' } });
    writeFileSync(file(1), lines);
    expect(await command.run(['logs', '--json'])).toEqual({ exitCode: 0, stdout: lines, stderr: '' });
  });

  it('lets no text of the log act on the terminal or look like another line', async () => {
    const title = '\u001b]0;title\u0007';
    const forged = `a\n${shown('forged')}`;
    writeFileSync(file(1), `${line(`${title}${forged}`, { name: `${title}\u202e` })}${title}not JSON\nincomplete`);
    const { stdout } = await command.run(['logs']);
    expect(stdout.search(hiddenCharacter())).toBe(-1);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout).toMatch(/␛\]0;title␇not JSON\nincomplete\n$/);
    const json = await command.run(['logs', '--json']);
    expect(json.stdout.search(hiddenCharacter())).toBe(-1);
    expect(JSON.parse(json.stdout.split('\n')[2] ?? '')).toEqual({ msg: 'incomplete' });
  });

  it('shows the stack of an error below its line', async () => {
    writeFileSync(file(1), line('failed', { err: { type: 'TypeError', stack: 'TypeError: x\n    at f (a.ts:1:2)' } }));
    const { stdout } = await command.run(['logs']);
    expect(stdout).toBe(`${shown('failed  err={"type":"TypeError"}')}    TypeError: x\n    at f (a.ts:1:2)\n`);
  });

  it('is refused with 65 where no daemon has been, and with 64 for another machine', async () => {
    rmSync(logs, { recursive: true });
    const none = await command.run(['logs']);
    expect(none).toMatchObject({ exitCode: 65, stdout: '', stderr: expect.stringContaining(`no log in ${logs}`) });
    const env = { STRONGROOM_URL: 'http://127.0.0.1:9' };
    expect(await command.run(['logs'], { env })).toMatchObject({ exitCode: 64 });
  });
});

describe('strongroom logs -f', () => {
  it('follows from the first file on, through complete lines, new files and removed files', async () => {
    const following = command.start(['logs', '-f', '--lines', '1']);
    let stdout = '';
    following.stdout.on('data', (text: string) => {
      stdout += text;
    });
    const sees = (expected: string) => until(() => stdout === expected);
    let expected = shown('first');
    writeFileSync(file(1), line('first'));
    await sees(expected);
    const half = line('é in two parts');
    appendFileSync(file(1), Buffer.from(half).subarray(0, 66));
    appendFileSync(file(1), Buffer.from(half).subarray(66));
    expected += shown('é in two parts');
    await sees(expected);
    appendFileSync(file(1), line('last of the first file'));
    writeFileSync(file(2), line('first of the second file'));
    rmSync(file(1));
    writeFileSync(file(3), line('third file'));
    for (const msg of ['last of the first file', 'first of the second file', 'third file']) expected += shown(msg);
    await sees(expected);
    following.kill('SIGTERM');
    expect((await following).stderr).toBe('');
  });

  it('shows what a daemon writes while it runs, also from its next start', async () => {
    rmSync(command.dataDir, { recursive: true });
    const following = command.start(['logs', '-f', '--json']);
    let stdout = '';
    following.stdout.on('data', (text: string) => {
      stdout += text;
    });
    for (const starts of [1, 2]) {
      const daemon = await startChildDaemon(command.dataDir);
      daemon.process.kill('SIGTERM');
      await daemon.exited;
      await until(() => stdout.split('"msg":"stopped"').length === starts + 1);
    }
    following.kill('SIGTERM');
    await following;
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text).msg),
    ).toContain('listening');
    expect(readFileSync(file(1), 'utf8')).toContain('"msg":"stopped"');
  });
});

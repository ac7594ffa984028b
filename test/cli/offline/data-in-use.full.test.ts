/** The exit codes of `backup`, `restore` and `keystore` when they refuse; refusals.full.test.ts has every reason. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOfFailure } from '../../../src-cli/offline/failure-exit-codes.ts';
import { offlineFailureCodes } from '../../../src-shared-node/offline-protocol.ts';
import { type ReadyDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { commandIn, temporaryFolder } from '../command.ts';
import { passphrase, refusalOf } from './refusal-of.ts';

const folder = temporaryFolder();
const command = commandIn(folder, join(folder, 'data'));
const good = join(folder, 'good.backup');
let daemon: ReadyDaemon;

beforeAll(async () => {
  daemon = await startChildDaemon(command.dataDir);
  expect(await command.run(['backup', good], { input: passphrase })).toMatchObject({ exitCode: 0, stderr: '' });
});
afterAll(async () => {
  daemon.process.kill('SIGTERM');
  await daemon.exited;
  rmSync(folder, { recursive: true });
});

describe('data that a daemon uses', () => {
  it.each([
    ['restore', ['restore', good, '--replace']],
    ['keystore move', ['keystore', 'move', 'passphrase']],
  ])('makes %s end with 75 and the pid of the daemon', async (_, args) => {
    const { pid } = daemon.process;
    const refusal = await refusalOf(command, args);
    expect(refusal).toMatchObject({ exitCode: 75, reason: 'already_running', pid });
    expect(refusal.message).toContain(`in use by the daemon with pid ${pid} at ${daemon.url}. Stop it ("kill ${pid}")`);
  });
});

it('refuses a backup that does not exist and a wrong passphrase with 65', async () => {
  const target = commandIn(folder, join(folder, 'restored'));
  const missing = await refusalOf(target, ['restore', 'none.backup']);
  expect(missing).toMatchObject({ exitCode: 65, reason: 'unreadable' });
  expect(missing.message).toBe(`The backup ${join(folder, 'none.backup')} does not exist. Choose another file.`);
  const wrong = await refusalOf(target, ['restore', good], { input: 'another passphrase' });
  expect(wrong).toMatchObject({ exitCode: 65, reason: 'wrong_passphrase' });
});

it('has an exit code of the table for every reason', () => {
  const codes = offlineFailureCodes.map((code) => [code, exitCodeOfFailure(code)]);
  const table = readFileSync(join(import.meta.dirname, '../../../docs/cli.md'), 'utf8');
  for (const [code, exitCode] of codes) expect(table, String(code)).toMatch(new RegExp(`^\\| ${exitCode} \\|`, 'm'));
  expect(Object.fromEntries(codes)).toMatchObject({ usage: 64, unsafe_node: 69, failed: 70 });
});

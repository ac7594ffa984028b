/** The generated types of the clients belong to the contract of this checkout. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { readOpenApi } from '../../src-shared/contracts/service.contract.ts';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const root = join(import.meta.dirname, '../..');

async function check(change: (text: string) => string = (text) => text) {
  const path = join(mkdtempSync(join(tmpdir(), 'types-')), 'openapi.json');
  writeFileSync(path, change(JSON.stringify(await daemon().client.call(readOpenApi))));
  const script = ['scripts/client-types.ts', '--check', '--document', path];
  const { exitCode, stderr } = await execa(process.execPath, script, { cwd: root, reject: false });
  return { exitCode, stderr };
}

it('are those of the daemon', async () => {
  expect(await check()).toEqual({ exitCode: 0, stderr: '' });
});

/** Files of real sandboxes through the API. */
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import type { ApiClient } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { at, createTestSandbox, type TestSandbox, within } from '../../../support/sandboxes/with-sandbox.ts';
import { until } from '../../../support/until.ts';

const { readSandboxFile, writeSandboxFile, deleteSandboxFile, listEntries, readEntry } = contract;
const { makeFolder, moveEntry } = contract;
const mebibyte = 1024 * 1024;
const daemon = testDaemonOfFile();
let client: ApiClient;

beforeAll(async () => {
  client = (await daemon().newUser()).client;
});

async function namesIn(sandbox: TestSandbox, path?: string): Promise<string[]> {
  const query = { depth: 4, ...(path !== undefined && { path }) };
  const { entries } = await client.call(listEntries, { params: { id: sandbox.id }, query });
  return entries.map((entry) => entry.path).toSorted();
}

describeWithEngine('files of a sandbox', () => {
  it('are written, described, moved, read and deleted', async () => {
    const sandbox = await createTestSandbox(client);
    const first = await client.answer(writeSandboxFile, { ...at(sandbox, 'a/b/ü.txt'), body: 'one' });
    expect([first.status, first.json]).toMatchObject([201, { path: 'a/b/ü.txt', type: 'file', size: 3 }]);
    const second = await client.answer(writeSandboxFile, { ...at(sandbox, 'a/b/ü.txt'), body: 'two!' });
    expect([second.status, second.json]).toMatchObject([200, { size: 4 }]);
    expect(await sandbox.shell('cat a/b/ü.txt')).toBe('two!');
    expect(await client.call(readEntry, { params: { id: sandbox.id } })).toMatchObject({ path: '', type: 'folder' });
    expect(await client.call(moveEntry, within(sandbox, { from: 'a/b', to: 'c' }))).toMatchObject({ path: 'c' });
    expect(await namesIn(sandbox)).toEqual(['a', 'c', 'c/ü.txt']);
    const read = await client.answer(readSandboxFile, at(sandbox, 'c/ü.txt'));
    expect([read.text, read.headers['content-type']]).toEqual(['two!', 'text/plain; charset=utf-8']);
    await client.call(deleteSandboxFile, at(sandbox, 'c'));
    expect(await namesIn(sandbox)).toEqual(['a']);
    expect(await client.refusal(readSandboxFile, at(sandbox, 'c/ü.txt'))).toMatchObject({ code: 'file_not_found' });
  });

  it('keep their mode when they are replaced, and are not replaced if they are read-only', async () => {
    const sandbox = await createTestSandbox(client);
    await client.call(writeSandboxFile, { ...at(sandbox, 'run.sh'), body: '#!/bin/sh\necho one' });
    await sandbox.shell('chmod 751 run.sh; echo old > fixed; chmod 444 fixed');
    const second = { ...at(sandbox, 'run.sh'), body: '#!/bin/sh\necho two' };
    expect(await client.call(writeSandboxFile, second)).toMatchObject({ mode: 0o751 });
    expect(await sandbox.run('/work/run.sh')).toBe('two\n');
    expect(await client.refusal(writeSandboxFile, { ...at(sandbox, 'fixed'), body: 'new' })).toMatchObject({
      ...{ code: 'file_not_accessible', message: expect.stringContaining('read-only') },
    });
    expect(await sandbox.shell('cat fixed; chmod u+w fixed; ls')).toBe('old\nfixed\nrun.sh\n');
    expect(await client.call(writeSandboxFile, { ...at(sandbox, 'fixed'), body: 'new' })).toMatchObject({
      mode: 0o644,
    });
  });

  it('are executable if the upload says so, for everyone who can read them', async () => {
    const sandbox = await createTestSandbox(client);
    const tool = { ...at(sandbox, 'bin/tool'), body: '#!/bin/sh\necho ran' };
    const executable = { executable: 'true' } as const;
    expect(await client.call(writeSandboxFile, { ...tool, query: executable })).toMatchObject({ mode: 0o755 });
    expect(await sandbox.run('/work/bin/tool')).toBe('ran\n');
    const plain = await client.call(writeSandboxFile, { ...tool, query: { executable: 'false' } });
    expect(plain).toMatchObject({ mode: 0o644 });
    await sandbox.shell('chmod 640 bin/tool; echo old > fixed; chmod 444 fixed');
    expect(await client.call(writeSandboxFile, { ...tool, query: executable })).toMatchObject({ mode: 0o750 });
    const fixed = { ...at(sandbox, 'fixed'), body: 'new', query: executable };
    expect(await client.refusal(writeSandboxFile, fixed)).toMatchObject({ code: 'file_not_accessible' });
    expect(await sandbox.shell('cat fixed; stat -c %a fixed')).toBe('old\n444\n');
  });

  it('are replaced only on request', async () => {
    const sandbox = await createTestSandbox(client);
    for (const path of ['a', 'b', 'full/x']) await client.call(writeSandboxFile, { ...at(sandbox, path), body: path });
    const isNew = { 'if-none-match': '*' };
    expect(await client.refusal(writeSandboxFile, { ...at(sandbox, 'a'), body: 'new', headers: isNew })).toMatchObject({
      code: 'precondition_failed',
    });
    const moveTo = (to: string, replace = false) => within(sandbox, { from: 'a', to, replace });
    expect(await client.refusal(moveEntry, moveTo('b'))).toMatchObject({ code: 'file_exists' });
    expect(await client.refusal(moveEntry, moveTo('full'))).toMatchObject({ code: 'file_exists' });
    expect(await client.refusal(moveEntry, moveTo('full', true))).toMatchObject({ code: 'wrong_file_type' });
    expect(await client.refusal(moveEntry, moveTo('none/a'))).toMatchObject({ code: 'file_not_found' });
    expect(await client.refusal(makeFolder, within(sandbox, { path: 'a' }))).toMatchObject({ code: 'wrong_file_type' });
    expect(await client.refusal(writeSandboxFile, { ...at(sandbox, 'full'), body: 'x' })).toMatchObject({
      code: 'wrong_file_type',
    });
    await client.call(moveEntry, moveTo('b', true));
    expect([await sandbox.shell('cat b'), await namesIn(sandbox)]).toEqual(['a', ['b', 'full', 'full/x']]);
  });

  it('that are not uploaded to the end stay as they were, and leave nothing behind', async () => {
    const sandbox = await createTestSandbox(client);
    await client.call(writeSandboxFile, { ...at(sandbox, 'a'), body: 'old' });
    // An incomplete upload has a hidden name.
    const hidden = async () => (await namesIn(sandbox)).filter((name) => name.startsWith('.'));
    const head = `PUT /api/v1/sandboxes/${sandbox.id}/files/a HTTP/1.1\r\nHost: 127.0.0.1:${daemon().port}\r\n`;
    for (const length of ['Content-Length: 9000000', 'Transfer-Encoding: chunked']) {
      const socket = connect({ host: '127.0.0.1', port: daemon().port });
      socket.write(`${head}x-api-key: ${client.credential['x-api-key']}\r\n${length}\r\n\r\n`);
      socket.write(`100000\r\n${'x'.repeat(mebibyte)}\r\n`);
      await until(async () => (await hidden()).length === 1);
      socket.destroy();
      await until(async () => (await hidden()).length === 0);
    }
    expect(await sandbox.run('ls', '-A')).toBe('a\n');
    expect(await sandbox.run('cat', 'a')).toBe('old');
  });
});

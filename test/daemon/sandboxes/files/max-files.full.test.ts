/** The limits of the files of real sandboxes; files.test.ts has what is done with them. */
import { beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import type { ApiClient } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { at, createTestSandbox } from '../../../support/sandboxes/with-sandbox.ts';

const { writeSandboxFile, listEntries } = contract;
const mebibyte = 1024 * 1024;
const daemon = testDaemonOfFile();
let client: ApiClient;

beforeAll(async () => {
  client = (await daemon().newUser()).client;
});

describeWithEngine('files of a sandbox', () => {
  it('that do not fit are a 507, and leave room for others', async () => {
    const sandbox = await createTestSandbox(client, { diskMb: 64 });
    async function* endless() {
      for (;;) yield Buffer.alloc(mebibyte);
    }
    expect(await client.refusal(writeSandboxFile, { ...at(sandbox, 'big'), body: endless() })).toMatchObject({
      code: 'sandbox_disk_full',
    });
    const large = { ...at(sandbox, 'big'), body: Buffer.alloc(70 * mebibyte) };
    expect(await client.refusal(writeSandboxFile, large)).toMatchObject({ code: 'sandbox_disk_full' });
    const { entries } = await client.call(listEntries, { params: { id: sandbox.id } });
    expect(entries).toEqual([]);
    await client.call(writeSandboxFile, { ...at(sandbox, 'small'), body: 'fits' });
    expect(await sandbox.shell('cat small')).toBe('fits');
  });

  it('are listed up to 10,000', async () => {
    const sandbox = await createTestSandbox(client);
    await sandbox.shell('mkdir many && cd many && touch $(seq 10050)');
    const query = { path: 'many' };
    const { entries, truncated } = await client.call(listEntries, { params: { id: sandbox.id }, query });
    expect([entries.length, truncated]).toEqual([10_000, true]);
    expect(new Set(entries.map(({ path }) => path)).size).toBe(10_000);
  });
});

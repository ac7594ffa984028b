import { beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import type { ApiClient } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { at, createTestSandbox } from '../../../support/sandboxes/with-sandbox.ts';

const { readSandboxFile, writeSandboxFile } = contract;
const daemon = testDaemonOfFile();
let client: ApiClient;

beforeAll(async () => {
  client = (await daemon().newUser()).client;
});

describeWithEngine('files of a sandbox', () => {
  it('are written and read in a burst, and leave channels to processes', async () => {
    const sandbox = await createTestSandbox(client);
    const names = Array.from({ length: 120 }, (_, index) => `burst/${index}`);
    const written = await Promise.all([
      ...names.map((name) => client.answer(writeSandboxFile, { ...at(sandbox, name), body: name })),
      ...Array.from({ length: 8 }, async () => ({ status: (await sandbox.shell('echo ran')) === 'ran\n' ? 201 : 0 })),
    ]);
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]));
    const read = await Promise.all(names.map((name) => client.answer(readSandboxFile, at(sandbox, name))));
    expect(read.map(({ text }) => text)).toEqual(names);
  });
});

/** Watches of real sandboxes through the API. */
import { beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { deleteSandbox } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { ApiClient } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { at, createTestSandbox, type TestSandbox } from '../../../support/sandboxes/with-sandbox.ts';
import { until } from '../../../support/until.ts';

const { writeSandboxFile, deleteSandboxFile } = contract;
const daemon = testDaemonOfFile();
let client: ApiClient;

beforeAll(async () => {
  client = (await daemon().newUser()).client;
});

describeWithEngine('a watch of a sandbox', () => {
  const watch = ({ id }: TestSandbox, query: string) =>
    openEventStream(daemon().url, { path: `/api/v1/sandboxes/${id}/watch?${query}`, headers: client.credential });

  it('reports changes by programs and by requests, in new folders as well', async () => {
    const sandbox = await createTestSandbox(client);
    const stream = await watch(sandbox, 'recursive=true');
    expect(await stream.next()).toMatchObject({ event: 'watching', data: { path: '' } });
    const seen: string[] = [];
    const reported = async (change: string) => {
      while (!seen.includes(change)) {
        const { data } = (await stream.next()) ?? {};
        seen.push(`${data.type} ${data.path}`);
      }
    };
    await sandbox.shell('mkdir d');
    // A folder is watched from the moment its creation is reported.
    await reported('created d');
    await client.call(writeSandboxFile, { ...at(sandbox, 'd/a'), body: 'x' });
    await client.call(deleteSandboxFile, at(sandbox, 'd/a'));
    await reported('deleted d/a');
    expect(seen).toContain('created d/a');
    stream.drop();
  });

  it('ends with an error event when the sandbox is deleted', async () => {
    const sandbox = await createTestSandbox(client);
    const stream = await watch(sandbox, '');
    await stream.next();
    await client.call(deleteSandbox, { params: { id: sandbox.id } });
    expect((await stream.rest()).at(-1)).toMatchObject({
      event: 'error',
      data: { error: { code: 'sandbox_ended' } },
    });
  });

  it('is refused when 64 are open, and possible again when one has ended', async () => {
    const sandbox = await createTestSandbox(client);
    const streams = await Promise.all(Array.from({ length: 64 }, () => watch(sandbox, '')));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await watch(sandbox, '')).status).toBe(429);
    for (const stream of streams) stream.drop();
    await until(async () => {
      const again = await watch(sandbox, '');
      again.drop();
      return again.status === 200;
    });
  });
});

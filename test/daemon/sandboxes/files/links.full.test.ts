/** Links of real sandboxes: no request of the API reads or writes through one. */
import { beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import type { ApiClient } from '../../../support/api-client.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { at, createTestSandbox, within } from '../../../support/sandboxes/with-sandbox.ts';

const { readSandboxFile, writeSandboxFile, deleteSandboxFile, listEntries, readEntry } = contract;
const { makeFolder, moveEntry, watchEntries } = contract;
const daemon = testDaemonOfFile();
let client: ApiClient;

beforeAll(async () => {
  client = (await daemon().newUser()).client;
});

describeWithEngine('a link of a sandbox', () => {
  const inside = 'inside';

  it('is listed, and followed by no operation', async () => {
    const sandbox = await createTestSandbox(client);
    await sandbox.shell(
      'ln -s /etc etc; ln -s /etc/passwd file; ln -s . self; ln -s /proc/1 init; mkfifo pipe; mkdir d',
    );
    expect(await client.call(readEntry, { params: { id: sandbox.id }, query: { path: 'etc' } })).toMatchObject({
      type: 'link',
      target: '/etc',
    });
    const { entries } = await client.call(listEntries, { params: { id: sandbox.id }, query: { depth: 4 } });
    expect(entries.map(({ path }) => path).toSorted()).toEqual(['d', 'etc', 'file', 'init', 'pipe', 'self']);
    const codes = new Set<string>();
    for (const path of ['etc/passwd', 'file', 'self/file', 'self/d', 'init/root/etc/passwd', 'etc/../etc', 'etc/d']) {
      const params = { id: sandbox.id };
      for (const refusal of [
        client.refusal(readSandboxFile, at(sandbox, path)),
        client.refusal(writeSandboxFile, { ...at(sandbox, path), body: 'x' }),
        client.refusal(listEntries, { params, query: { path } }),
        client.refusal(watchEntries, { params, query: { path } }),
        client.refusal(makeFolder, within(sandbox, { path })),
        client.refusal(moveEntry, within(sandbox, { from: `${path}/x`, to: 'x' })),
        client.refusal(moveEntry, within(sandbox, { from: 'd', to: `${path}/x` })),
      ])
        codes.add((await refusal).code);
    }
    expect([...codes].toSorted()).toEqual(['invalid_request', 'path_is_link']);
    expect(await client.refusal(readSandboxFile, at(sandbox, 'pipe'))).toMatchObject({ code: 'wrong_file_type' });
    await client.call(moveEntry, within(sandbox, { from: 'etc', to: 'd/etc' }));
    await client.call(deleteSandboxFile, at(sandbox, 'd'));
    expect(await sandbox.shell('test -f /etc/passwd && ls')).toBe('file\ninit\npipe\nself\n');
  });

  it('that is exchanged for a folder 10,000 times gives no byte from outside', async () => {
    const sandbox = await createTestSandbox(client);
    await sandbox.shell(`mkdir d; printf ${inside} > d/passwd; ln -s /etc l`);
    const exchange = `python3 -c "
import ctypes
exchange = ctypes.CDLL(None, use_errno=True).renameat2
for count in range(200000):
    if exchange(-100, b'd', -100, b'l', 2) != 0: raise OSError(ctypes.get_errno())
"`;
    let isOver = false;
    const swapping = sandbox.shell(exchange).finally(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    const readers = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        const { status, text } = await client.answer(readSandboxFile, at(sandbox, 'd/passwd'));
        seen.add(status === 200 ? text : String(status));
        const list = await client.answer(listEntries, { params: { id: sandbox.id }, query: { path: 'd' } });
        for (const { path } of (list.json as { entries?: { path: string }[] }).entries ?? []) seen.add(path);
        await client.answer(writeSandboxFile, { ...at(sandbox, 'd/new'), body: inside });
      }
    });
    await Promise.all([swapping, ...readers]);
    expect([...seen]).toContain(inside);
    for (const known of [inside, '404', '422', 'd/passwd', 'd/new']) seen.delete(known);
    expect([...seen].filter((name) => !name.startsWith('d/.strongroom-'))).toEqual([]);
    expect(await sandbox.shell('test ! -e /etc/new && cat d/passwd')).toBe(inside);
  });
});

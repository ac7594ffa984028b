/** The file routes over real HTTP, on a sandbox in memory: paths, refusals and entries. */
import { describe, expect, it } from 'vitest';
import { FileError } from '../../../../src-daemon/engine/live-sandbox.ts';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { createMemorySandbox } from '../../../support/sandboxes/memory-sandbox.ts';
import { memorySandboxId as id, servedFilesOfTest } from '../../../support/sandboxes/serve-files.ts';

const { writeSandboxFile, deleteSandboxFile, listEntries, readEntry, makeFolder, moveEntry } = contract;

const serve = servedFilesOfTest();
const put = (path: string, body: unknown = 'text') => ({ params: { id, path }, body });
const filesPath = `/api/v1/sandboxes/${id}/files`;

describe('a path', () => {
  it.each([
    ['..', '..'],
    ['../a', '..%2Fa'],
    ['a/../../b', 'a/%2e%2e/%2e%2e/b'],
    ['.', '.'],
    ['a//b', 'a//b'],
    ['/etc/passwd', '%2Fetc%2Fpasswd'],
    ['//etc', '/etc'],
    ['a NUL', 'a%00b'],
    ['a backslash', 'a%5C..%5Cb'],
    ['17 levels', Array.from({ length: 17 }, () => 'a').join('/')],
    ['a name of 256 bytes', 'é'.repeat(128)],
    ['more than 4096 bytes', Array.from({ length: 16 }, () => 'x'.repeat(260)).join('/')],
    ['an invalid escape', '%ff'],
  ])('of %s is a 400 for every method', async (_, path) => {
    const { client, live } = await serve();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await client.send({ method, path: `${filesPath}/${path}`, body: 'x' });
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_request')]);
    }
    expect(live.files.size).toBe(0);
  });

  it('of no name is no operation', async () => {
    const { client } = await serve();
    for (const path of [filesPath, `${filesPath}/`])
      expect((await client.send({ method: 'PUT', path, body: 'x' })).status).toBe(404);
  });

  it('in a query or a body has the same rules', async () => {
    const { client } = await serve();
    for (const path of ['..', '../a', '/etc', 'a//b', '', 'a\0b']) {
      for (const spec of [listEntries, readEntry, contract.watchEntries])
        expect(await client.refusal(spec, { params: { id }, query: { path } })).toMatchObject({ status: 400 });
      expect(await client.refusal(makeFolder, { params: { id }, body: { path } })).toMatchObject({ status: 400 });
      expect(await client.refusal(moveEntry, { params: { id }, body: { from: 'a', to: path } })).toMatchObject({
        code: 'invalid_request',
      });
    }
  });

  it('can have its slashes as they are or encoded, and any characters of a name', async () => {
    const { client } = await serve();
    const name = 'dir/ä b+c%20\'"#?.txt';
    await client.call(writeSandboxFile, put(name, 'content'));
    const encoded = await client.send({ path: `${filesPath}/${encodeURIComponent(name)}` });
    expect([encoded.status, encoded.text]).toEqual([200, 'content']);
    const { entries } = await client.call(listEntries, { params: { id }, query: { depth: 2 } });
    expect(entries.map(({ path }) => path)).toEqual(['dir', name]);
  });
});

describe('an errno of the sandbox', () => {
  it.each([
    ...[['ENOENT', 404, 'file_not_found'] as const, ['ELOOP', 422, 'path_is_link'] as const],
    ...[['ENOTDIR', 422, 'wrong_file_type'] as const, ['EISDIR', 422, 'wrong_file_type'] as const],
    ...[['EINVAL', 422, 'wrong_file_type'] as const, ['EACCES', 422, 'file_not_accessible'] as const],
    ...[['ENOSPC', 507, 'sandbox_disk_full'] as const, ['EDQUOT', 507, 'sandbox_disk_full'] as const],
    ...[['EFBIG', 507, 'sandbox_disk_full'] as const, ['EEXIST', 409, 'file_exists'] as const],
    ...[['ENOTEMPTY', 409, 'file_exists'] as const, ['ENAMETOOLONG', 400, 'invalid_request'] as const],
    ['EIO', 500, 'internal'] as const,
  ])('%s is %i %s', async (errno, status, code) => {
    const stat = () => Promise.reject(new FileError(errno));
    const { client } = await serve(createMemorySandbox({ parts: { stat } }));
    expect(await client.refusal(readEntry, { params: { id } })).toMatchObject({ status, code });
  });
});

describe('entries', () => {
  it('describe the working directory, links and any time', async () => {
    const { client, live } = await serve();
    live.files.set('a', { type: 'link', target: '/etc/passwd', modifiedAt: 2 ** 60 });
    live.files.set('b', { type: 'other', modifiedAt: -5 });
    expect(await client.call(readEntry, { params: { id } })).toMatchObject({ path: '', type: 'folder' });
    const { entries, truncated } = await client.call(listEntries, { params: { id } });
    expect(entries).toMatchObject([
      { path: 'a', type: 'link', target: '/etc/passwd', modifiedAt: '9999-12-31T00:00:00.000Z' },
      { path: 'b', type: 'other', modifiedAt: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(truncated).toBe(false);
  });

  it('are cut at 10,000 and at 4 MiB of paths', async () => {
    const { client, live } = await serve();
    for (let index = 0; index < 10_001; index++) live.files.set(`f${index}`, { type: 'other' });
    const many = await client.call(listEntries, { params: { id } });
    expect([many.entries.length, many.truncated]).toEqual([10_000, true]);
    live.files.clear();
    for (let index = 0; index < 9000; index++) live.files.set(String(index).padEnd(1000, 'x'), { type: 'other' });
    const long = await client.call(listEntries, { params: { id } });
    expect([long.entries.length, long.truncated]).toEqual([4194, true]);
  });
});

describe('folders, moves and deletions', () => {
  it('change the entries', async () => {
    const { client, live } = await serve();
    const made = await client.answer(makeFolder, { params: { id }, body: { path: 'a/b' } });
    expect([made.status, made.json]).toMatchObject([201, { path: 'a/b', type: 'folder' }]);
    expect((await client.answer(makeFolder, { params: { id }, body: { path: 'a/b' } })).status).toBe(201);
    await client.call(writeSandboxFile, put('a/b/c', 'x'));
    expect(await client.call(moveEntry, { params: { id }, body: { from: 'a', to: 'z' } })).toMatchObject({ path: 'z' });
    expect([...live.files.keys()].toSorted()).toEqual(['z', 'z/b', 'z/b/c']);
    await client.call(deleteSandboxFile, { params: { id, path: 'z' } });
    expect(live.files.size).toBe(0);
    expect(await client.refusal(deleteSandboxFile, { params: { id, path: 'z' } })).toMatchObject({ status: 404 });
  });

  it('refuse a conflict, and replace a file only when asked', async () => {
    const { client, live } = await serve();
    for (const path of ['a', 'b']) await client.call(writeSandboxFile, put(path, path));
    const move = (body: object) => ({ params: { id }, body });
    expect(await client.refusal(moveEntry, move({ from: 'a', to: 'b' }))).toMatchObject({ code: 'file_exists' });
    expect(await client.refusal(moveEntry, move({ from: 'a', to: 'a/b' }))).toMatchObject({ code: 'invalid_request' });
    expect(await client.refusal(moveEntry, move({ from: 'a', to: 'none/b' }))).toMatchObject({
      code: 'file_not_found',
    });
    expect(await client.refusal(makeFolder, move({ path: 'a' }))).toMatchObject({ code: 'wrong_file_type' });
    await client.call(moveEntry, move({ from: 'a', to: 'b', replace: true }));
    expect([...live.files]).toMatchObject([['b', { content: Buffer.from('a') }]]);
  });
});

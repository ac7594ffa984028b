/** Uploads, downloads and watches over real HTTP, on a sandbox in memory: failures at a chosen moment, slow clients. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { WatchEvent } from '../../../../src-daemon/engine/live-sandbox.ts';
import * as contract from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { open } from '../../../support/network/http-send.ts';
import { createMemorySandbox } from '../../../support/sandboxes/memory-sandbox.ts';
import { memorySandboxId as id, servedFilesOfTest } from '../../../support/sandboxes/serve-files.ts';
import { until } from '../../../support/until.ts';

const { readSandboxFile, writeSandboxFile } = contract;

const serve = servedFilesOfTest();
const put = (path: string, body: unknown = 'text') => ({ params: { id, path }, body });
const filesPath = `/api/v1/sandboxes/${id}/files`;
const isNew = { 'if-none-match': '*' };

describe('writing', () => {
  it('creates with 201 and replaces with 200, and answers with the entry', async () => {
    const { client, live } = await serve();
    const first = await client.answer(writeSandboxFile, put('a/b.txt', 'one'));
    expect([first.status, first.json]).toMatchObject([201, { path: 'a/b.txt', type: 'file', size: 3 }]);
    const second = await client.answer(writeSandboxFile, put('a/b.txt', 'two two'));
    expect([second.status, second.json]).toMatchObject([200, { size: 7 }]);
    expect(live.files.get('a/b.txt')).toMatchObject({ content: Buffer.from('two two') });
  });

  it('with If-None-Match: * refuses an existing file, before or after the upload', async () => {
    const { client, live } = await serve();
    await client.call(writeSandboxFile, { ...put('a', 'old'), headers: isNew });
    const refusal = await client.refusal(writeSandboxFile, { ...put('a', 'new'), headers: isNew });
    expect(refusal).toMatchObject({ code: 'precondition_failed', details: [{ path: 'If-None-Match' }] });
    async function* late() {
      yield Buffer.from('new');
      live.files.set('b', { type: 'file', content: Buffer.from('old') });
      yield Buffer.from('!');
    }
    expect(await client.refusal(writeSandboxFile, { ...put('b', late()), headers: isNew })).toMatchObject({
      code: 'precondition_failed',
    });
    for (const name of ['a', 'b']) expect(live.files.get(name)).toMatchObject({ content: Buffer.from('old') });
  });

  it('over a link or a folder is refused before the body is read', async () => {
    const { client, live } = await serve();
    live.files.set('link', { type: 'link', target: '/etc/passwd' }).set('folder', { type: 'folder' });
    live.files.set('pipe', { type: 'other' }).set('file', { type: 'file', content: Buffer.from('x') });
    expect(await client.refusal(writeSandboxFile, put('link'))).toMatchObject({ code: 'path_is_link' });
    expect(await client.refusal(writeSandboxFile, put('link/a'))).toMatchObject({ code: 'path_is_link' });
    expect(await client.refusal(writeSandboxFile, put('folder'))).toMatchObject({ code: 'wrong_file_type' });
    expect(await client.refusal(writeSandboxFile, put('pipe'))).toMatchObject({ code: 'wrong_file_type' });
    expect(await client.refusal(writeSandboxFile, put('file/a'))).toMatchObject({ code: 'wrong_file_type' });
  });

  it('more than the disk holds is a 507: at once if the length is announced, else when it is full', async () => {
    const { client, live } = await serve(createMemorySandbox({ diskBytes: 80 * 1024 * 1024 }));
    const announced = { ...put('big', 'x'), headers: { 'content-length': String(81 * 1024 * 1024) } };
    const socketAnswer = client.send({
      method: 'PUT',
      path: `${filesPath}/big`,
      headers: { ...announced.headers, expect: '100-continue' },
    });
    expect((await socketAnswer).status).toBe(507);
    async function* endless() {
      for (;;) yield Buffer.alloc(1024 * 1024);
    }
    expect(await client.refusal(writeSandboxFile, put('big', endless()))).toMatchObject({ code: 'sandbox_disk_full' });
    expect([live.files.size, live.openChannels()]).toEqual([0, 0]);
  });

  it('that the client breaks off leaves the old file, and ends the use of the sandbox', async () => {
    const { client, live, port, inUse } = await serve();
    await client.call(writeSandboxFile, put('a', 'old'));
    for (const header of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const socket = connect({ host: '127.0.0.1', port });
      socket.write(`PUT ${filesPath}/a HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n3\r\nnew\r\n`);
      await until(() => live.openChannels() === 1);
      socket.destroy();
      await until(() => live.openChannels() === 0 && inUse() === 0);
      expect(live.files.get('a')).toMatchObject({ content: Buffer.from('old') });
    }
  });

  it('into a sandbox that ends during the upload is a 410', async () => {
    const { client, live } = await serve();
    async function* source() {
      yield Buffer.from('one');
      await until(() => live.openChannels() === 1);
      live.end('out_of_memory');
      yield Buffer.from('two');
    }
    expect(await client.refusal(writeSandboxFile, put('a', source()))).toMatchObject({ code: 'sandbox_ended' });
  });
});

describe('reading', () => {
  it('streams the bytes as an attachment, with a media type by content', async () => {
    const { client, live, inUse } = await serve();
    const content = Buffer.alloc(300_000, 'é');
    live.files.set('d/long.txt', { type: 'file', content }).set('d', { type: 'folder' });
    live.files.set('page.png', { type: 'file', content: Buffer.from('<!doctype html><script>') });
    live.files.set('empty', { type: 'file', content: Buffer.alloc(0) });
    const long = await client.answer(readSandboxFile, { params: { id, path: 'd/long.txt' } });
    expect(long.bytes.equals(content)).toBe(true);
    expect(long.headers).toMatchObject({ 'content-length': '300000', 'content-type': 'text/plain; charset=utf-8' });
    expect(long.headers['content-disposition']).toBe(`attachment; filename="long.txt"; filename*=UTF-8''long.txt`);
    const page = await client.answer(readSandboxFile, { params: { id, path: 'page.png' } });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).toContain('sandbox');
    expect(await client.answer(readSandboxFile, { params: { id, path: 'empty' } })).toMatchObject({
      status: 200,
      text: '',
    });
    expect([live.openChannels(), inUse()]).toEqual([0, 0]);
  });

  it('of a link, a folder, a pipe or nothing is refused', async () => {
    const { client, live } = await serve();
    live.files.set('link', { type: 'link', target: '/etc' }).set('folder', { type: 'folder' });
    live.files.set('pipe', { type: 'other' });
    const codeOf = async (path: string) => (await client.refusal(readSandboxFile, { params: { id, path } })).code;
    expect(await Promise.all(['link', 'link/passwd', 'folder', 'pipe', 'none', 'none/a'].map(codeOf))).toEqual([
      ...['path_is_link', 'path_is_link', 'wrong_file_type', 'wrong_file_type', 'file_not_found', 'file_not_found'],
    ]);
  });

  it('ends with the client, and breaks when the sandbox ends', async () => {
    const { live, url, inUse, errors } = await serve();
    live.files.set('big', { type: 'file', content: Buffer.alloc(64 * 1024 * 1024) });
    const path = `${filesPath}/big`;
    const left = await open(url, { path });
    await once(left, 'readable');
    expect([live.openChannels(), inUse()]).toEqual([1, 1]);
    left.destroy();
    await until(() => live.openChannels() === 0 && inUse() === 0);
    const broken = await open(url, { path });
    await once(broken, 'readable');
    live.end('stopped');
    await expect(broken.toArray()).rejects.toThrow('aborted');
    await until(() => inUse() === 0);
    expect(errors).toEqual([]);
  });
});

describe('a watch', () => {
  const watchPath = `/api/v1/sandboxes/${id}/watch`;
  const change = (path: string): WatchEvent => ({ type: 'created', path });

  it('begins with watching, reports changes and does not count as use', async () => {
    const { live, url, uses, inUse } = await serve();
    const stream = await openEventStream(url, { path: `${watchPath}?recursive=true` });
    expect(await stream.next()).toEqual({ id: 1, event: 'watching', data: { path: '' } });
    live.report(change('a'));
    expect(await stream.next()).toEqual({ id: 2, event: 'change', data: change('a') });
    expect([uses, inUse()]).toEqual([[false], 1]);
    stream.drop();
    await until(() => live.openChannels() === 0 && inUse() === 0);
  });

  it('ends with an error event when the sandbox ends', async () => {
    const { live, url, inUse } = await serve();
    const stream = await openEventStream(url, { path: watchPath });
    await stream.next();
    live.end('out_of_memory');
    expect(await stream.rest()).toMatchObject([{ event: 'error', data: { error: { code: 'sandbox_ended' } } }]);
    expect([live.openChannels(), inUse()]).toEqual([0, 0]);
  });

  it('of something that is no folder is refused, and leaves the sandbox', async () => {
    const { client, live, inUse } = await serve();
    live.files.set('file', { type: 'file', content: Buffer.alloc(0) });
    const refusalOf = (path: string) => client.refusal(contract.watchEntries, { params: { id }, query: { path } });
    expect(await refusalOf('file')).toMatchObject({ code: 'wrong_file_type' });
    expect(await refusalOf('none')).toMatchObject({ code: 'file_not_found' });
    expect(inUse()).toBe(0);
  });

  it('by a fast client loses nothing of a burst', async () => {
    const { live, url } = await serve();
    const stream = await openEventStream(url, { path: watchPath });
    await stream.next();
    for (let index = 0; index < 20_000; index++) live.report(change(String(index)));
    const paths: string[] = [];
    while (paths.length < 20_000) paths.push((await stream.next())?.data.path);
    expect(paths).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index)));
    stream.drop();
  });

  it('by a client that does not read drops to lost', async () => {
    const { live, url } = await serve();
    const response = await open(url, { path: watchPath, headers: { accept: 'text/event-stream' } });
    const long = 'x'.repeat(4000);
    for (let index = 0; index < 6000; index++) live.report(change(`${index}${long}`));
    await sleep(2500);
    const chunks: Buffer[] = [];
    response.on('data', (chunk) => chunks.push(chunk));
    await until(() => Buffer.concat(chunks).includes('"lost"'));
    expect(Buffer.concat(chunks).toString().split('event: change').length).toBeLessThan(6000);
    response.destroy();
    await until(() => live.openChannels() === 0);
  });
});

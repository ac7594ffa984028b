/** Attached streams: what passes through them, how they end, and what is refused. */
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { attach } from '../../../../src-daemon/engine/kubernetes/link/attach.ts';
import { clusterOf } from '../../../support/kubernetes/api-server.ts';
import type { AttachFaults, Attachment } from '../../../support/kubernetes/pod-attachments.ts';
import { attachFixtureOfEach, errorOf, immediate, patternBytes, target } from './attach-fixture.ts';

const fixture = attachFixtureOfEach();

describe('bytes', () => {
  test.each<[string, AttachFaults]>([
    ['by the newer protocol', {}],
    ['by the older protocol', { protocols: ['v4.channel.k8s.io'] }],
    ['in pieces of one byte', { splitBytes: 1 }],
    ['in messages of several frames', { fragmentBytes: 7 }],
  ])('pass in both directions %s', async (_name, faults) => {
    const { near, far } = await fixture().attached(faults);
    const bytes = patternBytes(3000);
    near.write(bytes.subarray(0, 1));
    near.cork();
    near.write(bytes.subarray(1, 2000));
    near.write(bytes.subarray(2000));
    near.uncork();
    let echoed = 0;
    far.stream.on('data', (chunk: Buffer) => {
      far.stream.write(chunk);
      echoed += chunk.length;
      if (echoed === bytes.length) far.stream.end();
    });
    expect((await buffer(near)).equals(bytes)).toBe(true);
    expect(await errorOf(near)).toBeNull();
  });

  test('belong to one container, and cost one request', async () => {
    const { near, far } = await fixture().attached();
    far.stream.pipe(far.stream);
    near.write('ping');
    expect(String((await once(near, 'data'))[0])).toBe('ping');
    expect([far.pod, far.container, fixture().api.requestCount]).toEqual(['one', 'sandbox', 1]);
    const query = 'container=sandbox&stdin=true&stdout=true&stderr=false&tty=false';
    expect(fixture().server.requests).toEqual([`GET /api/v1/namespaces/sandboxes/pods/one/attach?${query}`]);
  });

  test('of standard error and empty messages are dropped', async () => {
    const { near, far } = await fixture().attached();
    for (const message of [[], [0], [1], [2, 65, 66], [3], [1, 67]]) far.socket.send(Buffer.from(message));
    far.stream.end();
    expect(await text(near)).toBe('C');
  });
});

describe('the end', () => {
  test('of standard input leaves the output open', async () => {
    const { near, far } = await fixture().attached();
    near.end('last');
    expect(await text(far.stream)).toBe('last');
    far.stream.end('answer');
    expect(await text(near)).toBe('answer');
    expect(await errorOf(near)).toBeNull();
  });

  test('of standard input closes a stream of the older protocol', async () => {
    const { near, far } = await fixture().attached({ protocols: ['v4.channel.k8s.io'] });
    near.resume().end('last');
    far.stream.resume();
    const [code] = await once(far.socket, 'close');
    expect([code, await errorOf(near)]).toEqual([1000, null]);
  });

  test('by the server ends the stream, after what it sent', async () => {
    const { near, far } = await fixture().attached();
    far.stream.end('output');
    expect(await text(near)).toBe('output');
    expect(await errorOf(near)).toBeNull();
    near.write('too late');
    near.destroy();
    await immediate();
  });

  test('of standard output that the server reports ends the stream', async () => {
    const { near, far } = await fixture().attached();
    for (const message of [[255, 2], [255], [1, 65], [255, 1]]) far.socket.send(Buffer.from(message));
    expect(await text(near)).toBe('A');
    expect([await errorOf(near), (await once(far.socket, 'close'))[0]]).toEqual([null, 1000]);
  });

  test('by the client closes the connection, also while nothing is read', async () => {
    const { near, far } = await fixture().attached();
    for (let count = 0; count < 16; count++) far.stream.write(patternBytes(1 << 16));
    while (near.readableLength < near.readableHighWaterMark) await immediate();
    // The timer that would cut the connection after a second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    near.destroy();
    const [code] = await once(far.socket, 'close');
    expect([code, await errorOf(near)]).toEqual([1000, null]);
    while (fixture().server.connectionCount() > 0) await immediate();
  });

  test('by a cut connection is an error, which no one must listen to', async () => {
    const { near, far } = await fixture().attached();
    near.resume();
    far.cut();
    expect(await errorOf(near)).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('cut (1006)') });
    near.emit('error', new Error('a late error'));
  });

  test('by a status of failure is an error with its message', async () => {
    const { near, far } = await fixture().attached();
    near.resume();
    const status = { status: 'Failure', code: 404, message: 'container "sandbox" not found', reason: 'NotFound' };
    far.socket.send(Buffer.from(`\x03${JSON.stringify(status)}`));
    const message = 'the API server answered 404: container "sandbox" not found';
    expect(await errorOf(near)).toMatchObject({ kind: 'not_found', message });
    await once(far.socket, 'close');
  });

  test.each<[string, (far: Attachment) => void]>([
    ['a message over 1 MiB', ({ socket }) => socket.send(Buffer.alloc((1 << 20) + 1, 1))],
    ['an unknown channel', ({ socket }) => socket.send(Buffer.from([9, 1]))],
    ['bytes on standard input', ({ socket }) => socket.send(Buffer.from([0, 1]))],
    ['a text', ({ socket }) => socket.send('\x01text')],
    ['a status without JSON', ({ socket }) => socket.send(Buffer.from('\x03{'))],
    ['a status over 64 KiB', ({ socket }) => socket.send(Buffer.from(`\x03"${'x'.repeat(1 << 16)}"`))],
  ])('by %s is an error', async (_name, send) => {
    const { near, far } = await fixture().attached();
    near.resume();
    send(far);
    expect(await errorOf(near)).toMatchObject({ name: 'ApiError' });
    await once(far.socket, 'close');
  });
});

describe('an attachment is refused', () => {
  test('with the error of the server', async () => {
    await expect(attach(fixture().api, { ...target, pod: 'two' })).rejects.toMatchObject({
      kind: 'not_found',
      status: 404,
    });
    fixture().server.plant({ status: 403, body: '{"message":"no"}' }, { status: 401 });
    const message = 'the API server answered 403: no';
    await expect(attach(fixture().api, target)).rejects.toMatchObject({ kind: 'forbidden', message });
    await expect(attach(fixture().api, target)).rejects.toMatchObject({ kind: 'unauthorized' });
  });

  test('when the server has none of the protocols', async () => {
    fixture().server.attachments.faults = { protocols: ['channel.k8s.io'] };
    const message = 'the API server did not accept an attached stream';
    await expect(attach(fixture().api, target)).rejects.toMatchObject({ kind: 'unavailable', message });
  });

  test('when the server does not answer in time, and when the signal aborts', async () => {
    fixture().server.plant('silence', 'silence');
    const message = 'the API server did not answer in 50 ms';
    await expect(attach(fixture().api, target, { handshakeMs: 50 })).rejects.toMatchObject({
      kind: 'unavailable',
      message,
    });
    const abort = new AbortController();
    const attaching = attach(fixture().api, target, { signal: abort.signal });
    await expect.poll(() => fixture().api.requestCount).toBe(2);
    abort.abort(new Error('no longer needed'));
    await expect(attaching).rejects.toThrow('no longer needed');
    await expect.poll(() => fixture().server.connectionCount()).toBe(0);
  });

  test('to a server without a trusted certificate, which gets no token', async () => {
    const other = createClusterApi(clusterOf(fixture().server, { tls: {} }));
    const message = expect.stringContaining('the connection to the API server failed');
    await expect(attach(other, target)).rejects.toMatchObject({ kind: 'unavailable', message });
    expect(fixture().server.requests).toEqual([]);
  });
});

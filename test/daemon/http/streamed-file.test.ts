/** Streamed files: sent at the pace of the client, and never complete for the client if their source was not. */
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { StreamedContent } from '../../../src-daemon/http/handler.ts';
import { open, send } from '../../support/network/http-send.ts';
import { chunksOf, kib, serveStreams, untilStill } from '../../support/network/serve-streams.ts';
import { until } from '../../support/until.ts';

const contentOf = (chunks: (string | Error)[], sizeBytes = chunks.join('').length): StreamedContent => ({
  sizeBytes,
  chunks: chunksOf(...chunks),
});

describe('a streamed file', () => {
  it('has its length and its bytes', async () => {
    const { url } = await serveStreams({ get: () => contentOf(['one ', 'two']) });
    const { status, headers, text } = await send(url, { path: '/file' });
    expect([status, headers['content-length'], text]).toEqual([200, '7', 'one two']);
    expect(headers['content-disposition']).toContain('attachment');
  });

  it('of no bytes is empty, and HEAD has the length alone', async () => {
    const { url } = await serveStreams({ get: () => contentOf([]) });
    expect(await send(url, { path: '/file' })).toMatchObject({ status: 200, text: '' });
    const other = await serveStreams({ get: () => contentOf(['text']) });
    const head = await send(other.url, { method: 'HEAD', path: '/file' });
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '4', '']);
  });

  it('that grows while it is read is cut at its announced length', async () => {
    const { url } = await serveStreams({ get: () => contentOf(['one', 'two', 'three'], 5) });
    expect((await send(url, { path: '/file' })).text).toBe('onetw');
  });

  it.each([
    ['fails', new Error('the disk failed')],
    ['ends early', ''],
  ])('whose source %s is incomplete for the client, and is logged', async (_, end) => {
    const { url, errors } = await serveStreams({ get: () => contentOf(['part', end], 100) });
    await expect(send(url, { path: '/file' })).rejects.toThrow('aborted');
    expect(errors).toEqual([expect.stringMatching(/the disk failed|96 bytes before its size/)]);
  });

  it('is read at the pace of the client, and ended when the client disconnects', async () => {
    let takenBytes = 0;
    let isReturned = false;
    async function* source() {
      try {
        for (;;) {
          takenBytes += 64 * 1024;
          yield kib(64);
        }
      } finally {
        isReturned = true;
      }
    }
    const { url, errors } = await serveStreams({ get: () => ({ sizeBytes: 2 ** 31, chunks: source() }) });
    const response: IncomingMessage = await open(url, { path: '/file' });
    await untilStill(() => takenBytes);
    expect(takenBytes).toBeLessThan(32 * 1024 * 1024);
    expect(isReturned).toBe(false);
    response.destroy();
    await until(() => isReturned);
    expect(errors).toEqual([]);
  });
});

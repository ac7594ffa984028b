/** The daemon's side of the protocol with a child that runs untrusted code. */
import { describe, expect, test } from 'vitest';
import { encodeFileHead, encodeFrameHead, frameTypes } from '../../../resources/embedded/protocol.mjs';
import type { Child, ChildListener } from '../../../src-daemon/engine/embedded/child.ts';
import { readFailure, readFile, readStatus } from '../../../src-daemon/engine/embedded/child-frames.ts';
import {
  type ChildFrame,
  ChildProtocolError,
  createFrameReader,
} from '../../../src-daemon/engine/embedded/frame-reader.ts';
import { runInChild } from '../../../src-daemon/engine/embedded/run-in-child.ts';
import { findLanguage, type Language } from '../../../src-daemon/engine/languages/languages.ts';
import { jobOf } from './embedded-fixture.ts';

const status = {
  exitCode: 0,
  signal: null,
  timedOut: false,
  oom: false,
  wallMs: 1.5,
  memoryPeakBytes: 65_536,
  truncated: { stdout: false, stderr: true },
  filesOmitted: { count: 0, size: 1, unreadable: 2 },
};
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const frame = (type: string, payload: Buffer) => Buffer.concat([encodeFrameHead(type, payload.length), payload]);
const file = (path: string, content = 'text') => Buffer.concat([encodeFileHead(path), Buffer.from(content)]);

function read(bytes: Buffer, chunkBytes: number): ChildFrame[] {
  const frames: ChildFrame[] = [];
  const take = createFrameReader((next) => frames.push(next));
  for (let at = 0; at < bytes.length; at += chunkBytes) take(bytes.subarray(at, at + chunkBytes));
  return frames;
}

describe('the frames of a child', () => {
  test.each([1, 3, 1000])('are read from chunks of %i bytes', (chunkBytes) => {
    const bytes = Buffer.concat([
      frame('B', Buffer.alloc(0)),
      frame('o', Buffer.from('out')),
      frame('X', json(status)),
    ]);
    const frames = read(bytes, chunkBytes);
    expect(frames.map(({ type, payload }) => [type, payload.length])).toEqual([
      [frameTypes.booted, 0],
      [frameTypes.stdout, 3],
      [frameTypes.status, json(status).length],
    ]);
  });

  test.each([
    ['an unknown type', encodeFrameHead('Z', 0)],
    ['the name of a field of every object', encodeFrameHead('_', 0)],
    ['a payload where there is none', encodeFrameHead(frameTypes.booted, 1)],
    ['output of more than 1 MiB', encodeFrameHead(frameTypes.stdout, 2 ** 20 + 1)],
    ['a file of more than 17 MiB', encodeFrameHead(frameTypes.file, 17 * 2 ** 20)],
    ['a status of 4 GiB', encodeFrameHead(frameTypes.status, 2 ** 32 - 1)],
  ])('are refused with %s, before the payload is read', (_what, bytes) => {
    expect(() => read(bytes, 1000)).toThrow(ChildProtocolError);
  });
});

describe('a status', () => {
  test('is read as it was sent', () => {
    expect(readStatus(json(status))).toEqual(status);
  });

  test.each([
    ['that is not JSON', Buffer.from('{')],
    ['that is not UTF-8', Buffer.from([0xff, 0xfe])],
    ['that is null', json(null)],
    ['that is a list', json([status])],
    ['without a field', json({ ...status, oom: undefined })],
    ['with an additional field', json({ ...status, more: 1 })],
    ['with a field that objects inherit', json({ ...status, oom: undefined, toString: false })],
    ['with a prototype', Buffer.from(JSON.stringify(status).replace('"oom":false', '"__proto__":{"oom":false}'))],
    ['with an exit code above 255', json({ ...status, exitCode: 256 })],
    ['with an unknown signal', json({ ...status, signal: 'SIGTERM' })],
    ['with a negative time', json({ ...status, wallMs: -1 })],
    ['with an infinite time', Buffer.from(JSON.stringify(status).replace('1.5', '1e999'))],
    ['with a number as text', json({ ...status, memoryPeakBytes: '65536' })],
    ['with a part of an object', json({ ...status, truncated: { stdout: false } })],
    ['with null for an object', json({ ...status, filesOmitted: null })],
  ])('%s is refused', (_what, payload) => {
    expect(() => readStatus(payload)).toThrow(ChildProtocolError);
  });

  test('of a job that could not start has short texts only', () => {
    expect(readFailure(json({ stage: 'files', error: 'ENOSPC' }))).toEqual({ stage: 'files', error: 'ENOSPC' });
    expect(() => readFailure(json({ stage: 'files', error: 'x'.repeat(65) }))).toThrow(ChildProtocolError);
    expect(() => readFailure(json({ stage: 'files' }))).toThrow(ChildProtocolError);
  });
});

describe('a file', () => {
  test('has its path and its content', () => {
    const { path, content } = readFile(file('a/ü.txt'));
    expect([path, Buffer.from(content).toString()]).toEqual(['a/ü.txt', 'text']);
  });

  test.each(['', '/etc/passwd', '../up', 'a/../../up', 'a//b', './a', 'a\0b', 'x'.repeat(40_001)])(
    'with a path that leads elsewhere is refused: %j',
    (path) => {
      expect(() => readFile(file(path))).toThrow(ChildProtocolError);
    },
  );

  test.each([
    ['without a length', Buffer.alloc(3)],
    ['with a length beyond its end', Buffer.from([0, 0, 0, 9, 0x61])],
  ])('%s is refused', (_what, payload) => {
    expect(() => readFile(payload)).toThrow(ChildProtocolError);
  });
});

describe('a run', () => {
  test.each([
    ['output before its start', [frame(frameTypes.stdout, Buffer.from('early'))]],
    ['a malformed status', [frame(frameTypes.started, Buffer.alloc(0)), frame(frameTypes.status, json({}))]],
    [
      'a file outside of its folder',
      [frame(frameTypes.started, Buffer.alloc(0)), frame(frameTypes.file, file('../a'))],
    ],
  ])('whose child sends %s ends as hostile, and the child is killed', async (_what, frames) => {
    let isKilled = false;
    const send = (_pieces: readonly Uint8Array[], { onFrame, onViolation }: ChildListener) => {
      try {
        for (const bytes of frames) createFrameReader(onFrame)(bytes);
      } catch (error) {
        onViolation(error);
      }
    };
    const child = { send, kill: () => (isKilled = true) } as unknown as Child;
    const job = jobOf({ code: 'pass' });
    const hooks = { onOutput: () => {}, signal: new AbortController().signal };
    const { ending, files } = await runInChild(child, { job, language: findLanguage('python') as Language }, hooks);
    expect([ending.kind, files, isKilled]).toEqual(['hostile', [], true]);
  });
});

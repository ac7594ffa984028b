import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDemultiplexer } from '../../../src-daemon/engine/docker/sandbox/demultiplex.ts';
import { type Frame, readFrame } from '../../../src-daemon/wire/frames.ts';
import { ProtocolError } from '../../../src-daemon/wire/protocol-error.ts';
import { createWireReader } from '../../../src-daemon/wire/wire.ts';

const nonce = randomBytes(16);
const noNonce = Buffer.alloc(16);

function frame(type: string, payload: string | Buffer, by: Buffer = nonce): Buffer {
  const bytes = Buffer.from(payload);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([by, Buffer.from(type), Buffer.from([0, 0]), length, bytes]);
}

function multiplexed(payload: Buffer, stream = 1): Buffer {
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUInt32BE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

function read(chunks: Buffer[]): Frame[] {
  const frames: Frame[] = [];
  const push = createWireReader(nonce, (wire) => frames.push(readFrame(wire)));
  for (const chunk of chunks) push(chunk);
  return frames;
}

const bootId = '4374abca-1ee1-4082-8134-1c44f394982e';
const hello = helloOf({ protocol: 5, warm: false, bootId });

function helloOf(payload: object): Buffer {
  return frame('H', JSON.stringify(payload), noNonce);
}

test('frames do not depend on how the stream is split into chunks', () => {
  const file = Buffer.concat([Buffer.from([0, 3]), Buffer.from('a/b'), Buffer.from('content')]);
  const stream = Buffer.concat([
    hello,
    frame('S', ''),
    frame('O', 'out'),
    frame('E', ''),
    frame('F', file),
    frame('K', ''),
  ]);
  const whole = read([stream]);
  expect(whole.map(({ type }) => type)).toEqual(['hello', 'started', 'stdout', 'stderr', 'file', 'ended']);
  expect(whole[0]).toEqual({ type: 'hello', warm: false, bootId });
  expect(whole[4]).toEqual({ type: 'file', path: 'a/b', content: Buffer.from('content') });
  for (let cut = 0; cut <= stream.length; cut++) {
    expect(read([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(whole);
  }
  expect(read([...stream].map((byte) => Buffer.from([byte])))).toEqual(whole);
});

test.each([
  ['with another nonce', frame('O', 'x', randomBytes(16))],
  ['of output without a nonce', frame('O', 'x', noNonce)],
  ['of a status without a nonce', frame('X', '{}', noNonce)],
  ['of a status that is not JSON', frame('X', '{')],
  ['of a status without its fields', frame('X', '{}')],
  ['of a failure that is not JSON', frame('B', 'null', noNonce)],
  ['of a file without the length of its path', frame('F', 'a')],
  ['of a file whose path is longer than the frame', frame('F', Buffer.from([255, 255, 97]))],
  ['of a tail without its position', frame('P', 'short')],
  ['of credit that is not a number', frame('W', 'x')],
  ['of an unknown type', frame('?', '')],
  [
    'that is longer than the limit',
    Buffer.concat([nonce, Buffer.from('O'), Buffer.from([0, 0, 0xff, 0xff, 0xff, 0xff])]),
  ],
  ['of another protocol', helloOf({ protocol: 4, warm: false, bootId })],
  ['of a hello without a boot id', helloOf({ protocol: 5, warm: false })],
  ['of a hello whose boot id is not a UUID', helloOf({ protocol: 5, warm: false, bootId: `${bootId}0` })],
  ['of a hello whose boot id is not a string', helloOf({ protocol: 5, warm: false, bootId: [bootId] })],
  ['of a hello with an unknown field', helloOf({ protocol: 5, warm: false, bootId, level: 'gvisor' })],
  ['of a hello that is not JSON', frame('H', '{"protocol":5', noNonce)],
  ['of a hello that is too long', frame('H', `${' '.repeat(300)}{}`, noNonce)],
])('a frame %s is refused', (_what, bytes) => {
  expect(() => read([bytes])).toThrow(ProtocolError);
});

test('the demultiplexer returns only the standard output, however the stream is split', () => {
  const stream = Buffer.concat([
    multiplexed(Buffer.from('first ')),
    multiplexed(Buffer.from('noise'), 2),
    multiplexed(Buffer.alloc(0)),
    multiplexed(Buffer.from('second')),
  ]);
  for (let cut = 0; cut <= stream.length; cut++) {
    const out: Buffer[] = [];
    const push = createDemultiplexer((chunk) => out.push(chunk));
    push(stream.subarray(0, cut));
    push(stream.subarray(cut));
    expect(Buffer.concat(out).toString()).toBe('first second');
  }
});

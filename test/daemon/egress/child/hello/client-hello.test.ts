import { expect, test } from 'vitest';
import { helloCapBytes, parseClientHello } from '../../../../../src-daemon/egress/child/hello/client-hello.ts';
import { captureHello } from '../../../../support/egress/capture-hello.ts';

const name = 'api.example.com';
const named = await captureHello({ servername: name });
const u16 = (value: number) => [value >> 8, value & 255];

/** A ClientHello in one record, with these extensions. */
function helloWith(extensions: readonly { type: number; data: readonly number[] }[], trailing: number[] = []): Buffer {
  const list = extensions.flatMap(({ type, data }) => [...u16(type), ...u16(data.length), ...data]);
  const body = [3, 3, ...Array<number>(32).fill(7), 0, 0, 2, 0x13, 1, 1, 0, ...u16(list.length), ...list, ...trailing];
  const message = [1, 0, ...u16(body.length), ...body];
  return Buffer.from([22, 3, 1, ...u16(message.length), ...message]);
}

function nameList(...names: readonly { type?: number; name: string }[]): { type: number; data: number[] } {
  const entries = names.flatMap(({ type = 0, name: text }) => [type, ...u16(text.length), ...Buffer.from(text)]);
  return { type: 0, data: [...u16(entries.length), ...entries] };
}

test('the name of a real client is found', () => {
  expect(parseClientHello(named)).toEqual({ state: 'complete', serverName: name });
});

test('every shorter prefix is incomplete', () => {
  for (let length = 0; length < named.length; length++)
    expect(parseClientHello(named.subarray(0, length))).toEqual({ state: 'incomplete' });
});

test('a message may span records, and other records may follow', () => {
  const message = named.subarray(5);
  const pieces: Buffer[] = [];
  for (let at = 0; at < message.length; at += 50) {
    const part = message.subarray(at, at + 50);
    pieces.push(Buffer.from([22, 3, 1, ...u16(part.length)]), part);
  }
  const found = { state: 'complete', serverName: name };
  expect(parseClientHello(Buffer.concat(pieces))).toEqual(found);
  expect(parseClientHello(Buffer.concat([...pieces, Buffer.from([23, 3, 3, 0, 1, 0])]))).toEqual(found);
});

test('a message without a name has none', async () => {
  expect(parseClientHello(await captureHello({}))).toEqual({ state: 'complete', serverName: undefined });
  expect(parseClientHello(helloWith([]))).toEqual({ state: 'complete', serverName: undefined });
});

test('a name in the message that this test makes is found', () => {
  const hello = helloWith([{ type: 16, data: [] }, nameList({ name })]);
  expect(parseClientHello(hello)).toEqual({ state: 'complete', serverName: name });
});

test.each<[string, Buffer]>([
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
  ['SSH', Buffer.from('SSH-2.0-x\r\n')],
  ['SSL 2', Buffer.from([0x80, 0x2e, 1, 3, 1])],
  ['an alert', Buffer.from([21, 3, 1, 0, 2, 1, 0])],
  ['a record of another version', Buffer.from([22, 2, 0, 0, 5])],
  ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
  ['a record that is too long', Buffer.from([22, 3, 1, 0x40, 1])],
  ['a ServerHello', Buffer.from([22, 3, 3, 0, 4, 2, 0, 0, 0])],
  ['a message that is too long', Buffer.from([22, 3, 1, 0x40, 0, 1, 1, 0, 0])],
  [
    'another record within the message',
    Buffer.concat([named.subarray(0, 3), Buffer.from([0, 1, 1, 23, 3, 3, 0, 1, 0])]),
  ],
  ['two extensions of one type', helloWith([nameList({ name }), nameList({ name: 'other.example.com' })])],
  ['two names', helloWith([nameList({ name }, { name: 'other.example.com' })])],
  ['a name of another type', helloWith([nameList({ type: 1, name })])],
  ['an empty list of names', helloWith([{ type: 0, data: [0, 0] }])],
  ['an empty extension', helloWith([{ type: 0, data: [] }])],
  ['bytes after the list of names', helloWith([{ type: 0, data: [...nameList({ name }).data, 0] }])],
  ['bytes after the extensions', helloWith([nameList({ name })], [0])],
  ['an extension that is too long', helloWith([{ type: 0, data: [0, 9, 0, 0, 6, 97] }])],
])('%s is invalid', (_, bytes) => {
  expect(parseClientHello(bytes)).toEqual({ state: 'invalid' });
});

test('a message that does not end within the limit is invalid', () => {
  const records = Array.from({ length: 1000 }, () => Buffer.from([22, 3, 1, 0, 12, ...Array<number>(12).fill(1)]));
  const first = Buffer.from([22, 3, 1, 0, 4, 1, 0, 0x3f, 0xff]);
  const bytes = Buffer.concat([first, ...records]).subarray(0, helloCapBytes);
  expect(parseClientHello(bytes)).toEqual({ state: 'invalid' });
});

test('random bytes never throw', () => {
  for (let count = 0; count < 20_000; count++) {
    const bytes = Buffer.from(named);
    for (let change = 0; change < 3; change++)
      bytes[Math.floor(Math.random() * bytes.length)] = Math.floor(Math.random() * 256);
    parseClientHello(bytes.subarray(0, Math.floor(Math.random() * (bytes.length + 1))));
  }
});

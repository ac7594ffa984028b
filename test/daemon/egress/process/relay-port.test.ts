import { expect, test } from 'vitest';
import { bridgePort } from '../../../../src-daemon/egress/process/relay-port.ts';
import { u32 } from '../../../../src-daemon/wire/fields.ts';

const number = 0x8000;

function openPort({ takesAll = true } = {}) {
  const toInit: string[] = [];
  const toChild: string[] = [];
  const calls: string[] = [];
  let onDrain = () => {};
  const transport = {
    write: (pieces: Iterable<Uint8Array>) => {
      toInit.push(shown([...pieces]));
      return takesAll;
    },
    whenDrained: (listener: () => void) => {
      onDrain = listener;
    },
  };
  const port = bridgePort(transport, {
    write: (pieces) => toChild.push(shown(pieces)),
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  });
  const frame = (type: string, payload: Uint8Array | string = '', channel = number) => ({
    ...{ type, channel, payload: Buffer.from(payload), length: payload.length, pieces: [Buffer.from(payload)] },
  });
  return { port, frame, toInit, toChild, calls, drain: () => onDrain() };
}

function shown(pieces: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(pieces);
  return `${String.fromCharCode(bytes.readUInt8(0))} ${bytes.readUInt16BE(1)} ${bytes.subarray(7).toString('latin1')}`;
}

test('frames of a channel pass in both directions', () => {
  const { port, frame, toInit, toChild } = openPort();
  port.receive(frame('O', 'tcp example.com 443'));
  port.send(frame('A'));
  port.receive(frame('D', 'hello'));
  port.send(frame('D', 'answer'));
  port.send(frame('W', u32(65_536)));
  port.send(frame('E'));
  expect(toChild).toEqual([`O ${number} tcp example.com 443`, `D ${number} hello`]);
  expect(toInit).toEqual([`A ${number} `, `D ${number} answer`, `W ${number} \0\x01\0\0`, `E ${number} `]);
});

test.each([
  ['a frame of a channel that was not offered', 'A', ''],
  ['an open channel', 'O', 'p'],
  ['a signal', 'C', '\t'],
  ['data', 'D', 'x'],
  ['a ping', 'P', ''],
  ['the end of the run', 'Z', ''],
])('init gets no frame that it would end the container for: %s', (_name, type, payload) => {
  const { port, frame, toInit } = openPort();
  port.send(frame(type, payload));
  port.send(frame(type, payload, 1));
  port.send(frame(type, payload, 0));
  expect(toInit).toEqual([]);
});

test.each([
  ['A', 'x'],
  ['N', ''],
  ['D', ''],
  ['E', 'x'],
  ['W', 'x'],
  ['X', 'x'],
])('a frame %s with a payload of the wrong length is dropped', (type, payload) => {
  const { port, frame, toInit } = openPort();
  port.receive(frame('O', 'label'));
  if (type !== 'A' && type !== 'N') port.send(frame('A'));
  toInit.length = 0;
  port.send(frame(type, payload));
  expect(toInit).toEqual([]);
});

test('nothing follows a closed channel', () => {
  const { port, frame, toInit } = openPort();
  port.receive(frame('O', 'label'));
  port.send(frame('A'));
  port.send(frame('X'));
  port.send(frame('D', 'late'));
  port.receive(frame('Q', u32(125)));
  port.send(frame('D', 'later'));
  expect(toInit).toEqual([`A ${number} `, `X ${number} `]);
});

test('the process is not read while the stream to init is full', () => {
  const { port, frame, calls, drain } = openPort({ takesAll: false });
  port.receive(frame('O', 'label'));
  port.send(frame('A'));
  expect(calls).toEqual(['pause']);
  drain();
  expect(calls).toEqual(['pause', 'resume']);
});

test('when the process has exited, its channels are closed and further ones refused', () => {
  const { port, frame, toInit, toChild } = openPort();
  port.receive(frame('O', 'open'));
  port.send(frame('A'));
  port.receive(frame('O', 'offered', number + 1));
  toInit.length = 0;
  toChild.length = 0;
  port.lose();
  port.receive(frame('O', 'late', number + 2));
  port.receive(frame('D', 'late'));
  const refused = u32(13).toString('latin1');
  expect(toInit).toEqual([`X ${number} `, `N ${number + 1} ${refused}`, `N ${number + 2} ${refused}`]);
  expect(toChild).toEqual([]);
});

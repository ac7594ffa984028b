import type { Duplex } from 'node:stream';
import type { KernelMessage } from './kernel-messages.ts';

/** The channel of a kernel: descriptor 3 of its process. */
export interface KernelChannel {
  /** Sends `operation NUL id NUL payload NUL`. */
  send(operation: string, id: number, payload: string | Uint8Array): void;
  /** All messages so far, oldest first. */
  readonly messages: readonly KernelMessage[];
  /** Resolves with the first message, received or still to come, that the condition accepts. */
  next(condition: (message: KernelMessage) => boolean): Promise<KernelMessage>;
}

interface Waiter {
  readonly condition: (message: KernelMessage) => boolean;
  readonly resolve: (message: KernelMessage) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads the messages of a kernel, each a JSON object that ends with NUL.
 * @param warmEnvironment if given, the kernel waits for this environment before it sends `ready` (KERNELS.md, "Start
 *   ahead of use")
 */
export function openChannel(socket: Duplex, warmEnvironment?: Readonly<Record<string, string>>): KernelChannel {
  const messages: KernelMessage[] = [];
  let waiters: Waiter[] = [];
  let pending = Buffer.alloc(0);
  let handshake = warmEnvironment === undefined ? '' : 'RG';
  let ended = false;

  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (handshake !== '' && pending.length > 0) takeHandshakeByte();
    for (let end = pending.indexOf(0); end >= 0; end = pending.indexOf(0)) {
      receive(JSON.parse(pending.subarray(0, end).toString('utf8')) as KernelMessage);
      pending = pending.subarray(end + 1);
    }
  });
  socket.on('error', () => end());
  socket.on('close', () => end());

  return {
    messages,
    send: (operation, id, payload) =>
      socket.write(Buffer.concat([Buffer.from(`${operation}\0${id}\0`), Buffer.from(payload), Buffer.of(0)])),
    next(condition) {
      const found = messages.find(condition);
      if (found !== undefined) return Promise.resolve(found);
      if (ended) return Promise.reject(new Error('The kernel has closed its channel.'));
      return new Promise((resolve, reject) => waiters.push({ condition, resolve, reject }));
    },
  };

  function takeHandshakeByte(): void {
    const expected = handshake.charAt(0);
    const received = pending.toString('latin1', 0, 1);
    if (received !== expected) throw new Error(`The kernel sent ${JSON.stringify(received)} instead of ${expected}.`);
    pending = pending.subarray(1);
    handshake = handshake.slice(1);
    if (expected === 'R') socket.write(encodeContext(warmEnvironment ?? {}));
  }

  function receive(message: KernelMessage): void {
    messages.push(message);
    for (const waiter of waiters.filter(({ condition }) => condition(message))) waiter.resolve(message);
    waiters = waiters.filter(({ condition }) => !condition(message));
  }

  function end(): void {
    ended = true;
    for (const waiter of waiters) waiter.reject(new Error('The kernel has closed its channel.'));
    waiters = [];
  }
}

/** Returns a length (32 bits, big-endian), then the number of further arguments (0) and the environment. */
function encodeContext(environment: Readonly<Record<string, string>>): Buffer {
  const fields = ['0', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)];
  const strings = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(strings.length);
  return Buffer.concat([length, strings]);
}

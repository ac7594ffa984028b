import { u32 } from './fields.ts';
import { createInbox } from './inbox.ts';
import { createOutbox } from './outbox.ts';
import { StdinClosedError } from './program-input.ts';
import { ProtocolError } from './protocol-error.ts';
import type { Writer } from './transport.ts';
import { wireFrame } from './wire.ts';

/** The daemon's handle of one channel. */
export interface Channel {
  /** Resolves when the stream has taken the bytes. Rejects with {@link StdinClosedError} if the channel ends first. */
  write(bytes: Uint8Array): Promise<void>;
  /** Announces the end of the input. */
  end(): void;
  /** Sends a signal to the process group of the channel. */
  control(signal: number): void;
  /** Asks init to end the channel. What still arrives is dropped; `onEnded` follows. */
  close(): void;
}

export interface ChannelListener {
  onAccepted?(payload: Buffer): void;
  /** The channel never existed. @param errno of Linux */
  onRefused?(errno: number): void;
  /**
   * Takes data. The next chunk follows when the returned promise has resolved. A failure closes the channel; a
   * ProtocolError ends the session.
   */
  onData(stream: number, chunk: Buffer): void | Promise<void>;
  /** The other side sends no more data. Not called if the channel ends first. */
  onInputEnd?(): void;
  /** Reads the last frame. The returned function is called when `onData` has taken everything that preceded. */
  onEnded(payload: Buffer): () => void;
  /** The session ended first. */
  onLost(reason: unknown): void;
}

export interface ChannelOptions {
  number: number;
  writer: Writer;
  listener: ChannelListener;
  /** True if init has opened it: its data has no stream byte, and it is open at once. */
  isRelay: boolean;
  /** Called when the number is free again. */
  onFree: () => void;
  /** Called if a consumer finds that data breaks the protocol. */
  onBroken: (error: unknown) => void;
}

/** A channel as the multiplexer uses it. */
export interface OpenChannel {
  handle: Channel;
  /** @throws ProtocolError if the frame is not allowed in the state of the channel */
  receive(type: string, payload: Buffer): void;
  /** Ends the channel because the session ends. */
  lose(reason: unknown): void;
}

export function createChannel({ number, writer, listener, isRelay, onFree, onBroken }: ChannelOptions): OpenChannel {
  let state: 'opening' | 'open' | 'ended' = isRelay ? 'open' : 'opening';
  let hasInputEnded = false;
  let isClosing = false;
  const outbox = createOutbox(number, writer.wake);
  const inbox = createInbox({
    onData: listener.onData,
    onCredit: (bytes) => state === 'open' && writer.send(wireFrame('W', number, u32(bytes))),
    onFailure: (error) => (error instanceof ProtocolError ? onBroken(error) : close()),
  });

  function close(): void {
    if (state === 'ended' || isClosing) return;
    isClosing = true;
    outbox.close(new StdinClosedError());
    inbox.discard();
    writer.send(wireFrame('X', number));
  }

  function leave(): void {
    state = 'ended';
    outbox.close(new StdinClosedError());
    onFree();
  }

  const whenOpening: Handlers = {
    A: (payload) => {
      state = 'open';
      if (!isClosing) listener.onAccepted?.(payload);
    },
    N: (payload) => {
      const errno = readErrno(payload);
      leave();
      listener.onRefused?.(errno);
    },
  };

  const whenOpen: Handlers = {
    D: (payload) => {
      if (hasInputEnded) throw new ProtocolError('data after the end of the data');
      if (isRelay) inbox.push(0, payload);
      else if (payload.length === 0) throw new ProtocolError('data without a stream');
      else inbox.push(payload.readUInt8(0), payload.subarray(1));
    },
    E: () => {
      if (hasInputEnded) throw new ProtocolError('a second end of the data');
      hasInputEnded = true;
      inbox.whenTaken(() => state === 'open' && listener.onInputEnd?.());
    },
    W: (payload) => outbox.addCredit(readCredit(payload)),
    Q: (payload) => {
      const finish = listener.onEnded(payload);
      leave();
      inbox.whenTaken(finish);
    },
  };

  return {
    handle: {
      write: outbox.write,
      end: outbox.end,
      control: (signal) => state === 'open' && writer.send(wireFrame('C', number, Buffer.from([signal]))),
      close,
    },
    receive: (type, payload) => {
      const handle = (state === 'opening' ? whenOpening : whenOpen)[type];
      if (handle === undefined) throw new ProtocolError(`a frame that a channel does not allow: ${type}`);
      handle(payload);
    },
    lose: (reason) => {
      if (state === 'ended') return;
      state = 'ended';
      outbox.close(reason);
      inbox.discard();
      listener.onLost(reason);
    },
  };
}

type Handlers = Readonly<Partial<Record<string, (payload: Buffer) => void>>>;

function readErrno(payload: Buffer): number {
  if (payload.length !== 4) throw new ProtocolError('a refusal without an errno');
  return payload.readUInt32BE(0);
}

function readCredit(payload: Buffer): number {
  if (payload.length !== 4) throw new ProtocolError('credit that is not a number');
  return payload.readUInt32BE(0);
}

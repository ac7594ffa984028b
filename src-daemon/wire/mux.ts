import { AppError } from '../errors/app-error.ts';
import { type Channel, type ChannelListener, createChannel, type OpenChannel } from './channel.ts';
import { errnoOf } from './errno.ts';
import { u32 } from './fields.ts';
import { ProtocolError } from './protocol-error.ts';
import { createWriter, type Transport } from './transport.ts';
import { type WireFrame, wireFrame } from './wire.ts';

/** A request of init for a channel, by its relay. The handler accepts or refuses it, at once or later. */
export interface RelayOffer {
  label: string;
  accept(listener: ChannelListener): Channel;
  /** @param errno name of an errno of Linux */
  refuse(errno: string): void;
  /** Calls the listener if init withdraws the request before the handler has decided. */
  whenWithdrawn(listener: () => void): void;
}

export interface MuxOptions {
  /** Decides about the channels that init opens. If absent, all are refused with EACCES. */
  onRelay?: ((offer: RelayOffer) => void) | undefined;
  /** Called if received data breaks the protocol, which its consumer may find later than `receive`. */
  onBroken: (error: unknown) => void;
}

/** The channels of one session or run. */
export interface Mux {
  /**
   * Opens a channel.
   * @param kind letter of the kind, then its fields (PROTOCOL.md)
   * @throws AppError `too_many_channels`
   */
  open(kind: string, fields: readonly Uint8Array[], listener: ChannelListener): Channel;
  /** Takes a frame of a channel other than 0. @throws ProtocolError */
  receive(frame: WireFrame): void;
  /** Ends all channels with a reason, and all that are opened later. */
  end(reason: unknown): void;
}

const openCap = 64;
const firstRelay = 0x8000;
const labelCapBytes = 512;

export function createMux(transport: Transport, { onRelay, onBroken }: MuxOptions): Mux {
  const writer = createWriter(transport);
  const channels = new Map<number, OpenChannel>();
  /** Numbers that init has opened and no handler has decided about. */
  const offered = new Map<number, { onWithdrawn?: () => void }>();
  let lastNumber = 0;
  let ended: { reason: unknown } | undefined;

  function freeNumber(): number {
    do lastNumber = (lastNumber % (firstRelay - 1)) + 1;
    while (channels.has(lastNumber));
    return lastNumber;
  }

  function add(number: number, listener: ChannelListener): OpenChannel {
    const isRelay = number >= firstRelay;
    const channel = createChannel({
      ...{ number, writer, listener, isRelay, onBroken },
      onFree: () => channels.delete(number),
    });
    channels.set(number, channel);
    return channel;
  }

  function open(kind: string, fields: readonly Uint8Array[], listener: ChannelListener): Channel {
    if (ended !== undefined) throw ended.reason;
    if (channels.size >= openCap) throw tooManyChannels();
    const number = freeNumber();
    const { handle } = add(number, listener);
    writer.send(wireFrame('O', number, Buffer.from(kind, 'latin1'), ...fields));
    return handle;
  }

  function offer(number: number, payload: Buffer): void {
    if (channels.has(number) || offered.has(number)) throw new ProtocolError('a channel that is open already');
    if (payload.length > labelCapBytes) throw new ProtocolError('the label of a channel is too long');
    const refuse = (errno: string) => {
      if (offered.delete(number)) writer.send(wireFrame('N', number, u32(errnoOf(errno))));
    };
    const state: { onWithdrawn?: () => void } = {};
    offered.set(number, state);
    if (offered.size > openCap) throw new ProtocolError('too many channels of init');
    const accept = (listener: ChannelListener) => {
      if (!offered.delete(number)) throw new Error('the channel is no longer offered');
      writer.send(wireFrame('A', number));
      return add(number, listener).handle;
    };
    const whenWithdrawn = (listener: () => void) => {
      state.onWithdrawn = listener;
    };
    if (onRelay === undefined) refuse('EACCES');
    else if (channels.size >= openCap) refuse('EMFILE');
    else onRelay({ label: payload.toString('utf8'), accept, refuse, whenWithdrawn });
  }

  function withdraw(number: number): void {
    const onWithdrawn = offered.get(number)?.onWithdrawn;
    offered.delete(number);
    onWithdrawn?.();
  }

  return {
    open,
    receive: ({ type, channel: number, payload }) => {
      if (ended !== undefined) return;
      if (type === 'O' && number >= firstRelay) return offer(number, payload);
      // Init has withdrawn its request: its program has closed the descriptor.
      if (type === 'Q' && offered.has(number)) return withdraw(number);
      const channel = channels.get(number);
      if (channel === undefined) throw new ProtocolError('a frame of a channel that is not open');
      channel.receive(type, payload);
    },
    end: (reason) => {
      if (ended !== undefined) return;
      ended = { reason };
      offered.clear();
      for (const channel of [...channels.values()]) channel.lose(reason);
      channels.clear();
    },
  };
}

function tooManyChannels(): AppError {
  const message =
    'The sandbox runs 64 operations, which is its limit. End a process or wait until a file was transferred.';
  return new AppError('too_many_channels', message, { retryAfterSeconds: 1 });
}

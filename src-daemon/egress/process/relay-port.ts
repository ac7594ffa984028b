import { errnoOf } from '../../wire/errno.ts';
import { u32 } from '../../wire/fields.ts';
import type { Transport } from '../../wire/transport.ts';
import { type WireFrame, wireFrame } from '../../wire/wire.ts';
import type { EgressFrame } from '../egress-frames.ts';

/** The channels that the init of one sandbox opens for its relay. */
export interface RelayPort {
  /** Takes a frame of init on such a channel. */
  receive(frame: WireFrame): void;
}

/** The process that serves the channels, as far as a port uses it. */
export interface RelayPeer {
  write(pieces: readonly Uint8Array[]): void;
  pause(): void;
  resume(): void;
}

export interface BridgedPort extends RelayPort {
  /** Passes a frame of the process on to init, if the channel allows it. */
  send(frame: EgressFrame): void;
  /** The process has exited: its channels are closed, and further ones are refused. */
  lose(): void;
}

/** Lengths of the payloads that the process may send, by type. Init ends the container on any other. */
const payloads: Readonly<Record<string, (length: number) => boolean>> = {
  A: (length) => length === 0,
  N: (length) => length === 4,
  D: (length) => length > 0,
  E: (length) => length === 0,
  W: (length) => length === 4,
  X: (length) => length === 0,
};

/**
 * Connects the channels of one sandbox with an egress process. Only frames that init accepts are passed on, whatever the
 * process sends: it reads what unknown hosts send.
 */
export function bridgePort(transport: Transport, peer: RelayPeer): BridgedPort {
  const channels = new Map<number, 'offered' | 'open' | 'closing'>();
  let isLost = false;

  transport.whenDrained(() => peer.resume());

  function refuse(channel: number): void {
    transport.write(wireFrame('N', channel, u32(errnoOf('EACCES'))));
  }

  return {
    receive: ({ type, channel, payload }) => {
      if (type === 'O' && isLost) return refuse(channel);
      if (type === 'O') channels.set(channel, 'offered');
      if (type === 'Q') channels.delete(channel);
      if (!isLost) peer.write(wireFrame(type, channel, payload));
    },
    send: ({ type, channel, length, pieces }) => {
      const state = channels.get(channel);
      const isAnswer = type === 'A' || type === 'N';
      // The channel may have ended while the frame was on its way.
      if (state !== (isAnswer ? 'offered' : 'open') || payloads[type]?.(length) !== true) return;
      if (type === 'A') channels.set(channel, 'open');
      if (type === 'N') channels.delete(channel);
      if (type === 'X') channels.set(channel, 'closing');
      if (!transport.write(wireFrame(type, channel, ...pieces))) peer.pause();
    },
    lose: () => {
      isLost = true;
      for (const [channel, state] of channels) {
        if (state === 'offered') refuse(channel);
        if (state === 'open') transport.write(wireFrame('X', channel));
      }
      channels.clear();
    },
  };
}

import { relayFailed } from '../../../egress/egress-errors.ts';
import type { Egress } from '../../../egress/open-egress.ts';
import { BootError } from '../../../wire/boot-error.ts';
import type { Channel, ChannelListener } from '../../../wire/channel.ts';
import { list } from '../../../wire/fields.ts';
import type { FrameChannel } from '../../../wire/frame-channel.ts';
import { readFrame } from '../../../wire/frames.ts';
import { createMux, type MuxOptions } from '../../../wire/mux.ts';
import { ProtocolError } from '../../../wire/protocol-error.ts';
import { firstRelayChannel, protocolVersion, type WireFrame, wireFrame } from '../../../wire/wire.ts';
import { createPing } from './ping.ts';

/** The session of one live sandbox, over the frame channel of its container. */
export interface GuestSession {
  /**
   * Opens a channel. If init answers neither this nor a ping, the session breaks.
   * @param kind letter of the kind, then its fields (PROTOCOL.md)
   * @throws AppError `too_many_channels`; the reason of `end`
   */
  open(kind: string, fields: readonly Uint8Array[], listener: ChannelListener): Channel;
  /** Resolves when init answers. @throws ProtocolError if it does not answer in time; the reason of `end` */
  ping(): Promise<void>;
  /** While it is paused, init is not expected to answer. */
  setPaused(isPaused: boolean): void;
  /** @throws the reason of `end` */
  throwIfEnded(): void;
  /** Ends all channels with a reason. Call it when the sandbox has ended. */
  end(reason: unknown): void;
}

/** `onBroken` is called once, also if init no longer answers. The caller disposes of the sandbox and calls `end`. */
export interface GuestSessionOptions extends MuxOptions {
  /** The network of the sandbox, if it has one by rule. */
  egress?: Pick<Egress, 'relay' | 'connect'> | undefined;
  /** Called once when the stream has closed. The caller finds out why and calls `end`. */
  onClosed: () => void;
  /** Limit of init's answer to an open channel, and then to a ping, in ms; 15,000 by default. */
  answerLimitMs?: number;
}

const defaultAnswerLimitMs = 15_000;

/**
 * Starts the session of a sandbox whose init has reported that it is ready.
 * @throws BootError if init refuses it or exits; ProtocolError
 */
export async function openGuestSession(frames: FrameChannel, options: GuestSessionOptions): Promise<GuestSession> {
  const { egress, answerLimitMs = defaultAnswerLimitMs, onBroken, onClosed } = options;
  const started = Promise.withResolvers<void>();
  let isOver = false;
  let hasStarted = false;
  let ended: { reason: unknown } | undefined;
  const fail = (error: unknown) => {
    if (isOver) return;
    isOver = true;
    frames.drain();
    started.reject(error);
    onBroken(error);
  };
  const mux = createMux(frames, { onRelay: options.onRelay, onBroken: fail });
  const relay = egress?.connect(frames) ?? mux;
  const ping = createPing({ limitMs: answerLimitMs, send: (id) => frames.write(wireFrame('P', 0, id)), fail });
  const onFrame = (wire: WireFrame) => {
    if (isOver) return;
    if (wire.channel !== 0) (wire.channel >= firstRelayChannel ? relay : mux).receive(wire);
    else if (wire.type === 'G') ping.receive(wire.payload);
    else if (hasStarted) throw new ProtocolError('a second start of a session');
    else readStart(wire, started);
  };
  frames.listen({
    onFrame,
    onError: fail,
    onClose: () => {
      started.reject(new BootError('the container ended before its session'));
      onClosed();
    },
  });
  if (frames.isClosed) throw new BootError('the container ended before its session');
  frames.write([Buffer.from([0x53, 0x52, 0x53, protocolVersion]), frames.nonce, ...list(egress?.relay ?? [])]);
  await started.promise;
  hasStarted = true;
  return {
    open: (kind, fields, listener) => mux.open(kind, fields, watchAnswer(listener, answerLimitMs, ping.expect)),
    ping: ping.send,
    setPaused: ping.setPaused,
    throwIfEnded: () => {
      if (ended !== undefined) throw ended.reason;
    },
    end: (reason) => {
      ended ??= { reason };
      isOver = true;
      ping.end(reason);
      mux.end(reason);
    },
  };
}

/** Reads a frame of channel 0, of which there is only one in a session apart from pongs. */
function readStart(wire: WireFrame, started: PromiseWithResolvers<void>): void {
  const frame = readFrame(wire);
  if (frame.type === 'started') started.resolve();
  else if (frame.type === 'failed' && frame.stage === 'relay') started.reject(relayFailed(frame.error));
  else if (frame.type === 'failed') started.reject(new BootError(`init refused the session: ${frame.error}`));
  else throw new ProtocolError('a frame that a session does not have');
}

/** Calls `onLate` if init does not answer an open channel in time. */
function watchAnswer(listener: ChannelListener, limitMs: number, onLate: () => void): ChannelListener {
  const timer = setTimeout(onLate, limitMs).unref();
  const stop = () => clearTimeout(timer);
  return {
    ...listener,
    onAccepted: (payload) => {
      stop();
      listener.onAccepted?.(payload);
    },
    onRefused: (errno) => {
      stop();
      listener.onRefused?.(errno);
    },
    onLost: (reason) => {
      stop();
      listener.onLost(reason);
    },
  };
}

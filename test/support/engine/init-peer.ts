import { randomBytes } from 'node:crypto';
import { type Duplex, duplexPair } from 'node:stream';
import { type GuestSession, openGuestSession } from '../../../src-daemon/engine/guest/session/session.ts';
import { type FrameChannel, openFrameChannel } from '../../../src-daemon/wire/frame-channel.ts';
import { until } from '../until.ts';

/** A frame that the daemon has sent. */
export interface SentFrame {
  type: string;
  channel: number;
  payload: Buffer;
}

/** The end of init of a stream in memory. A test decides what it sends, whether the protocol allows it or not. */
export interface InitPeer {
  frames: FrameChannel;
  nonce: Buffer;
  /** The frames of the daemon, after the start of the session. */
  sent: SentFrame[];
  /** The bytes before the first frame: the start of the session. */
  start(): Buffer;
  send(type: string, channel: number, ...payload: readonly (string | Uint8Array)[]): void;
  write(bytes: Uint8Array): void;
  /** Waits for a frame of the daemon and removes it. */
  next(type: string): Promise<SentFrame>;
  /** The stream at init's end. */
  stream: Duplex;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** @param startBytes length of what the daemon sends before its first frame: 24 for a session without a relay */
export function createInitPeer(startBytes = 24): InitPeer {
  const [daemonEnd, stream] = duplexPair();
  const nonce = randomBytes(16);
  const frames = openFrameChannel(daemonEnd, { nonce });
  const sent: SentFrame[] = [];
  let start = Buffer.alloc(0);
  let rest = Buffer.alloc(0);
  stream.on('error', () => {});
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    const missing = Math.min(startBytes - start.length, rest.length);
    start = Buffer.concat([start, rest.subarray(0, missing)]);
    rest = rest.subarray(missing);
    while (rest.length >= 7 && rest.length >= 7 + rest.readUInt32BE(3)) {
      const end = 7 + rest.readUInt32BE(3);
      sent.push({
        type: String.fromCharCode(rest.readUInt8(0)),
        channel: rest.readUInt16BE(1),
        payload: rest.subarray(7, end),
      });
      rest = rest.subarray(end);
    }
  });

  function send(type: string, channel: number, ...payload: readonly (string | Uint8Array)[]): void {
    const bytes = Buffer.concat(payload.map((part) => Buffer.from(part as Uint8Array)));
    const head = Buffer.alloc(7);
    head.write(type, 'latin1');
    head.writeUInt16BE(channel, 1);
    head.writeUInt32BE(bytes.length, 3);
    stream.write(Buffer.concat([nonce, head, bytes]));
  }

  async function next(type: string): Promise<SentFrame> {
    await until(() => sent.some((frame) => frame.type === type));
    const index = sent.findIndex((frame) => frame.type === type);
    const [frame] = sent.splice(index, 1);
    if (frame === undefined) throw new Error(`the daemon sent no ${type}`);
    return frame;
  }

  return { frames, nonce, sent, start: () => start, send, write: (bytes) => stream.write(bytes), next, stream };
}

export interface OpenedPeer extends InitPeer {
  session: GuestSession;
  /** The errors of `onBroken`. */
  broken: unknown[];
}

/** Opens a session with a peer that has said hello. */
export async function openPeerSession(
  options: Partial<Parameters<typeof openGuestSession>[1]> = {},
): Promise<OpenedPeer> {
  const peer = createInitPeer();
  const broken: unknown[] = [];
  const opening = openGuestSession(peer.frames, {
    onBroken: (error) => broken.push(error),
    onClosed: () => {},
    ...options,
  });
  await until(() => peer.start().length === 24);
  peer.send('S', 0);
  return { ...peer, session: await opening, broken };
}

import { Duplex } from 'node:stream';
import type { Channel, ChannelListener } from '../../wire/channel.ts';
import type { RelayOffer } from '../../wire/mux.ts';

/** The sandbox ended the channel, or the session ended, before both directions had ended. */
class ChannelLostError extends Error {
  constructor() {
    super('the channel of a connection ended');
    this.name = 'ChannelLostError';
  }
}

/**
 * Accepts a channel of the relay and returns its bytes as a stream. Both directions have back-pressure and end one by one.
 * Destroying the stream before both have ended closes the channel, which resets the program's connection.
 * @param onActivity called when bytes were received or sent
 */
export function acceptChannel(offer: RelayOffer, onActivity: () => void): Duplex {
  let resume: (() => void) | undefined;
  let hasEnded = false;

  function endInput(): void {
    if (hasEnded || stream.destroyed) return;
    hasEnded = true;
    stream.push(null);
  }

  const listener: ChannelListener = {
    onData: (_stream, chunk) => {
      onActivity();
      if (stream.destroyed || stream.push(chunk)) return;
      return new Promise((resolve) => {
        resume = resolve;
      });
    },
    onInputEnd: endInput,
    onEnded: (payload) => () => {
      const isComplete = payload.length === 4 && payload.readUInt32BE(0) === 0 && stream.writableEnded;
      if (isComplete) endInput();
      else stream.destroy(new ChannelLostError());
    },
    onLost: () => stream.destroy(new ChannelLostError()),
  };

  const stream = new Duplex({
    read() {
      resume?.();
      resume = undefined;
    },
    write(chunk: Buffer, _encoding, done) {
      channel.write(chunk).then(() => {
        onActivity();
        done();
      }, done);
    },
    final(done) {
      channel.end();
      done();
    },
    destroy(error, done) {
      resume?.();
      // After the end of both directions, init still has bytes for the program, which closing would drop.
      if (!stream.readableEnded || !stream.writableFinished) channel.close();
      done(error);
    },
  });
  stream.on('error', () => {});
  const channel: Channel = offer.accept(listener);
  return stream;
}

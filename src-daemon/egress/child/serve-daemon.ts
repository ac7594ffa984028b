import type { Duplex } from 'node:stream';
import { readJson } from '../../wire/json.ts';
import { createMux } from '../../wire/mux.ts';
import { ProtocolError } from '../../wire/protocol-error.ts';
import type { Transport } from '../../wire/transport.ts';
import { createEgressReader, messageFrame, payloadOf } from '../egress-frames.ts';
import { type FromChild, messageCap, type PolicyMessage, ToChild } from '../messages.ts';
import { defaultLimits, type EgressLimits } from './egress-limits.ts';
import { createRun, type Run } from './run.ts';
import type { RunContextOptions } from './run-context.ts';

export interface ServeOptions {
  limits?: EgressLimits;
  /** Serves the requests of connections; the one of http/proxy-http.ts if absent. */
  proxyHttp?: RunContextOptions['proxyHttp'];
  /** Called if the daemon or init breaks the protocol. The caller ends the process or the stream. */
  onBroken: (error: unknown) => void;
}

/**
 * Serves the egress protocol (../messages.ts) on a stream: reports `booted`, takes the policy, and connects the channels
 * that init opens then.
 */
export function serveDaemon(daemon: Duplex, { limits = defaultLimits, proxyHttp, onBroken }: ServeOptions): void {
  const transport = transportOver(daemon);
  const send = (message: FromChild) => void transport.write(messageFrame(message));
  let run: Run | undefined;

  const mux = createMux(transport, {
    onBroken,
    onRelay: (offer) => {
      if (run === undefined) throw new ProtocolError('a connection before the policy');
      run.takeOffer(offer);
    },
  });

  function start(policy: PolicyMessage): void {
    if (run !== undefined) throw new ProtocolError('a second policy');
    run = createRun({ policy, limits, send, proxyHttp });
    run.ready().then((ca) => send({ type: 'ready', ca }), onBroken);
  }

  function endRun({ whenClosed }: Run): void {
    mux.end(new Error('the run has ended'));
    whenClosed(() => daemon.end());
  }

  function takeMessage(message: ToChild): void {
    if (message.type === 'policy') start(message);
    else if (run === undefined) throw new ProtocolError('a message before the policy');
    else if (message.type === 'end') endRun(run);
    else if (message.type === 'recorded') run.takeRecorded(message.use, message.isRecorded);
    else run.decide(message, message.isAllowed);
  }

  const read = createEgressReader(messageCap, (frame) => {
    const { type, channel } = frame;
    const payload = payloadOf(frame);
    if (channel === 0) takeMessage(readJson(payload, ToChild));
    else mux.receive({ type, channel, payload });
  });
  daemon.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      daemon.removeAllListeners('data');
      onBroken(error);
    }
  });
  send({ type: 'booted' });
}

function transportOver(daemon: Duplex): Transport {
  return {
    write: (pieces) => {
      if (daemon.destroyed) return true;
      daemon.cork();
      for (const piece of pieces) daemon.write(piece);
      daemon.uncork();
      return !daemon.writableNeedDrain;
    },
    whenDrained: (listener) => void daemon.on('drain', listener),
  };
}

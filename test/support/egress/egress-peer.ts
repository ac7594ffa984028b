import type { Duplex } from 'node:stream';
import { createEgressReader, messageFrame, payloadOf } from '../../../src-daemon/egress/egress-frames.ts';
import { FromChild, type PolicyMessage, type ToChild } from '../../../src-daemon/egress/messages.ts';
import { wireFrame } from '../../../src-daemon/wire/wire.ts';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import { effectiveRule, type NetworkRule } from '../../../src-shared/contracts/network/network-rules.ts';
import { until } from '../until.ts';
import { createRelayChannel, type RelayConnection } from './relay-channel.ts';

/** The daemon and the relay of one sandbox, as an egress child sees them. */
export interface EgressPeer {
  /** All messages of the child, in order. */
  messages: FromChild[];
  /** Sends the policy. Resolves with the certificate of the run's authority, which may be empty. */
  start(policy: TestPolicy): Promise<string>;
  send(message: ToChild): void;
  sendFrame(type: string, channel: number, payload?: Uint8Array): void;
  /** Opens a channel with a label, as init does for the relay. */
  open(label: string): RelayConnection;
  events(phase?: NetworkEventData['phase']): NetworkEventData[];
  /** Waits for an event that matches. */
  event(matching: Partial<NetworkEventData>): Promise<NetworkEventData>;
  stream: Duplex;
}

export type TestPolicy = Partial<Omit<PolicyMessage, 'type' | 'rules'>> & { rules: readonly NetworkRule[] };

const messageCap = 16 * 1024;

/** @param stream the daemon's end of the child's descriptor 3 */
export function createEgressPeer(stream: Duplex): EgressPeer {
  const messages: FromChild[] = [];
  const channels = new Map<number, RelayConnection>();
  let lastNumber = 0x7fff;

  function sendFrame(type: string, channel: number, payload?: Uint8Array): void {
    if (stream.destroyed) return;
    stream.cork();
    for (const piece of wireFrame(type, channel, ...(payload === undefined ? [] : [payload]))) stream.write(piece);
    stream.uncork();
  }
  const send = (message: ToChild) => {
    for (const piece of messageFrame(message)) stream.write(piece);
  };

  const read = createEgressReader(messageCap, (frame) => {
    const { type, channel } = frame;
    const payload = payloadOf(frame);
    if (channel === 0) messages.push(FromChild.parse(JSON.parse(payload.toString())));
    else channels.get(channel)?.receive(type, payload);
  });
  stream.on('data', read).on('error', () => {});

  function open(label: string): RelayConnection {
    const number = ++lastNumber;
    const channel = createRelayChannel(number, (type, payload) => sendFrame(type, number, payload));
    channels.set(number, channel);
    sendFrame('O', number, Buffer.from(label));
    return channel;
  }

  async function start(policy: TestPolicy): Promise<string> {
    await until(() => messages.some(({ type }) => type === 'booted'));
    send(policyMessage(policy));
    await until(() => messages.some(({ type }) => type === 'ready'));
    const ready = messages.find((message) => message.type === 'ready');
    return ready?.ca ?? '';
  }

  const events = (phase?: NetworkEventData['phase']) =>
    messages.flatMap((message) =>
      message.type === 'event' && (phase === undefined || message.event.phase === phase) ? [message.event] : [],
    );
  const findEvent = (matching: Partial<NetworkEventData>) =>
    events().find((event) =>
      Object.entries(matching).every(([name, value]) => event[name as keyof NetworkEventData] === value),
    );
  async function event(matching: Partial<NetworkEventData>): Promise<NetworkEventData> {
    await until(() => findEvent(matching) !== undefined);
    return findEvent(matching) as NetworkEventData;
  }

  return { messages, start, send, sendFrame, open, events, event, stream };
}

function policyMessage({ rules, ...policy }: TestPolicy): PolicyMessage {
  const message = {
    type: 'policy',
    rules: rules.map(effectiveRule),
    ...{ onBlocked: 'deny', secrets: [], extraCa: '', nameServers: [], connections: 64 },
    ...policy,
  };
  // Absent fields are absent in JSON.
  return JSON.parse(JSON.stringify(message)) as PolicyMessage;
}

import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BlockedReason, NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { RelayOffer } from '../../wire/mux.ts';
import { acceptChannel } from './channel-stream.ts';
import type { AppliedRule } from './choose-rule.ts';
import { ConnectError } from './http-connection.ts';
import type { Target } from './label.ts';
import type { RunContext } from './run-context.ts';
import { connectHost } from './upstream/connect-host.ts';

/** Fields of an event in addition to those of its connection. */
export type EventFields = Pick<NetworkEventData, 'method' | 'status' | 'secrets' | 'reason'>;

/** A connection of a program that a rule allows. */
export interface Connection extends Target {
  readonly applied: AppliedRule;
  /** The bytes of the program. */
  readonly program: Duplex;
  /** Connects the host. Call it once. @throws ConnectError */
  connect(): Promise<Socket>;
  report(phase: NetworkEventData['phase'], fields?: EventFields): void;
  /** Counts masked values. The next report contains their number so far. */
  countMasked(count: number): void;
  /** Reports the reason and closes both sides. Does nothing if the connection has ended. */
  fail(reason: BlockedReason): void;
}

export interface ConnectionOptions {
  run: RunContext;
  id: number;
  target: Target;
  applied: AppliedRule;
  offer: RelayOffer;
  /** Called when both sides have closed. */
  onClosed: () => void;
}

/**
 * Accepts the connection of a program. It ends when both sides have closed: after its last byte, after a reset of one side,
 * or at a limit. `close` is reported if `open` was.
 */
export function createConnection({ run, id, target, applied, offer, onClosed }: ConnectionOptions): Connection {
  const meter = run.usage.createMeter();
  const over = new AbortController();
  let upstream: Socket | undefined;
  let [isOpen, hasClosed] = [false, false];
  let masked = 0;

  const program = acceptChannel(offer, () => {
    if (over.signal.aborted) return;
    idle.refresh();
    meter.update();
    if (run.usage.isExhausted) fail('limit');
  });
  const idle = setTimeout(() => fail('timeout'), run.limits.idleMs);

  function report(phase: NetworkEventData['phase'], fields: EventFields = {}): void {
    meter.update();
    const { bytesIn, bytesOut } = meter;
    isOpen ||= phase === 'open';
    run.report({
      id,
      phase,
      ...target,
      rule: applied.index,
      bytesIn,
      bytesOut,
      ...(masked > 0 && { masked }),
      ...fields,
    });
  }

  function countMasked(count: number): void {
    masked += count;
  }

  function fail(reason: BlockedReason): void {
    if (over.signal.aborted) return;
    report('blocked', { reason });
    over.abort();
    program.destroy();
    upstream?.destroy();
  }

  function settle(): void {
    if (hasClosed || !program.closed || upstream?.closed === false) return;
    hasClosed = true;
    over.abort();
    clearTimeout(idle);
    if (isOpen) report('close');
    onClosed();
  }

  program.once('close', () => {
    const isComplete = program.readableEnded && program.writableFinished;
    if (!isComplete) over.abort();
    if (!isComplete && upstream?.destroyed === false) upstream.resetAndDestroy();
    settle();
  });

  async function connect(): Promise<Socket> {
    const { connectMs: limitMs } = run.limits;
    const { address } = applied.rule;
    const { resolver, policy } = run;
    const way = { address, resolver, proxy: policy.proxy };
    const socket = await connectHost({ ...target, ...way, limitMs, signal: over.signal });
    socket.on('error', () => {}).once('close', settle);
    if (over.signal.aborted) {
      socket.destroy();
      throw new ConnectError('connect_failed');
    }
    upstream = socket;
    meter.watch(socket);
    return socket;
  }

  return { ...target, applied, program, connect, report, countMasked, fail };
}

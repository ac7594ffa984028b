import type { BlockedReason, NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { EffectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { RelayOffer } from '../../wire/mux.ts';
import { type AppliedRule, chooseRule, isIntercepted } from './choose-rule.ts';
import { createConnection } from './connection.ts';
import { handleConnection } from './handle-connection.ts';
import { createHeldConnections, type HeldConnections } from './held-connections.ts';
import { readLabel, type Target } from './label.ts';
import { createRunContext, type RunContextOptions } from './run-context.ts';

/** The network of one run. */
export interface Run {
  /** Resolves with the certificate of the run's authority (PEM), which is empty if no rule needs one. */
  ready(): Promise<string>;
  /** Takes a channel that init opens for the relay. */
  takeOffer(offer: RelayOffer): void;
  takeRecorded(use: number, isRecorded: boolean): void;
  decide(target: Target, isAllowed: boolean): void;
  /** Calls the listener when no connection is open. */
  whenClosed(listener: () => void): void;
}

/** Ports of connections about which a person can decide, with the protocol that they are then checked as. */
const askedProtocols = new Map([
  [443, 'tls' as const],
  [80, 'http' as const],
]);

export function createRun(options: RunContextOptions): Run {
  const run = createRunContext(options);
  const { policy, limits } = options;
  const maxConnections = Math.min(limits.connections, policy.connections);
  const held = createHeldConnections(limits.heldMs);
  const names = new Set<string>();
  let openCount = 0;
  let lastId = 0;
  let onClosedAll = () => {};

  function refuse(offer: RelayOffer, event: Target & { id: number }, reason: BlockedReason): void {
    run.report(eventOf(event, { phase: 'blocked', reason }));
    offer.refuse(reason === 'limit' ? 'EMFILE' : 'EACCES');
  }

  /** Returns true if a limit of the run refuses another connection. */
  function isFull({ host }: Target): boolean {
    if (run.usage.isExhausted || openCount + held.count >= maxConnections) return true;
    if (!names.has(host) && names.size >= limits.names) return true;
    names.add(host);
    return false;
  }

  function open(offer: RelayOffer, target: Target & { id: number }, applied: AppliedRule): void {
    const { id, host, port } = target;
    openCount++;
    const onClosed = () => {
      openCount--;
      if (openCount === 0) onClosedAll();
    };
    void handleConnection(run, createConnection({ run, id, target: { host, port }, applied, offer, onClosed }));
  }

  function hold(offer: RelayOffer, target: Target & { id: number }): void {
    run.report(eventOf(target, { phase: 'held' }));
    held.hold(target, offer, (outcome) => {
      if (outcome === 'withdrawn') run.report(eventOf(target, { phase: 'close' }));
      else if (outcome === 'allowed') open(offer, target, askedRule(target));
      else refuse(offer, target, 'denied');
    });
  }

  function takeConnection(offer: RelayOffer, target: Target & { id: number }): void {
    const applied = appliedRule({ rules: policy.rules, held }, target);
    const mayAsk = policy.onBlocked === 'ask' && askedProtocols.has(target.port) && applied !== 'denied';
    if (typeof applied === 'string' && !mayAsk) refuse(offer, target, applied);
    else if (isFull(target)) refuse(offer, target, 'limit');
    else if (typeof applied === 'string') hold(offer, target);
    else open(offer, target, applied);
  }

  return {
    ready: async () => {
      return policy.rules.some(isIntercepted) ? (await run.authority()).certificate : '';
    },
    takeOffer: (offer) => {
      const label = readLabel(offer.label);
      if (label === undefined) return offer.refuse('EINVAL');
      const id = ++lastId;
      if (label.kind === 'dns') refuse(offer, { id, host: label.host, port: 0 }, 'name_not_allowed');
      else takeConnection(offer, { id, host: label.host, port: label.port });
    },
    takeRecorded: run.uses.take,
    decide: held.decide,
    whenClosed: (listener) => {
      onClosedAll = listener;
      if (openCount === 0) listener();
    },
  };
}

/** Returns the rule of a connection: one of the policy, else that of a decision, or the reason why there is none. */
function appliedRule(
  { rules, held }: { rules: readonly EffectiveRule[]; held: HeldConnections },
  target: Target,
): AppliedRule | BlockedReason {
  const applied = chooseRule(rules, target);
  if (typeof applied !== 'string') return applied;
  const decision = held.decisionAbout(target);
  if (decision === undefined) return applied;
  return decision ? askedRule(target) : 'denied';
}

/** Returns the rule of a connection that a person has allowed. */
function askedRule({ host, port }: Target): AppliedRule {
  const protocol = askedProtocols.get(port) ?? 'tls';
  const unlimited = { address: undefined, methods: undefined, paths: undefined, websocket: false };
  return { rule: { host, ports: [port], protocol, ...unlimited, secrets: [], onlySecrets: false }, index: null };
}

function eventOf(
  { id, host, port }: Target & { id: number },
  fields: Pick<NetworkEventData, 'phase' | 'reason'>,
): NetworkEventData {
  return { id, host, port, rule: null, bytesIn: 0, bytesOut: 0, ...fields };
}

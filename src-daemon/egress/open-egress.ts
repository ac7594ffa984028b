import { setTimeout as sleep } from 'node:timers/promises';
import type { Transport } from '../wire/transport.ts';
import { egressUnavailable } from './egress-errors.ts';
import { hostOf } from './index-hosts.ts';
import type { FromChild, PolicyMessage } from './messages.ts';
import type { EgressHooks, EgressPolicy } from './policy.ts';
import type { EgressChild } from './process/egress-child.ts';
import { createEgressPool, type EgressPool } from './process/egress-pool.ts';
import { createEgressSlots, type EgressSlots } from './process/egress-slots.ts';
import { type BridgedPort, bridgePort, type RelayPort } from './process/relay-port.ts';
import { machineRoots } from './trust/machine-roots.ts';
import { sandboxTrust } from './trust/trust-files.ts';

/** The open network of one run or live sandbox by rule. */
export interface Egress {
  /** The command of the relay that init starts in the sandbox. It is visible to the program and has no secret. */
  relay: readonly string[];
  /** Variables of its programs that name the certificates. */
  environment: Readonly<Record<string, string>>;
  /** True if the sandbox gets a file with additional certificates. */
  hasTrust: boolean;
  /** Connects the relay of a sandbox. A later call replaces the sandbox, if the first one has exited before its job. */
  connect(transport: Transport): RelayPort;
  /** Ends all connections and the process. Resolves when their ends were reported and the process has exited. */
  close(): Promise<void>;
}

export interface EgressContext {
  pool: EgressPool;
  /** Everyone who opens a network has a slot. */
  slots: EgressSlots;
  log: { error(fields: object, message: string): void };
  /** Returns the addresses of name servers; those of the machine if absent. */
  nameServers: (() => readonly string[]) | undefined;
}

/** Creates the context of all networks by rule of one engine. */
export function createEgressContext({
  stopped,
  ...context
}: Omit<EgressContext, 'pool' | 'slots'> & { stopped: AbortSignal }) {
  return { ...context, pool: createEgressPool({ stopped }), slots: createEgressSlots() } satisfies EgressContext;
}

export interface EgressOrder {
  policy: EgressPolicy;
  /** The owner of the network; required. */
  hooks: EgressHooks | undefined;
  /** True if programs read certificates from a key store of Java. */
  hasKeyStore: boolean;
  /** Name of the container runtime; undefined for the engine's default. */
  runtime: string | undefined;
  /** Limit of connections at once. They share 64 channels with what the daemon does in the sandbox. */
  connections: number;
}

/** Time for the reports about the end of connections. */
const endLimitMs = 1000;
/** gVisor */
const untestedRuntime = 'runsc';
const relayBinary = '/sbin/strongroom-relay';

/**
 * Opens the network of a run: a process that gets its rules and bound secrets.
 * @throws AppError `egress_unavailable`
 */
export async function openEgress(context: EgressContext, order: EgressOrder): Promise<Egress> {
  const { policy, hooks, hasKeyStore, runtime, connections } = order;
  if (hooks === undefined) throw new Error('a network by rule has no owner');
  if (runtime === untestedRuntime)
    throw egressUnavailable('Network rules were not tested in gVisor and are refused there.');
  const child = await context.pool.take();
  const authority = Promise.withResolvers<string>();
  authority.promise.catch(() => {});
  let port: BridgedPort | undefined;
  let [isEnding, isClosed] = [false, false];

  child.listen({
    onMessage: (message) => {
      if (message.type === 'ready') authority.resolve(message.ca);
      else if (!isClosed) takeMessage(child, hooks, message);
    },
    onFrame: (frame) => port?.send(frame),
    onEnd: (err) => {
      authority.reject(err);
      port?.lose();
      if (!isEnding) context.log.error({ err }, 'the egress process of a run exited: its connections are closed');
    },
  });
  const extra = [...machineRoots(), ...certificatesIn(policy.extraCa)];
  child.send({ ...policyMessage(context, policy, extra), connections });
  const close = async () => {
    isEnding = true;
    child.send({ type: 'end' });
    await Promise.race([child.exited, sleep(endLimitMs, undefined, { ref: false })]);
    isClosed = true;
    child.kill();
  };
  try {
    const ca = await authority.promise;
    const trust = sandboxTrust([...extra, ...certificatesIn(ca)], hasKeyStore);
    hooks.onOpen?.(controlOf(child));
    return {
      relay: [relayBinary, ...relayArguments(policy), ...trust.relayArguments],
      environment: trust.environment,
      hasTrust: trust.relayArguments.length > 0,
      connect: (transport) => {
        port = bridgePort(transport, child);
        if (child.hasExited) port.lose();
        return port;
      },
      close,
    };
  } catch (cause) {
    void close();
    throw egressUnavailable('The process for its connections refused the rules or exited.', cause);
  }
}

function policyMessage(
  { nameServers }: EgressContext,
  { rules, onBlocked, secrets, proxy }: EgressPolicy,
  extra: readonly string[],
): Omit<PolicyMessage, 'connections'> {
  return {
    type: 'policy',
    ...{ rules, onBlocked, secrets },
    extraCa: extra.join('\n'),
    nameServers: nameServers?.() ?? [],
    ...(proxy !== undefined && { proxy: proxyOf(proxy) }),
  };
}

function proxyOf(address: string): { host: string; port: number } {
  const { host, port } = hostOf(new URL(address));
  return { host: host.replace(/^\[|\]$/g, ''), port };
}

function takeMessage(child: EgressChild, hooks: EgressHooks, message: FromChild): void {
  if (message.type === 'event') hooks.onEvent(message.event);
  else if (message.type === 'request') hooks.onRequest(requestOf(message));
  else if (message.type === 'use')
    child.send({ type: 'recorded', use: message.use, isRecorded: isRecorded(hooks, message) });
}

function requestOf({ type: _type, ...request }: Extract<FromChild, { type: 'request' }>) {
  return request;
}

function isRecorded(hooks: EgressHooks, { host, secret }: { host: string; secret: string }): boolean {
  try {
    hooks.onSecretUse(host, secret);
    return true;
  } catch {
    // The owner has logged why. The value is not sent.
    return false;
  }
}

function controlOf(child: EgressChild) {
  return {
    decide: (target: { host: string; port: number }, isAllowed: boolean) =>
      child.send({ type: 'decision', host: target.host, port: target.port, isAllowed }),
  };
}

function relayArguments({ rules, onBlocked }: EgressPolicy): string[] {
  return [onBlocked, ...rules.flatMap(({ host, ports }) => ['rule', host, ports.join(',')])];
}

function certificatesIn(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

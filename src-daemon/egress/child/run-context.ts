import type { SecureContext } from 'node:tls';
import type { NetworkEventData } from '../../../src-shared/contracts/network/network-events.ts';
import type { FromChild, PolicyMessage } from '../messages.ts';
import { createRunAuthority, type RunAuthority } from './authority/run-authority.ts';
import { isIntercepted } from './choose-rule.ts';
import type { EgressLimits } from './egress-limits.ts';
import type { HttpConnection } from './http-connection.ts';
import { createHostResolver, type HostResolver } from './upstream/resolve-host.ts';
import { createTrust } from './upstream/secure-upstream.ts';
import { createUsage, type Usage } from './usage.ts';

/** The parts of a run that its connections share. */
export interface RunContext {
  policy: PolicyMessage;
  limits: EgressLimits;
  resolver: HostResolver;
  usage: Usage;
  uses: UseRecords;
  /** Returns the authority of the run, which is created at the first call. */
  authority(): Promise<RunAuthority>;
  /** Returns what the run trusts. */
  trust(): SecureContext;
  /** Serves the requests of a connection. */
  proxyHttp(connection: HttpConnection): void | Promise<void>;
  send(message: FromChild): void;
  report(event: NetworkEventData): void;
}

export interface RunContextOptions {
  policy: PolicyMessage;
  limits: EgressLimits;
  send: (message: FromChild) => void;
  proxyHttp?: RunContext['proxyHttp'] | undefined;
}

export function createRunContext({ policy, limits, send, proxyHttp = loadAndServe }: RunContextOptions): RunContext {
  const { nameServers, extraCa, rules } = policy;
  let authority: Promise<RunAuthority> | undefined;
  let trust: SecureContext | undefined;
  return {
    ...{ policy, limits, send, proxyHttp },
    resolver: createHostResolver({ nameServers, limit: limits.lookups, timeoutMs: limits.connectMs }),
    usage: createUsage(limits.totalBytes),
    uses: createUseRecords(send),
    authority: () => {
      authority ??= createRunAuthority(rules.filter(isIntercepted).map(({ host }) => host));
      return authority;
    },
    trust: () => {
      trust ??= createTrust(extraCa);
      return trust;
    },
    report: (event) => send({ type: 'event', event }),
  };
}

/** Most runs read no requests, so that part is loaded at its first use. */
async function loadAndServe(connection: HttpConnection): Promise<void> {
  const { proxyHttp } = await import('./http/proxy-http.ts');
  if (!connection.program.destroyed) proxyHttp(connection);
}

/** The uses of secrets at hosts, which the daemon records before a value is sent for the first time. */
interface UseRecords {
  /** Resolves with true when the use is recorded, which is remembered; with false if the daemon could not record it. */
  record(host: string, secret: string): Promise<boolean>;
  /** Takes the daemon's answer. */
  take(use: number, isRecorded: boolean): void;
}

function createUseRecords(send: (message: FromChild) => void): UseRecords {
  const known = new Map<string, Promise<boolean>>();
  const waiting = new Map<number, (isRecorded: boolean) => void>();
  let lastUse = 0;

  function ask(host: string, secret: string): Promise<boolean> {
    const use = ++lastUse;
    return new Promise((resolve) => {
      waiting.set(use, resolve);
      send({ type: 'use', use, host, secret });
    });
  }

  return {
    record: (host, secret) => {
      const key = JSON.stringify([host, secret]);
      const answer = known.get(key) ?? ask(host, secret);
      known.set(key, answer);
      void answer.then((isRecorded) => !isRecorded && known.delete(key));
      return answer;
    },
    take: (use, isRecorded) => {
      waiting.get(use)?.(isRecorded);
      waiting.delete(use);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import type { BoundSecret, EgressControl, EgressRequest } from '../../../../src-daemon/egress/policy.ts';
import type { Engine, OutputStream, SandboxResult } from '../../../../src-daemon/engine/engine.ts';
import type { NetworkEventData } from '../../../../src-shared/contracts/network/network-events.ts';
import { effectiveRule, type NetworkRule } from '../../../../src-shared/contracts/network/network-rules.ts';
import { type FarEcho, makeFarEcho } from '../../../support/network/far-echo.ts';
import { canMakeFarHost } from '../../../support/network/far-host.ts';
import { startNameServer, type TestNameServer } from '../../../support/network/name-server.ts';
import { describeWithDocker, type Fixture, jobOf } from '../docker-fixture.ts';
import type { JobInput } from '../run/run-jobs.ts';

export const farName = 'api.far.example';

export interface RuleRun extends SandboxResult {
  stdout: string;
  stderr: string;
  events: NetworkEventData[];
  requests: EgressRequest[];
  /** `host secret` of each recorded use. */
  uses: string[];
}

export interface RuleInput extends JobInput {
  allow: NetworkRule[];
  onBlocked?: 'deny' | 'ask';
  secrets?: BoundSecret[];
  proxy?: string;
  onOpen?: (control: EgressControl) => void;
  onEvent?: (event: NetworkEventData) => void;
  onSecretUse?: () => void;
  signal?: AbortSignal;
}

/** Runs a program with network rules, and collects its output and what was reported. */
export async function runByRule(engine: Engine, extraCa: string, input: RuleInput): Promise<RuleRun> {
  const { allow, onBlocked = 'deny', secrets = [], proxy, onOpen, onEvent, onSecretUse, signal, ...job } = input;
  const output: Record<OutputStream, Uint8Array[]> = { stdout: [], stderr: [] };
  const events: NetworkEventData[] = [];
  const requests: EgressRequest[] = [];
  const uses: string[] = [];
  const env = { ...job.env, ...Object.fromEntries(secrets.map(({ name, placeholder }) => [name, placeholder])) };
  const network = { rules: allow.map(effectiveRule), onBlocked, secrets, extraCa, proxy };
  const result = await engine.run(jobOf({ timeoutMs: 30_000, ...job, env, network }), {
    signal: signal ?? new AbortController().signal,
    onOutput: (stream, chunk) => output[stream].push(Buffer.from(chunk)),
    network: {
      onEvent: (event) => {
        events.push(event);
        onEvent?.(event);
      },
      onRequest: (request) => requests.push(request),
      onSecretUse: (host, secret) => {
        onSecretUse?.();
        uses.push(`${host} ${secret}`);
      },
      ...(onOpen && { onOpen }),
    },
  });
  const text = (stream: OutputStream) => Buffer.concat(output[stream]).toString();
  return { ...result, stdout: text('stdout'), stderr: text('stderr'), events, requests, uses };
}

export interface RuleSuite {
  fixture: () => Fixture;
  far: () => FarEcho;
  names: () => TestNameServer;
  run(input: RuleInput): Promise<RuleRun>;
}

/**
 * Defines a suite with an engine and a far host {@link farName}, which a name server of the suite knows by `zone`.
 * @param plan number of the suite's network, 0 to 255, and a name for it
 */
export function describeRules(
  name: string,
  { plan, keepsWarm = false }: { plan: number; keepsWarm?: boolean },
  suite: (parts: RuleSuite) => void,
): void {
  if (!canMakeFarHost() && process.env.CI !== 'true') {
    console.warn(`SKIPPED, only root can make a network to try against: ${name}`);
    return;
  }
  let echo: FarEcho;
  let names: TestNameServer;
  const network = `203.0.${plan}`;
  describeWithDocker(
    name,
    (fixture) => {
      beforeAll(async () => {
        names = await startNameServer((asked) => recordsOf(asked.toLowerCase(), `${network}.2`));
        echo = await makeFarEcho(farName, { name: `rule${plan}`, network, ownAddresses: [], privateAddresses: [] });
      });
      afterAll(async () => {
        await echo?.remove();
        names?.stop();
      });
      suite({
        fixture,
        far: () => echo,
        names: () => names,
        run: (input) => runByRule(fixture().engine, echo.authority, input),
      });
    },
    { keepsWarm, nameServers: () => [names.at] },
  );
}

/** Names of the zone `closed.far.example` have an address that no program may reach. */
function recordsOf(name: string, address: string) {
  const closed: Record<string, string[]> = {
    'private.far.example': ['10.0.0.1'],
    'mixed.far.example': [address, '127.0.0.1'],
    'metadata.far.example': ['169.254.169.254'],
    'own.far.example': [address.replace(/\d+$/, '1')],
    'neighbour.far.example': [address.replace(/\d+$/, '6')],
  };
  if (name === 'mapped.far.example') return { aaaa: ['0:0:0:0:0:ffff:a00:1'] };
  return { a: closed[name] ?? [address] };
}

/** Makes a secret that is bound to a host. */
export function boundSecret(
  name: string,
  value: string,
  { host = farName, locations = ['authorization'] } = {},
): BoundSecret {
  const placeholder = `srph_${name}_${randomUUID().replaceAll('-', '').slice(0, 22)}`;
  return { name, value, placeholder, locations: [{ host, in: locations }] };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { defaultLimits } from '../../../src-daemon/egress/child/egress-limits.ts';
import { type ServeOptions, serveDaemon } from '../../../src-daemon/egress/child/serve-daemon.ts';
import { egressCommand } from '../../../src-daemon/egress/process/egress-command.ts';
import { createEgressPeer, type EgressPeer } from './egress-peer.ts';

export interface EgressProcess extends EgressPeer {
  child: ChildProcess;
  /** All bytes of the standard streams. */
  printed(): string;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

/** Starts the egress child as the daemon does, with its standard streams connected. */
export function spawnEgress([file = '', ...args]: readonly string[] = egressCommand()): EgressProcess {
  const child = spawn(file, args, { env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  return {
    ...createEgressPeer(child.stdio[3] as Socket),
    child,
    printed: () => printed,
    exited: once(child, 'close').then(([code]) => code as number | null),
  };
}

export interface InnerEgress extends EgressPeer {
  /** Errors with which the process would exit. */
  broken: unknown[];
}

/** Serves the egress protocol in this process, with lower limits than the usual ones. */
export function serveInside(
  limits: Partial<typeof defaultLimits> = {},
  proxyHttp?: ServeOptions['proxyHttp'],
): InnerEgress {
  const [daemonEnd, childEnd] = duplexPair();
  const broken: unknown[] = [];
  const peer = createEgressPeer(daemonEnd);
  serveDaemon(childEnd, {
    limits: { ...defaultLimits, ...limits },
    proxyHttp,
    onBroken: (error) => {
      broken.push(error);
      childEnd.destroy();
    },
  });
  return { ...peer, broken };
}

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PodContext } from '../pods/pod-context.ts';
import { listenProgram, reachProgram } from './network-programs.ts';
import { runCanary } from './run-canary.ts';

const outputCap = 4096;
const listenLimitMs = 60_000;

/**
 * Returns true if pods cannot connect to each other or to the API server. One pod listens, and proves that it can be
 * connected to by connecting to itself; the other one tries. Both have sockets of all families for that.
 * @throws errors of the cluster
 */
export async function hasClosedNetwork(given: PodContext): Promise<boolean> {
  const { connection } = given;
  const context = {
    ...given,
    connection: { ...connection, cluster: { ...connection.cluster, hasClosedNetwork: true } },
  };
  const listening = await startListener(context);
  if (listening === undefined) return false;
  try {
    const server = await addressOf(connection.api.cluster.server);
    const targets = [...(listening.address ?? []), ...server];
    return await reachesNothing(context, targets);
  } finally {
    await listening.stop();
  }
}

interface Listener {
  /** The address and the port; undefined if the pod has no network at all. */
  address: readonly [string, string] | undefined;
  stop(): Promise<void>;
}

/** Returns undefined if the pod does not listen, so nothing can be proved. */
async function startListener(context: PodContext): Promise<Listener | undefined> {
  const end = new AbortController();
  const line = Promise.withResolvers<string>();
  let text = '';
  const running = runCanary(context, {
    language: 'python',
    code: listenProgram,
    onOutput: (chunk) => {
      if (text.length < outputCap) text += Buffer.from(chunk).toString('latin1');
      const at = text.indexOf('\n');
      if (at >= 0) line.resolve(text.slice(0, at));
    },
    signal: AbortSignal.any([end.signal, context.connection.lost, AbortSignal.timeout(listenLimitMs)]),
  });
  // A program that ends without a line has failed.
  const ended = running.then(() => '');
  const printed = await Promise.race([line.promise, ended]);
  const stop = async () => {
    end.abort();
    await running.catch(() => {});
  };
  const [address = '', port = ''] = printed.split(' ');
  if (printed === 'none') return { address: undefined, stop };
  if (isIP(address) !== 0 && /^\d{1,5}$/.test(port)) return { address: [address, port], stop };
  await stop();
  return undefined;
}

async function reachesNothing(context: PodContext, targets: readonly string[]): Promise<boolean> {
  let text = '';
  const record = await runCanary(context, {
    language: 'python',
    code: reachProgram,
    args: targets,
    onOutput: (chunk) => {
      if (text.length < outputCap) text += Buffer.from(chunk).toString('latin1');
    },
    signal: context.connection.lost,
  });
  return record.ending.kind === 'status' && text === 'end\n';
}

/** Returns the address and the port of the API server, which a pod without a name server can use. */
async function addressOf(server: URL): Promise<string[]> {
  const host = server.hostname.replace(/^\[|\]$/g, '');
  const address = isIP(host) === 0 ? await lookup(host).then((found) => found.address) : host;
  return [address, server.port === '' ? '443' : server.port];
}

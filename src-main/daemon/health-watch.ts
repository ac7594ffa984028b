import type { Agent } from 'node:http';
import { type Health, readHealth } from '../../src-shared/contracts/service.contract.ts';
import { askJson } from '../../src-shared-node/ask-json.ts';

/** Long, because only the tray uses it: the interface polls on its own. */
const everyMs = 10_000;
const limitMs = 5000;

interface DaemonAccess {
  url: string;
  /** Opens a connection for one request, on which the daemon has proved its identity. */
  connect: () => Promise<Agent>;
}

/** Polls the health of a daemon until `stop`. Reports undefined if it does not answer. */
export function watchHealth(daemon: DaemonAccess, tell: (health: Health | undefined) => void): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const health = await askHealth(daemon);
    if (isStopped) return;
    tell(health);
    timer = setTimeout(look, everyMs);
  }

  void look();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function askHealth({ url, connect }: DaemonAccess): Promise<Health | undefined> {
  let agent: Agent | undefined;
  try {
    agent = await connect();
    const signal = AbortSignal.timeout(limitMs);
    return readHealth.replies[200].parse(await askJson(url, readHealth, { agent, signal }));
  } catch {
    return undefined;
  } finally {
    agent?.destroy();
  }
}

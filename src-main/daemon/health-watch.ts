import { type Health, readHealth } from '../../src-shared/service.contract.ts';
import { askJson } from '../../src-shared-node/ask-json.ts';

/** Seldom, for it is only for the tray: the interface asks by itself. */
const everyMs = 10_000;
const limitMs = 5000;

/** Asks a daemon for its health until `stop`; undefined when it did not answer. */
export function watchHealth(url: string, tell: (health: Health | undefined) => void): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const health = await askHealth(url);
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

async function askHealth(url: string): Promise<Health | undefined> {
  try {
    return readHealth.replies[200].parse(await askJson(url, readHealth, { signal: AbortSignal.timeout(limitMs) }));
  } catch {
    return undefined;
  }
}

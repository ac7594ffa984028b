/** Follows the health of a daemon that starts, until its engine is ready or known to be unavailable. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Health, readHealth } from '../../src-shared/contracts/service.contract.ts';
import { askJson } from '../../src-shared-node/ask-json.ts';

type EngineHealth = Health['engine'];

const pollMs = 150;
const requestLimitMs = 5000;
/** So many failed requests mean that the daemon has exited. */
const maxFailures = 20;

/** @returns undefined if the daemon exited or the wait was aborted */
export async function waitForSandbox(
  url: string,
  { onProgress, signal }: { onProgress: (message: string) => void; signal: AbortSignal },
): Promise<EngineHealth | undefined> {
  let reported = '';
  let failures = 0;
  while (!signal.aborted && failures < maxFailures) {
    const engine = await readEngineHealth(url);
    if (!engine) failures += 1;
    if (engine?.status === 'ready' || engine?.status === 'unavailable') return engine;
    const message = engine && describe(engine);
    if (message && message !== reported) onProgress(message);
    reported = message ?? reported;
    await sleep(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

function describe(engine: EngineHealth): string {
  const detail = engine.reason ? `: ${engine.reason}` : '';
  if (engine.status === 'building_image') return `building the sandbox image (once, about a minute)${detail}`;
  return `looking for an engine${detail}`;
}

async function readEngineHealth(url: string): Promise<EngineHealth | undefined> {
  try {
    const answer = await askJson(url, readHealth, { signal: AbortSignal.timeout(requestLimitMs) });
    return Health.parse(answer).engine;
  } catch {
    return undefined;
  }
}

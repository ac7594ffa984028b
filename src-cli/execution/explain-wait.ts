import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Tools } from '../toolbox.ts';

const patienceMs = 2000;

/** Says once what a run waits for, if it has no output after 2 s and the engine is not ready. Call `stop` at its first output. */
export function explainWait({ reporter }: Tools, client: ApiClient): { stop(): void } {
  if (reporter.isJson) return { stop: () => {} };
  let isOver = false;
  const explain = async () => {
    const { engine } = await client.call(readHealth, {});
    if (isOver || engine.status !== 'starting') return;
    reporter.say(`strongroom: waiting for the sandbox engine. ${engine.reason ?? ''}`.trim());
  };
  const timer = setTimeout(() => void explain().catch(() => {}), patienceMs);
  return {
    stop: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

import type { EditorSettings } from './editor/editor.ts';
import { CommandFailure } from './failure.ts';

/** Limits and network of a run, checked. */
export interface RunSettings {
  timeoutMs: number;
  memoryMb: number;
  network: 'none' | 'full';
}

/**
 * Checks and returns the origin of the daemon: a loopback address with http. The API key is sent there, so every other host
 * is refused, and `localhost`, which a name server could answer, becomes 127.0.0.1.
 * @throws CommandFailure
 */
export function daemonAddress({ url: text }: Pick<EditorSettings, 'url'>): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.href === `${url.origin}/` && url.protocol === 'http:';
  if (!isPlain || !['127.0.0.1', 'localhost'].includes(url.hostname))
    throw new CommandFailure(
      'The setting strongroom.url must be the address of a daemon on this machine, such as http://127.0.0.1:7341. ' +
        'Your API key is not sent to any other address.',
      [{ setting: 'strongroom.url' }],
    );
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url.origin;
}

/** Checks the settings of runs. @throws CommandFailure */
export function runSettings({ timeoutMs, memoryMb, network }: EditorSettings): RunSettings {
  requireWhole(timeoutMs, { setting: 'strongroom.timeoutMs', minimum: 100, maximum: 600_000 });
  requireWhole(memoryMb, { setting: 'strongroom.memoryMb', minimum: 32, maximum: 4096 });
  if (network !== 'none' && network !== 'full')
    throw new CommandFailure('The setting strongroom.network must be "none" or "full".', [
      { setting: 'strongroom.network' },
    ]);
  return { timeoutMs, memoryMb, network };
}

function requireWhole(value: number, limits: { setting: string; minimum: number; maximum: number }): void {
  const { setting, minimum, maximum } = limits;
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw new CommandFailure(`The setting ${setting} must be a whole number from ${minimum} to ${maximum}.`, [
    { setting },
  ]);
}

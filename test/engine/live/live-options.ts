import { randomBytes } from 'node:crypto';
import type { LiveSandboxOptions } from '../../../src-daemon/engine/live-sandbox.ts';

/** Returns the options of a sandbox of Bash with the default limits. */
export function optionsOf(options: Partial<LiveSandboxOptions> = {}): LiveSandboxOptions {
  const id = `sbx${randomBytes(8).toString('hex')}`;
  const defaults = { language: 'bash', memoryMb: 512, diskMb: 256, network: 'none', fairnessKey: 'a' } as const;
  return { id, ...defaults, ...options };
}

import { expect } from 'vitest';
import type { CommandOptions, TestCommand } from '../command.ts';

export const passphrase = 'a long passphrase';

export interface Refusal {
  exitCode: number | undefined;
  reason: string;
  message: string;
  pid?: number;
}

/** Returns the exit code and the JSON error of a command that works without a daemon; its stdin is the passphrase. */
export async function refusalOf(target: TestCommand, args: string[], options: CommandOptions = {}): Promise<Refusal> {
  const { exitCode, stdout, stderr } = await target.run([...args, '--json'], { input: passphrase, ...options });
  expect(stdout).toBe('');
  return { exitCode, ...JSON.parse(stderr).error };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** A virtual screen for a file of tests. */
export interface Display {
  env: Record<string, string>;
  close(): Promise<void>;
}

export const hasDisplay = process.platform !== 'linux' || existsSync('/usr/bin/Xvfb');

/** On Linux an X server of its own, at a number that is free; elsewhere the screen that is there. */
export async function openDisplay(): Promise<Display> {
  if (process.platform !== 'linux') return { env: {}, close: async () => undefined };
  const server = spawn('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await readNumber(server);
  return {
    env: { DISPLAY: `:${number}` },
    close: async () => {
      const exited = once(server, 'exit');
      server.kill('SIGTERM');
      await exited;
    },
  };
}

async function readNumber(server: ChildProcess): Promise<string> {
  const pipe = server.stdio[3];
  if (!pipe || !('setEncoding' in pipe)) throw new Error('Xvfb has no pipe to tell its number');
  let text = '';
  for await (const chunk of pipe.setEncoding('utf8')) {
    text += chunk;
    if (text.endsWith('\n')) return text.trim();
  }
  throw new Error('Xvfb ended before it had a screen');
}

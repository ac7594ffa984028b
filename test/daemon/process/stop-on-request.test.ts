import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, 'stopping-program.ts');

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a stop by %s is carried out to its end, whatever it waits for',
  async (signal) => {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (text === 'ready\n') child.kill(signal);
    });
    expect(await closed).toEqual([0, null]);
    expect(output).toBe('ready\nstopped\n');
  },
);

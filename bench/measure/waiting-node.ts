import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { execPath } from 'node:process';
import type { Duplex } from 'node:stream';

/** How TypeScript is compiled in a waiting interpreter. */
export interface Setup {
  name: string;
  /** Files that Node loads before it waits for its job; the last one waits. */
  hooks: readonly string[];
  /** Language that the interpreter prepares for (resources/sandbox/warm/node.cjs). */
  task: 'javascript' | 'typescript';
  /** Arguments before the program. */
  args: readonly string[];
}

/** An interpreter that has booted and waits for its job, as in a container of the pool. */
export interface WaitingNode {
  /** Milliseconds from its start until it waited. */
  bootMs: number;
  /** Gives it its job. Returns the milliseconds until it has exited, and its output. */
  run(): Promise<{ ms: number; output: string }>;
}

/** The path of the program is known ahead of the job, as in the image. The file may be written later. */
export async function startWaiting({ hooks, task, args }: Setup, program: string): Promise<WaitingNode> {
  const startedAt = performance.now();
  const NODE_OPTIONS = hooks.map((hook) => `--require=${hook}`).join(' ');
  const env = { NODE_OPTIONS, STRONGROOM_WARM: task };
  const child = spawn(execPath, [...args, program], {
    cwd: dirname(program),
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const control = child.stdio[3] as Duplex;
  await once(control, 'data');
  return { bootMs: performance.now() - startedAt, run: () => give(child, control) };
}

async function give(child: ChildProcess, control: Duplex) {
  const startedAt = performance.now();
  const job = Buffer.from(['0', 'PATH=/usr/bin'].map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(job.length);
  control.resume();
  control.write(Buffer.concat([length, job]));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the program exited with ${code}`);
  return { ms: performance.now() - startedAt, output };
}

import type { LiveKernel, LiveSandbox } from '../../../src-daemon/engine/live-sandbox.ts';
import { until } from '../../support/until.ts';

/** A message of a kernel (resources/sandbox/kernels/KERNELS.md). */
export interface KernelMessage {
  type: string;
  id?: number;
  status?: string;
  name?: string;
  data?: Record<string, string>;
}

export interface KernelClient {
  kernel: LiveKernel;
  messages: KernelMessage[];
  /** All that it has printed. */
  output(): string;
  /** Sends a cell and returns its id. */
  send(code: string): Promise<number>;
  /** Runs a cell to its end. */
  run(code: string): Promise<{ status: string | undefined; result: string | undefined; error: string | undefined }>;
  done(id: number): Promise<{ status: string | undefined; result: string | undefined; error: string | undefined }>;
}

export async function startKernel(
  sandbox: LiveSandbox,
  language: string,
  env: Record<string, string> = {},
): Promise<KernelClient> {
  const messages: KernelMessage[] = [];
  let rest = '';
  let output = '';
  let lastId = 0;
  const kernel = await sandbox.startKernel(
    { language, env, cwd: '' },
    {
      onOutput: (_stream, chunk) => {
        output += Buffer.from(chunk).toString();
      },
      onMessages: (chunk) => {
        const texts = (rest + Buffer.from(chunk).toString()).split('\0');
        rest = texts.pop() ?? '';
        messages.push(...texts.map((text) => JSON.parse(text) as KernelMessage));
      },
    },
  );
  kernel.ended.catch(() => {});
  await until(() => messages.some(({ type }) => type === 'ready'));

  async function send(code: string): Promise<number> {
    lastId++;
    await kernel.write(Buffer.from(`run\0${lastId}\0${code}\0`));
    return lastId;
  }

  async function done(id: number) {
    await until(() => messages.some((message) => message.type === 'done' && Number(message.id) === id));
    const own = messages.filter((message) => Number(message.id) === id);
    return {
      status: own.find(({ type }) => type === 'done')?.status,
      result: own.find(({ type }) => type === 'result')?.data?.['text/plain'],
      error: own.find(({ type }) => type === 'error')?.name,
    };
  }

  return { kernel, messages, output: () => output, send, done, run: async (code) => done(await send(code)) };
}

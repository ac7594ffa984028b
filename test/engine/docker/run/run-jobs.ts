import { randomUUID } from 'node:crypto';
import type { Engine, OutputStream, SandboxJob, SandboxResult } from '../../../../src-daemon/engine/engine.ts';
import { createOutputTail, type OutputTail } from '../../../../src-daemon/work/output/output-tail.ts';

export type RunOutput = SandboxResult & {
  stdout: string;
  stderr: string;
  /** For a job with `tailBytes`: the output after the head, and the byte position at which it starts. */
  tails: Record<OutputStream, { at: number; text: string }>;
};

const tailKept = 1024 * 1024;

export type JobInput = Partial<Omit<SandboxJob, 'stdin' | 'files'>> & {
  stdin?: string | Uint8Array;
  files?: Record<string, string | Uint8Array>;
};

/** Returns functions that make and run jobs with the API's defaults, except for the given ones. */
export function runsWith(defaults: { language: string; timeoutMs: number }) {
  function jobOf({ stdin = '', files = {}, ...input }: JobInput): SandboxJob {
    return {
      id: randomUUID(),
      code: '',
      args: [],
      env: {},
      memoryMb: 256,
      network: 'none',
      ...defaults,
      ...input,
      stdin: Buffer.from(stdin),
      files: Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
    };
  }

  /** Runs a job and collects its output. */
  async function run(engine: Engine, input: JobInput, signal = new AbortController().signal): Promise<RunOutput> {
    const output = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
    const tails = { stdout: createOutputTail(tailKept), stderr: createOutputTail(tailKept) };
    const result = await engine.run(jobOf(input), {
      onOutput: (stream, chunk) => output[stream].push(Buffer.from(chunk)),
      onTail: (stream, at, chunk) => tails[stream].push(at, chunk),
      signal,
    });
    const text = (chunks: Uint8Array[]) => Buffer.concat(chunks).toString('utf8');
    const tailOf = (tail: OutputTail) => ({ at: tail.start(), text: text([tail.bytes()]) });
    return {
      ...result,
      stdout: text(output.stdout),
      stderr: text(output.stderr),
      tails: { stdout: tailOf(tails.stdout), stderr: tailOf(tails.stderr) },
    };
  }

  return { jobOf, run };
}

/** Returns the files of a result by path, as text. */
export function filesOf(result: SandboxResult): Record<string, string> {
  return Object.fromEntries(result.files.map(({ path, content }) => [path, Buffer.from(content).toString('utf8')]));
}

import type { JobHeader } from '../../../resources/embedded/protocol.mjs';
import { outputCapBytes, resultFilesCap, type SandboxJob } from '../engine.ts';
import { findLanguage, type Language } from '../languages/languages.ts';
import { programFile } from '../program-file.ts';

/** Returns the message with the job, in pieces (resources/embedded/protocol.mjs). */
export function encodeJob(job: SandboxJob, language: Language): Uint8Array[] {
  const program = programFile(job, language);
  const files = [program, ...job.files];
  const fields: JobHeader = {
    programName: program.path,
    args: [...job.args],
    env: { ...job.env },
    timeoutMs: job.timeoutMs,
    memoryMb: job.memoryMb,
    // If the run retains a tail, the daemon truncates the output: a child that is killed could not send its end.
    outputCapBytes: job.tailBytes === undefined ? outputCapBytes : Number.MAX_SAFE_INTEGER,
    filesCap: resultFilesCap,
    opensStdin: job.opensStdin ?? false,
    paths: files.map(({ path }) => path),
    sizes: [...files.map(({ content }) => content.length), job.stdin.length],
  };
  const header = Buffer.from(JSON.stringify(fields));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return [length, header, ...files.map(({ content }) => content), job.stdin];
}

/** Returns true if the job sets what the interpreter reads while it boots: a variable, or the path of the program. */
export function needsFreshStart({ env, language, entry }: SandboxJob): boolean {
  const patterns = findLanguage(language)?.startupVariables ?? [];
  if (language !== 'python') return false;
  return entry !== undefined || Object.keys(env).some((name) => patterns.some((pattern) => pattern.test(name)));
}

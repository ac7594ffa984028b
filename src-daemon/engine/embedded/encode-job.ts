import { outputCapBytes, resultFilesCap, type SandboxJob } from '../engine.ts';
import { findLanguage, type Language } from '../languages/languages.ts';
import { programFile } from '../program-file.ts';

/** The job as a child reads it (resources/embedded/job-pipe.mjs): a header of JSON, then the bytes of its parts. */
export function encodeJob(job: SandboxJob, language: Language): Uint8Array[] {
  const program = programFile(job, language);
  const files = [program, ...job.files];
  const header = Buffer.from(
    JSON.stringify({
      programName: program.path,
      args: job.args,
      env: job.env,
      timeoutMs: job.timeoutMs,
      memoryMb: job.memoryMb,
      // The daemon keeps the end itself: a child that is killed could not hand it over.
      outputCapBytes: job.tailBytes === undefined ? outputCapBytes : Number.MAX_SAFE_INTEGER,
      filesCap: resultFilesCap,
      paths: files.map(({ path }) => path),
      sizes: [...files.map(({ content }) => content.length), job.stdin.length],
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return [length, header, ...files.map(({ content }) => content), job.stdin];
}

/** A booted interpreter has read its own variables already: a job that sets one needs one that boots with them. */
export function needsFreshStart({ env, language }: SandboxJob): boolean {
  const read = findLanguage(language)?.startupVariables ?? [];
  return language === 'python' && Object.keys(env).some((name) => read.some((pattern) => pattern.test(name)));
}

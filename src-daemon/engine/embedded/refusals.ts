import { AppError } from '../../errors/app-error.ts';
import type { SandboxJob } from '../engine.ts';
import { embeddedLanguages, memoryCapMb } from './embedded-languages.ts';

/** @throws AppError `language_needs_docker`, `memory_needs_docker` */
export function refuseForDocker(language: string, memoryMb: number): void {
  if (embeddedLanguages[language] === undefined) {
    throw new AppError(
      'language_needs_docker',
      'This language runs in Docker only, which does not run here now. To get it: npm run engine. Python, JavaScript and TypeScript run without.',
    );
  }
  if (memoryMb > memoryCapMb) {
    throw new AppError(
      'memory_needs_docker',
      `Without Docker a run has at most ${memoryCapMb} MiB. Ask for less memory, or get Docker: npm run engine.`,
      { details: [{ path: 'memoryMb', message: `must be at most ${memoryCapMb} without Docker` }] },
    );
  }
}

/** Returns the error of a run whose interpreter did not boot. */
export function notStarted(cause?: unknown): AppError {
  return new AppError('engine_unavailable', 'The embedded engine could not start its interpreter. Try again.', {
    retryAfterSeconds: 5,
    cause,
  });
}

/** @throws AppError `engine_unavailable` */
export function refuseNetwork(job: SandboxJob): void {
  if (job.network === 'none') return;
  throw new AppError('engine_unavailable', 'Without Docker no run can have the network; run it without.');
}

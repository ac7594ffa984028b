import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { type RunPart, runParts } from './run-uris.ts';

/** Returns the stored text of a run. @throws AppError `file_not_found` */
export function readPartOfRun(run: Execution, part: string): string {
  if (!isRunPart(part)) throw new AppError('file_not_found', `A run has these texts: ${runParts.join(', ')}.`);
  if (part !== 'code') return run[part];
  if (run.request === undefined)
    throw new AppError('file_not_found', 'The code of this run is not stored, or it is a stored script.');
  return run.request.code;
}

function isRunPart(part: string): part is RunPart {
  return (runParts as readonly string[]).includes(part);
}

import type { ExecuteRequest } from '../../src-shared/contracts/execute-request.ts';
import type { GenerateRequest } from '../../src-shared/contracts/generation.contract.ts';

/** The run of a program that a generation made: what was asked for, and no secret that was not named. */
export function executeRequestOf(request: GenerateRequest, language: string, code: string): ExecuteRequest {
  const { prompt, execute, provider, model, maxRepairs, previous, ...options } = request;
  return { ...options, secrets: options.secrets ?? [], language, code };
}

import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import { draftOf } from '../../features/executions/options/run-draft.ts';
import type { RunResult } from '../../features/executions/run-store.ts';
import { useGeneration } from '../../features/generation/generation-store.ts';
import { outcomeOf } from './outcome-of.ts';
import { useGenerateOptions, whenRestored } from './save-generate-draft.ts';

/**
 * Makes a program that failed the first round of the Generate screen, with the arguments, input, files and limits of its
 * run. Secrets, variables and the network are left out: for the code of a model the user chooses them.
 */
export async function offerRepair(request: ExecuteRequest, result: RunResult): Promise<void> {
  const outcome = outcomeOf(result);
  if (outcome === undefined) return;
  await whenRestored();
  const { language, code } = request;
  const { args, stdin, files, packages, timeoutSeconds, memoryMb } = draftOf(request);
  const takeOptions = () => useGenerateOptions.setState({ args, stdin, files, packages, timeoutSeconds, memoryMb });
  useGeneration.getState().offer({ language, code, outcome, takeOptions });
}

import { LayerError } from '../../engine/layers.ts';
import { asAppError } from '../../errors/app-error.ts';
import { explainFailure } from './explain-failure.ts';
import type { InstallDeps } from './install-deps.ts';

/** Returns the message for the user about packages that could not be installed. Unexpected errors are logged. */
export function failureMessage(
  deps: Pick<InstallDeps, 'readSettings' | 'managerOf' | 'log'>,
  { accountId, language }: { accountId: number; language: string },
  { cause, log }: { cause: unknown; log: readonly string[] },
): string {
  if (cause instanceof LayerError) {
    const { builds } = deps.readSettings(accountId).installer;
    return cause.reason ?? explainFailure({ manager: deps.managerOf(language), fault: cause.fault, builds }, log);
  }
  const error = asAppError(cause);
  if (error.code === 'internal') deps.log.error({ language, err: cause }, 'packages could not be installed');
  return error.message;
}

import { TimeLimitError } from '../../../../src-shared-node/within.ts';
import { BootError } from '../../../wire/boot-error.ts';
import { SupersededError } from '../../connection/superseded-error.ts';
import { engineFailed, engineLost } from '../../engine-errors.ts';
import type { EngineLog } from '../../engine-log.ts';
import { ApiError } from '../link/api-error.ts';

/** Maps failures of the cluster to errors of the API. Any other error is a bug and is returned unchanged. */
export function asAppError({ log }: { log: EngineLog }, error: unknown): unknown {
  if ([BootError, TimeLimitError, SupersededError].some((kind) => error instanceof kind)) return engineLost(error);
  if (!(error instanceof ApiError)) return error;
  log.error({ err: error }, 'the cluster refused to make a sandbox');
  return engineFailed('The cluster could not start a sandbox.', error);
}

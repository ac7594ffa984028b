import type { ApiError } from '../../client/api-error.ts';
import { showToast } from './toasts.ts';

/** Shows that a draft could not be restored. It stays stored in the daemon. */
export function showDraftProblem({ message }: ApiError): void {
  showToast(`A draft could not be opened. It stays stored. ${message}`, 'danger');
}

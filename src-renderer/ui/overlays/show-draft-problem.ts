import type { ApiError } from '../../client/api-error.ts';
import { showToast } from './toasts.tsx';

/** Says that a draft could not be restored. It stays in the daemon until another version is chosen for it. */
export function showDraftProblem({ message }: ApiError): void {
  showToast(`A draft could not be opened. It stays stored. ${message}`, 'danger');
}

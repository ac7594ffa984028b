import type { ApiClient } from '../../../client/api-client.ts';
import type { Progress } from './track-progress.ts';

/** One copy between this machine and a sandbox. */
export interface Transfer {
  client: ApiClient;
  /** Id of the sandbox. */
  id: string;
  /** Names below the working directory; none for the working directory itself. */
  inside: readonly string[];
  /** Path on this machine. */
  local: string;
  /** True if the target is a folder, even if it does not exist yet. */
  isIntoFolder: boolean;
  isForced: boolean;
  progress: Progress;
  /** Reports something that is left out. */
  say: (text: string) => void;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
}

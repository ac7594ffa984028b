import { ApiError, asApiError } from '../../../client/api-error.ts';
import { isUnreachable } from '../../../client/follow-stream.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';

export interface TransferProblem {
  name: string;
  message: string;
}

/**
 * An import of files, a restore of an export, an export, a move to another folder, a deletion or its undo, or a change of the
 * master password.
 */
export interface Transfer {
  kind: 'import' | 'restore' | 'export' | 'move' | 'delete' | 'undo' | 'reseal';
  total: number;
  /** Number of successful items. */
  done: number;
  /** Failed items with the reason. */
  problems: readonly TransferProblem[];
  phase: 'running' | 'ended' | 'cancelled';
  cancel(): void;
}

/** The one transfer of the vault; it outlives a change of the screen. */
export const useTransfer = defineSessionStore<{ transfer: Transfer | undefined }>(() => ({ transfer: undefined }));

interface TransferWork<Item> {
  kind: Transfer['kind'];
  items: readonly Item[];
  nameOf(item: Item): string;
  handle(item: Item): Promise<void>;
}

/** @throws ApiError `invalid_request` while a transfer is running */
export function requireNoTransfer(): void {
  if (useTransfer.getState().transfer?.phase !== 'running') return;
  throw new ApiError(
    'invalid_request',
    'Scripts are being imported, exported, encrypted, moved or deleted. Wait until that ends, or cancel it first.',
  );
}

/**
 * Handles items one after the other and lists the failed ones. Stops when the transfer is cancelled, the session ends
 * or the daemon does not answer. Returns true if all items were tried.
 * @throws ApiError `invalid_request` while another transfer is running
 */
export async function runTransfer<Item>({ kind, items, nameOf, handle }: TransferWork<Item>): Promise<boolean> {
  requireNoTransfer();
  const cancelled = new AbortController();
  const session = sessionSignal();
  const change = (patch: Partial<Transfer>) => {
    if (!session?.aborted)
      useTransfer.setState(({ transfer }) => ({ transfer: transfer && { ...transfer, ...patch } }));
  };
  const { total } = { total: items.length };
  useTransfer.setState({
    transfer: { kind, total, done: 0, problems: [], phase: 'running', cancel: () => cancelled.abort() },
  });
  let done = 0;
  const problems: TransferProblem[] = [];
  for (const item of items) {
    if (cancelled.signal.aborted || session?.aborted) break;
    try {
      await handle(item);
      done += 1;
    } catch (error) {
      problems.push({ name: nameOf(item), message: messageOf(error, kind) });
      if (isUnreachable(error)) break;
    }
    change({ done, problems: [...problems] });
  }
  const isWhole = done + problems.length === total;
  change({ done, problems, phase: isWhole ? 'ended' : 'cancelled' });
  return isWhole;
}

/** Closes the report of a transfer that has ended. */
export function closeTransfer(): void {
  useTransfer.setState({ transfer: undefined });
}

function messageOf(error: unknown, kind: Transfer['kind']): string {
  const { code, message } = error instanceof ApiError ? error : asApiError(error);
  if (code === 'precondition_failed') return changedMessages[kind];
  return message;
}

const importAgain = 'Another window saved a script of this name. Import the file again.';

/** Another window changed a script during the transfer. */
const changedMessages: Record<Transfer['kind'], string> = {
  import: importAgain,
  restore: importAgain,
  export: importAgain,
  move: 'Another window saved this script in the meantime. It keeps its name. Move it again.',
  delete: 'Another window saved this script in the meantime. It is not deleted. Look at it first.',
  reseal: 'Another window saved this script in the meantime. Change the password again.',
  undo: 'There is another script of this name now. Rename that one, then undo again.',
};

import { useEffect, useState } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { closeTransfer, type Transfer, useTransfer } from './transfer-store.ts';

const texts = {
  import: { title: 'Import files', one: 'file was imported', many: 'files were imported' },
  restore: { title: 'Restore an export', one: 'script was restored', many: 'scripts were restored' },
  export: { title: 'Export', one: 'script was exported', many: 'scripts were exported' },
  delete: { title: 'Delete scripts', one: 'script was deleted', many: 'scripts were deleted' },
  undo: { title: 'Undo the deletion', one: 'script is back', many: 'scripts are back' },
  reseal: {
    title: 'Change the master password',
    one: 'script was encrypted again',
    many: 'scripts were encrypted again',
  },
  move: { title: 'Move to a folder', one: 'script was moved', many: 'scripts were moved' },
} as const;

/** Shows the progress of a transfer with a Cancel button, then a report if an item failed. */
export function TransferDialog() {
  const transfer = useTransfer((state) => state.transfer);
  const isAllDone = transfer?.phase === 'ended' && transfer.problems.length === 0;
  useEffect(() => {
    if (!isAllDone) return;
    const { transfer: ended } = useTransfer.getState();
    if (ended !== undefined && !ownMessages.includes(ended.kind)) showToast(`${outcomeOf(ended)}.`);
    closeTransfer();
  }, [isAllDone]);
  const isShown = useIsLong(transfer);
  if (transfer === undefined || isAllDone || !isShown) return null;
  const { kind, phase, done, problems, total } = transfer;
  const isRunning = phase === 'running';
  return (
    <Dialog open onOpenChange={isRunning ? transfer.cancel : closeTransfer} title={texts[kind].title}>
      <ProgressBar label={texts[kind].title} value={done + problems.length} max={total} />
      <div role={isRunning ? undefined : 'status'} className="text-sm break-words">
        {isRunning ? `${done + problems.length} of ${total}` : reportOf(transfer)}
      </div>
      {problems.length > 0 && <Problems transfer={transfer} />}
      <DialogActions>
        {isRunning ? (
          <Button onClick={transfer.cancel}>Cancel</Button>
        ) : (
          <Button kind="primary" onClick={closeTransfer}>
            Close
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** A deletion says how it ended with its undo, and a change of the password when it is committed. */
const ownMessages: readonly Transfer['kind'][] = ['delete', 'reseal'];

/** Transfers that usually take no time are shown only when they take some, or when an item failed. */
const quickKinds: readonly Transfer['kind'][] = ['move', 'delete', 'undo'];
const quickMs = 400;

function useIsLong(transfer: Transfer | undefined): boolean {
  const isQuick = transfer?.phase === 'running' && quickKinds.includes(transfer.kind);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isQuick) return;
    const timer = setTimeout(() => setLong(true), quickMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isQuick]);
  return !isQuick || isLong;
}

function Problems({ transfer: { problems } }: { transfer: Transfer }) {
  return (
    <div className="flex min-h-0 flex-col gap-1">
      <h3 className="text-sm font-medium">{problems.length} failed</h3>
      <section
        aria-label="What failed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-control border border-line"
      >
        <ul className="divide-y divide-line">
          {problems.map(({ name, message }) => (
            <li key={`${name} ${message}`} className="px-3 py-1.5 text-sm break-words">
              <span className="font-medium break-all">{visibleLine(name)}</span>: {message}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function outcomeOf({ kind, done }: Transfer): string {
  return `${done} ${done === 1 ? texts[kind].one : texts[kind].many}`;
}

function reportOf(transfer: Transfer): string {
  const { kind, phase, total, done, problems } = transfer;
  if (kind === 'reseal') return 'Nothing was changed: all scripts keep the current master password.';
  if (phase === 'ended') return `${outcomeOf(transfer)}, of ${total}.`;
  if (kind === 'export') return 'Cancelled. No file was saved.';
  if (kind === 'move' || kind === 'delete' || kind === 'undo')
    return `Cancelled: ${outcomeOf(transfer)}, of ${total}. The others stay as they are.`;
  return `Cancelled after ${done + problems.length} of ${total}: ${outcomeOf(transfer)} and stay in the vault. The rest was not saved.`;
}

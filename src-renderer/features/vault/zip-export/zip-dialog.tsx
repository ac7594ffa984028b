import { useQuery } from '@tanstack/react-query';
import { FileLock, TriangleAlert } from 'lucide-react';
import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { safePathsOf } from '../../../../src-shared/formats/script-paths.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { zipProblem } from '../../../../src-shared/formats/zip-limits.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { languagesQuery } from '../../../client/queries.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import { saveBackup } from '../transfer/vault-backup.ts';
import { useVault } from '../vault-store.ts';
import { withZip } from './zip-in-worker.ts';

interface ZipDialogProps {
  scripts: readonly EncryptedCodeMetadata[];
  onClose(): void;
}

/** Warns that the files of a zip are plaintext, and offers the encrypted export as well. */
export function ZipDialog({ scripts, onClose }: ZipDialogProps) {
  const masterPassword = useVault((state) => state.masterPassword);
  const { data: languages = [], error } = useQuery(languagesQuery);
  const problem = zipProblem(scripts);
  const start = (work: Promise<unknown>) => {
    onClose();
    work.catch((failure: unknown) => showToast(asApiError(failure).message, 'danger'));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Export ${scripts.length === 1 ? '1 script' : `${scripts.length.toLocaleString('en')} scripts`}`}
      description="The newest revision of each, without descriptions, network rules and run options."
    >
      <p role="note" className="flex gap-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
        <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          <strong>The files of a zip are not encrypted.</strong> Everyone and every program that can read the zip can
          read your code. Store it only where that is fine, and delete it when you do not need it.
        </span>
      </p>
      <ErrorNote error={error} />
      {problem && <p className="text-sm text-danger">{problem}</p>}
      {masterPassword === null && (
        <p className="text-sm text-muted">Enter the master password first: a zip has decrypted files.</p>
      )}
      <ChangedNames scripts={scripts} languages={languages} />
      <DialogActions>
        <Button onClick={() => start(saveBackup(scripts))} icon={<FileLock size={14} aria-hidden="true" />}>
          Export encrypted
        </Button>
        <Button
          kind="danger"
          disabled={masterPassword === null || problem !== undefined || languages.length === 0}
          onClick={() => masterPassword !== null && start(saveZip(masterPassword, scripts))}
        >
          Save unencrypted zip
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChangedNamesProps {
  scripts: readonly EncryptedCodeMetadata[];
  languages: Parameters<typeof safePathsOf>[1];
}

/** The files whose path in the zip is not the name of the script. */
function ChangedNames({ scripts, languages }: ChangedNamesProps) {
  const changed = Array.from(safePathsOf(scripts, languages)).filter(([name, path]) => name !== path);
  if (changed.length === 0 || languages.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">
        {changed.length === 1 ? '1 file gets' : `${changed.length} files get`} another name in the zip
      </h3>
      <section
        aria-label="Other names in the zip"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-control border border-line"
      >
        <ul className="divide-y divide-line text-sm">
          {changed.slice(0, shownNames).map(([name, path]) => (
            <li key={name} className="px-3 py-1.5 break-all">
              <span className="text-muted">{visibleLine(name)} → </span>
              {visibleLine(path)}
            </li>
          ))}
          {changed.length > shownNames && (
            <li className="px-3 py-1.5 text-muted">and {changed.length - shownNames} more</li>
          )}
        </ul>
      </section>
    </div>
  );
}

const shownNames = 200;

/**
 * Decrypts scripts in a worker, one after the other, and saves them as files of a zip. Scripts that fail are listed and are
 * not in it. Nothing is saved if the export is cancelled, or if no script could be decrypted.
 */
async function saveZip(masterPassword: string, scripts: readonly EncryptedCodeMetadata[]): Promise<void> {
  const languages = await sessionQueries().ensureQueryData(languagesQuery);
  const paths = safePathsOf(scripts, languages);
  let added = 0;
  await withZip(async (zip) => {
    const isWhole = await runTransfer({
      kind: 'export',
      items: scripts,
      nameOf: ({ name }) => name,
      handle: async ({ name }) => {
        const { encryptedPayload: payload, updatedAt } = await call(readCode, { params: { name } });
        await zip.add({ masterPassword, payload, path: paths.get(name) ?? name, modifiedAt: Date.parse(updatedAt) });
        added += 1;
      },
    });
    if (!isWhole || added === 0) return;
    saveBytes(await zip.finish(), `strongroom-scripts-${new Date().toISOString().slice(0, 10)}.zip`);
  });
}

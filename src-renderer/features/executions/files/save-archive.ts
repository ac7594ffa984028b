import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { archiveBytes } from '../../../../src-shared/formats/zip-limits.ts';
import { loadPart } from '../../../client/load-part.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { formatBytes } from '../../../ui/text/format.ts';
import { loadBytes } from './load-file.ts';

interface Saving {
  signal: AbortSignal;
  /** Called with the number of files that are done. */
  onProgress(done: number): void;
}

/** Saves files of a run as one zip archive. A message says what the archive does not contain, or why there is none. */
export async function saveArchive(runId: string, files: readonly ResultFile[], saving: Saving): Promise<void> {
  const tooLarge = tooLargeText(files);
  if (tooLarge !== undefined) return showToast(tooLarge, 'danger');
  try {
    const { zipFiles } = await loadPart(() => import('../../../ui/data/zip/zip-files.ts'));
    const { archive, missing } = await zipFiles(
      files.map((file) => ({ path: file.path, load: (signal) => loadBytes(runId, file, signal) })),
      saving,
    );
    if (missing.length === files.length) return showToast(`Nothing was saved: ${removedText}`, 'danger');
    saveBytes(archive, `results-${runId.slice(0, 8)}.zip`);
    if (missing.length > 0) showToast(missingText(missing), 'danger');
  } catch {
    if (saving.signal.aborted) showToast('Nothing was saved: the archive was cancelled.');
    else showToast('The archive could not be made. Save the files one by one.', 'danger');
  }
}

const removedText = 'the run may have been removed from the history.';

/** Says that files are too large for one archive; undefined if they are not. */
export function tooLargeText(files: readonly Pick<ResultFile, 'size'>[]): string | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= archiveBytes) return undefined;
  return `The files have ${formatBytes(bytes)}, and an archive can have ${formatBytes(archiveBytes)}. Save them one by one.`;
}

function missingText(missing: readonly string[]): string {
  const names = missing.slice(0, 3).map(visibleLine).join(', ');
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  return `The archive does not contain ${names}${more}: ${removedText}`;
}

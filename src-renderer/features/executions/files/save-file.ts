import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { baseName } from './file-kinds.ts';
import { loadBytes } from './load-file.ts';

/** Saves one result file under the last part of its path. */
export async function saveFile(runId: string, file: ResultFile): Promise<void> {
  try {
    saveBytes(await loadBytes(runId, file), baseName(file.path));
  } catch {
    const name = visibleLine(file.path);
    showToast(`${name} could not be read: the run may have been removed from the history.`, 'danger');
  }
}

import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { baseName, kindNames, kindOf } from './file-kinds.ts';
import { loadBytes } from './load-file.ts';

interface FileLineProps {
  runId: string;
  file: ResultFile;
  /** Buttons before "Save". */
  children?: ReactNode;
}

/** Name, kind and size of a result file, and a button to save it. It is the content of a `group` that is a flex row. */
export function FileLine({ runId, file, children }: FileLineProps) {
  const name = visibleLine(file.path);
  return (
    <>
      <LongText text={name} className="flex-1 font-mono text-sm" />
      <span className="text-xs text-muted @max-md:hidden">{kindNames[kindOf(file)]}</span>
      <span className="w-16 shrink-0 text-right text-xs text-muted">{formatBytes(file.size)}</span>
      {children}
      <Button
        onClick={() => void saveFile(runId, file)}
        aria-label={`Save ${name}`}
        icon={<Download size={14} aria-hidden="true" />}
      >
        Save
      </Button>
    </>
  );
}

/** Saves one result file under the last part of its path. */
async function saveFile(runId: string, file: ResultFile): Promise<void> {
  try {
    saveBytes(await loadBytes(runId, file), baseName(file.path));
  } catch {
    const name = visibleLine(file.path);
    showToast(`${name} could not be read: the run may have been removed from the history.`, 'danger');
  }
}

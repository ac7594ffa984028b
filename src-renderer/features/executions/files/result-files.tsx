import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { saveBytes } from '../../../ui/files/save-bytes.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { FilePreview } from './file-preview.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import { canPreview, isImage, loadBytes } from './result-file-content.ts';

interface ResultFilesProps {
  runId: string | undefined;
  files: ResultFile[];
}

/** Lists the result files, with image thumbnails and buttons to show and save each. */
export function ResultFiles({ runId, files }: ResultFilesProps) {
  const [shown, setShown] = useState<ResultFile>();
  if (files.length === 0 || runId === undefined) return null;
  return (
    <section
      aria-label="Result files"
      className="@container max-h-1/2 min-h-11 shrink-0 overflow-auto border-t border-line"
    >
      <ul className="flex flex-col divide-y divide-line">
        {files.map((file) => (
          <FileRow key={file.path} runId={runId} file={file} onShow={() => setShown(file)} />
        ))}
      </ul>
      <Dialog
        open={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        title={shown ? visibleLine(shown.path) : ''}
        size="wide"
      >
        {shown && <FilePreview runId={runId} file={shown} />}
      </Dialog>
    </section>
  );
}

function FileRow({ runId, file, onShow }: { runId: string; file: ResultFile; onShow(): void }) {
  const name = visibleLine(file.path);
  const save = async () => {
    try {
      saveBytes(await loadBytes(runId, file), file.path.split('/').at(-1) ?? 'file');
    } catch {
      showToast(`${name} could not be read: the run may have been removed from the history.`, 'danger');
    }
  };
  return (
    <li className="group flex items-center gap-3 px-3 py-1.5">
      {isImage(file) && <ImageThumbnail runId={runId} file={file} onShow={onShow} />}
      <LongText text={name} className="flex-1 font-mono text-sm" />
      <span className="text-xs text-muted @max-md:hidden">{visibleLine(file.mediaType)}</span>
      <span className="w-16 shrink-0 text-right text-xs text-muted">{formatBytes(file.size)}</span>
      {canPreview(file) && (
        <Button onClick={onShow} aria-label={`Show ${name}`} icon={<Eye size={14} aria-hidden="true" />}>
          Show
        </Button>
      )}
      <Button onClick={() => void save()} aria-label={`Save ${name}`} icon={<Download size={14} aria-hidden="true" />}>
        Save
      </Button>
    </li>
  );
}

import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { formatBytes } from '../../../ui/text/format.ts';
import { LongText } from '../../../ui/text/long-text.tsx';
import { canShow, kindOf } from './file-kinds.ts';
import { FilePreview } from './file-preview.tsx';
import { ImageThumbnail } from './image-thumbnail.tsx';
import { saveFile } from './save-file.ts';

/** More files are listed on request. */
const listedAtFirst = 6;

interface ResultFilesProps {
  runId: string | undefined;
  files: ResultFile[];
  /** Shows all files elsewhere; otherwise they are added to the list. */
  onShowAll?: () => void;
}

/** Lists the first result files below the output, with image thumbnails and buttons to show and save each. */
export function ResultFiles({ runId, files, onShowAll }: ResultFilesProps) {
  const [shown, setShown] = useState<ResultFile>();
  const [isWhole, setIsWhole] = useState(false);
  if (files.length === 0 || runId === undefined) return null;
  const isOnlyPicture = files.length === 1 && files[0] !== undefined && kindOf(files[0]) === 'image';
  const listed = isWhole ? files : files.slice(0, listedAtFirst);
  return (
    <section
      aria-label="Result files"
      className="@container max-h-1/2 min-h-11 shrink-0 overflow-auto border-t border-line"
    >
      <ul className="flex flex-col divide-y divide-line">
        {listed.map((file) => (
          <FileRow
            key={file.path}
            runId={runId}
            file={file}
            isPictureBelow={isOnlyPicture}
            onShow={() => setShown(file)}
          />
        ))}
      </ul>
      {isOnlyPicture && files[0] && (
        <div className="px-3 pb-2">
          <ImageThumbnail runId={runId} file={files[0]} isWide onShow={() => setShown(files[0])} />
        </div>
      )}
      {listed.length < files.length && (
        <div className="p-2">
          <Button onClick={onShowAll ?? (() => setIsWhole(true))}>All {files.length} files</Button>
        </div>
      )}
      <Dialog
        open={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        title={shown ? visibleLine(shown.path) : ''}
        size="wide"
      >
        <div className="flex h-[65vh] flex-col overflow-auto rounded-control border border-line">
          {shown && <FilePreview runId={runId} file={shown} />}
        </div>
      </Dialog>
    </section>
  );
}

interface FileRowProps {
  runId: string;
  file: ResultFile;
  isPictureBelow: boolean;
  onShow(): void;
}

function FileRow({ runId, file, isPictureBelow, onShow }: FileRowProps) {
  const name = visibleLine(file.path);
  return (
    <li className="group flex items-center gap-3 px-3 py-1.5">
      {kindOf(file) === 'image' && !isPictureBelow && <ImageThumbnail runId={runId} file={file} onShow={onShow} />}
      <LongText text={name} className="flex-1 font-mono text-sm" />
      <span className="text-xs text-muted @max-md:hidden">{visibleLine(file.mediaType)}</span>
      <span className="w-16 shrink-0 text-right text-xs text-muted">{formatBytes(file.size)}</span>
      {canShow(file) && (
        <Button onClick={onShow} aria-label={`Show ${name}`} icon={<Eye size={14} aria-hidden="true" />}>
          Show
        </Button>
      )}
      <Button
        onClick={() => void saveFile(runId, file)}
        aria-label={`Save ${name}`}
        icon={<Download size={14} aria-hidden="true" />}
      >
        Save
      </Button>
    </li>
  );
}

import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { canShow, kindOf } from './file-kinds.ts';
import { FileLine } from './file-line.tsx';
import { FilePreview, usePreloadedTables } from './file-preview.tsx';
import { SaveAll } from './save-all.tsx';
import { useBlobUrl, useFileBytes } from './use-file-bytes.ts';

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
  usePreloadedTables(files);
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
      {files.length > 1 && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
          {listed.length < files.length && (
            <Button onClick={onShowAll ?? (() => setIsWhole(true))}>All {files.length} files</Button>
          )}
          <SaveAll runId={runId} files={files} />
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
      <FileLine runId={runId} file={file}>
        {canShow(file) && (
          <Button onClick={onShow} aria-label={`Show ${name}`} icon={<Eye size={14} aria-hidden="true" />}>
            Show
          </Button>
        )}
      </FileLine>
    </li>
  );
}

interface ImageThumbnailProps {
  runId: string;
  file: ResultFile;
  /** The image has the width of its container. */
  isWide?: boolean;
  onShow(): void;
}

/** Thumbnail of an image in the result files; a click opens it. */
function ImageThumbnail({ runId, file, isWide = false, onShow }: ImageThumbnailProps) {
  const { data: bytes } = useFileBytes(runId, file);
  const url = useBlobUrl(bytes, file.mediaType);
  return (
    <button
      type="button"
      onClick={onShow}
      aria-label={`Show image ${visibleLine(file.path)}`}
      className={classes(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-white',
        isWide ? 'min-h-20 w-full' : 'size-20',
      )}
    >
      {url && <img src={url} alt="" className={isWide ? 'max-w-full' : 'max-h-full max-w-full'} />}
    </button>
  );
}

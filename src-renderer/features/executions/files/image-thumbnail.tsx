import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../../ui/classes.ts';
import { useBlobUrl, useFileBytes } from './use-file-bytes.ts';

interface ImageThumbnailProps {
  runId: string;
  file: ResultFile;
  /** The image has the width of its container. */
  isWide?: boolean;
  onShow(): void;
}

/** Thumbnail of an image in the result files; a click opens it. */
export function ImageThumbnail({ runId, file, isWide = false, onShow }: ImageThumbnailProps) {
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

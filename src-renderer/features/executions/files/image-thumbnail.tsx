import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { useBlobUrl, useFileBytes } from './use-file-bytes.ts';

interface ImageThumbnailProps {
  runId: string;
  file: ResultFile;
  onShow(): void;
}

/** Thumbnail of an image in the result files; a click opens it. */
export function ImageThumbnail({ runId, file, onShow }: ImageThumbnailProps) {
  const { data: bytes } = useFileBytes(runId, file);
  const url = useBlobUrl(bytes, file.mediaType);
  return (
    <button
      type="button"
      onClick={onShow}
      aria-label={`Show image ${visibleLine(file.path)}`}
      className="flex size-20 shrink-0 items-center justify-center overflow-hidden rounded-control border border-line bg-white"
    >
      {url && <img src={url} alt="" className="max-h-full max-w-full" />}
    </button>
  );
}

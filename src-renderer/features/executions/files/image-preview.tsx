import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { ImageView } from '../../../ui/data/image-view.tsx';
import { kindOf } from './file-kinds.ts';
import { useBlobUrl } from './use-file-bytes.ts';

/** The files that a view can step through. */
export interface Gallery {
  files: readonly ResultFile[];
  onShow(file: ResultFile): void;
  /** True after a step from one image to another. */
  takesFocus: boolean;
}

interface ImagePreviewProps {
  file: ResultFile;
  bytes: Uint8Array<ArrayBuffer>;
  gallery: Gallery | undefined;
}

/** Shows an image of the result files, with the ones before and after it. */
export function ImagePreview({ file, bytes, gallery }: ImagePreviewProps) {
  const url = useBlobUrl(bytes, file.mediaType);
  const images = gallery?.files.filter((one) => kindOf(one) === 'image') ?? [];
  const index = images.findIndex(({ path }) => path === file.path);
  const step = (by: 1 | -1) => {
    const next = images.at((index + by) % images.length);
    if (next) gallery?.onShow(next);
  };
  if (url === undefined) return null;
  return (
    <ImageView
      url={url}
      alt={`Result file ${visibleLine(file.path)}`}
      {...(images.length > 1 && { onStep: step, position: `${index + 1} of ${images.length}` })}
      takesFocus={gallery?.takesFocus ?? false}
    />
  );
}

import type { ContentBlock } from '@modelcontextprotocol/server';
import type { ResultFile } from '../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { fileUri } from '../resources/run-uris.ts';

/** Image types that clients show. SVG is not one of them, because it can contain scripts. */
export const shownImages = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Maximum number of characters of the text files that are contained in an answer, one and all. */
const textFileCharacters = 8000;
const allTextCharacters = 24_000;
/** Maximum length of the images that are contained in an answer, in base64. Models refuse larger ones. */
const allImagesCharacters = 6 * 1024 * 1024;

/** Returns the files of a run: images as images, small text files as text, and all others as links. */
export function fileBlocks(id: string, files: readonly ResultFile[]): ContentBlock[] {
  const left = { text: allTextCharacters, images: allImagesCharacters };
  return files.map((file) => {
    const { mediaType, encoding, content } = file;
    if (content === undefined) return linkTo(id, file);
    if (encoding === 'base64') {
      if (!shownImages.has(mediaType) || content.length > left.images) return linkTo(id, file);
      left.images -= content.length;
      return { type: 'image', data: content, mimeType: mediaType };
    }
    if (content.length > Math.min(textFileCharacters, left.text)) return linkTo(id, file);
    left.text -= content.length;
    return { type: 'resource', resource: { uri: fileUri(id, file.path), mimeType: mediaType, text: content } };
  });
}

function linkTo(id: string, { path, mediaType, size }: ResultFile): ContentBlock {
  return { type: 'resource_link', uri: fileUri(id, path), name: visibleLine(path), mimeType: mediaType, size };
}

import type { ResultFile } from '../../../src-shared/contracts/executions.contract.ts';
import type { SandboxFile } from '../../engine/engine.ts';
import { mediaTypeOf } from '../../work/media-type.ts';

/** Maximum size of text files whose content is included. Images are always included. */
const inlineTextBytes = 256 * 1024;

/** Describes the result files of a run, sorted by path. Images and short texts include their content. */
export function describeFiles(files: readonly SandboxFile[]): Promise<ResultFile[]> {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return Promise.all(sorted.map(describeFile));
}

async function describeFile({ path, content }: SandboxFile): Promise<ResultFile> {
  const { mediaType, text } = await mediaTypeOf(path, content);
  const file = { path, size: content.length, mediaType };
  if (text !== undefined && (content.length <= inlineTextBytes || mediaType === 'image/svg+xml'))
    return { ...file, content: text, encoding: 'utf8' };
  if (mediaType.startsWith('image/'))
    return { ...file, content: Buffer.from(content).toString('base64'), encoding: 'base64' };
  return file;
}

import type { ResultFile } from '../../../src-shared/contracts/executions.contract.ts';
import type { SandboxFile } from '../../engine/engine.ts';
import { mediaTypeOf } from './media-type.ts';

/** Text files up to this come with their content; images always do. */
const inlineTextBytes = 256 * 1024;

/** What a run left, as it is told: sorted by path, images and short texts with their content. */
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

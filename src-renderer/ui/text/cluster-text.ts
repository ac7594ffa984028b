import { visibleLine } from '../../../src-shared/formats/visible-text.ts';

/** Returns the cluster of an engine, to follow the engine's name; an empty text if programs run on this machine. */
export function clusterText({ cluster }: { cluster?: string | undefined }): string {
  return cluster ? `, cluster ${visibleLine(cluster)}` : '';
}

import { decodeText } from '../decode-text.ts';
import { readJsonTree } from './json-tree.ts';

/** Runs in a worker because parsing takes longer than a frame. A worker reads one file. */
self.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  self.postMessage(readJsonTree(decodeText(data).text));
};

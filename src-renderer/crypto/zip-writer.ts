import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface ZipWriter {
  /** Adds a file of UTF-8 text; `modifiedAt` is in epoch ms. */
  add(path: string, text: string, modifiedAt: number): void;
  finish(): Blob;
}

/** Times that a zip can have, in epoch ms: from 1980 to 2099, also in any time zone. */
const [firstTime, lastTime] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)];

/** Makes a zip file in memory, compressed (APPNOTE.TXT, method 8). */
export function createZip(): ZipWriter {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    chunks.push(new Uint8Array(chunk));
  });
  return {
    add: (path, text, modifiedAt) => {
      const mtime = Math.min(Math.max(modifiedAt, firstTime), lastTime);
      const file = Object.assign(new ZipDeflate(path, { level: 6 }), { mtime });
      zip.add(file);
      file.push(strToU8(text), true);
    },
    finish: () => {
      zip.end();
      return new Blob(chunks, { type: 'application/zip' });
    },
  };
}

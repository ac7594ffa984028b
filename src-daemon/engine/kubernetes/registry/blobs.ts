import type { Readable } from 'node:stream';
import { type Ask, checkDigest, digestOf, locationOf } from './answers.ts';
import { RegistryError } from './registry-error.ts';
import { discard, type RegistryRequests, readAnswer } from './registry-requests.ts';

/** The blobs of a repository. Every call rejects with RegistryError or the reason of the signal. */
export interface Blobs {
  /** Returns a small blob whose digest was checked. */
  readBlob(digest: string): Promise<Buffer>;
  /** Begins the upload of a blob, which requires the right to push. */
  beginUpload(): Promise<BlobUpload>;
  /** Uploads a small blob. */
  putBlob(content: Buffer): Promise<void>;
}

/** One blob on its way to the registry. */
export interface BlobUpload {
  /** Sends all of the content. Its size need not be known. */
  send(content: Readable): Promise<void>;
  /** Stores what was sent under its digest, after the last part of it. */
  finish(digest: string, content?: Buffer): Promise<void>;
  /** Discards what was sent. Never rejects. */
  cancel(): Promise<void>;
}

const blobLimitBytes = 4 << 20;
const cancelLimitMs = 10_000;
/** Registries check and move a large layer before they answer. */
const finishLimitMs = 600_000;
const mostRedirects = 3;
/** Some registries send clients to a store of large files. */
const foundStatuses = [200, 301, 302, 307, 308];
const headers = { 'content-type': 'application/octet-stream' };

export function createBlobs(requests: RegistryRequests, ask: Ask): Blobs {
  const { urlOf } = requests;

  async function readBlob(digest: string): Promise<Buffer> {
    let url = urlOf(`blobs/${digest}`);
    for (let count = 0; count <= mostRedirects; count++) {
      const answer = await ask({ what: 'the request for a blob', statuses: foundStatuses, method: 'GET', url });
      if (answer.statusCode === 200) return checkDigest(await readAnswer(answer, blobLimitBytes), digest);
      await discard(answer);
      url = locationOf(answer, url);
    }
    throw new RegistryError('bad_answer', 'the registry redirects too often');
  }

  async function beginUpload(): Promise<BlobUpload> {
    const url = urlOf('blobs/uploads/');
    const begun = await ask({ what: 'the start of an upload', statuses: [202], method: 'POST', url, body: '' });
    await discard(begun);
    let at = locationOf(begun, url);
    return {
      send: async (body) => {
        const sent = await ask({
          ...{ what: 'the upload of a layer', statuses: [202] },
          ...{ method: 'PATCH', url: at, headers, body },
        });
        await discard(sent);
        at = locationOf(sent, at);
      },
      finish: async (digest, body = Buffer.alloc(0)) => {
        const target = new URL(at);
        target.searchParams.set('digest', digest);
        const stored = await ask({
          ...{ what: 'the end of an upload', statuses: [201, 204] },
          ...{ method: 'PUT', url: target, headers, body, limitMs: finishLimitMs },
        });
        await discard(stored);
      },
      // Also after the signal has ended what was in progress.
      cancel: () => {
        const signal = AbortSignal.timeout(cancelLimitMs);
        return requests.send({ method: 'DELETE', url: at, signal }).then(discard, () => {});
      },
    };
  }

  async function putBlob(content: Buffer): Promise<void> {
    const digest = digestOf(content);
    const url = urlOf(`blobs/${digest}`);
    const statuses = [...foundStatuses, 404];
    const known = await ask({ what: 'the request for a blob', statuses, method: 'HEAD', url });
    await discard(known);
    if (known.statusCode !== 404) return;
    const upload = await beginUpload();
    await upload.finish(digest, content);
  }

  return { readBlob, beginUpload, putBlob };
}

import { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';
import { type Ask, checkDigest, headerOf, nextPage } from './answers.ts';
import { RegistryError } from './registry-error.ts';
import { discard, type RegistryRequests, readAnswer } from './registry-requests.ts';

/**
 * The images of a repository. Every call rejects with RegistryError or the reason of the signal. A reference is a digest
 * (`sha256:…`) or a tag.
 */
export interface Manifests {
  /** Returns a manifest whose digest was checked. */
  readManifest(digest: string): Promise<Manifest>;
  putManifest(reference: string, manifest: Manifest): Promise<void>;
  hasManifest(reference: string): Promise<boolean>;
  /** Deletes an image. Returns false if the registry does not do that, or not for this user. */
  deleteManifest(digest: string): Promise<boolean>;
  /** Returns all tags; none for a repository that does not exist. */
  listTags(): Promise<string[]>;
}

export interface Manifest {
  content: Buffer;
  /** Its media type. */
  type: string;
}

const limitBytes = 4 << 20;
const mostPages = 200;
const types = ['application/vnd.docker.distribution.manifest.v2+json', 'application/vnd.oci.image.manifest.v1+json'];
const headers = { accept: types.join(', ') };

const Tags = z.object({ tags: z.array(z.string().max(128)).nullish() });

export function createManifests({ urlOf }: RegistryRequests, ask: Ask): Manifests {
  const at = (reference: string) => urlOf(`manifests/${reference}`);

  async function readManifest(digest: string): Promise<Manifest> {
    const what = 'the request for a manifest';
    const answer = await ask({ what, statuses: [200], method: 'GET', url: at(digest), headers });
    const content = checkDigest(await readAnswer(answer, limitBytes), digest);
    const type = headerOf(answer, 'content-type')?.split(';', 1)[0]?.trim() ?? '';
    if (types.includes(type)) return { content, type };
    throw new RegistryError('bad_answer', 'the image of --kube-images is not an image for one platform');
  }

  async function putManifest(reference: string, { content: body, type }: Manifest): Promise<void> {
    const what = 'the upload of a manifest';
    const typed = { 'content-type': type };
    await discard(await ask({ what, statuses: [201], method: 'PUT', url: at(reference), headers: typed, body }));
  }

  async function hasManifest(reference: string): Promise<boolean> {
    const what = 'the request for a manifest';
    const answer = await ask({ what, statuses: [200, 404], method: 'HEAD', url: at(reference), headers });
    await discard(answer);
    return answer.statusCode === 200;
  }

  async function deleteManifest(digest: string): Promise<boolean> {
    try {
      const what = 'the removal of an image';
      await discard(await ask({ what, statuses: [200, 202, 204, 404], method: 'DELETE', url: at(digest) }));
      return true;
    } catch (error) {
      if (error instanceof RegistryError && error.kind !== 'unreachable') return false;
      throw error;
    }
  }

  async function listTags(): Promise<string[]> {
    const tags: string[] = [];
    let url: URL | undefined = urlOf('tags/list?n=1000');
    for (let page = 0; url !== undefined; page++) {
      if (page === mostPages) throw new RegistryError('bad_answer', 'the list of tags of the registry has no end');
      const answer = await ask({ what: 'the request for tags', statuses: [200, 404], method: 'GET', url });
      const text = (await readAnswer(answer, limitBytes)).toString('utf8');
      if (answer.statusCode === 404) return tags;
      const { success, data } = Tags.safeParse(parseJson(text));
      if (!success) throw new RegistryError('bad_answer', 'the registry did not answer with a list of tags');
      tags.push(...(data.tags ?? []));
      url = nextPage(answer, url);
    }
    return tags;
  }

  return { readManifest, putManifest, hasManifest, deleteManifest, listTags };
}

export interface StoredManifest {
  content: Buffer;
  /** `sha256:…` */
  digest: string;
  /** Its media type. */
  type: string;
}

/** The manifests of a registry. */
export interface ManifestStore {
  /** @param reference a tag or a digest */
  find(repository: string, reference: string): StoredManifest | undefined;
  /** Stores a manifest under its digest, and under a tag if the reference is one. */
  put(repository: string, reference: string, manifest: StoredManifest): void;
  /** Deletes a manifest and all its tags. Returns false if there is none. */
  delete(repository: string, digest: string): boolean;
  /** Returns the tags of a repository in their order. */
  tags(repository: string): string[];
}

export function createManifestStore(): ManifestStore {
  const stored = new Map<string, StoredManifest>();
  const keyOf = (repository: string, reference: string) => `${repository}@${reference}`;
  return {
    find: (repository, reference) => stored.get(keyOf(repository, reference)),
    put: (repository, reference, manifest) => {
      stored.set(keyOf(repository, reference), manifest);
      stored.set(keyOf(repository, manifest.digest), manifest);
    },
    delete: (repository, digest) => {
      const names = [...stored].filter(([key, found]) => key.startsWith(`${repository}@`) && found.digest === digest);
      for (const [key] of names) stored.delete(key);
      return names.length > 0;
    },
    tags: (repository) =>
      [...stored.keys()]
        .filter((key) => key.startsWith(`${repository}@`) && !key.startsWith(`${repository}@sha256:`))
        .map((key) => key.slice(repository.length + 1))
        .sort(),
  };
}

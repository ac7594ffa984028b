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
  };
}

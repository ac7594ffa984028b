import { createAsk } from './answers.ts';
import { type Blobs, createBlobs } from './blobs.ts';
import { createManifests, type Manifests } from './manifests.ts';
import type { RegistryRequests } from './registry-requests.ts';

/** One repository of a registry (OCI distribution spec). */
export type Repository = Blobs & Manifests;

/** @param signal ends all requests */
export function createRepository(requests: RegistryRequests, signal: AbortSignal): Repository {
  const ask = createAsk(requests, signal);
  return { ...createBlobs(requests, ask), ...createManifests(requests, ask) };
}

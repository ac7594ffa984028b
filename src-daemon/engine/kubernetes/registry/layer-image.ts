import { z } from 'zod';
import { parseJson } from '../../../wire/json.ts';
import { digestOf } from './answers.ts';
import type { Manifest } from './manifests.ts';
import { RegistryError } from './registry-error.ts';
import type { Repository } from './repository.ts';

/** An image that gets one more layer. */
export interface BaseImage {
  manifest: z.infer<typeof ImageManifest>;
  config: z.infer<typeof ImageConfig>;
  /** The media type of the manifest. */
  type: string;
}

/** A layer that the registry has: a tar archive, compressed by gzip. */
export interface PushedLayer {
  digest: string;
  sizeBytes: number;
  /** Digest of the archive itself. */
  diffId: string;
}

/** The image of a base and a layer. */
export interface LayerImage {
  config: Buffer;
  manifest: Manifest;
  /** Digest of the manifest. */
  digest: string;
}

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** Container runtimes mount at most this number of layers. */
const mostLayers = 127;

const Descriptor = z.looseObject({ mediaType: z.string().max(200), digest: Digest, size: z.int().nonnegative() });

/** OCI image spec, "Image Manifest". Docker's schema 2 has the same fields. */
const ImageManifest = z.looseObject({
  schemaVersion: z.literal(2),
  config: Descriptor,
  layers: z
    .array(Descriptor)
    .min(1)
    .max(mostLayers - 1),
});

/** OCI image spec, "Image Configuration". */
const ImageConfig = z.looseObject({
  rootfs: z.looseObject({ type: z.literal('layers'), diff_ids: z.array(Digest) }),
  config: z.looseObject({ Labels: z.record(z.string(), z.string()).nullish() }).nullish(),
  history: z.array(z.unknown()).nullish(),
});

const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';
const layerTypes = {
  docker: 'application/vnd.docker.image.rootfs.diff.tar.gzip',
  oci: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

/** Reads the image to which layers are added. @throws RegistryError */
export async function readBaseImage(repository: Repository, digest: string): Promise<BaseImage> {
  const { content, type } = await repository.readManifest(digest);
  const manifest = ImageManifest.safeParse(parseJson(content.toString('utf8'))).data;
  if (manifest === undefined) throw notAnImage('has a manifest of another form');
  const text = (await repository.readBlob(manifest.config.digest)).toString('utf8');
  const config = ImageConfig.safeParse(parseJson(text)).data;
  if (config === undefined || config.rootfs.diff_ids.length !== manifest.layers.length)
    throw notAnImage('has a configuration of another form');
  return { manifest, config, type };
}

function notAnImage(why: string): RegistryError {
  return new RegistryError('bad_answer', `the image of --kube-images ${why}`);
}

/** Returns the image of a base and one more layer. @param labels make it another image than any other one */
export function addLayer(
  { manifest, config, type }: BaseImage,
  { digest, sizeBytes, diffId }: PushedLayer,
  labels: Readonly<Record<string, string>>,
): LayerImage {
  const { rootfs, history } = config;
  const changed = {
    ...config,
    rootfs: { ...rootfs, diff_ids: [...rootfs.diff_ids, diffId] },
    config: { ...config.config, Labels: { ...config.config?.Labels, ...labels } },
    ...(history && { history: [...history, { created_by: 'packages' }] }),
  };
  const configContent = Buffer.from(JSON.stringify(changed));
  const mediaType = type === dockerManifest ? layerTypes.docker : layerTypes.oci;
  const content = Buffer.from(
    JSON.stringify({
      ...manifest,
      config: { ...manifest.config, digest: digestOf(configContent), size: configContent.length },
      layers: [...manifest.layers, { mediaType, digest, size: sizeBytes }],
    }),
  );
  return { config: configContent, manifest: { content, type }, digest: digestOf(content) };
}

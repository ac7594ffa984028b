import { createHash } from 'node:crypto';
import type { LayerOrder } from '../../engine/layers.ts';

/**
 * Returns a hash of the inputs of a layer, as 64 hexadecimal digits. Equal lists for the same image and source share a
 * layer. The source is part of the key, because the index decides which code a package name stands for.
 */
export function layerKey(imageId: string, { packageManager, packages, source }: LayerOrder): string {
  const list = Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1));
  const { indexUrl = '', extraIndexUrls = [], trustedHosts = [], proxy = '', noProxy = '', certificates } = source;
  const withoutBuilds = source.builds === false ? ['no builds'] : [];
  const origin = [indexUrl, extraIndexUrls, trustedHosts, proxy, noProxy, certificates, ...withoutBuilds];
  return createHash('sha256')
    .update(JSON.stringify([1, packageManager, imageId, list, origin]))
    .digest('hex');
}

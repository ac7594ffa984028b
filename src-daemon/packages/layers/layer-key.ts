import { createHash } from 'node:crypto';
import type { LayerOrder } from '../../engine/layers.ts';

/**
 * What a layer is made of, as 64 hexadecimal digits: equal lists for one image from one source share a layer. The
 * source counts, since whoever chooses an index chooses what a name means.
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

/** What packages in a cluster need: the installer at a registry, and an index with a name. */
import { ensureInstallerImage } from '../../../../src-daemon/engine/docker/images/installer-image.ts';
import type { EngineLink } from '../../../../src-daemon/engine/docker/link/engine-link.ts';
import { type Push, pushInstaller } from '../../../../src-daemon/engine/docker/registry/push-images.ts';
import { bridgeAddress } from '../../../daemon/packages/package-index.ts';
import { startNameServer, type TestNameServer } from '../../../support/network/name-server.ts';
import { type Fixture, resourcesDir } from '../../docker/docker-fixture.ts';

/** The name of this machine for installers. */
export const indexName = 'index.example';

/** Returns the URL of a server on the bridge, with the name. */
export function named(url: string): string {
  return url.replace(new URL(url).hostname, indexName);
}

/** Starts a name server that knows the name only. */
export async function startIndexNames(): Promise<TestNameServer> {
  const address = await bridgeAddress();
  return startNameServer((name) => (name === indexName ? { a: [address] } : { code: 3 }));
}

/** Makes the installer's image for a sandbox image, and pushes it. */
export async function pushInstallerOf(
  { docker }: Fixture,
  sandboxImage: string,
  push: Push,
): Promise<{ id: string; reference: string }> {
  const link = { docker } as EngineLink;
  const made = await ensureInstallerImage({ link, image: { id: sandboxImage, versions: {} } }, resourcesDir, () => {});
  return { id: made, reference: await pushInstaller((await docker.getImage(made).inspect()).Id, push) };
}

import type { PackageManager, PackageSource } from '../../../../src-daemon/egress/index-hosts.ts';
import type { Engine } from '../../../../src-daemon/engine/engine.ts';
import type { BuiltLayer } from '../../../../src-daemon/engine/layers.ts';

interface Order {
  packageManager: PackageManager;
  name: string;
  source: Partial<PackageSource>;
}

/** Installs a list of one package. Adds the lines of the installer's log to `lines`. */
export function installPackage(engine: Engine, order: Order, lines: string[] = []): Promise<BuiltLayer> {
  const { packageManager, name } = order;
  const source = { certificates: '', ...trusting(order.source.indexUrl), ...order.source };
  const hooks = { onLine: (line: string) => lines.push(line), signal: new AbortController().signal };
  if (engine.layers === undefined) throw new Error('the engine has no layers');
  return engine.layers.build(
    { packageManager, packages: { [name]: packageManager === 'npm' ? '*' : '' }, source },
    hooks,
  );
}

/** Removes the layers that the tests of a file installed. */
export async function removeLayers({ layers }: Engine): Promise<void> {
  for (const layer of (await layers?.list()) ?? []) await layers?.remove(layer);
}

function trusting(indexUrl: string | undefined) {
  return indexUrl === undefined ? {} : { trustedHosts: [new URL(indexUrl).host] };
}

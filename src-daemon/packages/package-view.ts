import type { PackageInfo } from '../../src-shared/contracts/packages.contract.ts';
import { decodeRequirement } from '../engine/package-requirement.ts';
import type { LayerRow } from './layers/layers.store.ts';
import type { ListRow, PackageRow } from './packages.store.ts';

/** Returns a package of a list with its installed version; `layer` is the last layer that was installed successfully. */
export function packageInfoOf(row: PackageRow, list: ListRow | undefined, layer: LayerRow | undefined): PackageInfo {
  const installed = layer?.contents.find(({ name }) => name === row.name);
  const isAsRequested = installed !== undefined && installed.requested === row.requested;
  const error = list?.status === 'failed' ? list.error : null;
  return {
    language: row.language,
    name: row.name,
    version: installed?.version ?? null,
    ...requestOf(row.requested),
    status: isAsRequested ? 'installed' : list?.status === 'failed' ? 'failed' : 'installing',
    ...(error && { error }),
    addedAt: new Date(row.addedAt).toISOString(),
  };
}

/** Returns what a stored package requests, as the API has it. */
export function requestOf(requested: string | null): Pick<PackageInfo, 'requested' | 'extras' | 'hashes'> {
  const { range, extras, hashes } = decodeRequirement(requested ?? '');
  return {
    requested: range === '' ? null : range,
    ...(extras.length > 0 && { extras: [...extras] }),
    ...(hashes.length > 0 && { hashes: [...hashes] }),
  };
}

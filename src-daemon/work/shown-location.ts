import { clusterNameLength, type EngineLocation } from '../../src-shared/contracts/engine-location.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import type { EngineStatus } from '../engine/engine.ts';

export interface ShownLocation {
  place: EngineLocation;
  cluster?: string;
}

/**
 * Returns where the sandboxes of an engine run, for people. The name of a cluster comes from a file: it is cut to its maximum
 * length, and hidden characters are made visible.
 */
export function locationOf({ place, cluster }: Pick<EngineStatus, 'place' | 'cluster'>): ShownLocation {
  if (place === 'machine' || cluster === undefined) return { place };
  const short = cluster.slice(0, clusterNameLength).toWellFormed();
  return { place, cluster: visibleLine(short).slice(0, clusterNameLength).toWellFormed() };
}

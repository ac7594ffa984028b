import { networkLimits } from '../../../src-shared/contracts/network/network-limits.ts';

type LimitName = 'names' | 'connections' | 'lookups' | 'totalBytes' | 'connectMs' | 'headersMs' | 'idleMs' | 'heldMs';

/** Limits of the connections of a run. A test can set lower ones. */
export type EgressLimits = Readonly<Record<LimitName, number>>;

export const defaultLimits: EgressLimits = networkLimits;

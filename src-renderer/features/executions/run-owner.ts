/** A document whose code runs: a scratch of the Run screen, a stored script, or the code of a model. */
export type RunOwner = `scratch:${string}` | `script:${string}` | 'generated';

/** Returns the owner of the runs of a stored script. */
export const scriptOwner = (name: string): RunOwner => `script:${name}`;

/** Returns the id of the scratch that an owner is; undefined for other documents. */
export const scratchOfOwner = (owner: string): string | undefined =>
  owner.startsWith('scratch:') ? owner.slice('scratch:'.length) : undefined;

/** Returns the stored script that an owner is; undefined for other documents. */
export const scriptOfOwner = (owner: RunOwner): string | undefined =>
  owner.startsWith('script:') ? owner.slice('script:'.length) : undefined;

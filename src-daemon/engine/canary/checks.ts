import type { CanaryReport } from './canary-program.ts';

/** A property that a sandbox must have. */
export interface Check {
  /** `the memory limit of 268435456 bytes`. */
  what: string;
  isHeld: boolean;
  found: string | undefined;
}

const shownLength = 80;

/** Returns a text for each property that is missing: `no-new-privileges (found 0)`. */
export function missingOf(checks: readonly Check[]): string[] {
  return checks.filter(({ isHeld }) => !isHeld).map(({ what, found }) => `${what} (found ${shown(found)})`);
}

function shown(found: string | undefined): string {
  return found === undefined || found === '' ? 'nothing' : found.slice(0, shownLength).replace(/[^\x20-\x7e]/g, ' ');
}

/** The user and the group alone, without capabilities. */
export function identityChecks({ status }: CanaryReport, { user, group }: { user: string; group: string }): Check[] {
  const fourTimes = (id: string) => [id, id, id, id].join('\t');
  const held = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].filter((set) => Number(`0x${status.get(set) ?? 0}`));
  const groups = (status.get('Groups') ?? '').split(' ').filter((id) => id !== '' && id !== group);
  return [
    { what: `the user ${user}`, isHeld: status.get('Uid') === fourTimes(user), found: status.get('Uid') },
    {
      what: `the group ${group} alone`,
      isHeld: status.get('Gid') === fourTimes(group) && groups.length === 0,
      found: `${status.get('Gid')} ${groups.join(' ')}`.trim(),
    },
    {
      what: 'no capabilities',
      isHeld: held.length === 0 && status.has('CapEff') && status.has('CapBnd'),
      found: held.map((set) => `${set} ${status.get(set)}`).join(', '),
    },
  ];
}

export function privilegeChecks({ status }: CanaryReport): Check[] {
  const privileges = status.get('NoNewPrivs');
  const seccomp = status.get('Seccomp');
  return [
    { what: 'no-new-privileges', isHeld: privileges === '1', found: privileges },
    { what: 'a seccomp filter', isHeld: seccomp === '2', found: seccomp },
  ];
}

export function readOnlyRootCheck({ mounts }: CanaryReport): Check {
  const root = mounts.get('/');
  return { what: 'a read-only root', isHeld: root?.includes('ro') === true, found: root?.[0] };
}

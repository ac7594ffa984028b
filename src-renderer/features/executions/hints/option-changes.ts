import type { HintAction } from '../../../../src-shared/contracts/hints.ts';
import type { OptionsChange } from './hint-actions.ts';

/** An action that changes options of a program. */
export type ChangingAction = Extract<
  HintAction,
  { type: 'use_packages' | 'use_secret' | 'raise_memory' | 'raise_time' }
>;

/** Returns the change of the options that an action of a hint stands for. */
export function changeOf(action: ChangingAction): OptionsChange {
  switch (action.type) {
    case 'use_packages':
      return () => ({ packages: true });
    case 'use_secret':
      return ({ secrets }) => ({ secrets: withName(secrets, action.name) });
    case 'raise_memory':
      return () => ({ memoryMb: String(action.memoryMb) });
    case 'raise_time':
      return () => ({ timeoutSeconds: String(action.timeoutMs / 1000) });
  }
}

/** `all` means none in a run with a network, where secrets are named. */
function withName(secrets: 'all' | readonly string[], name: string): string[] {
  return secrets === 'all' ? [name] : [...new Set([...secrets, name])];
}

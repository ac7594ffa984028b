import type { Hint } from '../../src-shared/contracts/hints.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { shellTarget } from '../network/host-target.ts';

type Action = NonNullable<Hint['action']>;

/** Returns one line for each hint of a result, with the option or command that would help. */
export function hintLines(hints: readonly Hint[]): string[] {
  return hints.flatMap(({ code, text, action }) => {
    // The last lines of a run name the option of each limit.
    if (code === 'memory_limit' || code === 'time_limit') return [];
    const how = action === undefined ? '' : ` (${howTo(action)})`;
    return [`${visibleLine(text)}${how}`];
  });
}

function howTo(action: Action): string {
  switch (action.type) {
    case 'add_package':
      return `strongroom packages add ${action.language} ${visibleLine(action.name)}`;
    case 'use_packages':
      return 'leave out --no-packages';
    case 'allow_host':
      return `--allow ${targetOf(action)}`;
    case 'use_secret':
      return secretOption(action);
    case 'give_input':
      return 'pipe it in, or --stdin FILE';
    case 'raise_memory':
      return `--memory ${action.memoryMb}`;
    case 'raise_time':
      return `--timeout ${action.timeoutMs}ms`;
  }
}

/** Port 443 is the default. */
function targetOf({ host, port }: { host: string; port: number }): string {
  if (port === 443) return host;
  return shellTarget(port === 80 ? { host, protocol: 'http' } : { host, port });
}

function secretOption({ name, hosts }: Extract<Action, { type: 'use_secret' }>): string {
  return hosts === undefined ? `--secret ${name}` : `--secret-at ${name}`;
}

import type { Hint } from '../../src-shared/contracts/hints.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { shellTarget } from '../network/host-target.ts';

type Action = NonNullable<Hint['action']>;

/**
 * Returns one line for each hint of a result, with the option or command that would help.
 * @param creator the command that created the sandbox, if the options are not those of the command that ran the program
 */
export function hintLines(hints: readonly Hint[], creator = ''): string[] {
  return hints.flatMap(({ code, text, action }) => {
    // The last lines of a run name the option of each limit.
    if (code === 'memory_limit' || code === 'time_limit') return [];
    const how = action === undefined ? '' : ` (${howTo(action, creator)})`;
    return [`${visibleLine(text)}${how}`];
  });
}

function howTo(action: Action, creator: string): string {
  const of = creator === '' ? '' : `${creator} `;
  switch (action.type) {
    case 'add_package':
      return `strongroom packages add ${action.language} ${visibleLine(action.name)}`;
    case 'use_packages':
      return creator === '' ? 'leave out --no-packages' : `${of}without --no-packages`;
    case 'allow_host':
      return `${of}--allow ${targetOf(action)}`;
    case 'use_secret':
      return `${of}${secretOption(action)}`;
    case 'give_input':
      return creator === '' ? 'pipe it in, or --stdin FILE' : 'pipe it in';
    case 'raise_memory':
      return `${of}--memory ${action.memoryMb}`;
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

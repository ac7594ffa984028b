import { type Hint, maxHints } from '../../../src-shared/contracts/hints.ts';
import { sandboxLimits } from '../../../src-shared/contracts/sandboxes/sandbox-limits.ts';
import type { FailedRun } from './failed-run.ts';
import { missingFile } from './missing-file.ts';
import { missingNetwork } from './missing-network.ts';
import { missingPackages } from './missing-package.ts';
import { missingSecrets } from './missing-secret.ts';

const maxMemoryMb = 4096;
const maxTimeoutMs = 600_000;
const embeddedEngine = 'embedded';

/** Returns why a run probably failed and what would help, most specific first. */
export function hintsOf(run: FailedRun): Hint[] {
  if (run.status === 'out_of_memory') return [memoryHint(run)];
  if (run.status === 'timed_out') return [...missingInput(run), timeHint(run)];
  if (run.status !== 'failed') return [];
  const hints = [
    ...needsDocker(run),
    ...missingPackages(run),
    ...missingNetwork(run),
    ...missingSecrets(run),
    ...missingFile(run),
    ...missingInput(run),
  ];
  return hints.slice(0, maxHints);
}

/** The embedded engine ends such errors with these words. */
function needsDocker({ engine, errorLines }: FailedRun): Hint[] {
  if (engine !== embeddedEngine || !errorLines.some((line) => line.includes('needs Docker'))) return [];
  return [
    {
      code: 'needs_docker',
      text: 'The program uses something that the embedded engine does not have. With Docker it runs.',
    },
  ];
}

/** Messages of programs that read past the end of an empty input. */
const endOfInput = ['EOF when reading a line', 'NoSuchElementException: No line found', 'unexpected end of input'];

function missingInput({ ranIn, hasInput, errorLines }: FailedRun): Hint[] {
  if (hasInput || !errorLines.some((line) => endOfInput.some((part) => line.includes(part)))) return [];
  return [
    {
      code: 'input_missing',
      text: `The program read from its input, and this ${ranIn === 'run' ? 'run' : 'process'} has none.`,
      action: { type: 'give_input' },
    },
  ];
}

function memoryHint({ ranIn, memoryMb }: FailedRun): Hint {
  const text = `The program needed more than its ${memoryMb} MiB of memory.`;
  if (memoryMb >= maxMemoryMb) return { code: 'memory_limit', text: `${text} A ${ranIn} cannot have more.` };
  return {
    code: 'memory_limit',
    text,
    action: { type: 'raise_memory', memoryMb: Math.min(memoryMb * 2, maxMemoryMb) },
  };
}

function timeHint({ ranIn, timeoutMs }: FailedRun): Hint {
  const maxMs = ranIn === 'run' ? maxTimeoutMs : sandboxLimits.timeoutMs.max;
  const text = `The program took longer than its ${timeoutMs / 1000} s.`;
  if (timeoutMs >= maxMs)
    return {
      code: 'time_limit',
      text: `${text} A ${ranIn === 'run' ? 'run cannot have more; a live sandbox can' : 'process cannot have more'}.`,
    };
  return {
    code: 'time_limit',
    text,
    action: { type: 'raise_time', timeoutMs: Math.min(timeoutMs * 2, maxMs) },
  };
}

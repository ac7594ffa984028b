import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';
import { withTextOutput } from '../../../../src-shared/formats/text-output.ts';
import { createOutputLog, type OutputLog } from '../../../ui/output/output-log.ts';

type Output = Pick<Execution, 'stdout' | 'stderr' | 'outputEncoding' | 'stdoutGap' | 'stderrGap'>;

/** Returns the output of a stored run: stdout, then stderr, because their relative order is not stored. */
export function logOf(stored: Output): OutputLog {
  const execution = withTextOutput(stored);
  const log = createOutputLog({ now: () => undefined });
  appendStream(log, 'stdout', execution);
  if (execution.stderr !== '' && execution.stdout !== '' && !execution.stdout.endsWith('\n'))
    log.append('stdout', '\n');
  appendStream(log, 'stderr', execution);
  return log;
}

function appendStream(log: OutputLog, stream: 'stdout' | 'stderr', execution: Output): void {
  const text = execution[stream];
  const gap = execution[`${stream}Gap`];
  const start = gap === undefined ? 0 : startOfLine(text, gap.line);
  const end = gap === undefined ? 0 : startOfLine(text, gap.line + 1);
  log.append(stream, text.slice(0, start));
  if (gap !== undefined) log.appendGap(stream, text.slice(start, end), gap.bytes);
  log.append(stream, text.slice(end));
}

/** Returns the offset of a line; the first line is 1. */
function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at;
}

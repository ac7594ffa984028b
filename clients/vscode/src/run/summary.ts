import type { ExecuteResponse } from '../../../typescript/src/index.ts';
import { safeLine } from '../editor/safe-text.ts';

const filesShown = 10;

/** Returns the lines that the panel shows after the output of a program. */
export function summaryOf(result: ExecuteResponse): string {
  const { stdoutTruncated, stderrTruncated, files, notices = [], hints = [] } = result;
  const lines = [
    `── ${endOf(result)} ──`,
    ...(stdoutTruncated || stderrTruncated ? ['The output is longer than 1 MiB; the rest is left out.'] : []),
    ...(files.length > 0 ? [`Files, in the history of the interface: ${fileNames(files)}`] : []),
    ...notices.map(safeLine),
    // The first line names the setting of each limit.
    ...hints.filter(({ code }) => !code.endsWith('_limit')).map(({ text }) => safeLine(text)),
  ];
  return `${lines.join('\n')}\n`;
}

function endOf({ status, exitCode, signal, durationMs }: ExecuteResponse): string {
  const seconds = `${(durationMs / 1000).toFixed(2)} s`;
  if (status === 'succeeded') return `succeeded in ${seconds}`;
  if (status === 'timed_out') return `stopped at the time limit (strongroom.timeoutMs), after ${seconds}`;
  if (status === 'out_of_memory') return `stopped at the memory limit (strongroom.memoryMb), after ${seconds}`;
  if (status === 'cancelled') return `cancelled after ${seconds}`;
  return `failed with ${signal === null ? `exit code ${exitCode}` : safeLine(signal)} after ${seconds}`;
}

function fileNames(files: ExecuteResponse['files']): string {
  const shown = files
    .slice(0, filesShown)
    .map(({ path, size }) => `${safeLine(path)} (${size.toLocaleString('en')} bytes)`);
  return [...shown, ...(files.length > filesShown ? [`and ${files.length - filesShown} more`] : [])].join(', ');
}

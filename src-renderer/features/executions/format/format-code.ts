import { type ExecuteResponse, execute } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { sessionSignal } from '../../../client/session/session-scope.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { formatterOf, notInstalled } from './formatters.ts';

const longestReason = 300;

/**
 * Formats code in a sandbox without network and secrets, whose run the history does not keep. Returns the formatted code; undefined,
 * with a message, if there is no formatter or it failed.
 */
export async function formatCode(language: string, code: string): Promise<string | undefined> {
  const formatter = formatterOf(language);
  if (formatter === undefined) return refuse('There is no formatter for this language.');
  const signal = sessionSignal();
  try {
    const answer = await call(execute, {
      body: {
        language: formatter.language,
        code: formatter.program,
        stdin: code,
        name: 'Format code',
        keep: false,
        secrets: [],
        network: 'none',
        packages: true,
      },
      ...(signal && { signal }),
    });
    const problem = problemOf(answer, code);
    if (problem === undefined) return answer.stdout;
    if (answer.exitCode !== notInstalled) return refuse(problem);
    // A list that could not be installed is a notice.
    const [notice = ''] = answer.notices ?? [];
    return refuse(`${formatter.missing} ${visibleLine(notice.slice(0, longestReason))}`.trim());
  } catch (error) {
    return signal?.aborted ? undefined : refuse(asApiError(error).message);
  }
}

/** Returns why the answer of a formatter does not replace the code; undefined if it does. */
export function problemOf(answer: ExecuteResponse, code: string): string | undefined {
  const { status, stdout, stderr, stdoutTruncated, stdoutNotUtf8 } = answer;
  if (status === 'timed_out') return 'The formatter did not end in time.';
  if (status === 'out_of_memory') return 'The formatter needs more memory than the limit of the settings.';
  if (status !== 'succeeded') return reasonIn(stderr) ?? 'The formatter failed.';
  if (stdoutTruncated) return 'The formatted code is larger than 1 MiB.';
  if (stdoutNotUtf8 || (stdout.trim() === '' && code.trim() !== '')) return 'The formatter returned no code.';
  return undefined;
}

/** Returns the first line of a message, which has the reason; of a traceback, the last one. */
function reasonIn(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines[0]?.startsWith('Traceback') ? lines.at(-1) : lines[0];
  return line && visibleLine(line.trim().slice(0, longestReason));
}

function refuse(reason: string): undefined {
  showToast(`The code was not formatted. ${reason}`, 'danger');
}

import type {
  ExecuteResponse,
  OutputGap,
  ResultFile,
  RunPackage,
} from '../../src-shared/contracts/executions.contract.ts';
import type { Hint } from '../../src-shared/contracts/hints.ts';
import { decodeBase64 } from '../../src-shared/formats/base64.ts';
import { decodeUtf8 } from '../../src-shared/zk/utf8.ts';

/** Number of characters of each stream in a list. A multiple of 4, so that base64 is cut between its groups. */
const previewLength = 4096;

/** Output and files of a run, as the history stores them. */
export interface StoredOutput {
  stdout: string;
  stderr: string;
  files: ResultFile[];
  outputEncoding?: 'base64' | undefined;
  stdoutNotUtf8?: true | undefined;
  stderrNotUtf8?: true | undefined;
  /** Absent in a preview. */
  stdoutGap?: OutputGap | undefined;
  stderrGap?: OutputGap | undefined;
  notices?: string[] | undefined;
  packages?: RunPackage[] | undefined;
  hints?: Hint[] | undefined;
}

/** Returns the output as the history has it: exact bytes that are UTF-8 become text, because people read it. */
export function storedOutputOf(answer: ExecuteResponse): StoredOutput {
  const { stdoutNotUtf8, stderrNotUtf8, stdoutGap, stderrGap, files, notices, packages, hints } = answer;
  const marks = {
    ...(stdoutNotUtf8 && { stdoutNotUtf8 }),
    ...(stderrNotUtf8 && { stderrNotUtf8 }),
    ...(stdoutGap && { stdoutGap }),
    ...(stderrGap && { stderrGap }),
    ...(notices && { notices }),
    ...(packages && { packages }),
    ...(hints && { hints }),
  };
  return { ...streamsOf(answer), files, ...marks };
}

function streamsOf({ stdout, stderr, outputEncoding }: ExecuteResponse) {
  if (outputEncoding === undefined) return { stdout, stderr };
  try {
    return { stdout: textOf(stdout), stderr: textOf(stderr) };
  } catch {
    return { stdout, stderr, outputEncoding };
  }
}

/** @throws TypeError if the bytes are not UTF-8 */
function textOf(base64: string): string {
  return decodeUtf8(decodeBase64(base64) ?? new Uint8Array());
}

/** Returns the output as shown in a list. */
export function previewOf({ stdout, stderr, files, stdoutGap, stderrGap, ...rest }: StoredOutput): StoredOutput {
  return {
    ...rest,
    stdout: cut(stdout),
    stderr: cut(stderr),
    files: files.map(({ path, size, mediaType }) => ({ path, size, mediaType })),
  };
}

/** Returns true if the preview has all of the output. */
export function isWholeInPreview({ stdout, stderr, files, stdoutGap, stderrGap }: StoredOutput): boolean {
  const isShort = stdout.length <= previewLength && stderr.length <= previewLength;
  return isShort && stdoutGap === undefined && stderrGap === undefined && !files.some((file) => file.content);
}

function cut(text: string): string {
  return text.length <= previewLength ? text : text.slice(0, previewLength).replace(/[\ud800-\udbff]$/, '');
}

import { decodeBase64 } from './base64.ts';

// Every runtime of the contract has it, but its name is not in the libraries that the contract is checked with.
declare const TextDecoder: new (
  label: string,
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

interface Output {
  stdout: string;
  stderr: string;
  outputEncoding?: 'base64' | undefined;
}

/** Returns a run with its output as text, for people. Bytes that are not UTF-8 become U+FFFD. */
export function withTextOutput<Run extends Output>(run: Run): Run {
  if (run.outputEncoding === undefined) return run;
  const { outputEncoding, ...rest } = run;
  return { ...rest, stdout: textOf(run.stdout), stderr: textOf(run.stderr) } as Run;
}

function textOf(base64: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(decodeBase64(base64) ?? new Uint8Array());
}

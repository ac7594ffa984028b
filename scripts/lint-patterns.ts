import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exceptions } from './lint-patterns/exceptions.ts';
import { findPatterns, type Pattern } from './lint-patterns/find-patterns.ts';
import { listSources } from './lint-patterns/list-sources.ts';
import { keepTimes, timeOf } from './lint-patterns/time-of.ts';

/**
 * Reports every regular expression of the sources that can take more than linear time, as exponential or polynomial
 * backtracking (ReDoS). Run by `npm run lint`; the argument is the folder to look at, by default this one.
 */
const root = process.argv[2] ?? '.';
const unused = new Set(exceptions);
const reports: string[] = [];

for (const path of listSources(root))
  for (const pattern of findPatterns(path, readFileSync(join(root, path), 'utf8'))) {
    const fault = pattern.source === undefined ? 'is built from parts that are not known here' : timeOf(pattern);
    if (fault === undefined || isExcepted(pattern)) continue;
    reports.push(`${path}:${pattern.line} ${pattern.text.slice(0, 100)}\n    ${fault}`);
  }
keepTimes();
// The exceptions are for this folder's sources only, not for a test's.
if (root === '.')
  for (const { path, text } of unused) reports.push(`${path} ${text}\n    is an exception without a pattern`);

if (reports.length > 0) {
  console.log(`${reports.join('\n')}\n`);
  console.log(
    `${reports.length} regular expressions can take more than linear time. Write them as loops over the text, or so that\n` +
      'two parts never match the same characters. Only one that sees no text of a program, package, model, file, page or\n' +
      'client may go into scripts/lint-patterns/exceptions.ts, with the reason.',
  );
  process.exitCode = 1;
}

function isExcepted({ path, text }: Pattern): boolean {
  const exception = exceptions.find((one) => one.path === path && text.startsWith(one.text));
  if (exception !== undefined) unused.delete(exception);
  return exception !== undefined;
}

import { z } from 'zod';

/** Limits of a script's name: characters of the name and of a segment, and number of segments. */
export const codeNameLimits = { name: 200, segment: 128, segments: 8 } as const;

/**
 * Name of a stored script: up to 8 segments with `/` between them, all but the last are folders. A segment begins with a
 * letter, a digit or `_`, so that none is empty, `.` or `..`, and no name looks like an option.
 */
export const codeNamePattern = /^[A-Za-z0-9_][A-Za-z0-9._ -]{0,127}(?:\/[A-Za-z0-9_][A-Za-z0-9._ -]{0,127}){0,7}$/;

/** The rule as a predicate of a name. */
export const codeNameRule =
  'must have 1 to 8 parts with / between them, and 200 characters at most. Each part begins with a letter, digit or _, ' +
  'and then has at most 127 letters, digits, spaces or . _ -';

export const CodeName = z
  .string()
  .max(codeNameLimits.name, { error: codeNameRule, abort: true })
  .regex(codeNamePattern, { error: codeNameRule })
  .meta({ examples: ['nightly report', 'billing/monthly/report.py'] });

export const isCodeName = (name: string): boolean => name.length <= codeNameLimits.name && codeNamePattern.test(name);

/** Returns the folder of a name without the last `/`; empty for a script outside of all folders. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));

/** Returns the last segment of a name. */
export const baseNameOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Returns the name of a script in a folder; an empty folder means outside of all folders. */
export const nameInFolder = (folder: string, base: string): string => (folder === '' ? base : `${folder}/${base}`);

/** Returns the script name for a file: invalid characters become `_`. */
export function nameOfFile(fileName: string): string {
  return segmentOf(fileName) ?? 'imported';
}

function segmentOf(text: string): string | undefined {
  const plain = text.replace(/[^A-Za-z0-9._ -]/g, '_');
  const isStart = /^[A-Za-z0-9_]/.test(text) ? /[A-Za-z0-9_]/ : /[A-Za-z0-9]/;
  const start = Array.from(plain).findIndex((character) => isStart.test(character));
  return start < 0 ? undefined : plain.slice(start, start + codeNameLimits.segment);
}

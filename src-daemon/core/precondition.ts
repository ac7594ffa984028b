import type { Preconditions } from '../../src-shared/contracts/preconditions.ts';
import { AppError } from '../errors/app-error.ts';

interface VersionedItem {
  /** Name in the message: `secret API_TOKEN`. */
  named: string;
  /** The number of the current version; undefined if there is none. */
  version: number | undefined;
}

/**
 * Checks the conditions of a request (RFC 9110, 13.2.2). Must be called in the transaction that makes the change.
 * @throws AppError `precondition_failed`, whose details name the header
 */
export function requirePreconditions(conditions: Preconditions, { named, version }: VersionedItem): void {
  const { 'If-Match': match, 'If-None-Match': noneMatch } = conditions;
  const isAmong = (versions: '*' | readonly string[]) =>
    version !== undefined && (versions === '*' || versions.includes(String(version)));
  if (match !== undefined && !isAmong(match)) throw failed('If-Match', changedMessage({ named, version }));
  if (noneMatch !== undefined && isAmong(noneMatch))
    throw failed(
      'If-None-Match',
      `There is a ${named} already, at version ${version}. Nothing was changed. Read it first, or choose another name.`,
    );
}

function changedMessage({ named, version }: VersionedItem): string {
  if (version === undefined) return `The ${named} does not exist any more. Nothing was changed.`;
  return `The ${named} was changed by another request: it is at version ${version} now. Nothing was changed. Read it again.`;
}

function failed(header: 'If-Match' | 'If-None-Match', message: string): AppError {
  return new AppError('precondition_failed', message, { details: [{ path: header, message }] });
}

import { resultFilesCap } from '../../engine/engine.ts';
import { countOmitted, type OmittedFiles } from '../../engine/omitted-files.ts';

const mebibyte = 1024 * 1024;

/** Message for users about files that are missing from the results: number, reasons, advice. Empty if none is missing. */
export function omittedNotices(omitted: OmittedFiles): string[] {
  const { count, size, unreadable } = omitted;
  const total = countOmitted(omitted);
  if (total === 0) return [];
  const reasons = [
    ...(count > 0 ? [`${count} beyond the limit of ${resultFilesCap.count} files`] : []),
    ...(size > 0 ? [`${size} beyond the limit of ${resultFilesCap.totalBytes / mebibyte} MiB for all files`] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read (no permission, or too many folders deep)`] : []),
  ];
  const advice = [
    ...(count > 0 ? ['Write fewer files or one archive.'] : []),
    ...(size > 0 ? ['Write smaller files.'] : []),
    ...(unreadable > 0 ? ['Make files and folders readable (chmod u+rX) before the program ends.'] : []),
  ];
  const what = total === 1 ? '1 file was' : `${total} files were`;
  return [`${what} left out of the results: ${reasons.join(', ')}. ${advice.join(' ')}`];
}

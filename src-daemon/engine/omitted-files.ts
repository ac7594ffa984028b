/** How many of the files that a program left are not among its results, by reason. */
export interface OmittedFiles {
  /** Past the limit of how many files come back. */
  count: number;
  /** Past the limit of how many bytes they have together. */
  size: number;
  /** Files, and folders, without read permission, too deep or with too long a path. */
  unreadable: number;
}

export const noneOmitted: OmittedFiles = { count: 0, size: 0, unreadable: 0 };

export function countOmitted({ count, size, unreadable }: OmittedFiles): number {
  return count + size + unreadable;
}

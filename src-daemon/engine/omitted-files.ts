/** Number of files that a program left and that are not among its results, by reason. */
export interface OmittedFiles {
  /** Files over the limit of the number of files. */
  count: number;
  /** Files over the limit of their total size. */
  size: number;
  /** Files and folders without read permission, too deep, or with too long a path. */
  unreadable: number;
}

export const noneOmitted: OmittedFiles = { count: 0, size: 0, unreadable: 0 };

export function countOmitted({ count, size, unreadable }: OmittedFiles): number {
  return count + size + unreadable;
}

/** Largest sum of the files of an archive: the archive is built in memory. */
export const archiveBytes = 256 * 1024 * 1024;

/** Limits of a zip with scripts of the vault. */
export const scriptZipLimits = { files: 10_000, bytes: archiveBytes } as const;

/** Returns why the scripts cannot be in one zip, as a sentence; undefined if they can. */
export function zipProblem(scripts: readonly { size: number }[]): string | undefined {
  const bytes = scripts.reduce((sum, { size }) => sum + size, 0);
  if (scripts.length <= scriptZipLimits.files && bytes <= scriptZipLimits.bytes) return undefined;
  return `A zip can have ${scriptZipLimits.files.toLocaleString('en')} scripts with 256 MiB together. Select fewer scripts.`;
}

/** Times that a zip can have, in epoch ms: from 1980 to 2099, also in any time zone. */
const [firstTime, lastTime] = [Date.UTC(1980, 0, 2), Date.UTC(2099, 11, 30)];

/** Returns the nearest time in epoch ms that a zip can have. */
export const zipTimeOf = (modifiedAt: number): number => Math.min(Math.max(modifiedAt, firstTime), lastTime);

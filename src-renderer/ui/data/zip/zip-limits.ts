/** Largest sum of the files of an archive: the archive is built in memory. */
export const archiveBytes = 256 * 1024 * 1024;

/** The error numbers of WASI preview 1 (wasi_snapshot_preview1, `errno`) that this file system returns. */
export const errno = Object.freeze({
  success: 0,
  acces: 2,
  badf: 8,
  exist: 20,
  fault: 21,
  fbig: 22,
  inval: 28,
  io: 29,
  isdir: 31,
  loop: 32,
  nametoolong: 37,
  nfile: 41,
  noent: 44,
  nospc: 51,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  perm: 63,
  rofs: 69,
  spipe: 70,
  notcapable: 76,
});

/** Node's names of the errors, as in `error.code`. */
const names = new Map(Object.entries(errno).map(([name, number]) => [number, `E${name.toUpperCase()}`]));

/** A failed file operation, which is reported to the program by its number. */
export class FsError extends Error {
  /** @param {number} number */
  constructor(number) {
    super(names.get(number) ?? 'EIO');
    this.number = number;
  }

  get code() {
    return this.message;
  }
}

/**
 * @param {number} number
 * @returns {never}
 */
export function fail(number) {
  throw new FsError(number);
}

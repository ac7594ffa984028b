/** A container ended, or said something else, before it waited for its job. */
export class BootError extends Error {
  override readonly name = 'BootError';
}

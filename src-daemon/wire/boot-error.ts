/** A sandbox exited, or its init sent an unexpected frame, before it was ready for its job. */
export class BootError extends Error {
  override readonly name = 'BootError';
}

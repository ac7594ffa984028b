/** The open input of a program. */
export interface ProgramInput {
  /** Resolves when the sandbox has taken the bytes; the program may read them later. @throws {@link StdinClosedError} */
  write(bytes: Uint8Array): Promise<void>;
  endInput(): void;
}

/** The program takes no more input: its input was ended, or it has exited. */
export class StdinClosedError extends Error {
  override readonly name = 'StdinClosedError';
  constructor() {
    super('the process takes no more input');
  }
}

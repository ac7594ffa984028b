import { payloadCap, wireFrame } from './wire.ts';

/** The input of a run that follows its job in frames, as far as init has credit for it. */
export interface InputFeed {
  /** Adds credit, and returns the pieces of the frames that may be sent now. */
  next(credit: number): Uint8Array[];
}

export function createInputFeed(input: Uint8Array): InputFeed {
  let position = 0;
  let credit = 0;
  let isEnded = input.length === 0;

  return {
    next: (more) => {
      credit += more;
      const pieces: Uint8Array[] = [];
      while (credit > 0 && position < input.length) {
        const part = input.subarray(position, position + Math.min(credit, payloadCap));
        pieces.push(...wireFrame('D', 0, part));
        position += part.length;
        credit -= part.length;
      }
      if (position === input.length && !isEnded) {
        isEnded = true;
        pieces.push(...wireFrame('E', 0));
      }
      return pieces;
    },
  };
}

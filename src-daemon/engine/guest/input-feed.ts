import type { FrameChannel } from '../../wire/frame-channel.ts';
import { createOutbox } from '../../wire/outbox.ts';
import { type ProgramInput, StdinClosedError } from '../../wire/program-input.ts';
import { createWriter } from '../../wire/transport.ts';
import { firstCredit, payloadCap, wireFrame } from '../../wire/wire.ts';
import { type SandboxProgram, streamedInput } from './job-frame.ts';

/** The input of a run that follows its job in frames, as far as init has credit for it. */
export interface RunInput {
  /** The input of a program that gets more while it runs; undefined if the job has all of it. */
  open: ProgramInput | undefined;
  /** Returns the pieces of the frames that follow the job at once. */
  first(): Uint8Array[];
  /** The program has read this many bytes. */
  addCredit(bytes: number): void;
  /** The run has ended: rejects what is not sent. */
  close(): void;
}

export function createRunInput(channel: FrameChannel, program: SandboxProgram): RunInput {
  return program.opensStdin ? createOpenInput(channel) : createGivenInput(channel, streamedInput(program));
}

function createOpenInput(channel: FrameChannel): RunInput {
  const { write, end, addCredit, close } = createOutbox(0, createWriter(channel).wake);
  return { open: { write, endInput: end }, first: () => [], addCredit, close: () => close(new StdinClosedError()) };
}

function createGivenInput(channel: FrameChannel, input: Uint8Array): RunInput {
  let position = 0;
  let credit = 0;
  let isEnded = input.length === 0;

  function next(more: number): Uint8Array[] {
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
  }

  return {
    open: undefined,
    first: () => next(firstCredit),
    addCredit: (bytes) => void channel.write(next(bytes)),
    close: () => undefined,
  };
}

import { createFormIndex, type FormIndex } from './form-index.ts';
import { maskedForms } from './masked-forms.ts';
import { createStreamMask, type StreamMask } from './stream-mask.ts';

export interface OutputMask {
  /** Does at a time of the caller's choice what else the first output would have to wait for. */
  prepare(): void;
  /** A mask for one stream. */
  newStream(): StreamMask;
}

/** A form longer than this is masked from its first so many characters on, as far as a program prints it. */
const defaultBeginning = 128;

/** A mask of these secret values in every form of {@link maskedForms}; each run of masked characters becomes `***`. */
export function createOutputMask(values: readonly string[], beginning = defaultBeginning): OutputMask {
  let made: FormIndex | undefined;
  const index = (): FormIndex => {
    made ??= createFormIndex(new Set(values.flatMap((value) => [...maskedForms(value)])), beginning);
    return made;
  };
  return {
    prepare: () => void index(),
    newStream: () => (values.length === 0 ? passOn() : createStreamMask(index)),
  };
}

function passOn(): StreamMask {
  return { push: (text) => text, finish: () => '' };
}

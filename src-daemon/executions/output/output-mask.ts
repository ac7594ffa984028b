import { doAtOnce, doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import { createFormIndex, type FormIndex } from './form-index.ts';
import { maskedForms } from './masked-forms.ts';
import { createStreamMask, type StreamMask } from './stream-mask.ts';

export interface OutputMask {
  /**
   * Prepares the search for the values, in slices: a megabyte of them takes seconds. Output that comes earlier should
   * wait for it; a stream that does not prepares it at once.
   */
  prepare(): Promise<void>;
  /** A mask for one stream. */
  newStream(): StreamMask;
}

/** A form longer than this is masked from its first so many characters on, as far as a program prints it. */
const defaultBeginning = 128;

/** A mask of these secret values in every form of {@link maskedForms}; each run of masked characters becomes `***`. */
export function createOutputMask(values: readonly string[], beginning = defaultBeginning): OutputMask {
  let made: FormIndex | undefined;
  const index = (): FormIndex => {
    made ??= doAtOnce(prepareIndex(values, beginning));
    return made;
  };
  return {
    prepare: async () => {
      const prepared = await doInSlices(prepareIndex(values, beginning));
      made ??= prepared;
    },
    newStream: () => (values.length === 0 ? passOn() : createStreamMask(index)),
  };
}

function* prepareIndex(values: readonly string[], beginning: number): SlicedWork<FormIndex> {
  const forms = new Set<string>();
  for (const form of maskedForms(values)) {
    forms.add(form);
    yield;
  }
  return yield* createFormIndex(forms, beginning);
}

function passOn(): StreamMask {
  return { push: (text) => text, finish: () => '', conceal: () => 0 };
}

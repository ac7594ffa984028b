import { doAtOnce, doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import { createFormIndex, type FormIndex } from './form-index.ts';
import { maskedForms } from './masked-forms.ts';
import { createStreamMask, type StreamMask } from './stream-mask.ts';

export interface OutputMask {
  /**
   * Prepares the search for the values in slices, because a megabyte of values takes seconds. Output should wait for it;
   * a stream that is used earlier prepares the search synchronously. Later calls wait for the first one.
   */
  prepare(): Promise<void>;
  /** Creates a mask for one stream. */
  newStream(): StreamMask;
}

/** Length of the beginning of a long form that must be printed before it is masked. */
const defaultBeginning = 128;

/** Masks secret values in every form of {@link maskedForms}. Each sequence of masked characters becomes `***`. */
export function createOutputMask(values: readonly string[], beginning = defaultBeginning): OutputMask {
  let prepared: FormIndex | undefined;
  let preparing: Promise<void> | undefined;
  const index = (): FormIndex => {
    prepared ??= doAtOnce(prepareIndex(values, beginning));
    return prepared;
  };
  return {
    prepare: () => {
      preparing ??= doInSlices(prepareIndex(values, beginning)).then((made) => {
        prepared ??= made;
      });
      return preparing;
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

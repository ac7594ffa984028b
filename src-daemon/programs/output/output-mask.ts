import { doAtOnce, doInSlices, type SlicedWork } from '../../core/sliced-work.ts';
import { createFormIndex, type FormIndex } from './form-index.ts';
import { maskedForms } from './masked-forms.ts';
import { type OutputUnits, textUnits } from './output-units.ts';
import { createStreamMask, type StreamMask } from './stream-mask.ts';

export interface OutputMask {
  /** The units of the streams that it masks. */
  readonly units: OutputUnits;
  /**
   * Prepares the search for the values in slices, because a megabyte of values takes seconds. Output should wait for it;
   * a stream that is used earlier prepares the search synchronously. Later calls wait for the first one.
   */
  prepare(): Promise<void>;
  /** Creates a mask for one stream. */
  newStream(): StreamMask;
}

const defaultBeginning = 128;

interface IndexOptions {
  values: readonly string[];
  /** Length of the beginning of a long form that must be printed before it is masked. */
  beginning: number;
  /** Characters by default. */
  units: OutputUnits;
}

/** Masks secret values in every form of {@link maskedForms}. Each sequence of masked characters becomes `***`. */
export function createOutputMask(
  values: readonly string[],
  { beginning = defaultBeginning, units = textUnits }: Partial<Omit<IndexOptions, 'values'>> = {},
): OutputMask {
  let prepared: FormIndex | undefined;
  let preparing: Promise<void> | undefined;
  const index = (): FormIndex => {
    prepared ??= doAtOnce(prepareIndex({ values, beginning, units }));
    return prepared;
  };
  return {
    units,
    prepare: () => {
      preparing ??= doInSlices(prepareIndex({ values, beginning, units })).then((made) => {
        prepared ??= made;
      });
      return preparing;
    },
    newStream: () => (values.length === 0 ? passOn() : createStreamMask(index, units)),
  };
}

function* prepareIndex({ values, beginning, units }: IndexOptions): SlicedWork<FormIndex> {
  const forms = new Set<string>();
  for (const form of maskedForms(values)) {
    forms.add(units.fromText(form));
    yield;
  }
  return yield* createFormIndex(forms, beginning);
}

function passOn(): StreamMask {
  return { push: (text) => text, finish: () => '', conceal: () => 0 };
}

import { isMaskable } from '../../src-shared/contracts/secrets.contract.ts';
import { doAtOnce, doInSlices, type SlicedWork } from '../sliced-work.ts';
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
  /** Length of the beginning of a long form after which the rest of it is followed. */
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
    newStream: () => (values.some(isMaskable) ? createStreamMask(index, units) : passOn(units)),
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

/** Creates the mask of a stream for which there is no value: no text waits unless its owner holds it. */
function passOn({ sizeOf }: OutputUnits): StreamMask {
  let held = '';
  const release = () => {
    const text = held;
    held = '';
    return text;
  };
  return {
    push: (text) => release() + text,
    hold(text) {
      held += text;
    },
    release,
    releaseBut: release,
    drop: () => sizeOf(release()),
    isHolding: () => held !== '',
    count: () => 0,
  };
}

import type { GenerationEvent } from '../../../src-shared/contracts/generation.contract.ts';

/** An answer on its way. */
export interface Arriving {
  id: string | undefined;
  phase: 'asking' | 'cancelling';
  connected: boolean;
  /** The round that it will be. */
  number: number;
  model: string;
  code: string;
  words: string;
}

export function nothingYet(number: number): Arriving {
  return { id: undefined, phase: 'asking', connected: true, number, model: '', code: '', words: '' };
}

/** What an event adds to an answer. */
export function arrivedWith(arriving: Arriving, { event, data }: GenerationEvent): Arriving {
  if (event === 'started') return { ...arriving, id: data.id };
  if (event === 'attempt') return { ...arriving, model: data.model, code: '', words: '' };
  if (event === 'code') return { ...arriving, code: arriving.code + data.text };
  if (event === 'words') return { ...arriving, words: arriving.words + data.text };
  if (event === 'generated') return { ...arriving, code: data.code };
  return arriving;
}

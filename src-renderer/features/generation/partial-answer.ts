import type { GenerationEvent } from '../../../src-shared/contracts/generation.contract.ts';

/** An answer that is being received. */
export interface PartialAnswer {
  id: string | undefined;
  phase: 'asking' | 'cancelling';
  connected: boolean;
  /** The number of the round that it becomes. */
  number: number;
  model: string;
  code: string;
  explanation: string;
}

export function emptyAnswer(number: number): PartialAnswer {
  return { id: undefined, phase: 'asking', connected: true, number, model: '', code: '', explanation: '' };
}

/** Returns the answer with an event applied. */
export function applyEvent(arriving: PartialAnswer, { event, data }: GenerationEvent): PartialAnswer {
  if (event === 'started') return { ...arriving, id: data.id };
  if (event === 'attempt') return { ...arriving, model: data.model, code: '', explanation: '' };
  if (event === 'code') return { ...arriving, code: arriving.code + data.text };
  if (event === 'words') return { ...arriving, explanation: arriving.explanation + data.text };
  if (event === 'generated') return { ...arriving, code: data.code };
  return arriving;
}

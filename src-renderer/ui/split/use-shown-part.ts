import { useEffect, useRef, useState } from 'react';

export type Part = 'code' | 'output' | 'options';

export const parts = [
  { id: 'code', label: 'Code' },
  { id: 'output', label: 'Output' },
  { id: 'options', label: 'Options' },
] as const;

/**
 * Returns the part that a narrow window shows. It switches to the output when `outputAt` changes at the start of a run,
 * and to the code when `codeAt` changes.
 */
export function useShownPart(outputAt: unknown, codeAt: unknown): [Part, (part: Part) => void] {
  const [part, setPart] = useState<Part>('code');
  const seen = useRef(outputAt);
  useEffect(() => {
    if (outputAt !== seen.current && outputAt !== undefined) setPart('output');
    seen.current = outputAt;
  }, [outputAt]);
  const seenCode = useRef(codeAt);
  useEffect(() => {
    if (codeAt !== seenCode.current) setPart('code');
    seenCode.current = codeAt;
  }, [codeAt]);
  return [part, setPart];
}

import { Scissors } from 'lucide-react';
import type { OutputStream } from './output-log.ts';

/** The row between the two ends of a stream whose middle was left out. A program cannot print such a row. */
export function OutputGapRow({ stream, bytes }: { stream: OutputStream; bytes: number }) {
  const count = bytes.toLocaleString('en-US');
  return (
    <div className="sticky left-0 flex h-5 w-fit items-center gap-2 border-y border-dashed border-warn bg-warn-soft pr-4 pl-3 font-sans text-xs font-medium whitespace-nowrap text-warn">
      <Scissors size={12} aria-hidden="true" />
      {count} {bytes === 1 ? 'byte' : 'bytes'} of {stream} left out here: only the beginning and the end are stored
    </div>
  );
}

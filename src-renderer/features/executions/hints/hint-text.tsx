import { Lightbulb } from 'lucide-react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';

/** The text of a hint, with its mark. */
export function HintText({ text }: { text: string }) {
  return (
    <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 break-words">
      <Lightbulb size={14} className="mt-0.5 shrink-0 text-accent" aria-hidden="true" />
      <span className="min-w-0 break-words">{visibleLine(text)}</span>
    </p>
  );
}

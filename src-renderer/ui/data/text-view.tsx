import { decodeStart } from './decode-text.ts';
import { ViewNotes } from './view-notes.tsx';

const shownCharacters = 200_000;

interface TextViewProps {
  label: string;
  bytes: Uint8Array;
  /** Says why the file is shown as text. */
  reason?: string | undefined;
}

/** Shows the beginning of a file as text. */
export function TextView({ label, bytes, reason }: TextViewProps) {
  const { text, note, isCut } = decodeStart(bytes, shownCharacters);
  return (
    <div className="flex min-h-24 flex-1 flex-col">
      <ViewNotes notes={[reason, note]} isCut={isCut} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="min-h-20 flex-1 overflow-auto bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap contain-strict focus-visible:-outline-offset-2"
      >
        {text === '' ? <span className="text-muted">The file is empty.</span> : text}
      </section>
    </div>
  );
}

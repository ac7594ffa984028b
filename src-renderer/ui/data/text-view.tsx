import { decodeText } from './decode-text.ts';

const shownCharacters = 200_000;
/** Enough for the shown characters in every encoding. */
const readBytes = shownCharacters * 4;

interface TextViewProps {
  label: string;
  bytes: Uint8Array;
  /** Says why the file is shown as text. */
  reason?: string | undefined;
}

/** Shows the beginning of a file as text. */
export function TextView({ label, bytes, reason }: TextViewProps) {
  const { text, note } = decodeText(wholeCharacters(bytes));
  const isCut = text.length > shownCharacters || bytes.length > readBytes;
  return (
    <div className="flex min-h-24 flex-1 flex-col">
      {[reason, note, isCut ? 'Only the first part is shown. Save the file to see all of it.' : undefined]
        .filter((line) => line !== undefined)
        .map((line) => (
          <p key={line} className="bg-warn-soft px-3 py-1 text-xs break-words text-warn">
            {line}
          </p>
        ))}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="min-h-20 flex-1 overflow-auto bg-sunken p-3 font-mono text-sm break-all whitespace-pre-wrap contain-strict focus-visible:-outline-offset-2"
      >
        {text === '' ? <span className="text-muted">The file is empty.</span> : text.slice(0, shownCharacters)}
      </section>
    </div>
  );
}

/** Cuts the bytes where a character of UTF-8 begins. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = Math.min(bytes.length, readBytes);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end);
}

import { Fragment } from 'react';

/** A name without spaces, such as a host or a package, that is broken after a dot or an underscore if it does not fit. */
export function BreakableText({ text }: { text: string }) {
  return text.split(/(?<=[._])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal parts can repeat, and none moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

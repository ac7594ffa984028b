import { Fragment } from 'react';

/** A name without spaces, such as a host or a package, that is broken after a dot or an underscore if it does not fit. */
export function BreakableText({ text }: { text: string }) {
  return Array.from(text.matchAll(/[^._]+[._]*|[._]+/g), ({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

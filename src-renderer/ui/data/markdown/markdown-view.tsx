import { type ReactNode, useEffect, useState } from 'react';
import { LoadingRows } from '../../feedback/empty-state.tsx';
import { LinkDialog } from '../../output/link-dialog.tsx';
import { askOnce } from '../ask-once.ts';
import { ViewNotes } from '../view-notes.tsx';
import MarkdownWorker from './markdown.worker.ts?worker&inline';
import { MarkdownContent } from './markdown-content.tsx';
import { sentBytes } from './markdown-limits.ts';
import type { MarkdownAnswer } from './markdown-tree.ts';

const timeoutMs = 5000;

interface MarkdownViewProps {
  label: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Content for a text that cannot be read in time. */
  otherwise(reason: string): ReactNode;
}

/** Shows a Markdown file as headings, lists and tables, without HTML and without any request. */
export function MarkdownView({ label, bytes, otherwise }: MarkdownViewProps) {
  const read = useMarkdown(bytes);
  const [link, setLink] = useState<string>();
  if (read === undefined) return <LoadingRows label="Reading the file" rows={8} />;
  if (read.answer === undefined) return otherwise('The Markdown is too complex to be shown formatted.');
  const { root, isCut, note } = read.answer;
  return (
    <div className="flex min-h-24 flex-1 flex-col">
      <ViewNotes notes={[note]} isCut={isCut} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="min-h-20 flex-1 overflow-auto p-4 text-sm contain-strict focus-visible:-outline-offset-2"
      >
        <div dir="auto" className="mx-auto flex max-w-3xl flex-col gap-3 break-words">
          <MarkdownContent node={root} onLink={setLink} />
        </div>
      </section>
      {link !== undefined && <LinkDialog url={link} onClose={() => setLink(undefined)} />}
    </div>
  );
}

/** Returns the worker's answer to this file; undefined until there is one. */
function useMarkdown(bytes: Uint8Array<ArrayBuffer>): { answer: MarkdownAnswer } | undefined {
  const [read, setRead] = useState<{ answer: MarkdownAnswer }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setRead(undefined);
    const task = bytes.slice(0, sentBytes);
    void askOnce<Uint8Array, MarkdownAnswer>(new MarkdownWorker(), task, { timeoutMs, signal }).then((answer) => {
      if (!signal.aborted) setRead({ answer });
    });
    return () => controller.abort();
  }, [bytes]);
  return read;
}

import { type ReactNode, useEffect, useState } from 'react';
import { LoadingRows } from '../../feedback/empty-state.tsx';
import { askOnce } from '../ask-once.ts';
import JsonWorker from './json.worker.ts?worker&inline';
import type { JsonAnswer } from './json-tree.ts';
import { TreeView } from './tree-view.tsx';

const timeoutMs = 20_000;

interface JsonViewProps {
  label: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Content for a file that is not valid JSON. */
  otherwise(reason: string): ReactNode;
}

/** Shows a JSON file as a tree. It is read in a worker. */
export function JsonView({ label, bytes, otherwise }: JsonViewProps) {
  const [answer, setAnswer] = useState<JsonAnswer>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setAnswer(undefined);
    void askOnce<Uint8Array, JsonAnswer>(new JsonWorker(), bytes, { timeoutMs, signal }).then((read) => {
      if (!signal.aborted)
        setAnswer(read ?? { kind: 'broken', reason: 'The JSON is too complex to be shown as a tree.' });
    });
    return () => controller.abort();
  }, [bytes]);
  if (answer === undefined) return <LoadingRows label="Reading the file" rows={8} />;
  if (answer.kind === 'broken') return otherwise(answer.reason);
  return <TreeView label={label} root={answer.root} isCut={answer.isCut} />;
}

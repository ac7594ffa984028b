import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { ResultFile } from '../../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { decodeText } from '../../../ui/data/decode-text.ts';
import { FramedPage } from '../../../ui/data/framed-page.tsx';
import { TextView } from '../../../ui/data/text-view.tsx';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { type LazyModule, lazyComponent, usePreload } from '../../../ui/page/lazy-part.ts';
import { canShow, type FileKind, kindOf } from './file-kinds.ts';
import { type Gallery, ImagePreview } from './image-preview.tsx';
import { useFileBytes } from './use-file-bytes.ts';

// Each kind of file loads its own view.
const DataTable = lazyComponent(() => import('../../../ui/data/table/data-table.tsx'), 'DataTable');
const JsonView = lazyComponent(() => import('../../../ui/data/tree/json-view.tsx'), 'JsonView');
const MarkdownView = lazyComponent(() => import('../../../ui/data/markdown/markdown-view.tsx'), 'MarkdownView');

const views: Partial<Record<FileKind, LazyModule>> = {
  csv: DataTable,
  tsv: DataTable,
  json: DataTable,
  jsonl: DataTable,
  markdown: MarkdownView,
};

/** Loads the views of tables among these files before one is opened. Their first table then waits for no code. */
export function usePreloadedTables(files: readonly ResultFile[]): void {
  const hasTable = files.some((file) => canShow(file) && views[kindOf(file)] === DataTable);
  useEffect(() => {
    if (hasTable) void DataTable.preload();
  }, [hasTable]);
}

interface FilePreviewProps {
  runId: string;
  file: ResultFile;
  gallery?: Gallery | undefined;
}

/** Shows a result file so that no code in it runs. It fills the height of its flex container. */
export function FilePreview({ runId, file, gallery }: FilePreviewProps) {
  if (!canShow(file))
    return <p className="p-3 text-sm text-muted">There is no view for this file. Save it to open it elsewhere.</p>;
  return <LoadedPreview runId={runId} file={file} gallery={gallery} />;
}

function LoadedPreview({ runId, file, gallery }: FilePreviewProps) {
  const { data: bytes, error } = useFileBytes(runId, file);
  const kind = kindOf(file);
  // The view is loaded with the bytes, not after them.
  const isViewReady = usePreload(views[kind]);
  if (error) return <ErrorNote error={error} />;
  // A fallback of Suspense would stay for 300 ms.
  if (bytes === undefined || !isViewReady) return <LoadingRows label="Loading the file" />;
  return (
    <Suspense fallback={<LoadingRows label="Loading the view" />}>
      <Content kind={kind} file={file} bytes={bytes} gallery={gallery} />
    </Suspense>
  );
}

interface ContentProps {
  kind: FileKind;
  file: ResultFile;
  bytes: Uint8Array<ArrayBuffer>;
  gallery: Gallery | undefined;
}

function Content({ kind, file, bytes, gallery }: ContentProps) {
  const label = visibleLine(file.path);
  if (kind === 'image') return <ImagePreview file={file} bytes={bytes} gallery={gallery} />;
  const source = <TextView label={`Text of ${label}`} bytes={bytes} />;
  if (kind === 'html')
    return (
      <Switched tabs={{ Source: source, 'As a page, without scripts': <FramedPage html={decodeText(bytes).text} /> }} />
    );
  if (kind === 'text' || kind === 'other') return source;
  const asText = (reason: string) => <TextView label={`Text of ${label}`} bytes={bytes} reason={reason} />;
  const asTree = () => <JsonView label={`Tree of ${label}`} bytes={bytes} otherwise={asText} />;
  if (kind === 'markdown')
    return (
      <Switched
        tabs={{
          Formatted: <MarkdownView label={`Document ${label}`} bytes={bytes} otherwise={asText} />,
          Source: source,
        }}
      />
    );
  const table = (
    <DataTable label={`Table ${label}`} bytes={bytes} format={kind} otherwise={kind === 'json' ? asTree : asText} />
  );
  return <Switched tabs={{ Data: table, Text: source }} />;
}

/** Shows one of several views of a file; the first one at first. */
function Switched({ tabs }: { tabs: Readonly<Record<string, ReactNode>> }) {
  const names = Object.keys(tabs);
  const [shown, setShown] = useState(names[0] ?? '');
  return (
    <Tabs
      label="How to show the file"
      value={shown}
      onValue={setShown}
      tabs={names.map((name) => ({ value: name, label: name, content: tabs[name] }))}
      fill
    />
  );
}
